//! Rotations from angles, axes and matrices; their products and matrices.

use super::each::Each;
use super::quaternion_matrix::matrix_of_products;
use super::real::Real;
use super::rotor::{Rotor, Rotor2, Rotor3};
use super::trigonometry::sin_cos;
use super::turn::Turn;
use super::twofold::{Two, two_product};
use super::vector::{Mat2, Mat3, Matrix, Vec2, Vec3, Vector};
use crate::error::ShapeError;

/// Brings components that define a rotation to a largest magnitude in [1, 2), exactly. Fails if one is not finite, or
/// none is a normal number other than zero.
pub(super) fn scaled_to_unit<T: Real, const N: usize>(components: [T; N]) -> Result<[T; N], ShapeError> {
    if let Some(value) = components.iter().find(|c| !c.is_finite()) {
        return Err(ShapeError::NotFinite { what: "quaternion component", value: value.to_f64() });
    }
    let largest = components.iter().fold(T::ZERO, |m, c| m.max(c.abs()));
    if largest < T::SMALLEST {
        return Err(ShapeError::NoDirection { what: "quaternion" });
    }
    let e = -largest.exponent();
    let (first, second) = (T::power_of_two(e / 2), T::power_of_two(e - e / 2));
    Ok(components.map(|c| c * first * second))
}

impl<T: Real> Rotor2<T> {
    /// The rotation of `w` and `z`, the cosine and sine of half the angle times any number. Fails if both are zero, or
    /// one is not finite.
    pub fn new(w: T, z: T) -> Result<Self, ShapeError> {
        scaled_to_unit([w, z]).map(|[w, z]| Rotor2 { w, z })
    }
    /// Counter-clockwise by `angle` radians: the exact rotation of the rounded cosine and sine of the half angle. Fails
    /// if the angle is not finite. [`Pose::from_angle`](super::Pose::from_angle) means the angle itself.
    pub fn from_angle(angle: T) -> Result<Self, ShapeError> {
        let (sin, cos) = half_angle(angle)?;
        Ok(Rotor2 { w: T::from_f64(cos), z: T::from_f64(sin) })
    }
}

impl<T: Real> Rotor3<T> {
    /// About `axis` (any length but zero) by `angle` radians, rounded. Fails if the axis is zero, or a number is not
    /// finite. [`Pose::from_axis_angle`](super::Pose::from_axis_angle) means the angle itself.
    pub fn from_axis_angle(axis: Vec3<T>, angle: T) -> Result<Self, ShapeError> {
        let (sin, cos) = half_angle(angle)?;
        if !axis.is_finite() {
            let value = (0..3).map(|i| axis[i]).find(|c| !c.is_finite()).unwrap_or(T::ZERO);
            return Err(ShapeError::NotFinite { what: "rotation axis", value: value.to_f64() });
        }
        if axis == Vec3::ZERO {
            return Err(ShapeError::NoDirection { what: "rotation axis" });
        }
        let v = axis.normalized() * T::from_f64(sin);
        Ok(Rotor3 { w: T::from_f64(cos), x: v.x, y: v.y, z: v.z })
    }
    /// Roll, pitch, yaw about the fixed axes x, y, z in this order (the URDF convention), radians; rounded. Fails if
    /// one is not finite. [`Pose::from_rpy`](super::Pose::from_rpy) means the angles themselves.
    pub fn from_roll_pitch_yaw(roll: T, pitch: T, yaw: T) -> Result<Self, ShapeError> {
        let about = |i, angle| Self::from_axis_angle(Vec3::axis(i), angle);
        Ok(about(0, roll)?.then(&about(1, pitch)?).then(&about(2, yaw)?))
    }
    /// The rotation nearest to a matrix (its polar factor), rounded. Fails if the columns are off orthonormal by more
    /// than `10⁻⁶`, or mirror. [`Pose::from_matrix`](super::Pose::from_matrix) means that rotation itself.
    pub fn from_matrix(m: &Mat3<T>) -> Result<Self, ShapeError> {
        let (quaternion, _, _) = Turn::from_matrix(&in_f64(m), T::UNIT.to_f64())?.parts();
        Ok(Self::from_quaternion(quaternion))
    }
}

