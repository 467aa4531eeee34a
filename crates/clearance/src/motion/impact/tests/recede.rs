//! Bodies that begin in contact, of which only those that come nearer are hits.

use super::*;

/// How a box that stands on a floor, or overlaps it or hovers over it, ends as it moves along a vector of the floor's
/// frame; all are turned by a pose.
fn on_floor(turn: &Rotor3<f64>, height: f64, way: V, target: f64) -> Impact<V> {
    let frame = &Pose::new(*turn, Vec3::new(3.0, -1.0, 2.0)).unwrap();
    let (floor, crate_box) = (block(4.0, 4.0, 0.5), block(0.3, 0.4, 0.25));
    let start = Pose::new(*turn, frame.point(Vec3::new(0.7, -0.2, 0.75 + height))).unwrap();
    let path = LinearMotion::straight(start, frame.vector(way)).unwrap();
    let pair = MovingPair::new((&floor, frame), (&crate_box, &path)).initial_overlap(Overlap::OnlyApproaching);
    pair.target_distance(target).time_of_impact()
}

/// The lower bound of what is no contact.
fn free<W: Dimension>(impact: &Impact<W>) -> W::Scalar {
    let Impact::NoContact { lower, .. } = impact else { panic!("{impact:?}, expected no contact") };
    *lower
}

fn turns() -> [Rotor3<f64>; 2] {
    [
        Rotor3::from_axis_angle(Vec3::new(0.0, 0.0, 1.0), 0.0).unwrap(),
        Rotor3::from_axis_angle(Vec3::new(1.0, -2.0, 0.5), 0.9).unwrap(),
    ]
}

#[test]
fn a_body_on_a_floor_leaves_it_and_slides_along_it_but_does_not_come_through() {
    for turn in turns() {
        // Touching up to rounding, a millimetre deep, and 5 mm above within a skin of 1 cm.
        for (height, target) in [(0.0, 0.0), (-1e-3, 0.0), (5e-3, 1e-2), (1e-2, 1e-2)] {
            for way in [Vec3::new(0.0, 0.0, 2.0), Vec3::new(2.0, 0.5, 0.0), Vec3::new(-1.0, 0.0, 1e-3), Vec3::ZERO] {
                let lower = free(&on_floor(&turn, height, way, target));
                assert!(lower > height - 1e-11 && lower <= height.max(target) + 1e-11, "{height} {way:?}: {lower}");
            }
            for way in [Vec3::new(0.0, 0.0, -2.0), Vec3::new(2.0, 0.0, -1e-3)] {
                hit(&on_floor(&turn, height, way, target), 0.0, 1e-11);
            }
        }
    }
}

#[test]
fn a_body_that_is_farther_than_the_skin_meets_it_where_it_did() {
    // 3 cm above, with a skin of 1 cm: 2 cm of 2 m.
    for turn in turns() {
        hit(&on_floor(&turn, 0.03, Vec3::new(0.5, 0.0, -2.0), 0.01), 0.01, 1e-12);
    }
}

#[test]
fn the_tolerance_says_how_much_a_slide_may_come_nearer() {
    let (floor, ball) = (block(4.0, 4.0, 0.5), Ball::<V>::new(0.25).unwrap());
    // Down by a millionth of the way.
    let path = moving(at(0.0, 0.3, 0.75), Vec3::new(1.0, 0.0, -1e-6), Vec3::ZERO);
    let ask = |tolerance: f64| {
        let pair = MovingPair::new((&floor, &Pose::IDENTITY), (&ball, &path)).tolerance(tolerance);
        pair.initial_overlap(Overlap::OnlyApproaching).time_of_impact()
    };
    assert!(hit(&ask(1e-7), 0.0, 0.0).initial);
    assert!((free(&ask(1e-5)) + 1e-6).abs() < 1e-12);
}

#[test]
fn an_edge_beside_an_edge_slides_along_either_face() {
    // The two have one edge in common, and the normal is any between x and z.
    let (a, b) = (block(1.0, 1.0, 1.0), block(0.5, 0.5, 0.5));
    let ask = |way| {
        let path = moving(at(1.5, 0.2, 1.5), way, Vec3::ZERO);
        MovingPair::new((&a, &Pose::IDENTITY), (&b, &path)).initial_overlap(Overlap::OnlyApproaching).time_of_impact()
    };
    for way in
        [Vec3::new(0.0, 0.0, -3.0), Vec3::new(-3.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 1.0), Vec3::new(0.0, 2.0, 0.0)]
    {
        assert!(free(&ask(way)) > -1e-12, "{way:?}");
    }
    hit(&ask(Vec3::new(-1.0, 0.0, -1.0)), 0.0, 0.0);
}

