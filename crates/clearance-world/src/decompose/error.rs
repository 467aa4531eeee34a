//! How far the points of a convex part are from a mesh, by branch and bound.
//!
//! The distance from a set changes by at most the way that a point moves. So in a box all of whose points are within
//! `r` of `c` it is at most `dist(c) + r`; and if `c` is inside of a solid, with a distance `s` from its surface, at
//! most `r − s`, and zero where that is negative. The distance from one triangle of the mesh is convex, so in a box it
//! is largest at a corner: this bounds the distance from the mesh as well.
//!
//! Boxes are what the part's planes leave of the cubes of a [`Field`], whose middles are evaluated once for all parts;
//! those that are [covered](super::cover) do not count. All of the part is looked at, its inside as well: a void of the
//! mesh counts.

use std::collections::HashSet;

use clearance::enclosure::Aabb;
use clearance::{Bounds, ShapeError, Vec3, Vector};

use super::cover;
use super::field::{Field, Sample};
use super::part::{FINE, Part};
use crate::mesh::TriangleMesh;
use crate::stop::check;
use clearance::best_first::{BestFirst, Entry};

/// When a search may end.
#[derive(Clone, Copy, Debug)]
pub(super) struct ErrorGoal {
    /// It is enough to know that the error is at most this.
    pub enough: f64,
    /// It is enough to know that the error is more than this.
    pub too_much: f64,
    /// The bounds may be apart by so much.
    pub width: f64,
    /// The bounds may be apart by this share of the error.
    pub share: f64,
    /// Maximum number of boxes; then the bounds stay as they are.
    pub boxes: usize,
}

/// The largest distance, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Error {
    pub bounds: Bounds<f64>,
    /// A point of a part at the lower bound, up to rounding.
    pub at: Vec3<f64>,
}

/// Bounds are mostly narrowed to this share of the error.
pub(super) const SHARE: f64 = 0.02;

/// Maximum number of boxes for a final answer.
const BOXES: usize = 100_000;

/// The largest distance of a point of convex parts from a mesh: `lower` is that of a point that was found (up to
/// rounding), no point is beyond `upper`, proven.
pub fn error_of(parts: &[&Part], mesh: &TriangleMesh<Vec3<f64>>) -> Bounds<f64> {
    final_error(parts, &mut Field::around(mesh, parts))
}

/// How much larger than a mesh the convex hull of some points is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullError {
    /// No point of the hull is farther from the mesh, proven.
    pub upper: f64,
    /// Whether the mesh contains all points that are deeper than `upper` in the hull: then its depth in another body is
    /// less than the hull's by `upper` at most.
    pub is_of_dents: bool,
}

/// The error of the convex hull of some points in place of a mesh with vertices among them; `None` if the hull is the
/// mesh. Within a tenth of the largest distance, or a thousandth of the size.
pub fn hull_error(mesh: &TriangleMesh<Vec3<f64>>, points: &[Vec3<f64>]) -> Result<Option<HullError>, ShapeError> {
    let hull = Part::new(points)?;
    let known: HashSet<[u64; 3]> = mesh.vertices().iter().copied().map(bits).collect();
    if points.iter().all(|&point| known.contains(&bits(point))) {
        if mesh.is_convex() {
            return Ok(None);
        }
        if let (true, Some(upper)) = (mesh.is_nearly_convex(), mesh.dents()) {
            return Ok(Some(HullError { upper, is_of_dents: true }));
        }
    }
    let width = 1e-3 * mesh.bounds().extent().max_abs();
    let goal = ErrorGoal { enough: 0.0, too_much: f64::INFINITY, width, share: 0.1, boxes: 2000 };
    let parts = [&hull];
    let upper = largest(&parts, &mut Field::around(mesh, &parts), &goal).bounds.upper;
    Ok(Some(HullError { upper, is_of_dents: false }))
}

/// The bits of a point, whose zeros have no sign.
fn bits(point: Vec3<f64>) -> [u64; 3] {
    [point.x, point.y, point.z].map(|x| (x + 0.0).to_bits())
}

pub(super) fn final_error(parts: &[&Part], field: &mut Field) -> Bounds<f64> {
    let width = FINE * field.mesh().bounds().extent().max_abs();
    largest(parts, field, &ErrorGoal { enough: 0.0, too_much: f64::INFINITY, width, share: SHARE, boxes: BOXES }).bounds
}

