//! A few shapes in many poses, by every query, judged against one another. Prints
//! each contradiction as a line of cases, and fails if there is one.
//!
//! `cargo run --release -p clearance-testkit --example swarm -- [MILLIONS OF QUERIES] [SEED]`

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use clearance::{Vec2, Vec3};
use clearance_testkit::make::World;
use clearance_testkit::swarm::{Asked, swarm};
use rayon::prelude::*;

/// For the poses of two shapes.
const TIME: Duration = Duration::from_millis(5);
/// Pairs of shapes in a round.
const PAIRS: u64 = 256;

fn main() {
    let arguments: Vec<u64> =
        std::env::args().skip(1).map(|text| text.parse().expect("a number: [MILLIONS OF QUERIES] [SEED]")).collect();
    let (millions, seed) = (arguments.first().copied().unwrap_or(1), arguments.get(1).copied().unwrap_or(1));
    let (started, mut all, mut round) = (Instant::now(), Asked::default(), 0);
    while all.queries < millions * 1_000_000 {
        for asked in [of::<Vec3<f64>>, of::<Vec3<f32>>, of::<Vec2<f64>>, of::<Vec2<f32>>].map(|of| of(seed, round)) {
            for (violation, pair) in &asked.violations {
                println!("{violation:?}\t{}", pair.to_line(seed, round));
            }
            all = all.and(asked);
        }
        round += 1;
    }
    println!(
        "seed {seed}: {} queries, {} answers undecided, {} poses judged in 106 bits, {} gradients by differences, {} violations, {:.0} s",
        all.queries,
        all.undecided,
        all.referred,
        all.differences,
        all.violations.len(),
        started.elapsed().as_secs_f64()
    );
    std::process::exit(i32::from(!all.violations.is_empty()));
}

fn of<V: World>(seed: u64, round: u64) -> Asked {
    let one = |index: u64| {
        // A panic names itself on standard error; the pair is named here.
        catch_unwind(AssertUnwindSafe(|| swarm::<V>(seed, index, TIME))).unwrap_or_else(|_| {
            println!("panic: seed {seed}, pair {index}");
            std::process::exit(1)
        })
    };
    (round * PAIRS..(round + 1) * PAIRS).into_par_iter().map(one).reduce(Asked::default, Asked::and)
}
