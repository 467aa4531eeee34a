//! Walks whose end is known by hand.

use clearance::{Axial, Capsule, Cuboid, Cylinder, Halfspace, Pose, Pose3, Shape3, Vec3, Vector};
use clearance_world::{Body, Ground, ManyParts, Scene, Walk, WalkOptions};

type V = Vec3<f64>;

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose::from_translation(Vec3::new(x, y, z)).unwrap()
}

fn cuboid(x: f64, y: f64, z: f64) -> Body<V> {
    Body::new(Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap())
}

/// Bodies of 1.8 m that stand with their middles at 0.9 m and a skin.
fn people() -> [Body<V>; 3] {
    let capsule: Shape3<f64> = Capsule::along(Axial { axis: 2, radius: 0.3, half_length: 0.6 }).unwrap().into();
    let cylinder: Shape3<f64> = Cylinder::along(Axial { axis: 2, radius: 0.3, half_length: 0.9 }).unwrap().into();
    [Body::new(capsule), Body::new(cylinder), cuboid(0.3, 0.3, 0.9)]
}

fn floor() -> Scene<V> {
    let mut scene = Scene::new();
    scene.add("floor", cuboid(20.0, 20.0, 0.5).at(at(0.0, 0.0, -0.5))).unwrap();
    scene
}

fn walk(scene: &Scene<V>, body: &Body<V>, pose: Pose3<f64>, by: [f64; 3]) -> Walk<V> {
    scene.move_and_slide(body, (pose, by.into()), &WalkOptions::default()).unwrap()
}

/// The floor as a box, as a halfspace, as a height field and as voxels.
fn floors() -> [Scene<V>; 4] {
    let half = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0).unwrap();
    let cells: Vec<[i32; 3]> = (0..100).map(|i| [i / 10, i % 10, 0]).collect();
    let others = [
        Body::halfspace(half),
        Body::many(ManyParts::height_field(vec![0.0; 121], 11, [10.0, 10.0], 0.5).unwrap()),
        Body::many(ManyParts::voxels(&cells, 1.0, Vec3::new(-5.0, -5.0, -1.0)).unwrap()),
    ];
    let [plane, field, cells] = others.map(|body| {
        let mut scene = Scene::new();
        scene.add("floor", body).unwrap();
        scene
    });
    [floor(), plane, field, cells]
}

#[test]
fn on_floors_of_any_kind_the_way_across_is_done_in_full_and_gravity_is_not() {
    for (body, floor) in people().iter().flat_map(|body| floors().map(|floor| (body.clone(), floor))) {
        let found = walk(&floor, &body, at(0.3, 0.2, 0.91), [0.125, 0.25, -0.5]);
        assert!((found.translation - Vec3::new(0.125, 0.25, 0.0)).norm() < 1e-6, "{found:?}");
        assert_eq!((found.remaining, found.path.len()), (V::ZERO, 2));
        let standing = found.floor.unwrap();
        assert_eq!(standing.ground, Ground::Floor);
        assert!((standing.normal - V::axis(2)).norm() < 1e-9);
        assert!(found.clearance > 0.0099, "{found:?}");
        // Who stands stays.
        let still = walk(&floor, &body, at(0.3, 0.2, 0.91), [0.0, 0.0, -0.5]);
        assert_eq!((still.translation, still.path.len()), (V::ZERO, 1));
    }
}

#[test]
fn along_a_wall_the_way_is_the_part_along_it() {
    let mut scene = floor();
    let wall = scene.add("wall", cuboid(0.5, 20.0, 2.0).at(at(4.5, 0.0, 2.0))).unwrap();
    for body in people() {
        // From a metre before the skin of the wall, 2 m to it and 1 m along: half of the way there, then along it.
        let found = walk(&scene, &body, at(2.69, 0.0, 0.91), [2.0, 1.0, -0.1]);
        assert!((found.translation - Vec3::new(1.0, 1.0, 0.0)).norm() < 1e-6, "{found:?}");
        let hit = found.hits.iter().find(|hit| hit.body == wall).unwrap();
        assert!((hit.fraction - 0.5).abs() < 1e-6 && hit.ground == Ground::Wall, "{hit:?}");
        assert!((hit.normal + V::axis(0)).norm() < 1e-9 && (hit.point.x - 4.0).abs() < 1e-9);
        // Straight at it: no way on, no way back.
        let found = walk(&scene, &body, at(3.69, 0.0, 0.91), [2.0, 0.0, -0.1]);
        assert!(found.translation.norm() < 1e-6 && found.remaining.x > 1.99, "{found:?}");
    }
}

