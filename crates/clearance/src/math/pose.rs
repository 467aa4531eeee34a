//! Rigid poses: a rotation and a translation, with a bound on what rounding did to them.
//!
//! A [`Rotor`] is the exact rational rotation of its stored numbers, an unnormalised quaternion (in the plane: a
//! complex number at half the angle), and so is a pose made of one. A pose made of angles or of a matrix means *their*
//! rotation, which no floats are: it keeps a second quaternion, what the first one leaves, and a bound on what both
//! together miss. The matrix that the algorithms use is the rotation rounded entry by entry; [`Pose::rotation_error`]
//! bounds all of the difference, and enclosures of all queries include it.

use core::fmt::{self, Debug, Formatter};

use super::each::Each;
use super::real::Real;
use super::rigid_map::RigidMap;
use super::rotation::in_f64;
use super::rotor::Rotor;
use super::turn::Turn;
use super::vector::{Mat3, Matrix, Vec2, Vec3, Vector};
use crate::error::ShapeError;

/// Maps points of a body's frame to the frame it is placed in: rotate, then translate. Named by both: `b_in_a`.
#[doc(alias = "isometry")]
#[doc(alias = "transform")]
#[doc(alias = "rigid transform")]
#[derive(Clone, Copy, PartialEq)]
#[repr(C)]
pub struct Pose<V: Vector> {
    /// What most queries read of it.
    map: RigidMap<V>,
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
        map: RigidMap {
            matrix: <V::Matrix as Matrix<V>>::IDENTITY,
            translation: V::ZERO,
            rotation_error: V::Scalar::ZERO,
            translation_error: V::Scalar::ZERO,
        },
    };

    /// First rotate by `rotor`, then move by `translation`; the translation must be finite and at most
    /// [`Real::LARGEST`].
    pub fn new(rotor: V::Rotor, translation: V) -> Result<Self, ShapeError> {
        Self::of_matrix(rotor, &rotor.matrix(), translation)
    }
    /// [`new`](Self::new) of a rotor with its matrix.
    pub(crate) fn of_matrix(rotor: V::Rotor, matrix: &V::Matrix, translation: V) -> Result<Self, ShapeError> {
        ShapeError::check_point("pose translation", translation)?;
        let identity = rotor == <V::Rotor as Rotor<V>>::IDENTITY;
        // Entries are rounded from twofold values: the error matrix is at most u times the Frobenius norm sqrt(DIM),
        // and the twofold error itself is far below the second u/4.
        let u = V::Scalar::UNIT;
        let rotation_error = if identity { V::Scalar::ZERO } else { u + u };
        let map = RigidMap { matrix: *matrix, translation, rotation_error, translation_error: V::Scalar::ZERO };
        Ok(Pose { rotor, map, ..Self::IDENTITY })
    }
    /// The pose that only moves.
    pub fn from_translation(translation: V) -> Result<Self, ShapeError> {
        Self::new(<V::Rotor as Rotor<V>>::IDENTITY, translation)
    }
    /// The rotation that is meant, then the translation.
    pub(super) fn turned(turn: &Turn, translation: V) -> Result<Self, ShapeError> {
        let (high, low, rotor_error) = turn.parts::<V::Scalar>();
        let [rotor, rest] = [high, low].each(V::Rotor::from_quaternion);
        let exact = Self::new(rotor, translation)?;
        if rotor_error == V::Scalar::ZERO && rest == <V::Rotor as Rotor<V>>::NONE {
            return Ok(exact);
        }
        let u = V::Scalar::UNIT;
        let map = RigidMap { matrix: rotor.fine_matrix(&rest), rotation_error: u + u + rotor_error, ..exact.map };
        Ok(Pose { rest, rotor_error, map, ..exact })
    }

    /// A computed pose, which stands for an unknown one near it: the caller vouches that the matrix is within
    /// `rotation_error` of a rotation, as [`rotation_error`](Self::rotation_error) says, and the translation within
    /// `translation_error` of the true one.
    ///
    /// Its rotation has no exact form, so that queries answer by enclosures alone: see [`is_exact`](Self::is_exact).
    pub fn computed(
        matrix: V::Matrix,
        translation: V,
        rotation_error: V::Scalar,
        translation_error: V::Scalar,
    ) -> Self {
        let rotor = <V::Rotor as Rotor<V>>::NONE;
        Pose { rotor, map: RigidMap { matrix, translation, rotation_error, translation_error }, ..Self::IDENTITY }
    }

    /// Whether the pose *is* its [rotor](Self::rotor) and its translation, or the angles or the matrix that it was made
    /// of. If not, it is only known within its errors, and no exact arithmetic may decide anything about it: what the
    /// enclosures cannot decide stays undecided.
    pub fn is_exact(&self) -> bool {
        self.rotor != <V::Rotor as Rotor<V>>::NONE
    }

    /// Whether the pose *is* its [rotor](Self::rotor) and its translation: rational numbers, of which exact arithmetic
    /// decides everything.
    pub fn is_rational(&self) -> bool {
        self.is_exact() && self.fine_error() == V::Scalar::ZERO
    }

    /// This pose with another translation, which must be finite and at most [`Real::LARGEST`].
    pub fn with_translation(self, translation: V) -> Result<Self, ShapeError> {
        Ok(self.moved_to(ShapeError::check_point("pose translation", translation)?))
    }

    /// This rotation with another translation.
    pub(crate) fn moved_to(self, translation: V) -> Self {
        Pose { map: RigidMap { translation, ..self.map }, ..self }
    }

    /// This pose with larger errors: its rotation and its translation may be off by so much more.
    ///
    /// For poses that were computed, so that enclosures include how they were rounded. Unless both errors are zero it
    /// is no longer [exact](Self::is_exact).
    pub fn widened(self, rotation_error: V::Scalar, translation_error: V::Scalar) -> Self {
        let unchanged = rotation_error == V::Scalar::ZERO && translation_error == V::Scalar::ZERO;
        Pose {
            rotor: if unchanged { self.rotor } else { <V::Rotor as Rotor<V>>::NONE },
            map: RigidMap {
                rotation_error: self.map.rotation_error + rotation_error,
                translation_error: self.map.translation_error + translation_error,
                ..self.map
            },
            ..self
        }
    }

    /// The pose of `b` in the frame of `a`, both given in one common frame; rounded, with the errors kept.
    ///
    /// The difference of the translations is taken first, so bodies far from the origin lose nothing. It is
    /// [exact](Self::is_exact), and then stands for its own rounded numbers, if both are.
    pub fn relative(a: &Self, b: &Self) -> Self {
        let map = RigidMap::between(a, b);
        // No rotation times any other is none.
        let rotor = b.rotor.then(&a.rotor.inverse());
        let rotor_error = a.error_of_rotor() + b.error_of_rotor();
        Pose { rotor, map, rotor_error, ..Self::IDENTITY }
    }

    /// The pose without its rotor.
    pub(crate) fn map(&self) -> &RigidMap<V> {
        &self.map
    }
    /// The image of a point.
    pub fn point(&self, p: V) -> V {
        self.map.matrix.apply(p) + self.map.translation
    }
    /// The image of a direction.
    pub fn vector(&self, v: V) -> V {
        self.map.matrix.apply(v)
    }
    /// The direction whose image is `v`.
    pub fn vector_back(&self, v: V) -> V {
        self.map.matrix.apply_transpose(v)
    }
    /// The rotation as given; of a pose made of angles or of a matrix, that rotation rounded; the one nearest to its
    /// matrix where the pose is not [exact](Self::is_exact).
    pub fn rotor(&self) -> V::Rotor {
        if self.is_exact() { self.rotor } else { <V::Rotor as Rotor<V>>::nearest(&self.map.matrix) }
    }
    /// The rotation as exactly as it is known: a quaternion in two parts.
    pub(crate) fn fine_quaternion(&self) -> [[V::Scalar; 4]; 2] {
        [self.rotor.quaternion(), self.rest.quaternion()]
    }
    /// The rotation that is meant is off [that](Self::fine_quaternion) by no more than this angle in radians; zero for
    /// what is exact.
    pub(crate) fn fine_error(&self) -> V::Scalar {
        self.rotor_error
    }
    /// The error of the rotor alone: what it leaves of a component is at most `u` of it, which turns by `2u` and less
    /// than `u²` more.
    fn error_of_rotor(&self) -> V::Scalar {
        if self.rest == <V::Rotor as Rotor<V>>::NONE {
            return self.rotor_error;
        }
        self.rotor_error + V::Scalar::from_f64(3.0) * V::Scalar::UNIT
    }
    /// The rotation matrix, rounded.
    pub fn matrix(&self) -> &V::Matrix {
        &self.map.matrix
    }
    /// Where the body's origin lies.
    pub fn translation(&self) -> V {
        self.map.translation
    }
    /// `|matrix·x − R x| ≤ rotation_error |x|` for the exact rotation `R`.
    pub fn rotation_error(&self) -> V::Scalar {
        self.map.rotation_error
    }
    /// The largest distance of the translation from the exact one that it stands for.
    pub fn translation_error(&self) -> V::Scalar {
        self.map.translation_error
    }
    /// The pose of the outer frame in this one.
    pub fn inverse(&self) -> Self {
        Self::relative(self, &Self::IDENTITY)
    }
}

