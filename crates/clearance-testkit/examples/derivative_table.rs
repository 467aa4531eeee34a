//! Writes `docs/measured/derivatives.md`: how far derivatives are from differences, for every two kinds of shapes.
//!
//! `cargo run --release -p clearance-testkit --example derivative_table -- 5 > docs/measured/derivatives.md` judges
//! five pairs of every two kinds, in the plane and in space.

use clearance::{Vec2, Vec3};
use clearance_testkit::derivatives::{Misses, Smooth};
use clearance_testkit::differences::Displaced;
use clearance_testkit::pairs::{Pair, Regime};
use clearance_testkit::random::Random;
use clearance_testkit::shapes::kinds;
use clearance_testkit::survey::seed;
use rayon::prelude::*;

const REGIMES: [Regime; 5] = [Regime::Far, Regime::Near, Regime::Shallow, Regime::Deep, Regime::Nested];

/// The largest misses of some pairs, and how many were judged.
#[derive(Clone, Copy, Default)]
struct Worst {
    pairs: u32,
    smooth: u32,
    judged: u32,
    gradient: f64,
    second: f64,
    normal: f64,
    witness: f64,
}

impl Worst {
    fn count(mut self, found: Option<Misses>) -> Self {
        self.pairs += 1;
        let Some(found) = found else { return self };
        self.smooth += 1;
        self.judged += u32::from(found.gradient.is_some());
        self.gradient = self.gradient.max(found.gradient.unwrap_or(0.0));
        self.second = self.second.max(found.hessian.unwrap_or(0.0));
        self.normal = self.normal.max(found.normal.unwrap_or(0.0));
        self.witness = self.witness.max(found.witness.unwrap_or(0.0));
        self
    }
    fn merged(self, other: Self) -> Self {
        Worst {
            pairs: self.pairs + other.pairs,
            smooth: self.smooth + other.smooth,
            judged: self.judged + other.judged,
            gradient: self.gradient.max(other.gradient),
            second: self.second.max(other.second),
            normal: self.normal.max(other.normal),
            witness: self.witness.max(other.witness),
        }
    }
}

fn judged<V: Displaced>([a, b]: [&str; 2], each: u64) -> Worst {
    let mut random = Random::new(seed() ^ a.bytes().chain(b.bytes()).fold(7, |h, c| h * 131 + u64::from(c)));
    (0..each).fold(Worst::default(), |worst, i| {
        let regime = REGIMES[i as usize % REGIMES.len()];
        let pair = Pair::of(&mut random, regime, if i % 2 == 0 { [a, b] } else { [b, a] }, V::DIM);
        worst.count(Smooth::<V>::new(&pair).map(|smooth| smooth.misses()))
    })
}

fn table<V: Displaced>(each: u64) {
    let all = kinds(V::DIM);
    let cells: Vec<[usize; 2]> = (0..all.len()).flat_map(|i| (0..=i).map(move |j| [i, j])).collect();
    let found: Vec<Worst> = cells.par_iter().map(|&[i, j]| judged::<V>([all[i], all[j]], each)).collect();
    let total = found.iter().fold(Worst::default(), |sum, &cell| sum.merged(cell));
    println!("| | {} |", all.join(" | "));
    println!("|---|{}", "---|".repeat(all.len()));
    for i in 0..all.len() {
        let row = cells.iter().zip(&found).filter(|([row, _], _)| *row == i);
        let shown = |cell: &Worst| if cell.judged == 0 { "–".into() } else { format!("{:.0e}", cell.gradient) };
        let row: Vec<String> = row.map(|(_, cell)| shown(cell)).collect();
        println!("| {} | {}{} |", all[i], row.join(" | "), " | ".repeat(all.len() - 1 - i));
    }
    println!();
    println!(
        "{} pairs, {} of them differentiable, {} of which differences can judge. Largest misses: gradient {:.1e}, second \
         derivatives {:.1e}, derivatives of the normal {:.1e}, of the witness points {:.1e}.",
        total.pairs, total.smooth, total.judged, total.gradient, total.second, total.normal, total.witness
    );
}

fn main() {
    let each = std::env::args().nth(1).map_or(5, |text| text.parse().expect("how many pairs of every two kinds"));
    println!("# Derivatives against differences");
    println!();
    println!(
        "Written by `cargo run --release -p clearance-testkit --example derivative_table -- {each} > docs/measured/derivatives.md`, \
         seed {}.",
        seed()
    );
    println!();
    println!(
        "The largest relative difference between the gradient of the signed distance and central differences of the signed \
         distance (Ridders' extrapolation, trusted where its own estimate is below 1e-10 of the gradient), over {each} random \
         pairs of every two kinds: far, near, shallow, deep and nested. Second derivatives, and derivatives of normals and \
         witness points, are judged by differences of gradients, normals and witness points, relative to the largest entry or \
         to 1. Cores that are apart or overlap by less than 0.004 are not judged: their kink is within reach of the \
         differences' steps. A dash says that none of the pairs could be judged."
    );
    println!("\n## In space\n");
    table::<Vec3<f64>>(each);
    println!("\n## In the plane\n");
    table::<Vec2<f64>>(each);
}
