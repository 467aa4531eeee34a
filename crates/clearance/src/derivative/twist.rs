//! Small rigid motions, and the derivatives by them.

use crate::math::{Each, Real, Vec2, Vec3, Vector};

use crate::motion::Rotating;

/// A space whose small rigid motions have coordinates: three axes of rotation, of which the plane has the last one.
pub trait Twisting: Rotating {
    /// The rotation by three components.
    #[doc(hidden)]
    fn angular(axes: [Self::Scalar; 3]) -> Self::Angular;
    /// Its three components.
    #[doc(hidden)]
    fn axes(angular: Self::Angular) -> [Self::Scalar; 3];
}

impl<T: Real> Twisting for Vec2<T> {
    fn angular([_, _, z]: [T; 3]) -> T {
        z
    }
    fn axes(angle: T) -> [T; 3] {
        [T::ZERO, T::ZERO, angle]
    }
}

impl<T: Real> Twisting for Vec3<T> {
    fn angular(axes: [T; 3]) -> Vec3<T> {
        axes.into()
    }
    fn axes(angular: Vec3<T>) -> [T; 3] {
        angular.into()
    }
}

/// A rigid motion to first order: a point `x` moves by `linear + angular × (x − about)`.
///
/// All vectors are in one frame, that of the answer that the twist is put to. `linear` is a length and `angular` is in
/// radians (in the plane one number, counter-clockwise), both by any unit of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twist<V: Twisting> {
    /// The point that moves by `linear` alone.
    pub about: V,
    /// How that point moves.
    pub linear: V,
    /// How the body turns.
    pub angular: V::Angular,
}

impl<V: Twisting> Twist<V> {
    /// No motion.
    pub const STILL: Self = Twist { about: V::ZERO, linear: V::ZERO, angular: V::STILL };

    /// How a point of the body moves.
    pub fn velocity(&self, point: V) -> V {
        self.linear + turned(V::axes(self.angular), point - self.about)
    }
}

/// The derivative of a number by the [`Twist`]s of a body: `linear · twist.linear + angular · twist.angular` for twists
/// about the same point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gradient<V: Twisting> {
    /// The point of the twists.
    pub about: V,
    /// Derivative by a displacement of the body.
    pub linear: V,
    /// Derivative by a rotation of the body about that point, per radian.
    pub angular: V::Angular,
}

impl<V: Twisting> Gradient<V> {
    /// The derivative of a number that changes by `force · displacement` of one material point of the body.
    pub fn at_point(about: V, point: V, force: V) -> Self {
        Gradient { about, linear: force, angular: V::angular(cross(embed(point - about), embed(force))) }
    }

    /// The rate of change along a twist, which may be about another point.
    pub fn along(&self, twist: &Twist<V>) -> V::Scalar {
        self.linear.dot(twist.velocity(self.about)) + dot(V::axes(self.angular), V::axes(twist.angular))
    }

    /// The derivative by the opposite motions.
    pub fn reversed(self) -> Self {
        let angular = V::angular(V::axes(self.angular).each(|x| -x));
        Gradient { linear: -self.linear, angular, ..self }
    }

    /// The derivative by twists about another point.
    pub fn moved_to(self, about: V) -> Self {
        let arm = cross(embed(self.about - about), embed(self.linear));
        let angular = V::axes(self.angular);
        Gradient { about, angular: V::angular([0, 1, 2].each(|i| angular[i] + arm[i])), ..self }
    }
}

/// Three components; in the plane the third is zero.
pub(crate) fn embed<V: Vector>(v: V) -> [V::Scalar; 3] {
    [0, 1, 2].each(|i| if i < V::DIM { v[i] } else { V::Scalar::ZERO })
}

pub(crate) fn cross<T: Real>(p: [T; 3], q: [T; 3]) -> [T; 3] {
    let minor = |i: usize, j: usize| p[i] * q[j] - p[j] * q[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

pub(crate) fn dot<T: Real>(p: [T; 3], q: [T; 3]) -> T {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

/// `ω × x`.
pub(crate) fn turned<V: Vector>(omega: [V::Scalar; 3], x: V) -> V {
    let image = cross(omega, embed(x));
    V::from_fn(|i| image[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_derivative_does_not_depend_on_the_point_of_the_twists() {
        let here = Gradient::at_point(Vec3::new(1.0, 2.0, -1.0), Vec3::new(0.5, 4.0, 1.0), Vec3::new(0.0, 3.0, -2.0));
        let there = here.moved_to(Vec3::new(-3.0, 0.25, 6.0));
        let twist = Twist {
            about: Vec3::new(7.0, 0.5, 2.0),
            linear: Vec3::new(1.0, -1.0, 0.5),
            angular: Vec3::new(2.0, 1.0, -4.0),
        };
        assert!((here.along(&twist) - there.along(&twist)).abs() < 1e-12);
        let direct = Vec3::new(0.0, 3.0, -2.0).dot(twist.velocity(Vec3::new(0.5, 4.0, 1.0)));
        assert!((here.along(&twist) - direct).abs() < 1e-12);
    }

    #[test]
    fn a_turn_of_the_plane_is_counter_clockwise() {
        let twist = Twist { about: Vec2::new(1.0, 1.0), linear: Vec2::new(0.25, 0.0), angular: 2.0 };
        assert_eq!(twist.velocity(Vec2::new(4.0, 1.0)), Vec2::new(0.25, 6.0));
        let gradient = Gradient::at_point(Vec2::new(1.0, 1.0), Vec2::new(4.0, 1.0), Vec2::new(0.0, 1.0));
        assert_eq!((gradient.linear, gradient.angular), (Vec2::new(0.0, 1.0), 3.0));
    }
}
