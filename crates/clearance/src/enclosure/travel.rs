//! How far the points of a ball move from one pose to another.

use super::Ball;
use crate::math::{Matrix, Pose, Real, Vector};
use crate::shape::rounding::{length_above, length_bound, units};

impl<V: Vector> Ball<V> {
    /// An upper bound of how far a point of the ball, given in the frame of the poses, moves from one pose to the
    /// other.
    ///
    /// With `x = c + p`, `|p| ≤ s`: `|X'x − Xx| ≤ |(t' − t) + (M' − M) c| + ‖M' − M‖ s` with the root of the sum of the
    /// squared entries for the norm, and `(ρ + ρ')(|c| + s) + τ + τ'` more. The difference of the matrices rounds by
    /// `u` of its norm, its product with `c` by `3u`, the difference of the translations by `u`, their sum by `u` of
    /// both: below `8u` of `|t' − t|` and `‖M' − M‖ |c|`. The sums and products of numbers that are not negative round
    /// by less than `16u` of the whole.
    pub fn travel(&self, from: &Pose<V>, to: &Pose<V>) -> V::Scalar {
        let turn = V::Matrix::from_columns(|i| to.matrix().column(i) - from.matrix().column(i));
        let (turned, shifted) = (turn.apply(self.center), to.translation() - from.translation());
        let (spread, length) = (norm::<V>(&turn), length_bound(self.center));
        let apart = (from.rotation_error() + to.rotation_error()) * (length + self.radius)
            + (from.translation_error() + to.translation_error());
        let rounded = units::<V::Scalar>(8) * (length_bound(shifted) + spread * length);
        let whole = length_above(shifted + turned) + spread * self.radius + apart + rounded;
        whole * (V::Scalar::ONE + units(16)) + V::Scalar::SMALLEST
    }
}

/// The root of the sum of the squared entries.
fn norm<V: Vector>(m: &V::Matrix) -> V::Scalar {
    let squared = (0..V::DIM).fold(V::Scalar::ZERO, |sum, i| sum + m.column(i).norm_squared());
    // Where no square that matters of the sum has left the range of normal numbers.
    let low = V::Scalar::SMALLEST / (V::Scalar::UNIT * V::Scalar::UNIT);
    if squared > low { squared.sqrt() } else { m.frobenius() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose3, Rotor3, Vec3};
    use crate::random::Random;
    use dashu_ratio::RBig;

    fn q(x: f64) -> RBig {
        RBig::try_from(x).unwrap()
    }

    /// The square of the way between the images of a point, in rationals.
    fn way(point: Vec3<f64>, from: &Pose3<f64>, to: &Pose3<f64>) -> RBig {
        let image = |pose: &Pose3<f64>, k: usize| {
            (0..3).fold(q(pose.translation()[k]), |sum, i| sum + q(pose.matrix().column(i)[k]) * q(point[i]))
        };
        (0..3).map(|k| image(to, k) - image(from, k)).fold(RBig::ZERO, |sum, d| sum + &d * &d)
    }

    #[test]
    fn no_point_moves_farther_than_the_travel_and_some_move_nearly_so_far() {
        let mut random = Random(0xb0d6);
        let (mut most, mut sharpest) = (0.0f64, 0.0f64);
        for trial in 0..3000 {
            let size = [1e-9, 1e-3, 1.0][trial % 3];
            let mut draw = |size: f64| Vec3::new(random.unit(), random.unit(), random.unit()) * size;
            let ball = Ball { center: draw(3.0), radius: 0.5 };
            let mut pose = || {
                let turn = draw(size);
                let rotor = Rotor3::from_wxyz([1.0, turn.x, turn.y, turn.z]).unwrap();
                let pose = Pose3::new(rotor, draw(size)).unwrap();
                // The matrix itself is the exact map.
                Pose3::computed(*pose.matrix(), pose.translation(), 0.0, 0.0)
            };
            let (from, to) = if trial % 2 == 0 {
                (pose(), pose())
            } else {
                // A shift alone moves all points alike: nothing but rounding is left between bound and truth.
                let from = pose();
                (from, Pose3::computed(*from.matrix(), from.translation() + draw(size), 0.0, 0.0))
            };
            let travel = ball.travel(&from, &to);
            let out = draw(1.0).normalized() * (0.5 * (1.0 - 8.0 * f64::UNIT));
            for point in [ball.center, ball.center + out] {
                let ratio = (way(point, &from, &to) / (q(travel) * q(travel))).to_f64().value();
                assert!(ratio <= 1.0, "trial {trial}: {ratio} of the square of the travel");
                most = most.max(ratio);
                sharpest = sharpest.max(if trial % 2 == 0 { ratio } else { 0.0 });
            }
        }
        // Of a shift at least 1 − 64u, of a turn some points nearly as much.
        assert!(most > 1.0 - 128.0 * f64::UNIT && sharpest > 0.5, "{most} {sharpest}");
    }

    #[test]
    fn a_center_that_stays_where_it_is_moves_by_what_rounds() {
        let mut random = Random(0xb0d7);
        let mut most = 0.0f64;
        for _ in 0..2000 {
            let mut draw = |size: f64| Vec3::new(random.unit(), random.unit(), random.unit()) * size;
            let ball = Ball { center: draw(3.0), radius: 0.0 };
            let turn = draw(1.0);
            let turned = *Rotor3::from_wxyz([1.0, turn.x, turn.y, turn.z])
                .map(|r| Pose3::new(r, Vec3::ZERO).unwrap())
                .unwrap()
                .matrix();
            // Turned about its own center, so that turn and shift cancel: what is left is of the size of a rounding of
            // either.
            let shift = ball.center - turned.apply(ball.center);
            let (from, to) =
                (Pose3::computed(Matrix::IDENTITY, Vec3::ZERO, 0.0, 0.0), Pose3::computed(turned, shift, 0.0, 0.0));
            let travel = ball.travel(&from, &to);
            let ratio = (way(ball.center, &from, &to) / (q(travel) * q(travel))).to_f64().value();
            assert!(ratio <= 1.0, "{ratio}");
            most = most.max(ratio);
        }
        assert!(most > 0.001, "{most}");
    }

    #[test]
    fn errors_of_both_poses_count() {
        let ball = Ball { center: Vec3::new(0.0, 3.0, 0.0), radius: 1.0 };
        let sure = Pose3::from_translation(Vec3::new(7.0, 0.0, 0.0)).unwrap();
        let travel = ball.travel(&sure.widened(1e-6, 1e-5), &sure.widened(2e-6, 3e-5));
        // (1e-6 + 2e-6) · 4 + 4e-5
        assert!((travel / 5.2e-5 - 1.0).abs() < 1e-12, "{travel:e}");
    }

    #[test]
    fn a_turn_moves_the_far_side_of_a_ball() {
        // A quarter about z: the farthest point, 4 from the axis, moves by 4 √2; the ball's bound adds ‖M' − M‖ = 2 for
        // its radius.
        let ball = Ball { center: Vec3::new(3.0, 0.0, 0.0), radius: 1.0 };
        let quarter = Pose3::new(Rotor3::from_wxyz([1.0, 0.0, 0.0, 1.0]).unwrap(), Vec3::ZERO).unwrap();
        let travel = ball.travel(&Pose3::IDENTITY, &quarter);
        let expected = 3.0 * 2f64.sqrt() + 2.0;
        assert!(travel >= expected && travel < expected + 1e-13, "{travel}");
    }
}
