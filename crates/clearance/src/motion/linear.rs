//! Motions of constant rates: a pivot moves along a line while the body turns about it.

use super::{Course, Motion, Rotating, counted_from};
use crate::error::ShapeError;
use crate::math::twofold::two_sum;
use crate::math::{Matrix, Pose, Real, sin_cos};
use crate::shape::rounding::{length_above, length_bound};

/// A pivot moves along a line while the body turns about it, both at constant rates, in the world frame:
/// `x(t) = p + t·linear + exp(t·angular) (x₀ − p)`.
///
/// With the pivot at the body's origin these are constant linear and angular rates; with `linear` along the axis, a
/// screw.
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
    /// The motion from a pose, by two displacements over the unit of time, turning about the origin of the body's
    /// frame.
    pub fn new(start: Pose<V>, linear: V, angular: V::Angular) -> Result<Self, ShapeError> {
        let linear = ShapeError::check_point("linear displacement", linear)?;
        let (axis, angle) = V::split(angular)?;
        let turned = |m: &V::Matrix| V::Matrix::from_columns(|i| V::turned(axis, m.column(i)));
        let once = turned(start.matrix());
        Ok(LinearMotion { start, linear, axis, angle, turning: [once, turned(&once)], arm: [V::ZERO; 2] })
    }

    /// The motion from a pose along a straight line, without turning.
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

    /// Between two poses: the screw of the shortest turn (M. Chasles 1830), whose path does not depend on where the
    /// body's origin lies. In the plane, a turn about a point.
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
        self.pose_from(V::ZERO, t)
    }

    fn pose_from(&self, origin: V, t: V::Scalar) -> Pose<V> {
        let start = counted_from(origin, self.start);
        if t == V::Scalar::ZERO {
            return start;
        }
        let u = V::Scalar::UNIT;
        let number = V::Scalar::from_f64;
        let step = self.linear * t;
        let angle = self.angle * t;
        if angle == V::Scalar::ZERO {
            let translation = start.translation() + step;
            let moved = if t == V::Scalar::ONE {
                // What each sum rounds off: nothing where the end is exact, so that exact arithmetic decides it.
                let off = |i: usize| two_sum(start.translation()[i], step[i]).lo;
                length_above(V::from_fn(off))
            } else {
                // The product rounds, and the sum.
                (length_bound(step) + length_bound(translation)) * (u + u)
            };
            return start.moved_to(translation).widened(V::Scalar::ZERO, moved);
        }
        let (sin, cos) = sin_cos((angle * V::Scalar::HALF).to_f64());
        let (sin, cos) = (number(sin), number(cos));
        let (sine, versine) = (V::Scalar::TWO * sin * cos, V::Scalar::TWO * sin * sin);
        let [once, twice] = &self.turning;
        let matrix =
            V::Matrix::from_columns(|i| start.matrix().column(i) + (once.column(i) * sine + twice.column(i) * versine));
        let swing = self.arm[0] * sine + self.arm[1] * versine;
        let translation = start.translation() + (step + swing);
        // The angle rounds four times. Sine and versine are 6u off, and the matrices of norm √2 that they stand at by
        // 6u and 14u of it; the sum rounds 2u of three columns of length 1.
        let weight = sine.abs() + versine;
        let angle_error = number(4.0) * u * angle.abs();
        let turned = number(16.0) * u * (V::Scalar::TWO + weight) + angle_error;
        let reach = length_bound(self.arm[0]);
        let moved = u * (length_bound(step) + length_bound(translation)) * number(4.0)
            + (number(24.0) * u * weight + angle_error) * reach;
        let (rotation_error, translation_error) = (start.rotation_error(), start.translation_error());
        Pose::computed(matrix, translation, turned + rotation_error, moved + translation_error)
    }

    fn course(&self) -> Option<Course<V>> {
        // K² r is minus the part of the way from the pivot that lies across the axis.
        let turns = self.angle != V::Scalar::ZERO;
        Some(Course { to_pivot: self.arm[1], way: self.linear, axis: V::axis_vector(self.axis), turns })
    }

    fn bend(&self, dir: V, reach: V::Scalar) -> V::Scalar {
        // x″ = ω×(ω×r), so dir·x″ = (dir×ω)·(ω×r). The direction and the axis round.
        let u = V::Scalar::UNIT;
        let sine = V::sine(self.axis, dir) + V::Scalar::from_f64(16.0) * u;
        let radius = length_above(self.arm[0]) + reach;
        self.angle * self.angle * sine * radius * (V::Scalar::ONE + V::Scalar::from_f64(32.0) * u)
    }
}
