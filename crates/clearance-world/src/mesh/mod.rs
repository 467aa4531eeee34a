//! Triangle meshes as they are: surfaces, and the solids that closed ones bound.
//!
//! Equal corners are one vertex (welded by exact equality), so that triangles know their neighbours. A mesh that is
//! closed and oriented is solid: a point is inside if its winding number is not zero, which is decided by exact signs.
//! Parity would call the overlap of two closed components outside. Other meshes answer for their surface alone, and
//! [`TriangleMesh::is_solid`] says so.

mod closest;
mod convex;
mod dents;
mod distance;
mod measure;
mod near;
mod nearest;
mod orient;
pub(crate) mod patches;
mod repair;
mod report;
mod rims;
mod signs;
mod topology;
mod weld;
mod winding;

use std::sync::{Arc, OnceLock};

use clearance::enclosure::Aabb;
use clearance::{Polytope, Pose, Real, Shape, ShapeError, Space, Triangle, Vec3, Vector};

use crate::tree::Tree;
pub(crate) use closest::{InMesh, closest_items};
pub use near::Nearest;
pub(crate) use near::between_triangles;
use nearest::Surface;
pub(crate) use nearest::{Close, OnSurface, Scratch};
use patches::Patches;
pub use repair::{Repaired, repaired};
pub use report::MeshReport;
use rims::Rims;
use topology::Topology;

/// A surface of triangles, with a tree of them, in the frame of its vertices.
///
/// ```
/// use clearance::Vec3;
/// use clearance_world::TriangleMesh;
/// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
/// let mesh = TriangleMesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// assert!(mesh.is_solid() && mesh.contains(Vec3::new(0.25, 0.25, 0.25)));
/// # Ok::<(), clearance::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TriangleMesh<V: Vector> {
    vertices: Vec<V>,
    triangles: Vec<[u32; 3]>,
    tree: Tree<V>,
    /// The edge-connected component of each triangle, numbered by first triangles.
    components: Vec<u32>,
    representatives: Vec<u32>,
    /// How the file has it, before components were turned.
    topology: Topology,
    /// How many components were turned inside out.
    turned: usize,
    /// Made when an overlap first needs it.
    hull: OnceLock<Shape<V>>,
    /// Whether it bounds a convex body, once it was asked for.
    convex: OnceLock<bool>,
    /// Whether it bounds one but for shallow dents, once it was asked for.
    nearly_convex: OnceLock<bool>,
    /// How deep the dents in the hull are, once it was asked for.
    dents: OnceLock<Option<V::Scalar>>,
    /// Made by the first question for the distance of another mesh.
    patches: OnceLock<Patches>,
    /// Made by the first question about a point.
    surface: OnceLock<Surface>,
    /// Made by the first winding number; none without holes.
    rims: OnceLock<Option<Arc<Rims>>>,
    /// Whether winding numbers decide what is inside, though it is no solid.
    by_winding: bool,
}

impl<T: Real> TriangleMesh<Vec3<T>> {
    /// The mesh of triangles with corners among the vertices.
    ///
    /// Of a closed and oriented mesh, components that bound a negative volume and lie in no other component are turned
    /// around, with all that lies in them. Fails without triangles, for a corner that is no vertex, and for coordinates
    /// that are not finite or too large. O(n log n).
    pub fn new(vertices: &[Vec3<T>], triangles: &[[u32; 3]]) -> Result<Self, ShapeError> {
        if triangles.is_empty() {
            return Err(ShapeError::Empty { what: "triangles of a mesh" });
        }
        let (vertices, triangles) = weld::welded(vertices, triangles)?;
        let tree = (0..).zip(&triangles).map(|(i, t)| (i, around(t.map(|corner| vertices[corner as usize])))).collect();
        let (topology, components) = topology::of(vertices.len(), &triangles);
        let representatives = topology::first_of_each(&components);
        let mut mesh = TriangleMesh {
            vertices,
            triangles,
            tree,
            components,
            representatives,
            topology,
            turned: 0,
            hull: OnceLock::new(),
            convex: OnceLock::new(),
            nearly_convex: OnceLock::new(),
            dents: OnceLock::new(),
            patches: OnceLock::new(),
            surface: OnceLock::new(),
            rims: OnceLock::new(),
            by_winding: false,
        };
        if mesh.is_solid() {
            orient::outward(&mut mesh);
        }
        Ok(mesh)
    }
}

fn around<V: Vector>(corners: [V; 3]) -> Aabb<V> {
    corners.iter().fold(Aabb::empty(), |all, &corner| all.union(&Aabb::at(corner)))
}

