//! The growing polytope in space: triangles with neighbours, nearest first.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::plane::Plane;
use super::{Facet, Growth, Seen};
use crate::difference::Vertex;
use crate::exact::{orient2d, orient3d};
use crate::math::{Real, Vec2, Vec3, Vector};

/// A triangle, counter-clockwise from outside. Neighbour `i` lies across the edge from corner `i` to corner `i + 1`.
#[derive(Clone, Copy, Debug)]
struct Face<T> {
    corners: [u32; 3],
    neighbours: [u32; 3],
    plane: Plane<T>,
    /// The plane is as good as twofold precision makes it.
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
    /// The largest distance of a point from the origin.
    reach: T,
    horizon: Vec<Edge>,
    /// Edges of visible faces, by face and number, yet to be crossed.
    ahead: Vec<(u32, u8)>,
}

/// The corner or edge of a triangle that comes after another one.
const AFTER: [u8; 3] = [1, 2, 0];

/// An edge between a visible face and one that stays: it begins at the point `from` for the visible face, and is edge `side` of
/// the face `outer`.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    outer: u32,
    side: u8,
}

impl<T: Real> Polyhedron<T> {
    fn w(&self, i: u32) -> Vec3<T> {
        self.points[i as usize].w
    }

    fn add_face(&mut self, corners: [u32; 3], neighbours: [u32; 3]) {
        let plane = Plane::new(corners.map(|i| self.w(i)));
        let face = self.faces.len() as u32;
        self.faces.push(Face { corners, neighbours, plane, refined: false, alive: true });
        self.queue.push(Entry { floor: plane.floor, face });
    }

    /// Whether a point, no farther from the origin than `reach`, lies strictly beyond a face, exactly.
    #[inline]
    fn sees(&self, face: u32, w: Vec3<T>) -> bool {
        let Face { corners, plane, .. } = &self.faces[face as usize];
        let (height, uncertain) = (plane.normal.dot(w) - plane.distance, plane.slack * (self.reach + self.reach));
        if height.abs() > uncertain {
            return height > T::ZERO;
        }
        let [a, b, c] = corners.map(|i| self.w(i));
        orient3d(a, b, c, w) > 0
    }

    /// Removes the faces that `w` sees, beginning with one of them, and collects their outline in order: depth first, the edges
    /// of each face counter-clockwise from the one it was entered by.
    fn find_horizon(&mut self, first: u32, w: Vec3<T>) {
        self.horizon.clear();
        self.faces[first as usize].alive = false;
        self.ahead.extend([(first, 2), (first, 1), (first, 0)]);
        while let Some((face, i)) = self.ahead.pop() {
            let Face { corners, neighbours, .. } = self.faces[face as usize];
            let (from, to, outer) = (corners[i as usize], corners[AFTER[i as usize] as usize], neighbours[i as usize]);
            if !self.faces[outer as usize].alive {
                continue;
            }
            // The outer face has this edge from `to` to `from`.
            let across = self.faces[outer as usize].corners;
            let side = if across[0] == to { 0 } else { 1 + u8::from(across[1] != to) };
            if self.sees(outer, w) {
                self.faces[outer as usize].alive = false;
                let next = AFTER[side as usize];
                self.ahead.extend([(outer, AFTER[next as usize]), (outer, next)]);
            } else {
                self.horizon.push(Edge { from, outer, side });
            }
        }
    }

    fn facet(&self, index: u32) -> Facet<Vec3<T>> {
        let Face { corners, plane: Plane { normal, distance, floor, .. }, refined, .. } = self.faces[index as usize];
        Facet { index: index as usize, corners, normal, distance, floor, refined }
    }
}

impl<T: Real> Growth<Vec3<T>> for Polyhedron<T> {
    fn new(mut points: Vec<Vertex<Vec3<T>>>) -> Self {
        if orient3d(points[0].w, points[1].w, points[2].w, points[3].w) > 0 {
            points.swap(0, 1);
        }
        let reach = points.iter().fold(T::ZERO, |reach, p| reach.max(p.w.norm()));
        // Room for the polytopes of most pairs of boxes; larger requests would leave the allocator's short way.
        let mut hull = Polyhedron {
            points,
            faces: Vec::with_capacity(10),
            queue: BinaryHeap::with_capacity(20),
            reach,
            horizon: Vec::new(),
            ahead: Vec::new(),
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
            if !face.alive || entry.floor != face.plane.floor {
                self.queue.pop();
            } else {
                return Some(self.facet(index));
            }
        }
    }

    fn refine(&mut self, facet: usize) {
        self.retire(facet);
        let corners = self.faces[facet].corners.map(|i| self.w(i));
        let face = &mut self.faces[facet];
        face.plane = face.plane.refined(corners);
        face.refined = true;
        self.queue.push(Entry { floor: face.plane.floor, face: facet as u32 });
    }

    fn retire(&mut self, facet: usize) {
        if self.queue.peek().is_some_and(|entry| entry.face as usize == facet) {
            self.queue.pop();
        }
    }

    fn insert(&mut self, facet: usize, point: Vertex<Vec3<T>>) -> bool {
        self.reach = self.reach.max(point.w.norm());
        if !self.faces[facet].alive || !self.sees(facet as u32, point.w) {
            return false;
        }
        self.find_horizon(facet as u32, point.w);
        let apex = self.points.len() as u32;
        self.points.push(point);
        let (created, count) = (self.faces.len() as u32, self.horizon.len());
        for k in 0..count {
            let (next, before) = (if k + 1 == count { 0 } else { k + 1 }, if k == 0 { count - 1 } else { k - 1 });
            let Edge { from, outer, side } = self.horizon[k];
            let to = self.horizon[next].from;
            self.faces[outer as usize].neighbours[side as usize] = created + k as u32;
            self.add_face([from, to, apex], [outer, created + next as u32, created + before as u32]);
        }
        true
    }

    fn facets(&self) -> impl Iterator<Item = Facet<Vec3<T>>> {
        (0..self.faces.len() as u32).filter(|&i| self.faces[i as usize].alive).map(|i| self.facet(i))
    }

    fn plane(corners: [Vec3<T>; 3]) -> Seen<Vec3<T>> {
        let Plane { normal, distance, floor, .. } = Plane::new(corners);
        Seen { normal, distance, floor }
    }

    fn fine_plane(corners: [Vec3<T>; 3]) -> Seen<Vec3<T>> {
        let Plane { normal, distance, floor, .. } = Plane::new(corners).refined(corners);
        Seen { normal, distance, floor }
    }

    fn points(&self) -> &[Vertex<Vec3<T>>] {
        &self.points
    }
}
