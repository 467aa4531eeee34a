//! Times of impact of random motions against a judge of its own, and a table by family.
//!
//! `cargo run --release -p clearance-testkit --example motions -- --motions 1000000 --seed 7`
//!
//! Missed: the boxes overlap before the bracket. False: they are apart where a contact is said to be proven. Both must
//! be 0.

use std::time::{Duration, Instant};

use clearance::query::Impact;
use clearance_testkit::course::{Mistake, answer, judge};
use clearance_testkit::courses::{FAMILIES, Family};
use clearance_testkit::random::Random;
use rayon::prelude::*;

#[derive(Clone, Copy, Default)]
struct Row {
    motions: u64,
    hits: u64,
    initial: u64,
    apart: u64,
    undecided: u64,
    missed: u64,
    wrong: u64,
    wide: u64,
    width: f64,
    evaluations: u64,
    most: u32,
    time: Duration,
}

impl Row {
    fn merge(self, other: Row) -> Row {
        Row {
            motions: self.motions + other.motions,
            hits: self.hits + other.hits,
            initial: self.initial + other.initial,
            apart: self.apart + other.apart,
            undecided: self.undecided + other.undecided,
            missed: self.missed + other.missed,
            wrong: self.wrong + other.wrong,
            wide: self.wide + other.wide,
            width: self.width.max(other.width),
            evaluations: self.evaluations + other.evaluations,
            most: self.most.max(other.most),
            time: self.time + other.time,
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| arguments.iter().position(|a| a == name).and_then(|i| arguments.get(i + 1));
    let number = |name: &str, default: u64| after(name).map_or(default, |text| text.parse().expect("a number"));
    let (motions, seed) = (number("--motions", 100_000), number("--seed", 1));
    println!("seed {seed}, {motions} motions");
    println!(
        "{:<10} {:>9} {:>9} {:>8} {:>9} {:>9} {:>6} {:>6} {:>9} {:>6} {:>9} {:>6} {:>8}",
        "family",
        "motions",
        "hits",
        "initial",
        "apart",
        "undecided",
        "missed",
        "false",
        "width",
        ">1e-8",
        "supports",
        "most",
        "us"
    );
    let mut all = Row::default();
    for family in FAMILIES {
        let each = motions / FAMILIES.len() as u64;
        let row = (0..each).into_par_iter().map(|i| row(family, seed, i)).reduce(Row::default, Row::merge);
        print(&format!("{family:?}"), &row);
        all = all.merge(row);
    }
    print("all", &all);
    std::process::exit(i32::from(all.missed + all.wrong > 0));
}

fn print(name: &str, row: &Row) {
    let count = row.motions.max(1) as f64;
    println!(
        "{name:<10} {:>9} {:>9} {:>8} {:>9} {:>9} {:>6} {:>6} {:>9.1e} {:>6} {:>9.1} {:>6} {:>8.2}",
        row.motions,
        row.hits,
        row.initial,
        row.apart,
        row.undecided,
        row.missed,
        row.wrong,
        row.width,
        row.wide,
        row.evaluations as f64 / count,
        row.most,
        row.time.as_secs_f64() * 1e6 / count
    );
}

fn row(family: Family, seed: u64, index: u64) -> Row {
    let courses = family.courses(&mut Random::new(seed << 32 ^ (family as u64) << 56 ^ index));
    let start = Instant::now();
    let found = answer(&courses);
    let mut row = Row { motions: 1, time: start.elapsed(), ..Row::default() };
    let evaluations = match &found {
        Impact::NoContact { iterations, .. } => *iterations,
        Impact::Hit(encounter) | Impact::Undecided(encounter) => encounter.iterations,
    };
    (row.evaluations, row.most) = (u64::from(evaluations), evaluations);
    match &found {
        Impact::Hit(encounter) => {
            row.hits = 1;
            row.initial = u64::from(encounter.initial);
            row.width = encounter.bracket.width();
            row.wide = u64::from(row.width > 1e-8);
        }
        Impact::NoContact { .. } => row.apart = 1,
        Impact::Undecided(_) => row.undecided = 1,
    }
    match judge(&courses, &found) {
        Ok(()) => {}
        Err(mistake) => {
            println!("seed {seed} {family:?} {index}: {mistake:?} in {found:?}\n{courses:?}");
            match mistake {
                Mistake::Missed(_) => row.missed = 1,
                Mistake::False(_) => row.wrong = 1,
            }
        }
    }
    row
}
