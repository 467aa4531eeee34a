//! Bodies made of many parts of one kind, which are made when they are looked at: clouds of points, cells of a grid or
//! of an octree, height fields.
//!
//! A body of 10⁵ parts is two arrays: where the parts are, and a tree of their boxes. A part is a ball, a box or a
//! prism; the body is the union of all, closed.

mod cells;
mod heights;
mod limits;

use clearance::enclosure::Aabb;
use clearance::{Ball, Cuboid, Pose, Posed, Real, Shape, ShapeError, Space, Vec3, Vector};

use crate::tree::Tree;
use cells::Cells;
use heights::Heights;
use limits::boxes;

/// The union of many balls, boxes or prisms.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3};
/// use clearance_world::{Body, BodyPair, ManyParts};
/// let scan = ManyParts::points(vec![Vec3::new(1.0, 0.0, 0.0), Vec3::new(3.0, 0.0, 0.0)], 0.25)?;
/// let (scan, ball) = (Body::many(scan), Body::new(Ball::new(0.5)?));
/// let found = BodyPair::new(&scan, &ball, &Pose3::from_translation(Vec3::new(2.25, 0.0, 0.0))?).signed_distance().unwrap();
/// assert_eq!(found.parts, [1, 0]); // the second point is nearer
/// assert!(found.proximity.status == clearance::Status::Touching); // 0.75 apart, less both radii
/// # Ok::<(), clearance::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ManyParts<V: Space> {
    kind: Kind<V>,
    tree: Tree<V>,
    /// A box that holds all.
    hull: Shape<V>,
}

#[derive(Clone, Debug)]
enum Kind<V: Vector> {
    /// Balls of one radius.
    Points { centers: Vec<V>, radius: V::Scalar },
    /// Cubes.
    Cells(Cells<V>),
    /// Prisms below the triangles of a grid.
    Heights(Heights<V::Scalar>),
}

/// The sides of an octahedron by the ends of its axes, the positive ones first.
const OCTAHEDRON: [[u32; 3]; 8] =
    [[0, 1, 2], [1, 3, 2], [3, 4, 2], [4, 0, 2], [1, 0, 5], [3, 1, 5], [4, 3, 5], [0, 4, 5]];

/// The sides of a box by corners that are numbered by bits, fronts outside.
pub(crate) const BOX: [[u32; 3]; 12] = [
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
];

impl<V: Space> ManyParts<V> {
    /// The balls of one radius about some points; of radius zero the points themselves. 10⁵ take some milliseconds.
    pub fn points(centers: Vec<V>, radius: V::Scalar) -> Result<Self, ShapeError> {
        // What a ball refuses of a radius.
        Ball::<V>::new(radius)?;
        let bounds = boxes("points of a cloud", &centers, |_, center| Aabb::at(center).inflated(radius))?;
        Self::new(Kind::Points { centers, radius }, &bounds)
    }

    /// The cells `origin + size · [i, i + 1]` of a grid along the axes, a number for each axis: the solid that they
    /// fill.
    ///
    /// Cells are wider than `size` by less than ten roundings of the largest coordinate, so that neighbours leave no
    /// gap.
    pub fn voxels(cells: &[[i32; 3]], size: V::Scalar, origin: V) -> Result<Self, ShapeError> {
        Self::cells(Cells::of_grid(cells, size, origin)?, "cells of a voxel grid")
    }

    /// The cubes of some sizes about some middles: the occupied leaves of an octree, in the plane of a quadtree.
    ///
    /// As [`voxels`](Self::voxels), they are wider by less than ten roundings of the largest coordinate.
    ///
    /// ```
    /// use clearance::{Ball, Pose3, Vec3};
    /// use clearance_world::{Body, BodyPair, ManyParts};
    /// // A leaf of size 2 and one of size 1 beside it.
    /// let map = ManyParts::octree(vec![Vec3::new(1.0, 1.0, 1.0), Vec3::new(2.5, 0.5, 0.5)], &[2.0, 1.0])?;
    /// let (map, ball) = (Body::many(map), Body::new(Ball::new(0.25)?));
    /// let above = Pose3::from_translation(Vec3::new(2.5, 0.5, 2.0))?;
    /// let found = BodyPair::new(&map, &ball, &above).signed_distance().unwrap();
    /// assert_eq!(found.parts, [0, 0]); // 0.5 beside the large leaf, 1 above the small one
    /// assert!((found.signed_distance.unwrap() - 0.25f64).abs() < 1e-14);
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn octree(centers: Vec<V>, sizes: &[V::Scalar]) -> Result<Self, ShapeError> {
        Self::cells(Cells::of_sizes(centers, sizes)?, "cells of an octree")
    }

    fn cells(cells: Cells<V>, what: &'static str) -> Result<Self, ShapeError> {
        let bounds = cells.boxes(what)?;
        Self::new(Kind::Cells(cells), &bounds)
    }

    fn new(kind: Kind<V>, bounds: &[Aabb<V>]) -> Result<Self, ShapeError> {
        Self::with_tree(kind, Tree::along_curve(bounds))
    }

    fn with_tree(kind: Kind<V>, tree: Tree<V>) -> Result<Self, ShapeError> {
        let hull = box_around(&tree.bounds())?;
        Ok(ManyParts { kind, tree, hull })
    }

