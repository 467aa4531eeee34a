//! Unit axes that are known to an error, in the frame that they are given in and in that of a body.

use core::ops::Neg;

use crate::math::{Pose, Real, Vector};
use crate::shape::rounding::{length_bound, units};

/// A unit axis, known to an error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis<V: Vector> {
    /// A vector of length 1 up to `error`.
    pub direction: V,
    /// The exact unit axis is within this of `direction`.
    pub error: V::Scalar,
}

impl<V: Vector> Axis<V> {
    /// The unit axis along a direction of any length; `None` if that is zero or not finite.
    ///
    /// The square rounds by `3u` of itself, so the root by `2.5u`, its inverse by `3.5u`, and the product by `4.5u`.
    pub fn along(direction: V) -> Option<Self> {
        (direction.is_finite() && direction != V::ZERO).then(|| Self::normalized(direction.normalized()))
    }

    /// The axis of a vector that was [normalized](Vector::normalized).
    pub fn normalized(direction: V) -> Self {
        Axis { direction, error: units(5) }
    }

    /// The axis of the outer frame that is this one in the frame of a pose.
    ///
    /// With the exact axis `d*`: `|Md − Rd*| ≤ |(M − R) d| + |R (d − d*)| ≤ ρ|d| + ν`, `|d| ≤ 1 + ν`, and the product
    /// rounds by `5.3u (1 + ρ)(1 + ν)`; the bound itself by less than `8u` of it.
    pub fn posed(&self, pose: &Pose<V>) -> Self {
        Axis { direction: pose.vector(self.direction), error: self.turned(pose) }
    }

    /// The axis of the frame of a pose that is this one in the outer frame: `Mᵀn`, with the error of
    /// [`posed`](Self::posed).
    pub fn in_frame(&self, pose: &Pose<V>) -> Self {
        Axis { direction: pose.vector_back(self.direction), error: self.turned(pose) }
    }

    fn turned(&self, pose: &Pose<V>) -> V::Scalar {
        let (one, turned) = (V::Scalar::ONE, pose.rotation_error());
        let error = self.error + (turned + units::<V::Scalar>(6) * (one + turned)) * (one + self.error);
        error * (one + units(8))
    }

    /// Coordinate axis `k` of the outer frame as the frame of a pose sees it: a row of the matrix, which is not
    /// rounded.
    pub fn of_row(k: usize, pose: &Pose<V>) -> Self {
        use crate::math::Matrix;
        Axis { direction: V::from_fn(|i| pose.matrix().column(i)[k]), error: pose.rotation_error() }
    }

    /// How far computed heights `n·x` of points within `size` of the origin are from those along the exact axis, at
    /// most.
    ///
    /// `|n·x − n*·x| ≤ ν|x|`; the product rounds by `3u (1 + ν)|x|`, and a sum of two of them, of an anchor and of a
    /// point near it, by two more `u (1 + ν)|x|`. The sixth `u` makes up for the rounding of this bound.
    pub fn height_error(&self, size: V::Scalar) -> V::Scalar {
        (self.error + units::<V::Scalar>(6) * (V::Scalar::ONE + self.error)) * size
    }

    /// The height of the origin of one pose above that of another, and how far it is off.
    ///
    /// The difference `t' − t` rounds by `u` of itself and is off by `τ + τ'`, its height along the axis by `ν` of it
    /// and by `3u (1 + ν)`. Three more `u` are left to the sums that the height enters. The bound itself rounds by less
    /// than `8u` of it.
    pub fn rise(&self, from: &Pose<V>, to: &Pose<V>) -> (V::Scalar, V::Scalar) {
        let offset = to.translation() - from.translation();
        let askew = self.error + units::<V::Scalar>(7) * (V::Scalar::ONE + self.error);
        let error = askew * length_bound(offset) + (from.translation_error() + to.translation_error());
        (self.direction.dot(offset), error * (V::Scalar::ONE + units(8)))
    }
}

