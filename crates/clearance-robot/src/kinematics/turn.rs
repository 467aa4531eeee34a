//! The poses of single joints and of URDF origins, with the errors of their sines, cosines and axes.

use clearance::math::{Mat3, Matrix, sin_cos};
use clearance::{Pose3, Real, ShapeError, Vec3, Vector};

/// The largest angle that is taken, radians: up to it sine and cosine are good to 1.5 units in their last place.
pub const LARGEST_ANGLE: f64 = 1e6;

/// The pose that turns by `angle` about a unit `axis` that is within `5u` of the exact one; the angle may err by
/// `angle_error`.
///
/// Sine and cosine err by at most `1.5u·1 < 2u` each: 1.5 units in the last place of numbers up to 1. A rotation
/// about a coordinate axis has them as its only entries, in a block `[[c, −s], [s, c]]` that is then off by `√(4 + 4) u
/// < 3u`.
///
/// About a general axis `k`, `R = c I + s [k]× + v k kᵀ` with `v = 1 − c ≤ 2` (Rodrigues). What is computed errs by:
/// the errors of `c` and `s`, `2u` each; that of `v`, `2u` and its rounding `2u`; that of the axis, `5u` in `[k]×` and
/// `2 · 5u` in `k kᵀ`, at most `5u (|s| + 2v) ≤ 22u` since `|s| + 2 − 2c ≤ 2 + √5`; the rounded products, `√2 u` of `s
/// [k]×` and `2u v` of `v k kᵀ`; the rounded sums, `√3 u`. Together below `39u`.
///
/// A turn by another angle differs by at most the difference of the angles.
pub fn turn(axis: Vec3<f64>, angle: f64, angle_error: f64) -> Pose3<f64> {
    if angle == 0.0 && angle_error == 0.0 {
        return Pose3::IDENTITY;
    }
    let (s, c) = sin_cos(angle);
    if let Some((i, sign)) = coordinate_axis(axis) {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let s = s * sign;
        let image = |column: usize| {
            if column == i {
                Vec3::axis(i)
            } else if column == j {
                Vec3::axis(j) * c + Vec3::axis(k) * s
            } else {
                Vec3::axis(k) * c - Vec3::axis(j) * s
            }
        };
        return Pose3::computed(Mat3::from_columns(image), Vec3::ZERO, 3.0 * f64::UNIT + angle_error, 0.0);
    }
    let v = 1.0 - c;
    let image = |i: usize| axis * (axis[i] * v) + (Vec3::axis(i) * c + axis.cross(Vec3::axis(i)) * s);
    Pose3::computed(Mat3::from_columns(image), Vec3::ZERO, 40.0 * f64::UNIT + angle_error, 0.0)
}

/// The pose that slides by `way` along a unit `axis` that is within `5u` of the exact one; the way may err by
/// `way_error`.
///
/// The product rounds by `u |way|`, the axis turns it by `5u |way|`. Along a coordinate axis nothing is rounded.
pub fn slide(axis: Vec3<f64>, way: f64, way_error: f64) -> Pose3<f64> {
    let error = if coordinate_axis(axis).is_some() { 0.0 } else { 8.0 * f64::UNIT * way.abs() };
    Pose3::computed(Mat3::IDENTITY, axis * way, 0.0, error + way_error)
}

/// The pose of a URDF origin: a translation, and roll, pitch and yaw about the fixed axes x, y and z in this order.
///
/// It means the rotation by exactly these angles. [Exact](Pose3::is_exact) if all of them are zero.
pub fn origin(translation: Vec3<f64>, rpy: [f64; 3]) -> Result<Pose3<f64>, ShapeError> {
    if rpy == [0.0; 3] { Pose3::from_translation(translation) } else { Pose3::from_rpy(rpy, translation) }
}

/// Which coordinate axis a unit vector is, and its sign.
fn coordinate_axis(axis: Vec3<f64>) -> Option<(usize, f64)> {
    (0..3).find(|&i| axis[i].abs() == 1.0).map(|i| (i, axis[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use dashu_ratio::RBig;

    fn q(x: f64) -> RBig {
        RBig::try_from(x).unwrap()
    }

    /// How far the square of a vector's length is from another one, exactly.
    fn off(v: Vec3<f64>, squared: RBig) -> f64 {
        let found = (0..3).fold(RBig::ZERO, |sum, k| sum + q(v[k]) * q(v[k]));
        (found - squared).to_f64().value().abs()
    }

    #[test]
    fn turns_and_slides_are_off_by_no_more_than_they_say_and_by_some_of_it() {
        let mut random = Random::new(61);
        let mut most = [0.0f64; 3];
        for trial in 0..3000 {
            let v = Vec3::from_fn(|_| random.between(-1.0, 1.0)).normalized();
            let axis = if trial % 2 == 0 { v } else { Vec3::axis(trial / 2 % 3) };
            let amount = random.between(-3.0, 3.0);
            let turned = turn(axis, amount, 0.0);
            // A matrix within ε of a rotation has columns whose squares are within 2ε + ε² of 1.
            for k in 0..3 {
                let used = off(turned.matrix().column(k), q(1.0)) / (2.0 * turned.rotation_error() * (1.0 + 1e-9));
                assert!(used <= 1.0, "seed 61: {used}");
                most[trial % 2] = most[trial % 2].max(used);
            }
            // A way within ε of one of length w has a square within 2εw + ε² of w².
            let slid = slide(v, amount, 0.0);
            let error = 2.0 * slid.translation_error() * amount.abs() * (1.0 + 1e-9);
            let used = off(slid.translation(), q(amount) * q(amount)) / error;
            assert!(used <= 1.0, "seed 61: {used}");
            most[2] = most[2].max(used);
        }
        assert!(most[0] > 0.02 && most[1] > 0.1 && most[2] > 0.1, "{most:?}");
    }
}