#[test]
fn in_a_corner_it_stops() {
    let mut scene = floor();
    scene.add("wall", cuboid(0.5, 20.0, 2.0).at(at(4.5, 0.0, 2.0))).unwrap();
    scene.add("other", cuboid(20.0, 0.5, 2.0).at(at(0.0, 4.5, 2.0))).unwrap();
    for body in people() {
        let found = walk(&scene, &body, at(3.0, 3.0, 0.91), [3.0, 2.0, -0.1]);
        assert!((found.pose.translation() - Vec3::new(3.69, 3.69, 0.91)).norm() < 1e-6, "{found:?}");
        assert!(found.remaining.norm() > 1.0 && found.floor.is_some() && found.hits.len() == 3, "{found:?}");
    }
}

#[test]
fn a_step_is_taken_up_and_down_and_a_higher_one_is_not() {
    for (rise, climbs) in [(0.1, true), (0.25, true), (0.29, true), (0.32, false), (1.0, false)] {
        let mut scene = floor();
        scene.add("step", cuboid(1.0, 20.0, rise / 2.0).at(at(2.0, 0.0, rise / 2.0))).unwrap();
        for (k, body) in people().iter().enumerate() {
            let mut pose = at(0.0, 0.0, 0.91);
            let mut highest = 0.0f64;
            for step in 0..80 {
                let found = walk(&scene, body, pose, [0.05, 0.0, -0.02]);
                let what = format!("{rise} of body {k}, step {step}: {found:?}");
                assert!(found.floor.is_some() && found.clearance > 0.0099, "{what}");
                let forward = found.translation.x;
                if climbs {
                    assert!((forward - 0.05).abs() < 1e-6, "{what}");
                }
                highest = highest.max(found.pose.translation().z);
                pose = found.pose;
            }
            let end = pose.translation();
            if climbs {
                assert!(
                    (highest - 0.91 - rise).abs() < 1e-3 && (end.x - 4.0).abs() < 1e-3,
                    "{rise} {k}: {highest} {end:?}"
                );
                assert!((end.z - 0.91).abs() < 2e-3, "{end:?}");
            } else {
                assert!(highest < 0.912 && (end.x - 0.69).abs() < 1e-3, "{rise} {k}: {highest} {end:?}");
            }
        }
    }
}

/// A slope that rises along x from x = 1.
fn slope(degrees: f64) -> Scene<V> {
    let mut scene = floor();
    let angle = degrees.to_radians();
    let half = Vec3::new(10.0, 10.0, 0.5);
    let pose = Pose::from_axis_angle(V::axis(1), -angle, V::ZERO).unwrap();
    // The edge of its top is at x = 1.
    let edge = pose.vector(Vec3::new(-half.x, 0.0, half.z));
    let pose = pose.with_translation(Vec3::new(1.0, 0.0, 0.0) - edge).unwrap();
    scene.add("slope", cuboid(half.x, half.y, half.z).at(pose)).unwrap();
    scene
}

#[test]
fn slopes_are_climbed_up_to_the_largest_and_not_beyond() {
    for (degrees, climbs) in [(20.0, true), (44.0, true), (46.0, false), (60.0, false), (80.0, false)] {
        let scene = slope(degrees);
        for (k, body) in people().iter().enumerate() {
            let mut pose = at(0.0, 0.0, 0.91);
            for step in 0..60 {
                let found = walk(&scene, body, pose, [0.05, 0.02, -0.02]);
                let what = format!("{degrees} of body {k}, step {step}: {found:?}");
                assert!(found.floor.is_some() && found.clearance > 0.0099, "{what}");
                // Along the foot of a slope that is too steep it slides.
                assert!((found.translation.y - 0.02).abs() < 1e-6, "{what}");
                if climbs {
                    assert!((found.translation.x - 0.05).abs() < 1e-6, "{what}");
                } else {
                    assert!(found.pose.translation().z < 0.912, "{what}");
                }
                pose = found.pose;
            }
            let end = pose.translation();
            let rose = (end.x - 1.0) * f64::to_radians(degrees).tan();
            if climbs {
                assert!((end.x - 3.0).abs() < 1e-4, "{end:?}");
                assert!(end.z - 0.9 > rose && end.z - 0.9 < rose + 0.6, "{end:?} {rose}");
            } else {
                assert!(end.x < 1.0, "{end:?}");
            }
            // Who stands on it stays there.
            let still = walk(&scene, body, pose, [0.0, 0.0, -0.5]);
            assert!(still.translation.norm() < 1e-6, "{degrees} of body {k}: {still:?}");
        }
    }
}

