use clearance::{Ball, Bounds, Capsule, Cuboid, Halfspace, Shape3, Vec3};

use clearance_world::Body;

use super::*;
use crate::cell::obstacle::Obstacle;
use crate::cell::workcell::Workcell;
use crate::model::joint::{JointKind, JointSpec};
use crate::model::link::LinkShape;
use crate::model::robot::Robot;
use crate::prove::time::{Contact, Mode, TOLERANCE};
use crate::random::Random;
use crate::trajectory::{Between, BodyMotion, Interpolation, TimedPoint, Waypoint};

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_xyz(x, y, z).unwrap()
}

fn ball(radius: f64) -> Ball<Vec3<f64>> {
    Ball::new(radius).unwrap()
}

/// A hand of radius 0.25 that slides along x.
fn slider() -> Robot {
    let joint = JointSpec::new("slide", JointKind::Prismatic, "base", "hand");
    let hand = LinkShape::new(ball(0.25), Pose3::IDENTITY);
    Robot::builder("slider").link("base", vec![]).link("hand", vec![hand]).joint(joint).build().unwrap()
}

/// Two links of length 1 that turn about z.
fn arm() -> Robot {
    let bar = || {
        let shape = Capsule::between(Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.9, 0.0, 0.0), 0.02).unwrap();
        vec![LinkShape::new(shape, Pose3::IDENTITY)]
    };
    let up = Vec3::new(0.0, 0.0, 1.0);
    let joint = |name, parent, child| JointSpec::new(name, JointKind::Continuous, parent, child).axis(up);
    let links = Robot::builder("arm").link("base", vec![]).link("one", bar()).link("two", bar());
    links.joint(joint("a", "base", "one")).joint(joint("b", "one", "two").at(at(1.0, 0.0, 0.0))).build().unwrap()
}

/// A motion from one configuration to another in some seconds.
fn straight(from: &[f64], to: &[f64], seconds: f64) -> Trajectory {
    let points = [TimedPoint::at(0.0, from.to_vec()), TimedPoint::at(seconds, to.to_vec())];
    Trajectory::through(&points, Interpolation::Linear).unwrap()
}

fn check(robot: &Robot, world: &[Obstacle], trajectory: &Trajectory) -> Found {
    Execution::new(&Workcell::new(robot, world).unwrap(), trajectory).unwrap().check(&first()).unwrap()
}

fn first() -> EdgeOptions {
    EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() }
}

fn hit(found: Found) -> Contact {
    match found {
        Found::Hit(contact) => contact,
        other => panic!("expected a hit, got {other:?}"),
    }
}

fn least(found: &Found) -> Bounds<f64> {
    match found {
        Found::Free { lower, upper } => Bounds { lower: *lower, upper: *upper },
        other => panic!("expected a free trajectory, got {other:?}"),
    }
}

#[test]
fn a_straight_trajectory_has_the_answer_of_its_edge() {
    let robot = arm();
    let shape: Shape3<f64> = Cuboid::from_half_extents(Vec3::new(0.2, 0.1, 0.3)).unwrap().into();
    let world = [Obstacle::new("box", shape, at(0.9, 0.9, 0.0))];
    let checker = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let mut random = Random::new(81);
    let (mut free, mut hits) = (0, 0);
    for _ in 0..60 {
        let mut q = || -> Vec<f64> { (0..2).map(|_| random.between(-2.0, 2.0)).collect() };
        let (from, to) = (q(), q());
        match (checker.edge(&from, &to, &first()).unwrap(), check(&robot, &world, &straight(&from, &to, 1.0))) {
            (Found::Free { lower, .. }, Found::Free { lower: other, .. }) => {
                assert!((lower - other).abs() < 1e-9, "seed 81");
                free += 1;
            }
            (Found::Hit(one), Found::Hit(other)) => {
                assert!((one.time.upper - other.time.upper).abs() < 1e-9 && one.pair == other.pair, "seed 81");
                hits += 1;
            }
            (edge, found) => panic!("seed 81: {edge:?} is not {found:?}"),
        }
    }
    assert!(free > 10 && hits > 10, "{free} {hits}");
}

