//! What angles, axes and matrices mean as rotations: a unit quaternion in twofold numbers, with a bound on what it
//! misses.
//!
//! Sines, cosines and roots are irrational, so a quaternion of floats is another rotation than the one that was asked
//! for, by about 10⁻¹⁶ radians. Of a twofold one that is 10⁻³⁰, below what decides between bodies whose gap a float can
//! hold.
//!
//! **Errors.** With `ε = 2⁻¹⁰⁶`: sine and cosine err by [`angle::ERROR`]` = 8ε` of themselves, a product or quotient of
//! twofold numbers by `16ε`, a sum by `3ε`. A quaternion that is off by `δ` turns by at most `2δ(1 + δ)` too much.

use super::angle;
use super::each::Each;
use super::real::Real;
use super::vector::{Mat3, Matrix, Vec3, Vector};
use crate::error::ShapeError;
use crate::math::twofold::{Two, TwoVec};

/// `2⁻¹⁰⁶`.
const EPSILON: f64 = f64::UNIT * f64::UNIT;

/// Sine and cosine of half an angle: `δ ≤ 8ε`.
const OF_ANGLE: f64 = 2.5 * angle::ERROR;

/// An axis of any length: its square errs by `22ε` of itself, the root by `16ε` more, the quotient by as much, and the
/// product with the sine by `24ε`: `δ ≤ 80ε`.
const OF_AXIS: f64 = 200.0 * EPSILON;

/// Error of a product: four products and three sums of terms of which the magnitudes add up to 1 at most, `δ ≤ 2·25ε`.
const OF_PRODUCT: f64 = 128.0 * EPSILON;

/// Error of a matrix. An entry of the inverse errs by less than `128ε`, all of them by `3·128ε`, in each of
/// [`HALVINGS`] steps; the quaternion of the outcome magnifies that by less than 4: `δ ≤ 4·3·3·128ε < 2¹³ε`.
const OF_MATRIX: f64 = 16384.0 * EPSILON;

/// How far a quaternion or the columns of a rotation matrix may be off unit length, and their products off zero: what
/// six written digits lose.
pub const OFF_UNIT: f64 = 1e-6;

/// Each step of Newton’s iteration takes singular values that are off 1 by `s` to `s²/2`: from `4·10⁻⁶` to below `ε²`.
const HALVINGS: u32 = 3;

/// A rotation as a quaternion `[w, x, y, z]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    quaternion: [Two<f64>; 4],
    /// The rotation that is meant turns by at most so much more, in radians.
    error: f64,
}

impl Turn {
    pub const NONE: Self = Turn { quaternion: [Two { hi: 1.0, lo: 0.0 }, Two::ZERO, Two::ZERO, Two::ZERO], error: 0.0 };

    /// About a coordinate axis by an angle in radians; that axis is kept exactly, and a zero angle turns nothing.
    pub fn about_axis(i: usize, angle: f64) -> Result<Self, ShapeError> {
        let [sine, cosine] = half(angle)?;
        if angle == 0.0 {
            return Ok(Self::NONE);
        }
        let part = |k: usize| if k == i { sine } else { Two::ZERO };
        Ok(Turn { quaternion: [cosine, part(0), part(1), part(2)], error: OF_ANGLE })
    }

    /// About an axis of any length by an angle in radians.
    pub fn about(axis: Vec3<f64>, angle: f64) -> Result<Self, ShapeError> {
        let [sine, cosine] = half(angle)?;
        let axis = unit_scaled(axis)?;
        if angle == 0.0 {
            return Ok(Self::NONE);
        }
        if let Some(i) = (0..3).find(|&i| axis[(i + 1) % 3] == 0.0 && axis[(i + 2) % 3] == 0.0) {
            return Self::about_axis(i, if axis[i] < 0.0 { -angle } else { angle });
        }
        let axis = TwoVec::new(axis);
        let part = axis.scale(sine / axis.dot(axis).sqrt());
        Ok(Turn { quaternion: [cosine, part.get(0), part.get(1), part.get(2)], error: OF_AXIS })
    }

    /// Roll, pitch and yaw about the fixed axes x, y, z in this order (the URDF convention).
    pub fn from_rpy([roll, pitch, yaw]: [f64; 3]) -> Result<Self, ShapeError> {
        Ok(Self::about_axis(0, roll)?.then(&Self::about_axis(1, pitch)?).then(&Self::about_axis(2, yaw)?))
    }

    /// The rotation nearest to a matrix that is one within [`OFF_UNIT`]: its polar factor.
    ///
    /// Newton's iteration `X ← (X + X⁻ᵀ)/2` (N. J. Higham, Computing the polar decomposition, 1986), then Shepperd's
    /// quaternion (1978). Its entries were rounded to a unit roundoff `unit`.
    pub fn from_matrix(m: &Mat3<f64>, unit: f64) -> Result<Self, ShapeError> {
        check_rotation(m, OFF_UNIT + 8.0 * unit)?;
        Ok(Self::nearest(m))
    }

