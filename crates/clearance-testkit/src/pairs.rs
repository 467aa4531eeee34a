//! Random pairs of bodies in every situation that has ever broken a collision library.
//!
//! Two support points along a common normal are put opposite to one another, so the pair has the wanted gap by
//! construction: apart by exactly that, up to rounding; or overlapping by no more.

use std::collections::BTreeMap;
use std::fmt;

use crate::case::{Case, Expect};
use crate::model::{Model, rotation};
use crate::random::Random;
use crate::shapes::{Form, ShapeSource, kinds};
use crate::spec::{BodySpec, PoseSpec, ShapeSpec};
use crate::triple::Triple;

/// A situation of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Regime {
    Far,
    Near,
    Touch,
    Shallow,
    Deep,
    Nested,
    Identical,
    Flat,
    Sliver,
    SizeRatio,
    ExtremeScale,
    FarFromOrigin,
    Lattice,
    Given,
}

/// All regimes that are drawn at random.
pub const REGIMES: [Regime; 13] = [
    Regime::Far,
    Regime::Near,
    Regime::Touch,
    Regime::Shallow,
    Regime::Deep,
    Regime::Nested,
    Regime::Identical,
    Regime::Flat,
    Regime::Sliver,
    Regime::SizeRatio,
    Regime::ExtremeScale,
    Regime::FarFromOrigin,
    Regime::Lattice,
];

/// Those in which differences judge gradients: the kinks of small and flat bodies are nearer than any step that
/// rounding allows.
pub const FAR_FROM_KINKS: [Regime; 5] = [Regime::Far, Regime::Near, Regime::Shallow, Regime::Deep, Regime::Nested];

/// Two posed shapes and where they come from.
#[derive(Clone, Debug)]
pub struct Pair {
    /// 2 or 3.
    pub dim: usize,
    /// The situation.
    pub regime: Regime,
    /// First body.
    pub a: BodySpec,
    /// Second body.
    pub b: BodySpec,
}

impl Pair {
    /// The pair number `index` of a seed, in 2 or 3 dimensions.
    pub fn random(seed: u64, index: u64, dim: usize) -> Pair {
        Pair::random_of(kinds(dim), seed, index, dim)
    }

    /// The pair number `index` of a seed of certain kinds.
    pub fn random_of(kinds: &[&str], seed: u64, index: u64, dim: usize) -> Pair {
        let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ index);
        let regime = random.pick(&REGIMES);
        let kind = [random.pick(kinds), random.pick(kinds)];
        Pair::of(&mut random, regime, kind, dim)
    }

    /// A random pair of two kinds in a situation.
    pub fn of(random: &mut Random, regime: Regime, [kind_a, kind_b]: [&str; 2], dim: usize) -> Pair {
        let form = match regime {
            Regime::Flat => Form::Flat,
            Regime::Sliver => Form::Sliver,
            Regime::Lattice => Form::Lattice,
            _ => Form::Ordinary,
        };
        let mut source = ShapeSource { random, dim, form };
        let a = source.shape(kind_a, 2);
        let b = if regime == Regime::Identical { a.clone() } else { source.shape(kind_b, 2) };
        let pair = match regime {
            Regime::Lattice => on_lattice(random, a, b, dim),
            Regime::Identical => identical(random, a, b, dim),
            _ => opposite(random, regime, a, b, dim),
        };
        if regime == Regime::ExtremeScale {
            let factor = random.magnitude(-12.0, 12.0);
            return Pair { a: pair.a.scaled(factor), b: pair.b.scaled(factor), ..pair };
        }
        pair
    }

    /// A pair of given bodies.
    pub fn given(dim: usize, a: BodySpec, b: BodySpec) -> Pair {
        Pair { dim, regime: Regime::Given, a, b }
    }

    /// The pair with all numbers rounded to `f32`.
    pub fn rounded_to_f32(&self) -> Pair {
        Pair { a: self.a.rounded_to_f32(), b: self.b.rounded_to_f32(), ..*self }
    }

    /// The pair as a line of the corpus, for the reproduction of a failure.
    pub fn to_line(&self, seed: u64, index: u64) -> String {
        let case = Case {
            id: format!("random/{seed}/{index}"),
            family: format!("{:?}", self.regime),
            dim: self.dim,
            a: self.a.clone(),
            b: self.b.clone(),
            expect: Expect::default(),
            note: None,
            motion: None,
        };
        serde_json::to_string(&case).expect("cases have finite numbers")
    }
}

fn on_lattice(random: &mut Random, a: ShapeSpec, b: ShapeSpec, dim: usize) -> Pair {
    let mut body = |shape| {
        let translation = (0..dim).map(|_| 0.5 * random.below(7) as f64 - 1.5).collect();
        BodySpec { shape, pose: PoseSpec { translation, quaternion: random.quarter_turns(dim) } }
    };
    Pair { dim, regime: Regime::Lattice, a: body(a), b: body(b) }
}

