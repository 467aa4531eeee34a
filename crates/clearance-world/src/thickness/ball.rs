//! The largest ball that touches a surface at a point from one side (J. Ma, S. W. Bae, S. Choi, 3D medial axis point
//! approximation using nearest neighbors and the normal field, 2012, for points; here for triangles, with bounds).
//!
//! The ball of radius `r` that touches `p` has its centre at `c = p + r n`. A point `q` with `h = (q − p)·n > 0` is
//! on its border if `r = f(q) = |q − p|²/2h`, and inside of all larger ones: the largest ball has the least `f` of
//! all points of the triangles that count. Balls with smaller `r` lie within larger ones, so that the search goes
//! down the tree with the ball of the least `f` known, and what is outside of a ball once stays outside.
//!
//! **Lower bound.** If all points of a triangle are at least `r − η` from `c`, then `|q − p|² ≥ 2 r h − 2 r η`, and
//! with `|q − p| ≥ δ`: `f(q) ≥ r/(1 + 2 r η/δ²)`. What rounding leaves of a triangle that touches the ball is such an
//! `η`.

use clearance::{Bounds, Real, Vec3, Vector};

use super::ThicknessSide;
use super::samples::Sample;
use crate::mesh::{Close, TriangleMesh};
use crate::tree::{Facing, Fans};

type Point = Vec3<f64>;

/// The cosine of the angle between the direction of a sample and the front of a triangle that holds its ball, at
/// least: a right half of it. Two walls that are less than 60 degrees apart at their edge face each other; the faces
/// beside a right edge do not, nor those of a wall with a draft.
const FACING: f64 = 0.5;

/// Steps to the point of a triangle with the least `f`, at most; each is of second order, and what is left widens the
/// bounds.
const STEPS: u32 = 40;

/// What all balls of a mesh need.
pub(super) struct Balls {
    /// The normals of the triangles, as they face the side that is measured.
    fronts: Fans,
}

/// The largest ball that is known.
struct Best {
    radius: f64,
    /// No facing triangle that was seen has a lesser `f`.
    lower: f64,
    /// Some point of a facing triangle has no larger `f`.
    upper: f64,
    triangle: Option<u32>,
}

impl Balls {
    pub fn new(mesh: &TriangleMesh<Point>, side: ThicknessSide) -> Self {
        let front = |triangle: u32| {
            let [a, b, c] = mesh.corners(triangle);
            let out = (b - a).cross(c - a).normalized();
            let out = if out.is_finite() { out } else { Point::ZERO };
            if side == ThicknessSide::Wall { out } else { -out }
        };
        let fronts = (0..mesh.triangles().len() as u32).map(front).collect();
        Balls { fronts: mesh.tree().fans(fronts) }
    }

    /// Bounds of the diameter of the largest ball that touches a sample, no longer than its ray, and what holds it.
    pub fn largest(
        &self,
        mesh: &TriangleMesh<Point>,
        sample: &Sample,
        (ray, ray_triangle): (Option<Bounds<f64>>, Option<u32>),
        within: f64,
    ) -> (Option<Bounds<f64>>, Option<u32>) {
        let start = ray.map_or(Bounds { lower: 0.5 * within, upper: 0.5 * within }, |ray| Bounds {
            lower: 0.5 * ray.lower,
            upper: 0.5 * ray.upper,
        });
        let mut best = Best { radius: start.upper, lower: start.lower, upper: start.upper, triangle: ray_triangle };
        let size = mesh.bounds().reach_from_frame() + within;
        let centre = |radius: f64| sample.at + sample.along * radius;
        // The centre, and distances of boxes, err by less.
        let slack = 32.0 * f64::UNIT * size;
        let facing = Facing { along: sample.along, above: FACING };
        mesh.tree().in_ball((centre(best.radius), best.radius + slack), (&self.fronts, &facing), |item| {
            let faces = self.fronts.directions[item as usize].dot(sample.along) > FACING;
            if faces && item != sample.triangle {
                best.look(item, mesh.corners(item), sample, slack);
            }
            (centre(best.radius), best.radius + slack)
        });
        let diameter = Bounds { lower: 2.0 * best.lower.min(best.radius), upper: 2.0 * best.upper };
        (best.triangle.map(|_| diameter), best.triangle)
    }
}

impl Best {
    /// Shrinks the ball until it holds no point of a triangle.
    fn look(&mut self, item: u32, corners: [Point; 3], sample: &Sample, slack: f64) {
        let mut radius = self.radius;
        for _ in 0..STEPS {
            let centre = sample.at + sample.along * radius;
            let close = Close::of(centre, corners);
            let outside = close.lower() - slack;
            if outside >= radius {
                return;
            }
            let from = close.at(corners) - sample.at;
            let (squared, height) = (from.norm_squared(), from.dot(sample.along));
            let next = squared / (2.0 * height);
            if height > 0.0 && next < radius {
                // The point is this near to the triangle, and the quotient rounds by a few units.
                let off = close.error + slack;
                let length = squared.sqrt() + off;
                let upper = length * length / (2.0 * (height - off)) * (1.0 + 16.0 * f64::UNIT);
                if height > off && upper < self.upper {
                    (self.upper, self.triangle) = (upper, Some(item));
                }
                if next < radius - slack {
                    radius = next;
                    continue;
                }
            }
            // Nothing nearer but for rounding: what is left widens the lower bound.
            let left = radius - outside;
            let apart = Close::of(sample.at, corners).lower();
            let lower = if apart > 0.0 { radius / (1.0 + 2.0 * radius * left / (apart * apart)) } else { 0.0 };
            self.lower = self.lower.min(lower * (1.0 - 16.0 * f64::UNIT));
            self.radius = self.radius.min(radius);
            return;
        }
        // Still shrinking: the last ball holds some of the triangle.
        self.lower = 0.0;
        self.radius = self.radius.min(radius);
    }
}
