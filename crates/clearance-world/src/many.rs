//! Bodies made of many parts of one kind, which are made when they are looked at: clouds of points, cells of a grid, height fields.
//!
//! A body of 10⁵ parts is two arrays: where the parts are, and a tree of their boxes. A part is a ball, a box or a prism; the body is the
//! union of all, closed.

use clearance::enclosure::Aabb;
use clearance::{Ball, Cuboid, Pose, Posed, Real, Segment, Shape, ShapeError, Space, Sum, Triangle, Vec3, Vector};

use crate::tree::{MAX_ITEM, Tree};

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
    /// Boxes of one size.
    Voxels { centers: Vec<V>, half: V },
    /// Prisms below the triangles of a grid.
    Heights(Heights<V::Scalar>),
}

/// Heights at the points of a grid about the origin, the last index along the second axis.
#[derive(Clone, Debug)]
struct Heights<T> {
    heights: Vec<T>,
    /// How many there are along either axis.
    counts: [usize; 2],
    /// How long the grid is along either axis.
    size: [T; 2],
    /// How far the body reaches below its surface.
    thickness: T,
}

/// The sides of an octahedron by the ends of its axes, the positive ones first.
const OCTAHEDRON: [[u32; 3]; 8] =
    [[0, 1, 2], [1, 3, 2], [3, 4, 2], [4, 0, 2], [1, 0, 5], [3, 1, 5], [4, 3, 5], [0, 4, 5]];

