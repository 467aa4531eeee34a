//! Rigid poses: a rotation and a translation, with a bound on what rounding did to them.
//!
//! The rotation of a pose *is* the exact rational rotation of its unnormalised quaternion (in the plane: of its complex
//! half-angle number); the matrix that the algorithms use is that rotation rounded entry by entry, and
//! [`Pose::rotation_error`] bounds the difference. Enclosures of all queries include it.

use core::fmt::Debug;

use super::real::Real;
use super::trigonometry::sin_cos;
use super::vector::{Mat2, Mat3, Matrix, Vec2, Vec3, Vector};
use super::way::Way;
use crate::error::ShapeError;
use crate::exact::twofold::{Two, two_product};

/// A rotation as an unnormalised quaternion or, in the plane, an unnormalised complex number at half the angle.
pub trait Rotor<V: Vector>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The rotation that changes nothing.
    const IDENTITY: Self;
    /// The null number, which stands for no rotation: the mark of poses that are only enclosed.
    #[doc(hidden)]
    const NONE: Self;
    /// The rotation nearest to an orthonormal matrix.
    #[doc(hidden)]
    fn nearest(matrix: &V::Matrix) -> Self;
    /// The rotation's matrix, every entry rounded correctly up to one unit in the last place.
    fn matrix(&self) -> V::Matrix;
    /// The opposite rotation, exactly.
    fn inverse(&self) -> Self;
    /// First `self`, then `after`; rounded.
    fn then(&self, after: &Self) -> Self;
    /// The components, `[w, x, y, z]`; in the plane `[w, 0, 0, z]`.
    fn quaternion(&self) -> [V::Scalar; 4];
}

/// A rotation of the plane: `w + z i` at half the angle, of any length but zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotor2<T> {
    w: T,
    z: T,
}

/// A rotation of space: the quaternion `w + x i + y j + z k` of any length but zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotor3<T> {
    w: T,
    x: T,
    y: T,
    z: T,
}

/// Brings components that define a direction to a largest magnitude in [1, 2), exactly; `None` for null or non-finite ones.
fn scaled_to_unit<T: Real, const N: usize>(components: [T; N]) -> Option<[T; N]> {
    let largest = components.iter().fold(T::ZERO, |m, c| m.max(c.abs()));
    if components.iter().any(|c| !c.is_finite()) || largest < T::SMALLEST {
        return None;
    }
    let e = -largest.exponent();
    let (first, second) = (T::power_of_two(e / 2), T::power_of_two(e - e / 2));
    Some(components.map(|c| c * first * second))
}

impl<T: Real> Rotor2<T> {
    /// The rotation of `[w, z]`, the cosine and sine of half the angle times any number; `None` for null or non-finite ones.
    pub fn new(w: T, z: T) -> Option<Self> {
        scaled_to_unit([w, z]).map(|[w, z]| Rotor2 { w, z })
    }
    /// Counter-clockwise by `angle` radians: the exact rotation of the rounded cosine and sine of the half angle.
    pub fn from_angle(angle: T) -> Self {
        let (sin, cos) = sin_cos(angle.to_f64() / 2.0);
        Rotor2 { w: T::from_f64(cos), z: T::from_f64(sin) }
    }
}

