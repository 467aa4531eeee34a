//! The solid below a surface of heights on a grid: a prism below each triangle.

use clearance::enclosure::Aabb;
use clearance::{Real, Segment, Shape, ShapeError, Space, Sum, Triangle, Vec3, Vector};

use super::limits::count;
use crate::tree::Tree;

/// Heights at the points of a grid about the origin, the last index along the second axis.
#[derive(Clone, Debug)]
pub(super) struct Heights<T> {
    heights: Vec<T>,
    /// Where the lines of the grid are along either axis.
    lines: [Vec<T>; 2],
    /// How far the body reaches below its surface.
    thickness: T,
}

impl<T: Real> Heights<T> {
    /// A field of rows of numbers.
    pub fn of_rows(heights: Vec<T>, columns: usize, size: [T; 2], thickness: T) -> Result<Self, ShapeError>
    where
        Vec3<T>: Space<Scalar = T>,
    {
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
        let field = Self::new(heights, [rows, columns], size, thickness);
        count("cells of a height field", 2 * (rows - 1) * (columns - 1))?;
        field.check()?;
        Ok(field)
    }

    /// The boxes of all prisms.
    pub fn tree<V: Vector<Scalar = T>>(&self) -> Tree<V> {
        let [rows, columns] = self.lines.each_ref().map(Vec::len);
        Tree::over_grid([rows - 1, columns - 1], |i, j| self.bounds(i, j))
    }

    fn new(heights: Vec<T>, counts: [usize; 2], size: [T; 2], thickness: T) -> Self {
        let along = |k: usize| {
            let share = |place: usize| T::from_f64(place as f64) / T::from_f64((counts[k] - 1) as f64) - T::HALF;
            (0..counts[k]).map(|place| size[k] * share(place)).collect()
        };
        Heights { heights, lines: [along(0), along(1)], thickness }
    }

    /// Refuses what is no point of a body, at the surface or at its lower end.
    fn check(&self) -> Result<(), ShapeError>
    where
        Vec3<T>: Space<Scalar = T>,
    {
        let [along, across] = &self.lines;
        let extreme = |lines: &[T]| lines.iter().fold(T::ZERO, |most, &at| most.max(at.abs()));
        let side = Vec3::new(extreme(along), extreme(across), T::ZERO);
        for &height in &self.heights {
            let top = side + Vec3::axis(2) * height;
            Segment::new(top, top - Vec3::axis(2) * self.thickness)?;
        }
        Ok(())
    }

    /// A point of the surface by its numbers along either axis.
    fn at<V: Vector<Scalar = T>>(&self, i: usize, j: usize) -> V {
        let point = [self.lines[0][i], self.lines[1][j], self.heights[i * self.lines[1].len() + j]];
        V::from_fn(|k| point[k])
    }

    /// The corners of a triangle: two for each cell, one after the other.
    pub fn corners<V: Vector<Scalar = T>>(&self, number: u32) -> [V; 3] {
        let columns = self.lines[1].len();
        let cell = number as usize / 2;
        let (i, j) = (cell / (columns - 1), cell % (columns - 1));
        if number.is_multiple_of(2) {
            [self.at(i, j), self.at(i + 1, j), self.at(i + 1, j + 1)]
        } else {
            [self.at(i, j), self.at(i + 1, j + 1), self.at(i, j + 1)]
        }
    }

    /// Boxes around the prisms below both triangles of a cell: they differ in one corner.
    fn bounds<V: Vector<Scalar = T>>(&self, i: usize, j: usize) -> [Aabb<V>; 2] {
        let ends: Aabb<V> = Aabb::at(self.at(i, j)).union(&Aabb::at(self.at(i + 1, j + 1)));
        [self.at(i + 1, j), self.at(i, j + 1)].map(|corner: V| {
            let around = ends.union(&Aabb::at(corner));
            let bottom = (around.lower[2] - self.thickness).next_down();
            Aabb { lower: V::from_fn(|k| if k == 2 { bottom } else { around.lower[k] }), ..around }
        })
    }

    /// The upward normal of a triangle, of any length; rounded. `None` in the plane.
    pub fn normal<V: Vector<Scalar = T>>(&self, number: u32) -> Option<V> {
        let [a, b, c] = self.corners::<Vec3<T>>(number);
        let normal = (b - a).cross(c - a);
        (V::DIM == 3).then(|| V::from_fn(|k| normal[k]))
    }

    /// All points at most the thickness below a triangle.
    pub fn prism<V: Space<Scalar = T>>(&self, number: u32) -> Result<Shape<V>, ShapeError> {
        let [a, b, c] = self.corners::<V>(number);
        let down = V::from_fn(|k| if k + 1 == V::DIM { -self.thickness } else { T::ZERO });
        Ok(Sum::new(Shape::from(Triangle::new(a, b, c)?), Shape::from(Segment::new(V::ZERO, down)?))?.into())
    }
}
