//! Which vertex, edge or face of a polytope holds the points between given vertices.

use super::Polytope;
use crate::math::Vector;

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
    /// Two vertices that are no neighbours but corners of one face give the face, whose diagonal they span. Looks at the
    /// faces around the first vertex. Numbers that are not below [`vertex_count`](crate::Support::vertex_count) are
    /// nowhere: `Inside`.
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

    /// The corners of the face to the left of the edge from one vertex to a neighbour, seen from outside, from that edge on.
    /// A flat polytope has its polygon on both sides.
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