#[test]
fn a_body_that_comes_to_a_robot_at_rest_hits_it_when_it_arrives() {
    // A ball of radius 0.5 comes from x = 4 at 1 m/s: it touches the hand at 0 when it is 0.75 away, after 3.25 s.
    let robot = slider();
    let world =
        [Obstacle::new("cart", ball(0.5), at(9.0, 0.0, 0.0)), Obstacle::new("post", ball(0.1), at(0.0, 5.0, 0.0))];
    let way = [Waypoint { time: 0.0, pose: at(4.0, 0.0, 0.0) }, Waypoint { time: 4.0, pose: at(0.0, 0.0, 0.0) }];
    let body = BodyMotion::through("cart", &way, Between::Linear).unwrap();
    let trajectory = straight(&[0.0], &[0.0], 4.0).with_body(body).unwrap();
    let found = hit(check(&robot, &world, &trajectory));
    assert_eq!(found.pair, ["hand", "cart"]);
    assert!(found.time.lower <= 3.25 && found.time.upper >= 3.25 - 1e-12 && found.time.upper - found.time.lower < 1e-9);
    assert!((found.bodies[0].1.translation().x - 0.75).abs() < 1e-9 && !found.off);
    // A robot that flees as fast is never reached: with the least clearance wanted, both bounds are at 3.25.
    let fleeing = straight(&[0.0], &[-4.0], 4.0).with_body(BodyMotion::through("cart", &way, Between::Linear).unwrap());
    let options = EdgeOptions { mode: Mode::LeastClearance { tolerance: 1e-6 }, ..EdgeOptions::default() };
    let found =
        Execution::new(&Workcell::new(&robot, &world).unwrap(), &fleeing.unwrap()).unwrap().check(&options).unwrap();
    let Bounds { lower, upper } = least(&found);
    assert!(lower <= 3.25 && lower > 3.25 - 2e-6 && (upper - 3.25).abs() < 1e-12, "{lower} {upper}");
}

#[test]
fn bodies_that_move_are_where_the_scene_has_them_for_an_edge() {
    let (robot, world) = (slider(), [Obstacle::new("cart", ball(0.5), at(1.5, 0.0, 0.0))]);
    let cell = Workcell::new(&robot, &world).unwrap();
    let way = [Waypoint { time: 0.0, pose: at(4.0, 0.0, 0.0) }, Waypoint { time: 4.0, pose: at(3.0, 0.0, 0.0) }];
    let body = BodyMotion::through("cart", &way, Between::Linear).unwrap();
    let execution = Execution::new(&cell, &straight(&[0.0], &[1.0], 4.0).with_body(body).unwrap()).unwrap();
    let edge = |checker: Checker| checker.edge(&[0.0], &[1.0], &first()).unwrap();
    let (moving, still) = (edge(execution.checker().unwrap()), edge(Checker::new(&cell).unwrap()));
    let (Found::Hit(moving), Found::Hit(still)) = (moving, still) else { panic!("expected two hits") };
    // They touch at 1.5 − 0.5 − 0.25, three quarters of the edge.
    assert!((moving.time.upper - 0.75).abs() < 1e-9 && (still.time.upper - 0.75).abs() < 1e-9);
}

