//! The contacts of two deforming meshes, or of one with itself.

use core::cmp::Ordering;

use clearance::ShapeError;
use clearance::enclosure::Aabb;
use clearance::query::deforming::{Contact, MovingFeatures};

use super::{DeformingMesh, Point};
use crate::stop::check;

/// Two features by their indices in the meshes A and B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MeshFeatures {
    /// A vertex of A and a triangle of B.
    VertexFace {
        /// In A.
        vertex: u32,
        /// In B.
        face: u32,
    },
    /// A triangle of A and a vertex of B; A of the [`Contact`] is the vertex.
    FaceVertex {
        /// In A.
        face: u32,
        /// In B.
        vertex: u32,
    },
    /// An edge of A and one of B.
    EdgeEdge {
        /// In A.
        a: u32,
        /// In B.
        b: u32,
    },
}

/// A contact of two meshes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshContact {
    /// The features that meet.
    pub features: MeshFeatures,
    /// Its time, weights and normal.
    pub contact: Contact,
}

impl MeshContact {
    /// The order by time, then by features, which does not depend on the trees.
    fn order(&self, other: &Self) -> Ordering {
        let key = |c: &Self| (c.contact.toi.lower, c.contact.toi.upper, c.features);
        key(self).partial_cmp(&key(other)).unwrap_or(Ordering::Equal)
    }
}

impl DeformingMesh {
    /// The first contact with another mesh in the step, at which they come within a distance; `None` if they stay
    /// farther apart, proven. Of several at one time, the one of the least features. The distance must not be
    /// negative.
    pub fn first_contact(&self, other: &Self, distance: f64) -> Result<Option<MeshContact>, ShapeError> {
        self.first_of(distance, |max, visit| self.candidates(other, max, visit), other)
    }

    /// The first contact of two features of this mesh that share no vertex.
    pub fn first_self_contact(&self, distance: f64) -> Result<Option<MeshContact>, ShapeError> {
        self.first_of(distance, |max, visit| self.own_candidates(max, visit), self)
    }

    /// All pairs of features that come within a distance in the step, by the time at which they first do.
    pub fn contacts(&self, other: &Self, distance: f64) -> Result<Vec<MeshContact>, ShapeError> {
        self.all_of(distance, |max, visit| self.candidates(other, max, visit), other)
    }

    /// All pairs of features of this mesh that share no vertex and come within a distance in the step.
    pub fn self_contacts(&self, distance: f64) -> Result<Vec<MeshContact>, ShapeError> {
        self.all_of(distance, |max, visit| self.own_candidates(max, visit), self)
    }

    /// The largest fraction of the step before which the meshes are proven to be farther apart than a distance: 1 if
    /// they are in all of it. For the line searches of barrier methods.
    pub fn max_step(&self, other: &Self, distance: f64) -> Result<f64, ShapeError> {
        Ok(self.first_contact(other, distance)?.map_or(1.0, |first| first.contact.toi.lower))
    }

    /// [`max_step`](Self::max_step) of the mesh and itself.
    pub fn max_self_step(&self, distance: f64) -> Result<f64, ShapeError> {
        Ok(self.first_self_contact(distance)?.map_or(1.0, |first| first.contact.toi.lower))
    }

    fn first_of(
        &self,
        distance: f64,
        candidates: impl Fn(f64, &mut dyn FnMut(MeshFeatures)),
        other: &Self,
    ) -> Result<Option<MeshContact>, ShapeError> {
        let distance = checked(distance)?;
        let mut first: Option<MeshContact> = None;
        candidates(distance, &mut |features| {
            check();
            // What has a later lower bound is no earlier contact.
            let limit = first.as_ref().map_or(1.0, |first| first.contact.toi.lower);
            let contact = self.moving(other, features).first_contact_within_by(distance, limit);
            let found = MeshContact { features, contact };
            if contact.is_hit() && first.as_ref().is_none_or(|first| found.order(first).is_lt()) {
                first = Some(found);
            }
        });
        Ok(first)
    }

