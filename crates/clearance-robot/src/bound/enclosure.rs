//! A ball and a box about a body, and a first lower bound of distances from them: some ten nanoseconds for a pair.

use clearance::enclosure::{Aabb, Ball, point_in_frame};
use clearance::{Pose3, Shape3, Vec3};

/// A ball and a box that hold a body, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Enclosure {
    pub ball: Ball<Vec3<f64>>,
    pub aabb: Aabb<Vec3<f64>>,
}

/// How far two bodies are apart at least, and along which axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Apart {
    pub lower: f64,
    /// Axis from the first body to the second, of any length; zero for none.
    pub way: Vec3<f64>,
    /// The frame of the way.
    pub frame: AxisFrame,
}

/// What a way is given in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AxisFrame {
    World,
    /// The frame of the first body or of the second.
    Body(usize),
}

impl Enclosure {
    /// The ball and the box around a shape.
    pub fn of(shape: &Shape3<f64>) -> Self {
        Enclosure { ball: Ball::around(shape), aabb: Aabb::of(shape, &Pose3::IDENTITY) }
    }

    /// How far a ball of the world is from the box of this body, `body` of the pair, at least; nothing is known of one
    /// with its center in the box.
    pub fn apart_from(&self, pose: &Pose3<f64>, ball: &Ball<Vec3<f64>>, body: usize) -> Apart {
        let (center, off) = point_in_frame(pose, ball.center);
        let (lower, out) = self.aabb.distance_bound_of_ball(&Ball { center, radius: ball.radius }.inflated(off));
        Apart { lower, way: if body == 0 { out } else { -out }, frame: AxisFrame::Body(body) }
    }
}

impl Apart {
    /// How far two balls of the world are apart at least, by their bound.
    pub fn by_balls(lower: f64, [a, b]: [&Ball<Vec3<f64>>; 2]) -> Self {
        Apart { lower, way: b.center - a.center, frame: AxisFrame::World }
    }

    /// The better of two.
    pub fn or(self, other: Self) -> Self {
        if other.lower > self.lower { other } else { self }
    }

    /// The axis in the world, of any length, with both bodies where they are.
    pub fn axis(&self, poses: [&Pose3<f64>; 2]) -> Vec3<f64> {
        match self.frame {
            AxisFrame::World => self.way,
            AxisFrame::Body(body) => poses[body].vector(self.way),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::Axial;
    use clearance::{Capsule, Cuboid, Inflated, Polytope, Rotor3, query};

    fn shapes() -> Vec<Shape3<f64>> {
        let brick = Shape3::from(Cuboid::from_half_extents(Vec3::new(0.3, 1.1, 0.2)).unwrap());
        let corners = [[5.0, 1.0, 0.2], [5.5, 1.1, -0.3], [4.9, 0.4, 0.9], [5.2, 1.7, 0.6]];
        vec![
            brick.clone(),
            Inflated::new(brick, 0.25).unwrap().into(),
            Capsule::along(Axial { radius: 0.2, half_length: 0.7, axis: 1 }).unwrap().into(),
            Polytope::new(&corners.map(Vec3::from)).unwrap().into(),
        ]
    }

    #[test]
    fn enclosures_bound_the_distance_from_below() {
        let mut random = crate::random::Random::new(21);
        let shapes = shapes();
        let (mut positive, mut close) = (0, 0);
        for _ in 0..2000 {
            let mut number = |size: f64| random.between(-size, size);
            let mut pose = || {
                let rotor = Rotor3::from_wxyz([number(1.0), number(1.0), number(1.0), number(1.0)]).unwrap();
                Pose3::new(rotor, Vec3::new(number(4.0), number(4.0), number(4.0))).unwrap()
            };
            let (pose_a, pose_b) = (pose(), pose());
            let (a, b) = (&shapes[random.below(4)], &shapes[random.below(4)]);
            let ball = Enclosure::of(a).ball.posed(&pose_a);
            let apart = Enclosure::of(b).apart_from(&pose_b, &ball, 1);
            let truth = query::signed_distance(a, b, &Pose3::relative(&pose_a, &pose_b)).bounds.upper;
            assert!(apart.lower <= truth, "seed 21: {} above {truth}", apart.lower);
            let gap =
                clearance::enclosure::Axis::along(apart.axis([&pose_a, &pose_b])).map_or(f64::NEG_INFINITY, |axis| {
                    clearance::enclosure::gap((a, &pose_a), (b, &pose_b), &axis, &mut [clearance::Hint::NONE; 2])
                        .lower()
                });
            // Along the way from a ball to a box, supports show no less than ball and box do.
            assert!(apart.lower <= 0.0 || gap >= apart.lower - 1e-13, "seed 21: {gap} {apart:?}");
            positive += usize::from(apart.lower > 0.0);
            close += usize::from(apart.lower > 0.5 * truth && truth > 0.0);
        }
        assert!(positive > 500 && close > 500, "{positive} bounds above zero, {close} above half the truth");
    }
}
