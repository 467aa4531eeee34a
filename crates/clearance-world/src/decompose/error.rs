//! How far the points of a convex part are from a mesh, by branch and bound.
//!
//! The distance from a set changes by at most the way that a point moves. So in a box of half diagonal `r` about `c` it is at most
//! `dist(c) + r`; and if `c` is inside of a solid, with a distance `s` from its surface, at most `r − s`, and zero where that is negative. Boxes that the part's
//! planes miss do not count, nor do those that are [covered](super::cover). All of the part is looked at, its inside as well: a void of the mesh counts.

use std::collections::BinaryHeap;

use clearance::{Bounds, Vec3, Vector};

use super::cover;
use super::part::Part;
use super::split::FINE;
use crate::{Aabb, TriangleMesh};

/// When a search may end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// It is enough to know that the error is at most this.
    pub enough: f64,
    /// It is enough to know that the error is more than this.
    pub too_much: f64,
    /// The bounds may be apart by so much.
    pub width: f64,
    /// So many boxes may be looked at; then the bounds are what they are.
    pub boxes: usize,
}

/// The largest distance, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Error {
    pub bounds: Bounds<f64>,
    /// A point of a part at the lower bound, up to rounding.
    pub at: Vec3<f64>,
}

/// Bounds are narrowed to this share of the error.
const SHARE: f64 = 0.02;

/// The largest distance of a point of convex parts from a mesh: `lower` is that of a point that was found (up to rounding), no point is beyond
/// `upper`, proven.
pub fn error_of(parts: &[&Part], mesh: &TriangleMesh<Vec3<f64>>) -> Bounds<f64> {
    let width = FINE * mesh.bounds().extent().max_abs();
    largest(parts, mesh, &Goal { enough: 0.0, too_much: f64::INFINITY, width, boxes: 100_000 }).bounds
}

pub(super) fn largest(parts: &[&Part], mesh: &TriangleMesh<Vec3<f64>>, goal: &Goal) -> Error {
    let somewhere = parts.first().map_or(Vec3::ZERO, |part| part.hull().centroid());
    let mut search = Search { parts, mesh, found: (0.0, somewhere), settled: 0.0 };
    let mut heap = BinaryHeap::new();
    for (number, part) in (0..).zip(parts) {
        heap.extend(search.open(number, *part.bounds()));
    }
    let mut left = goal.boxes;
    while let Some(Cell { upper, part, bounds }) = heap.pop() {
        let lower = search.found.0;
        let near = goal.enough.max(lower + goal.width).max(lower * (1.0 + SHARE));
        if upper <= near || lower > goal.too_much || left == 0 {
            search.settled = search.settled.max(upper);
            break;
        }
        left -= 1;
        for half in halves(&bounds) {
            heap.extend(search.open(part, half));
        }
    }
    let (lower, at) = search.found;
    Error { bounds: Bounds { lower, upper: search.settled.max(lower) }, at }
}

struct Search<'s> {
    parts: &'s [&'s Part],
    mesh: &'s TriangleMesh<Vec3<f64>>,
    /// The largest distance of a point of a part that was seen.
    found: (f64, Vec3<f64>),
    /// The largest bound of boxes that need not be opened.
    settled: f64,
}

impl Search<'_> {
    /// A box with its bound, if it may hold a point of the part that is off the mesh.
    fn open(&mut self, number: u32, bounds: Aabb<Vec3<f64>>) -> Option<Cell> {
        let part = self.parts[number as usize];
        let center = bounds.center();
        let half = Vec3::from_fn(|k| (bounds.upper[k] - center[k]).max(center[k] - bounds.lower[k]).next_up());
        if part.misses(center, half) {
            return None;
        }
        let radius = half.norm() * (1.0 + 8.0 * f64::EPSILON);
        let near = self.mesh.nearest(center).bounds;
        let inside = self.mesh.is_solid() && near.lower > 0.0 && self.mesh.winding_number(center) != 0;
        let upper = (if inside { radius - near.lower } else { near.upper + radius }).next_up();
        if upper <= self.settled {
            return None;
        }
        if !inside && near.lower + radius > self.found.0 {
            let point = part.pulled_in(center);
            let there = if point == center { near } else { self.mesh.nearest(point).bounds };
            let outside = !(self.mesh.is_solid() && point != center && self.mesh.winding_number(point) != 0);
            if outside && there.lower > self.found.0 {
                self.found = (there.lower, point);
            }
        }
        if let Some(least) = cover::covered(part, self.mesh, &bounds, radius) {
            self.settled = self.settled.max(least);
            return None;
        }
        Some(Cell { upper, part: number, bounds })
    }
}

/// Two boxes that are cut at the middle of the longest side.
fn halves(bounds: &Aabb<Vec3<f64>>) -> [Aabb<Vec3<f64>>; 2] {
    let (extent, center) = (bounds.extent(), bounds.center());
    let k = (0..3).fold(0, |k, j| if extent[j] > extent[k] { j } else { k });
    let moved = |corner: Vec3<f64>| Vec3::from_fn(|j| if j == k { center[j] } else { corner[j] });
    [Aabb { upper: moved(bounds.upper), ..*bounds }, Aabb { lower: moved(bounds.lower), ..*bounds }]
}

/// A box that may hold the largest distance; that with the largest bound comes first out of a heap.
struct Cell {
    upper: f64,
    part: u32,
    bounds: Aabb<Vec3<f64>>,
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |cell: &Self| [cell.upper, cell.bounds.lower.x, cell.bounds.lower.y, cell.bounds.lower.z];
        let pairs = key(self).into_iter().zip(key(other));
        let first = pairs.map(|(a, b)| a.total_cmp(&b)).find(|ordering| ordering.is_ne());
        first.unwrap_or(std::cmp::Ordering::Equal).then(other.part.cmp(&self.part))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cell {}
