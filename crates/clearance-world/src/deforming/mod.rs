//! Triangle meshes that deform: every vertex moves on a straight line during a step.
//!
//! All contacts of two such meshes are contacts of a vertex and a triangle, or of two edges; each pair is decided by
//! [`deforming`](clearance::query::deforming). Trees of the boxes that features sweep lead to the few pairs that
//! matter, and keep their structure from step to step.

mod contacts;

use std::collections::BTreeSet;

use clearance::enclosure::Aabb;
use clearance::{Real, ShapeError, Vec3};

use crate::tree::Tree;
pub use contacts::{MeshContact, MeshFeatures};

type Point = Vec3<f64>;

/// A mesh whose vertices move on straight lines from `t = 0` to `t = 1`.
///
/// ```
/// use clearance::Vec3;
/// use clearance_world::DeformingMesh;
/// let at = |z: f64| [[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]].map(Vec3::from);
/// let floor = DeformingMesh::new(&at(0.0), &[[0, 1, 2]])?;
/// let mut sheet = DeformingMesh::new(&at(3.0), &[[0, 1, 2]])?;
/// sheet.move_to(&at(-1.0))?;
/// assert_eq!(sheet.max_step(&floor, 0.0)?, 0.75); // 3 of 4
/// assert!(sheet.first_contact(&floor, 0.0)?.is_some_and(|first| first.contact.toi.upper == 0.75));
/// # Ok::<(), clearance::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DeformingMesh {
    start: Vec<Point>,
    end: Vec<Point>,
    triangles: Vec<[u32; 3]>,
    /// Each once, from the lesser vertex to the greater.
    edges: Vec<[u32; 2]>,
    /// Boxes of what triangles and edges sweep.
    faces_tree: Tree<Point>,
    edges_tree: Tree<Point>,
}

impl DeformingMesh {
    /// A mesh at rest. Fails without triangles, for corners that are no vertices, and for coordinates that are not
    /// finite or too large. O(n log n).
    pub fn new(vertices: &[Point], triangles: &[[u32; 3]]) -> Result<Self, ShapeError> {
        if triangles.is_empty() {
            return Err(ShapeError::Empty { what: "triangles of a deforming mesh" });
        }
        check(vertices)?;
        if triangles.iter().flatten().any(|&corner| corner as usize >= vertices.len()) {
            let (what, rule) = ("deforming mesh", "corners of triangles must be indices of vertices");
            return Err(ShapeError::Inconsistent { what, rule });
        }
        let edge = |a: u32, b: u32| [a.min(b), a.max(b)];
        let edges: BTreeSet<[u32; 2]> =
            triangles.iter().flat_map(|&[a, b, c]| [edge(a, b), edge(b, c), edge(c, a)]).collect();
        let mut mesh = DeformingMesh {
            start: vertices.to_vec(),
            end: vertices.to_vec(),
            triangles: triangles.to_vec(),
            edges: edges.into_iter().collect(),
            faces_tree: Tree::new(),
            edges_tree: Tree::new(),
        };
        mesh.faces_tree = (0..).zip(&mesh.triangles).map(|(i, corners)| (i, mesh.swept(corners))).collect();
        mesh.edges_tree = (0..).zip(&mesh.edges).map(|(i, ends)| (i, mesh.swept(ends))).collect();
        Ok(mesh)
    }

    /// Begins the next step: the vertices move from where the last step ended to these positions. O(n).
    pub fn move_to(&mut self, end: &[Point]) -> Result<(), ShapeError> {
        let start = self.end.clone();
        self.set_step(&start, end)
    }

    /// Sets the vertices at both ends of the step. Fails if their numbers are not that of the mesh. O(n).
    pub fn set_step(&mut self, start: &[Point], end: &[Point]) -> Result<(), ShapeError> {
        if [start, end].iter().any(|vertices| vertices.len() != self.start.len()) {
            let (what, rule) = ("step of a deforming mesh", "it must have a position for each vertex at both ends");
            return Err(ShapeError::Inconsistent { what, rule });
        }
        check(start)?;
        check(end)?;
        self.start.copy_from_slice(start);
        self.end.copy_from_slice(end);
        let mut trees = [std::mem::take(&mut self.faces_tree), std::mem::take(&mut self.edges_tree)];
        trees[0].refit_all(|face| self.swept(&self.triangles[face as usize]));
        trees[1].refit_all(|edge| self.swept(&self.edges[edge as usize]));
        [self.faces_tree, self.edges_tree] = trees;
        Ok(())
    }

    /// The vertices at the start of the step.
    pub fn start(&self) -> &[Point] {
        &self.start
    }

    /// The vertices at the end of the step.
    pub fn end(&self) -> &[Point] {
        &self.end
    }

    /// The triangles, as given.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The edges of the triangles, each once, in the order of their vertices.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// A box around what some vertices sweep.
    fn swept(&self, vertices: &[u32]) -> Aabb<Point> {
        vertices.iter().fold(Aabb::empty(), |all, &vertex| {
            let [start, end] = [&self.start, &self.end].map(|points| Aabb::at(points[vertex as usize]));
            all.union(&start.union(&end))
        })
    }
}

fn check(vertices: &[Point]) -> Result<(), ShapeError> {
    let what = "vertex of a deforming mesh";
    let limit = f64::LARGEST;
    for value in vertices.iter().flat_map(|p| [p.x, p.y, p.z]) {
        if !value.is_finite() {
            return Err(ShapeError::NotFinite { what, value });
        }
        if value.abs() > limit {
            return Err(ShapeError::TooLarge { what, value, limit });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
