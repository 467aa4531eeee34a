//! The growing polytope in space: triangles with neighbours, nearest first.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Facet, Growth};
use crate::difference::Vertex;
use crate::exact::twofold::TwoVec;
use crate::exact::{orient2d, orient3d};
use crate::math::{Real, Vec2, Vec3, Vector};

/// A triangle, counter-clockwise from outside. Neighbour `i` lies across the edge from corner `i` to corner `i + 1`.
#[derive(Clone, Copy, Debug)]
struct Face<T> {
    corners: [u32; 3],
    neighbours: [u32; 3],
    normal: Vec3<T>,
    distance: T,
    floor: T,
    /// Normal and distance are computed in twofold precision.
    refined: bool,
    alive: bool,
}

/// An entry of the queue; the lowest floor comes first.
struct Entry<T> {
    floor: T,
    face: u32,
}

impl<T: Real> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl<T: Real> Eq for Entry<T> {}
impl<T: Real> PartialOrd for Entry<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<T: Real> Ord for Entry<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_floor = other.floor.partial_cmp(&self.floor).unwrap_or(Ordering::Equal);
        by_floor.then(other.face.cmp(&self.face))
    }
}

/// The polytope.
pub struct Polyhedron<T: Real> {
    points: Vec<Vertex<Vec3<T>>>,
    faces: Vec<Face<T>>,
    queue: BinaryHeap<Entry<T>>,
    visible: Vec<u32>,
    horizon: Vec<Edge>,
    /// For each vertex the new face whose edge on the horizon begins there.
    starts: Vec<u32>,
}

/// An edge between a visible face and one that stays, from `from` to `to` as the visible face has it.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    outer: u32,
}

impl<T: Real> Polyhedron<T> {
    fn w(&self, i: u32) -> Vec3<T> {
        self.points[i as usize].w
    }

    fn add_face(&mut self, corners: [u32; 3], neighbours: [u32; 3]) -> u32 {
        let (normal, distance, error) = plane(corners.map(|i| self.w(i)));
        let face = self.faces.len() as u32;
        let floor = distance - error;
        self.faces.push(Face { corners, neighbours, normal, distance, floor, refined: false, alive: true });
        self.queue.push(Entry { floor, face });
        face
    }

    /// Whether a point lies strictly beyond a face, exactly.
    fn sees(&self, face: u32, w: Vec3<T>) -> bool {
        let [a, b, c] = self.faces[face as usize].corners.map(|i| self.w(i));
        orient3d(a, b, c, w) > 0
    }

    /// Marks the faces that `w` sees, beginning with one of them, and collects their outline.
    fn find_horizon(&mut self, first: u32, w: Vec3<T>) {
        self.visible.clear();
        self.horizon.clear();
        self.visible.push(first);
        self.faces[first as usize].alive = false;
        let mut next = 0;
        while next < self.visible.len() {
            let Face { corners, neighbours, .. } = self.faces[self.visible[next] as usize];
            next += 1;
            for i in 0..3 {
                let outer = neighbours[i];
                if !self.faces[outer as usize].alive {
                    continue;
                }
                if self.sees(outer, w) {
                    self.faces[outer as usize].alive = false;
                    self.visible.push(outer);
                } else {
                    self.horizon.push(Edge { from: corners[i], to: corners[(i + 1) % 3], outer });
                }
            }
        }
    }

    fn facet(&self, index: u32) -> Facet<Vec3<T>> {
        let Face { corners, normal, distance, floor, refined, .. } = self.faces[index as usize];
        Facet { index: index as usize, corners, normal, distance, floor, refined }
    }
}

impl<T: Real> Growth<Vec3<T>> for Polyhedron<T> {
    fn new(points: &[Vertex<Vec3<T>>]) -> Self {
        let mut points = Vec::from(points);
        points.reserve(60);
        if orient3d(points[0].w, points[1].w, points[2].w, points[3].w) > 0 {
            points.swap(0, 1);
        }
        let mut hull = Polyhedron {
            points,
            faces: Vec::with_capacity(128),
            queue: BinaryHeap::with_capacity(128),
            visible: Vec::new(),
            horizon: Vec::new(),
            starts: Vec::new(),
        };
        // Point 3 lies behind the face 0 1 2.
        hull.add_face([0, 1, 2], [1, 2, 3]);
        hull.add_face([1, 0, 3], [0, 3, 2]);
        hull.add_face([2, 1, 3], [0, 1, 3]);
        hull.add_face([0, 2, 3], [0, 2, 1]);
        hull
    }

    fn independent(flat: &[Vertex<Vec3<T>>], w: Vec3<T>) -> bool {
        match *flat {
            [] => true,
            [p] => p.w != w,
            [p, q] => [(0, 1), (1, 2), (2, 0)].into_iter().any(|(i, j)| {
                let project = |v: Vec3<T>| Vec2::new(v[i], v[j]);
                orient2d(project(p.w), project(q.w), project(w)) != 0
            }),
            [p, q, r] => orient3d(p.w, q.w, r.w, w) != 0,
            _ => false,
        }
    }