    /// What the body is, in a word of the formats: `points`, `voxels`, `octree` or `heightfield`.
    pub fn kind(&self) -> &'static str {
        match &self.kind {
            Kind::Points { .. } => "points",
            Kind::Cells(cells) => cells.kind(),
            Kind::Heights(_) => "heightfield",
        }
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Whether there is no part; never.
    pub fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// The boxes of the parts.
    pub fn tree(&self) -> &Tree<V> {
        &self.tree
    }

    /// A box around all parts.
    pub fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }

    /// A convex set that holds all parts.
    pub(crate) fn hull(&self) -> &Shape<V> {
        &self.hull
    }

    /// A surface that shows the body: an octahedron for each point, the sides of each box, the triangles of a height
    /// field.
    pub fn triangles(&self) -> (Vec<V>, Vec<[u32; 3]>) {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        let mut add = |corners: &[V], sides: &[[u32; 3]]| {
            let first = vertices.len() as u32;
            vertices.extend_from_slice(corners);
            triangles.extend(sides.iter().map(|side| side.map(|corner| first + corner)));
        };
        match &self.kind {
            Kind::Points { centers, radius } => {
                for &center in centers {
                    // The ends of the axes, the positive ones first.
                    let end = |i: usize| if i % 3 < V::DIM { V::axis(i % 3) * *radius } else { V::ZERO };
                    let corners = [0, 1, 2, 3, 4, 5].map(|i| if i < 3 { center + end(i) } else { center - end(i) });
                    add(&corners, &OCTAHEDRON);
                }
            }
            Kind::Cells(cells) => {
                for number in 0..self.len() as u32 {
                    let (center, half) = cells.cell(number);
                    let sign = |i: u32, k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
                    let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| center + V::from_fn(|k| sign(i, k)));
                    add(&corners, &BOX);
                }
            }
            Kind::Heights(heights) => {
                for number in 0..self.len() as u32 {
                    add(&heights.corners(number), &[[0, 1, 2]]);
                }
            }
        }
        (vertices, triangles)
    }

    /// The normal of the surface above a part of a height field, of any length; `None` of other kinds.
    pub(crate) fn surface_normal(&self, number: u32) -> Option<V> {
        match &self.kind {
            Kind::Heights(heights) => heights.normal(number),
            _ => None,
        }
    }

    /// A part as a shape of the body's frame.
    pub fn part(&self, number: u32) -> Shape<V> {
        let (shape, pose) = self.posed_part(number);
        if pose == Pose::IDENTITY {
            return shape;
        }
        match Posed::new(shape, pose) {
            Ok(part) => part.into(),
            // Not reached, as the constructors check what this one does.
            Err(_) => clearance::Point::new().into(),
        }
    }

    /// A part in its own frame, and where that is in the body's.
    pub fn posed_part(&self, number: u32) -> (Shape<V>, Pose<V>) {
        let (shape, center) = match &self.kind {
            Kind::Points { centers, radius } => (Ball::new(*radius).map(Shape::from), centers[number as usize]),
            Kind::Cells(cells) => {
                let (center, half) = cells.cell(number);
                (Cuboid::from_half_extents(half).map(Shape::from), center)
            }
            Kind::Heights(heights) => (heights.prism(number), V::ZERO),
        };
        // Neither is refused: the constructors check what these do.
        let shape = shape.unwrap_or_else(|_| clearance::Point::new().into());
        (shape, Pose::from_translation(center).unwrap_or(Pose::IDENTITY))
    }
}

impl<T: Real> ManyParts<Vec3<T>>
where
    Vec3<T>: Space<Scalar = T>,
{
    /// The solid below a surface of heights on a grid about the origin: all points at most `thickness` below it.
    ///
    /// `heights` has a row for each place along x, `columns` numbers a row along y, two or more of both; the grid is
    /// `size` long. The surface is that of triangles: each cell is cut by the diagonal between its first and its last
    /// corner.
    ///
    /// ```
    /// use clearance::Vec3;
    /// use clearance_world::{Body, ManyParts};
    /// // A ramp of two cells that rises by 1 along x.
    /// let ramp = ManyParts::height_field(vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0], 3, [2.0, 4.0], 5.0)?;
    /// let found = Body::many(ramp).point_distance(Vec3::new(0.0, 0.0, 1.5))?;
    /// assert!((found.signed_distance.unwrap() - 2.0 / 5f64.sqrt()).abs() < 1e-14); // 1 above a slope of 1 in 2
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn height_field(heights: Vec<T>, columns: usize, size: [T; 2], thickness: T) -> Result<Self, ShapeError> {
        let field = Heights::of_rows(heights, columns, size, thickness)?;
        let tree = field.tree();
        Self::with_tree(Kind::Heights(field), tree)
    }
}

/// A shape that holds a box, larger by roundings.
pub(crate) fn box_around<V: Space>(bounds: &Aabb<V>) -> Result<Shape<V>, ShapeError> {
    let center = bounds.center();
    // Rounding of the middle and of the difference, and more.
    let half = V::from_fn(|k| {
        let half = (bounds.upper[k] - center[k]).max(center[k] - bounds.lower[k]);
        half + (half + center[k].abs()) * V::Scalar::from_f64(4.0) * V::Scalar::UNIT
    });
    Ok(Posed::new(Shape::from(Cuboid::from_half_extents(half)?), Pose::from_translation(center)?)?.into())
}
