//! Balls around bodies: what tells far pairs apart before anything else is computed of them.

use crate::math::{Real, Vector};
use crate::support::Support;

/// Whether the balls around the anchors that hold the bodies are apart, by a thousandth of their radii at least: more than roundings
/// amount to, here and in the bounds of any other query, so that all see the same. `offset` leads from A's origin to B's in any frame
/// and errs by at most `error` and few roundings. False also for bodies that are counted from another point than the origin of
/// their frame.
#[inline]
pub(crate) fn apart<V: Vector>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    (offset, error): (V, V::Scalar),
) -> bool {
    let reach = a.reach() + a.radius() + b.reach() + b.radius() + error;
    let grown = reach * (V::Scalar::ONE + V::Scalar::power_of_two(-10));
    // Squares of shorter lengths may lose all their digits.
    let precise = grown >= V::Scalar::power_of_two(V::Scalar::SMALLEST.exponent() / 2 + 30);
    (precise & (offset.norm_squared() > grown * grown)) && a.anchor() == V::ZERO && b.anchor() == V::ZERO
}

#[cfg(test)]
mod tests {
    use super::apart;
    use crate::math::Vec3;
    use crate::shape::{Ball, Cuboid};

    #[test]
    fn balls_are_apart_by_a_thousandth() {
        let ball = |radius| Ball::<Vec3<f64>>::new(radius).unwrap();
        let away = |x: f64| (Vec3::new(x, 0.0, 0.0), 0.0);
        assert!(!apart(&ball(1.0), &ball(2.0), away(3.0)));
        assert!(apart(&ball(1.0), &ball(2.0), away(3.003)));
        assert!(!apart(&ball(1.0), &ball(2.0), (Vec3::new(3.5, 0.0, 0.0), 1.0)));
        // A half diagonal of 3.
        let brick = Cuboid::from_half_extents(Vec3::new(1.0, 2.0, 2.0)).unwrap();
        assert!(!apart(&brick, &ball(1.0), away(4.0)) && apart(&brick, &ball(1.0), away(4.01)));
    }

    #[test]
    fn lengths_whose_squares_vanish_or_overflow_are_left_open() {
        for scale in [1e-170, 1e-300, 1e300] {
            let ball = Ball::<Vec3<f64>>::new(scale).unwrap();
            assert!(!apart(&ball, &ball, (Vec3::new(1.9 * scale, 0.0, 0.0), 0.0)), "{scale}");
        }
    }
}
