//! Balls around bodies and inside of them: what tells far pairs apart, and deep ones not, before anything else is computed of them.

use crate::closed_form;
use crate::math::{Matrix, Real, Vector};
use crate::support::Support;

/// Whether balls around the origins of the frames that hold the bodies are apart, by a thousandth of their radii at least: more than
/// roundings amount to, here and in the bounds of any other query, so that all see the same. `offset` leads from A's origin to B's in
/// any frame and errs by at most `error` and few roundings.
#[inline]
pub(crate) fn apart<V: Vector>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    (offset, error): (V, V::Scalar),
) -> bool {
    let reach = a.reach() + b.reach() + (a.radius() + b.radius());
    let grown = |reach: V::Scalar| (reach + error) * (V::Scalar::ONE + V::Scalar::power_of_two(-10));
    let (squared, near) = (offset.norm_squared(), grown(reach));
    // Squares of shorter lengths may lose all their digits.
    let precise = near >= V::Scalar::power_of_two(V::Scalar::SMALLEST.exponent() / 2 + 30);
    if !(precise & (squared > near * near)) {
        return false;
    }
    // Bodies reach from their anchors, which most have at the origins.
    let [of_a, of_b] = [a.anchor(), b.anchor()];
    if of_a == V::ZERO && of_b == V::ZERO {
        return true;
    }
    let far = grown(reach + (of_a.norm() + of_b.norm()));
    squared > far * far
}

/// Whether balls inside of the bodies overlap, by a thousandth of the bodies' sizes at least: the bodies do so in every query then. The
/// offset as for [`apart`], with the rotations that turn the frames of A and B into its frame and what both err together.
#[inline]
pub(crate) fn overlap<V: Vector>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    (offset, error): (V, V::Scalar),
    ([turn_a, turn_b], turn_error): ([Option<&V::Matrix>; 2], V::Scalar),
) -> bool {
    // Formulas of other pairs are as cheap.
    if closed_form::knows(a, b) && !closed_form::are_boxes(a, b) {
        return false;
    }
    let zero = V::Scalar::ZERO;
    let [inner_a, inner_b] = [a.inner_radius(), b.inner_radius()];
    if !(inner_a.max(inner_b) > zero) {
        return false;
    }
    let [center_a, center_b] = [a.center(), b.center()];
    let squared = if center_a.max_abs().max(center_b.max_abs()) == zero {
        offset.norm_squared()
    } else {
        let turned = |center: V, turn: Option<&V::Matrix>| turn.map_or(center, |turn| turn.apply(center));
        (offset + turned(center_b, turn_b) - turned(center_a, turn_a)).norm_squared()
    };
    let reach = a.reach() + b.reach() + (a.radius() + b.radius());
    let inner = inner_a + inner_b + (a.radius() + b.radius());
    let shrunk = inner - error - reach * (turn_error + V::Scalar::power_of_two(-10));
    // Squares of shorter lengths may lose all their digits.
    let precise = shrunk >= V::Scalar::power_of_two(V::Scalar::SMALLEST.exponent() / 2 + 30);
    let anchored = a.anchor().max_abs().max(b.anchor().max_abs()) == zero;
    precise & (squared < shrunk * shrunk) & anchored
}

#[cfg(test)]
mod tests {
    use super::{apart, overlap};
    use crate::math::{Pose3, Rotor3, Vec3, Vector};
    use crate::shape::{Ball, Capsule, Cone, Cuboid};
    use core::f64::consts::FRAC_PI_2;

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
    fn balls_about_bodies_beside_their_origins() {
        let ball = Ball::<Vec3<f64>>::new(1.0).unwrap();
        let away = |x: f64| (Vec3::new(x, 0.0, 0.0), 0.0);
        // It reaches 1 from its middle, which is 5 from the origin.
        let rod = Capsule::between(Vec3::new(3.0, 4.0, -1.0), Vec3::new(3.0, 4.0, 1.0), 0.5).unwrap();
        assert!(!apart(&ball, &rod, away(7.5)) && apart(&ball, &rod, away(7.51)) && apart(&rod, &ball, away(-7.51)));
    }

    #[test]
    fn balls_inside_overlap_by_a_thousandth_of_the_sizes() {
        let brick = Cuboid::<Vec3<f64>>::from_half_extents(Vec3::new(1.0, 2.0, 3.0)).unwrap();
        let cone = Cone::<Vec3<f64>>::from_half_length(3.0, 4.0, 2).unwrap();
        // The base of the cone is 2 below its centre, its side 6 · 3/√73 = 2.107 away.
        let turn =
            *Pose3::new(Rotor3::from_axis_angle(Vec3::new(1.0, 0.0, 0.0), FRAC_PI_2).unwrap(), Vec3::ZERO).unwrap().matrix();
        let overlap = |y: f64| overlap(&brick, &cone, (Vec3::new(0.0, y, 0.0), 0.0), ([None, Some(&turn)], 0.0));
        // Turned, the cone's centre is at y + 2.
        assert!(overlap(0.9) && overlap(-4.9) && !overlap(1.0) && !overlap(-5.0));
        let ball = Ball::<Vec3<f64>>::new(1.0).unwrap();
        let with_ball = |x: f64| super::overlap(&cone, &ball, (Vec3::new(x, 0.0, -2.0), 0.0), ([None, None], 0.0));
        assert!(with_ball(2.9) && !with_ball(3.0));
    }

    #[test]
    fn lengths_whose_squares_vanish_or_overflow_are_left_open() {
        for scale in [1e-170, 1e-300, 1e300] {
            let ball = Ball::<Vec3<f64>>::new(scale).unwrap();
            assert!(!apart(&ball, &ball, (Vec3::new(1.9 * scale, 0.0, 0.0), 0.0)), "{scale}");
            let brick = Cuboid::<Vec3<f64>>::from_half_extents(Vec3::new(1.0, 1.0, 1.0) * scale).unwrap();
            assert_eq!(overlap(&brick, &brick, (Vec3::ZERO, 0.0), ([None, None], 0.0)), scale > 1.0, "{scale}");
        }
    }
}