pub(super) fn largest(parts: &[&Part], field: &mut Field, goal: &ErrorGoal) -> Error {
    let somewhere = parts.first().map_or(Vec3::ZERO, |part| part.middle());
    let mut search = ErrorSearch { parts, field, goal, found: (0.0, somewhere), settled: 0.0, boxes: BestFirst::new() };
    for (number, part) in (0..).zip(parts) {
        search.open(number, 0, *part.bounds());
    }
    let mut left = goal.boxes;
    while let Some(Entry { bound, key: (part, cube), item: bounds }) = search.boxes.pop() {
        check();
        let upper = -bound;
        let lower = search.found.0;
        let near = goal.enough.max(lower + goal.width).max(lower * (1.0 + goal.share));
        if upper <= near || lower > goal.too_much || left == 0 {
            search.settled = search.settled.max(upper);
            break;
        }
        left -= 1;
        let (middle, first) = search.field.children(cube);
        for i in 0..8 {
            if let Some(bounds) = octant(&bounds, middle, i) {
                search.open(part, first + i, bounds);
            }
        }
    }
    let (lower, at) = search.found;
    Error { bounds: Bounds { lower, upper: search.settled.max(lower) }, at }
}

/// What is on one side of a point along each axis: beyond it along axis `k` if bit `k` is set.
fn octant(bounds: &Aabb<Vec3<f64>>, middle: Vec3<f64>, i: u32) -> Option<Aabb<Vec3<f64>>> {
    let beyond = |k: usize| i >> k & 1 == 1;
    let lower = Vec3::from_fn(|k| if beyond(k) { bounds.lower[k].max(middle[k]) } else { bounds.lower[k] });
    let upper = Vec3::from_fn(|k| if beyond(k) { bounds.upper[k] } else { bounds.upper[k].min(middle[k]) });
    (0..3).all(|k| lower[k] <= upper[k]).then_some(Aabb { lower, upper })
}

struct ErrorSearch<'s, 'm> {
    parts: &'s [&'s Part],
    field: &'s mut Field<'m>,
    goal: &'s ErrorGoal,
    /// The largest distance of a point of a part that was seen.
    found: (f64, Vec3<f64>),
    /// The largest bound of boxes that need not be opened.
    settled: f64,
    /// Boxes that may hold the largest distance, by the negatives of their bounds, then by part and cube.
    boxes: BestFirst<f64, (u32, u32), Aabb<Vec3<f64>>>,
}

impl ErrorSearch<'_, '_> {
    /// Adds a box if it may hold a point of the part that is too far from the mesh.
    fn open(&mut self, number: u32, cube: u32, bounds: Aabb<Vec3<f64>>) {
        let part = self.parts[number as usize];
        let Some(bounds) = part.clipped(&bounds) else { return };
        let sample = self.field.sample(cube);
        let radius = radius_about(sample.center, &bounds);
        let Sample { near, inside, .. } = sample;
        let mut upper = (if inside { radius - near.lower } else { near.upper + radius }).next_up();
        let enough = self.settled.max(self.goal.enough);
        if upper > enough && !inside {
            self.look(part, &sample, &bounds);
            upper = upper.min(self.field.mesh().farthest_corner(sample.triangle, &bounds));
        }
        if upper > enough && near.lower <= radius {
            upper = cover::covered(part, self.field.mesh(), &bounds).map_or(upper, |least| least.min(upper));
        }
        if upper <= enough {
            self.settled = self.settled.max(upper);
        } else {
            self.boxes.push(-upper, (number, cube), bounds);
        }
    }

    /// A point of the part near to the middle of what the planes leave: how far is it off?
    fn look(&mut self, part: &Part, sample: &Sample, bounds: &Aabb<Vec3<f64>>) {
        let nearest = Vec3::from_fn(|k| sample.center[k].clamp(bounds.lower[k], bounds.upper[k]));
        let point = part.pulled_in(nearest);
        let way = (point - sample.center).norm() * (1.0 + 8.0 * f64::EPSILON);
        if sample.near.lower - way > self.found.0 {
            self.found = ((sample.near.lower - way).next_down(), point);
        }
        let least = if self.goal.too_much.is_finite() { self.goal.too_much } else { self.found.0 };
        if way > 0.0 && self.found.0 <= least && sample.near.upper + way > least * (1.0 + 0.5 * SHARE) {
            let there = self.field.mesh().nearest_from(point, sample.triangle).0.bounds;
            let solid = self.field.mesh().is_solid() && sample.near.lower <= way;
            if there.lower > self.found.0 && !(solid && self.field.mesh().winding_number(point) != 0) {
                self.found = (there.lower, point);
            }
        }
    }
}

/// How far a point of a box may be from `center`, rounded up: differences, squares, sums and the root by less than
/// `8u`.
fn radius_about(center: Vec3<f64>, bounds: &Aabb<Vec3<f64>>) -> f64 {
    let far = Vec3::from_fn(|k| (bounds.upper[k] - center[k]).max(center[k] - bounds.lower[k]));
    (far.norm() * (1.0 + 8.0 * f64::EPSILON)).next_up()
}