#[test]
fn a_tube_is_free_up_to_its_clearance_and_refuted_by_a_configuration_beyond() {
    // From 0 to 0.5 towards a ball that leaves 0.25: a tube of 0.2 is free by 0.05, one of 0.3 is not.
    let robot = slider();
    let world = [Obstacle::new("ball", ball(0.25), at(1.25, 0.0, 0.0))];
    let with = |size: f64| straight(&[0.0], &[0.5], 1.0).with_tube(vec![size]).unwrap();
    let lower = least(&check(&robot, &world, &with(0.2))).lower;
    assert!(lower > 0.0 && lower < 0.05 + 1e-12, "{lower}");
    let found = hit(check(&robot, &world, &with(0.3)));
    assert!(found.off && found.values[0] >= 0.75 && found.values[0] <= 0.8, "{found:?}");
    // The hand is at 0.75 with an error of 0.3 from 0.45 on: at nine tenths of the time.
    assert!(found.time.lower <= 0.9 && found.time.upper > 0.9 - 1e-9 && found.time.upper < 0.9 + 1e-6, "{found:?}");
    let execution = Execution::new(&Workcell::new(&robot, &world).unwrap(), &with(0.3)).unwrap();
    let scale = execution.largest_scale(&first(), 12).unwrap().unwrap();
    assert!(scale <= 0.25 / 0.3 && scale > 0.25 / 0.3 - 1e-3, "{scale}");
    assert_eq!(check(&robot, &world, &with(0.0)), check(&robot, &world, &straight(&[0.0], &[0.5], 1.0)));
}

#[test]
fn the_least_clearance_of_a_tube_is_within_its_tolerance_if_little_work_does() {
    // A hand that comes to 0.05 from a ball, with a tube of 0.2; and an arm beside a ball, with errors of two joints.
    let robot = slider();
    let world = [Obstacle::new("ball", ball(0.25), at(1.25, 0.0, 0.0))];
    let trajectory = straight(&[0.0], &[0.5], 1.0).with_tube(vec![0.2]).unwrap();
    let options = EdgeOptions { mode: Mode::LeastClearance { tolerance: TOLERANCE }, ..EdgeOptions::default() };
    let execution = Execution::new(&Workcell::new(&robot, &world).unwrap(), &trajectory).unwrap();
    let lower = least(&execution.check(&options).unwrap()).lower;
    assert!((0.05 - TOLERANCE..=0.05).contains(&lower), "{lower}");
    let robot = arm();
    let world = [Obstacle::new("ball", ball(0.1), at(1.7, 1.2, 0.0))];
    let trajectory = straight(&[0.0, 0.1], &[0.4, -0.4], 1.0).with_tube(vec![0.03; 2]).unwrap();
    let execution = Execution::new(&Workcell::new(&robot, &world).unwrap(), &trajectory).unwrap();
    let [any, near] = [first(), options].map(|options| least(&execution.check(&options).unwrap()));
    assert!(near.lower >= any.lower && near.upper - near.lower <= 0.5 * near.upper, "{any:?} {near:?}");
    // So little that a proof to the tolerance does not end: it is free as without one.
    let few = EdgeOptions { max_intervals: 3, mode: Mode::LeastClearance { tolerance: 1e-12 }, ..options };
    assert!(least(&execution.check(&few).unwrap()).lower > 0.0);
}

#[test]
fn a_body_whose_pose_may_be_off_is_off_along_its_own_axes() {
    // A plate of half extents (0.1, 1, 1) at x = 1, turned by a quarter about z: its own y axis is along −x.
    let robot = slider();
    let quarter = Pose3::from_rpy([0.0, 0.0, std::f64::consts::FRAC_PI_2], Vec3::new(1.0, 0.0, 0.0)).unwrap();
    let plate = Cuboid::from_half_extents(Vec3::new(1.0, 0.1, 1.0)).unwrap();
    let world = [Obstacle::new("plate", plate, quarter)];
    let with = |translation: [f64; 3], rotation: [f64; 3]| {
        let body = BodyMotion::still("plate").uncertain(translation, rotation).unwrap();
        check(&robot, &world, &straight(&[0.0], &[0.3], 1.0).with_body(body).unwrap())
    };
    // The hand ends at 0.3, 0.55 with its radius; the plate begins at 0.9.
    assert!(least(&with([0.0, 0.3, 0.0], [0.0; 3])).lower > 0.0);
    let found = hit(with([0.0, 0.36, 0.0], [0.0; 3]));
    assert!(found.off && found.bodies[0].1.translation().x < 0.65 + 1e-9, "{found:?}");
    // About its own x axis, which lies along y, it tilts towards the hand by less than sin(0.1).
    assert!(least(&with([0.0; 3], [0.1, 0.0, 0.0])).lower > 0.2);
}