impl<T: Real> Rotor3<T> {
    /// The rotation of the quaternion `[w, x, y, z]` of any length; `None` for a null or non-finite one.
    pub fn new([w, x, y, z]: [T; 4]) -> Option<Self> {
        scaled_to_unit([w, x, y, z]).map(|[w, x, y, z]| Rotor3 { w, x, y, z })
    }
    /// About `axis` (any length but zero) by `angle` radians.
    pub fn from_axis_angle(axis: Vec3<T>, angle: T) -> Self {
        let (sin, cos) = sin_cos(angle.to_f64() / 2.0);
        let v = axis.normalized() * T::from_f64(sin);
        Rotor3 { w: T::from_f64(cos), x: v.x, y: v.y, z: v.z }
    }
    /// Roll, pitch, yaw about the fixed axes x, y, z in this order (the URDF convention), radians.
    pub fn from_roll_pitch_yaw(roll: T, pitch: T, yaw: T) -> Self {
        let about = |i, angle| Self::from_axis_angle(Vec3::axis(i), angle);
        about(0, roll).then(&about(1, pitch)).then(&about(2, yaw))
    }
    /// The rotation nearest to an orthonormal matrix, by Shepperd's choice of the largest component (1978).
    pub fn from_matrix(m: &Mat3<T>) -> Self {
        let at = |row: usize, column: usize| m.column(column)[row];
        let (xx, yy, zz) = (at(0, 0), at(1, 1), at(2, 2));
        let one = T::ONE;
        let candidates = [one + xx + yy + zz, one + xx - yy - zz, one - xx + yy - zz, one - xx - yy + zz];
        let best = (0..4).fold(0, |best, i| if candidates[i] > candidates[best] { i } else { best });
        let (wx, wy, wz) = (at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1));
        let (xy, yz, zx) = (at(0, 1) + at(1, 0), at(1, 2) + at(2, 1), at(2, 0) + at(0, 2));
        let [w, x, y, z] = match best {
            0 => [candidates[0], wx, wy, wz],
            1 => [wx, candidates[1], xy, zx],
            2 => [wy, xy, candidates[2], yz],
            _ => [wz, zx, yz, candidates[3]],
        };
        Rotor3 { w, x, y, z }
    }
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
        let (ww, zz, wz) = (two_product(self.w, self.w), two_product(self.z, self.z), two_product(self.w, self.z));
        let n = ww + zz;
        let (cos, sin) = (((ww - zz) / n).value(), (wz.scale(T::TWO) / n).value());
        Mat2::from_columns(|i| if i == 0 { Vec2::new(cos, sin) } else { Vec2::new(-sin, cos) })
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
        Self::from_matrix(matrix)
    }
    fn matrix(&self) -> Mat3<T> {
        let q = [self.w, self.x, self.y, self.z];
        let p = |i: usize, j: usize| two_product(q[i], q[j]);
        let (ww, xx, yy, zz) = (p(0, 0), p(1, 1), p(2, 2), p(3, 3));
        let inverse = Two::new(T::ONE) / ((ww + xx) + (yy + zz));
        let entry = |value: Two<T>| (value * inverse).value();
        let twice = |value: Two<T>| entry(value.scale(T::TWO));
        let columns = [
            Vec3::new(entry((ww + xx) - (yy + zz)), twice(p(1, 2) + p(0, 3)), twice(p(1, 3) - p(0, 2))),
            Vec3::new(twice(p(1, 2) - p(0, 3)), entry((ww + yy) - (xx + zz)), twice(p(2, 3) + p(0, 1))),
            Vec3::new(twice(p(1, 3) + p(0, 2)), twice(p(2, 3) - p(0, 1)), entry((ww + zz) - (xx + yy))),
        ];
        Mat3::from_columns(|i| columns[i])
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

/// Maps points of a body's frame to the frame it is placed in: rotate, then translate. Named by both: `b_in_a`.
#[derive(Clone, Copy, Debug, PartialEq)]
// In this order, so that the translation starts at a pair of numbers: computed and read back at once, it is written as it is read.
#[repr(C)]
pub struct Pose<V: Vector> {
    translation: V,
    translation_error: V::Scalar,
    rotation_error: V::Scalar,
    matrix: V::Matrix,
    rotor: V::Rotor,
}

/// A rigid pose in the plane.
pub type Pose2<T> = Pose<Vec2<T>>;
/// A rigid pose in space.
pub type Pose3<T> = Pose<Vec3<T>>;

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<V: Vector> Pose<V> {
    /// The pose that changes nothing.
    pub const IDENTITY: Self = Pose {
        rotor: <V::Rotor as Rotor<V>>::IDENTITY,
        matrix: <V::Matrix as Matrix<V>>::IDENTITY,
        translation: V::ZERO,
        rotation_error: V::Scalar::ZERO,
        translation_error: V::Scalar::ZERO,
    };

    /// First rotate by `rotor`, then move by `translation`; the translation must be finite and at most [`Real::LARGEST`].
    pub fn new(rotor: V::Rotor, translation: V) -> Result<Self, ShapeError> {
        ShapeError::check_point("pose translation", translation)?;
        Ok(Self::placed(rotor, translation))
    }
    /// The pose that only moves.
    pub fn from_translation(translation: V) -> Result<Self, ShapeError> {
        Self::new(<V::Rotor as Rotor<V>>::IDENTITY, translation)
    }
    pub(crate) fn placed(rotor: V::Rotor, translation: V) -> Self {
        let identity = rotor == <V::Rotor as Rotor<V>>::IDENTITY;
        // Entries are rounded from twofold values: the error matrix is at most u times the Frobenius norm sqrt(DIM),
        // and the twofold error itself is far below the second u/4.
        let u = V::Scalar::UNIT;
        let rotation_error = if identity { V::Scalar::ZERO } else { u + u };
        Pose { rotor, matrix: rotor.matrix(), translation, rotation_error, translation_error: V::Scalar::ZERO }
    }

    /// A computed pose, which stands for an unknown one near it: the caller vouches that the matrix is within `rotation_error` of a
    /// rotation, as [`rotation_error`](Self::rotation_error) tells, and the translation within `translation_error` of the true one.
    ///
    /// Its rotation has no exact form, so that queries answer by enclosures alone: see [`is_exact`](Self::is_exact).
    pub fn computed(
        matrix: V::Matrix,
        translation: V,
        rotation_error: V::Scalar,
        translation_error: V::Scalar,
    ) -> Self {
        Pose { rotor: <V::Rotor as Rotor<V>>::NONE, matrix, translation, rotation_error, translation_error }
    }

    /// Whether the pose *is* its [rotor](Self::rotor) and its translation. If not, it is only known within its errors, and no exact
    /// arithmetic may decide anything about it: what the enclosures leave open stays open.
    pub fn is_exact(&self) -> bool {
        self.rotor != <V::Rotor as Rotor<V>>::NONE
    }

    /// The same rotation with another translation.
    pub(crate) fn moved_to(self, translation: V) -> Self {
        Pose { translation, ..self }
    }

    /// The same pose, known less well: its rotation and its translation may be off by so much more.
    ///
    /// For poses that were computed, so that enclosures include how they were rounded. Unless both errors are zero it is no longer
    /// [exact](Self::is_exact).
    pub fn widened(self, rotation_error: V::Scalar, translation_error: V::Scalar) -> Self {
        let unchanged = rotation_error == V::Scalar::ZERO && translation_error == V::Scalar::ZERO;
        Pose {
            rotor: if unchanged { self.rotor } else { <V::Rotor as Rotor<V>>::NONE },
            rotation_error: self.rotation_error + rotation_error,
            translation_error: self.translation_error + translation_error,
            ..self
        }
    }

    /// The pose of `b` in the frame of `a`, both given in one common frame; rounded, with the errors kept.
    ///
    /// The difference of the translations is taken first, so bodies far from the origin lose nothing. It is
    /// [exact](Self::is_exact), and then stands for its own rounded numbers, if both are.
    pub fn relative(a: &Self, b: &Self) -> Self {
        let Way { matrix, translation, rotation_error, translation_error } = Way::between(a, b);
        // No rotation times any other is none.
        let rotor = b.rotor.then(&a.rotor.inverse());
        Pose { rotor, matrix, translation, rotation_error, translation_error }
    }

    /// The image of a point.
    #[inline]
    pub fn point(&self, p: V) -> V {
        self.matrix.apply(p) + self.translation
    }
    /// The image of a direction.
    #[inline]
    pub fn vector(&self, v: V) -> V {
        self.matrix.apply(v)
    }
    /// The direction whose image is `v`.
    #[inline]
    pub fn vector_back(&self, v: V) -> V {
        self.matrix.apply_transpose(v)
    }
    /// The rotation as given; the one nearest to its matrix where the pose is not [exact](Self::is_exact).
    pub fn rotor(&self) -> V::Rotor {
        if self.is_exact() { self.rotor } else { <V::Rotor as Rotor<V>>::nearest(&self.matrix) }
    }
    /// The rotation matrix, rounded.
    #[inline]
    pub fn matrix(&self) -> &V::Matrix {
        &self.matrix
    }
    /// Where the body's origin lies.
    #[inline]
    pub fn translation(&self) -> V {
        self.translation
    }
    /// `|matrix·x − R x| ≤ rotation_error |x|` for the exact rotation `R`.
    #[inline]
    pub fn rotation_error(&self) -> V::Scalar {
        self.rotation_error
    }
    /// The largest distance of the translation from the exact one that it stands for.
    #[inline]
    pub fn translation_error(&self) -> V::Scalar {
        self.translation_error
    }
    /// The pose of the outer frame in this one.
    pub fn inverse(&self) -> Self {
        Self::relative(self, &Self::IDENTITY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tilted() -> Pose3<f64> {
        Pose::new(Rotor3::new([0.3, -0.7, 0.2, 0.9]).unwrap(), Vec3::new(0.25, -3.5, 1.75)).unwrap()
    }

    #[test]
    fn the_matrix_of_a_quaternion_is_orthonormal_to_its_error() {
        let m = *tilted().matrix();
        for i in 0..3 {
            for j in 0..3 {
                let expected = if i == j { 1.0 } else { 0.0 };
                assert!((m.column(i).dot(m.column(j)) - expected).abs() < 1e-15);
            }
        }
        assert!(m.column(0).cross(m.column(1)).dot(m.column(2)) > 0.999);
    }

    #[test]
    fn the_relative_pose_maps_as_the_two_poses_do() {
        let (a, b) =
            (tilted(), Pose3::new(Rotor3::from_roll_pitch_yaw(0.4, -1.1, 2.5), Vec3::new(7.0, 0.5, -2.25)).unwrap());
        let p = Vec3::new(0.3, 0.6, -1.2);
        let direct = a.vector_back(b.point(p) - a.translation());
        assert!((Pose::relative(&a, &b).point(p) - direct).max_abs() < 1e-14);
        assert!((a.inverse().point(a.point(p)) - p).max_abs() < 1e-14);
    }

    #[test]
    fn matrix_and_rotor_agree() {
        let rotor = Rotor3::from_roll_pitch_yaw(-2.0, 0.7, 1.3f64);
        let again = Rotor3::from_matrix(&rotor.matrix());
        let difference = (0..3).map(|i| (rotor.matrix().column(i) - again.matrix().column(i)).max_abs());
        assert!(difference.fold(0.0, f64::max) < 1e-15);
    }

    #[test]
    fn a_quarter_turn_in_the_plane() {
        let p = Pose2::new(Rotor2::new(1.0, 1.0).unwrap(), Vec2::new(2.0, 3.0)).unwrap();
        assert_eq!(p.point(Vec2::new(1.0, 0.0)), Vec2::new(2.0, 4.0));
    }
}
