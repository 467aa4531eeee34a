//! Products and quotients as they are written on paper, beside what [`Vector`] needs.

use core::ops::{Div, Mul};

use super::pose::Pose;
use super::real::Real;
use super::vector::{Vec2, Vec3, Vector};

macro_rules! with_scalars {
    ($v:ident: $($f:ident),+) => {
        impl<T: Real> $v<T> {
            /// Length; may overflow or underflow where the square does. Also [`Vector::norm`].
            pub fn length(self) -> T {
                self.norm()
            }
        }
        impl<T: Real> Div<T> for $v<T> {
            type Output = Self;
            /// Each component divided, correctly rounded.
            fn div(self, divisor: T) -> Self {
                $v { $($f: self.$f / divisor),+ }
            }
        }
        with_scalars!(@left $v f32);
        with_scalars!(@left $v f64);
    };
    (@left $v:ident $scalar:ident) => {
        impl Mul<$v<$scalar>> for $scalar {
            type Output = $v<$scalar>;
            fn mul(self, v: $v<$scalar>) -> $v<$scalar> {
                v * self
            }
        }
    };
}

with_scalars!(Vec2: x, y);
with_scalars!(Vec3: x, y, z);

impl<V: Vector> Mul for Pose<V> {
    type Output = Self;
    /// `b_in_a * c_in_b` is `c_in_a`: [`then`](Pose::then), with the errors of both factors and of the product.
    ///
    /// ```
    /// use clearance::{Pose2, Vec2};
    /// let elbow = Pose2::from_angle(core::f64::consts::FRAC_PI_2, Vec2::new(1.0, 0.0)).unwrap();
    /// let hand = elbow * Pose2::from_translation(Vec2::new(2.0, 0.0)).unwrap();
    /// assert!((hand.translation() - Vec2::new(1.0, 2.0)).length() < 1e-15);
    /// ```
    fn mul(self, inner: Self) -> Self {
        self.then(&inner)
    }
}

impl<V: Vector> Mul<V> for Pose<V> {
    type Output = V;
    /// The image of a point, [`point`](Pose::point).
    fn mul(self, point: V) -> V {
        self.point(point)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Pose3, Rotor3, Vec2, Vec3};

    #[test]
    fn scalars_multiply_from_both_sides_and_divide() {
        let v = Vec3::new(3.0, -4.5, 12.0);
        assert_eq!((2.0 * v, v * 2.0), (Vec3::new(6.0, -9.0, 24.0), Vec3::new(6.0, -9.0, 24.0)));
        // 49 · (1/49) is not 1 in binary floating point; 49 / 49 is.
        assert_eq!(Vec2::new(49.0, 98.0) / 49.0, Vec2::new(1.0, 2.0));
        assert_eq!(Vec2::new(3.0f32, 4.0).length(), 5.0);
    }

    #[test]
    fn a_product_of_poses_maps_by_the_inner_one_first() {
        // A quarter about z, then one along x.
        let outer = Pose3::new(Rotor3::from_wxyz([1.0, 0.0, 0.0, 1.0]).unwrap(), Vec3::new(1.0, 0.0, 0.0)).unwrap();
        let inner = Pose3::from_translation(Vec3::new(2.0, 0.25, 0.0)).unwrap();
        let point = Vec3::new(0.5, 0.0, -3.0);
        assert_eq!((outer * inner) * point, outer * (inner * point));
        assert_eq!((outer * inner) * point, Vec3::new(0.75, 2.5, -3.0));
    }
}
