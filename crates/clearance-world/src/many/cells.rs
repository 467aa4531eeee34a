//! Cubes along the axes: occupied cells of a grid, all of one size, or leaves of an octree, each with its own.
//!
//! Each is a box about its middle, so much wider than its size that rounding of the middles leaves no gap between
//! neighbours: by less than ten roundings of the largest coordinate. Middles are off by at most `2u` of the largest
//! one, so neighbours are at most half of both sizes and `4u` of it apart, and halves of `s/2 + 4u` of it cover that.

use clearance::enclosure::Aabb;
use clearance::{Cuboid, Real, ShapeError, Space, Vector};

use super::limits::boxes;

/// Cubes about their middles.
#[derive(Clone, Debug)]
pub(super) struct Cells<V: Vector> {
    centers: Vec<V>,
    half: Half<V::Scalar>,
}

/// Half of the sides of cubes.
#[derive(Clone, Debug)]
enum Half<T> {
    /// Half of the side of all.
    One(T),
    /// Half of the side of each.
    Each(Vec<T>),
}

impl<V: Space> Cells<V> {
    /// Cells of a grid, a number for each axis.
    pub fn of_grid(cells: &[[i32; 3]], size: V::Scalar, origin: V) -> Result<Self, ShapeError> {
        check_size::<V>("size of voxels", size)?;
        let number = V::Scalar::from_f64;
        let middle = |cell: &[i32; 3]| V::from_fn(|k| origin[k] + size * number(f64::from(cell[k]) + 0.5));
        let centers: Vec<V> = cells.iter().map(middle).collect();
        let half = half(size, largest(&centers, size));
        Ok(Cells { centers, half: Half::One(half) })
    }

    /// Cubes of some sizes about some middles.
    pub fn of_sizes(centers: Vec<V>, sizes: &[V::Scalar]) -> Result<Self, ShapeError> {
        if centers.len() != sizes.len() {
            return Err(ShapeError::Inconsistent {
                what: "sizes of an octree",
                rule: "there must be as many as middles",
            });
        }
        for &size in sizes {
            check_size::<V>("size of an octree's cell", size)?;
        }
        let largest = largest(&centers, V::Scalar::ZERO);
        let halves = sizes.iter().map(|&size| half(size, largest.max(size))).collect();
        Ok(Cells { centers, half: Half::Each(halves) })
    }

    /// The boxes of all cubes.
    pub fn boxes(&self, what: &'static str) -> Result<Vec<Aabb<V>>, ShapeError> {
        boxes(what, &self.centers, |number, _| self.bounds(number))
    }

    /// The middle of a cube, and half of its sides.
    pub fn cell(&self, number: u32) -> (V, V) {
        let half = match &self.half {
            Half::One(half) => *half,
            Half::Each(halves) => halves[number as usize],
        };
        (self.centers[number as usize], V::from_fn(|_| half))
    }

    pub fn kind(&self) -> &'static str {
        match self.half {
            Half::One(_) => "voxels",
            Half::Each(_) => "octree",
        }
    }

    /// A box that holds a cube.
    fn bounds(&self, number: u32) -> Aabb<V> {
        let (center, half) = self.cell(number);
        Aabb {
            lower: V::from_fn(|k| (center[k] - half[k]).next_down()),
            upper: V::from_fn(|k| (center[k] + half[k]).next_up()),
        }
    }
}

/// Half of a side, and what covers the rounding of middles that have no larger coordinate.
fn half<T: Real>(size: T, largest: T) -> T {
    (size * T::HALF + largest * T::UNIT * T::from_f64(4.0)).next_up()
}

/// Refuses what no cube has for a side.
fn check_size<V: Space>(what: &'static str, size: V::Scalar) -> Result<(), ShapeError> {
    Cuboid::from_half_extents(V::from_fn(|_| size))?;
    if size > V::Scalar::ZERO { Ok(()) } else { Err(ShapeError::Inconsistent { what, rule: "it must be positive" }) }
}

/// The largest coordinate, at least `least`.
fn largest<V: Vector>(centers: &[V], least: V::Scalar) -> V::Scalar {
    centers.iter().fold(least, |largest, center| largest.max(center.max_abs()))
}