impl<V: Vector> TriangleMesh<V> {
    /// The distinct corners of triangles, by first appearance.
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
    /// The corners of each triangle, counter-clockwise seen from outside if the mesh is solid.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }
    /// The boxes of the triangles.
    pub fn tree(&self) -> &Tree<V> {
        &self.tree
    }
    /// A box around all triangles, exact.
    pub fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }
    /// Whether the mesh bounds a volume: every edge is passed as often in one direction as in the other.
    pub fn is_solid(&self) -> bool {
        self.topology.closed && self.topology.oriented
    }
    /// The mesh, whose winding number decides which points are inside if it is no solid: for scans with holes, whose
    /// triangles turn counter-clockwise seen from outside. See [`winding_bounds`](Self::winding_bounds).
    pub fn signed_by_winding(mut self) -> Self {
        self.by_winding = true;
        self
    }
    /// Whether points have the sign of the [winding number](Self::signed_by_winding).
    pub fn is_signed_by_winding(&self) -> bool {
        self.by_winding
    }
    /// How many edges belong to an odd number of triangles: the rims of holes. Zero for a closed mesh.
    pub fn open_edges(&self) -> usize {
        self.topology.open_edges
    }
    /// How many parts there are that share no edge.
    pub fn component_count(&self) -> usize {
        self.topology.components
    }
    /// The component of each triangle.
    pub fn components(&self) -> &[u32] {
        &self.components
    }
    /// The first triangle of each component: if surfaces do not meet, where these are decides where the components are.
    pub fn representatives(&self) -> &[u32] {
        &self.representatives
    }

    /// The boxes of the patches.
    pub(crate) fn patches(&self) -> &Patches {
        self.patches.get_or_init(|| Patches::new(self))
    }

    /// The corners of a triangle.
    pub fn corners(&self, triangle: u32) -> [V; 3] {
        self.triangles[triangle as usize].map(|corner| self.vertices[corner as usize])
    }

    /// Twice the area of a triangle along the normal to its front, rounded.
    pub(crate) fn normal(&self, triangle: u32) -> V {
        let [a, b, c] = self.corners(triangle).map(spatial);
        let normal = (b - a).cross(c - a);
        V::from_fn(|k| V::Scalar::from_f64(normal[k]))
    }

    /// Whether a point of the closed solid: on the surface, or where the winding number is not zero. Of a mesh that is
    /// not solid, only its surface counts. Exact.
    pub fn contains(&self, point: V) -> bool {
        self.is_on_surface(point) || self.is_solid() && self.winding_number(point) != 0
    }

    /// Whether a point lies on a triangle; exact.
    pub fn is_on_surface(&self, point: V) -> bool {
        let (at, mut found) = (spatial(point), false);
        self.tree.items_within(&Aabb::at(point), V::Scalar::ZERO, |i| {
            found = found || winding::is_on(at, self.corners(i).map(spatial));
        });
        found
    }

    /// How often the surface winds around a point that is not on it: 1 inside of a simple solid, 0 outside. Exact; of
    /// no meaning for a mesh that is not solid.
    pub fn winding_number(&self, point: V) -> i32 {
        self.crossings(point, |_| true)
    }

    /// The crossings of a ray along the first axis with the triangles that count.
    fn crossings(&self, point: V, mut counts: impl FnMut(u32) -> bool) -> i32 {
        let (at, mut winding) = (spatial(point), 0);
        let far = V::from_fn(|k| if k == 0 { V::Scalar::INFINITY } else { point[k] });
        self.tree.items_within(&Aabb { lower: point, upper: far }, V::Scalar::ZERO, |i| {
            if counts(i) {
                winding += winding::crossing(at, self.corners(i).map(spatial));
            }
        });
        winding
    }
}

impl<V: Space> TriangleMesh<V> {
    /// A triangle as a shape of the mesh's frame.
    pub fn shape(&self, triangle: u32) -> Shape<V> {
        let [a, b, c] = self.corners(triangle);
        match Triangle::new(a, b, c) {
            Ok(shape) => shape.into(),
            // Not reached, as the constructor checks what this one does.
            Err(_) => clearance::Point::new().into(),
        }
    }

    /// The convex hull of the vertices.
    pub fn hull(&self) -> &Shape<V> {
        self.hull.get_or_init(|| match Polytope::new(&self.vertices) {
            Ok(hull) => hull.into(),
            // Not reached, as the constructor checks what a hull refuses.
            Err(_) => self.shape(0),
        })
    }

    /// A box that holds the mesh at a pose.
    pub fn bounds_at(&self, pose: &Pose<V>) -> Aabb<V> {
        self.bounds().posed(pose)
    }
}

/// A point in space with `f64` coordinates, exactly.
fn spatial<V: Vector>(v: V) -> Vec3<f64> {
    Vec3::from_fn(|k| if k < V::DIM { v[k].to_f64() } else { 0.0 })
}

#[cfg(test)]
mod bodies;
#[cfg(test)]
pub(crate) mod tests;
