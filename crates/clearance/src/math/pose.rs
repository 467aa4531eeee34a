//! Rigid poses: a rotation and a translation, with a bound on what rounding did to them.
//!
//! A [`Rotor`] is the exact rational rotation of its stored numbers, an unnormalised quaternion (in the plane: a complex number at half
//! the angle), and so is a pose made of one. A pose made of angles or of a matrix means *their* rotation, which no floats are: it
//! keeps a second quaternion, what the first one leaves, and a bound on what both together miss. The matrix that the algorithms use is
//! the rotation rounded entry by entry; [`Pose::rotation_error`] bounds all of the difference, and enclosures of all queries include it.

use core::fmt::Debug;

use super::number::Number;
use super::real::Real;
use super::rigid_map::RigidMap;
use super::trigonometry::sin_cos;
use super::turn::Turn;
use super::vector::{Mat2, Mat3, Matrix, Vec2, Vec3, Vector};
use crate::error::ShapeError;
use crate::math::twofold::{Two, two_product};

/// A rotation as an unnormalised quaternion or, in the plane, an unnormalised complex number at half the angle.
pub trait Rotor<V: Vector>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The rotation that changes nothing.
    const IDENTITY: Self;
    /// The zero number, which stands for no rotation: the mark of poses that are only enclosed, and what an exact rotor leaves.
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
    /// The rotor with these components, of which the plane's has no `x` and `y`.
    #[doc(hidden)]
    fn from_quaternion(quaternion: [V::Scalar; 4]) -> Self;
    /// [`matrix`](Self::matrix) of twofold components.
    #[doc(hidden)]
    fn fine_matrix(&self, rest: &Self) -> V::Matrix;
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

/// Brings components that define a rotation to a largest magnitude in [1, 2), exactly. Fails if one is not finite, or none is a normal
/// number other than zero.
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
    /// The rotation of `w` and `z`, the cosine and sine of half the angle times any number. Fails if both are zero, or one is not finite.
    pub fn new(w: T, z: T) -> Result<Self, ShapeError> {
        scaled_to_unit([w, z]).map(|[w, z]| Rotor2 { w, z })
    }
    /// Counter-clockwise by `angle` radians: the exact rotation of the rounded cosine and sine of the half angle. Fails if the
    /// angle is not finite. [`Pose::from_angle`] means the angle itself.
    pub fn from_angle(angle: T) -> Result<Self, ShapeError> {
        let (sin, cos) = half_angle(angle)?;
        Ok(Rotor2 { w: T::from_f64(cos), z: T::from_f64(sin) })
    }
}

