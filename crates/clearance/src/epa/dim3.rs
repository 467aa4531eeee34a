//! The growing polytope in space: triangles of directed edges, each with its twin.
//!
//! The faces that a new point sees give their places to those through it and their outline.

use alloc::vec::Vec;
use core::mem::{self, take};

use super::horizon::{Edge, Face, Walk, after, face_of, remove_seen, sees_exactly};
use super::memory::Scratch;
use super::plane::Plane;
use super::queue::Queue;
use super::{Facet, Growth, Seen};
use crate::difference::Vertex;
use crate::exact::{orient2d, orient3d};
use crate::math::{Each, Real, Vec2, Vec3, Vector};

/// The polytope.
pub struct Polyhedron<T: Real> {
    points: Vec<Vertex<Vec3<T>>>,
    faces: Vec<Face<T>>,
    /// Four a face, of which the last is not used.
    edges: Vec<Edge>,
    queue: Queue<T>,
    walk: Vec<Walk>,
    /// No point is farther from the origin.
    reach: T,
}

impl<T: Real> Drop for Polyhedron<T> {
    fn drop(&mut self) {
        let Polyhedron { points, faces, edges, queue, walk, .. } = self;
        let queue = mem::replace(queue, Queue::with_capacity(0));
        Scratch { points: take(points), faces: take(faces), edges: take(edges), queue, walk: take(walk) }.keep();
    }
}

impl<T: Real> Polyhedron<T> {
    fn w(&self, i: u32) -> Vec3<T> {
        self.points[i as usize].w
    }

    fn corners(&self, face: usize) -> [u32; 3] {
        [0, 1, 2].each(|i| self.edges[4 * face + i].from)
    }

    /// Makes a place for one more face.
    #[inline(always)]
    fn make_place(&mut self) {
        self.queue.make_place(self.faces.len());
        self.faces.push(Face::VOID);
        self.edges.extend_from_slice(&[Edge::default(); 4]);
        if self.walk.len() < self.faces.len() + 3 {
            self.walk.resize(2 * self.walk.capacity().max(self.faces.len()), Walk::default());
        }
    }

    /// Puts a face with its corners into its place; the apex is the last corner.
    #[inline(always)]
    fn put(&mut self, face: usize, plane: Option<Plane<T>>) {
        let Some(plane) = plane else { return self.put_thin(face) };
        self.faces[face] = Face { plane, alive: true, ..Face::VOID };
        self.queue.set(face, plane.floor);
    }

    /// [`put`](Self::put) for a small angle at the apex.
    #[cold]
    #[inline(never)]
    fn put_thin(&mut self, face: usize) {
        let plane = Plane::new(self.corners(face).each(|i| self.w(i)));
        self.faces[face] = Face { plane, alive: true, ..Face::VOID };
        self.queue.set(face, plane.floor);
    }

    /// Whether a point lies strictly beyond a face, exactly.
    fn sees(&self, face: usize, w: Vec3<T>) -> bool {
        let plane = &self.faces[face].plane;
        plane.sees(w, self.reach).unwrap_or_else(|| sees_exactly((&self.points, &self.edges), face, w))
    }

    /// Inlined by force: a facet that passes through memory is read otherwise than it was written, and a growth waits
    /// for it.
    #[inline(always)]
    fn facet(&self, index: usize) -> Facet<Vec3<T>> {
        let Face { plane: Plane { normal, distance, floor, .. }, refined, steady, .. } = self.faces[index];
        Facet { index, corners: self.corners(index), normal, distance, floor, refined, steady }
    }
}

