//! Where the coordinates of a set of points are counted from.

use crate::math::{Real, Vector};

/// A point near the others from which all of them differ by exactly representable vectors.
///
/// If the smallest and the largest value of a component have one sign and are within a factor two of each other, so is
/// every number between them, and the difference of two such numbers is exact (Sterbenz, Floating-Point Computation,
/// 1974): the component of the anchor is their rounded middle. Otherwise it is zero, and nothing is subtracted.
pub(crate) fn anchor<V: Vector>(points: impl Iterator<Item = V> + Clone) -> V {
    V::from_fn(|i| {
        let values = || points.clone().map(|p| p[i]);
        let Some(first) = values().next() else { return V::Scalar::ZERO };
        let low = values().fold(first, |low, x| low.min(x));
        let high = values().fold(first, |high, x| high.max(x));
        let zero = V::Scalar::ZERO;
        let close = (low > zero && high * V::Scalar::HALF <= low) || (high < zero && low * V::Scalar::HALF >= high);
        if close { (low + (high - low) * V::Scalar::HALF).clamp(low, high) } else { zero }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::math::twofold::two_sum;

    #[test]
    fn differences_from_the_anchor_are_exact_and_small_far_away() {
        let points = [Vec3::new(1e8 + 0.3, -0.7, 3.1), Vec3::new(1e8 - 2.9, 0.4, 6.2), Vec3::new(1e8, 0.1, 6.2000001)];
        let a = anchor(points.iter().copied());
        assert!((a.x - 1e8).abs() < 3.0 && a.y == 0.0 && a.z == 0.0);
        for p in points {
            assert!((0..3).all(|i| two_sum(p[i], -a[i]).lo == 0.0));
        }
    }

    #[test]
    fn the_anchor_lies_between_the_points() {
        let points = [Vec3::new(-1.5f32, 1.0, 5e-45), Vec3::new(-3.0, 1.0000001, 1e-44)];
        let a = anchor(points.iter().copied());
        for i in 0..3 {
            assert!(points[0][i].min(points[1][i]) <= a[i] && a[i] <= points[0][i].max(points[1][i]) && a[i] != 0.0);
        }
    }
}
