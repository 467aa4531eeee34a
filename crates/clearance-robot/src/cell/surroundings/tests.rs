use clearance::{Axial, Ball, Capsule, Cuboid, Halfspace, Pose3, Rotor3, Shape3, Vector};

use super::*;
use crate::cell::workcell::Workcell;
use crate::path::Path;
use crate::prove::time::{Checker, EdgeOptions, Found, Mode};
use crate::random::Random;
use crate::{JointKind, JointSpec, LinkRule, LinkShape, Obstacle, Robot, RobotClearance};
use clearance_world::Body;

type Around = clearance::enclosure::Ball<Vec3<f64>>;

/// Balls on a lattice that is far from the origin, where rounding shows, and one without an end.
fn crowd(random: &mut Random) -> Vec<Option<Around>> {
    let mut number = |size: f64| random.between(-size, size);
    let mut balls: Vec<Option<Around>> = (0..300)
        .map(|_| {
            let center = Vec3::new(1e3 + number(2.0), number(2.0), -40.0 + number(2.0));
            Some(Around { center, radius: 0.05 + number(0.04) })
        })
        .collect();
    balls[17] = None;
    balls
}

fn gap(a: &Around, b: &Option<Around>) -> f64 {
    b.map_or(f64::NEG_INFINITY, |b| (a.center - b.center).norm() - a.radius - b.radius)
}

#[test]
fn no_ball_within_the_distance_is_left_out() {
    let mut random = Random::new(31);
    let balls = crowd(&mut random);
    let surroundings = Surroundings::new(balls.iter().copied());
    let (mut seen, mut near) = (0, 0);
    for _ in 0..200 {
        let center = Vec3::new(1e3 + random.between(-2.0, 2.0), random.between(-2.0, 2.0), -40.0);
        let ball = Around { center, radius: 0.1 };
        // The very distance of one of them: it must not be lost to a rounding.
        let max = gap(&ball, &balls[random.below(300)]).max(0.0);
        let mut found = vec![false; balls.len()];
        surroundings.within(&ball, max, |place| found[place] = true);
        for (other, found) in balls.iter().zip(&found) {
            assert!(*found || gap(&ball, other) > max, "seed 31: a ball at {} is left out of {max}", gap(&ball, other));
        }
        seen += found.iter().filter(|found| **found).count();
        near += balls.iter().filter(|other| gap(&ball, other) <= max).count();
    }
    assert!(near <= seen && seen < 2 * near && near < 200 * 250, "{seen} seen, {near} near");
}

#[test]
fn the_nearest_are_found_after_few_visits() {
    let mut random = Random::new(32);
    let balls = crowd(&mut random);
    let surroundings = Surroundings::new(balls.iter().copied());
    let mut visits = 0;
    for _ in 0..200 {
        let center = Vec3::new(1e3 + random.between(-3.0, 3.0), random.between(-3.0, 3.0), -40.0);
        let ball = Around { center, radius: 0.1 };
        let mut least = f64::INFINITY;
        surroundings.nearest(&ball, least, |place| {
            visits += 1;
            if balls[place].is_some() {
                least = least.min(gap(&ball, &balls[place]));
            }
            least
        });
        let truth = balls.iter().filter(|other| other.is_some()).map(|other| gap(&ball, other));
        assert_eq!(least, truth.fold(f64::INFINITY, f64::min));
    }
    assert!(visits < 200 * 30, "{visits} visits of 300 bodies in 200 searches");
}

/// An arm of three links in space, the last one padded; and 200 bodies around it with margins, a rule, a floor and a
/// long beam.
fn arm_in_a_crowd(seed: u64) -> (Robot, Vec<Obstacle>) {
    let at = |x: f64, y: f64, z: f64| Pose3::from_translation(Vec3::new(x, y, z)).unwrap();
    let bar = Capsule::between(Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.9, 0.0, 0.0), 0.05).unwrap();
    let link = || vec![LinkShape::new(bar, Pose3::IDENTITY)];
    let joint = |name: &str, [parent, child]: [&str; 2], axis: usize, x: f64| {
        JointSpec::new(name, JointKind::Continuous, parent, child).axis(Vec3::axis(axis)).at(at(x, 0.0, 0.0))
    };
    let builder = ["base", "one", "two", "three"]
        .iter()
        .fold(Robot::builder("arm"), |all, name| all.link(*name, if *name == "base" { Vec::new() } else { link() }));
    let builder = builder.joint(joint("a", ["base", "one"], 2, 0.0)).joint(joint("b", ["one", "two"], 1, 1.0));
    let mut robot = builder.joint(joint("c", ["two", "three"], 2, 1.0)).build().unwrap();
    robot.pad(3, 0.01).unwrap();
    robot.allow("two", "body 7");

    let mut random = Random::new(seed);
    let mut number = |size: f64| random.between(-size, size);
    let mut world = Vec::new();
    for i in 0..200 {
        let rotor = Rotor3::from_wxyz([number(1.0), number(1.0), number(1.0), number(1.0)]).unwrap();
        let place = Vec3::new(number(3.5), number(3.5), 0.7 * number(1.0).signum() + number(0.9));
        let size = 0.05 + number(0.03);
        let shape: Shape3<f64> = match i % 3 {
            0 => Ball::new(size).unwrap().into(),
            1 => Cuboid::from_half_extents(Vec3::new(size, 2.0 * size, 0.5 * size)).unwrap().into(),
            _ => Capsule::along(Axial { axis: 0, radius: size, half_length: size }).unwrap().into(),
        };
        world.push(Obstacle::new(format!("body {i}"), shape, Pose3::new(rotor, place).unwrap()));
        world[i].margin = if i % 5 == 0 { 0.02 } else { 0.0 };
    }
    world[11].rules.push(LinkRule { link: "three".into(), margin: Some(0.3) });
    world[12].rules.push(LinkRule { link: "two".into(), margin: None });
    world.push(Obstacle::new("beam", Cuboid::from_half_extents(Vec3::new(9.0, 0.1, 0.1)).unwrap(), at(0.0, 0.0, 3.2)));
    let floor = Body::halfspace(Halfspace::new(Vec3::axis(2), -2.9).unwrap());
    world.push(Obstacle::of("floor", floor, Pose3::IDENTITY));
    (robot, world)
}

