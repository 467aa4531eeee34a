//! Booleans of generated polytopes where they are hardest, each judged by a certificate that integers of another
//! library verify.
//!
//! `cargo run --release -p clearance-testkit --example booleans -- [CASES] [SEED]`: 100 000 cases by default. For each
//! family: how many were wrong, how often floats left the decision to exact arithmetic, and what a query took then.

use std::time::Instant;

use clearance::Status;
use clearance::query::{Event, Pair, certify, intersects};
use clearance_testkit::touching::{Contact, FAMILIES, Family};
use rayon::prelude::*;

/// What came of one family.
#[derive(Clone, Debug, Default)]
struct Tally {
    cases: u64,
    wrong: u64,
    statuses: [u64; 3],
    exact: u64,
    /// Nanoseconds of signed distances that floats decided, and of those that exact arithmetic had to.
    times: [Vec<u64>; 2],
}

impl Tally {
    fn merge(mut self, other: Tally) -> Tally {
        self.cases += other.cases;
        self.wrong += other.wrong;
        self.exact += other.exact;
        (0..3).for_each(|i| self.statuses[i] += other.statuses[i]);
        let [mut float, mut exact] = other.times;
        self.times[0].append(&mut float);
        self.times[1].append(&mut exact);
        self
    }
}

fn judge(family: Family, seed: u64) -> Tally {
    let Contact { a, b, b_in_a, lattice } = Contact::random(family, seed);
    let still = clearance::Pose3::IDENTITY;
    let certificate = certify((&a, &still), (&b, &b_in_a)).expect("polytopes have certificates");
    let mut tally = Tally { cases: 1, ..Tally::default() };
    let start = Instant::now();
    let mut exact = false;
    let watch = |event: Event<'_, _>| exact |= matches!(event, Event::Decided);
    let found = Pair::new(&a, &b, &b_in_a).observed(watch);
    tally.times[usize::from(exact)].push(start.elapsed().as_nanos() as u64);
    tally.exact = u64::from(exact);
    let meets = intersects(&a, &b, &b_in_a);
    match lattice.verify(&certificate, 3) {
        Ok(status) if found.status == status && found.proven && meets == (status != Status::Separated) => {
            tally.statuses[status as usize] = 1;
        }
        verdict => {
            tally.wrong = 1;
            eprintln!("{family:?} {seed}: {verdict:?}, {meets}, {found:?}");
        }
    }
    tally
}

fn main() {
    let argument = |i: usize, default: u64| {
        std::env::args().nth(i).map_or(default, |text| text.parse().expect("booleans [CASES] [SEED]: whole numbers"))
    };
    let (cases, seed) = (argument(1, 100_000), argument(2, 1));
    println!(
        "family, cases, wrong, separated/touching/overlapping, left to exact arithmetic, its time median/worst, floats' median"
    );
    for family in FAMILIES {
        let part = cases / FAMILIES.len() as u64;
        let one = |index: u64| judge(family, seed << 40 ^ index);
        let mut tally = (0..part).into_par_iter().map(one).reduce(Tally::default, Tally::merge);
        tally.times.iter_mut().for_each(|times| times.sort_unstable());
        let median = |times: &[u64]| times.get(times.len() / 2).map_or(0.0, |&t| t as f64 / 1e3);
        let [floats, exact] = &tally.times;
        let worst = exact.last().map_or(0.0, |&t| t as f64 / 1e3);
        let [separated, touching, overlapping] = tally.statuses;
        println!(
            "{family:?}, {}, {}, {separated}/{touching}/{overlapping}, {:.1} %, {:.1}/{worst:.1} us, {:.2} us",
            tally.cases,
            tally.wrong,
            100.0 * tally.exact as f64 / tally.cases as f64,
            median(exact),
            median(floats),
        );
    }
}
