//! Signed distances on a grid of points.

use core::fmt;

use clearance::enclosure::Aabb;
use clearance::{Real, ShapeError, Vec3};

use super::batch::in_order;
use crate::body::Body;

/// Signed distances of a body from the points `origin + spacing · (i, j, k)`, the last number fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct DistanceGrid {
    /// The first point.
    pub origin: Vec3<f64>,
    /// The distance of neighbours along each axis.
    pub spacing: f64,
    /// How many points there are along each axis.
    pub shape: [usize; 3],
    /// The signed distances; of points deep in a compound, where bounds are all that is known, the upper bound.
    pub values: Vec<f64>,
    /// The largest distance of a value from either of its bounds.
    pub error: f64,
}

/// Why there is no such grid.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum GridError {
    /// The spacing is not a positive number.
    Spacing(f64),
    /// A lower bound is above the upper one, or is not finite.
    Bounds {
        /// Along this axis.
        axis: usize,
        /// The lower bound.
        lower: f64,
        /// The upper bound.
        upper: f64,
    },
    /// There are more points than fit into memory: above 2³².
    TooMany(f64),
    /// A point of the grid is none of a body's frame.
    Point(ShapeError),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spacing(value) => write!(f, "spacing must be positive and finite, got {value}"),
            Self::Bounds { axis, lower, upper } => {
                write!(f, "bounds must be finite and ascending, got {lower} to {upper} along axis {axis}")
            }
            Self::TooMany(count) => write!(f, "a grid must have at most 4294967296 points, got {count:e}"),
            Self::Point(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for GridError {}

/// The largest number of points.
const MOST: f64 = (1u64 << 32) as f64;

impl Body<Vec3<f64>> {
    /// The signed distance at every point of a grid that begins at the lower corner of `bounds` and ends at or before
    /// the upper one. On all threads with the feature `rayon`, with the same bits.
    ///
    /// ```
    /// use clearance::{Ball, Vec3};
    /// use clearance_world::{Aabb, Body};
    /// let ball = Body::new(Ball::new(1.0)?);
    /// let bounds = Aabb { lower: Vec3::new(-2.0, 0.0, 0.0), upper: Vec3::new(2.0, 0.0, 0.5) };
    /// let grid = ball.distance_grid(&bounds, 0.5).unwrap();
    /// assert_eq!(grid.shape, [9, 1, 2]);
    /// assert_eq!((grid.values[0], grid.values[8]), (1.0, -1.0)); // at x = -2 and at the middle
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn distance_grid(&self, bounds: &Aabb<Vec3<f64>>, spacing: f64) -> Result<DistanceGrid, GridError> {
        if !(spacing > 0.0 && spacing.is_finite()) {
            return Err(GridError::Spacing(spacing));
        }
        let mut shape = [0; 3];
        for (axis, count) in shape.iter_mut().enumerate() {
            let (lower, upper) = (bounds.lower[axis], bounds.upper[axis]);
            if !(lower <= upper && (upper - lower).is_finite()) {
                return Err(GridError::Bounds { axis, lower, upper });
            }
            *count = steps(lower, upper, spacing);
        }
        let count = shape.iter().fold(1.0, |count, &n| count * n as f64);
        if count > MOST {
            return Err(GridError::TooMany(count));
        }
        let mut grid = DistanceGrid { origin: bounds.lower, spacing, shape, values: Vec::new(), error: 0.0 };
        grid.values.reserve_exact(count as usize);
        // A slice at a time: answers are larger than their numbers.
        for i in 0..shape[0] {
            self.add_slice(&mut grid, i)?;
        }
        Ok(grid)
    }

    fn add_slice(&self, grid: &mut DistanceGrid, i: usize) -> Result<(), GridError> {
        let [_, rows, columns] = grid.shape;
        let points: Vec<Vec3<f64>> =
            (0..rows).flat_map(|j| (0..columns).map(move |k| [i, j, k])).map(|place| grid.point(place)).collect();
        let found = in_order(&points, |point, scratch| {
            let found = self.point_distance_from(point, scratch)?;
            let value = found.signed_distance.unwrap_or(found.bounds.upper);
            Ok((value, Real::max(found.bounds.upper - value, value - found.bounds.lower).next_up()))
        });
        for answer in found {
            let (value, error) = answer.map_err(GridError::Point)?;
            grid.values.push(value);
            grid.error = Real::max(grid.error, error);
        }
        Ok(())
    }
}

impl DistanceGrid {
    /// A point of the grid.
    pub fn point(&self, place: [usize; 3]) -> Vec3<f64> {
        let [i, j, k] = place.map(|n| n as f64 * self.spacing);
        Vec3::new(self.origin.x + i, self.origin.y + j, self.origin.z + k)
    }

    /// The signed distance at a point of the grid.
    pub fn at(&self, [i, j, k]: [usize; 3]) -> f64 {
        self.values[(i * self.shape[1] + j) * self.shape[2] + k]
    }
}

/// How many points there are from one number to another one, both counted: an end that only rounding has put beyond the
/// last point counts.
fn steps(lower: f64, upper: f64, spacing: f64) -> usize {
    let steps = (upper - lower) / spacing;
    let nearest = steps.round();
    let last = if (steps - nearest).abs() <= 8.0 * f64::UNIT * nearest { nearest } else { steps.floor() };
    // Too many saturate, and are refused.
    (last as usize).saturating_add(1)
}