#[test]
fn a_tree_changes_no_bit_of_a_clearance() {
    let (robot, world) = arm_in_a_crowd(33);
    let mut by_tree = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    assert!(by_tree.stage.surroundings.is_some());
    let mut one_by_one = by_tree.clone();
    one_by_one.stage.surroundings = None;
    let (mut random, mut colliding) = (Random::new(34), 0);
    for round in 0..300 {
        let q = robot.random_configuration(&mut random);
        if round % 2 == 0 {
            by_tree.forget();
            one_by_one.forget();
        }
        let [found, expected] = [by_tree.at(&q).unwrap(), one_by_one.at(&q).unwrap()];
        assert_eq!(found, expected, "seeds 33, 34, configuration {q:?}");
        assert_eq!(by_tree.gradient_at(&q).unwrap(), one_by_one.gradient_at(&q).unwrap());
        let collides = by_tree.collides(&q).unwrap();
        assert_eq!(collides, one_by_one.collides(&q).unwrap());
        colliding += u32::from(collides == Some(true));
    }
    assert!((30..270).contains(&colliding), "{colliding} of 300 configurations collide");
}

#[test]
fn edges_among_many_bodies_are_answered_as_if_asked_one_by_one() {
    let (robot, world) = arm_in_a_crowd(35);
    let by_tree = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let one_by_one = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap().one_by_one();
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let (mut random, mut free) = (Random::new(36), 0);
    for round in 0..150 {
        let from = robot.random_configuration(&mut random);
        let to: Vec<f64> = from.iter().map(|q| q + random.between(-0.4, 0.4)).collect();
        let mode = [Mode::AnyHit, Mode::FirstHit, Mode::LeastClearance { tolerance: 1e-3 }][round % 3];
        let options = EdgeOptions { mode, margin: [0.0, 0.01][round % 2], ..EdgeOptions::default() };
        let path = Path::through(&[from.clone(), to.clone(), from.clone()], 3).unwrap();
        let all = [by_tree.edge(&from, &to, &options).unwrap(), by_tree.path(&path, &options)];
        let expected = [one_by_one.edge(&from, &to, &options).unwrap(), one_by_one.path(&path, &options)];
        for (found, expected) in all.iter().zip(&expected) {
            match (found, expected) {
                (Found::Free { lower, .. }, Found::Free { lower: other, .. }) => {
                    let sharp = (lower - other).abs() <= 1e-3 || round % 3 != 2;
                    assert!(*lower > 0.0 && sharp, "seeds 35, 36: {lower} and {other}");
                    for k in 0..=20 {
                        let x = f64::from(k) / 20.0;
                        let q: Vec<f64> = from.iter().zip(&to).map(|(a, b)| a + x * (b - a)).collect();
                        let nearest = by_tree.nearest(&q).unwrap().unwrap().0;
                        assert!(*lower <= nearest.bounds.upper, "seeds 35, 36: {lower} at {q:?}");
                        assert_eq!(clearance.collides(&q).unwrap(), Some(false));
                    }
                    free += 1;
                }
                (Found::Hit(found), Found::Hit(other)) => {
                    let first = round % 3 == 1;
                    let overlap = found.time.lower <= other.time.upper && other.time.lower <= found.time.upper;
                    assert!(!first || overlap, "seeds 35, 36: {found:?} {other:?}");
                }
                other => panic!("seeds 35, 36: {from:?} to {to:?} with {options:?}: {other:?}"),
            }
        }
        assert_eq!(by_tree.nearest(&from), one_by_one.nearest(&from));
        let names = |checker: &Checker| {
            checker.near(&from, 0.4).unwrap().into_iter().map(|near| near.names).collect::<Vec<_>>()
        };
        assert_eq!(names(&by_tree), names(&one_by_one));
    }
    assert!((60..240).contains(&free), "{free} of 300 are free");
}

#[test]
fn a_margin_between_a_link_and_a_body_takes_the_place_of_the_sum() {
    let (robot, world) = arm_in_a_crowd(37);
    let clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let count = clearance.stage.world.len();
    let pair = |link: usize, body: usize| clearance.stage.place_with_world([link - 1, body]);
    assert_eq!(
        [(3, 11), (3, 10), (2, 11), (2, 10)].map(|(link, body)| clearance.margin(pair(link, body))),
        [0.3, 0.03, 0.0, 0.02]
    );
    // Body 7 is allowed to touch link two, and a rule leaves body 12 out for it.
    assert_eq!(clearance.pair_count(), 1 + 3 * count - 2);
    assert_eq!(Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap().pair_count(), 1 + 3 * count - 2);
    assert!(clearance.has_margins());
}
