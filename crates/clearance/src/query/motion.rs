//! Bodies that move: a pose at every time of `[0, 1]`, and a bound on how much the paths of its points bend.
//!
//! Nothing else is needed to prove that two moving bodies stay apart (see [`impact`](super::impact)), so a motion of the
//! user's own needs no more than these two functions.

use core::fmt::Debug;

use crate::error::ShapeError;
use crate::math::{Pose, Real, Rotor, Rotor2, Rotor3, Vec2, Vec3, Vector};
use crate::space::Space;

/// A rigid motion over `0 ≤ t ≤ 1`.
///
/// A fixed body is its [`Pose`].
pub trait Motion<V: Space> {
    /// The pose at a time, with the errors of its rounding; see [`Pose::widened`].
    fn pose_at(&self, t: V::Scalar) -> Pose<V>;

    /// An upper bound of `|dir·x″(t)|` over all times, for every point `x` of the body within `reach` of the origin of its
    /// frame; `dir` is a unit vector. Zero for points that move along straight lines at constant speed.
    fn bend(&self, dir: V, reach: V::Scalar) -> V::Scalar;
}

impl<V: Space> Motion<V> for Pose<V> {
    #[inline]
    fn pose_at(&self, _: V::Scalar) -> Pose<V> {
        *self
    }
    #[inline]
    fn bend(&self, _: V, _: V::Scalar) -> V::Scalar {
        V::Scalar::ZERO
    }
}

impl<V: Space, M: Motion<V> + ?Sized> Motion<V> for &M {
    #[inline]
    fn pose_at(&self, t: V::Scalar) -> Pose<V> {
        (**self).pose_at(t)
    }
    #[inline]
    fn bend(&self, dir: V, reach: V::Scalar) -> V::Scalar {
        (**self).bend(dir, reach)
    }
}

/// What a dimension knows of turning at a constant rate.
pub trait Rotating: Space {
    /// Angular displacement: in space a rotation vector, in the plane an angle, counter-clockwise.
    type Angular: Copy + Debug + PartialEq + Send + Sync + 'static;
    /// The unit axis; nothing in the plane.
    type Axis: Copy + Debug + PartialEq + Send + Sync + 'static;
    /// No turn.
    const STILL: Self::Angular;

    /// Axis and angle.
    #[doc(hidden)]
    fn split(angular: Self::Angular) -> Result<(Self::Axis, Self::Scalar), ShapeError>;
    /// The rotation about an axis by an angle: of unit length but for rounding, at most `8u` off.
    #[doc(hidden)]
    fn about(axis: Self::Axis, angle: Self::Scalar) -> Self::Rotor;
    /// The sine of the angle between a unit direction and the axis.
    #[doc(hidden)]
    fn across(axis: Self::Axis, dir: Self) -> Self::Scalar;
}

impl<T: Real> Rotating for Vec2<T> {
    type Angular = T;
    type Axis = ();
    const STILL: T = T::ZERO;

    fn split(angular: T) -> Result<((), T), ShapeError> {
        ShapeError::check_number("angular displacement", angular).map(|angle| ((), angle))
    }
    fn about((): (), angle: T) -> Rotor2<T> {
        Rotor2::from_angle(angle)
    }
    fn across((): (), _: Self) -> T {
        T::ONE
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
    fn about(axis: Vec3<T>, angle: T) -> Rotor3<T> {
        Rotor3::from_axis_angle(axis, angle)
    }
    fn across(axis: Vec3<T>, dir: Self) -> T {
        axis.cross(dir).norm()
    }
}

/// A body whose origin moves along a line while the body turns about it, both at constant rates, in the world frame:
/// `x(t) = exp(t·angular) R x₀ + translation + t·linear`.
///
/// ```
/// use clearance::query::motion::{LinearMotion, Motion};
/// use clearance::{Pose, Vec2, Vector};
/// let quarter = core::f64::consts::FRAC_PI_2;
/// let falling = LinearMotion::new(Pose::IDENTITY, Vec2::new(0.0, -4.0), quarter).unwrap();
/// let end = falling.pose_at(1.0).point(Vec2::new(2.0, 0.0));
/// assert!((end - Vec2::new(0.0, -2.0)).norm() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearMotion<V: Rotating> {
    start: Pose<V>,
    linear: V,
    axis: V::Axis,
    angle: V::Scalar,
}

impl<V: Rotating> LinearMotion<V> {
    /// From a pose, by two displacements over the unit of time.
    pub fn new(start: Pose<V>, linear: V, angular: V::Angular) -> Result<Self, ShapeError> {
        let linear = ShapeError::check_point("linear displacement", linear)?;
        let (axis, angle) = V::split(angular)?;
        Ok(LinearMotion { start, linear, axis, angle })
    }

    /// From a pose along a straight line, without turning.
    pub fn straight(start: Pose<V>, linear: V) -> Result<Self, ShapeError> {
        Self::new(start, linear, V::STILL)
    }
}

impl<V: Rotating> Motion<V> for LinearMotion<V> {
    fn pose_at(&self, t: V::Scalar) -> Pose<V> {
        if t == V::Scalar::ZERO {
            return self.start;
        }
        let u = V::Scalar::UNIT;
        let number = V::Scalar::from_f64;
        let step = self.linear * t;
        let translation = self.start.translation() + step;
        // The product rounds, and the sum.
        let moved = (step.norm() + translation.norm()) * (u + u);
        let angle = self.angle * t;
        if angle == V::Scalar::ZERO {
            return self.start.moved_to(translation).widened(V::Scalar::ZERO, moved);
        }
        let rotor = self.start.rotor().then(&V::about(self.axis, angle));
        // The angle rounds three times. As unit numbers, the turn is 8u off and its product with the start another 8u, and a
        // rotation turns by twice as much as its rotor.
        let turned = number(32.0) * u + number(4.0) * u * angle.abs();
        let start_error = self.start.rotation_error();
        Pose::placed(rotor, translation).widened(turned + start_error, moved + self.start.translation_error())
    }

    fn bend(&self, dir: V, reach: V::Scalar) -> V::Scalar {
        // x″ = ω×(ω×r), so dir·x″ = (dir×ω)·(ω×r). The direction and the axis round.
        let u = V::Scalar::UNIT;
        let across = V::across(self.axis, dir) + V::Scalar::from_f64(16.0) * u;
        self.angle * self.angle * across * reach * (V::Scalar::ONE + V::Scalar::from_f64(32.0) * u)
    }
}
