//! Motions of constant rates: a pivot moves along a line while the body turns about it.

use super::{Motion, Rotating};
use crate::error::ShapeError;
use crate::math::{Matrix, Pose, Real, Rotor, sin_cos};

/// A pivot moves along a line while the body turns about it, both at constant rates, in the world frame:
/// `x(t) = p + t·linear + exp(t·angular) (x₀ − p)`.
///
/// With the pivot at the body's origin these are constant linear and angular rates; with `linear` along the axis, a screw.
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
    /// `K R₀` and `K² R₀`, with `K x = axis × x`: the rotation is `R₀ + sin θ · K R₀ + (1 − cos θ) K² R₀` (Rodrigues).
    turning: [V::Matrix; 2],
    /// `K r` and `K² r`, with `r` the way from the pivot to the body's origin at the start.
    arm: [V; 2],
}

impl<V: Rotating> LinearMotion<V> {
    /// From a pose, by two displacements over the unit of time, turning about the origin of the body's frame.
    pub fn new(start: Pose<V>, linear: V, angular: V::Angular) -> Result<Self, ShapeError> {
        let linear = ShapeError::check_point("linear displacement", linear)?;
        let (axis, angle) = V::split(angular)?;
        let turned = |m: &V::Matrix| V::Matrix::from_columns(|i| V::turned(axis, m.column(i)));
        let once = turned(start.matrix());
        Ok(LinearMotion { start, linear, axis, angle, turning: [once, turned(&once)], arm: [V::ZERO; 2] })
    }

    /// From a pose along a straight line, without turning.
    pub fn straight(start: Pose<V>, linear: V) -> Result<Self, ShapeError> {
        Self::new(start, linear, V::STILL)
    }

    /// Turning about a pivot of the world that moves by `linear`. Where that is along the axis: a screw.
    ///
    /// ```
    /// use clearance::query::motion::{LinearMotion, Motion};
    /// use clearance::{Pose, Vec3, Vector};
    /// // Half a turn about the vertical line through (1, 0, 0), while it rises by 2.
    /// let up = Vec3::new(0.0, 0.0, 1.0);
    /// let half = up * core::f64::consts::PI;
    /// let screw = LinearMotion::about(Vec3::new(1.0, 0.0, 0.0), Pose::IDENTITY, up * 2.0, half).unwrap();
    /// assert!((screw.pose_at(1.0).translation() - Vec3::new(2.0, 0.0, 2.0)).norm() < 1e-15);
    /// ```
    pub fn about(pivot: V, start: Pose<V>, linear: V, angular: V::Angular) -> Result<Self, ShapeError> {
        let pivot = ShapeError::check_point("pivot", pivot)?;
        let arm = ShapeError::check_point("way from the pivot", start.translation() - pivot)?;
        Ok(Self::new(start, linear, angular)?.around(arm))
    }

    /// Between two poses: the body's origin on a straight line, the body by the shortest turn, both at constant rates.
    ///
    /// At time 1 the pose is `end`, but for rounding.
    pub fn along_line(start: Pose<V>, end: &Pose<V>) -> Result<Self, ShapeError> {
        Self::new(start, end.translation() - start.translation(), V::arc(&start.rotor(), &end.rotor()))
    }

    /// Between two poses: the screw of the shortest turn (M. Chasles 1830), whose path does not depend on where the body's
    /// origin lies. In the plane, a turn about a point.
    ///
    /// At time 1 the pose is `end`, but for rounding. Turns too small for a pivot of finite coordinates are
    /// [`along_line`](Self::along_line), which then differs by less than rounding.
    pub fn along_screw(start: Pose<V>, end: &Pose<V>) -> Result<Self, ShapeError> {
        let line = Self::along_line(start, end)?;
        let way = V::across_axis(line.axis, line.linear);
        let (sin, cos) = sin_cos(line.angle.to_f64() / 2.0);
        // (exp(K angle) − 1) r = way, for r across the axis.
        let half = V::Scalar::HALF;
        let arm = -(way + V::turned(line.axis, way) * V::Scalar::from_f64(cos / sin)) * half;
        if (0..V::DIM).any(|i| !(arm[i].abs() <= V::Scalar::LARGEST)) {
            return Ok(line);
        }
        Ok(LinearMotion { linear: line.linear - way, ..line }.around(arm))
    }