/// Sine and cosine of half an angle, which must be finite.
fn half_angle<T: Real>(angle: T) -> Result<(f64, f64), ShapeError> {
    if !angle.is_finite() {
        return Err(ShapeError::NotFinite { what: "angle", value: angle.to_f64() });
    }
    Ok(sin_cos(angle.to_f64() / 2.0))
}

pub(super) fn in_f64<T: Real>(m: &Mat3<T>) -> Mat3<f64> {
    Mat3::from_columns(|i| Vec3::from_fn(|j| m.column(i)[j].to_f64()))
}

impl<T: Real> Rotor<Vec2<T>> for Rotor2<T> {
    const IDENTITY: Self = Rotor2 { w: T::ONE, z: T::ZERO };
    const NONE: Self = Rotor2 { w: T::ZERO, z: T::ZERO };

    fn nearest(matrix: &Mat2<T>) -> Self {
        // cos θ = 2w² − 1 and sin θ = 2wz, so 2w (w, z) = (1 + cos θ, sin θ) and 2z (w, z) = (sin θ, 1 − cos θ).
        let (cos, sin) = (matrix.column(0)[0], matrix.column(0)[1]);
        if cos >= T::ZERO { Rotor2 { w: T::ONE + cos, z: sin } } else { Rotor2 { w: sin, z: T::ONE - cos } }
    }
    fn matrix(&self) -> Mat2<T> {
        matrix_of_complex([two_product(self.w, self.w), two_product(self.z, self.z), two_product(self.w, self.z)])
    }
    fn fine_matrix(&self, rest: &Self) -> Mat2<T> {
        let [w, z] = [Two { hi: self.w, lo: rest.w }, Two { hi: self.z, lo: rest.z }];
        matrix_of_complex([w * w, z * z, w * z])
    }
    fn from_quaternion([w, _, _, z]: [T; 4]) -> Self {
        Rotor2 { w, z }
    }
    fn inverse(&self) -> Self {
        Rotor2 { w: self.w, z: -self.z }
    }
    fn then(&self, after: &Self) -> Self {
        Rotor2 { w: after.w * self.w - after.z * self.z, z: after.w * self.z + after.z * self.w }
    }
    fn quaternion(&self) -> [T; 4] {
        [self.w, T::ZERO, T::ZERO, self.z]
    }
}

impl<T: Real> Rotor<Vec3<T>> for Rotor3<T> {
    const IDENTITY: Self = Rotor3 { w: T::ONE, x: T::ZERO, y: T::ZERO, z: T::ZERO };
    const NONE: Self = Rotor3 { w: T::ZERO, x: T::ZERO, y: T::ZERO, z: T::ZERO };

    fn nearest(matrix: &Mat3<T>) -> Self {
        let (quaternion, _, _) = Turn::nearest(&in_f64(matrix)).parts();
        Self::from_quaternion(quaternion)
    }
    fn matrix(&self) -> Mat3<T> {
        from_columns(T::rotation_columns(self.quaternion()))
    }
    fn fine_matrix(&self, rest: &Self) -> Mat3<T> {
        let (high, low) = (self.quaternion(), rest.quaternion());
        let [w, x, y, z] = [0, 1, 2, 3].each(|i| Two { hi: high[i], lo: low[i] });
        from_columns(matrix_of_products([w * w, x * x, y * y, z * z], [w * x, w * y, w * z], [x * y, x * z, y * z]))
    }
    fn from_quaternion([w, x, y, z]: [T; 4]) -> Self {
        Rotor3 { w, x, y, z }
    }
    fn inverse(&self) -> Self {
        Rotor3 { w: self.w, x: -self.x, y: -self.y, z: -self.z }
    }
    fn then(&self, after: &Self) -> Self {
        let (a, b) = (after, self);
        Rotor3 {
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        }
    }
    fn quaternion(&self) -> [T; 4] {
        [self.w, self.x, self.y, self.z]
    }
}

/// The matrix from `ww`, `zz` and `wz`.
fn matrix_of_complex<T: Real>([ww, zz, wz]: [Two<T>; 3]) -> Mat2<T> {
    let n = ww + zz;
    let (cos, sin) = (((ww - zz) / n).value(), (wz.scale(T::TWO) / n).value());
    Mat2::from_columns(|i| if i == 0 { Vec2::new(cos, sin) } else { Vec2::new(-sin, cos) })
}

fn from_columns<T: Real>(columns: [[T; 3]; 3]) -> Mat3<T> {
    Mat3::from_columns(|i| columns[i].into())
}
