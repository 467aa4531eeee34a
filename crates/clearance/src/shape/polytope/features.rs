//! Which vertex, edge or face of a polytope holds the points between given vertices.

use alloc::vec::Vec;

use super::Polytope;
use crate::hull::lifted;
use crate::math::{Real, Vec3, Vector};
use crate::support::FeatureKind;

/// A part of a polytope, in numbers of its vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A vertex.
    Vertex(u32),
    /// An edge, lower end first.
    Edge([u32; 2]),
    /// The face to the left of the edge from one vertex to another, seen from outside; see [`Polytope::face`].
    Face([u32; 2]),
    /// No vertex, edge or face holds all of the vertices.
    Inside,
}

impl<V: Vector> Polytope<V> {
    /// The smallest vertex, edge or face that has all of the given vertices: where a witness point between them lies.
    ///
    /// Two vertices that are no neighbours but corners of one face give the face, whose diagonal they span. Looks at
    /// the faces around the first vertex. Numbers that are not below
    /// [`vertex_count`](crate::support::SupportExt::vertex_count) are nowhere: `Inside`.
    pub fn place(&self, vertices: &[u32]) -> Place {
        let count = self.vertices.len() as u32;
        let Some(&first) = vertices.first() else { return Place::Inside };
        if vertices.iter().any(|&v| v >= count) {
            return Place::Inside;
        }
        let Some(&second) = vertices.iter().find(|&&v| v != first) else { return Place::Vertex(first) };
        let two_only = vertices.iter().all(|&v| v == first || v == second);
        if two_only && self.links.around(first).any(|v| v == second) {
            return Place::Edge([first.min(second), first.max(second)]);
        }
        let has_all = |&next: &u32| vertices.iter().all(|&v| self.face([first, next]).any(|corner| corner == v));
        match self.links.around(first).find(has_all) {
            Some(next) if count > 2 => Place::Face([first, next]),
            _ => Place::Inside,
        }
    }

    /// What a witness point between these vertices lies on: [`place`](Polytope::place) without looking for the face.
    ///
    /// What is `Inside` counts as a face: within rounding a point between vertices of several faces lies on one of
    /// them.
    pub(super) fn kind(&self, span: &[u32]) -> FeatureKind {
        match *span {
            [from, to] if !self.links.are_linked(from, to) => FeatureKind::Face,
            _ => FeatureKind::of_simplex(span.len()),
        }
    }

    /// The corners of what these vertices span, from the lowest on; where it is inside, of the face under their middle.
    pub(super) fn corners(&self, span: &[u32]) -> Vec<u32> {
        match self.place(span) {
            Place::Vertex(vertex) => [vertex].into(),
            Place::Edge(ends) => ends.into(),
            Place::Face(edge) => self.turned_to_lowest(edge),
            Place::Inside if self.vertices.len() < 3 || span.iter().any(|&v| v as usize >= self.vertices.len()) => {
                Vec::new()
            }
            Place::Inside => self.turned_to_lowest(self.face_under(span)),
        }
    }

    fn turned_to_lowest(&self, edge: [u32; 2]) -> Vec<u32> {
        let mut corners: Vec<u32> = self.face(edge).collect();
        let lowest = (0..corners.len()).min_by_key(|&i| corners[i]).unwrap_or(0);
        corners.rotate_left(lowest);
        corners
    }

    /// The face that the middle of some vertices is under: walks from a face of the first one across the edge that the
    /// point is farthest beyond, until it has to go back. Rounded, since the point is near several faces; the walk ends
    /// at the latest after as many steps as there are vertices.
    fn face_under(&self, span: &[u32]) -> [u32; 2] {
        let at = |v: u32| lifted(self.vertices[v as usize]) * (1.0 / self.reach.to_f64());
        let middle = span.iter().fold(Vec3::ZERO, |sum, &v| sum + at(v)) * (1.0 / span.len() as f64);
        let mut face = [span[0], self.links.around(span[0]).next().unwrap_or(span[0])];
        for _ in 0..self.vertices.len() {
            let corners: Vec<u32> = self.face(face).collect();
            let edges = || (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]);
            // Newell's normal: its length is twice the area.
            let normal = edges().fold(Vec3::ZERO, |sum, [from, to]| sum + (at(from) - middle).cross(at(to) - middle));
            let beyond = edges().map(|[from, to]| {
                let along = at(to) - at(from);
                (along.cross(normal).normalized().dot(middle - at(from)), [to, from])
            });
            let farthest = beyond.reduce(|best, next| if next.0 > best.0 { next } else { best });
            match farthest {
                Some((excess, across)) if excess > 0.0 && across != [face[1], face[0]] => face = across,
                _ => break,
            }
        }
        face
    }

    /// The corners of the face to the left of the edge from one vertex to a neighbour, seen from outside, from that
    /// edge on. A flat polytope has its polygon on both sides.
    pub fn face(&self, [from, to]: [u32; 2]) -> impl Iterator<Item = u32> + '_ {
        let mut edge = [from, to];
        let mut done = false;
        // No face has more corners than there are vertices, whatever edge was asked for.
        let corners = core::iter::from_fn(move || {
            if done {
                return None;
            }
            let corner = edge[0];
            edge = [edge[1], self.links.next_on_face(edge[0], edge[1])];
            done = edge[0] == from;
            Some(corner)
        });
        corners.take(self.vertices.len())
    }

    /// The neighbours of a vertex, counter-clockwise seen from outside, from the lowest on.
    pub fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.links.around(vertex)
    }
}
