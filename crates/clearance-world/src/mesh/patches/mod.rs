//! Boxes around patches of a surface, turned so that they are thin, and lower bounds of the distance of two of them.
//!
//! A box along the axes of the mesh around a slanted patch of size `h` is about `h` thick, one along its principal axes
//! about `h²` of its curvature (S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996). Here the distance of two boxes is
//! bounded by how far they are apart along one direction: from either one's point nearest to the other's center,
//! projected once to and fro. That is a dozen products a pair, and four children of a node are done at once. Boxes are
//! in single precision, in a frame of their own in which the mesh has size 1; what rounding leaves outside of them is
//! bounded, and added to every bound.

mod bound;
mod facing;
mod fit;
mod front;
mod lanes;
mod point;
mod reach;
mod shape;

use core::ops::Range;
use std::sync::OnceLock;

use clearance::{Real, Vec3, Vector};

use super::{TriangleMesh, spatial};
use crate::tree::{Child, Link, Quads, Quarter};
use fit::Fit;
pub(crate) use front::{Front, Meshes, Near};
use lanes::Four3;
pub(super) use point::Beside;
pub(crate) use reach::Reach;
pub(super) use shape::{Before, BesideShape, CoreBox};

/// Boxes around the patches of a mesh, in a tree. Each node is made where a search comes to it first: most queries open
/// few, and a box costs a look at all triangles below it.
#[derive(Clone, Debug)]
pub(crate) struct Patches {
    /// The first node has one child, the whole mesh.
    nodes: Vec<OnceLock<Box<Node>>>,
    /// The children of all nodes but the first.
    quarters: Vec<[Quarter; 4]>,
    /// In the order of the quarters, by their vertices.
    triangles: Vec<[u32; 3]>,
    /// In the frame.
    vertices: Vec<Vec3<f64>>,
    pub frame: Frame,
    /// No sum of the lengths of a box's half edges is larger.
    span: f64,
}

/// A frame in which a body has about size 1: its points are at `scale · (x − center)`, with a power of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub center: Vec3<f64>,
    pub scale: f64,
    /// No point of the body is farther from the center, in this frame.
    pub radius: f64,
}

/// The boxes of four children, see [`Fit`].
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Node {
    center: Four3<f32>,
    half: [Four3<f32>; 3],
    /// One over the squares of the half edges' lengths; zero for none.
    inverse: Four3<f32>,
    links: [Link; 4],
}

/// No point of a mesh is farther than this from the origin of its own frame: its coordinates are at most 1.
const RADIUS: f64 = 2.0;

/// The place of a box: a node and one of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(u32);

impl Place {
    /// The whole mesh.
    pub const ROOT: Place = Place(0);

    pub fn of(node: u32, lane: usize) -> Self {
        Place(node << 2 | lane as u32)
    }

    fn split(self) -> (usize, usize) {
        ((self.0 >> 2) as usize, (self.0 & 3) as usize)
    }
}

impl Patches {
    pub fn new<V: Vector>(mesh: &TriangleMesh<V>) -> Self {
        let bounds = mesh.bounds();
        let (center, half) = (spatial(bounds.center()), spatial(bounds.extent()).max_abs() * 0.5);
        let scale = if half > 0.0 { f64::power_of_two((-half.exponent() - 1).clamp(-1000, 1000)) } else { 1.0 };
        let Quads { items, nodes: quarters } = mesh.tree().quads();
        let vertices = mesh.vertices().iter().map(|&vertex| (spatial(vertex) - center) * scale).collect();
        // Along perpendicular axes a box of half extents E is no wider than √3 Σ E in all.
        let extent = spatial(bounds.extent()) * (0.5 * scale);
        let span = 3f64.sqrt() * (extent.x + extent.y + extent.z) * (1.0 + 2f64.powi(-20));
        Patches {
            nodes: core::iter::repeat_with(OnceLock::new).take(quarters.len() + 1).collect(),
            quarters,
            triangles: items.iter().map(|&i| mesh.triangles()[i as usize]).collect(),
            vertices,
            frame: Frame { center, scale, radius: RADIUS },
            span,
        }
    }

    fn node(&self, number: usize) -> &Node {
        self.nodes[number].get_or_init(|| Box::new(self.made(number)))
    }

    #[cold]
    fn made(&self, number: usize) -> Node {
        let mut node = Node::empty();
        if number == 0 {
            node.put(0, Link::node(1), &self.fit(0..self.triangles.len()));
            return node;
        }
        let quarters = self.quarters[number - 1].iter().enumerate();
        for (lane, quarter) in quarters.filter(|(_, quarter)| quarter.count > 0) {
            let below = quarter.first as usize..(quarter.first + quarter.count) as usize;
            node.put(lane, below_first(quarter.link), &self.fit(below));
        }
        node
    }

    /// The box of some triangles.
    fn fit(&self, range: Range<usize>) -> Fit {
        let corners = |triangle: &[u32; 3]| triangle.map(|corner| self.vertices[corner as usize]);
        fit::fit(&self.triangles[range].iter().map(corners).collect::<Vec<_>>())
    }

    /// Where a place leads.
    pub fn link(&self, place: Place) -> Link {
        let (node, lane) = place.split();
        self.node(node).links[lane]
    }

    /// The four links of a node.
    pub fn links(&self, node: u32) -> &[Link; 4] {
        &self.node(node as usize).links
    }

    /// A measure of the box's size: the sum of the squares of its half edges.
    pub fn size(&self, place: Place) -> f32 {
        let (node, lane) = place.split();
        let half = &self.node(node).half;
        half.iter().fold(0.0, |sum, edge| {
            sum + [edge.x, edge.y, edge.z].iter().fold(0.0, |sum, x| sum + x.0[lane] * x.0[lane])
        })
    }

    /// A point of the mesh in the boxes' frame.
    pub fn normalized<V: Vector>(&self, point: V) -> Vec3<f64> {
        (spatial(point) - self.frame.center) * self.frame.scale
    }
}

/// A link among nodes with one more before them.
fn below_first(link: Link) -> Link {
    match link.child() {
        Child::Node(number) => Link::node(number + 1),
        Child::Item(_) | Child::None => link,
    }
}

impl Node {
    fn empty() -> Self {
        let zero = Four3::splat([0.0; 3]);
        Node { center: zero, half: [zero; 3], inverse: zero, links: [Link::NONE; 4] }
    }

    fn put(&mut self, lane: usize, link: Link, found: &Fit) {
        self.links[lane] = link;
        self.center.put(lane, found.center);
        for (half, edge) in self.half.iter_mut().zip(found.half) {
            half.put(lane, edge);
        }
        let inverse = found.half.map(|edge| {
            let square = edge.iter().map(|x| x * x).sum::<f32>();
            if square > f32::MIN_POSITIVE { 1.0 / square } else { 0.0 }
        });
        self.inverse.put(lane, inverse);
    }
}

#[cfg(test)]
pub(crate) mod tests;
