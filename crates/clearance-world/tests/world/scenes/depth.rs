//! The true depth of bodies that are not convex.

use clearance::{Ball, Cuboid, Pose3, Shape3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyId, DepthBudget, Object, Scene};

use super::compounds::{at, brick, cup};
use super::make;

type Space3 = Vec3<f64>;

fn pair(a: impl Into<Object<Space3>>, b: impl Into<Object<Space3>>) -> (Scene<Space3>, BodyId, BodyId) {
    let mut scene = Scene::new();
    let (a, b) = (scene.add("a", a).unwrap(), scene.add("b", b).unwrap());
    (scene, a, b)
}

#[test]
fn a_box_clamped_by_two_walls_leaves_upwards() {
    // 0.05 deep in either wall; 1.5 up to get over them, 1.75 through the floor, more to the sides.
    let clamped = Body::new(Cuboid::from_half_extents(Vec3::new(1.05, 0.5, 0.5)).unwrap()).at(at(0.0, 0.0, 1.0));
    let (scene, a, b) = pair(cup(), clamped);
    let near = scene.between(a, b).unwrap();
    assert!((near.between.proximity.signed_distance + 0.05).abs() < 1e-15 && near.between.signed_distance.is_none());
    let depth = scene.depth(a, b, &DepthBudget::default()).unwrap();
    assert!(depth.bounds.contains(1.5) && depth.bounds.lower > 1.48, "{depth:?}");
    assert!((depth.translation - Vec3::new(0.0, 0.0, 1.5)).norm() < 0.3, "{depth:?}");
    // The other way round, the cup is moved down.
    let other = scene.depth(b, a, &DepthBudget::default()).unwrap();
    assert!(other.bounds.contains(1.5) && other.translation.z < -1.4, "{other:?}");
}

#[test]
fn a_ball_in_a_floor_is_as_deep_as_its_part() {
    // 0.125 up, and there is room.
    let (scene, a, b) = pair(cup(), Body::new(Ball::new(0.5).unwrap()).at(at(0.25, 0.0, 0.375)));
    let depth = scene.depth(a, b, &DepthBudget::default()).unwrap();
    assert!(depth.bounds.contains(0.125) && depth.bounds.upper < 0.1251, "{depth:?}");
    let mut apart = scene.clone();
    apart.move_to(b, at(0.25, 0.0, 0.75)).unwrap();
    let depth = apart.depth(a, b, &DepthBudget::default()).unwrap();
    assert_eq!((depth.bounds.lower, depth.bounds.upper, depth.translation), (0.0, 0.0, Vec3::ZERO));
}

#[test]
fn a_crate_in_a_corner_leaves_across_both_faces() {
    // 1/8 deep in the floor and in the wall, so out by (1/8, 1/8): at a concave corner of what is to be left. The
    // second pose leaves by (3/16, 1/8).
    let corner =
        || Body::compound([brick([0.0; 3], [2.0, 2.0, 0.25]), brick([-1.75, 0.0, 1.75], [0.25, 2.0, 2.0])]).unwrap();
    for (x, way) in [(-1.125, [0.125, 0.125]), (-1.1875, [0.1875, 0.125])] {
        let half = Vec3::new(0.5, 0.5, 0.5);
        let (scene, a, b) = pair(corner(), Body::new(Cuboid::from_half_extents(half).unwrap()).at(at(x, 0.0, 0.625)));
        let out = f64::hypot(way[0], way[1]);
        for relative in [1.0 / 128.0, 1e-3] {
            let depth = scene.depth(a, b, &DepthBudget { relative, ..DepthBudget::default() }).unwrap();
            assert!(depth.bounds.contains(out) && depth.bounds.width() <= relative * depth.bounds.upper, "{depth:?}");
            assert!((depth.translation - Vec3::new(way[0], 0.0, way[1])).norm() < 0.1 * out, "{depth:?}");
        }
    }
}

#[test]
fn convex_bodies_have_the_depth_of_their_pair() {
    let half = Vec3::new(1.0, 2.0, 3.0);
    let cuboid = || Body::new(Cuboid::from_half_extents(half).unwrap());
    let (scene, a, b) = pair(cuboid(), cuboid().at(at(1.75, 0.5, 0.25)));
    let depth = scene.depth(a, b, &DepthBudget::default()).unwrap();
    assert!(depth.bounds.contains(0.25) && depth.cells == 0 && depth.translation == Vec3::new(0.25, 0.0, 0.0));
}

