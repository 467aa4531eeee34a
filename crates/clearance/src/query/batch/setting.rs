//! Several pairs in their frames: what [`Difference`](crate::difference::Difference) computes of one pair, and how
//! [`query`](crate::query) completes an answer, with the same operations in the same order.

use fearless_simd::Simd;

use super::lane::{Lanes, Wide};
use crate::closed_form::boxes::dot;
use crate::frame::{Frame, Sources, ordinary_range};
use crate::math::{Number, Real};

/// What the formulas need to know of a pair whose cores are counted from zero; plain numbers.
#[derive(Clone, Copy)]
pub(super) struct LaneSetting<N> {
    /// B's rotation in A's frame, by columns.
    pub turn: [[N; 3]; 3],
    pub offset: [N; 3],
    pub rotation_error: N,
    pub offset_error: N,
    pub reach: [N; 2],
    pub radius: [N; 2],
    pub error: [N; 2],
}

impl<S: Simd, T: Wide> LaneSetting<Lanes<S, T>> {
    /// One setting for each lane.
    #[inline(always)]
    pub fn gather<'p>(simd: S, setting: impl Fn(usize) -> &'p LaneSetting<T>) -> Self {
        let of = |number: fn(&LaneSetting<T>) -> T| Lanes::from_fn(simd, |k| number(setting(k)));
        LaneSetting {
            turn: each(|j| each(|i| Lanes::from_fn(simd, |k| setting(k).turn[j][i]))),
            offset: each(|i| Lanes::from_fn(simd, |k| setting(k).offset[i])),
            rotation_error: of(|s| s.rotation_error),
            offset_error: of(|s| s.offset_error),
            reach: [of(|s| s.reach[0]), of(|s| s.reach[1])],
            radius: [of(|s| s.radius[0]), of(|s| s.radius[1])],
            error: [of(|s| s.error[0]), of(|s| s.error[1])],
        }
    }
}

/// A setting, scaled like the difference.
pub(super) struct Scaled<N> {
    pub given: LaneSetting<N>,
    pub offset: [N; 3],
    pub frame: Frame<N>,
}

/// The signed distance of two cores, scaled; see [`Solution`](crate::solution::Solution).
pub(super) struct Solved<N> {
    pub normal: [N; 3],
    pub distance: N,
    pub lower: N,
    pub upper: N,
    /// The witness points, each in its own frame and unscaled.
    pub a: [N; 3],
    pub b: [N; 3],
}

/// A completed answer but for its features.
pub(super) struct Completed<N> {
    pub normal: [N; 3],
    pub distance: N,
    pub lower: N,
    pub upper: N,
    pub witness_a: [N; 3],
    pub witness_b: [N; 3],
}

#[inline(always)]
pub(super) fn each<N: Copy>(f: impl Fn(usize) -> N) -> [N; 3] {
    [f(0), f(1), f(2)]
}

impl<N: Number> Scaled<N> {
    /// `power_to_one` gives the power of two that brings a number to a magnitude in [1, 2).
    #[inline(always)]
    pub fn new(given: LaneSetting<N>, power_to_one: impl Fn(N) -> N) -> Self {
        let zero = given.rotation_error.like(N::Float::ZERO);
        let number = |x: f64| zero.like(N::Float::from_f64(x));
        let [x, y, z] = given.offset;
        let far = zero.larger(x.magnitude()).larger(y.magnitude()).larger(z.magnitude());
        let radius = given.radius[0].larger(given.radius[1]);
        let largest = given.reach[0].larger(given.reach[1]).larger(far).larger(radius);
        let range = zero.like(ordinary_range::<N::Float>());
        let ordinary = largest.above(range) & number(1.0).above(largest * range);
        let scale = N::choose(ordinary, number(1.0), power_to_one(largest));
        let offset = [x * scale, y * scale, z * scale];
        let length = (offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]).root();
        let LaneSetting { reach, error, rotation_error, offset_error, .. } = given;
        let sources = Sources { reach, error, rotation_error, offset_error, length };
        Scaled { given, offset, frame: Frame::new([scale, number(1.0) / scale], &sources) }
    }

    #[inline(always)]
    pub fn number(&self, x: f64) -> N {
        self.offset[0].like(N::Float::from_f64(x))
    }

    /// The answer for cores that are apart by `v` from B to A, of which `least` is the least product with a point of
    /// the difference, with the witness points; and where it is as good as rounding allows.
    #[inline(always)]
    pub fn apart(&self, v: [N; 3], least: N, [a, b]: [[N; 3]; 2]) -> (Solved<N>, N::Mask) {
        let length = dot(v, v).root();
        let (lower, upper) = (least / length - self.frame.plane_error, self.frame.upper(length));
        let sharp = (upper - lower).at_most(self.number(8.0) * self.frame.plane_error);
        let back = -(self.number(1.0) / length);
        let normal = [v[0] * back, v[1] * back, v[2] * back];
        (Solved { normal, distance: length, lower, upper, a, b }, lower.above(self.number(0.0)) & sharp)
    }

    /// The answer for the bodies.
    #[inline(always)]
    pub fn complete(&self, found: &Solved<N>) -> Completed<N> {
        let Solved { normal, a, b, .. } = *found;
        let (zero, half) = (self.number(0.0), self.number(0.5));
        let LaneSetting { turn, offset, radius: [radius_a, radius_b], .. } = self.given;
        let radius = radius_a + radius_b;
        let [lower, upper] = self.frame.outward([found.lower, found.upper], radius);
        let core = found.distance.larger(found.lower).smaller(found.upper);
        let distance = (core * self.frame.unscale - radius).larger(lower).smaller(upper);
        let witness_a = each(|i| a[i] + normal[i] * radius_a);
        let witness_b = each(|i| {
            let turned = turn[0][i] * b[0] + turn[1][i] * b[1] + turn[2][i] * b[2];
            turned + offset[i] - normal[i] * radius_b
        });
        let miss = each(|i| (witness_b[i] - witness_a[i] - normal[i] * distance) * half);
        // The anchor of A is zero, which matters to the sign of another zero.
        let witness_a = each(|i| witness_a[i] + miss[i] + zero);
        let witness_b = each(|i| witness_a[i] + normal[i] * distance);
        Completed { normal, distance, lower, upper, witness_a, witness_b }
    }
}
