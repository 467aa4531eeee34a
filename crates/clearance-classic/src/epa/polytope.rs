//! The growing polytope: points and oriented facets, a polygon in the plane and a triangulated polyhedron in space.

use clearance::{Real, Space, Vec3, Vector};

use crate::difference::Vertex;
use crate::lift::{dropped, lifted};

/// `dim` points with the outward normal of their line or plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet<V: Vector> {
    pub(super) corners: [usize; 3],
    /// Unit.
    pub normal: V,
    /// `normal · x` of its points: the distance of the origin, infinite for a facet without extent, which has no
    /// normal.
    pub height: V::Scalar,
}

impl<V: Vector> Facet<V> {
    /// The numbers of its points.
    pub fn corners(&self) -> &[usize] {
        &self.corners[..V::DIM]
    }
}

/// A polytope inside the difference.
#[derive(Clone, Debug, PartialEq)]
pub struct Polytope<V: Vector> {
    vertices: Vec<Vertex<V>>,
    facets: Vec<Facet<V>>,
    /// A point inside, from which normals point outward.
    middle: V,
}

impl<V: Space> Polytope<V> {
    /// All points, also those that are no longer corners.
    pub fn vertices(&self) -> &[Vertex<V>] {
        &self.vertices
    }
    /// The facets, in no order.
    pub fn facets(&self) -> &[Facet<V>] {
        &self.facets
    }

    /// The simplex of `dim + 1` points.
    pub(super) fn new(vertices: Vec<Vertex<V>>) -> Self {
        let share = V::Scalar::ONE / V::Scalar::from_f64(vertices.len() as f64);
        let middle = vertices.iter().fold(V::ZERO, |sum, vertex| sum + vertex.w * share);
        let mut polytope = Polytope { vertices, facets: Vec::new(), middle };
        for left_out in 0..=V::DIM {
            let mut others = (0..=V::DIM).filter(|&i| i != left_out);
            let corners = core::array::from_fn(|_| others.next().unwrap_or(0));
            polytope.facets.push(polytope.facet(corners));
        }
        polytope
    }

    fn facet(&self, corners: [usize; 3]) -> Facet<V> {
        let [a, b, c] = corners.map(|i| lifted(self.vertices[i].w));
        // In the plane an edge spans a wall with the third axis.
        let across = if V::DIM == 2 { Vec3::axis(2) } else { c - a };
        let normal: V = dropped((b - a).cross(across));
        if normal == V::ZERO {
            return Facet { corners, normal: V::axis(0), height: V::Scalar::INFINITY };
        }
        let (normal, foot) = (normal.normalized(), self.vertices[corners[0]].w);
        let normal = if normal.dot(foot - self.middle) < V::Scalar::ZERO { -normal } else { normal };
        Facet { corners, normal, height: normal.dot(foot) }
    }

    /// The facet nearest to the origin with its number; `None` once rounding has made a point see all facets.
    pub(super) fn nearest(&self) -> Option<(usize, Facet<V>)> {
        let all = self.facets.iter().copied().enumerate();
        all.reduce(|best, other| if other.1.height < best.1.height { other } else { best })
    }

    /// Replaces the facets that see the point by a cone over their border.
    pub(super) fn expand(&mut self, apex: Vertex<V>) {
        let sees = |facet: &Facet<V>| facet.normal.dot(apex.w) > facet.height;
        let (seen, hidden): (Vec<_>, Vec<_>) = self.facets.iter().copied().partition(sees);
        let border = border(&seen);
        self.facets = hidden;
        self.vertices.push(apex);
        for ridge in border {
            let mut corners = [self.vertices.len() - 1; 3];
            corners[..ridge.len()].copy_from_slice(&ridge);
            let facet = self.facet(corners);
            self.facets.push(facet);
        }
    }
}

/// The ridges that just one of the facets has: end points in the plane, edges in space.
fn border<V: Vector>(facets: &[Facet<V>]) -> Vec<Vec<usize>> {
    let ridge = |facet: &Facet<V>, left_out: usize| {
        let mut ids = facet.corners().to_vec();
        ids.swap_remove(left_out);
        ids.sort_unstable();
        ids
    };
    let ridges: Vec<_> = facets.iter().flat_map(|facet| (0..V::DIM).map(move |i| ridge(facet, i))).collect();
    ridges.iter().filter(|ridge| ridges.iter().filter(|other| other == ridge).count() == 1).cloned().collect()
}