    fn all_of(
        &self,
        distance: f64,
        candidates: impl Fn(f64, &mut dyn FnMut(MeshFeatures)),
        other: &Self,
    ) -> Result<Vec<MeshContact>, ShapeError> {
        let distance = checked(distance)?;
        let mut found = Vec::new();
        candidates(distance, &mut |features| {
            check();
            let contact = self.moving(other, features).first_contact_within(distance);
            if contact.is_hit() {
                found.push(MeshContact { features, contact });
            }
        });
        found.sort_by(MeshContact::order);
        Ok(found)
    }

    /// The paths of two features' points.
    fn moving(&self, other: &Self, features: MeshFeatures) -> MovingFeatures {
        let of_edges = |[a0, a1]: [u32; 2], [b0, b1]: [u32; 2]| {
            let at = |a: &[Point], b: &[Point]| [a[a0 as usize], a[a1 as usize], b[b0 as usize], b[b1 as usize]];
            MovingFeatures::edge_edge(at(&self.start, &other.start), at(&self.end, &other.end))
        };
        match features {
            MeshFeatures::VertexFace { vertex, face } => self.vertex_and_face(vertex, other, face),
            MeshFeatures::FaceVertex { face, vertex } => other.vertex_and_face(vertex, self, face),
            MeshFeatures::EdgeEdge { a, b } => of_edges(self.edges[a as usize], other.edges[b as usize]),
        }
    }

    fn vertex_and_face(&self, vertex: u32, other: &Self, face: u32) -> MovingFeatures {
        let corners = other.triangles[face as usize].map(|corner| corner as usize);
        let at =
            |of: &[Point], with: &[Point]| [of[vertex as usize], with[corners[0]], with[corners[1]], with[corners[2]]];
        MovingFeatures::vertex_face(at(&self.start, &other.start), at(&self.end, &other.end))
    }

    /// Pairs of features of two meshes whose swept boxes are within a distance along all axes.
    fn candidates(&self, other: &Self, max: f64, visit: &mut dyn FnMut(MeshFeatures)) {
        for (vertex, bounds) in self.near_vertices(&other.faces_tree.bounds(), max) {
            other.faces_tree.items_within(&bounds, max, |face| visit(MeshFeatures::VertexFace { vertex, face }));
        }
        for (vertex, bounds) in other.near_vertices(&self.faces_tree.bounds(), max) {
            self.faces_tree.items_within(&bounds, max, |face| visit(MeshFeatures::FaceVertex { face, vertex }));
        }
        let all = other.edges_tree.bounds();
        for (a, ends) in (0..).zip(&self.edges) {
            let bounds = self.swept(ends);
            if bounds.is_within(&all, max) {
                other.edges_tree.items_within(&bounds, max, |b| visit(MeshFeatures::EdgeEdge { a, b }));
            }
        }
    }

    /// Pairs of features of this mesh that share no vertex, each once.
    fn own_candidates(&self, max: f64, visit: &mut dyn FnMut(MeshFeatures)) {
        for (vertex, bounds) in self.near_vertices(&self.faces_tree.bounds(), max) {
            self.faces_tree.items_within(&bounds, max, |face| {
                if !self.triangles[face as usize].contains(&vertex) {
                    visit(MeshFeatures::VertexFace { vertex, face });
                }
            });
        }
        self.edges_tree.pairs_within(max, |a, b| {
            let [first, second] = [a.min(b), a.max(b)].map(|edge| self.edges[edge as usize]);
            if !first.iter().any(|end| second.contains(end)) {
                visit(MeshFeatures::EdgeEdge { a: a.min(b), b: a.max(b) });
            }
        });
    }

    /// Vertices whose swept boxes are near a box, with these boxes.
    fn near_vertices(&self, all: &Aabb<Point>, max: f64) -> impl Iterator<Item = (u32, Aabb<Point>)> {
        let boxes = (0..self.start.len() as u32).map(|vertex| (vertex, self.swept(&[vertex])));
        let all = *all;
        boxes.filter(move |(_, bounds)| bounds.is_within(&all, max))
    }
}

fn checked(distance: f64) -> Result<f64, ShapeError> {
    let what = "distance of deforming meshes";
    match distance {
        value if !value.is_finite() => Err(ShapeError::NotFinite { what, value }),
        value if value < 0.0 => Err(ShapeError::Negative { what, value }),
        value => Ok(value),
    }
}
