//! A shape and a point: whether it contains the point, how far away it is, and the nearest point of the shape.

use super::pair::signed_distance;
use super::space::Space;
use crate::error::ShapeError;
use crate::math::Pose;
use crate::proximity::{Proximity, Status};
use crate::shape::Point;
use crate::support::Support;

/// Queries of a shape and a point in the shape's frame; implemented for all shapes.
///
/// Each fails if a coordinate is not finite or above [`Real::LARGEST`](crate::Real::LARGEST).
///
/// ```
/// use clearance::prelude::*;
/// let brick = Cuboid::from_half_extents(Vec3::new(3.0, 2.0, 1.0))?;
/// assert!(brick.contains_point(Vec3::new(3.0, 0.5, 0.0))?); // on a face
/// assert_eq!(brick.project_point(Vec3::new(5.0, 0.5, 0.25))?, Vec3::new(3.0, 0.5, 0.25));
/// assert_eq!(brick.distance_to_point(Vec3::new(5.0, 0.5, 0.25))?.signed_distance, 2.0);
/// assert_eq!(brick.distance_to_point(Vec3::new(2.5, 0.5, 0.25))?.signed_distance, -0.5); // 0.5 below a face
/// # Ok::<(), ShapeError>(())
/// ```
#[doc(alias = "point query")]
#[doc(alias = "PointQuery")]
pub trait PointQueries<V: Space>: Support<V> {
    /// Whether the closed shape contains a point; a point that rounding cannot distinguish from one of the border
    /// counts.
    #[doc(alias = "point in shape")]
    fn contains_point(&self, point: V) -> Result<bool, ShapeError> {
        Ok(self.distance_to_point(point)?.status != Status::Separated)
    }

    /// The signed distance of the shape from a point: negative inside, where it is minus the distance from the border.
    /// `witness_a` is the nearest point of the border.
    #[doc(alias = "signed distance field")]
    fn distance_to_point(&self, point: V) -> Result<Proximity<V>, ShapeError> {
        Ok(signed_distance(self, &Point::new(), &Pose::from_translation(point)?))
    }

    /// The point of the closed shape that is nearest to a point: the point itself where the shape contains it.
    #[doc(alias = "closest point")]
    #[doc(alias = "nearest point")]
    fn project_point(&self, point: V) -> Result<V, ShapeError> {
        let found = self.distance_to_point(point)?;
        Ok(if found.status == Status::Separated { found.witness_a } else { point })
    }
}

impl<V: Space, S: Support<V> + ?Sized> PointQueries<V> for S {}