    fn around(self, arm: V) -> Self {
        let once = V::turned(self.axis, arm);
        LinearMotion { arm: [once, V::turned(self.axis, once)], ..self }
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
        let angle = self.angle * t;
        if angle == V::Scalar::ZERO {
            let translation = self.start.translation() + step;
            // The product rounds, and the sum.
            let moved = (step.norm() + translation.norm()) * (u + u);
            return self.start.moved_to(translation).widened(V::Scalar::ZERO, moved);
        }
        let (sin, cos) = sin_cos((angle * V::Scalar::HALF).to_f64());
        let (sin, cos) = (number(sin), number(cos));
        let (sine, versine) = (V::Scalar::TWO * sin * cos, V::Scalar::TWO * sin * sin);
        let rotor = self.start.rotor().then(&V::about(self.axis, [sin, cos]));
        let [once, twice] = &self.turning;
        let matrix = V::Matrix::from_columns(|i| {
            self.start.matrix().column(i) + (once.column(i) * sine + twice.column(i) * versine)
        });
        let swing = self.arm[0] * sine + self.arm[1] * versine;
        let translation = self.start.translation() + (step + swing);
        // The angle rounds four times. Sine and versine are 6u off, and the matrices of norm √2 that they stand at by 6u and
        // 14u of it; the sum rounds 2u of three columns of length 1.
        let weight = sine.abs() + versine;
        let angle_error = number(4.0) * u * angle.abs();
        let turned = number(16.0) * u * (V::Scalar::TWO + weight) + angle_error;
        let reach = self.arm[0].norm();
        let moved =
            u * (step.norm() + translation.norm()) * number(4.0) + (number(24.0) * u * weight + angle_error) * reach;
        let (rotation_error, translation_error) = (self.start.rotation_error(), self.start.translation_error());
        Pose::computed(rotor, matrix, translation).widened(turned + rotation_error, moved + translation_error)
    }

    fn bend(&self, dir: V, reach: V::Scalar) -> V::Scalar {
        // x″ = ω×(ω×r), so dir·x″ = (dir×ω)·(ω×r). The direction and the axis round.
        let u = V::Scalar::UNIT;
        let sine = V::sine(self.axis, dir) + V::Scalar::from_f64(16.0) * u;
        let radius = self.arm[0].norm() + reach;
        self.angle * self.angle * sine * radius * (V::Scalar::ONE + V::Scalar::from_f64(32.0) * u)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose2, Pose3, Rotor2, Rotor3, Vec2, Vec3, Vector};
    use crate::random::Random;

    fn near<V: Vector>(found: &Pose<V>, expected: &Pose<V>, error: f64) -> bool {
        let turned = (0..V::DIM).map(|i| (found.matrix().column(i) - expected.matrix().column(i)).max_abs().to_f64());
        let moved = (found.translation() - expected.translation()).max_abs().to_f64();
        turned.fold(moved, f64::max) <= error
    }

    fn pose(random: &mut Random) -> Pose3<f64> {
        let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
        let (axis, angle) = (vector(1.0), 3.0 * vector(1.0).x);
        Pose::new(Rotor3::from_axis_angle(axis, angle), vector(5.0)).unwrap()
    }

    #[test]
    fn motions_between_two_poses_end_at_the_second() {
        let mut random = Random(21);
        for _ in 0..1000 {
            let (start, end) = (pose(&mut random), pose(&mut random));
            for path in [LinearMotion::along_line(start, &end), LinearMotion::along_screw(start, &end)] {
                let path = path.unwrap();
                let found = path.pose_at(1.0);
                assert!(path.pose_at(0.0) == start && near(&found, &end, 4e-14), "{found:?} instead of {end:?}");
            }
        }
    }

