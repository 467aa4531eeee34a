//! Points in a scene: the nearest body of each.

use clearance::enclosure::{Aabb, point_in_frame};
use clearance::{Bounds, Pose, Real, ShapeError, Space};

use super::PointDistance;
use super::batch::in_order;
use crate::key::BodyId;
use crate::mesh::Scratch;
use crate::resident::Resident;
use crate::scene::Scene;
use crate::sort::by_number;

/// The body of a scene that is nearest to a point, or that holds it deepest.
#[derive(Clone, Debug, PartialEq)]
pub struct NearestBody<V: Space> {
    /// The one of the least key, of bodies that are as near.
    pub body: BodyId,
    /// Its distance, in the world.
    pub distance: PointDistance<V>,
    /// Other bodies that may be as near, by their keys.
    pub ties: Vec<BodyId>,
}

impl<V: Space> Scene<V> {
    /// The body with the least signed distance from a point in the world; `None` in a scene without bodies. Margins,
    /// groups and ignored pairs do not count.
    ///
    /// ```
    /// use clearance::{Ball, Pose3, Vec3};
    /// use clearance_world::{Body, Scene};
    /// let mut scene = Scene::new();
    /// for (name, x) in [("left", -2.0), ("right", 2.0)] {
    ///     let at = Pose3::from_translation(Vec3::new(x, 0.0, 0.0))?;
    ///     scene.add(name, Body::new(Ball::new(0.5)?).at(at)).unwrap();
    /// }
    /// let found = scene.point_distance(Vec3::new(0.5, 0.0, 0.0))?.unwrap();
    /// assert_eq!((scene.key(found.body).unwrap().to_string(), found.distance.signed_distance), ("right".into(), Some(1.0)));
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn point_distance(&self, point: V) -> Result<Option<NearestBody<V>>, ShapeError> {
        self.point_distance_from(point, &mut Scratch::default())
    }

    /// [`point_distance`](Self::point_distance) of many points, in their order; a point that is refused does not hurt
    /// the others.
    pub fn point_distances(&self, points: &[V]) -> Vec<Result<Option<NearestBody<V>>, ShapeError>> {
        in_order(points, |point, scratch| self.point_distance_from(point, scratch))
    }

    fn point_distance_from(&self, point: V, scratch: &mut Scratch) -> Result<Option<NearestBody<V>>, ShapeError> {
        super::check(point)?;
        let (mut found, mut failed, mut upper) = (Vec::new(), None, V::Scalar::INFINITY);
        self.tree().closest_items(&Aabb::at(point), upper, |slot, _| {
            if let Some(resident) = self.resident(slot) {
                match in_world(resident, point, scratch) {
                    Ok(distance) => {
                        upper = upper.min(distance.bounds.upper);
                        found.push((slot, &resident.key, distance));
                    }
                    Err(error) => failed = Some(error),
                }
            }
            upper
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let rank = |distance: &PointDistance<V>| distance.signed_distance.unwrap_or(distance.bounds.upper);
        // A body that only the tree's larger box let in does not count.
        let here = Aabb::at(point);
        found.retain(|(slot, _, distance)| {
            let is_near = |resident: &Resident<V>| resident.bounds.distance_bound(&here) <= upper;
            distance.bounds.lower <= upper && self.resident(*slot).is_some_and(is_near)
        });
        found.sort_by(|(_, a, one), (_, b, other)| by_number(rank(one), rank(other)).then_with(|| a.cmp(b)));
        let Some((first, _, mut distance)) = found.first().copied() else { return Ok(None) };
        let lower = found.iter().fold(upper, |lower, (_, _, other)| lower.min(other.bounds.lower));
        distance.bounds = Bounds { lower, upper: upper.max(lower) };
        distance.unique &= found.len() == 1;
        found.remove(0);
        found.sort_by_key(|(_, key, _)| *key);
        let ties = found.iter().map(|(slot, _, _)| self.id(*slot)).collect();
        Ok(Some(NearestBody { body: self.id(first), distance, ties }))
    }
}

/// The distance of a body from a point in the world. The point in the body's frame is off by what the pose rounds, and
/// the signed distance changes by no more.
fn in_world<V: Space>(resident: &Resident<V>, point: V, scratch: &mut Scratch) -> Result<PointDistance<V>, ShapeError> {
    let (pose, body) = (resident.object.pose(), resident.object.body());
    if *pose == Pose::IDENTITY {
        return body.point_distance_from(point, scratch);
    }
    let (local, error) = point_in_frame(pose, point);
    let found = body.point_distance_from(local, scratch)?;
    let Bounds { lower, upper } = found.bounds;
    // A border does not pass between two points that are less far from one another than from it.
    let is_decided = lower > error || upper < -error;
    let bounds = Bounds { lower: (lower - error).next_down(), upper: (upper + error).next_up() };
    let bounds = match found.surface {
        true => Bounds { lower: bounds.lower.max(V::Scalar::ZERO), ..bounds },
        false => bounds,
    };
    Ok(PointDistance {
        bounds,
        inside: found.inside.filter(|_| is_decided),
        nearest: pose.point(found.nearest),
        normal: pose.vector(found.normal).normalized(),
        ..found
    })
}
