//! What a dimension knows of turning at a constant rate.

use core::fmt::Debug;

use crate::dimension::Dimension;
use crate::error::ShapeError;
use crate::math::{Real, Rotor, Rotor2, Rotor3, Vec2, Vec3, Vector, angle_of};

/// What a dimension knows of turning at a constant rate.
pub trait Rotating: Dimension {
    /// Angular displacement: in space a rotation vector, in the plane an angle, counter-clockwise.
    type Angular: Copy + Debug + PartialEq + Send + Sync + 'static;
    /// The unit axis; nothing in the plane.
    type Axis: Copy + Debug + PartialEq + Send + Sync + 'static;
    /// No turn.
    const STILL: Self::Angular;

    /// Axis and angle.
    #[doc(hidden)]
    fn split(angular: Self::Angular) -> Result<(Self::Axis, Self::Scalar), ShapeError>;
    /// The axis as a vector; zero in the plane.
    #[doc(hidden)]
    fn axis_vector(axis: Self::Axis) -> Self;
    /// `axis × v`; in the plane, `v` turned by a quarter.
    #[doc(hidden)]
    fn turned(axis: Self::Axis, v: Self) -> Self;
    /// `v` without its part along the axis.
    #[doc(hidden)]
    fn across_axis(axis: Self::Axis, v: Self) -> Self;
    /// The sine of the angle between a unit direction and the axis.
    #[doc(hidden)]
    fn sine(axis: Self::Axis, dir: Self) -> Self::Scalar;
    /// The shorter turn from one rotation to another, in the frame that both are given in.
    #[doc(hidden)]
    fn arc(from: &Self::Rotor, to: &Self::Rotor) -> Self::Angular;
}

impl<T: Real> Rotating for Vec2<T> {
    type Angular = T;
    type Axis = ();
    const STILL: T = T::ZERO;

    fn split(angular: T) -> Result<((), T), ShapeError> {
        ShapeError::check_number("angular displacement", angular).map(|angle| ((), angle))
    }
    fn axis_vector((): ()) -> Self {
        Self::ZERO
    }
    fn turned((): (), v: Self) -> Self {
        v.perpendicular()
    }
    fn across_axis((): (), v: Self) -> Self {
        v
    }
    fn sine((): (), _: Self) -> T {
        T::ONE
    }
    fn arc(from: &Rotor2<T>, to: &Rotor2<T>) -> T {
        if is_same(from.quaternion(), to.quaternion()) {
            return T::ZERO;
        }
        let [w, _, _, z] = from.inverse().then(to).quaternion();
        let sign = T::ONE.copysign(w);
        let half = angle_of((z * sign).to_f64(), w.abs().to_f64());
        T::from_f64(half + half)
    }
}

impl<T: Real> Rotating for Vec3<T> {
    type Angular = Vec3<T>;
    type Axis = Vec3<T>;
    const STILL: Vec3<T> = Vec3::new(T::ZERO, T::ZERO, T::ZERO);

    fn split(angular: Vec3<T>) -> Result<(Vec3<T>, T), ShapeError> {
        let angular = ShapeError::check_point("angular displacement", angular)?;
        let axis = angular.normalized();
        Ok((axis, axis.dot(angular)))
    }
    fn axis_vector(axis: Vec3<T>) -> Self {
        axis
    }
    fn turned(axis: Vec3<T>, v: Self) -> Self {
        axis.cross(v)
    }
    fn across_axis(axis: Vec3<T>, v: Self) -> Self {
        v - axis * axis.dot(v)
    }
    fn sine(axis: Vec3<T>, dir: Self) -> T {
        axis.cross(dir).norm()
    }
    fn arc(from: &Rotor3<T>, to: &Rotor3<T>) -> Vec3<T> {
        if is_same(from.quaternion(), to.quaternion()) {
            return Self::STILL;
        }
        let [w, x, y, z] = from.inverse().then(to).quaternion();
        let v = Vec3::new(x, y, z) * T::ONE.copysign(w);
        let half = angle_of(v.norm().to_f64(), w.abs().to_f64());
        v.normalized() * T::from_f64(half + half)
    }
}

/// Whether two quaternions are one rotation, bit for bit: the product with an inverse differs from the identity.
fn is_same<T: Real>(from: [T; 4], to: [T; 4]) -> bool {
    from == to || from == to.map(|value| -value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn there_is_no_arc_from_a_rotation_to_itself() {
        let mut random = Random(0xa6c0);
        let zero = Vec3::new(0.0, 0.0, 0.0);
        for _ in 0..1000 {
            let written: [f64; 4] = [(); 4].map(|()| random.unit());
            let Ok(rotor) = Rotor3::from_wxyz(written) else { continue };
            let negative = Rotor3::from_wxyz(written.map(|value| -value)).unwrap();
            let arc = <Vec3<f64> as Rotating>::arc;
            assert_eq!([arc(&rotor, &rotor), arc(&rotor, &negative)], [zero; 2]);
        }
    }
}
