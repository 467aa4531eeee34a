//! What a gap may be between two times at which it is known.

use crate::math::{Real, Vector};
use crate::shape::rounding::units;

/// The least value that a gap along a fixed axis may take between two times, `duration` apart, from lower bounds at
/// both, if no difference of two points' heights bends by more than `bend`.
///
/// With `s₀, s₁` at the ends and `|s″| ≤ κ` for the paths of all points, `s(σ) ≥ s₀ + (s₁ − s₀) σ/τ − κ σ(τ − σ)/2`,
/// whose vertex is at `σ = (κτ/2 − (s₁ − s₀)/τ)/κ`. The slope rounds by `2u` of itself, at most `κτ/2` where the vertex
/// counts, the excess by `6u` of `κτ/2`, its square over `2κ` by `10u` of `κτ²/2` together, the difference by `u` of
/// it.
///
/// ```
/// use clearance::enclosure::least_between;
/// // A gap of 1 at both ends of a time 2 bends by at most 0.5: it falls by 0.5 · 2²/8 at most.
/// let least = least_between([1.0, 1.0], 2.0, 0.5);
/// assert!(least <= 0.75 && least > 0.75 - 1e-14);
/// ```
pub fn least_between<T: Real>([s0, s1]: [T; 2], duration: T, bend: T) -> T {
    let ends = s0.min(s1);
    let fall = bend * duration * T::HALF;
    let slope = (s1 - s0) / duration;
    if !(slope.abs() < fall) {
        return ends;
    }
    // A square of the excess would underflow.
    let excess = fall - slope;
    let vertex = s0 - excess * (excess / (bend + bend));
    let rounding = units::<T>(16) * (s0.abs() + s1.abs() + fall * duration);
    ends.min(vertex - rounding)
}

/// The least value that the larger of two gaps may take between two times, from lower bounds of each at both; as
/// [`least_between`] has it of one of them.
///
/// No mixture of two gaps with weights that sum to 1 is above the larger one, and none bends more than both may. The
/// mixture that is tried is as large at the one end as at the other: where the first gap falls and the second one rises
/// it is least there. Its weight rounds, and may be any; the difference, the product and the sum round by `4u` of both
/// terms.
///
/// ```
/// use clearance::enclosure::least_of_two;
/// // From 3 down to 0 and from 0 up to 3: the larger one is least in the middle, at 1.5.
/// let least = least_of_two([[3.0, 0.0], [0.0, 3.0]], 1.0, 0.0);
/// assert!(least <= 1.5 && least > 1.5 - 1e-14);
/// ```
pub fn least_of_two<T: Real>([first, second]: [[T; 2]; 2], duration: T, bend: T) -> T {
    let alone = least_between(first, duration, bend).max(least_between(second, duration, bend));
    let (fall, rise) = (first[0] - first[1], second[1] - second[0]);
    if !(fall > T::ZERO && rise > T::ZERO && fall.is_finite() && rise.is_finite()) {
        return alone;
    }
    let weight = rise / (fall + rise);
    let mixed = [0, 1].map(|end| {
        let (a, b) = (first[end], second[end]);
        b + weight * (a - b) - units::<T>(8) * (a.abs() + b.abs())
    });
    alone.max(least_between(mixed, duration, bend))
}

/// A lower bound of the signed distance from one of the gap along a direction that moves on the chord between two unit
/// directions, whose sum is given: the direction is shorter than 1, and so is what it makes of a gap below zero.
///
/// A mixture of `n₀` and `n₁` has at least the length `|n₀ + n₁|/2`: its height along their sum. Unit directions are so
/// up to `5u`, and the sum, its length and the quotient round by less than `16u` of themselves together.
pub fn along_chord<V: Vector>(gap: V::Scalar, sum: V) -> V::Scalar {
    if gap >= V::Scalar::ZERO {
        return gap;
    }
    // Unit directions that are nearly opposite have a sum of no direction.
    let length = sum.norm() * V::Scalar::HALF - units::<V::Scalar>(16);
    if length > V::Scalar::ZERO { gap / length * (V::Scalar::ONE + units(16)) } else { -V::Scalar::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enclosure::testing::q;
    use crate::random::Random;

    #[test]
    fn the_parabola_under_both_ends_is_never_above_its_exact_vertex() {
        let mut random = Random(0x1ea57);
        let (mut nearest, mut inside) = (f64::INFINITY, 0);
        for _ in 0..4000 {
            let [s0, s1, duration, bend] = [(); 4].map(|()| random.unit().abs() + 1e-3);
            let bend = bend * 8.0;
            let found = least_between([s0, s1], duration, bend);
            let fall = q(bend) * q(duration) / q(2.0);
            let slope = (q(s1) - q(s0)) / q(duration);
            if -&fall < slope && slope < fall {
                let excess = &fall - slope;
                let vertex = q(s0) - &excess * &excess / q(bend + bend);
                let short = ((vertex - q(found)) / q(f64::UNIT * (s0 + s1 + bend * duration * duration * 0.5)))
                    .to_f64()
                    .value();
                assert!(short >= 0.0, "{short}");
                (nearest, inside) = (nearest.min(short), inside + 1);
            } else {
                assert_eq!(found, s0.min(s1));
            }
        }
        assert!(inside > 1000 && nearest < 15.0, "{inside} {nearest}");
    }
    #[test]
    fn the_larger_of_two_gaps_is_nowhere_below_its_bound_and_comes_near_it() {
        let mut random = Random(0x1ea58);
        let (mut nearest, mut valleys) = (f64::INFINITY, 0);
        for _ in 0..2000 {
            let mut number = || random.unit();
            let (first, second) = ([number(), number()], [number(), number()]);
            let (duration, bend) = (number().abs() + 1e-3, number().abs());
            let found = least_of_two([first, second], duration, bend);
            // Both bend down as far as they may.
            let at = |ends: [f64; 2], x: f64| {
                ends[0] + (ends[1] - ends[0]) * x - 0.5 * bend * duration * duration * x * (1.0 - x)
            };
            let least = (0..=1000).map(|k| f64::from(k) / 1000.0).map(|x| at(first, x).max(at(second, x)));
            let least = least.fold(f64::INFINITY, f64::min);
            assert!(found <= least + 1e-15, "seed 0x1ea58: {found} above {least}");
            let is_valley =
                first[0] > second[0] && second[1] > first[1] && first[0] > first[1] && second[0] < second[1];
            if is_valley {
                (nearest, valleys) = (nearest.min(found - least), valleys + 1);
            }
        }
        assert!(valleys > 50 && nearest > -0.2, "{valleys} {nearest}");
    }

    #[test]
    fn a_gap_below_zero_counts_for_more_along_a_direction_that_is_shorter() {
        use crate::math::{Vec3, Vector};
        let [n0, n1] = [[0.6, 0.8, 0.0], [0.6, -0.8, 0.0]].map(Vec3::<f64>::from);
        // Between both, halfway, lies (0.6, 0, 0).
        let found = along_chord(-0.3, n0 + n1);
        assert!(found <= -0.5 && found > -0.5 - 1e-14, "{found}");
        assert_eq!(along_chord(0.3, n0 + n1), 0.3);
        assert_eq!(along_chord(-0.3, n0 - n0), f64::NEG_INFINITY);
        assert!((n0 * 0.5 + n1 * 0.5).norm() >= 0.6 - 1e-15);
    }
}