    #[test]
    fn a_screw_does_not_depend_on_the_bodys_frame() {
        // The same body with its origin elsewhere: points move along the same paths.
        let mut random = Random(22);
        for _ in 0..300 {
            let (start, end, shift) = (pose(&mut random), pose(&mut random), pose(&mut random).translation());
            let moved = |p: &Pose3<f64>| Pose::new(p.rotor(), p.point(shift)).unwrap();
            let path = LinearMotion::along_screw(start, &end).unwrap();
            let same = LinearMotion::along_screw(moved(&start), &moved(&end)).unwrap();
            let t = random.unit().abs();
            let (p, q) = (path.pose_at(t).point(shift), same.pose_at(t).translation());
            assert!((p - q).norm() < 1e-12, "{p:?} {q:?}");
        }
    }

    #[test]
    fn a_screw_of_a_tiny_turn_is_a_line() {
        let start =
            Pose::new(Rotor3::from_axis_angle(Vec3::new(1.0, 2.0, -0.5), 0.7), Vec3::new(3.0, 1.0, 2.0)).unwrap();
        for angle in [1e-9, 1e-160, 0.0] {
            let turn = Rotor3::from_axis_angle(Vec3::new(-0.3, 0.2, 0.9), angle);
            let end = Pose::new(start.rotor().then(&turn), Vec3::new(-4.0, 6.0, 2.5)).unwrap();
            let half = LinearMotion::along_screw(start, &end).unwrap().pose_at(0.5);
            let expected = (start.translation() + end.translation()) * 0.5;
            assert!((half.translation() - expected).norm() < 4e-9, "{angle}: {half:?}");
        }
    }

    #[test]
    fn turning_about_a_pivot_keeps_the_distance_to_it() {
        let mut random = Random(23);
        for _ in 0..1000 {
            let start = pose(&mut random);
            let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
            let (pivot, angular) = (vector(100.0), vector(7.0));
            let path = LinearMotion::about(pivot, start, Vec3::ZERO, angular).unwrap();
            let t = vector(1.0).x.abs();
            let (before, after) = (start.translation() - pivot, path.pose_at(t).translation() - pivot);
            let allowed = path.pose_at(t).translation_error() + 1e-14;
            assert!((before.norm() - after.norm()).abs() <= allowed && allowed < 1e-11, "{before:?} {after:?}");
            let axis = angular.normalized();
            assert!((before - after).dot(axis).abs() <= allowed);
        }
    }

    #[test]
    fn points_bend_no_more_than_promised_about_far_pivots() {
        let mut random = Random(24);
        for _ in 0..500 {
            let start = pose(&mut random);
            let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
            let path = LinearMotion::about(vector(20.0), start, vector(3.0), vector(4.0)).unwrap();
            let (p, n, t, h) = (vector(1.0), vector(1.0).normalized(), vector(0.9).x.abs(), 1e-4);
            let x = |t: f64| n.dot(path.pose_at(t).point(p));
            let second = (x(t) - 2.0 * x(t + h) + x(t + h + h)) / (h * h);
            assert!(second.abs() <= path.bend(n, p.norm()) + 1e-5, "{second}");
        }
    }

    #[test]
    fn in_the_plane_a_screw_is_a_turn_about_a_point() {
        // A quarter turn that takes (1, 0) to (0, 1) is about the origin.
        let start = Pose2::from_translation(Vec2::new(1.0, 0.0)).unwrap();
        let end = Pose2::new(Rotor2::new(1.0, 1.0).unwrap(), Vec2::new(0.0, 1.0)).unwrap();
        let half = LinearMotion::along_screw(start, &end).unwrap().pose_at(0.5);
        let eighth = core::f64::consts::FRAC_1_SQRT_2;
        assert!((half.translation() - Vec2::new(eighth, eighth)).norm() < 1e-15);
        let line = LinearMotion::along_line(start, &end).unwrap().pose_at(0.5);
        assert!((line.translation() - Vec2::new(0.5, 0.5)).norm() < 1e-15);
    }
}