/// The sides of a box by corners that are numbered by bits, fronts outside.
const BOX: [[u32; 3]; 12] = [
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
        let bounds = boxes("points of a cloud", &centers, |center| Aabb::at(center).inflated(radius))?;
        Self::new(Kind::Points { centers, radius }, &bounds)
    }

    /// The cells `origin + size · [i, i + 1]` of a grid along the axes, a number for each axis: the solid that they fill.
    ///
    /// Each is a box about its rounded middle, so much wider than `size` that rounding leaves no gap between neighbours: by less than ten
    /// roundings of the largest coordinate. A middle `fl(o + fl(s (i + ½)))` is off by at most `2u` of the largest one, so neighbours are at most
    /// `s + 4u` of it apart, and two halves of `s/2 + 4u` of it cover that.
    pub fn voxels(cells: &[[i32; 3]], size: V::Scalar, origin: V) -> Result<Self, ShapeError> {
        Cuboid::from_half_extents(V::from_fn(|_| size))?;
        if size == V::Scalar::ZERO {
            return Err(ShapeError::Inconsistent { what: "size of voxels", rule: "it must be positive" });
        }
        let number = V::Scalar::from_f64;
        let middle = |cell: &[i32; 3]| V::from_fn(|k| origin[k] + size * number(f64::from(cell[k]) + 0.5));
        let centers: Vec<V> = cells.iter().map(middle).collect();
        let largest = centers.iter().fold(size, |largest, center| largest.max(center.max_abs()));
        let half = size * V::Scalar::HALF + largest * V::Scalar::UNIT * number(4.0);
        let half = V::from_fn(|_| half.next_up());
        let around = |center: V| Aabb {
            lower: V::from_fn(|k| (center[k] - half[k]).next_down()),
            upper: V::from_fn(|k| (center[k] + half[k]).next_up()),
        };
        let bounds = boxes("cells of a voxel grid", &centers, around)?;
        Self::new(Kind::Voxels { centers, half }, &bounds)
    }

    fn new(kind: Kind<V>, bounds: &[Aabb<V>]) -> Result<Self, ShapeError> {
        let tree = Tree::along_curve(bounds);
        let all = tree.bounds();
        let center = all.center();
        // Rounding of the middle and of the difference, and more.
        let half = V::from_fn(|k| {
            let half = (all.upper[k] - center[k]).max(center[k] - all.lower[k]);
            half + (half + center[k].abs()) * V::Scalar::from_f64(4.0) * V::Scalar::UNIT
        });
        let hull = Posed::new(Shape::from(Cuboid::from_half_extents(half)?), Pose::from_translation(center)?)?;
        Ok(ManyParts { kind, tree, hull: hull.into() })
    }

    /// What the body is, in a word of the formats: `points`, `voxels` or `heightfield`.
    pub fn kind(&self) -> &'static str {
        match self.kind {
            Kind::Points { .. } => "points",
            Kind::Voxels { .. } => "voxels",
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

    /// A surface that shows the body: an octahedron for each point, the sides of each box, the triangles of a height field.
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
            Kind::Voxels { centers, half } => {
                for &center in centers {
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
            Kind::Voxels { centers, half } => {
                (Cuboid::from_half_extents(*half).map(Shape::from), centers[number as usize])
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
    /// `heights` has a row for each place along x, `columns` numbers a row along y, two or more of both; the grid is `size` long. The surface is that of
    /// triangles: each cell is cut by the diagonal between its first and its last corner.
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
        let rows = heights.len().checked_div(columns).unwrap_or(0);
        if rows < 2 || columns < 2 || rows * columns != heights.len() {
            return Err(ShapeError::Inconsistent { what: "heights", rule: "they must be rows of two numbers or more" });
        }
        let positive = |what, value: T| match value > T::ZERO {
            true => Ok(value),
            false => Err(ShapeError::Inconsistent { what, rule: "it must be positive" }),
        };
        let size = [positive("size of a height field", size[0])?, positive("size of a height field", size[1])?];
        let thickness = positive("thickness of a height field", thickness)?;
        let field = Heights { heights, counts: [rows, columns], size, thickness };
        let triangles = 2 * (rows - 1) * (columns - 1);
        count("cells of a height field", triangles)?;
        let mut bounds = Vec::with_capacity(triangles);
        for number in 0..triangles as u32 {
            let corners: [Vec3<T>; 3] = field.corners(number);
            for corner in corners {
                Segment::new(corner, corner - Vec3::axis(2) * thickness)?;
            }
            let mut around = corners.iter().fold(Aabb::empty(), |all, &corner| all.union(&Aabb::at(corner)));
            around.lower.z = (around.lower.z - thickness).next_down();
            bounds.push(around);
        }
        Self::new(Kind::Heights(field), &bounds)
    }
}

impl<T: Real> Heights<T> {
    /// The corners of a triangle: two for each cell, one after the other.
    fn corners<V: Vector<Scalar = T>>(&self, number: u32) -> [V; 3] {
        let [rows, columns] = self.counts;
        let cell = number as usize / 2;
        let (i, j) = (cell / (columns - 1), cell % (columns - 1));
        let along = |k: usize, place: usize, count: usize| {
            self.size[k] * (T::from_f64(place as f64) / T::from_f64((count - 1) as f64) - T::HALF)
        };
        let at = |i: usize, j: usize| {
            let point = [along(0, i, rows), along(1, j, columns), self.heights[i * columns + j]];
            V::from_fn(|k| point[k])
        };
        if number.is_multiple_of(2) {
            [at(i, j), at(i + 1, j), at(i + 1, j + 1)]
        } else {
            [at(i, j), at(i + 1, j + 1), at(i, j + 1)]
        }
    }

    /// All points at most the thickness below a triangle.
    fn prism<V: Space<Scalar = T>>(&self, number: u32) -> Result<Shape<V>, ShapeError> {
        let [a, b, c] = self.corners::<V>(number);
        let down = V::from_fn(|k| if k + 1 == V::DIM { -self.thickness } else { T::ZERO });
        Ok(Sum::new(Shape::from(Triangle::new(a, b, c)?), Shape::from(Segment::new(V::ZERO, down)?))?.into())
    }
}

/// The boxes of all parts; refuses none, and too many.
fn boxes<V: Vector>(
    what: &'static str,
    centers: &[V],
    around: impl Fn(V) -> Aabb<V>,
) -> Result<Vec<Aabb<V>>, ShapeError> {
    count(what, centers.len())?;
    let bounded = |&center: &V| {
        for value in (0..V::DIM).map(|k| center[k]) {
            if !value.is_finite() {
                return Err(ShapeError::NotFinite { what, value: value.to_f64() });
            }
            if value.abs() > V::Scalar::LARGEST * V::Scalar::HALF {
                let limit = V::Scalar::LARGEST.to_f64() / 2.0;
                return Err(ShapeError::TooLarge { what, value: value.to_f64(), limit });
            }
        }
        Ok(around(center))
    };
    centers.iter().map(bounded).collect()
}

fn count(what: &'static str, count: usize) -> Result<(), ShapeError> {
    if count == 0 {
        return Err(ShapeError::Empty { what });
    }
    if count > MAX_ITEM as usize {
        return Err(ShapeError::TooMany { what, count, limit: MAX_ITEM as usize });
    }
    Ok(())
}
