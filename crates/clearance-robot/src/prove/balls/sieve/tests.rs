use clearance::{Axial, Ball, Capsule, Cuboid, Cylinder, Halfspace, Polytope, Pose3, Rotor3, Shape3, Vec3, Vector};
use clearance_world::Body;

use super::*;
use crate::cell::balls::chain::tests::robot;
use crate::cell::workcell::Workcell;
use crate::prove::time::{Checker, EdgeOptions, Found, Mode};
use crate::random::Random;
use crate::{Obstacle, RobotClearance};

/// Bodies of all kinds that lanes know, and of one for which a box stands, around the robot.
fn world(random: &mut Random) -> Vec<Obstacle> {
    let mut all = Vec::new();
    for i in 0..5 {
        let rotor = Rotor3::from_wxyz(core::array::from_fn(|_| random.between(-1.0, 1.0))).unwrap();
        let pose = Pose3::new(rotor, Vec3::from_fn(|_| random.between(-1.4, 1.4))).unwrap();
        let size = random.between(0.05, 0.25);
        let end = Vec3::new(0.0, 0.3 * size, 1.5 * size);
        let points: Vec<Vec3<f64>> = (0..8).map(|_| Vec3::from_fn(|_| random.between(-size, size))).collect();
        let shape: Shape3<f64> = match (i + random.below(2)) % 5 {
            0 => Ball::new(size).unwrap().into(),
            1 => Cuboid::from_half_extents(Vec3::new(size, 0.1 * size, 2.0 * size)).unwrap().into(),
            2 => Capsule::between(-end, end, 0.5 * size).unwrap().into(),
            3 => Cylinder::along(Axial { radius: size, half_length: 0.7 * size, axis: 2 }).unwrap().into(),
            _ => Polytope::new(&points).unwrap().into(),
        };
        let margin = if random.unit() < 0.3 { 0.02 } else { 0.0 };
        all.push(Obstacle { margin, ..Obstacle::new(format!("body {i}"), shape, pose) });
    }
    let floor = Halfspace::new(Vec3::new(0.1, 0.2, 1.0), random.between(-1.6, -1.0)).unwrap();
    all.push(Obstacle::of("floor", Body::halfspace(floor), Pose3::IDENTITY));
    all
}

/// What a sieve says of random edges, at each step of care, beside the proof and a fine grid.
#[test]
fn what_is_refused_is_not_free_and_what_is_accepted_is_no_deeper_than_the_finest_interval() {
    const SEED: u64 = 31;
    let mut robot = robot();
    robot.pad_named("l3", 0.01).unwrap();
    let mut random = Random::new(SEED);
    let (mut refused, mut accepted, mut wrong) = (0, 0, [0; 3]);
    for _ in 0..12 {
        let world = world(&mut random);
        let checker = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let mut sieve = Sieve::new(checker.stage(), Arc::new(BallChain::knowing(&robot, &Default::default())));
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        for _ in 0..25 {
            let from: Vec<f64> = (0..4).map(|_| random.between(-1.2, 1.2)).collect();
            let to: Vec<f64> = from.iter().map(|x| (x + random.between(-0.7, 0.7)).clamp(-1.2, 1.2)).collect();
            let options = EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() };
            let free = matches!(checker.edge(&from, &to, &options).unwrap(), Found::Free { .. });
            let at = |k: u32| -> Vec<f64> {
                from.iter().zip(&to).map(|(a, b)| a + f64::from(k) / 128.0 * (b - a)).collect()
            };
            let least = (0..=128).map(|k| clearance.at(&at(k)).unwrap().unwrap().bounds.lower).fold(1e9, f64::min);
            for care in 0..3 {
                let said = sieve.may_be_free(&from, &to, care).unwrap();
                assert!(said || !free, "seed {SEED}: {from:?} to {to:?} is free");
                if said {
                    let finest = Arc::new(BallChain::knowing(&robot, &Default::default())).reach
                        * FINEST
                        * 0.25f64.powi(care as i32);
                    assert!(least > -finest, "seed {SEED}: {from:?} to {to:?}: {least} below {finest}");
                }
                refused += u32::from(!said);
                accepted += u32::from(said && free);
                wrong[care as usize] += u32::from(said && !free);
            }
        }
    }
    // Mostly decided rightly, and the more so the more care is taken.
    assert!(refused > 200 && accepted > 200, "{refused} {accepted}");
    assert!(wrong[0] >= wrong[1] && wrong[1] >= wrong[2] && wrong[2] * 20 < refused, "{wrong:?}");
}

#[test]
fn a_pair_of_hulls_that_finer_shapes_stand_for_is_not_refused_by_balls_of_the_hull() {
    let mesh = crate::model::link_mesh::testing::robot(true);
    let pea =
        Obstacle::new("pea", Ball::new(0.03).unwrap(), Pose3::from_translation(Vec3::new(0.15, 0.2, 0.05)).unwrap());
    let hulls = Checker::new(&Workcell::new(&mesh, std::slice::from_ref(&pea)).unwrap()).unwrap();
    let closer = hulls.with_a_closer_look_at(&[&[0.0]]).unwrap();
    let mut sieves = [&hulls, &closer]
        .map(|checker| Sieve::new(checker.stage(), Arc::new(BallChain::knowing(&mesh, &Default::default()))));
    assert_eq!(sieves.each_mut().map(|sieve| sieve.may_be_free(&[-0.04], &[0.04], 2)), [Some(false), Some(true)]);
    assert_eq!(sieves[1].may_be_free(&[-0.04], &[0.9], 2), Some(false));
}