#[test]
fn a_body_that_turns_and_may_be_off_is_swept_on_circles_about_its_written_origin() {
    // A small ball that turns by half a turn a second about the origin of its frame, and may be up to 1 m away from it
    // along x of that frame: at some time it is anywhere on a disc about the origin. The hand lies in the disc, near
    // its border, where only large errors come.
    let robot = slider();
    let world = [Obstacle::new("ball", ball(0.05), at(9.0, 0.0, 0.0))];
    let turning = |x: f64, y: f64| {
        let first = Waypoint { time: 0.0, pose: at(x, y, 0.0) };
        let rates = [Vec3::new(0.0, 0.0, 0.0), Vec3::new(0.0, 0.0, std::f64::consts::PI)];
        let body =
            BodyMotion::at_rates("ball", first, 1.0, rates).unwrap().uncertain([1.0, 0.0, 0.0], [0.0; 3]).unwrap();
        straight(&[0.0], &[0.0], 1.0).with_body(body).unwrap()
    };
    for [x, y] in [[-0.9, -0.9], [0.2, -1.2], [-1.25, 0.1], [0.9, 0.88], [0.0, 1.27]] {
        let found = hit(check(&robot, &world, &turning(x, y)));
        assert!(found.off, "{found:?}");
    }
    // Out of reach by 1.4 − 1 − 0.3.
    let lower = least(&check(&robot, &world, &turning(-0.84, -1.12))).lower;
    assert!(lower > 0.0 && lower <= 0.1 + 1e-12, "{lower}");
}

#[test]
fn bodies_that_touch_exactly_where_time_is_halved_are_hit_a_little_later() {
    // From 0 to 1 m in 4 s towards a ball 1.25 m away: they touch where the hand is at 0.75, after 3 s.
    let robot = slider();
    let world = [Obstacle::new("ball", ball(0.25), at(1.25, 0.0, 0.0))];
    let found = hit(check(&robot, &world, &straight(&[0.0], &[1.0], 4.0)));
    assert!(found.time.lower <= 3.0 && found.time.upper >= 3.0 && found.time.width() < 1e-9, "{found:?}");
}

#[test]
fn a_tube_that_is_far_too_wide_is_a_hit() {
    // Two joints that may be anywhere within half a turn, beside a box that the arm only reaches far from what is
    // written.
    let shape: Shape3<f64> = Cuboid::from_half_extents(Vec3::new(0.05, 0.05, 0.05)).unwrap().into();
    let world = [Obstacle::new("box", shape, at(-0.9, 0.9, 0.0))];
    let trajectory = straight(&[0.0, 0.1], &[0.4, 0.2], 1.0).with_tube(vec![2.5, 2.5]).unwrap();
    let options = EdgeOptions { max_intervals: 400, ..first() };
    let found =
        hit(Execution::new(&Workcell::new(arm(), &world).unwrap(), &trajectory).unwrap().check(&options).unwrap());
    assert!(found.off && found.time.lower <= found.time.upper, "{found:?}");
}

/// A ball of radius 0.1 at the origin, which nothing moves; and the trajectory of a ball of that radius from one point
/// to another in a second, whose pose may be off.
fn passing(ends: [[f64; 3]; 2], [translation, rotation]: [[f64; 3]; 2]) -> Execution {
    let joint = JointSpec::new("slide", JointKind::Prismatic, "base", "hand");
    let base = LinkShape::new(ball(0.1), Pose3::IDENTITY);
    let robot = Robot::builder("post").link("base", vec![base]).link("hand", vec![]).joint(joint).build().unwrap();
    let world = [Obstacle::new("ball", ball(0.1), at(9.0, 0.0, 0.0))];
    let way = [0, 1].map(|i| Waypoint { time: i as f64, pose: at(ends[i][0], ends[i][1], ends[i][2]) });
    let body = BodyMotion::through("ball", &way, Between::Linear).unwrap().uncertain(translation, rotation).unwrap();
    let trajectory = straight(&[0.0], &[0.0], 1.0).with_body(body).unwrap();
    Execution::new(&Workcell::new(&robot, &world).unwrap(), &trajectory).unwrap()
}

