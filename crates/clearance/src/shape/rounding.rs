//! Scaling by powers of two and lengths rounded upwards: what the error bounds of the shapes stand on.
//!
//! A direction may be as short as the root of the smallest normal number and a body as small as the smallest number
//! itself, so their products may vanish. Every shape therefore compares directions with vectors of its own that were
//! scaled to a magnitude near 1 once, by its constructor; a power of two changes no digit.

use crate::error::ShapeError;
use crate::math::twofold::{TwoVec, two_sum};
use crate::math::{Real, Vector};

/// The spacing of the subnormal numbers: twice the largest error of a product that underflows.
pub(crate) fn quantum<T: Real>() -> T {
    T::QUANTUM
}

/// `u` times a small number: `units(8)` is `8u`.
pub(crate) fn units<T: Real>(count: u32) -> T {
    T::from_f64(f64::from(count)) * T::UNIT
}

/// The power of two that brings `largest` to [1, 2) (to less than 1 if it is subnormal); 1 for zero.
pub(crate) fn unit_scale<T: Real>(largest: T) -> T {
    if largest == T::ZERO { T::ONE } else { T::power_of_two(-largest.exponent()) }
}

/// The vector scaled by a power of two to a largest component in [1, 2).
pub(crate) fn unit_scaled<V: Vector>(v: V) -> V {
    v * unit_scale(v.max_abs())
}

/// An upper bound of the length, at most `12u` above it, whatever its magnitude.
pub fn length_above<V: Vector>(v: V) -> V::Scalar {
    // A norm errs by less than 3u where no square that matters leaves the range of normal numbers, the product with 1 +
    // 8u by one more.
    let (squared, low) = (v.norm_squared(), V::Scalar::SMALLEST / (V::Scalar::UNIT * V::Scalar::UNIT));
    if squared > low && squared < V::Scalar::INFINITY {
        return (squared.sqrt() * (V::Scalar::ONE + units(8))).next_up();
    }
    let largest = v.max_abs();
    if largest == V::Scalar::ZERO {
        return largest;
    }
    let above = unit_scaled(v).norm() * (V::Scalar::ONE + units(8));
    (above * V::Scalar::power_of_two(largest.exponent())).next_up()
}

/// An upper bound of the length for where twice as much is no harm: the sum of the magnitudes, without a square or a
/// root.
#[inline]
pub(crate) fn length_bound<V: Vector>(v: V) -> V::Scalar {
    let mut sum = V::Scalar::ZERO;
    for i in 0..V::DIM {
        sum += v[i].abs();
    }
    sum
}

/// The direction, scaled by a power of two if its square could leave the range where rounding is relative; `None` for
/// the zero vector.
pub(crate) fn tamed<V: Vector>(dir: V) -> Option<V> {
    let largest = dir.max_abs();
    let smallest = V::Scalar::SMALLEST.exponent();
    let low = V::Scalar::power_of_two((smallest - V::Scalar::UNIT.exponent()) / 2 + 1);
    let high = V::Scalar::power_of_two(-smallest / 2 - 2);
    if largest >= low && largest <= high {
        return Some(dir);
    }
    if largest == V::Scalar::ZERO { None } else { Some(unit_scaled(dir)) }
}

/// The power of two by which an [`unit_scaled`] direction is multiplied before its products with points up to `reach`
/// are compared: they come out near 1, so that none overflows and no underflow matters.
pub(crate) fn direction_scale<T: Real>(reach: T) -> T {
    // Three components below 2 each: two binary orders of room.
    let limit = -T::SMALLEST.exponent() - 2;
    T::power_of_two((-reach.exponent()).clamp(-limit, limit))
}

/// An upper bound of the sum of two numbers that are not negative; the first one if the second is zero.
pub(crate) fn sum_above<T: Real>(a: T, b: T) -> T {
    if b == T::ZERO { a } else { (a + b).next_up() }
}

/// `a + b`, and an upper bound of the length of its rounding error.
pub(crate) fn sum_with_error<V: Vector>(a: V, b: V) -> (V, V::Scalar) {
    let sum = TwoVec::from_fn(|i| two_sum(a[i], b[i]));
    (sum.hi, length_above(sum.lo))
}

/// Passes a body that reaches no farther than coordinates may be large; `what` names its reach.
pub(crate) fn check_extent<V: Vector>(what: &'static str, anchor: V, reach: V::Scalar) -> Result<(), ShapeError> {
    ShapeError::check_point(what, anchor)?;
    ShapeError::check_size(what, reach).map(|_| ())
}

/// Passes the number of a coordinate axis.
pub(crate) fn check_axis<V: Vector>(what: &'static str, axis: usize) -> Result<usize, ShapeError> {
    if axis < V::DIM {
        Ok(axis)
    } else {
        Err(ShapeError::Inconsistent { what, rule: "it must be the number of a coordinate axis" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Vec2, Vec3};

    #[test]
    fn lengths_are_bounded_from_above_and_tightly_at_every_magnitude() {
        for e in [-1060, -700, -3, 0, 511, 990] {
            let scale = f64::power_of_two(e / 2) * f64::power_of_two(e - e / 2);
            let above = length_above(Vec3::new(3.0 * scale, -4.0 * scale, 12.0 * scale));
            assert!(
                above >= 13.0 * scale && above <= 13.0 * scale * (1.0 + 1e-14) + quantum::<f64>(),
                "{e}: {above:e}"
            );
        }
        assert_eq!(length_above(Vec2::<f32>::ZERO), 0.0);
    }

    #[test]
    fn tamed_directions_have_normal_squares() {
        for e in [-1074, -1022, -600, -485, 0, 509, 511, 1000] {
            let scale = f64::power_of_two(e / 2) * f64::power_of_two(e - e / 2);
            let square = tamed(Vec2::new(scale, -scale)).unwrap().norm_squared();
            assert!(square > f64::SMALLEST / f64::UNIT && square.is_finite(), "{e}: {square:e}");
        }
        assert!(tamed(Vec2::new(0.0f32, -0.0)).is_none());
    }

    #[test]
    fn scaled_products_neither_vanish_nor_overflow() {
        for q in [-1022, -500, 0, 500, 1001] {
            let reach = f64::power_of_two(q);
            for m in [-511, 0, 511] {
                let dir = unit_scaled(Vec3::new(1.5, -1.9, 0.1) * f64::power_of_two(m)) * direction_scale(reach);
                assert!(dir.is_finite() && (0.25..4.0).contains(&(dir.dot(Vec3::axis(0) * reach))), "{q} {m}: {dir:?}");
            }
        }
    }
}
