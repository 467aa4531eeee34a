//! How right answers are, by pair of shapes, precision and situation: what `docs/measured/accuracy.md` shows and
//! `tests/accuracy` guards.
//!
//! Errors and widths are counted in roundings of the pair's size `S`, its largest coordinate: 1 is `2⁻⁵³ S` in `f64`
//! and `2⁻²⁴ S` in `f32`. The error of a small polytope's or rounded polytope's distance is that against rational
//! arithmetic. Of other pairs it is the distance from what the answer's own normal and, if they are apart, its witness
//! points prove in 106 bits; no less than the answer misses the enclosure of branch and bound by.

use std::time::Instant;

use clearance::{Options, Real, Status, Vec3};

use crate::contract::Referee;
use crate::make::World;
use crate::number::{Number, Wide};
use crate::pairs::{Pair, Regime};
use crate::random::Random;
use crate::trial::Trial;
use crate::triple::Triple;

/// The pairs of kinds that are measured, of the kinds that are not combinations.
pub const PAIRS: [[&str; 2]; 12] = [
    ["box", "box"],
    ["hull", "hull"],
    ["triangle", "triangle"],
    ["sphere", "box"],
    ["capsule", "box"],
    ["capsule", "capsule"],
    ["cylinder", "cylinder"],
    ["cylinder", "box"],
    ["cone", "box"],
    ["ellipsoid", "ellipsoid"],
    ["ellipsoid", "box"],
    ["cone", "ellipsoid"],
];

/// The situations that are measured.
pub const SITUATIONS: [Regime; 7] =
    [Regime::Far, Regime::Near, Regime::Touch, Regime::Shallow, Regime::Deep, Regime::Flat, Regime::ExtremeScale];

/// Support evaluations of branch and bound for one pair.
const EVALUATIONS: usize = 300;

/// What was measured of one line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The kinds.
    pub kinds: [&'static str; 2],
    /// The situation.
    pub regime: Regime,
    /// Errors in increasing order, in roundings of the size.
    pub errors: Vec<f64>,
    /// Widths of the bounds in increasing order, in roundings of the size.
    pub widths: Vec<f64>,
    /// Times in increasing order, in seconds.
    pub times: Vec<f64>,
    /// Bounds that exclude the truth, or statuses that are proven and wrong.
    pub wrong: u64,
}

impl Row {
    /// The middle and the last of sorted numbers.
    pub fn median_and_worst(sorted: &[f64]) -> [f64; 2] {
        [sorted[sorted.len() / 2], sorted[sorted.len() - 1]]
    }
}

/// The first `count` pairs of a line of the table, the same in every run.
pub fn row<V: World>(kinds: [&'static str; 2], regime: Regime, count: u64) -> Row {
    let mut row = Row { kinds, regime, errors: Vec::new(), widths: Vec::new(), times: Vec::new(), wrong: 0 };
    for index in 0..count {
        let mut random = Random::new(index << 24 ^ 0xACC0 ^ (kinds[0].len() * 31 + kinds[1].len()) as u64);
        let pair = Pair::of(&mut random, regime, kinds, V::DIM);
        // Branch and bound, and the referee, work at ordinary sizes.
        let scale = if regime == Regime::ExtremeScale { extreme::<V>(index) } else { 1.0 };
        measure::<V>(&pair, scale, &mut row);
    }
    for sorted in [&mut row.errors, &mut row.widths, &mut row.times] {
        sorted.sort_by(f64::total_cmp);
    }
    row
}

/// A power of two to scale by: about 10⁻⁹⁰ to 10⁹⁰, and 10⁻⁹ to 10⁹ in single precision, besides the pair's own 10⁻¹²
/// to 10¹².
fn extreme<V: World>(index: u64) -> f64 {
    let reach = if V::Scalar::UNIT.to_f64() > f64::EPSILON { 6 } else { 60 };
    2f64.powi(5 * ((index * 7 % (2 * reach + 1)) as i32 - reach as i32))
}

fn measure<V: World>(pair: &Pair, scale: f64, row: &mut Row) {
    let scaled = Pair { a: pair.a.scaled(scale), b: pair.b.scaled(scale), ..pair.clone() };
    let single = V::Scalar::UNIT.to_f64() > f64::EPSILON;
    let ordinary = if single { pair.rounded_to_f32() } else { pair.clone() };
    let extreme = Trial::<V>::new(&scaled);
    let options = Options::default();
    extreme.answer(&options);
    let start = Instant::now();
    let found = extreme.answer(&options);
    row.times.push(start.elapsed().as_secs_f64());
    let back = |x: V::Scalar| Wide::new(x.to_f64() / scale);
    let referee = Referee::new(&ordinary.a, &ordinary.b, V::DIM);
    let rounding = V::Scalar::UNIT.to_f64() * referee.size();
    let distance = back(found.signed_distance);
    let truth = Trial::<V>::new(&ordinary).truth(EVALUATIONS);
    let missed = (truth.lower - distance).max(distance - truth.upper);
    let error = if truth.sign.is_some() {
        missed
    } else {
        let by_plane = (distance - referee.plane(Triple::from_vector(found.normal))).abs();
        let [witness_a, witness_b] = [found.witness_a, found.witness_b].map(Triple::<Wide>::from_vector);
        let between = (witness_b - witness_a).norm() * Wide::new(1.0 / scale);
        let apart = found.status == Status::Separated;
        missed.max(by_plane).max(if apart { (between - distance).abs() } else { by_plane })
    };
    let bounds = [found.bounds.lower, found.bounds.upper].map(back);
    row.wrong += u64::from(bounds[0] > truth.upper || truth.lower > bounds[1]);
    row.errors.push(error.value().max(0.0) / rounding);
    row.widths.push((bounds[1] - bounds[0]).value() / rounding);
}

/// Every line of the table in space with `count` pairs each, in the order of [`PAIRS`] and [`SITUATIONS`].
pub fn table<T: Real>(count: u64) -> Vec<Row>
where
    Vec3<T>: World,
{
    let lines = PAIRS.iter().flat_map(|&kinds| SITUATIONS.map(|regime| (kinds, regime)));
    lines.map(|(kinds, regime)| row::<Vec3<T>>(kinds, regime, count)).collect()
}