#[test]
fn a_body_with_a_small_error_that_passes_by_is_proven_free_by_few_intervals() {
    // It ends 0.25179 from the origin, nearer than ever before.
    let options = EdgeOptions { max_intervals: 64, ..first() };
    let errors = [[1e-6, 0.0, 0.0], [0.0; 3]];
    let found = passing([[1.0, 0.25, 0.1], [0.0, 0.25, 0.03]], errors).check(&options).unwrap();
    let lower = least(&found).lower;
    assert!(lower > 0.0 && lower < 0.0518, "{lower}");
}

#[test]
fn what_hits_as_it_is_written_is_a_hit_whatever_is_off() {
    // In passing the centers come nearer than 0.2, to 0.1997, 0.19996 and 0.1992: for a hundredth of the time.
    for [y, z] in [[0.18, 0.0864], [0.1997, 0.01], [0.12, 0.159]] {
        for errors in [[[1e-3; 3], [0.0; 3]], [[1e-3, 2e-3, 1e-3], [0.3, 0.2, 0.1]], [[1e-5; 3], [1e-4; 3]]] {
            let contact = hit(passing([[1.0, y, z], [-0.7, y, z]], errors).check(&first()).unwrap());
            // Without errors they touch where x is below 0.02, after 0.577 s.
            assert!(contact.time.lower < 0.589 && contact.time.upper > 0.55, "{contact:?}");
            assert!(contact.off || contact.time.upper > 0.576, "{contact:?}");
        }
    }
}

#[test]
fn what_hits_as_it_is_written_later_is_a_hit_beside_a_stretch_that_is_undecided() {
    // One interval does not prove the first stretch, of seven radians; in the middle of the second one the end of the
    // arm is in the ball, at (cos 2 + cos 2.5, sin 2 + sin 2.5).
    let robot = arm();
    let world = [Obstacle::new("ball", ball(0.1), at(-1.217, 1.508, 0.0))];
    let points = [[-2.0, 2.0], [1.5, -1.5], [2.5, 2.5]].map(|q| q.to_vec());
    let points: Vec<_> = points.into_iter().enumerate().map(|(i, q)| TimedPoint::at(i as f64, q)).collect();
    let through = Trajectory::through(&points, Interpolation::Linear).unwrap();
    let trajectory = through.with_tube(vec![0.1; 2]).unwrap();
    let execution = Execution::new(&Workcell::new(&robot, &world).unwrap(), &trajectory).unwrap();
    let options = EdgeOptions { max_intervals: 1, ..first() };
    let contact = hit(execution.check(&options).unwrap());
    assert!(!contact.off && contact.time.lower < 1.0 && contact.time.upper > 1.2, "{contact:?}");
}

#[test]
fn what_cannot_move_is_refused_by_name() {
    let robot = slider();
    let floor = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), -1.0).unwrap();
    let world = [Obstacle::of("floor", Body::halfspace(floor), Pose3::IDENTITY)];
    let refusal = |name: &str| {
        let trajectory = straight(&[0.0], &[0.5], 1.0).with_body(BodyMotion::still(name)).unwrap();
        Execution::new(&Workcell::new(&robot, &world).unwrap(), &trajectory).unwrap_err().to_string()
    };
    assert_eq!(refusal("flor"), "no body of the scene is named \"flor\" (did you mean \"floor\"?)");
    assert_eq!(refusal("floor"), "\"floor\": a halfspace cannot move, nor be off");
}
