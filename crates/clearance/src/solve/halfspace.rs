//! A halfspace against a bounded shape: one support point answers.

use super::angles;
use crate::decide::decide_halfspace;
use crate::enclosure::gap_above;
use crate::math::{Pose, Real, Vector};
use crate::proximity::{Bounds, Feature, Proximity, status_of};
use crate::shape::Halfspace;
use crate::support::{Hint, Snapshot, Support, SupportExt};

/// The signed distance of a halfspace at `pose_h` and a shape at `pose_s`.
pub(crate) fn signed_distance<V: Vector>(
    half: &Halfspace<V>,
    pose_h: &Pose<V>,
    shape: &Snapshot<'_, V>,
    pose_s: &Pose<V>,
) -> Proximity<V> {
    let mut found = half.measured(pose_h, shape, pose_s);
    if !found.proven
        && let Some((status, exact)) = decide_halfspace(half.given(), pose_h, shape, pose_s)
    {
        found.witness_a = found.witness_b - found.normal * exact.nearest;
        (found.status, found.proven, found.signed_distance) = (status, true, exact.nearest);
        found.bounds = Bounds { lower: exact.lower, upper: exact.upper };
        let slack = slack(pose_h, shape, pose_s);
        if slack > V::Scalar::ZERO && !angles::keep_heights(found.normal, pose_h, pose_s) {
            found.bounds = Bounds { lower: exact.lower - slack, upper: exact.upper + slack };
            (found.status, found.proven) = status_of(&found.bounds);
        }
    }
    found.assert_enclosed();
    found
}

/// How far the signed distance may be from that of the poses' rational rotations: the boundary turns about its frame's
/// origin, the shape about its own.
fn slack<V: Vector>(pose_h: &Pose<V>, shape: &Snapshot<'_, V>, pose_s: &Pose<V>) -> V::Scalar {
    let length = shape.anchor().norm() + shape.reach() + shape.support_error();
    let far = (pose_s.translation() - pose_h.translation()).norm() + length;
    let error = pose_h.fine_error() * far + pose_s.fine_error() * length;
    if error > V::Scalar::ZERO {
        (error * (V::Scalar::ONE + V::Scalar::UNIT * V::Scalar::TWO)).next_up()
    } else {
        error
    }
}

impl<V: Vector> Halfspace<V> {
    /// The signed distance by [`gap_above`], without the exact decision, which takes poses at their word: for poses
    /// that were computed.
    pub(crate) fn measured(
        &self,
        pose_h: &Pose<V>,
        shape: &(impl Support<V> + ?Sized),
        pose_s: &Pose<V>,
    ) -> Proximity<V> {
        let mut hint = Hint::NONE;
        let (gap, point) = gap_above((self, pose_h), (shape, pose_s), &mut hint);
        let bounds = Bounds { lower: gap.lower(), upper: gap.value + gap.error };
        let (status, proven) = status_of(&bounds);
        let up = pose_h.vector(self.normal()).normalized();
        let witness_b = pose_s.point(point + shape.anchor()) - up * shape.radius();
        Proximity {
            signed_distance: gap.value,
            normal: up,
            witness_a: witness_b - up * gap.value,
            witness_b,
            bounds,
            features: [Feature::SMOOTH, Feature::from_points(shape, [hint; 3], [V::Scalar::ONE; 3], 1)],
            unique: false,
            status,
            proven,
            iterations: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::math::{Pose3, Rotor3, Vec3};
    use crate::query::{self, Status};
    use crate::shape::Axial;
    use crate::shape::{Ball, Cone, Cuboid, Halfspace};

    #[test]
    fn a_cube_on_its_corner_touches_the_floor_exactly() {
        // The diagonal of a cube of half extent 2 turned by the 3-4-5 rotation about x: deepest at −(0.6 + 0.8)·2 =
        // −2.8.
        let cube = Cuboid::from_half_extents(Vec3::new(2.0, 2.0, 2.0)).unwrap();
        let turned = Rotor3::from_wxyz([2.0, 1.0, 0.0, 0.0]).unwrap();
        let pose = Pose3::new(turned, Vec3::new(7.0, 1.0, 14.0)).unwrap();
        let floor = Halfspace::new(Vec3::new(0.0, 0.0, 5.0), 56.0).unwrap();
        let found = query::signed_distance(&floor, &cube, &pose);
        assert_eq!((found.status, found.signed_distance, found.proven), (Status::Touching, 0.0, true));
    }

    #[test]
    fn depth_and_distance_of_round_bodies_count_from_the_boundary() {
        let floor = Halfspace::new(Vec3::new(0.0, -3.0, 4.0), 5.0).unwrap();
        let ball = Ball::new(0.75).unwrap();
        let at = |h: f64| Pose3::from_translation(Vec3::new(9.0, -0.6 * (1.0 + h), 0.8 * (1.0 + h))).unwrap();
        for (height, expected) in [(2.0, 1.25), (0.5, -0.25), (-1.0, -1.75)] {
            let found = query::signed_distance(&floor, &ball, &at(height));
            assert!((found.signed_distance - expected).abs() < 1e-14 && found.bounds.contains(expected), "{found:?}");
        }
        let cone = Cone::along(Axial { radius: 1.0, half_length: 2.0, axis: 2 }).unwrap();
        let up = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0).unwrap();
        let found = query::signed_distance(&up, &cone, &at(4.0)).swapped();
        assert!((found.signed_distance - 2.0).abs() < 1e-14 && found.normal.z < -0.999);
    }
}
