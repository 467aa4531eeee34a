//! How wide the answers about twins are, by family: the widest enclosure, the witness point farthest outside, and how
//! far an answer and its exchange differ, all relative to the size.
//!
//! `cargo run --release -p clearance-testkit --example twins -- [PAIRS] [SEED] [FAMILY]`

use std::time::Instant;

use clearance::{Options, Real, Vec3, query};
use clearance_testkit::contract::Referee;
use clearance_testkit::make::body;
use clearance_testkit::trial::Trial;
use clearance_testkit::twins::{FAMILIES, twins};

type V = Vec3<f64>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| arguments.get(i).map_or(default, |text| text.parse().expect("a number"));
    let (count, seed) = (number(0, 200), number(1, 20_261_123));
    println!(
        "seed {seed}, {count} pairs a family\n{:<14} {:>9} {:>6} {:>9} {:>6} {:>9} {:>9} {:>9} {:>7}",
        "family", "width/S", ">1e-10", "outside/S", ">1e-13", "swap/S", "at", "mean us", "max us"
    );
    for family in FAMILIES.into_iter().filter(|f| arguments.get(2).is_none_or(|only| only == f)) {
        let (mut width, mut outside, mut swap, mut wide, mut out) = (0.0f64, 0.0f64, 0.0f64, 0, 0);
        let (mut at, mut total, mut longest) = (0, 0.0, 0.0f64);
        for index in 0..count {
            let (pair, _) = twins(family, seed, index);
            let trial = Trial::<V>::new(&pair);
            let started = Instant::now();
            let answer = trial.answer(&Options::default());
            let spent = started.elapsed().as_secs_f64() * 1e6;
            (total, longest) = (total + spent, longest.max(spent));
            let referee = Referee::new(&pair.a, &pair.b, 3);
            let size = referee.size();
            let (a, b) = (body::<V>(&pair.a).expect("a body"), body::<V>(&pair.b).expect("a body"));
            let swapped = query::Pair::in_world((&b.0, &b.1), (&a.0, &a.1)).signed_distance();
            let gap = (answer.signed_distance - swapped.signed_distance).abs() / size;
            let wide_by = answer.bounds.width().to_f64() / size;
            let judged = referee.check_bounds(&answer);
            let out_by = judged.as_ref().map_or(f64::INFINITY, |certificate| certificate.outside / size);
            if let Err(reason) = &judged {
                println!("  {family}/{index}: {reason}");
            }
            if wide_by > width {
                (width, at) = (wide_by, index);
            }
            (outside, swap) = (outside.max(out_by), swap.max(gap));
            wide += u32::from(wide_by > 1e-10);
            out += u32::from(out_by > 1e-13);
        }
        let mean = total / count as f64;
        println!(
            "{family:<14} {width:>9.1e} {wide:>6} {outside:>9.1e} {out:>6} {swap:>9.1e} {at:>9} {mean:>9.0} {longest:>7.0}"
        );
    }
}
