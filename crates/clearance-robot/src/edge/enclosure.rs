//! A ball and a box about a body, and a first lower bound of distances from them: some ten nanoseconds for a pair.

use clearance::SupportExt;
use clearance::{Pose3, Shape3, Support, Vec3, Vector};

use crate::motion::Around;

/// Unit roundoff.
const U: f64 = f64::EPSILON / 2.0;

/// A ball and a box with one centre that hold a body, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Enclosure {
    pub center: Vec3<f64>,
    /// Half the box's edges.
    pub half: Vec3<f64>,
    /// The ball's radius.
    pub radius: f64,
}

/// How far two bodies are apart at least, and along which axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Apart {
    pub lower: f64,
    /// Towards the second body, in the world; unit up to rounding, or zero for none.
    pub axis: Vec3<f64>,
}

impl Enclosure {
    /// By six support evaluations, and the vertices of a polytope.
    ///
    /// A height `e·(anchor + p)` is off by [`support_error`](Support::support_error) and by two roundings of its terms; the centre and half the
    /// edge round by as much again. A ball about the centre holds the body if it holds the box, all vertices, or the ball about the anchor.
    pub fn of(shape: &Shape3<f64>) -> Self {
        let (anchor, swept) = (shape.anchor(), shape.radius());
        let size = anchor.norm() + shape.reach() + swept;
        let error = shape.support_error() + 16.0 * U * size;
        let height = |dir: Vec3<f64>| dir.dot(anchor + shape.support(dir)) + swept + error;
        let top = Vec3::from_fn(|i| height(Vec3::axis(i)));
        let bottom = Vec3::from_fn(|i| -height(-Vec3::axis(i)));
        let center = (top + bottom) * 0.5;
        let half = (top - bottom) * 0.5 + Vec3::from_fn(|_| 4.0 * U * size);
        let around_anchor = (anchor - center).norm() + shape.reach() + swept;
        let count = shape.vertex_count();
        let farthest = (0..count).map(|id| (anchor + shape.vertex(id) - center).norm()).fold(0.0, f64::max);
        let around_vertices = if count > 0 { farthest + swept } else { f64::INFINITY };
        let radius = half.norm().min(around_anchor).min(around_vertices) + error + 16.0 * U * size;
        Enclosure { center, half, radius }
    }

    /// The ball, in the world.
    ///
    /// The centre's image rounds by `6u` of its parts and is off by the pose's errors.
    pub fn ball(&self, pose: &Pose3<f64>) -> Around {
        let center = pose.point(self.center);
        let length = self.center.norm();
        let moved = (pose.rotation_error() + 8.0 * U) * length + pose.translation_error() + 8.0 * U * center.norm();
        Around { center, radius: self.radius + moved }
    }

    /// How far a ball is from this body's box at least; negative only says that nothing is known. The axis leads to the ball.
    ///
    /// The ball's centre in the body's frame is `Rᵀ(c − t)`, which is off by the pose's errors and `8u` of the lengths; it is `d_k` beyond
    /// the faces, so the distance is `|max(d, 0)|` less the radius.
    pub fn apart_from(&self, pose: &Pose3<f64>, ball: &Around) -> Apart {
        let offset = ball.center - pose.translation();
        let local = pose.vector_back(offset) - self.center;
        let beyond = local.abs() - self.half;
        let outside = Vec3::from_fn(|i| beyond[i].max(0.0).copysign(local[i]));
        let distance = outside.norm();
        let length = offset.norm() + self.center.norm() + self.half.norm() + ball.center.norm();
        let error = (pose.rotation_error() + 32.0 * U) * length + pose.translation_error();
        if distance == 0.0 {
            return Apart { lower: -ball.radius, axis: Vec3::ZERO };
        }
        Apart { lower: distance - ball.radius - error, axis: pose.vector(outside) * (1.0 / distance) }
    }
}

impl Around {
    /// How far another ball is from this one at least.
    ///
    /// The difference of the centres rounds by `u` of itself, its length by `3u` more; radii are added and taken off by three roundings.
    pub(crate) fn apart_from(&self, other: &Around) -> Apart {
        let way = other.center - self.center;
        let length = way.norm();
        let radii = self.radius + other.radius;
        let lower = length * (1.0 - 16.0 * U) - radii * (1.0 + 16.0 * U);
        Apart { lower, axis: if length > 0.0 { way * (1.0 / length) } else { Vec3::ZERO } }
    }
}

impl Apart {
    /// The better of two.
    pub fn or(self, other: Self) -> Self {
        if other.lower > self.lower { other } else { self }
    }
    /// With the bodies exchanged.
    pub fn reversed(self) -> Self {
        Apart { axis: -self.axis, ..self }
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
            let apart = Enclosure::of(b).apart_from(&pose_b, &Enclosure::of(a).ball(&pose_a));
            let truth = query::signed_distance(a, b, &Pose3::relative(&pose_a, &pose_b)).bounds.upper;
            assert!(apart.lower <= truth, "seed 21: {} above {truth}", apart.lower);
            positive += usize::from(apart.lower > 0.0);
            close += usize::from(apart.lower > 0.5 * truth && truth > 0.0);
        }
        assert!(positive > 500 && close > 500, "{positive} bounds above zero, {close} above half the truth");
    }

    #[test]
    fn the_box_of_a_brick_is_the_brick() {
        let found = Enclosure::of(&shapes()[0]);
        assert!((found.half - Vec3::new(0.3, 1.1, 0.2)).max_abs() < 1e-14 && found.center.max_abs() < 1e-15);
        // √(0.09 + 1.21 + 0.04)
        assert!((found.radius - 1.34f64.sqrt()).abs() < 1e-14);
    }
}
