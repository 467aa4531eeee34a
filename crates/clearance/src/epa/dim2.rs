//! The growing polytope in the plane: a polygon, counter-clockwise.

use alloc::vec::Vec;

use super::{Facet, Growth, Seen};
use crate::difference::Vertex;
use crate::exact::orient2d;
use crate::math::twofold::TwoVec;
use crate::math::{Real, Vec2, Vector};

/// The edge from a corner to the next one.
#[derive(Clone, Copy, Debug)]
struct PlaneEdge<T> {
    from: u32,
    normal: Vec2<T>,
    distance: T,
    floor: T,
    retired: bool,
}

/// The polygon: its edges in order. Few enough to be scanned.
pub struct Polygon<T: Real> {
    points: Vec<Vertex<Vec2<T>>>,
    edges: Vec<PlaneEdge<T>>,
}

impl<T: Real> Polygon<T> {
    fn w(&self, i: u32) -> Vec2<T> {
        self.points[i as usize].w
    }

    fn edge(&self, from: u32, to: u32) -> PlaneEdge<T> {
        let (normal, distance, error) = line(self.w(from), self.w(to));
        PlaneEdge { from, normal, distance, floor: distance - error, retired: false }
    }

    fn end(&self, edge: usize) -> u32 {
        self.edges[(edge + 1) % self.edges.len()].from
    }

    /// Whether a point lies strictly beyond an edge, exactly.
    fn sees(&self, edge: usize, w: Vec2<T>) -> bool {
        orient2d(self.w(self.edges[edge].from), self.w(self.end(edge)), w) < 0
    }

    fn facet(&self, index: usize) -> Facet<Vec2<T>> {
        let PlaneEdge { from, normal, distance, floor, .. } = self.edges[index];
        Facet { index, corners: [from, self.end(index), from], normal, distance, floor, refined: true, steady: false }
    }
}

impl<T: Real> Growth<Vec2<T>> for Polygon<T> {
    fn new(points: &[Vertex<Vec2<T>>], _: T) -> Option<Self> {
        let &[p, q, r] = points else { return None };
        let sense = orient2d(p.w, q.w, r.w);
        if sense == 0 {
            return None;
        }
        let points = alloc::vec![if sense < 0 { q } else { p }, if sense < 0 { p } else { q }, r];
        let mut polygon = Polygon { points, edges: Vec::with_capacity(32) };
        for from in 0..3 {
            let edge = polygon.edge(from, (from + 1) % 3);
            polygon.edges.push(edge);
        }
        Some(polygon)
    }

    fn independent(flat: &[Vertex<Vec2<T>>], w: Vec2<T>) -> bool {
        match *flat {
            [] => true,
            [p] => p.w != w,
            [p, q] => orient2d(p.w, q.w, w) != 0,
            _ => false,
        }
    }

    fn nearest(&mut self) -> Option<Facet<Vec2<T>>> {
        let lower = |best: usize, i: usize| if self.edges[i].floor < self.edges[best].floor { i } else { best };
        let best = (0..self.edges.len()).filter(|&i| !self.edges[i].retired).reduce(lower)?;
        Some(self.facet(best))
    }

    /// Lines are computed in twofold precision from the start.
    fn refine(&mut self, _: usize) {}

    fn retire(&mut self, facet: usize) {
        self.edges[facet].retired = true;
    }

    fn insert(&mut self, facet: usize, point: Vertex<Vec2<T>>) -> bool {
        if facet >= self.edges.len() || !self.sees(facet, point.w) {
            return false;
        }
        let count = self.edges.len();
        // The visible edges follow one another: `before` and `after` of them around this one.
        let before = (1..count).take_while(|k| self.sees((facet + count - k) % count, point.w)).count();
        let after = (1..count - before).take_while(|k| self.sees((facet + k) % count, point.w)).count();
        let first = (facet + count - before) % count;
        self.edges.rotate_left(first);
        let (from, to) = (self.edges[0].from, self.end(before + after));
        let apex = self.points.len() as u32;
        self.points.push(point);
        let new = [self.edge(from, apex), self.edge(apex, to)];
        self.edges.splice(0..=before + after, new);
        true
    }

    fn facets(&self) -> impl Iterator<Item = Facet<Vec2<T>>> {
        (0..self.edges.len()).map(|i| self.facet(i))
    }

    fn plane(corners: [Vec2<T>; 3]) -> Seen<Vec2<T>> {
        let (normal, distance, error) = line(corners[0], corners[1]);
        Seen { normal, distance, floor: distance - error }
    }

    /// Lines are computed in twofold precision from the start.
    fn fine_plane(corners: [Vec2<T>; 3]) -> Seen<Vec2<T>> {
        Self::plane(corners)
    }

    fn points(&self) -> &[Vertex<Vec2<T>>] {
        &self.points
    }
}

/// Outward unit normal, signed distance, and a bound on the distance's error, of the line from `p` to `q`; in twofold
/// precision, so that the error is that of rounding the result.
fn line<T: Real>(p: Vec2<T>, q: Vec2<T>) -> (Vec2<T>, T, T) {
    let normal = -TwoVec::difference(q, p).perpendicular().hi;
    let exact = TwoVec::difference(p, q).perpendicular();
    let length = exact.dot(exact).sqrt();
    if !(length.hi > T::SMALLEST) {
        let reach = p.norm();
        return (normal.normalized(), T::ZERO, reach + reach);
    }
    let distance = exact.dot(TwoVec::new(p)) / length;
    let unit = Vec2::from_fn(|i| (exact.get(i) / length).value());
    let u = T::UNIT;
    (unit, distance.value(), u * distance.hi.abs() + T::from_f64(64.0) * u * u * p.norm())
}
