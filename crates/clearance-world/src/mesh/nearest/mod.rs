//! How far points are from a surface: the nearest triangle, with bounds of the distance and the direction of its
//! growth.
//!
//! The search goes down the tree of [patches](super::patches) depth first, nearest boxes first, and leaves out what is
//! proven to be farther away than the nearest triangle known. What it answers does not depend on the way, see
//! `search.rs`.

mod boxes;
mod exact;
mod search;
mod triangle;

use clearance::{Bounds, Real, Vec3, Vector};

use super::patches::Patches;
use super::winding::{crossing, is_on};
use super::{TriangleMesh, spatial};
use crate::tree::{Child, Link};
use boxes::Boxes;
pub(crate) use search::Scratch;
pub(crate) use triangle::Close;
pub(super) use triangle::weights;

/// The triangles of a mesh, for points.
#[derive(Clone, Debug)]
pub(crate) struct Surface {
    nodes: Vec<Boxes>,
    triangles: Vec<[Vec3<f64>; 3]>,
    /// Triangles are those of the mesh times this power of two: 1, unless squares of its lengths may be no normal
    /// numbers.
    scale: f64,
    /// The largest coordinate, scaled.
    reach: f64,
    /// The largest side of the box around all, scaled.
    extent: f64,
}

/// The point of a surface that is nearest to a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnSurface {
    /// Bounds of the distance.
    pub bounds: Bounds<f64>,
    /// The distance, nearly.
    pub distance: f64,
    pub triangle: u32,
    pub at: Vec3<f64>,
    /// The unit vector from there to the point, or the normal of the triangle for a point that is on it.
    pub direction: Vec3<f64>,
    /// Whether no other direction may be that of a nearest point.
    pub unique: bool,
    /// Whether the point is on the surface, exactly.
    pub touches: bool,
}

/// Coordinates that are scaled are in this range of exponents, if they are not all smaller.
const RANGE: i32 = 100;

impl Surface {
    pub fn new<V: Vector>(mesh: &TriangleMesh<V>) -> Self {
        let bounds = mesh.bounds();
        let reach = Real::max(spatial(bounds.lower).max_abs(), spatial(bounds.upper).max_abs());
        let is_in_range = reach == 0.0 || reach.exponent().abs() < RANGE;
        let scale = if is_in_range { 1.0 } else { f64::power_of_two((-reach.exponent()).clamp(-1000, 1000)) };
        let quads = mesh.tree().quads();
        let triangles: Vec<[Vec3<f64>; 3]> =
            (0..mesh.triangles().len() as u32).map(|i| mesh.corners(i).map(|corner| spatial(corner) * scale)).collect();
        let nodes = Boxes::of_all(&quads, &triangles);
        let extent = spatial(bounds.extent()).max_abs() * scale;
        Surface { nodes, triangles, scale, reach: reach * scale, extent }
    }

    /// Whether a point is near enough for squares of lengths to be normal numbers.
    fn is_in_range(&self, p: Vec3<f64>) -> bool {
        p.max_abs() * self.scale < f64::power_of_two(RANGE + 40)
    }

    /// Whether products of three lengths are normal numbers without a scale, and their squares.
    pub fn is_plain(&self, p: Vec3<f64>) -> bool {
        self.scale == 1.0 && self.is_in_range(p)
    }

    /// The crossings of a ray along the first axis, see [`crossing`].
    fn winding_number(&self, p: Vec3<f64>) -> i32 {
        let (mut winding, mut open) = (0, vec![0u32]);
        while let Some(number) = open.pop() {
            let node = &self.nodes[number as usize];
            for (link, ahead) in node.links.iter().zip(node.ahead(p)) {
                match link.child() {
                    Child::Node(inner) if ahead => open.push(inner),
                    Child::Item(triangle) if ahead => winding += crossing(p, self.triangles[triangle as usize]),
                    _ => {}
                }
            }
        }
        winding
    }
}

impl<V: Vector> TriangleMesh<V> {
    /// The triangles for points.
    pub(crate) fn surface(&self) -> &Surface {
        self.surface.get_or_init(|| Surface::new(self))
    }

    /// The nearest point of the surface, sooner from what was near to the last point; `None` for a point that is too
    /// far away for squares of lengths.
    pub(crate) fn on_surface(&self, point: V, scratch: &mut Scratch) -> Option<OnSurface> {
        let (surface, p) = (self.surface(), spatial(point));
        let mut found = surface.is_in_range(p).then(|| surface.nearest(p, self.patches(), scratch))?;
        if surface.scale != 1.0 && found.bounds.lower == 0.0 && self.is_on_surface(point) {
            (found.touches, found.at, found.distance) = (true, p, 0.0);
            found.bounds = Bounds { lower: 0.0, upper: 0.0 };
        }
        Some(found)
    }

    /// How often the surface winds around a point that is not on it, see [`Self::winding_number`].
    pub(crate) fn winding(&self, point: V) -> i32 {
        let surface = self.surface();
        if surface.scale == 1.0 { surface.winding_number(spatial(point)) } else { self.winding_number(point) }
    }
}

#[cfg(test)]
mod tests;