impl<V: Vector> Debug for Pose<V> {
    /// Translation and rotation: the quaternion where the rotation is one, else the matrix; errors that are not zero.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let none = <V::Rotor as Rotor<V>>::NONE;
        let mut shown = f.debug_struct("Pose");
        shown.field("translation", &self.translation());
        if self.is_exact() {
            shown.field("rotor", &self.rotor)
        } else {
            shown.field("matrix", &self.map.matrix)
        };
        if self.is_exact() && self.rest != none {
            shown.field("rest", &self.rest);
        }
        let errors = [("rotation_error", self.map.rotation_error), ("translation_error", self.map.translation_error)];
        for (name, error) in errors.iter().filter(|(_, error)| *error != V::Scalar::ZERO) {
            shown.field(name, error);
        }
        shown.finish()
    }
}

impl<T: Real> Pose<Vec2<T>> {
    /// The pose that only moves, by `(x, y)`. Fails if a coordinate is not finite, or too large.
    #[doc(alias = "translation")]
    pub fn from_xy(x: T, y: T) -> Result<Self, ShapeError> {
        Self::from_translation(Vec2::new(x, y))
    }

    /// Counter-clockwise by exactly `angle` radians, then moved: enclosures hold for the angle itself, not for a
    /// rounded rotation.
    ///
    /// Fails if the angle is not finite, or the translation too large.
    pub fn from_angle(angle: T, translation: Vec2<T>) -> Result<Self, ShapeError> {
        Self::turned(&Turn::about_axis(2, angle.to_f64())?, translation)
    }
}

