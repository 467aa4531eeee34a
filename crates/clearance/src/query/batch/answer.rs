//! The answers of a query from a register of solutions: all that can be said of several pairs at once is said in lanes,
//! and what is left for each pair is to write it down.

use fearless_simd::Simd;

use super::lane::{Lanes, Wide};
use super::question::Question;
use super::setting::{Completed, each};
use crate::math::{Number, Real, Vec3};
use crate::proximity::{Bounds, Feature, Proximity, Status};
use crate::solve::is_coarse;
use crate::support::FeatureKind;

/// The features of both sides: `count` vertices with weights; what lies behind them is zero.
pub(super) struct Named<N: Number> {
    pub counts: [N; 2],
    pub vertices: [[N; 3]; 2],
    pub weights: [[N; 3]; 2],
    /// Whether no weight that counts is zero.
    pub sound: N::Mask,
}

/// The answers of a register of pairs.
pub(super) struct Answer<N> {
    completed: Completed<N>,
    counts: [N; 2],
    vertices: [[N; 3]; 2],
    weights: [[N; 3]; 2],
    /// One bit for each lane: whether its answer stands by itself, exact arithmetic having no word in it.
    stands: u64,
    apart: u64,
    unique: u64,
}

impl<N: Number> Answer<N> {
    /// `sound`: what holds so far.
    #[inline(always)]
    pub fn new(question: Question, completed: Completed<N>, named: Named<N>, [sound, unique]: [N::Mask; 2]) -> Self {
        let like = |x: N::Float| completed.distance.like(x);
        // From this number on the last bit counts ones.
        let (zero, ones) = (like(N::Float::ZERO), like(N::Float::HALF / N::Float::UNIT));
        let [a, b] = named.vertices;
        let apart = completed.lower.above(zero);
        let known = apart | zero.above(completed.upper);
        let coarse = is_coarse(completed.lower, completed.upper, completed.distance);
        Answer {
            completed: if question == Question::Unsigned { without_depth(completed, zero) } else { completed },
            // So that their last bits count.
            counts: [named.counts[0] + ones, named.counts[1] + ones],
            vertices: [each(|i| a[i] + ones), each(|i| b[i] + ones)],
            weights: named.weights,
            stands: N::bits(sound & named.sound & known & !coarse),
            apart: N::bits(apart),
            unique: N::bits(unique),
        }
    }
}

/// [`Proximity::drop_depth`].
#[inline(always)]
fn without_depth<N: Number>(found: Completed<N>, zero: N) -> Completed<N> {
    let half = zero.like(N::Float::HALF);
    let deep = zero.above(found.distance);
    let middle = each(|i| (found.witness_a[i] + found.witness_b[i]) * half);
    Completed {
        distance: N::choose(deep, zero, found.distance),
        witness_a: each(|i| N::choose(deep, middle[i], found.witness_a[i])),
        witness_b: each(|i| N::choose(deep, middle[i], found.witness_b[i])),
        lower: found.lower.larger(zero),
        upper: found.upper.larger(zero),
        normal: found.normal,
    }
}

impl<S: Simd, T: Wide> Answer<Lanes<S, T>> {
    /// Writes the answer of one lane; false if it does not stand by itself.
    #[inline(always)]
    pub fn write(&self, k: usize, found: &mut Proximity<Vec3<T>>) -> bool {
        if self.stands & 1 << k == 0 {
            return false;
        }
        let Completed { normal, distance, lower, upper, witness_a, witness_b } = &self.completed;
        let vector = |v: &[Lanes<S, T>; 3]| Vec3::new(v[0].lane(k), v[1].lane(k), v[2].lane(k));
        found.signed_distance = distance.lane(k);
        found.normal = vector(normal);
        found.witness_a = vector(witness_a);
        found.witness_b = vector(witness_b);
        found.bounds = Bounds { lower: lower.lane(k), upper: upper.lane(k) };
        found.features = [self.feature(0, k), self.feature(1, k)];
        found.unique = self.unique & 1 << k != 0;
        found.status = if self.apart & 1 << k != 0 { Status::Separated } else { Status::Overlapping };
        found.proven = true;
        found.iterations = 1;
        true
    }

    #[inline(always)]
    fn feature(&self, side: usize, k: usize) -> Feature<T> {
        const KINDS: [FeatureKind; 4] =
            [FeatureKind::Vertex, FeatureKind::Vertex, FeatureKind::Edge, FeatureKind::Face];
        let count = self.counts[side].lane(k).last_bits();
        let [x, y, z] = &self.vertices[side];
        let vertices = [x.lane(k).last_bits().into(), y.lane(k).last_bits().into(), z.lane(k).last_bits().into()];
        let [x, y, z] = &self.weights[side];
        Feature::known(KINDS[usize::from(count & 3)], count, vertices, [x.lane(k), y.lane(k), z.lane(k)])
    }
}
