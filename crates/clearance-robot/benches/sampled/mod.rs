//! Random trajectories of random robots among moving bodies, sampled densely by kinematics of their own: nothing here
//! is shared with the proofs but the robot's and the scene's numbers. Links and bodies are capsules, whose distances
//! are those of segments.

pub mod space;
pub mod world;

use clearance_robot::edge::{EdgeOptions, Found, Mode};
use clearance_robot::random::Random;
use clearance_robot::{Execution, Workcell};

use world::World;

/// What became of a trajectory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Proven free, hit, undecided.
    pub free: u64,
    pub hit: u64,
    pub undecided: u64,
    /// With a tube or a box.
    pub loose: u64,
    /// Hits with joints or bodies off.
    pub off: u64,
    /// Configurations that were sampled.
    pub configurations: u64,
    /// Those that contradict an answer.
    pub contradictions: u64,
    /// The least distance above a proven bound that was sampled.
    pub nearest: f64,
}

/// Rounding of the sampler itself, metres: its chains have at most six joints of a metre.
const ROUNDING: f64 = 1e-11;

/// Asks about a random trajectory, and samples some configurations of it.
pub fn trial(random: &mut Random, samples: u64, tally: &mut Tally) {
    let world = World::random(random);
    let trajectory = world.trajectory();
    let cell = Workcell::new(world.robot(), &world.obstacles()).expect("names of their own");
    let execution = Execution::new(&cell, &trajectory).expect("a trajectory");
    let options = EdgeOptions { mode: Mode::FirstHit, max_intervals: 4_000, ..EdgeOptions::default() };
    let found = execution.check(&options).expect("an answer");
    tally.loose += u64::from(world.is_loose());
    let [start, end] = trajectory.span();
    let mut sampled = |until: f64, above: f64, tally: &mut Tally| {
        for k in 0..samples {
            // A grid of times, and errors at random, half of them at corners.
            let time = start + (until - start) * (k as f64 + 0.5) / samples as f64;
            let least = world.sampled(time, random);
            tally.configurations += 1;
            tally.nearest = tally.nearest.min(least - above);
            if least < above - ROUNDING {
                tally.contradictions += 1;
                println!("contradiction: {least:e} below {above:e} at {time} s of {world:?}");
            }
        }
    };
    match found {
        Found::Free { lower, .. } => {
            tally.free += 1;
            sampled(end, lower, tally);
        }
        Found::Hit(contact) => {
            tally.hit += 1;
            tally.off += u64::from(contact.off);
            if contact.time.lower > start {
                sampled(contact.time.lower, 0.0, tally);
            }
            let bodies: Vec<_> = contact.bodies.iter().map(|(_, pose)| space::Rigid::of(pose)).collect();
            let least = world.least(&contact.values, &bodies);
            tally.configurations += 1;
            // A piece of constant jerk is at its time to rounding.
            if least > ROUNDING || !world.holds(contact.time.upper, &contact.values, &bodies) {
                tally.contradictions += 1;
                println!("no contact: {least:e} at {contact:?} of {world:?}");
            }
        }
        Found::Undecided(contact) => {
            tally.undecided += 1;
            println!("undecided: {contact:?}");
        }
        Found::Violated(_) => {}
    }
}
