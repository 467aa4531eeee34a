//! Bodies that are not convex, in the situations that others get wrong.

use clearance::{Ball, Cuboid, Pose3, Shape3, Vec3};
use clearance_world::{Body, Near, Object, Scene};

type Space3 = Vec3<f64>;

pub fn brick(center: [f64; 3], half: [f64; 3]) -> (Shape3<f64>, Pose3<f64>) {
    let [center, half] = [center, half].map(|v| Vec3::new(v[0], v[1], v[2]));
    (Cuboid::from_half_extents(half).unwrap().into(), Pose3::from_translation(center).unwrap())
}

pub fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, z)).unwrap()
}

/// Four walls and a floor, open above: inside from -1 to 1 in x and y and above 0 in z, walls 0.25 thick and 2 high.
fn walls() -> [(Shape3<f64>, Pose3<f64>); 5] {
    [
        brick([0.0, 0.0, -0.125], [1.25, 1.25, 0.125]),
        brick([1.125, 0.0, 1.0], [0.125, 1.25, 1.0]),
        brick([-1.125, 0.0, 1.0], [0.125, 1.25, 1.0]),
        brick([0.0, 1.125, 1.0], [1.25, 0.125, 1.0]),
        brick([0.0, -1.125, 1.0], [1.25, 0.125, 1.0]),
    ]
}

pub fn cup() -> Body<Space3> {
    Body::compound(walls()).unwrap()
}

fn between(a: impl Into<Object<Space3>>, b: impl Into<Object<Space3>>) -> Near<Space3> {
    let mut scene = Scene::new();
    let (a, b) = (scene.add("a", a).unwrap(), scene.add("b", b).unwrap());
    let near = scene.between(a, b).unwrap();
    let closest = scene.closest(1);
    assert_eq!(closest.pairs, [near]);
    near
}

#[test]
fn a_ball_in_a_cup_that_touches_nothing_is_apart() {
    // Inside the hull of the cup, 0.5 above its floor and 0.5 from the walls.
    let near = between(cup(), Body::new(Ball::new(0.5).unwrap()).at(at(0.0, 0.0, 1.25)));
    assert_eq!((near.between.collides, near.between.signed_distance), (Some(false), Some(0.5)));
    assert!(near.between.parts[0] > 0 && near.between.bounds.lower > 0.5 - 1e-14);
}

#[test]
fn a_cup_over_a_ball_is_told_by_the_part_that_is_nearest() {
    let ball = Body::new(Ball::new(0.25).unwrap()).at(at(0.0, 0.0, 0.5));
    let near = between(cup(), ball);
    assert_eq!((near.between.parts, near.between.signed_distance), ([0, 0], Some(0.25)));
}

#[test]
fn the_depth_of_a_ball_in_a_wall_is_a_pair_of_bounds() {
    // The ball is 0.125 deep in the floor, and its escape translation by the hull is through the walls or the floor: at
    // least 1.
    let near = between(cup(), Body::new(Ball::new(0.5).unwrap()).at(at(0.25, 0.0, 0.375)));
    assert_eq!((near.between.collides, near.between.signed_distance), (Some(true), None));
    assert_eq!(near.between.proximity.signed_distance, -0.125);
    let bounds = near.between.bounds;
    assert!(bounds.upper >= -0.125 && bounds.upper < -0.125 + 1e-14, "{bounds:?}");
    // The ball leaves the hull downwards: 0.375 + 0.5 + 0.25 = 1.125.
    assert!(bounds.lower <= -1.125 && bounds.lower > -1.125 - 1e-12, "{bounds:?}");
}

#[test]
fn a_ball_that_touches_a_wall_is_at_zero_and_not_at_minus_zero() {
    // The wall is at x = 1.
    let near = between(cup(), Body::new(Ball::new(0.5).unwrap()).at(at(0.5, 0.0, 1.25)));
    assert_eq!((near.between.collides, near.between.proximity.status), (Some(true), clearance::Status::Touching));
    assert_eq!(near.between.bounds.upper.to_bits(), 0, "{near:?}");
}

/// A ring of four bars around the z axis: the hole from -1 to 1, the bars 0.5 thick.
fn ring() -> [(Shape3<f64>, Pose3<f64>); 4] {
    [
        brick([1.25, 0.0, 0.0], [0.25, 1.5, 0.25]),
        brick([-1.25, 0.0, 0.0], [0.25, 1.5, 0.25]),
        brick([0.0, 1.25, 0.0], [1.5, 0.25, 0.25]),
        brick([0.0, -1.25, 0.0], [1.5, 0.25, 0.25]),
    ]
}

#[test]
fn two_linked_rings_are_apart() {
    // The second one stands across, with one bar through the middle of the first hole: 1 - 0.25 = 0.75 from its bars.
    let quarter = clearance::Rotor3::from_wxyz([1.0, 1.0, 0.0, 0.0]).unwrap();
    let linked = Pose3::new(quarter, Vec3::new(1.25, 0.0, 0.0)).unwrap();
    let [a, b] = [Pose3::IDENTITY, linked].map(|pose| Body::compound(ring()).unwrap().at(pose));
    let near = between(a, b);
    assert!(near.between.collides == Some(false) && near.between.bounds.contains(0.75));
    assert!((near.between.signed_distance.unwrap() - 0.75).abs() < 1e-15);
}

#[test]
fn an_l_in_an_l_is_apart_where_their_hulls_overlap() {
    let angle = || {
        Body::compound([brick([0.0, 0.0, 0.0], [2.0, 0.5, 0.25]), brick([-1.75, 0.0, 2.0], [0.25, 0.5, 2.0])]).unwrap()
    };
    // The second one moved by (0.75, 0, 0.75): 0.25 above the foot of the first and 0.25 before its back.
    let near = between(angle(), angle().at(at(0.75, 0.0, 0.75)));
    assert_eq!((near.between.collides, near.between.signed_distance), (Some(false), Some(0.25)));
}

#[test]
fn a_box_in_a_closed_shell_is_apart_from_it() {
    // A lid makes the cup a shell: the box can never leave, and is 0.25 away all the same.
    let lid = brick([0.0, 0.0, 2.125], [1.25, 1.25, 0.125]);
    let shell = Body::compound(walls().into_iter().chain([lid])).unwrap();
    let (inner, _) = brick([0.0; 3], [0.5, 0.5, 0.5]);
    let near = between(shell, Body::new(inner).at(at(0.25, 0.0, 1.0)));
    assert_eq!((near.between.collides, near.between.signed_distance), (Some(false), Some(0.25)));
}

#[test]
fn a_compound_of_one_part_touches_what_the_part_touches() {
    let (half, pose) = brick([0.75, 0.5, 0.25], [0.5, 0.5, 0.5]);
    let lone = Body::compound([(half.clone(), pose)]).unwrap();
    let near = between(lone, Body::new(half).at(at(1.75, 0.5, 0.25)));
    assert_eq!((near.between.collides, near.between.bounds.upper), (Some(true), 0.0));
}
