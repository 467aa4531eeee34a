use super::*;

fn read(text: &str) -> Result<Constraint, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn a_constraint_reads_back_as_it_is_written() {
    let axis = Constraint::axis("a", "cup", Vec3::new(0.1, -0.3, 1.2), Vec3::new(0.0, 0.2, 0.7), 0.3);
    let rotor = Rotor3::from_wxyz([0.3, -0.1, 0.7, 0.2]).unwrap();
    let pose = Pose3::new(rotor, Vec3::new(0.3, 0.1, -0.7)).unwrap();
    let point = Constraint::point("b", "cup", Vec3::new(0.1, 0.2, 0.3), pose, [Some(0.3), None, Some(0.1)]);
    for constraint in [axis.clone(), axis.seen_from("tray"), point] {
        let text = serde_json::to_string(&constraint).unwrap();
        assert_eq!(read(&text).as_ref(), Ok(&constraint), "{text}");
    }
}

#[test]
fn files_may_leave_out_the_vertical_and_give_a_tube() {
    let upright = read(r#"{"name": "up", "link": "cup", "axis": [0, 1, 0], "angle": 0.2}"#).unwrap();
    assert_eq!(upright, Constraint::axis("up", "cup", Vec3::axis(1), Vec3::axis(2), 0.2));
    let tube = r#"{"name": "t", "link": "tip", "point": [0, 0, 1], "segment": [[1, 0, 0], [3, 0, 0]], "radius": 0.5}"#;
    let ConstraintKind::Point { pose, half, .. } = read(tube).unwrap().kind else { panic!() };
    assert_eq!((pose.translation(), half), (Vec3::new(2.0, 0.0, 0.0), [Some(1.25), Some(0.3), Some(0.3)]));
}

#[test]
fn all_of_the_box_of_a_tube_is_within_its_radius() {
    let from = Vec3::new(0.3, -0.2, 0.1);
    // Nearly opposite to x too.
    let mut ways = vec![Vec3::new(-1.0, 4e-5, 0.0), Vec3::new(-1.0, -1e-9, 3e-8), Vec3::ZERO];
    ways.extend((0..27).map(|i| Vec3::new(f64::from(i % 3) - 1.0, f64::from(i / 3 % 3) - 1.0, f64::from(i / 9) - 1.0)));
    for way in ways {
        let ends = [from, from + way];
        let tube = Constraint::tube("t", "tip", Vec3::ZERO, ends, 1e-3).unwrap();
        let ConstraintKind::Point { pose, half, .. } = tube.kind else { panic!() };
        for corner in 0..8 {
            let local = Vec3::from_fn(|i| if corner >> i & 1 == 0 { half[i].unwrap() } else { -half[i].unwrap() });
            let point = pose.point(local) - from;
            let along = (point.dot(way) / way.dot(way).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            let distance = (point - way * along).norm();
            // The square root of 0.97 of the radius.
            assert!((distance - 0.985e-3).abs() < 1e-6, "{way:?}: {distance}");
        }
    }
}

#[test]
fn what_says_two_things_or_none_is_refused() {
    let refused = |text: &str| read(text).unwrap_err();
    let both = r#"{"name": "a", "link": "b", "axis": [0, 0, 1], "angle": 1, "point": [0, 0, 0]}"#;
    assert!(refused(both).starts_with("constraint \"a\": expected \"axis\" and \"angle\", \"point\" and \"box\""));
    assert!(refused(r#"{"name": "a", "link": "b", "axis": [0, 0, 1]}"#).contains("an axis has an \"angle\""));
    assert!(refused(r#"{"name": "a", "link": "b", "angel": 1}"#).contains("unknown field `angel`"));
}

#[test]
fn halfspaces_of_an_axis_are_a_little_more_than_its_angle() {
    // 1e-15 of the cosine, for what axis, direction and cosine are rounded by.
    let axis = Constraint::axis("a", "cup", Vec3::axis(2), Vec3::new(0.0, 0.0, 4.0), 1.0);
    let wall = &axis.walls().unwrap()[0];
    let more = wall.halfspace.offset() - 1.0f64.cos();
    assert!((32.0 * f64::UNIT..1e-13).contains(&more), "{more:e}");
}