impl<T: Real> Pose<Vec3<T>> {
    /// The pose that only moves, by `(x, y, z)`. Fails if a coordinate is not finite, or too large.
    ///
    /// ```
    /// use clearance::{Pose3, Vec3};
    /// let lifted = Pose3::from_xyz(0.0, 0.0, 2.5).unwrap();
    /// assert_eq!(lifted * Vec3::new(1.0, 2.0, 0.5), Vec3::new(1.0, 2.0, 3.0));
    /// ```
    #[doc(alias = "translation")]
    pub fn from_xyz(x: T, y: T, z: T) -> Result<Self, ShapeError> {
        Self::from_translation(Vec3::new(x, y, z))
    }

    /// The rotation by exactly these angles in radians about the fixed axes x, y and z, in this order (roll, pitch, yaw
    /// as in URDF), then moved: enclosures hold for the angles themselves, not for a rounded rotation.
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
        Self::turned(&Turn::from_rpy(rpy.each(T::to_f64))?, translation)
    }

    /// The rotation by exactly `angle` radians about `axis`, which may have any length but zero, then moved.
    ///
    /// Fails if the axis is zero, a number is not finite, or the translation too large.
    pub fn from_axis_angle(axis: Vec3<T>, angle: T, translation: Vec3<T>) -> Result<Self, ShapeError> {
        let axis = Vec3::from_fn(|i| axis[i].to_f64());
        Self::turned(&Turn::about(axis, angle.to_f64())?, translation)
    }

    /// The rotation nearest to a matrix (its polar factor), then moved: enclosures hold for that rotation.
    ///
    /// Fails if the columns are off orthonormal by more than `10⁻⁶`, or mirror, or the translation is too large.
    pub fn from_matrix(matrix: &Mat3<T>, translation: Vec3<T>) -> Result<Self, ShapeError> {
        Self::turned(&Turn::from_matrix(&in_f64(matrix), T::UNIT.to_f64())?, translation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Rotor2, Rotor3};

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
