//! Random trajectories of random robots with tubes, among bodies that move and may be off, against samples of all of
//! them.
//!
//!     cargo run --release -p clearance-robot --example random_trajectories -- COUNT SAMPLES [SEED]
//!
//! COUNT trajectories, each with SAMPLES configurations inside its tube and its boxes where it is proven free, and
//! before the first contact where it is not. Each hit is computed again. The exit status is 1 if any sample contradicts
//! an answer.

mod sampled;

use std::process::ExitCode;
use std::time::Instant;

use clearance_robot::random::Random;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (count, samples, seed) = match numbers[..] {
        [count, samples] => (count, samples, 1),
        [count, samples, seed] => (count, samples, seed),
        _ => {
            eprintln!("usage: random_trajectories COUNT SAMPLES [SEED]");
            return ExitCode::from(2);
        }
    };
    let (mut random, begin) = (Random::new(seed), Instant::now());
    let mut tally = sampled::Tally { nearest: f64::INFINITY, ..sampled::Tally::default() };
    (0..count).for_each(|_| sampled::trial(&mut random, samples, &mut tally));
    println!("{tally:?} in {:.1} s", begin.elapsed().as_secs_f64());
    ExitCode::from(u8::from(tally.contradictions > 0))
}
