//! Rotations as unnormalised quaternions.

use core::fmt::Debug;

use super::vector::Vector;

/// A rotation as an unnormalised quaternion or, in the plane, an unnormalised complex number at half the angle.
pub trait Rotor<V: Vector>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The rotation that changes nothing.
    const IDENTITY: Self;
    /// The zero number, which stands for no rotation: the mark of poses that are only enclosed, and what an exact rotor
    /// leaves.
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
    pub(super) w: T,
    pub(super) z: T,
}

/// A rotation of space: the quaternion `w + x i + y j + z k` of any length but zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotor3<T> {
    pub(super) w: T,
    pub(super) x: T,
    pub(super) y: T,
    pub(super) z: T,
}
