//! Bodies and points: whether a body contains a point, how far away it is, and the nearest point of the body.

use clearance::{Point, Pose, ShapeError, Space};

use crate::answer::Between;
use crate::between::between;
use crate::body::Body;
use crate::parts::Placed;

/// Questions about a point in the body's frame, by the names of those about [shapes](clearance::query). Each fails if a
/// coordinate is not finite or above [`Real::LARGEST`](clearance::Real::LARGEST).
impl<V: Space> Body<V> {
    /// Whether the closed body contains a point; a point that may be on the border counts.
    ///
    /// ```
    /// use clearance::{Ball, Pose3, Shape3, Vec3};
    /// use clearance_world::Body;
    /// let at = |x| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
    /// let ball = Shape3::from(Ball::new(1.0)?);
    /// let dumbbell = Body::compound([(ball.clone(), at(-2.0)), (ball, at(2.0))])?;
    /// assert!(dumbbell.contains_point(Vec3::new(2.5, 0.0, 0.0))? && !dumbbell.contains_point(Vec3::new(0.0, 0.0, 0.0))?);
    /// assert_eq!(dumbbell.distance_to_point(Vec3::new(0.5, 0.0, 0.0))?.signed_distance, Some(0.5));
    /// assert_eq!(dumbbell.project_point(Vec3::new(0.5, 0.0, 0.0))?, Vec3::new(1.0, 0.0, 0.0));
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn contains_point(&self, point: V) -> Result<bool, ShapeError> {
        Ok(self.distance_to_point(point)?.collides != Some(false))
    }

    /// The signed distance of the body from a point; the witness point on A is that of the body.
    pub fn distance_to_point(&self, point: V) -> Result<Between<V>, ShapeError> {
        let (here, at) = (Body::new(Point::new()), Pose::from_translation(point)?);
        let (body, point) = (Placed { body: self, pose: &Pose::IDENTITY }, Placed { body: &here, pose: &at });
        Ok(between(body, point, &clearance::Options::default()))
    }

    /// The point of the closed body that is nearest to a point: the point itself where the body contains it.
    pub fn project_point(&self, point: V) -> Result<V, ShapeError> {
        let found = self.distance_to_point(point)?;
        Ok(if found.collides == Some(false) { found.proximity.witness_a } else { point })
    }
}
