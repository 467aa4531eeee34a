//! Judges random pairs by the contract, by agreement and by the oracles, and prints a table by family. Fails if one
//! breaks any of them.
//!
//! `cargo run --release -p clearance-testkit --example fuzz -- --pairs 1000000 --seed 7 [--oracle-every 20] [--failures
//! FILE]`

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use clearance::{Options, Real, Vec2, Vec3};
use clearance_testkit::contract::Violation;
use clearance_testkit::make::World;
use clearance_testkit::pairs::Pair;
use clearance_testkit::trial::Trial;
use rayon::prelude::*;

/// Support evaluations of branch and bound for one pair.
const EVALUATIONS: usize = 3_000;

struct Settings {
    pairs: u64,
    seed: u64,
    oracle_every: u64,
    failures: Option<Mutex<File>>,
}

/// The worst of one family.
#[derive(Clone, Debug, Default)]
struct Row {
    pairs: u64,
    panics: u64,
    broken: BTreeMap<&'static str, u64>,
    judged: u64,
    wrong_status: u64,
    unproven: u64,
    excluded: u64,
    width: f64,
    outside: f64,
    identity: f64,
}

impl Row {
    fn note(&mut self, result: Result<(), Violation>) {
        if let Err(violation) = result {
            *self.broken.entry(violation.clause).or_default() += 1;
        }
    }

    fn merge(mut self, other: Row) -> Row {
        self.pairs += other.pairs;
        self.panics += other.panics;
        self.judged += other.judged;
        self.wrong_status += other.wrong_status;
        self.unproven += other.unproven;
        self.excluded += other.excluded;
        self.width = self.width.max(other.width);
        self.outside = self.outside.max(other.outside);
        self.identity = self.identity.max(other.identity);
        for (clause, count) in other.broken {
            *self.broken.entry(clause).or_default() += count;
        }
        self
    }
}

fn main() {
    let settings = settings();
    println!("seed {}, {} pairs for each line of dimension and precision", settings.seed, settings.pairs);
    let wrong = table::<Vec3<f64>>("3d f64", &settings)
        + table::<Vec2<f64>>("2d f64", &settings)
        + table::<Vec3<f32>>("3d f32", &settings)
        + table::<Vec2<f32>>("2d f32", &settings);
    println!("\n{} pairs, {wrong} wrong", 4 * settings.pairs);
    std::process::exit(i32::from(wrong > 0));
}

fn settings() -> Settings {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| arguments.iter().position(|a| a == name).and_then(|i| arguments.get(i + 1)).cloned();
    let number = |name: &str, default: u64| after(name).map_or(default, |text| text.parse().expect("a number"));
    Settings {
        pairs: number("--pairs", 100_000),
        seed: number("--seed", 1),
        oracle_every: number("--oracle-every", 20).max(1),
        failures: after("--failures").map(|path| Mutex::new(File::create(path).expect("a file to write"))),
    }
}

/// Prints the rows of all families; how many panics, broken clauses and wrong statuses there are.
fn table<V: World>(title: &str, settings: &Settings) -> u64 {
    let rows = (0..settings.pairs)
        .into_par_iter()
        .map(|index| judge::<V>(settings, index))
        .fold(BTreeMap::new, |mut rows: BTreeMap<String, Row>, (families, row)| {
            for family in families {
                let known = rows.remove(&family).unwrap_or_default();
                rows.insert(family, known.merge(row.clone()));
            }
            rows
        })
        .reduce(BTreeMap::new, |mut rows, other| {
            for (family, row) in other {
                let known = rows.remove(&family).unwrap_or_default();
                rows.insert(family, known.merge(row));
            }
            rows
        });
    println!(
        "\n{title:<14} {:>8} {:>6} {:>8} {:>6} {:>8} {:>7} {:>9} {:>9} {:>9}  broken clauses",
        "pairs", "panics", "judged", "wrong", "unproven", "excl.", "width/S", "outside/S", "identity/S"
    );
    let mut wrong = 0;
    for (family, row) in rows {
        // A pair is in a row of its regime and in one of its nature.
        if family.starts_with('~') {
            wrong += row.panics + row.wrong_status + row.broken.values().sum::<u64>();
        }
        let broken: Vec<_> = row.broken.iter().map(|(clause, count)| format!("{count} x {clause}")).collect();
        println!(
            "{family:<14} {:>8} {:>6} {:>8} {:>6} {:>8} {:>7} {:>9.1e} {:>9.1e} {:>9.1e}  {}",
            row.pairs,
            row.panics,
            row.judged,
            row.wrong_status,
            row.unproven,
            row.excluded,
            row.width,
            row.outside,
            row.identity,
            broken.join("; ")
        );
    }
    wrong
}

fn judge<V: World>(settings: &Settings, index: u64) -> (Vec<String>, Row) {
    let pair = Pair::random(settings.seed, index, V::DIM);
    let curved = |kind: &str| !matches!(kind, "point" | "segment" | "triangle" | "box" | "hull" | "sphere" | "capsule");
    let nature = if curved(pair.a.shape.kind()) || curved(pair.b.shape.kind()) { "curved" } else { "polytopes" };
    let families = vec![format!("{:?}", pair.regime), format!("~{nature}")];
    let oracle = index.is_multiple_of(settings.oracle_every);
    let judged = catch_unwind(AssertUnwindSafe(|| row_of::<V>(&pair, oracle)));
    let row = judged.unwrap_or_else(|_| Row { panics: 1, ..Row::default() });
    if let (Some(file), true) = (&settings.failures, row.panics > 0 || !row.broken.is_empty()) {
        let reasons: Vec<_> = row.broken.keys().collect();
        let mut file = file.lock().expect("no writer panics");
        writeln!(file, "{reasons:?}\t{}", pair.to_line(settings.seed, index)).expect("a file to write");
    }
    (families, Row { pairs: 1, ..row })
}

fn row_of<V: World>(pair: &Pair, oracle: bool) -> Row {
    let trial = Trial::<V>::new(pair);
    let answer = trial.answer(&Options::default());
    let mut row = Row { unproven: u64::from(!answer.proven), ..Row::default() };
    let contract = trial.check_contract();
    row.note(contract.clone().map(|_| ()));
    row.note(trial.check_agreement());
    if oracle {
        let truth = trial.truth(EVALUATIONS);
        let verdict = truth.check(&answer);
        row.excluded = u64::from(verdict.is_err());
        row.wrong_status = u64::from(truth.status().is_some_and(|status| status != answer.status));
        row.judged = 1;
        row.note(verdict);
    }
    if let Ok(certificate) = contract {
        row.width = answer.bounds.width().to_f64() / certificate.size;
        row.outside = certificate.outside / certificate.size;
        row.identity = certificate.identity / certificate.size;
    }
    row
}
