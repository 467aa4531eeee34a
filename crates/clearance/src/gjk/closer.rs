//! The last steps where rounding hides the nearest features, in twofold numbers.
//!
//! Needles have no good direction, so a vertex may return before the bounds meet. And between cores much nearer than
//! they are long squares of lengths no longer see the distance: of nearly identical bodies, whose difference is full of
//! needles through the origin, the nearest point found may lie outside of its feature. Then every feature is tried in
//! twofold numbers instead, with its direction from its normal.

use super::Closest;
use super::features::{NearFeature, nearest, wide};
use crate::difference::{Difference, Vertex};
use crate::math::twofold::TwoVec;
use crate::math::{Each, Real, Vector};
use crate::simplex::{Reduce, Simplex};
use crate::support::Hint;

/// New vertices at most; two or three suffice for nearly all.
const ROUNDS: usize = 16;

impl<V: Reduce> Closest<V> {
    /// Finds the nearest features once more if the bounds are farther apart than is `enough`.
    #[cold]
    #[inline(never)]
    pub(super) fn look_closer(&mut self, m: &Difference<'_, V>, enough: V::Scalar) {
        if self.simplex.weighted_sum().norm() - (self.lower + m.frame.plane_error) <= enough {
            return;
        }
        let mut points = [*self.simplex.newest(); 4];
        let mut count = 0;
        for point in self.simplex.points().take(3) {
            points[count] = *point;
            count += 1;
        }
        for _ in 0..ROUNDS {
            let near = nearest(&points.each(|p| TwoVec::new(wide(p.w)))[..count], V::DIM);
            let Some(near) = near else { return };
            let up = direction::<V>(&near);
            let length = V::Scalar::from_f64(near.length.value());
            let mut simplex = Simplex::new(points[near.corners[0]]);
            near.corners[1..].iter().for_each(|&i| simplex.push(points[i]));
            (simplex.nearest, simplex.squared) = (up * length, length * length);
            let point = m.support(-up, [Hint::NONE; 2]);
            self.iterations += 1;
            let height = up.dot(point.w);
            if height - m.frame.plane_error > self.lower {
                (self.lower, self.axis) = (height - m.frame.plane_error, up);
            }
            self.simplex = simplex;
            if length - height <= enough || points[..count].iter().any(|known| known.same(&point)) {
                return;
            }
            count = replace(&mut points, &near.corners, point);
        }
    }
}

/// The unit vector to the nearest point.
fn direction<V: Vector>(near: &NearFeature) -> V {
    let up = near.normal.value();
    let up = up * (1.0 / up.max_abs());
    V::from_fn(|i| V::Scalar::from_f64(up[i])).normalized()
}

/// Keeps the corners and adds a point; how many there are.
fn replace<V: Vector>(points: &mut [Vertex<V>; 4], corners: &[usize], point: Vertex<V>) -> usize {
    let known = *points;
    for (slot, &corner) in points.iter_mut().zip(corners) {
        *slot = known[corner];
    }
    points[corners.len()] = point;
    corners.len() + 1
}
