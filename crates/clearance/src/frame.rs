//! The error model of a pair: in which unit its lengths are counted, and how far what is computed of it may be off.
//!
//! With `u` the unit roundoff, `S = reach A + reach B + |t|`, `eA` and `eB` the errors of the support points, `ρ` and
//! `τ` those of the pose:
//! * a computed point `w = a − (R b + t)` is within `point_error = eA + eB + ρ reach B + τ + 8uS` of the exact `A − B`:
//!   `R b` errs by at most `3√3 u|b|`, the sum and the difference by `u` of their values;
//! * no point of the exact `A − B` rises above the support plane of `w` along a unit `d` by more than
//!   `plane_error = point_error + 2(ρ + 6u) reach B + 6uS`: B is evaluated along a rounded `Rᵀd`, which costs twice its
//!   angular error times B's reach, and the scalar product and the norm round.

use crate::math::{Number, Real};

/// The unit of a pair's lengths, and its errors in that unit: of one pair, or of several side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<N> {
    /// The power of two; lengths in this frame times `1/scale` are the user's lengths.
    pub scale: N,
    /// Its inverse.
    pub unscale: N,
    /// `S`.
    pub size: N,
    /// Bound on the distance of a computed point from the exact set.
    pub point_error: N,
    /// Bound on how far the exact set rises above a computed support plane.
    pub plane_error: N,
}

/// What the errors of a pair depend on, in the user's lengths but for the distance of the anchors.
pub(crate) struct Sources<N> {
    pub reach: [N; 2],
    /// Error bounds of the two bodies' support points.
    pub error: [N; 2],
    pub rotation_error: N,
    pub offset_error: N,
    /// `|t|`, scaled.
    pub length: N,
}

impl<N: Number> Frame<N> {
    #[inline(always)]
    pub fn new([scale, unscale]: [N; 2], given: &Sources<N>) -> Self {
        let number = |x: f64| scale.like(N::Float::from_f64(x));
        let units = |x: f64| scale.like(N::Float::from_f64(x) * N::Float::UNIT);
        let reach_b = given.reach[1] * scale;
        let size = (given.reach[0] * scale + reach_b + given.length) * (number(1.0) + units(8.0));
        // The last term keeps the bound above the granularity of subnormal inputs.
        let point_error = given.error[0] * scale
            + given.error[1] * scale
            + given.rotation_error * reach_b
            + given.offset_error * scale
            + units(8.0) * size;
        let plane_error = point_error + number(2.0) * (given.rotation_error + units(6.0)) * reach_b + units(6.0) * size;
        Frame { scale, unscale, size, point_error, plane_error }
    }

    /// An upper bound of the cores' distance from the length of a weighted sum of points.
    #[inline(always)]
    pub fn upper(&self, length: N) -> N {
        let units = |x: f64| self.size.like(N::Float::from_f64(x) * N::Float::UNIT);
        // Weights that add up to 1 only to rounding, three products and two sums: 6u of the largest point.
        length * (self.size.like(N::Float::ONE) + units(4.0)) + self.point_error + units(6.0) * self.size
    }

    /// The difference of heights that rounding alone explains.
    #[inline(always)]
    pub fn rounding(&self) -> N {
        let units = |x: f64| self.size.like(N::Float::from_f64(x) * N::Float::UNIT);
        units(4.0) * self.size
    }

    /// The width of bounds of the cores' distance that rounding alone explains.
    #[inline(always)]
    pub fn width(&self) -> N {
        let units = |x: f64| self.size.like(N::Float::from_f64(x) * N::Float::UNIT);
        self.point_error + self.plane_error + units(16.0) * self.size
    }

    /// Bounds of the bodies' signed distance in the user's lengths, from those of their cores in this frame and the sum
    /// of the radii.
    #[inline(always)]
    pub fn outward(&self, cores: [N; 2], radius: N) -> [N; 2] {
        outward(cores, self.unscale, radius)
    }
}

/// [`Frame::outward`] for a unit whose inverse is `unscale`.
#[inline(always)]
pub(crate) fn outward<N: Number>([lower, upper]: [N; 2], unscale: N, radius: N) -> [N; 2] {
    // Rounding of the sum of the radii, of the difference, and of the way back; where that leads to subnormal numbers,
    // the way back rounds by up to half of one, and the bound itself as much.
    let rounding = radius.like(N::Float::from_f64(4.0) * N::Float::UNIT);
    let by = |x: N| rounding * (x.magnitude() * unscale + radius) + radius.like(N::Float::QUANTUM);
    [lower * unscale - radius - by(lower), upper * unscale - radius + by(upper)]
}

/// Between this and its inverse, 2⁻³¹ or 2⁻³ in `f32`, products of several lengths and of their roundings stay within
/// the range of the numbers: steps on polytopes have the same bits as with lengths near 1.
pub(crate) fn ordinary_range<T: Real>() -> T {
    T::power_of_two(T::SMALLEST.exponent() / 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const U: f64 = f64::UNIT;

    /// Two bodies of reach 1 whose anchors are 2 apart: `S = 4`.
    fn frame(error: [f64; 2], rotation_error: f64, offset_error: f64, scale: f64) -> Frame<f64> {
        let reach = [1.0 / scale, 1.0 / scale];
        Frame::new([scale, 1.0 / scale], &Sources { reach, error, rotation_error, offset_error, length: 2.0 })
    }

    #[test]
    fn every_source_of_error_counts_as_derived() {
        let near = |x: f64, y: f64| assert!((x - y).abs() <= 1e-12 * y, "{x} instead of {y}");
        let exact = frame([0.0; 2], 0.0, 0.0, 1.0);
        near(exact.size, 4.0);
        // 8u * 4, and for a plane 2 * 6u * 1 + 6u * 4 more.
        near(exact.point_error, 32.0 * U);
        near(exact.plane_error, 68.0 * U);
        let rough = frame([1e-3, 2e-3], 4e-3, 8e-3, 1.0);
        near(rough.point_error, 15e-3 + 32.0 * U);
        // The rotation's error counts three times for a plane.
        near(rough.plane_error, 23e-3 + 68.0 * U);
        // Lengths of the user are scaled, the angle is not.
        near(frame([1e-3, 2e-3], 4e-3, 8e-3, 0.5).point_error, 0.5 * 11e-3 + 4e-3 + 32.0 * U);
        // (1 + 4u) + 32u + 6u * 4.
        near(exact.upper(1.0) - 1.0, 60.0 * U);
    }

    #[test]
    fn bounds_of_bodies_are_rounded_outward() {
        let [lower, upper] = outward([1.0, 1.0], 2.0, 0.5);
        // 4u * (1 * 2 + 0.5) on either side of 1.5.
        assert_eq!((1.5 - lower, upper - 1.5), (10.0 * U, 10.0 * U));
        let [lower, upper] = outward([0.0, 0.0], 1.0, 0.0);
        assert_eq!((lower, upper), (-f64::QUANTUM, f64::QUANTUM));
    }
}
