//! Boxes that hold a body along a motion.

use super::Motion;
use crate::dimension::Dimension;
use crate::enclosure::{Aabb, reach_from_frame};
use crate::math::Real;
use crate::support::Support;

impl<V: Dimension> Aabb<V> {
    /// A box that holds `shape` at all times from 0 to 1 of a motion.
    pub fn along(shape: &(impl Support<V> + ?Sized), motion: &(impl Motion<V> + ?Sized)) -> Self {
        let [start, end] = [V::Scalar::ZERO, V::Scalar::ONE].map(|t| Self::of(shape, &motion.pose_at(t)));
        start.union(&end).bent(motion, reach_from_frame(shape), V::Scalar::ONE)
    }

    /// The box moved out so that it holds all paths between points of it that take a part `span` of a motion; `reach`
    /// is how far the body's points are from the origin of its frame.
    ///
    /// Along each axis `e`, a path that bends by at most `κ = bend(e, reach)` is nowhere more than `κ·span²/8` above
    /// the larger of its two ends: `x(t) + κt²/2` is convex if `x″ ≥ −κ`, so `x(t) ≤ max(x(0), x(h)) + κ t(h − t)/2`.
    pub fn bent(&self, motion: &(impl Motion<V> + ?Sized), reach: V::Scalar, span: V::Scalar) -> Self {
        // Three products, each rounded by u.
        let above = V::Scalar::ONE + V::Scalar::from_f64(8.0) * V::Scalar::UNIT;
        let factor = span * span * V::Scalar::from_f64(0.125) * above;
        let bend = V::from_fn(|k| (motion.bend(V::axis(k), reach) * factor).next_up());
        Aabb {
            lower: V::from_fn(|k| (self.lower[k] - bend[k]).next_down()),
            upper: V::from_fn(|k| (self.upper[k] + bend[k]).next_up()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::enclosure::Aabb;
    use crate::math::{Pose3, Rotor3, Vec3, Vector};
    use crate::motion::{LinearMotion, Motion};
    use crate::random::Random;
    use crate::shape::{Axial, Cone};

    #[test]
    fn a_box_along_a_motion_holds_the_body_at_all_times_and_bulges_as_far_as_its_path() {
        let mut random = Random(0x0a6d);
        let shape = Cone::along(Axial { radius: 0.5, half_length: 1.0, axis: 2 }).unwrap();
        for round in 0..200 {
            let mut vector = |size: f64| Vec3::new(random.unit(), random.unit(), random.unit()) * size;
            let (at, linear, angular, turn) = (vector(2.0), vector(4.0), vector(3.0), vector(1.0));
            let start = Pose3::new(Rotor3::from_wxyz([1.0, turn.x, turn.y, turn.z]).unwrap(), at).unwrap();
            let motion = LinearMotion::new(start, linear, angular).unwrap();
            let all = Aabb::along(&shape, &motion);
            for step in 0..=16 {
                // The same errors are in both, so that the box at a time need not lie inside to the last digit.
                let inner = Aabb::of(&shape, &motion.pose_at(f64::from(step) / 16.0));
                assert!(all.inflated(1e-13).contains(&inner), "round {round}, step {step}: {all:?} {inner:?}");
            }
        }
        // A point on a circle of radius 2 about z, from −60° to 60°: its box bulges from 1 to 2, by at most ω² r/8.
        let angle = core::f64::consts::PI / 3.0;
        let start = Pose3::from_rpy([0.0, 0.0, -angle], Vec3::new(1.0, -(3f64.sqrt()), 0.0)).unwrap();
        let turning = LinearMotion::about(Vec3::ZERO, start, Vec3::ZERO, Vec3::new(0.0, 0.0, 2.0 * angle)).unwrap();
        let all = Aabb::along(&crate::shape::Point::new(), &turning);
        let most = 1.0 + 4.0 * angle * angle * 2.0 / 8.0;
        assert!(all.upper.x >= 2.0 && (all.upper.x - most).abs() < 1e-13, "{all:?} {most}");
    }
}