impl<V: Vector> Neg for Axis<V> {
    type Output = Self;
    /// The opposite axis.
    fn neg(self) -> Self {
        Axis { direction: -self.direction, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enclosure::testing::{Wide3, as_map, q, turned};
    use crate::math::{Pose3, Vec3};
    use crate::random::Random;
    use dashu_ratio::RBig;

    #[test]
    fn unit_axes_are_known_to_their_error_at_every_magnitude() {
        let mut random = Random(0xa815);
        let mut most = 0.0f64;
        for _ in 0..4000 {
            let v = Vec3::from_fn(|_| random.of_magnitude(-400, 400));
            let Some(axis) = Axis::along(v) else { continue };
            // |a − v/|v||² = |a|² + 1 − 2 a·v/|v|, with a root of twice the digits and more.
            let [a, v] = [Wide3::from(axis.direction), Wide3::from(v)];
            let off = a.minus(&v.unit()).squared();
            let used = (off / (q(axis.error) * q(axis.error))).to_f64().value();
            assert!(used <= 1.0, "{v:?}: {used}");
            most = most.max(used);
        }
        // At least 0.4 of the error, of which this is the square.
        assert!(most > 0.16, "{most}");
        assert!(Axis::along(Vec3::new(0.0, -0.0, 0.0)).is_none());
        assert!(Axis::along(Vec3::new(f64::NAN, 1.0, 0.0)).is_none());
    }

    #[test]
    fn axes_seen_from_poses_are_off_by_their_errors_and_by_rounding() {
        let mut random = Random(0xa816);
        let mut most = [0.0f64; 2];
        for _ in 0..4000 {
            let pose = as_map(&random.pose(1.0));
            let axis = Axis { direction: random.vector().normalized(), error: 0.0 };
            for (k, (seen, exact)) in [
                (axis.posed(&pose), Wide3::from(axis.direction).mapped(&pose)),
                (axis.in_frame(&pose), Wide3::from(axis.direction).mapped_back(&pose)),
            ]
            .into_iter()
            .enumerate()
            {
                let off = Wide3::from(seen.direction).minus(&exact).squared();
                let used = (off / (q(seen.error) * q(seen.error))).to_f64().value();
                assert!(used <= 1.0, "{used}");
                most[k] = most[k].max(used);
            }
        }
        assert!(most[0] > 0.04 && most[1] > 0.04, "{most:?}");
        // A pose that may be turned by 1e-3, an axis that may be off by 2e-3: the truth may be turned by both in one
        // sense.
        let (sure, other, error) = turned(1e-3);
        let (_, askew, axis_error) = turned(2e-3);
        let x = Vec3::new(1.0, 0.0, 0.0);
        let seen = Axis { direction: x, error: axis_error }.in_frame(&sure.widened(error, 0.0));
        let off = (seen.direction - other.vector_back(askew.vector_back(x))).norm();
        assert!(seen.error >= off && seen.error < 1.01 * off, "{} {off}", seen.error);
        let row = Axis::of_row(1, &sure.widened(error, 0.0));
        let off = (row.direction - other.vector_back(Vec3::axis(1))).norm();
        assert!(row.error >= off && row.error < off * (1.0 + 1e-9), "{} {off}", row.error);
    }

    #[test]
    fn heights_are_off_by_the_axis_and_by_rounding() {
        let mut random = Random(0xa817);
        let mut most = 0.0f64;
        for _ in 0..10_000 {
            let axis = Axis { direction: random.vector().normalized(), error: 0.0 };
            let [near, far] = [random.vector(), random.vector()];
            let height = axis.direction.dot(near) + axis.direction.dot(far);
            let exact = Wide3::from(axis.direction).dot(&near) + Wide3::from(axis.direction).dot(&far);
            let size = near.norm() + far.norm();
            let off = (q(height) - exact).to_f64().value().abs() / axis.height_error(size);
            assert!(off <= 1.0, "{off}");
            most = most.max(off);
        }
        assert!(most > 0.25, "{most}");
        let askew = Axis { direction: Vec3::new(1.0, 0.0, 0.0), error: 1e-3 };
        assert!((askew.height_error(7.0) / 7e-3 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_rise_of_origins_is_off_by_axis_poses_and_rounding() {
        let mut random = Random(0xa818);
        let mut most = 0.0f64;
        for _ in 0..10_000 {
            let axis = Axis { direction: random.vector().normalized(), error: 0.0 };
            let [from, to] = [(); 2].map(|()| Pose3::from_translation(random.vector() * 9.0).unwrap());
            let (rise, error) = axis.rise(&from, &to);
            let direction = Wide3::from(axis.direction);
            let exact: RBig = direction.dot(&to.translation()) - direction.dot(&from.translation());
            let off = (q(rise) - exact).to_f64().value().abs() / error;
            assert!(off <= 1.0, "{off}");
            most = most.max(off);
        }
        assert!(most > 0.2, "{most}");
        let [from, to] = [0.0, 3.0].map(|x| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap());
        let askew = Axis { direction: Vec3::new(1.0, 0.0, 0.0), error: 1e-3 };
        let (_, error) = askew.rise(&from.widened(0.0, 1e-2), &to.widened(0.0, 2e-2));
        assert!((error / 3.3e-2 - 1.0).abs() < 1e-9, "{error}");
    }
}
