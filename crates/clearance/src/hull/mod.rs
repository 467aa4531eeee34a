//! Convex hulls with exact decisions: every finite set of points has one, and it is *the* hull.
//!
//! Sets in a plane, on a line or in one point are as welcome as solid ones and give polygons, segments and points.
//! Faces are true faces: coplanar triangles are merged exactly, and points that are not extreme are left out, also
//! those on edges and in faces. There is no tolerance: a point that sticks out by one unit in the last place is a
//! vertex. The result is the same for every order of the points up to their ids; of equal points the lowest id counts.
//!
//! Solid sets are built by quickhull, flat ones by the monotone chain; floating-point numbers choose what
//! to look at next, [exact signs](crate::exact::orient3d) decide.

mod basis;
mod canonical;
mod cloud;
mod dim2;
mod dim3;
mod faces;
mod measure;

use alloc::vec::Vec;

use crate::error::ShapeError;
#[cfg(feature = "plane")]
use crate::math::Vec2;
use crate::math::{Vec3, Vector};
use basis::{Basis, affine_basis};
use cloud::Cloud;
pub(crate) use cloud::lifted;

/// The convex hull of some points, in the plane or in space.
///
/// Vertices are numbered from 0 by ascending ids; [`vertices`](Hull::vertices) says which input points they are.
/// Everything else is given in these numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull<V> {
    dimension: usize,
    vertices: Vec<u32>,
    points: Vec<V>,
    face_starts: Vec<u32>,
    corners: Vec<u32>,
    beyond: Vec<u32>,
    edges: Vec<[u32; 2]>,
    neighbour_starts: Vec<u32>,
    neighbours: Vec<u32>,
}

/// The convex hull of `points`.
///
/// Any finite points up to [`Real::LARGEST`](crate::Real::LARGEST) have one, duplicates, flat sets and single points
/// included; an empty set, or one with a coordinate that is not finite or too large, is an error. About 0.1 µs a point
/// for points in a ball and 1 µs for points on a sphere.
///
/// ```
/// # use clearance::{Vec2, hull::convex_hull};
/// let points = [[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [1.0, 0.5], [2.0, 1.0], [0.0, 1.0]].map(Vec2::from);
/// let hull = convex_hull(&points)?;
/// assert_eq!(hull.vertices(), [0, 1, 4, 5]);
/// # Ok::<(), clearance::ShapeError>(())
/// ```
pub fn convex_hull<V: Hulls>(points: &[V]) -> Result<Hull<V>, ShapeError> {
    V::hull_of(points)
}

/// The vectors of which [`convex_hull`] makes hulls: all four of the library. Sealed.
///
/// Hulls are compiled here, once for each of them, and not in the crates that ask for them.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "hulls can be made of `Vec3<f64>`, of `Vec2` with the feature `plane` and of `f32` with the feature `f32`, not of `{Self}`",
    label = "bound the vector by `clearance::Space`"
)]
pub trait Hulls: Vector {
    fn hull_of(points: &[Self]) -> Result<Hull<Self>, ShapeError>;
}

macro_rules! compiled {
    ($($vector:ty),+) => {$(
        impl Hulls for $vector {
            fn hull_of(points: &[Self]) -> Result<Hull<Self>, ShapeError> {
                made(points)
            }
        }
    )+};
}

compiled!(Vec3<f64>);
#[cfg(feature = "plane")]
compiled!(Vec2<f64>);
#[cfg(feature = "f32")]
compiled!(Vec3<f32>);
#[cfg(all(feature = "plane", feature = "f32"))]
compiled!(Vec2<f32>);

fn made<V: Vector>(points: &[V]) -> Result<Hull<V>, ShapeError> {
    let cloud = Cloud::new(points)?;
    Ok(match affine_basis(&cloud) {
        Basis::Point(id) => Hull::of_ends(points, alloc::vec![id]),
        Basis::Line => Hull::of_ends(points, dim2::segment(&cloud).into()),
        Basis::Plane { along } => Hull::of_polygon(points, dim2::polygon(&cloud, along)),
        Basis::Space(tetrahedron) => {
            let triangles = dim3::triangulated(&cloud, tetrahedron);
            Hull::of_polygons(points, 3, faces::merged(&cloud, &triangles))
        }
    })
}

impl<V: Vector> Hull<V> {
    /// The dimension of the hull: 0 for a point, 1 for a segment, 2 for a polygon, 3 for a solid.
    pub fn dimension(&self) -> usize {
        self.dimension
    }
    /// The ids of the extreme input points, ascending; of equal points the lowest.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }
    /// The extreme points, in the order of [`vertices`](Hull::vertices).
    pub fn points(&self) -> &[V] {
        &self.points
    }
    /// How many faces there are: none for points and segments, one for a polygon, in the plane or in space.
    pub fn face_count(&self) -> usize {
        self.face_starts.len() - 1
    }
    /// The corners of a face from the lowest on: counter-clockwise seen from outside. A polygon in space is given as it
    /// is seen from the positive end of the z axis, or of the y axis if it is upright, or of the x axis if it is normal
    /// to that.
    pub fn face(&self, face: usize) -> &[u32] {
        &self.corners[self.face_range(face)]
    }
    /// All faces, by ascending first edges.
    pub fn faces(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.face_count()).map(|face| self.face(face))
    }
    /// For the edge from each corner of a face to the next one: the face beyond. A polygon is beyond its own edges.
    pub fn faces_beyond(&self, face: usize) -> &[u32] {
        &self.beyond[self.face_range(face)]
    }
    /// The edges, lower end first, sorted.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }
    /// The other ends of the edges at a vertex, ascending.
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        &self.neighbours[self.neighbour_starts[vertex] as usize..self.neighbour_starts[vertex + 1] as usize]
    }

    fn face_range(&self, face: usize) -> core::ops::Range<usize> {
        self.face_starts[face] as usize..self.face_starts[face + 1] as usize
    }
}

#[cfg(test)]
mod tests;