    /// The rotation nearest to a matrix that is nearly one.
    pub fn nearest(m: &Mat3<f64>) -> Self {
        let mut columns = [0, 1, 2].each(|i| TwoVec::new(m.column(i)));
        // Axes to axes: a rotation as it is, and its quaternion is one of integers.
        let of_axes = (0..3).all(|i| (0..3).all(|j| m.column(i)[j] == 0.0 || m.column(i)[j].abs() == 1.0));
        if of_axes {
            return Turn { quaternion: shepperd(&columns), error: 0.0 };
        }
        for _ in 0..HALVINGS {
            let [x, y, z] = columns;
            let across = [y.cross(z), z.cross(x), x.cross(y)];
            let inverse = Two::new(0.5) / x.dot(across[0]);
            columns = [0, 1, 2].each(|i| columns[i].scale(Two::new(0.5)) + across[i].scale(inverse));
        }
        let q = shepperd(&columns);
        let squared = q.iter().fold(Two::ZERO, |sum, &part| sum + part * part);
        let inverse = Two::new(1.0) / squared.sqrt();
        Turn { quaternion: q.each(|part| part * inverse), error: OF_MATRIX }
    }

    /// First `self`, then `after`.
    pub fn then(&self, after: &Self) -> Self {
        if self.is_none() || after.is_none() {
            return if self.is_none() { *after } else { *self };
        }
        let (a, b) = (after.quaternion, self.quaternion);
        let p = |i: usize, j: usize| a[i] * b[j];
        let quaternion = [
            (p(0, 0) - p(1, 1)) - (p(2, 2) + p(3, 3)),
            (p(0, 1) + p(1, 0)) + (p(2, 3) - p(3, 2)),
            (p(0, 2) - p(1, 3)) + (p(2, 0) + p(3, 1)),
            (p(0, 3) + p(1, 2)) + (p(3, 0) - p(2, 1)),
        ];
        Turn { quaternion, error: self.error + after.error + OF_PRODUCT }
    }

    fn is_none(&self) -> bool {
        self.quaternion == Self::NONE.quaternion
    }

    /// The quaternion as floats and what they leave, and how much more than both together the rotation turns.
    ///
    /// What two floats of unit roundoff `u` leave of a component is `u²` of it: `δ ≤ u²`.
    pub fn parts<T: Real>(&self) -> ([T; 4], [T; 4], T) {
        let high = self.quaternion.each(|part| T::from_f64(part.hi));
        let rest = |i: usize| (self.quaternion[i].hi - high[i].to_f64()) + self.quaternion[i].lo;
        let low = [0, 1, 2, 3].each(|i| T::from_f64(rest(i)));
        let split = if self.error > 0.0 { T::from_f64(4.0) * T::UNIT * T::UNIT } else { T::ZERO };
        (high, low, T::from_f64(self.error) + split)
    }
}

/// Sine and cosine of half an angle.
fn half(angle: f64) -> Result<[Two<f64>; 2], ShapeError> {
    if !angle.is_finite() {
        return Err(ShapeError::NotFinite { what: "angle", value: angle });
    }
    Ok(angle::sine_cosine(angle * 0.5))
}

/// A direction times a power of two, with a largest component in [1, 2).
fn unit_scaled(axis: Vec3<f64>) -> Result<Vec3<f64>, ShapeError> {
    if let Some(i) = (0..3).find(|&i| !axis[i].is_finite()) {
        return Err(ShapeError::NotFinite { what: "rotation axis", value: axis[i] });
    }
    if axis == Vec3::ZERO {
        return Err(ShapeError::NoDirection { what: "rotation axis" });
    }
    // Subnormal components first become normal ones.
    let lifted = if axis.max_abs() < f64::SMALLEST { axis * f64::power_of_two(64) } else { axis };
    let e = -lifted.max_abs().exponent();
    Ok(lifted * f64::power_of_two(e / 2) * f64::power_of_two(e - e / 2))
}

/// Checks that the columns are orthonormal within a tolerance, and no mirror image.
fn check_rotation(m: &Mat3<f64>, off_unit: f64) -> Result<(), ShapeError> {
    let what = "rotation matrix";
    for i in 0..3 {
        if let Some(j) = (0..3).find(|&j| !m.column(i)[j].is_finite()) {
            return Err(ShapeError::NotFinite { what, value: m.column(i)[j] });
        }
    }
    for i in 0..3 {
        if !((m.column(i).norm() - 1.0).abs() <= off_unit) {
            return Err(ShapeError::Inconsistent { what, rule: "columns must have length 1 within 1e-6" });
        }
        if !(m.column(i).dot(m.column((i + 1) % 3)).abs() <= off_unit) {
            return Err(ShapeError::Inconsistent { what, rule: "columns must be perpendicular within 1e-6" });
        }
    }
    if m.column(0).cross(m.column(1)).dot(m.column(2)) < 0.0 {
        return Err(ShapeError::Inconsistent { what, rule: "it must not mirror (determinant -1)" });
    }
    Ok(())
}

/// A quaternion of any length, by the choice of the largest of its components.
fn shepperd(columns: &[TwoVec<Vec3<f64>>; 3]) -> [Two<f64>; 4] {
    let at = |row: usize, column: usize| columns[column].get(row);
    let (xx, yy, zz, one) = (at(0, 0), at(1, 1), at(2, 2), Two::new(1.0));
    let squares = [(one + xx) + (yy + zz), (one + xx) - (yy + zz), (one + yy) - (xx + zz), (one + zz) - (xx + yy)];
    let best = (0..4).fold(0, |best, i| if squares[i].hi > squares[best].hi { i } else { best });
    let (wx, wy, wz) = (at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1));
    let (xy, yz, zx) = (at(0, 1) + at(1, 0), at(1, 2) + at(2, 1), at(2, 0) + at(0, 2));
    match best {
        0 => [squares[0], wx, wy, wz],
        1 => [wx, squares[1], xy, zx],
        2 => [wy, xy, squares[2], yz],
        _ => [wz, zx, yz, squares[3]],
    }
}

#[cfg(test)]
mod tests;