/// Twice the same body, sometimes turned within itself or shifted by rounding.
fn identical(random: &mut Random, a: ShapeSpec, b: ShapeSpec, dim: usize) -> Pair {
    let mut pose = PoseSpec { translation: offset(random, dim, 1.0), quaternion: random.quaternion(dim) };
    let a = BodySpec { shape: a, pose: pose.clone() };
    match random.below(3) {
        0 => pose.translation[0] = pose.translation[0].next_up(),
        1 => pose.quaternion[3] += pose.quaternion[3] * random.magnitude(-16.0, -6.0),
        _ => {}
    }
    Pair { dim, regime: Regime::Identical, a, b: BodySpec { shape: b, pose } }
}

fn offset(random: &mut Random, dim: usize, size: f64) -> Vec<f64> {
    (0..dim).map(|_| random.uniform(-size, size)).collect()
}

/// The gap between support planes, in units of the bodies' size.
fn gap(random: &mut Random, regime: Regime) -> f64 {
    match regime {
        Regime::Far => random.uniform(1.0, 10.0),
        Regime::Touch => 0.0,
        Regime::Shallow => -random.magnitude(-14.0, -2.0),
        Regime::Deep | Regime::Nested => -random.uniform(0.1, 1.5),
        Regime::Near => random.magnitude(-14.0, -1.0),
        _ => match random.below(4) {
            0 => 0.0,
            1 => -random.magnitude(-14.0, 0.0),
            2 => random.uniform(0.1, 2.0),
            _ => random.magnitude(-14.0, -1.0),
        },
    }
}

fn opposite(random: &mut Random, regime: Regime, a: ShapeSpec, b: ShapeSpec, dim: usize) -> Pair {
    let away = if regime == Regime::FarFromOrigin { random.magnitude(2.0, 7.0) } else { 2.0 };
    let a = BodySpec {
        shape: a,
        pose: PoseSpec { translation: offset(random, dim, away), quaternion: random.quaternion(dim) },
    };
    let turned = if random.once_in(4) { a.pose.quaternion } else { random.quaternion(dim) };
    let mut b = BodySpec { shape: b, pose: PoseSpec { translation: vec![0.0; dim], quaternion: turned } };
    match regime {
        Regime::SizeRatio => b = b.scaled(random.magnitude(-6.0, 6.0)),
        Regime::Nested => b = b.scaled(0.1),
        _ => {}
    }
    let normal = contact_normal(random, &a, &b, dim);
    let witness_a = Model::<f64>::new(&a, dim).support(normal);
    let model_b = Model::<f64>::new(&b, dim);
    let witness_b = model_b.support(-normal);
    let step = gap(random, regime) * if regime == Regime::SizeRatio { model_b.extent(dim) } else { 1.0 };
    let place = witness_a + normal * step - witness_b;
    b.pose.translation = place.0[..dim].to_vec();
    Pair { dim, regime, a, b }
}

/// Any direction, or one in which faces and edges of aligned bodies meet.
fn contact_normal(random: &mut Random, a: &BodySpec, b: &BodySpec, dim: usize) -> Triple<f64> {
    let axis = |random: &mut Random, body: &BodySpec| rotation::<f64>(body.pose.quaternion)[random.below(dim)];
    let normal = match random.below(6) {
        0 => axis(random, a),
        1 => axis(random, b),
        2 if dim == 3 => axis(random, a).cross(axis(random, b)),
        _ => Triple::from_slice(&random.direction(dim)),
    };
    if normal.norm() < 0.01 { Triple::axis(0) } else { normal.unit() }
}

/// How often situations, kinds and outcomes occurred in a test: a test that never overlaps proves nothing.
#[derive(Clone, Debug, Default)]
pub struct Mix {
    counts: BTreeMap<String, u64>,
    total: u64,
}

impl Mix {
    /// Counts one pair with the name of its outcome.
    pub fn count(&mut self, pair: &Pair, outcome: &str) {
        self.total += 1;
        let labels = [format!("{:?}", pair.regime), pair.a.shape.kind().into(), outcome.into()];
        for label in labels {
            *self.counts.entry(label).or_default() += 1;
        }
    }
    /// Adds the counts of another mix.
    pub fn merge(&mut self, other: &Mix) {
        self.total += other.total;
        for (label, count) in &other.counts {
            *self.counts.entry(label.clone()).or_default() += count;
        }
    }
    /// The share of a situation, kind or outcome.
    pub fn share(&self, label: &str) -> f64 {
        self.counts.get(label).copied().unwrap_or(0) as f64 / self.total as f64
    }
    /// Panics unless every situation, every kind and both outcomes have their share.
    pub fn assert_balanced(&self, dim: usize) {
        let regimes = REGIMES.iter().map(|regime| format!("{regime:?}"));
        for label in regimes.chain(kinds(dim).iter().map(|kind| kind.to_string())) {
            assert!(self.share(&label) > 0.02, "{label} is too rare: {self}");
        }
        for outcome in ["Separated", "Overlapping"] {
            assert!(self.share(outcome) > 0.2, "{outcome} is too rare: {self}");
        }
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pairs", self.total)?;
        self.counts.iter().try_for_each(|(label, count)| write!(f, ", {label} {count}"))
    }
}
