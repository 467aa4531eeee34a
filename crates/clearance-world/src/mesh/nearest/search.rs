//! The search for the nearest triangle, and what is proven of its distance.
//!
//! **What does not depend on the way.** Let `d` be the least rounded distance of any triangle, and `slack` larger than
//! any of their errors. A triangle is left out only if it is proven to be farther than `d + slack`, so the first
//! triangle at `d` is always found. Its bounds are `U` above and `L` below. Of other triangles it matters only which
//! are nearer than `L` after all, and which may be as near as `U` in another direction; where their quick bounds leave
//! that open, exact arithmetic decides. Both kinds are nearer than `d + slack`, so they are always found.

use super::triangle::{Close, ERROR, TINY};
use super::{Child, Link, OnSurface, Patches, Surface, exact, is_on};
use crate::mesh::patches::Beside;
use clearance::{Bounds, Real, Vec3, Vector};

type Point = Vec3<f64>;

/// What a search leaves for the next: where it ended, and its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// A triangle that is near to the last point.
    triangle: u32,
    open: Vec<(f64, Link)>,
    /// Triangles that may be the nearest.
    near: Vec<(u32, Close)>,
}

/// Bounds of the nearest triangle's distance are this wide at most, in the extent of the surface and the distance, or
/// are narrowed in exact arithmetic. Those of the answer are half as wide again.
const WIDTH: f64 = 1.0 / (1u64 << 45) as f64;

/// Directions that differ by less, in radians, are one.
const ONE_DIRECTION: f64 = 1.0 / (1u64 << 16) as f64;

/// What is known of the nearest triangle.
struct Best {
    triangle: u32,
    squared: f64,
    /// A distance above which no triangle matters: the least rounded one, and the slack.
    enough: f64,
}

impl Best {
    fn new(triangle: u32, squared: f64, slack: f64) -> Self {
        Best { triangle, squared, enough: squared.sqrt() * (1.0 + 16.0 * f64::UNIT) + slack }
    }
}

/// The nearest point that is known.
struct Projection {
    triangle: u32,
    at: Point,
    /// The vector from there to the point, of any length.
    direction: Point,
    length: f64,
    bounds: Bounds<f64>,
}

impl Surface {
    pub fn nearest(&self, p: Point, patches: &Patches, scratch: &mut Scratch) -> OnSurface {
        let normalized = patches.normalized(p);
        let p = p * self.scale;
        // Both scales are powers of two.
        let unit = patches.frame.scale / self.scale;
        let best = match Patches::is_near(normalized) {
            true => self.search(p, &patches.beside::<f32>(normalized), unit, scratch),
            false => self.search(p, &patches.beside::<f64>(normalized), unit, scratch),
        };
        scratch.near.retain(|(_, close)| close.lower() <= best.enough);
        scratch.near.sort_unstable_by_key(|(triangle, _)| *triangle);
        scratch.near.dedup_by_key(|(triangle, _)| *triangle);
        self.conclude(p, &best, &scratch.near)
    }

    /// Leaves all triangles that may be the nearest in the scratch, and others. Bounds of boxes are in units of the
    /// patches.
    fn search<T: Real>(&self, p: Point, boxes: &Beside<'_, T>, unit: f64, scratch: &mut Scratch) -> Best {
        let Scratch { triangle, open, near } = scratch;
        let first = if (*triangle as usize) < self.triangles.len() { *triangle } else { 0 };
        // No triangle's sum of lengths is larger than three times the point's and nine times the largest coordinate.
        let slack = ERROR * (3.0 * (p.x.abs() + p.y.abs() + p.z.abs()) + 10.0 * self.reach) + 2.0 * TINY;
        near.clear();
        let close = Close::of(p, self.triangles[first as usize]);
        near.push((first, close));
        let mut best = Best::new(first, close.squared, slack);
        // The first node has one child, the whole mesh.
        open.push((-f64::INFINITY, Link::node(0)));
        while let Some((bound, link)) = open.pop() {
            if bound > best.enough * unit {
                continue;
            }
            match link.child() {
                Child::Item(item) => {
                    let close = Close::of(p, self.triangles[item as usize]);
                    if (close.squared, item) < (best.squared, best.triangle) {
                        best = Best::new(item, close.squared, slack);
                    }
                    // Whether its lower bound is above what is enough, without a root.
                    let bar = best.enough + slack;
                    if !(close.least > 0.0 && close.least * close.least > bar * bar * close.squared * (1.0 + WIDTH)) {
                        near.push((item, close));
                    }
                }
                Child::Node(node) => {
                    let (bounds, links) = (boxes.bounds(node), boxes.links(node));
                    for lane in farthest_first(bounds) {
                        if bounds[lane] <= best.enough * unit && links[lane] != Link::NONE {
                            open.push((bounds[lane], links[lane]));
                        }
                    }
                }
                Child::None => {}
            }
        }
        *triangle = best.triangle;
        best
    }