#[test]
fn no_translation_below_the_lower_bound_parts_random_compounds() {
    let mut random = Random::new(0xdeb7);
    let (mut enclosed, mut wider) = (0, 0);
    for round in 0..12 {
        let mut parts = |count: usize| -> Vec<(Shape3<f64>, Pose3<f64>)> {
            (0..count)
                .map(|_| {
                    let half = make::vector::<Space3>(&mut random, 0.1, 0.6);
                    (Cuboid::from_half_extents(half).unwrap().into(), make::pose(&mut random, 1.0))
                })
                .collect()
        };
        let (of_a, of_b) = (parts(3), parts(2));
        let (mut scene, a, b) = pair(Body::compound(of_a).unwrap(), Body::compound(of_b).unwrap());
        let budget = DepthBudget { relative: 0.05, max_cells: 3000 };
        let depth = scene.depth(a, b, &budget).unwrap();
        let near = scene.between(a, b).unwrap().between;
        if near.collides != Some(true) {
            continue;
        }
        enclosed += 1;
        wider += usize::from(depth.bounds.lower > -near.bounds.upper * 1.01);
        assert!(depth.bounds.lower >= -near.bounds.upper && depth.bounds.upper <= -near.bounds.lower, "{round}");
        assert!(depth.translation.norm() <= depth.bounds.upper * (1.0 + 1e-12), "{round}: {depth:?}");
        for _ in 0..300 {
            let way = make::vector::<Space3>(&mut random, -1.0, 1.0).normalized() * random.uniform(0.0, 1.0);
            let shorter = way * (depth.bounds.lower * 0.999_999);
            scene.move_to(b, Pose3::from_translation(shorter).unwrap()).unwrap();
            assert_ne!(scene.between(a, b).unwrap().between.collides, Some(false), "{round}: {shorter:?} parts them");
        }
        scene.move_to(b, Pose3::from_translation(depth.translation * 1.000_001).unwrap()).unwrap();
        let there = scene.between(a, b).unwrap().between;
        assert!(-there.bounds.upper < 1e-5, "{round}: still {:?} deep", there.bounds);
    }
    assert!(enclosed >= 6 && wider >= 2, "{enclosed} pairs, {wider} deeper than their parts");
}

#[test]
fn the_bounds_are_right_at_any_budget() {
    let beam = || Body::compound([brick([0.0; 3], [3.0, 0.2, 0.2])]).unwrap().at(at(0.0, 0.0, 1.0));
    let (scene, a, b) = pair(cup(), beam());
    // Over the walls: 2 - (1 - 0.2) = 1.2.
    let mut last = f64::INFINITY;
    for max_cells in [0, 1, 50, 2000] {
        let depth = scene.depth(a, b, &DepthBudget { relative: 1e-4, max_cells }).unwrap();
        assert!(depth.bounds.contains(1.2) && depth.bounds.width() <= last, "{depth:?}");
        last = depth.bounds.width();
    }
    assert!(last < 0.05, "{last}");
}

#[test]
fn bodies_that_touch_are_not_deep_and_the_search_ends() {
    // On the rim of two walls at once, and in an exactly fitting slot: there the escape translation is up, though every
    // part only touches.
    let on_top = Body::new(Cuboid::from_half_extents(Vec3::new(2.0, 0.5, 0.25)).unwrap()).at(at(0.0, 0.0, 2.25));
    let (scene, a, b) = pair(cup(), on_top);
    let depth = scene.depth(a, b, &DepthBudget::default()).unwrap();
    assert!(depth.bounds.lower == 0.0 && depth.bounds.upper < 1e-12 && depth.cells < 5000, "{depth:?}");
    let fitting = Body::new(Cuboid::from_half_extents(Vec3::new(1.0, 0.5, 0.5)).unwrap()).at(at(0.0, 0.0, 1.25));
    let (scene, a, b) = pair(cup(), fitting);
    let near = scene.between(a, b).unwrap().between;
    assert_eq!((near.collides, near.bounds.upper), (Some(true), 0.0));
    let depth = scene.depth(a, b, &DepthBudget::default()).unwrap();
    // No cell around zero is inside of one pair, so the lower bound stays; the upper one is the way up.
    assert!(depth.bounds.lower == 0.0 && (1.25..1.26).contains(&depth.bounds.upper), "{depth:?}");
}