impl<T: Real> Rotor3<T> {
    /// About `axis` (any length but zero) by `angle` radians, rounded. Fails if the axis is zero, or a number is not finite.
    /// [`Pose::from_axis_angle`] means the angle itself.
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
    /// Roll, pitch, yaw about the fixed axes x, y, z in this order (the URDF convention), radians; rounded. Fails if one is not finite.
    /// [`Pose::from_rpy`] means the angles themselves.
    pub fn from_roll_pitch_yaw(roll: T, pitch: T, yaw: T) -> Result<Self, ShapeError> {
        let about = |i, angle| Self::from_axis_angle(Vec3::axis(i), angle);
        Ok(about(0, roll)?.then(&about(1, pitch)?).then(&about(2, yaw)?))
    }
    /// The rotation nearest to a matrix (its polar factor), rounded. Fails if the columns are off orthonormal by more than `10⁻⁶`, or
    /// mirror. [`Pose::from_matrix`] means that rotation itself.
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

fn in_f64<T: Real>(m: &Mat3<T>) -> Mat3<f64> {
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
        from_columns(matrix_of_quaternion(self.quaternion()))
    }
    fn fine_matrix(&self, rest: &Self) -> Mat3<T> {
        let (high, low) = (self.quaternion(), rest.quaternion());
        let [w, x, y, z] = [0, 1, 2, 3].map(|i| Two { hi: high[i], lo: low[i] });
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

/// From `ww`, `zz` and `wz`.
fn matrix_of_complex<T: Real>([ww, zz, wz]: [Two<T>; 3]) -> Mat2<T> {
    let n = ww + zz;
    let (cos, sin) = (((ww - zz) / n).value(), (wz.scale(T::TWO) / n).value());
    Mat2::from_columns(|i| if i == 0 { Vec2::new(cos, sin) } else { Vec2::new(-sin, cos) })
}

/// The columns of the matrix of a quaternion, or of several side by side.
//
// `inline(always)`, and no closures: registers of the processor's own level do not pass a call.
#[inline(always)]
pub(crate) fn matrix_of_quaternion<N: Number>([w, x, y, z]: [N; 4]) -> [[N; 3]; 3] {
    let squares = [two_product(w, w), two_product(x, x), two_product(y, y), two_product(z, z)];
    let of_w = [two_product(w, x), two_product(w, y), two_product(w, z)];
    matrix_of_products(squares, of_w, [two_product(x, y), two_product(x, z), two_product(y, z)])
}

/// From `ww, xx, yy, zz`, from `wx, wy, wz` and from `xy, xz, yz`.
#[inline(always)]
fn matrix_of_products<N: Number>(
    [ww, xx, yy, zz]: [Two<N>; 4],
    [wx, wy, wz]: [Two<N>; 3],
    [xy, xz, yz]: [Two<N>; 3],
) -> [[N; 3]; 3] {
    let inverse = Two::new(ww.hi.like(N::Float::ONE)) / ((ww + xx) + (yy + zz));
    [
        [entry((ww + xx) - (yy + zz), inverse), twice(xy + wz, inverse), twice(xz - wy, inverse)],
        [twice(xy - wz, inverse), entry((ww + yy) - (xx + zz), inverse), twice(yz + wx, inverse)],
        [twice(xz + wy, inverse), twice(yz - wx, inverse), entry((ww + zz) - (xx + yy), inverse)],
    ]
}

#[inline(always)]
fn entry<N: Number>(value: Two<N>, inverse: Two<N>) -> N {
    (value * inverse).value()
}

#[inline(always)]
fn twice<N: Number>(value: Two<N>, inverse: Two<N>) -> N {
    entry(value.scale(value.hi.like(N::Float::TWO)), inverse)
}

fn from_columns<T: Real>(columns: [[T; 3]; 3]) -> Mat3<T> {
    Mat3::from_columns(|i| columns[i].into())
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
    /// What the rotor leaves of the rotation that is meant: their sum misses it by the angle `rotor_error`.
    rest: V::Rotor,
    rotor_error: V::Scalar,
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
        rest: <V::Rotor as Rotor<V>>::NONE,
        rotor_error: V::Scalar::ZERO,
        matrix: <V::Matrix as Matrix<V>>::IDENTITY,
        translation: V::ZERO,
        rotation_error: V::Scalar::ZERO,
        translation_error: V::Scalar::ZERO,
    };

    /// First rotate by `rotor`, then move by `translation`; the translation must be finite and at most [`Real::LARGEST`].
    pub fn new(rotor: V::Rotor, translation: V) -> Result<Self, ShapeError> {
        Self::of_matrix(rotor, &rotor.matrix(), translation)
    }
    /// [`new`](Self::new) of a rotor with its matrix.
    #[inline]
    pub(crate) fn of_matrix(rotor: V::Rotor, matrix: &V::Matrix, translation: V) -> Result<Self, ShapeError> {
        ShapeError::check_point("pose translation", translation)?;
        let identity = rotor == <V::Rotor as Rotor<V>>::IDENTITY;
        // Entries are rounded from twofold values: the error matrix is at most u times the Frobenius norm sqrt(DIM),
        // and the twofold error itself is far below the second u/4.
        let u = V::Scalar::UNIT;
        let rotation_error = if identity { V::Scalar::ZERO } else { u + u };
        Ok(Pose { rotor, matrix: *matrix, translation, rotation_error, ..Self::IDENTITY })
    }
    /// The pose that only moves.
    pub fn from_translation(translation: V) -> Result<Self, ShapeError> {
        Self::new(<V::Rotor as Rotor<V>>::IDENTITY, translation)
    }
    /// The rotation that is meant, then the translation.
    fn turned(turn: &Turn, translation: V) -> Result<Self, ShapeError> {
        let (high, low, rotor_error) = turn.parts::<V::Scalar>();
        let [rotor, rest] = [high, low].map(V::Rotor::from_quaternion);
        let exact = Self::new(rotor, translation)?;
        if rotor_error == V::Scalar::ZERO && rest == <V::Rotor as Rotor<V>>::NONE {
            return Ok(exact);
        }
        let u = V::Scalar::UNIT;
        Ok(Pose { rest, rotor_error, matrix: rotor.fine_matrix(&rest), rotation_error: u + u + rotor_error, ..exact })
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
        let rotor = <V::Rotor as Rotor<V>>::NONE;
        Pose { rotor, matrix, translation, rotation_error, translation_error, ..Self::IDENTITY }
    }

    /// Whether the pose *is* its [rotor](Self::rotor) and its translation, or the angles or the matrix that it was made of. If not, it is only known within its errors, and no exact
    /// arithmetic may decide anything about it: what the enclosures leave open stays open.
    pub fn is_exact(&self) -> bool {
        self.rotor != <V::Rotor as Rotor<V>>::NONE
    }

    /// This rotation with another translation.
    pub(crate) fn moved_to(self, translation: V) -> Self {
        Pose { translation, ..self }
    }

    /// This pose with larger errors: its rotation and its translation may be off by so much more.
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
        let RigidMap { matrix, translation, rotation_error, translation_error } = RigidMap::between(a, b);
        // No rotation times any other is none.
        let rotor = b.rotor.then(&a.rotor.inverse());
        let rotor_error = a.error_of_rotor() + b.error_of_rotor();
        Pose { rotor, matrix, translation, rotation_error, translation_error, rotor_error, ..Self::IDENTITY }
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
    /// The rotation as given; of a pose made of angles or of a matrix, that rotation rounded; the one nearest to its matrix where the pose
    /// is not [exact](Self::is_exact).
    pub fn rotor(&self) -> V::Rotor {
        if self.is_exact() { self.rotor } else { <V::Rotor as Rotor<V>>::nearest(&self.matrix) }
    }
    /// The rotation as exactly as it is known: a quaternion in two parts.
    pub(crate) fn fine_quaternion(&self) -> [[V::Scalar; 4]; 2] {
        [self.rotor.quaternion(), self.rest.quaternion()]
    }
    /// The rotation that is meant is off [that](Self::fine_quaternion) by at most so many radians; zero for what is exact.
    pub(crate) fn fine_error(&self) -> V::Scalar {
        self.rotor_error
    }
    /// That of the rotor alone: what it leaves of a component is at most `u` of it, which turns by `2u` and less than `u²` more.
    fn error_of_rotor(&self) -> V::Scalar {
        if self.rest == <V::Rotor as Rotor<V>>::NONE {
            return self.rotor_error;
        }
        self.rotor_error + V::Scalar::from_f64(3.0) * V::Scalar::UNIT
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

impl<T: Real> Pose<Vec2<T>> {
    /// Counter-clockwise by exactly `angle` radians, then moved: enclosures hold for the angle itself, not for a rounded rotation.
    ///
    /// Fails if the angle is not finite, or the translation too large.
    pub fn from_angle(angle: T, translation: Vec2<T>) -> Result<Self, ShapeError> {
        Self::turned(&Turn::about_axis(2, angle.to_f64())?, translation)
    }
}

impl<T: Real> Pose<Vec3<T>> {
    /// By exactly these angles in radians about the fixed axes x, y and z, in this order (roll, pitch, yaw as in URDF), then moved:
    /// enclosures hold for the angles themselves, not for a rounded rotation.
    ///
    /// Fails if an angle is not finite, or the translation too large.
    ///
    /// ```
    /// use clearance::{Pose3, Vec3};
    /// let half_turn = core::f64::consts::PI;
    /// let pose = Pose3::from_rpy([0.0, 0.0, half_turn], Vec3::new(1.0, 0.0, 0.0)).unwrap();
    /// assert_eq!(pose.point(Vec3::new(2.0, 0.0, 0.5)).x, -1.0);
    /// assert_eq!(pose.point(Vec3::new(1.0, 0.0, 0.5)).y, 1.2246467991473532e-16); // π is no float
    /// ```
    pub fn from_rpy(rpy: [T; 3], translation: Vec3<T>) -> Result<Self, ShapeError> {
        Self::turned(&Turn::from_rpy(rpy.map(T::to_f64))?, translation)
    }

    /// By exactly `angle` radians about `axis`, which may have any length but zero, then moved.
    ///
    /// Fails if the axis is zero, a number is not finite, or the translation too large.
    pub fn from_axis_angle(axis: Vec3<T>, angle: T, translation: Vec3<T>) -> Result<Self, ShapeError> {
        let axis = Vec3::from_fn(|i| axis[i].to_f64());
        Self::turned(&Turn::about(axis, angle.to_f64())?, translation)
    }

    /// By the rotation nearest to a matrix (its polar factor), then moved: enclosures hold for that rotation.
    ///
    /// Fails if the columns are off orthonormal by more than `10⁻⁶`, or mirror, or the translation is too large.
    pub fn from_matrix(matrix: &Mat3<T>, translation: Vec3<T>) -> Result<Self, ShapeError> {
        Self::turned(&Turn::from_matrix(&in_f64(matrix), T::UNIT.to_f64())?, translation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tilted() -> Pose3<f64> {
        Pose::new(Rotor3::from_wxyz([0.3, -0.7, 0.2, 0.9]).unwrap(), Vec3::new(0.25, -3.5, 1.75)).unwrap()
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
        let (a, b) = (tilted(), Pose3::from_rpy([0.4, -1.1, 2.5], Vec3::new(7.0, 0.5, -2.25)).unwrap());
        let p = Vec3::new(0.3, 0.6, -1.2);
        let direct = a.vector_back(b.point(p) - a.translation());
        assert!((Pose::relative(&a, &b).point(p) - direct).max_abs() < 1e-14);
        assert!((a.inverse().point(a.point(p)) - p).max_abs() < 1e-14);
    }

    #[test]
    fn matrix_and_rotor_agree() {
        let rotor = Rotor3::from_roll_pitch_yaw(-2.0, 0.7, 1.3f64).unwrap();
        let again = Rotor3::from_matrix(&rotor.matrix()).unwrap();
        let difference = (0..3).map(|i| (rotor.matrix().column(i) - again.matrix().column(i)).max_abs());
        assert!(difference.fold(0.0, f64::max) < 1e-15);
    }

    #[test]
    fn a_quarter_turn_in_the_plane() {
        let p = Pose2::new(Rotor2::new(1.0, 1.0).unwrap(), Vec2::new(2.0, 3.0)).unwrap();
        assert_eq!(p.point(Vec2::new(1.0, 0.0)), Vec2::new(2.0, 4.0));
    }
}