    /// The answer, by all triangles that may be the nearest.
    fn conclude(&self, p: Point, best: &Best, near: &[(u32, Close)]) -> OnSurface {
        let corners = |triangle: u32| self.triangles[triangle as usize];
        let width = WIDTH * (self.extent + best.squared.sqrt());
        let mut found = self.projection(p, best, width);
        // Quick bounds of neighbours at the same corner or edge are this far below at most, unless they are needles.
        let mut lower = found.bounds.lower - 0.5 * width;
        let upper = found.bounds.upper;
        let mut unique = true;
        for &(triangle, close) in near.iter().filter(|(triangle, _)| *triangle != best.triangle) {
            let is_elsewhere = (close.at(corners(triangle)) - found.at).norm() > ONE_DIRECTION * found.length;
            // Of ties in other directions one is enough.
            let bar = if is_elsewhere && unique { upper } else { lower };
            if close.lower() > bar || close.across(p, corners(triangle)).0 > bar {
                continue;
            }
            let exact = exact::nearest(p, corners(triangle));
            if exact.bounds.lower < lower {
                // Rounding had hidden that it is nearer.
                lower = exact.bounds.lower;
                let (at, direction, length) = (exact.at, exact.direction, exact.bounds.upper);
                found = Projection { triangle, at, direction, length, bounds: exact.bounds };
            }
            unique &= !is_elsewhere || exact.bounds.lower > upper;
        }
        let touches =
            lower <= 0.0 && self.scale == 1.0 && near.iter().any(|(triangle, _)| is_on(p, corners(*triangle)));
        if touches {
            return self.touching(p, found.triangle, near);
        }
        let bounds = self.outward(Bounds { lower: Real::max(lower, 0.0), upper: Real::min(upper, found.bounds.upper) });
        OnSurface {
            bounds,
            distance: (found.length / self.scale).clamp(bounds.lower, bounds.upper),
            triangle: found.triangle,
            at: found.at * (1.0 / self.scale),
            direction: found.direction.normalized(),
            unique,
            touches: false,
        }
    }

    /// The nearest point of the best triangle, with bounds of its distance that are narrow.
    fn projection(&self, p: Point, best: &Best, width: f64) -> Projection {
        let (triangle, corners) = (best.triangle, self.triangles[best.triangle as usize]);
        let close = Close::of(p, corners);
        let (at, length) = (close.at(corners), best.squared.sqrt());
        let quick = Bounds { lower: close.lower(), upper: close.upper() };
        if quick.upper - quick.lower <= width && length > width {
            return Projection { triangle, at, direction: close.away, length, bounds: quick };
        }
        let (across, direction) = close.across(p, corners);
        let bounds = Bounds { lower: Real::max(quick.lower, across), upper: quick.upper };
        if bounds.upper - bounds.lower <= width {
            return Projection { triangle, at, direction, length, bounds };
        }
        let exact = exact::nearest(p, corners);
        let (at, direction, length) = (exact.at, exact.direction, exact.bounds.upper);
        Projection { triangle, at, direction, length, bounds: exact.bounds }
    }

    /// The answer for a point that is on the surface, exactly.
    fn touching(&self, p: Point, nearest: u32, near: &[(u32, Close)]) -> OnSurface {
        let corners = |triangle: u32| self.triangles[triangle as usize];
        let mut on = near.iter().map(|(triangle, _)| *triangle).filter(|triangle| is_on(p, corners(*triangle)));
        let triangle = on.next().unwrap_or(nearest);
        let direction = normal(corners(triangle));
        let unique = on.all(|other| (normal(corners(other)) - direction).norm() <= ONE_DIRECTION);
        let bounds = Bounds { lower: 0.0, upper: 0.0 };
        OnSurface { bounds, distance: 0.0, triangle, at: p, direction, unique, touches: true }
    }

    /// Bounds in the units of the mesh.
    fn outward(&self, bounds: Bounds<f64>) -> Bounds<f64> {
        if self.scale == 1.0 {
            return bounds;
        }
        let lower = Real::max((bounds.lower / self.scale).next_down(), 0.0);
        let upper = if bounds.upper == 0.0 { 0.0 } else { (bounds.upper / self.scale).next_up() };
        Bounds { lower, upper }
    }
}

fn normal([a, b, c]: [Point; 3]) -> Point {
    (b - a).cross(c - a).normalized()
}

/// The lanes in descending order of their bounds.
#[inline(always)]
fn farthest_first(bounds: [f64; 4]) -> [usize; 4] {
    let mut order = [3, 2, 1, 0];
    let mut sort = |i: usize, j: usize| {
        if bounds[order[i]] < bounds[order[j]] {
            order.swap(i, j);
        }
    };
    sort(0, 1);
    sort(2, 3);
    sort(0, 2);
    sort(1, 3);
    sort(1, 2);
    order
}