#[test]
fn who_falls_on_a_steep_slope_slides_down_it_to_the_floor() {
    let scene = slope(60.0);
    for (k, body) in people().iter().enumerate() {
        let (mut pose, mut lowest) = (at(2.0, 0.0, 4.0), 4.0);
        for step in 0..400 {
            let found = walk(&scene, body, pose, [0.01, 0.0, -0.05]);
            let what = format!("body {k}, step {step}: {found:?}");
            let height = found.pose.translation().z;
            assert!(height <= lowest + 2e-3 && found.clearance > 0.0099, "{what}");
            (lowest, pose) = (height, found.pose);
        }
        let end = pose.translation();
        assert!((end.z - 0.91).abs() < 2e-3 && end.x < 1.0, "body {k}: {end:?}");
    }
}

#[test]
fn in_the_air_a_steep_slope_lifts_none_who_runs_at_it() {
    let scene = slope(60.0);
    for (k, body) in people().iter().enumerate() {
        let found = walk(&scene, body, at(0.0, 0.0, 3.0), [4.0, 0.5, -0.05]);
        let what = format!("body {k}: {found:?}");
        assert!(found.hits.iter().any(|hit| hit.ground == Ground::Wall), "{what}");
        assert!(found.path.iter().all(|place| place.z <= 3.0 + 1e-6) && found.floor.is_none(), "{what}");
    }
}

#[test]
fn a_jump_leaves_the_floor_and_ends_at_the_ceiling() {
    let mut scene = floor();
    scene.add("ceiling", cuboid(9.0, 9.0, 0.5).at(at(0.0, 0.0, 2.7))).unwrap();
    for body in people() {
        let found = walk(&scene, &body, at(0.0, 0.0, 0.91), [0.1, 0.0, 1.0]);
        // 2.2 less the skin above, and all of the way across.
        assert!((found.pose.translation() - Vec3::new(0.1, 0.0, 1.29)).norm() < 1e-6, "{found:?}");
        assert!(found.floor.is_none());
        assert!(found.hits.iter().any(|hit| hit.ground == Ground::Ceiling), "{found:?}");
    }
}

#[test]
fn floors_are_kept_only_by_who_stood_on_them_and_within_the_snap() {
    for body in people() {
        // Over the edge of a table of 0.2 and of 0.5 m.
        for (height, snaps) in [(0.2, true), (0.5, false)] {
            let mut scene = floor();
            scene.add("table", cuboid(1.0, 1.0, height / 2.0).at(at(0.0, 0.0, height / 2.0))).unwrap();
            let found = walk(&scene, &body, at(0.9, 0.0, 0.91 + height), [0.5, 0.0, -0.02]);
            assert_eq!(found.floor.is_some(), snaps, "{found:?}");
            let end = if snaps { 0.91 } else { 0.89 + height };
            assert!((found.pose.translation().z - end).abs() < 0.021, "{found:?}");
        }
        let found = walk(&floor(), &body, at(0.0, 0.0, 1.1), [0.1, 0.0, -0.02]);
        assert!(found.floor.is_none() && (found.translation.z + 0.02).abs() < 1e-9, "{found:?}");
    }
}

#[test]
fn who_is_in_the_scene_is_not_in_its_own_way() {
    let [person, ..] = people();
    let mut scene = floor();
    let own = scene.add("me", person.clone().at(at(0.0, 0.0, 0.91))).unwrap();
    let ghost = scene.add("ghost", cuboid(0.1, 3.0, 3.0).at(at(0.5, 0.0, 1.0))).unwrap();
    scene.ignore(own, ghost).unwrap();
    let go = |own| {
        let options = WalkOptions { own, ..WalkOptions::default() };
        scene.move_and_slide(&person, (at(0.0, 0.0, 0.91), Vec3::new(1.0, 0.0, -0.1)), &options).unwrap()
    };
    assert!((go(Some(own)).translation.x - 1.0).abs() < 1e-9);
    assert!(go(None).clearance < 0.0);
}

