//! Balls around shapes: the first bound of every pair.

use clearance::SupportExt;
use clearance::{Pose3, Shape3, Vec3, Vector};
use clearance_world::Aabb;

const U: f64 = f64::EPSILON / 2.0;

/// A ball that holds a shape at a pose, whatever was rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    pub center: Vec3<f64>,
    pub radius: f64,
}

impl Ball {
    /// The smaller of two balls: about the shape's anchor, and about the box that holds it.
    ///
    /// All points of a shape are within `reach + radius` of its anchor `c`, and `support_error` of that. The image of `c` is computed
    /// within [`Pose error`](Self::posed) of the true one.
    pub fn around(shape: &Shape3<f64>, pose: &Pose3<f64>) -> Self {
        let reach = (shape.reach() + shape.radius() + shape.support_error()) * (1.0 + 8.0 * U);
        let anchored = Ball { center: shape.anchor(), radius: reach }.posed(pose);
        let aabb = Aabb::of(shape, pose);
        let center = aabb.center();
        let half = Vec3::from_fn(|k| (aabb.upper[k] - center[k]).max(center[k] - aabb.lower[k]).next_up());
        let boxed = Ball { center, radius: half.norm() * (1.0 + 8.0 * U) };
        if boxed.radius < anchored.radius { boxed } else { anchored }
    }

    /// The ball at a pose: `|R p + t − k| ≤ |p − c| + |R c + t − k|` with the computed center `k`, and that is at most
    /// `ρ|c| + τ + u (7|c| + 2|t|)`, with the errors `ρ` and `τ` of the pose, as derived at [`Pose3::then`] (where `1 + ρ` is below 1.09 it
    /// leaves `5.3u` of the `7u`).
    pub fn posed(&self, pose: &Pose3<f64>) -> Self {
        let size = |v: Vec3<f64>| v.x.abs() + v.y.abs() + v.z.abs();
        let (center, moved) = (size(self.center), size(pose.translation()));
        let turned = pose.rotation_error() * center + pose.translation_error();
        let off = turned + U * (7.0 * (1.0 + pose.rotation_error()) * center + 2.0 * moved) + f64::MIN_POSITIVE;
        Ball { center: pose.point(self.center), radius: (self.radius + off) * (1.0 + 8.0 * U) }
    }
}

/// A lower bound of the signed distance of two bodies from balls around them: `|k_b − k_a| − r_a − r_b` with its rounding.
///
/// The components of the difference round by `u`, their squares and the sum by `3u`, the root by `u`: below `5u` of the distance, `16u`
/// are taken off it and added to the radii, which also pays for the last sums. Squares that underflow make the bound smaller.
pub(crate) fn apart(a: &Ball, b: &Ball) -> f64 {
    let way = b.center - a.center;
    let distance = (way.x * way.x + way.y * way.y + way.z * way.z).sqrt();
    distance * (1.0 - 16.0 * U) - (a.radius + b.radius) * (1.0 + 16.0 * U)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::{Cuboid, Rotor3};

    #[test]
    fn a_ball_holds_the_corners_of_a_turned_box() {
        let half = Vec3::new(0.3, 1.1, 0.2);
        let shape: Shape3<f64> = Cuboid::from_half_extents(half).unwrap().into();
        let pose = Pose3::new(Rotor3::from_wxyz([0.3, -0.7, 0.2, 0.9]).unwrap(), Vec3::new(5.0, -3.5, 1.75)).unwrap();
        let ball = Ball::around(&shape, &pose);
        for i in 0..8 {
            let sign = |bit: usize| if i & bit == 0 { 1.0 } else { -1.0 };
            let corner = pose.point(Vec3::new(half.x * sign(1), half.y * sign(2), half.z * sign(4)));
            let gap = ball.radius - (corner - ball.center).norm();
            assert!((0.0..1e-13).contains(&gap), "{gap:e}");
        }
        let other = Ball { center: Vec3::new(5.0, -3.5, 4.75), radius: 0.5 };
        let bound = apart(&ball, &other);
        let expected = 3.0 - 0.5 - half.norm();
        assert!(bound <= expected && bound > expected - 1e-13, "{bound}");
    }
}
