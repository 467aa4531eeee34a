//! What a mesh is.

use clearance::enclosure::Aabb;
use clearance::{Real, Vec3};

use super::{TriangleMesh, signs, spatial};

/// What is true of a mesh as it was given.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshReport {
    /// How many triangles there are.
    pub triangles: usize,
    /// How many distinct corners they have.
    pub vertices: usize,
    /// No edge belongs to an odd number of triangles.
    pub closed: bool,
    /// Every edge is passed as often in one direction as in the other, but for one at open edges.
    pub oriented: bool,
    /// No edge belongs to more than two triangles, and the triangles at each vertex form one fan.
    pub manifold: bool,
    /// Sets of triangles that share no edge.
    pub components: usize,
    /// Edges of an odd number of triangles: the rims of holes.
    pub open_edges: usize,
    /// Triangles without area, which are left out of all but the counts and the bounds.
    pub degenerate: usize,
    /// Components that were inside out.
    pub turned: usize,
    /// Pairs of triangles that meet outside of the vertices and edges that they share; exact.
    pub self_intersections: usize,
    /// Volume of a closed and oriented mesh; overlaps of components count twice.
    pub volume: Option<f64>,
    /// Area of all triangles.
    pub area: f64,
    /// The box around all vertices, exact.
    pub bounds: Aabb<Vec3<f64>>,
}

impl<T: Real> TriangleMesh<Vec3<T>> {
    /// What the mesh is. All pairs of triangles whose boxes meet are looked at: about 1 µs a triangle for an ordinary
    /// mesh.
    pub fn report(&self) -> MeshReport {
        let flat: Vec<bool> =
            (0..self.triangles.len() as u32).map(|i| signs::is_flat(self.corners(i).map(spatial))).collect();
        let bounds = self.bounds();
        MeshReport {
            triangles: self.triangles.len(),
            vertices: self.vertices.len(),
            closed: self.topology.closed,
            oriented: self.topology.oriented,
            manifold: self.topology.manifold,
            // A triangle of fewer than three vertices is a set of its own.
            components: self.topology.components - self.topology.folded,
            open_edges: self.topology.open_edges,
            degenerate: flat.iter().filter(|&&flat| flat).count(),
            turned: self.turned,
            self_intersections: self.self_intersections(&flat),
            volume: self.volume(),
            area: self.area(),
            bounds: Aabb { lower: spatial(bounds.lower), upper: spatial(bounds.upper) },
        }
    }

    fn self_intersections(&self, flat: &[bool]) -> usize {
        let mut count = 0;
        self.tree.pairs_within(T::ZERO, |a, b| {
            if flat[a as usize] || flat[b as usize] {
                return;
            }
            let (of_a, of_b) = (self.triangles[a as usize], self.triangles[b as usize]);
            let shared = of_a.map(|corner| of_b.iter().position(|&other| other == corner));
            let meet = signs::meet_elsewhere(self.corners(a).map(spatial), self.corners(b).map(spatial), shared);
            count += usize::from(meet);
        });
        count
    }
}
