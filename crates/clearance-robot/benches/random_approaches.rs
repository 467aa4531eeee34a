//! Closest approaches of random motions against dense samples with local minimisation: robots with tubes among bodies
//! that move, and pairs of bodies.
//!
//!     cargo run --release -p clearance-robot --example random_approaches -- COUNT SAMPLES [SEED]
//!
//! COUNT motions, every other one of a robot, each with SAMPLES configurations. No sample may be below the lower bound,
//! and the upper bound must be attained at the time and the configuration that are given. The exit status is 1 if one
//! of them contradicts an answer.

#[allow(dead_code, reason = "trials of other programs")]
mod sampled;

use std::process::ExitCode;

use clearance::query::ApproachOptions as PairOptions;
use clearance::query::motion::LinearMotion;
use clearance::{Capsule, Pose3, Rotor3, Shape3};
use clearance_robot::edge::ApproachOptions;
use clearance_robot::random::Random;
use clearance_robot::{Execution, Workcell};
use clearance_world::{Body, MovingBodies};
use cpu_time::ProcessTime;

use sampled::space::{Rigid, add, segments, vec3};
use sampled::world::World;

/// Rounding of the sampler itself, metres: its chains have at most six joints of a metre.
const ROUNDING: f64 = 1e-11;

/// Halvings of the step of the local minimisation.
const HALVINGS: u32 = 12;

/// What became of the motions.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    robots: u64,
    pairs: u64,
    /// With a tube or a box.
    loose: u64,
    /// In contact.
    touching: u64,
    /// Without bounds as near as asked for.
    open: u64,
    samples: u64,
    contradictions: u64,
    /// The least that was sampled above a lower bound that is as near as asked for.
    nearest: f64,
}

impl Tally {
    /// Compares samples with bounds: on a grid of times, then nearer and nearer to the least one.
    fn compare(&mut self, [lower, upper]: [f64; 2], mut at: impl FnMut(f64) -> f64, count: u64) -> bool {
        let mut nearest = |(best, least): (f64, f64), time: f64| {
            let found = at(time);
            self.samples += 1;
            if found < least { (time, found) } else { (best, least) }
        };
        let grid = (0..=count).map(|k| k as f64 / count as f64);
        let (mut best, mut least) = grid.fold((0.0, f64::INFINITY), &mut nearest);
        let mut step = 1.0 / count as f64;
        for _ in 0..HALVINGS {
            step *= 0.5;
            let beside = [best - step, best + step].map(|time| time.clamp(0.0, 1.0));
            (best, least) = beside.into_iter().fold((best, least), &mut nearest);
        }
        if upper - lower <= 2e-6 {
            self.nearest = self.nearest.min(least - lower);
        }
        let is_contradicted = least < lower - ROUNDING;
        self.contradictions += u64::from(is_contradicted);
        is_contradicted
    }
}

/// A robot that executes a trajectory, with what may deviate.
fn robot(random: &mut Random, samples: u64, tally: &mut Tally) {
    let world = World::random(random);
    let trajectory = world.trajectory();
    let cell = Workcell::new(world.robot(), &world.obstacles()).expect("names of their own");
    let execution = Execution::new(&cell, &trajectory).expect("a trajectory");
    // Deviations in many directions end at the number of intervals.
    let options = ApproachOptions { max_intervals: 2_000, ..ApproachOptions::default() };
    let Some(found) = execution.closest_approach(&options).expect("an answer") else { return };
    tally.robots += 1;
    tally.loose += u64::from(world.is_loose());
    tally.touching += u64::from(found.least.upper <= 0.0);
    tally.open += u64::from(!found.complete);
    let [start, end] = trajectory.span();
    let at = |x: f64| world.sampled(start + x * (end - start), random);
    if tally.compare([found.least.lower, found.least.upper], at, samples) {
        println!("contradiction: {found:?} of {world:?}");
    }
    let bodies: Vec<_> = found.bodies.iter().map(|(_, pose)| Rigid::of(pose)).collect();
    let least = world.least(&found.values, &bodies);
    // Where cores meet, the sampler does not know how deep.
    let is_attained = least <= found.least.upper.max(-2.0 * sampled::world::RADIUS) + ROUNDING;
    if !is_attained || !world.holds(found.time, &found.values, &bodies) {
        tally.contradictions += 1;
        println!("not attained: {least:e} at {found:?} of {world:?}");
    }
}

