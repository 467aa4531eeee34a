//! The triangles of a link's mesh in a tree of convex hulls.
//!
//! A node's hull holds its triangles, so a bound of the hull is one of each of them: pairs of nodes are bounded like
//! pairs of convex bodies, by the gradient and curvature of their joints. Only where a bound is too low are a node's
//! halves evaluated, down to the triangles. Hulls are made when they are first evaluated.

use std::sync::OnceLock;

use clearance::enclosure::Ball;
use clearance::{Polytope, Shape3, ShapeError, Vec3};
use clearance_world::TriangleMesh;

use super::piece::Piece;
use super::stage::Part;
use crate::bound::height::Corners;
use crate::model::link_mesh::LinkMesh;

/// The node of all triangles; of a body without a tree, the body.
pub(crate) const ROOT: u32 = 0;

/// A convex body that is evaluated.
#[derive(Debug)]
pub(crate) struct Node {
    pub part: Part,
    pub corners: Corners,
}

/// Which triangles a node has, and the two nodes that have half of them each; `None` for a single triangle.
#[derive(Debug)]
struct Subtree {
    first: u32,
    count: u32,
    halves: Option<[u32; 2]>,
    node: OnceLock<Node>,
}

/// A mesh of a body of the robot.
#[derive(Debug)]
pub(crate) struct MeshTree {
    /// The hull that represents all of it.
    base: Part,
    mesh: TriangleMesh<Vec3<f64>>,
    /// Triangles, those of each node side by side.
    order: Vec<u32>,
    branches: Vec<Subtree>,
}

impl MeshTree {
    /// The tree of a mesh whose hull is a body of the robot.
    pub fn new(base: &Part, mesh: &LinkMesh) -> Result<Self, ShapeError> {
        let mesh = TriangleMesh::new(mesh.corners(), mesh.triangles())?;
        let centers: Vec<Vec3<f64>> = (0..mesh.triangles().len() as u32)
            .map(|i| {
                let [a, b, c] = mesh.corners(i);
                a + b + c
            })
            .collect();
        let mut order: Vec<u32> = (0..centers.len() as u32).collect();
        let mut branches = Vec::with_capacity(2 * order.len());
        split(&mut order, 0, &centers, &mut branches);
        Ok(MeshTree { base: base.clone(), mesh, order, branches })
    }

    /// The mesh, in the coordinates of the hull.
    pub fn mesh(&self) -> &TriangleMesh<Vec3<f64>> {
        &self.mesh
    }

    /// The nodes that have the halves of a node's triangles.
    pub fn halves(&self, node: u32) -> Option<[u32; 2]> {
        self.branches[node as usize].halves
    }

    /// A node as a convex body.
    pub fn node(&self, node: u32) -> &Node {
        let branch = &self.branches[node as usize];
        branch.node.get_or_init(|| {
            let shape = self.hull(branch);
            let piece = Piece::Convex(shape.clone());
            let part = Part { ball: Ball::around(&shape).posed(&self.base.pose), piece, ..self.base.clone() };
            Node { part, corners: Corners::of(&shape) }
        })
    }

    /// The hull of a node's triangles.
    fn hull(&self, branch: &Subtree) -> Shape3<f64> {
        let own = &self.order[branch.first as usize..(branch.first + branch.count) as usize];
        if let [triangle] = own {
            return self.mesh.shape(*triangle);
        }
        let mut ids: Vec<u32> = own.iter().flat_map(|&i| self.mesh.triangles()[i as usize]).collect();
        ids.sort_unstable();
        ids.dedup();
        let points: Vec<Vec3<f64>> = ids.iter().map(|&id| self.mesh.vertices()[id as usize]).collect();
        // Not refused, as the mesh has checked its corners; else the hull of all holds them too.
        Polytope::new(&points).map_or_else(|_| self.mesh.hull().clone(), Shape3::from)
    }
}

/// Adds the node of some triangles and all below it; returns its number.
fn split(order: &mut [u32], first: u32, centers: &[Vec3<f64>], branches: &mut Vec<Subtree>) -> u32 {
    let place = branches.len();
    branches.push(Subtree { first, count: order.len() as u32, halves: None, node: OnceLock::new() });
    if order.len() > 1 {
        let span = |k: usize| {
            let along = order.iter().map(|&i| centers[i as usize][k]);
            along.clone().fold(f64::NEG_INFINITY, f64::max) - along.fold(f64::INFINITY, f64::min)
        };
        let widest = (0..3).max_by(|&i, &j| span(i).total_cmp(&span(j))).unwrap_or(0);
        let middle = order.len() / 2;
        order.select_nth_unstable_by(middle, |&i, &j| {
            centers[i as usize][widest].total_cmp(&centers[j as usize][widest]).then(i.cmp(&j))
        });
        let (low, high) = order.split_at_mut(middle);
        let halves = [split(low, first, centers, branches), split(high, first + middle as u32, centers, branches)];
        branches[place].halves = Some(halves);
    }
    place as u32
}
