//! Balls around bodies: what separates far pairs before anything else is computed of them.

use crate::math::{Real, Vector};
use crate::support::Outline;

/// Whether balls around the origins of the frames that hold the bodies are apart, by a thousandth of their radii at
/// least: more than roundings amount to, here and in the bounds of any other query, so that all see the same. `offset`
/// leads from A's origin to B's in any frame and errs by at most `error` and few roundings.
pub(crate) fn apart<V: Vector>(a: &Outline<V>, b: &Outline<V>, (offset, error): (V, V::Scalar)) -> bool {
    let reach = a.reach + b.reach + (a.radius + b.radius);
    let grown = |reach: V::Scalar| (reach + error) * (V::Scalar::ONE + V::Scalar::power_of_two(-10));
    let (squared, near) = (offset.norm_squared(), grown(reach));
    // Squares of shorter lengths may lose all their digits.
    let precise = near >= V::Scalar::power_of_two(V::Scalar::SMALLEST.exponent() / 2 + 30);
    if !(precise & (squared > near * near)) {
        return false;
    }
    // Bodies reach from their anchors, which most have at the origins.
    let [of_a, of_b] = [a.anchor, b.anchor];
    if of_a == V::ZERO && of_b == V::ZERO {
        return true;
    }
    let far = grown(reach + (of_a.norm() + of_b.norm()));
    squared > far * far
}

#[cfg(test)]
mod tests {
    use super::apart;
    use crate::math::Vec3;
    use crate::shape::{Ball, Capsule, Cuboid};
    use crate::support::Support;

    #[test]
    fn balls_are_apart_by_a_thousandth() {
        let ball = |radius| Ball::<Vec3<f64>>::new(radius).unwrap().outline();
        let away = |x: f64| (Vec3::new(x, 0.0, 0.0), 0.0);
        assert!(!apart(&ball(1.0), &ball(2.0), away(3.0)));
        assert!(apart(&ball(1.0), &ball(2.0), away(3.003)));
        assert!(!apart(&ball(1.0), &ball(2.0), (Vec3::new(3.5, 0.0, 0.0), 1.0)));
        // A half diagonal of 3.
        let brick = Cuboid::from_half_extents(Vec3::new(1.0, 2.0, 2.0)).unwrap().outline();
        assert!(!apart(&brick, &ball(1.0), away(4.0)) && apart(&brick, &ball(1.0), away(4.01)));
    }

    #[test]
    fn balls_about_bodies_beside_their_origins() {
        let ball = Ball::<Vec3<f64>>::new(1.0).unwrap().outline();
        let away = |x: f64| (Vec3::new(x, 0.0, 0.0), 0.0);
        // It reaches 1 from its middle, which is 5 from the origin.
        let rod = Capsule::between(Vec3::new(3.0, 4.0, -1.0), Vec3::new(3.0, 4.0, 1.0), 0.5).unwrap().outline();
        assert!(!apart(&ball, &rod, away(7.5)) && apart(&ball, &rod, away(7.51)) && apart(&rod, &ball, away(-7.51)));
    }

    #[test]
    fn lengths_whose_squares_vanish_or_overflow_are_left_open() {
        for scale in [1e-170, 1e-300, 1e300] {
            let ball = Ball::<Vec3<f64>>::new(scale).unwrap().outline();
            assert!(!apart(&ball, &ball, (Vec3::new(1.9 * scale, 0.0, 0.0), 0.0)), "{scale}");
        }
    }
}
