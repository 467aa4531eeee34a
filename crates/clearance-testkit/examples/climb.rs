//! A directed search for the worst answers: changes one choice of a pair at a time and keeps what makes it worse, by
//! the width of the bounds, by how far witness points are outside, by how far the normal is from proving the bound, by
//! the generators of the gradient, and by the time of a query. Prints the worst of each with its pair, and fails if one
//! is above its limit.
//!
//! `cargo run --release -p clearance-testkit --example climb -- [MINUTES] [SEED] [FAMILY]`

use std::time::{Duration, Instant};

use clearance::Vec3;
use clearance_testkit::directed::{FAMILIES, directed};
use clearance_testkit::flaws::Flaws;
use clearance_testkit::pairs::Pair;
use clearance_testkit::random::Random;

/// What is driven up, and the most that it may be: parts of the size, and seconds.
const GOALS: [(&str, f64); 5] =
    [("width", 1e-10), ("outside", 1e-13), ("normal", 1e-13), ("gradient", 1e-13), ("seconds", 0.05)];

/// The choices of a pair: more than any family takes.
const CHOICES: usize = 96;

/// Steps from one start without a worse answer before another start.
const PATIENCE: u32 = 60;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| arguments.get(i).map_or(default, |text| text.parse().expect("a number"));
    let (minutes, seed) = (number(0, 1), number(1, 1));
    let families: Vec<&str> =
        FAMILIES.into_iter().filter(|family| arguments.get(2).is_none_or(|only| only == family)).collect();
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let mut random = Random::new(seed);
    let mut worst: [(f64, Option<Pair>); GOALS.len()] = std::array::from_fn(|_| (0.0, None));
    let mut pairs = 0;
    for climb in 0.. {
        if Instant::now() > end {
            break;
        }
        let family = families[climb % families.len()];
        let goal = climb / families.len() % GOALS.len();
        let mut choices: Vec<u64> = (0..CHOICES).map(|_| random.bits()).collect();
        let mut best = f64::NEG_INFINITY;
        let mut patience = PATIENCE;
        while patience > 0 && Instant::now() < end {
            let mut changed = choices.clone();
            if best > f64::NEG_INFINITY {
                change(&mut changed, &mut random);
            }
            let bytes: Vec<u8> = changed.iter().flat_map(|choice| choice.to_le_bytes()).collect();
            let pair = directed(family, &mut Random::reading(&bytes));
            pairs += 1;
            let found = values(&pair);
            for (most, &value) in worst.iter_mut().zip(&found) {
                if value > most.0 {
                    *most = (value, Some(pair.clone()));
                }
            }
            if found[goal] > best {
                (best, choices, patience) = (found[goal], changed, PATIENCE);
            } else {
                patience -= 1;
            }
        }
    }
    println!("seed {seed}, {pairs} pairs in {minutes} minutes");
    let mut is_above = false;
    for ((name, most), (value, pair)) in GOALS.into_iter().zip(&worst) {
        let mark = if *value > most { "above" } else { "within" };
        is_above |= *value > most;
        println!("{name:<9} {value:>9.1e}, {mark} {most:e}");
        if let Some(pair) = pair {
            println!("  {}", pair.to_line(seed, 0));
        }
    }
    std::process::exit(i32::from(is_above));
}

/// Another number for one choice, or one near it.
fn change(choices: &mut [u64], random: &mut Random) {
    let place = random.below(48);
    let near = (random.bits() as i64) >> (4 + random.below(48));
    choices[place] = if random.once_in(3) { random.bits() } else { choices[place].wrapping_add_signed(near) };
}

/// In the order of [`GOALS`]; what the width of the bounds explains of a gradient is none of its faults.
fn values(pair: &Pair) -> [f64; GOALS.len()] {
    let Some(flaws) = Flaws::of::<Vec3<f64>>(pair) else { return [0.0; GOALS.len()] };
    let normal = flaws.excess.max(flaws.askew - flaws.width);
    [flaws.width, flaws.outside, normal, flaws.gradient - flaws.width, flaws.seconds]
}