/// A capsule with a motion at constant rates.
struct Flight {
    core: [[f64; 3]; 2],
    radius: f64,
    first: Pose3<f64>,
    way: [f64; 3],
    turn: [f64; 3],
}

impl Flight {
    fn random(random: &mut Random) -> Self {
        let mut vector = |far: f64| [0, 1, 2].map(|_| random.between(-far, far));
        let (core, place, way) = ([vector(0.6), vector(0.6)], vector(1.5), vector(2.0));
        let turn = vector(1.7);
        let rotor = Rotor3::from_wxyz([0, 1, 2, 3].map(|_| random.between(-1.0, 1.0))).expect("not zero");
        let first = Pose3::new(rotor, vec3(place)).expect("finite");
        Flight { core, radius: random.between(0.02, 0.3), first, way, turn }
    }

    fn body(&self) -> Body<clearance::Vec3<f64>> {
        let [a, b] = self.core.map(vec3);
        Body::new(Shape3::from(Capsule::between(a, b, self.radius).expect("a capsule")))
    }

    fn motion(&self) -> LinearMotion<clearance::Vec3<f64>> {
        LinearMotion::new(self.first, vec3(self.way), vec3(self.turn)).expect("less than half a turn")
    }

    fn core_at(&self, time: f64) -> [[f64; 3]; 2] {
        let first = Rigid::of(&self.first);
        let turned = Rigid::turned(self.turn.map(|x| time * x), [0.0; 3]);
        let turned = turned.then(&Rigid { translation: [0.0; 3], ..first });
        let place = add(first.translation, self.way.map(|x| time * x));
        self.core.map(|point| add(turned.vector(point), place))
    }
}

/// Two capsules that fly.
fn pair(random: &mut Random, samples: u64, tally: &mut Tally) {
    let (a, b) = (Flight::random(random), Flight::random(random));
    let (bodies, motions) = ([a.body(), b.body()], [a.motion(), b.motion()]);
    let moving = MovingBodies::new((&bodies[0], &motions[0]), (&bodies[1], &motions[1]));
    let found = moving.closest_approach(&PairOptions::default()).expect("convex bodies");
    tally.pairs += 1;
    tally.touching += u64::from(found.least.upper <= 0.0);
    tally.open += u64::from(!found.complete);
    let at = |time: f64| segments(a.core_at(time), b.core_at(time)) - a.radius - b.radius;
    if tally.compare([found.least.lower, found.least.upper], at, samples) {
        println!("contradiction: {found:?} of {:?} and {:?}", motions[0], motions[1]);
    }
    let attained = at(found.time);
    if attained > found.least.upper.max(-a.radius - b.radius) + ROUNDING {
        tally.contradictions += 1;
        println!("not attained: {attained:e} at {found:?} of {:?} and {:?}", motions[0], motions[1]);
    }
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (count, samples, seed) = match numbers[..] {
        [count, samples] => (count, samples, 1),
        [count, samples, seed] => (count, samples, seed),
        _ => {
            eprintln!("usage: random_approaches COUNT SAMPLES [SEED]");
            return ExitCode::from(2);
        }
    };
    let (mut random, begin) = (Random::new(seed), ProcessTime::now());
    let mut tally = Tally { nearest: f64::INFINITY, ..Tally::default() };
    for trial in 0..count {
        if trial % 2 == 0 { robot(&mut random, samples, &mut tally) } else { pair(&mut random, samples, &mut tally) }
    }
    println!("{tally:?} in {:.1} s", begin.elapsed().as_secs_f64());
    ExitCode::from(u8::from(tally.contradictions > 0))
}
