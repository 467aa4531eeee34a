//! `adversarial SECONDS [SEED]`: checks hulls of random adversarial sets for a time.

use std::time::{Duration, Instant};

use clearance_fuzz::check_hull;
use clearance_fuzz::make::{KINDS, Random, points};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [seconds, rest @ ..] = numbers.as_slice() else {
        eprintln!("usage: adversarial SECONDS [SEED]");
        std::process::exit(2);
    };
    let seed = rest.first().copied().unwrap_or(1);
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let end = Instant::now() + Duration::from_secs(*seconds);
    let mut counts = [0u64; KINDS.len()];
    while Instant::now() < end {
        let kind = random.below(KINDS.len() as u64) as usize;
        check_hull(&points(kind, &mut random));
        counts[kind] += 1;
    }
    println!("seed {seed}: {} sets checked", counts.iter().sum::<u64>());
    for (kind, count) in KINDS.iter().zip(counts) {
        println!("{count:9} {kind}");
    }
}