impl<T: Real> Growth<Vec3<T>> for Polyhedron<T> {
    fn new(points: &[Vertex<Vec3<T>>], reach: T) -> Option<Self> {
        let &[p, q, r, s] = points else { return None };
        let sense = orient3d(p.w, q.w, r.w, s.w);
        if sense == 0 {
            return None;
        }
        let Scratch { points, faces, edges, queue, walk } = Scratch::taken();
        let mut hull = Polyhedron { points, faces, edges, queue, walk, reach };
        hull.points.extend(if sense > 0 { [q, p, r, s] } else { [p, q, r, s] });
        (0..4).for_each(|_| hull.make_place());
        // Point 3 lies behind the first face. Edges from and to it are twins of those of the neighbours.
        let corners = [[0, 1, 2], [1, 0, 3], [2, 1, 3], [0, 2, 3]];
        let twins = [[4, 8, 12], [0, 14, 9], [1, 6, 13], [2, 10, 5]];
        for (face, (corners, twins)) in corners.into_iter().zip(twins).enumerate() {
            for (edge, (from, twin)) in hull.edges[4 * face..].iter_mut().zip(corners.into_iter().zip(twins)) {
                *edge = Edge { from, twin };
            }
            let [a, b, c] = corners.each(|i| hull.w(i));
            hull.put(face, Plane::at_last([a, b, c], reach));
        }
        Some(hull)
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

    #[inline(always)]
    fn nearest(&mut self) -> Option<Facet<Vec3<T>>> {
        self.queue.first().map(|index| self.facet(index))
    }

    fn refine(&mut self, facet: usize) {
        let corners = self.corners(facet).each(|i| self.w(i));
        let face = &mut self.faces[facet];
        let before = face.plane.normal;
        face.plane = face.plane.refined(corners);
        face.refined = true;
        face.steady = (face.plane.normal - before).max_abs() <= T::from_f64(4.0) * T::UNIT;
        self.queue.set(facet, face.plane.floor);
    }

    fn retire(&mut self, facet: usize) {
        self.queue.remove(facet);
    }

    fn insert(&mut self, facet: usize, point: Vertex<Vec3<T>>) -> bool {
        if !self.faces[facet].alive || !self.sees(facet, point.w) {
            return false;
        }
        let surface = (&self.points[..], &self.edges[..]);
        let (seen, outline) = remove_seen(surface, (&mut self.faces, self.reach), &mut self.walk, (facet, point.w));
        let apex = self.points.len() as u32;
        self.points.push(point);
        // Each growth adds two faces, unless it swallows points.
        let count = self.faces.len();
        for _ in seen..outline {
            self.make_place();
        }
        for k in 0..outline {
            let face = if k < seen { face_of(self.walk[k].seen) } else { count + k - seen };
            let (edge, twin) = (4 * face as u32, self.walk[k].outline);
            let (from, to) = (self.edges[after(twin) as usize].from, self.edges[twin as usize].from);
            self.edges[twin as usize].twin = edge;
            self.edges[4 * face] = Edge { from, twin };
            self.edges[4 * face + 1].from = to;
            self.edges[4 * face + 2].from = apex;
            self.walk[from as usize].begins = edge;
            self.walk[k].outline = edge;
            self.put(face, Plane::at_last([self.w(from), self.w(to), point.w], self.reach));
        }
        for k in 0..outline {
            let edge = self.walk[k].outline;
            let to = self.edges[edge as usize + 1].from;
            let next = self.walk[to as usize].begins;
            self.edges[edge as usize + 1].twin = next + 2;
            self.edges[next as usize + 2].twin = edge + 1;
        }
        for k in outline..seen {
            self.queue.remove(face_of(self.walk[k].seen));
        }
        true
    }

    fn facets(&self) -> impl Iterator<Item = Facet<Vec3<T>>> {
        (0..self.faces.len()).filter(|&i| self.faces[i].alive).map(|i| self.facet(i))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::support::Hint;

    fn vertex(w: Vec3<f64>) -> Vertex<Vec3<f64>> {
        Vertex { w, a: w, b: Vec3::ZERO, ids: [Hint::NONE; 2] }
    }

    /// Grows by points of which many are coplanar or inside of the hull to come.
    fn grown(seed: u64, count: usize) -> Polyhedron<f64> {
        let mut random = Random(seed);
        let mut point = |steps: f64| vertex(Vec3::from_fn(|_| (random.unit() * steps).round() / steps));
        let mut hull = None;
        while hull.is_none() {
            hull = Polyhedron::new(&[point(1e9), point(1e9), point(1e9), point(1e9)], 2.0);
        }
        let mut hull = hull.unwrap();
        for k in 0..count {
            let p = point(if k % 2 == 0 { 4.0 } else { 1e9 });
            let seen = (0..hull.faces.len()).find(|&face| hull.faces[face].alive && hull.sees(face, p.w));
            assert_eq!(hull.insert(seen.unwrap_or(0), p), seen.is_some());
        }
        hull
    }

    #[test]
    fn growth_keeps_a_closed_convex_surface() {
        for seed in 0..20 {
            let hull = grown(seed, 60);
            assert!(hull.points.len() > 20, "seed {seed}");
            for face in (0..hull.faces.len()).filter(|&face| hull.faces[face].alive) {
                for edge in 4 * face..4 * face + 3 {
                    let Edge { from, twin } = hull.edges[edge];
                    assert!(hull.faces[face_of(twin)].alive, "seed {seed}, edge {edge}");
                    assert_eq!(hull.edges[twin as usize].twin as usize, edge, "seed {seed}");
                    assert_eq!(hull.edges[after(twin) as usize].from, from, "seed {seed}, edge {edge}");
                }
                let outside = hull.points.iter().find(|p| hull.sees(face, p.w));
                assert!(outside.is_none(), "seed {seed}, face {face}: {outside:?}");
            }
        }
    }
}