#[test]
fn one_who_begins_within_the_skin_goes_along_and_away_and_says_how_near() {
    let [person, ..] = people();
    for (by, goes) in [([0.1, 0.0, 0.0], true), ([0.1, 0.0, 0.2], true), ([0.0, 0.0, -0.1], false)] {
        let found = walk(&floor(), &person, at(0.0, 0.0, 0.904), by);
        assert!(found.clearance <= 0.004 && found.clearance > 0.0039, "{found:?}");
        assert_eq!((found.translation - V::from(by)).norm() < 1e-6, goes, "{found:?}");
    }
    let inside = walk(&floor(), &person, at(0.0, 0.0, 0.8), [0.1, 0.0, 0.0]);
    assert!(inside.clearance < -0.0999, "{inside:?}");
}

#[test]
fn in_the_plane_and_in_single_precision_it_is_the_same_walk() {
    use clearance::{Ball, Pose2, Vec2};
    let block = |x: f64, y: f64| Body::new(Cuboid::from_half_extents(Vec2::new(x, y)).unwrap());
    let place = |x: f64, y: f64| Pose2::from_xy(x, y).unwrap();
    let mut plane = Scene::new();
    plane.add("floor", block(9.0, 0.5).at(place(0.0, -0.5))).unwrap();
    plane.add("step", block(1.0, 0.1).at(place(2.0, 0.1))).unwrap();
    plane.add("wall", block(0.5, 3.0).at(place(3.5, 3.0))).unwrap();
    let ball = Body::new(Ball::new(0.3).unwrap());
    let mut pose = place(0.0, 0.31);
    for _ in 0..80 {
        let found = plane.move_and_slide(&ball, (pose, Vec2::new(0.05, -0.02)), &WalkOptions::default()).unwrap();
        assert!(found.floor.is_some() && found.clearance > 0.0099, "{found:?}");
        pose = found.pose;
    }
    assert!((pose.translation() - Vec2::new(2.69, 0.51)).norm() < 1e-3, "{pose:?}");

    let block = |x: f32, y: f32, z: f32| Body::new(Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap());
    let place = |x: f32, y: f32, z: f32| Pose3::from_xyz(x, y, z).unwrap();
    let mut single = Scene::new();
    single.add("floor", block(9.0, 9.0, 0.5).at(place(0.0, 0.0, -0.5))).unwrap();
    single.add("step", block(1.0, 9.0, 0.1).at(place(2.0, 0.0, 0.1))).unwrap();
    single.add("wall", block(0.5, 9.0, 3.0).at(place(3.5, 0.0, 3.0))).unwrap();
    let person = Body::new(Capsule::along(Axial { axis: 2, radius: 0.3f32, half_length: 0.6 }).unwrap());
    let mut pose = place(0.0, 0.0, 0.91);
    for _ in 0..80 {
        let by = Vec3::new(0.05, 0.01, -0.02);
        let found = single.move_and_slide(&person, (pose, by), &WalkOptions::default()).unwrap();
        assert!(found.floor.is_some() && found.clearance > 0.0095, "{found:?}");
        pose = found.pose;
    }
    assert!((pose.translation() - Vec3::new(2.69, 0.8, 1.11)).norm() < 0.01, "{pose:?}");
}

#[test]
fn what_is_out_of_range_is_refused_by_name() {
    let [person, ..] = people();
    let scene = floor();
    let refused = |options: WalkOptions<V>| {
        scene.move_and_slide(&person, (at(0.0, 0.0, 1.0), V::axis(0)), &options).unwrap_err().to_string()
    };
    let default = WalkOptions::default();
    assert_eq!(refused(WalkOptions { skin: 0.0, ..default }), "skin must be positive and finite, got 0");
    assert_eq!(refused(WalkOptions { snap: -1.0, ..default }), "snap must be finite and not negative, got -1");
    assert!(refused(WalkOptions { max_slope: 1.6, ..default }).starts_with("max_slope must be an angle"));
    assert!(refused(WalkOptions { up: V::ZERO, ..default }).starts_with("up must be a direction"));
    let two = Body::compound([(Shape3::from(clearance::Ball::new(1.0).unwrap()), at(0.0, 0.0, 0.0))]).unwrap();
    let found = scene.move_and_slide(&two, (at(0.0, 0.0, 3.0), V::axis(0)), &default).unwrap_err();
    assert_eq!(found.to_string(), "what walks must be one convex shape, got a compound");
}
