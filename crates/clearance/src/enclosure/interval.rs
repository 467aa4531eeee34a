//! What a gap may be between two times at which it is known.

use crate::math::Real;
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
}