#[test]
fn a_body_on_a_halfspace_leaves_it_and_slides_along_it() {
    let floor = Halfspace::new(Vec3::new(0.0, 0.6, 0.8), 0.25).unwrap();
    let capsule = Capsule::along(crate::shape::Axial { radius: 0.2, half_length: 0.5, axis: 2 }).unwrap();
    let start = at(0.1, 0.6 * (0.45 + 0.5 * 0.8), 0.8 * (0.45 + 0.5 * 0.8));
    let ask = |way| {
        let path = moving(start, way, Vec3::ZERO);
        let pair = MovingPair::new((&floor, &Pose::IDENTITY), (&capsule, &path));
        pair.initial_overlap(Overlap::OnlyApproaching).time_of_impact()
    };
    for way in [Vec3::new(0.0, 0.3, 0.4), Vec3::new(1.0, -0.8, 0.6), Vec3::new(1.0, 0.0, 0.0)] {
        assert!(free(&ask(way)).abs() < 1e-12, "{way:?}");
    }
    hit(&ask(Vec3::new(1.0, 0.0, -0.25)), 0.0, 1e-12);
}

#[test]
fn a_body_that_turns_on_a_floor_slides_and_one_that_tips_into_it_does_not() {
    let (floor, brick) = (block(4.0, 4.0, 0.5), block(0.6, 0.4, 0.25));
    let ask = |angular| {
        let path = moving(at(0.7, -0.2, 0.75), Vec3::ZERO, angular);
        let pair = MovingPair::new((&floor, &Pose::IDENTITY), (&brick, &path));
        pair.initial_overlap(Overlap::OnlyApproaching).time_of_impact()
    };
    assert!(free(&ask(Vec3::new(0.0, 0.0, 2.5))).abs() < 1e-12);
    assert!(hit(&ask(Vec3::new(0.0, 0.3, 0.0)), 0.0, 0.0).initial);
    // About its edge it goes up: away from the floor by turning more than half a turn it comes down on another face.
    let edge = Vec3::new(0.1, -0.2, 0.5);
    let (start, turn) = (at(0.7, -0.2, 0.75 + 1e-9), Vec3::new(0.0, -2.0, 0.0));
    let path = LinearMotion::about(edge, start, Vec3::new(0.0, 0.0, 1e-3), turn).unwrap();
    let pair = MovingPair::new((&floor, &Pose::IDENTITY), (&brick, &path));
    let Impact::Hit(found) = pair.initial_overlap(Overlap::OnlyApproaching).time_of_impact() else { panic!("it tips") };
    // A little later than after a right angle of the two radians, as it rises by a millimetre.
    assert!(!found.initial && (found.time - core::f64::consts::FRAC_PI_4).abs() < 5e-3, "{found:?}");
}

#[test]
fn in_single_precision_a_slide_is_one_too() {
    let turn = Rotor3::from_axis_angle(Vec3::new(1.0f32, -2.0, 0.5), 0.9).unwrap();
    let frame = Pose3::new(turn, Vec3::new(3.0, -1.0, 2.0)).unwrap();
    let (floor, ball) = (Cuboid::from_half_extents(Vec3::new(4.0f32, 4.0, 0.5)).unwrap(), Ball::new(0.25f32).unwrap());
    let ask = |way| {
        let start = Pose::new(turn, frame.point(Vec3::new(0.7f32, -0.2, 0.7499))).unwrap();
        let path = LinearMotion::straight(start, frame.vector(way)).unwrap();
        let pair = MovingPair::new((&floor, &frame), (&ball, &path)).initial_overlap(Overlap::OnlyApproaching);
        pair.time_of_impact()
    };
    assert!(free(&ask(Vec3::new(1.0, 0.5, 0.0))) > -2e-4);
    assert!(hit(&ask(Vec3::new(1.0, 0.5, -0.01)), 0.0, 0.0).initial);
}
