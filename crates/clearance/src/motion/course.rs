//! What is known of a motion at all times at once: on which line its pivot moves, and about which axis the body turns.

use super::Motion;
use crate::dimension::Dimension;
use crate::math::{Each, Pose, Real, Vector, sin_cos};
use crate::newton::tangents;
use crate::shape::rounding::length_above;
use crate::support::{Support, SupportExt};

/// A body that turns about a pivot, which moves on a straight line at a constant rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course<V: Vector> {
    /// The vector from the origin of the body's frame at `t = 0` to the nearest point of the axis there, which is the
    /// pivot; in the world's frame.
    pub to_pivot: V,
    /// How far it moves until `t = 1`.
    pub way: V,
    /// The unit axis; zero for a body that turns in the plane, or in any way.
    pub axis: V,
    /// Whether it turns at all.
    pub turns: bool,
}

/// The number of directions across the axis along which the reach of a body is evaluated.
const SIDES: usize = 16;

/// `1/cos(π/16)`, rounded up: corners of a polygon of that many sides are farther than its sides by this factor.
const CORNER: f64 = 1.0196;

/// All places that a body passes as it turns, seen from its pivot: within a radius of the axis and between two heights
/// along it.
///
/// A point `x` of the body keeps its height `k·x` along the axis `k` and its distance from it. So whatever the angle,
/// `n·x` is at most `max (n·k) z + |n − (n·k) k| ρ` over both heights `z`, and `|n| r` for the distance `r` of the
/// farthest point.
pub(crate) struct Envelope<V: Vector> {
    course: Course<V>,
    /// The pivot at the start.
    pivot: V,
    /// Along the axis.
    heights: [V::Scalar; 2],
    /// Distances from the axis, and from the pivot.
    radii: [V::Scalar; 2],
    /// The pose at the start, for a body that does not turn.
    pose: Pose<V>,
    error: V::Scalar,
}

impl<V: Dimension> Envelope<V> {
    /// `None` for a motion of which nothing is known.
    pub fn of<S: Support<V> + ?Sized, M: Motion<V> + ?Sized>(body: &S, motion: &M, origin: V) -> Option<Self> {
        let course = motion.course()?;
        let pose = motion.pose_from(origin, V::Scalar::ZERO);
        let arm = length_above(course.to_pivot);
        let far = length_above(body.anchor()) + body.reach() + arm;
        let pivot = pose.translation() + course.to_pivot;
        // Points by their error and that of the pose; directions, pivots and sums by less than 64 roundings.
        let size = far + far + length_above(pivot) + length_above(course.way);
        let rounding = V::Scalar::from_f64(64.0) * V::Scalar::UNIT * size;
        let error = body.support_error() + pose.translation_error() + pose.rotation_error() * far + rounding;
        let mut envelope = Envelope { course, pivot, heights: [-far, far], radii: [far, far], pose, error };
        if course.turns && course.axis != V::ZERO {
            let heights = [-course.axis, course.axis].each(|dir| envelope.reach_of(body, dir));
            envelope.heights = [-heights[0], heights[1]];
            let sides = sides(course.axis).map(|dir| envelope.reach_of(body, dir));
            let wide = sides.into_iter().fold(V::Scalar::ZERO, V::Scalar::max) * V::Scalar::from_f64(CORNER);
            envelope.radii[0] = far.min(wide + arm);
        }
        Some(envelope)
    }

    /// How far the body at its start reaches beyond the origin of its frame, in a direction of the world; the core.
    fn reach_of<S: Support<V> + ?Sized>(&self, body: &S, dir: V) -> V::Scalar {
        let local = self.pose.vector_back(dir);
        local.dot(body.support(local)) + local.dot(body.anchor())
    }

    /// No point of the core is ever farther than this beyond the pivot along a unit direction, but for the error.
    pub fn extent<S: Support<V> + ?Sized>(&self, body: &S, n: V) -> V::Scalar {
        let Course { axis, turns, .. } = self.course;
        if !turns {
            return self.reach_of(body, n) - n.dot(self.course.to_pivot);
        }
        let along = n.dot(axis);
        let across = (n - axis * along).norm();
        let [low, high] = self.heights.each(|z| along * z);
        (low.max(high) + across * self.radii[0]).min(self.radii[1])
    }

    /// What an [extent](Self::extent) and the height of the pivot may be short of together.
    pub fn error(&self) -> V::Scalar {
        self.error
    }

    /// The pivot at a time.
    pub fn pivot(&self, t: V::Scalar) -> V {
        self.pivot + self.course.way * t
    }

    /// How far the pivot moves in all.
    pub fn way(&self) -> V {
        self.course.way
    }
}

/// Unit directions around an axis, at equal angles.
fn sides<V: Vector>(axis: V) -> [V; SIDES] {
    let [u, w] = tangents(axis);
    core::array::from_fn(|i| {
        let (sin, cos) = sin_cos(core::f64::consts::TAU * i as f64 / SIDES as f64);
        u * V::Scalar::from_f64(cos) + w * V::Scalar::from_f64(sin)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose3, Vec3};
    use crate::motion::LinearMotion;
    use crate::random::Random;
    use crate::shape::Capsule;

    #[test]
    fn an_envelope_holds_a_body_at_every_angle_and_is_no_wider_than_a_polygon_of_sixteen_sides() {
        let mut random = Random(0xc0e);
        let mut tightest = f64::INFINITY;
        for _ in 0..200 {
            let mut vector = || Vec3::new(random.unit(), random.unit(), random.unit());
            let (ends, axis, n) = ([vector(), vector() * 0.1], vector().normalized(), vector().normalized());
            let rod = Capsule::between(ends[0], ends[1], 0.1).unwrap();
            let turning = LinearMotion::new(Pose3::IDENTITY, Vec3::ZERO, axis * core::f64::consts::TAU).unwrap();
            let envelope = Envelope::of(&rod, &turning, Vec3::ZERO).unwrap();
            let extent = envelope.extent(&rod, n);
            // The pivot stays at the origin.
            let height = |k: i32| {
                let pose = turning.pose_at(f64::from(k) / 360.0);
                ends.map(|end| n.dot(pose.point(end))).into_iter().fold(f64::MIN, f64::max)
            };
            let highest = (0..360).map(height).fold(f64::MIN, f64::max);
            assert!(extent + envelope.error() >= highest, "{extent} {highest}");
            tightest = tightest.min(extent - highest);
        }
        assert!(tightest < 0.005, "{tightest}");
    }
}