    fn nearest(&mut self) -> Option<Facet<Vec3<T>>> {
        loop {
            let entry = self.queue.peek()?;
            let index = entry.face;
            let face = &self.faces[index as usize];
            if !face.alive || entry.floor != face.floor {
                self.queue.pop();
            } else {
                return Some(self.facet(index));
            }
        }
    }

    fn refine(&mut self, facet: usize) {
        self.retire(facet);
        let corners = self.faces[facet].corners.map(|i| self.w(i));
        let (normal, distance, error) = exact_plane(corners);
        let face = &mut self.faces[facet];
        (face.normal, face.distance, face.floor) = (normal, distance, distance - error);
        face.refined = true;
        self.queue.push(Entry { floor: face.floor, face: facet as u32 });
    }

    fn retire(&mut self, facet: usize) {
        if self.queue.peek().is_some_and(|entry| entry.face as usize == facet) {
            self.queue.pop();
        }
    }

    fn insert(&mut self, facet: usize, point: Vertex<Vec3<T>>) -> bool {
        let first = facet as u32;
        if !self.faces[facet].alive || !self.sees(first, point.w) {
            return false;
        }
        self.find_horizon(first, point.w);
        let apex = self.points.len() as u32;
        self.points.push(point);
        self.starts.resize(self.points.len(), 0);
        let created = self.faces.len() as u32;
        for k in 0..self.horizon.len() {
            let Edge { from, to, outer } = self.horizon[k];
            let face = self.add_face([from, to, apex], [outer, 0, 0]);
            self.starts[from as usize] = face;
            let across = &mut self.faces[outer as usize];
            // The outer face has this edge from `to` to `from`.
            for i in 0..3 {
                if across.corners[i] == to && across.corners[(i + 1) % 3] == from {
                    across.neighbours[i] = face;
                }
            }
        }
        for face in created..self.faces.len() as u32 {
            let to = self.faces[face as usize].corners[1];
            let next = self.starts[to as usize];
            self.faces[face as usize].neighbours[1] = next;
            self.faces[next as usize].neighbours[2] = face;
        }
        true
    }

    fn facets(&self) -> impl Iterator<Item = Facet<Vec3<T>>> {
        (0..self.faces.len() as u32).filter(|&i| self.faces[i as usize].alive).map(|i| self.facet(i))
    }

    fn points(&self) -> &[Vertex<Vec3<T>>] {
        &self.points
    }
}

/// Unit normal, signed distance and a bound on the distance's error, from the two shorter edges.
///
/// The cross product errs by at most `6u|x||y|` (edges `u` each, products and difference), which tilts the plane by that over
/// its length; the foot is at most `|a|` away from the corner the plane passes through.
fn plane<T: Real>(p: [Vec3<T>; 3]) -> (Vec3<T>, T, T) {
    let edges = [p[2] - p[1], p[0] - p[2], p[1] - p[0]];
    let squares = edges.map(|e| e.norm_squared());
    // The base is opposite to the longest edge.
    let base = (0..3).fold(0, |best, i| if squares[i] > squares[best] { i } else { best });
    let (x, y) = (edges[(base + 2) % 3], edges[(base + 1) % 3]);
    let normal = x.cross(-y);
    let length = normal.norm();
    if !(length > T::ZERO) {
        // Too thin for this precision: its twofold plane decides when its turn comes.
        return (Vec3::axis(0), T::ZERO, T::INFINITY);
    }
    let unit = normal * (T::ONE / length);
    let corner = p[base];
    let tilt = T::from_f64(6.0) * (squares[(base + 2) % 3] * squares[(base + 1) % 3]).sqrt() / length;
    let reach = corner.norm();
    (unit, unit.dot(corner), T::UNIT * (T::TWO * tilt + T::from_f64(8.0)) * reach)
}

/// The same in twofold precision: the error is that of rounding the distance, and of the unit normal when it is used.
fn exact_plane<T: Real>(p: [Vec3<T>; 3]) -> (Vec3<T>, T, T) {
    let (x, y) = (TwoVec::difference(p[1], p[0]), TwoVec::difference(p[2], p[0]));
    let normal = x.cross(y);
    let squared = normal.dot(normal);
    let length = squared.sqrt();
    if !(length.hi > T::SMALLEST) {
        // A needle with an area below the smallest number: nothing is known about its plane.
        let reach = p[0].norm();
        return (Vec3::axis(0), T::ZERO, reach + reach);
    }
    let height = normal.dot(TwoVec::new(p[0]));
    // One correction makes the quotient right to its rounding.
    let inverse = T::ONE / length.hi;
    let quotient = height.hi * inverse;
    let distance = quotient + (height - length.scale(quotient)).hi * inverse;
    let condition = (x.hi.norm() * y.hi.norm()) * inverse;
    let u = T::UNIT;
    let error = T::TWO * u * distance.abs() + T::from_f64(64.0) * u * u * condition * p[0].norm();
    (normal.hi * inverse, distance, error)
}
