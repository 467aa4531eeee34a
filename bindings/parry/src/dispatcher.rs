//! The queries of parry at rest.

use clearance::{Status, Vec3};
use clearance_world::{Between, BodiesWithin, BodyPair};
use parry3d::math::{Pose, Real, Vector};
use parry3d::query::details;
use parry3d::query::details::ShapeCastOptions;
use parry3d::query::{
    ClosestPoints, Contact, DefaultQueryDispatcher, NonlinearRigidMotion, QueryDispatcher, QueryDispatcherChain,
    ShapeCastHit, ShapeDistance, ShapeIntersection, Unsupported,
};
use parry3d::shape::{CompositeShape, Shape};

use crate::cast;
use crate::convert::{is_known, ours, pose_of, theirs};
use crate::kept::held;

/// Answers with clearance. Shapes with parts (triangle meshes, compounds, polylines, but not height fields and voxels)
/// are traversed by parry, and each pair of parts is answered here. Other kinds are [`Unsupported`]: chain a dispatcher
/// that knows them.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClearanceDispatcher;

pub(crate) type Space = Vec3<Real>;

/// Asks about two convex bodies; in A's frame.
pub(crate) fn ask<T>(
    pos12: &Pose,
    g1: &dyn Shape,
    g2: &dyn Shape,
    question: impl FnOnce(BodyPair<Space>) -> Result<T, clearance_world::Refusal>,
) -> Result<T, Unsupported> {
    let (Some(a), Some(b), Ok(pose)) = (held(g1), held(g2), pose_of(pos12)) else { return Err(Unsupported) };
    question(BodyPair::new(&a, &b, &pose)).map_err(|_| Unsupported)
}

/// What answers about parts: a pair that is refused here, for its numbers, must not be left out.
pub(crate) fn parts() -> QueryDispatcherChain<ClearanceDispatcher, DefaultQueryDispatcher> {
    ClearanceDispatcher.chain(DefaultQueryDispatcher)
}

type Composite<'s> = Option<&'s (dyn CompositeShape + Sync)>;

/// The shapes as ones with parts, where they have some.
pub(crate) fn parts_of<'s>(
    g1: &'s dyn Shape,
    g2: &'s dyn Shape,
) -> Result<(Composite<'s>, Composite<'s>), Unsupported> {
    if is_known(g1) && is_known(g2) { Ok((g1.as_composite_shape(), g2.as_composite_shape())) } else { Err(Unsupported) }
}

/// The points and the normal of an answer in the frames of both bodies.
pub(crate) fn local(found: &Between<Space>, pos12: &Pose) -> (Vector, Vector, Vector, Vector) {
    let near = &found.proximity;
    let normal = theirs(near.normal);
    let back = pos12.inverse();
    (theirs(near.witness_a), back * theirs(near.witness_b), normal, back.rotation * -normal)
}

impl QueryDispatcher for ClearanceDispatcher {
    fn intersection_test(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
    ) -> Result<ShapeIntersection, Unsupported> {
        match parts_of(g1, g2)? {
            (Some(c1), _) => return Ok(details::intersection_test_composite_shape_shape(&parts(), pos12, c1, g2)),
            (_, Some(c2)) => return Ok(details::intersection_test_shape_composite_shape(&parts(), pos12, g1, c2)),
            _ => {}
        }
        ask(pos12, g1, g2, |pair| pair.intersects()).map(ShapeIntersection::new)
    }

    fn distance(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Result<ShapeDistance, Unsupported> {
        match parts_of(g1, g2)? {
            (Some(c1), _) => return Ok(details::distance_composite_shape_shape(&parts(), pos12, c1, g2)),
            (_, Some(c2)) => return Ok(details::distance_shape_composite_shape(&parts(), pos12, g1, c2)),
            _ => {}
        }
        let found = ask(pos12, g1, g2, |pair| pair.distance())?;
        Ok(found.proximity.signed_distance.max(0.0).into())
    }

    fn contact(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
    ) -> Result<Option<Contact>, Unsupported> {
        match parts_of(g1, g2)? {
            (Some(c1), _) => return Ok(details::contact_composite_shape_shape(&parts(), pos12, c1, g2, prediction)),
            (_, Some(c2)) => return Ok(details::contact_shape_composite_shape(&parts(), pos12, g1, c2, prediction)),
            _ => {}
        }
        let BodiesWithin::Near(found) = ask(pos12, g1, g2, |pair| pair.distance_within(prediction))? else {
            return Ok(None);
        };
        let dist = found.proximity.signed_distance;
        let (point1, point2, normal1, normal2) = local(&found, pos12);
        Ok((dist <= prediction).then(|| Contact::new(point1, point2, normal1, normal2, dist)))
    }

    fn closest_points(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        max_dist: Real,
    ) -> Result<ClosestPoints, Unsupported> {
        match parts_of(g1, g2)? {
            (Some(c1), _) => {
                return Ok(details::closest_points_composite_shape_shape(&parts(), pos12, c1, g2, max_dist));
            }
            (_, Some(c2)) => {
                return Ok(details::closest_points_shape_composite_shape(&parts(), pos12, g1, c2, max_dist));
            }
            _ => {}
        }
        let found = ask(pos12, g1, g2, |pair| pair.distance())?;
        let (point1, point2, ..) = local(&found, pos12);
        Ok(match found.status() {
            Status::Overlapping | Status::Touching => ClosestPoints::Intersecting,
            _ if found.proximity.signed_distance > max_dist => ClosestPoints::Disjoint,
            _ => ClosestPoints::WithinMargin(point1, point2),
        })
    }

    fn cast_shapes(
        &self,
        pos12: &Pose,
        vel12: Vector,
        g1: &dyn Shape,
        g2: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        match parts_of(g1, g2)? {
            (Some(c1), _) => {
                return Ok(details::cast_shapes_composite_shape_shape(&parts(), pos12, vel12, c1, g2, options));
            }
            (_, Some(c2)) => {
                return Ok(details::cast_shapes_shape_composite_shape(&parts(), pos12, vel12, g1, c2, options));
            }
            _ => {}
        }
        cast::straight(pos12, ours(vel12), (g1, g2), &options)
    }

    fn cast_shapes_nonlinear(
        &self,
        motion1: &NonlinearRigidMotion,
        g1: &dyn Shape,
        motion2: &NonlinearRigidMotion,
        g2: &dyn Shape,
        start_time: Real,
        end_time: Real,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let (times, stop) = ((start_time, end_time), stop_at_penetration);
        match parts_of(g1, g2)? {
            (Some(c1), _) => Ok(details::cast_shapes_nonlinear_composite_shape_shape(
                &parts(),
                motion1,
                c1,
                motion2,
                g2,
                times.0,
                times.1,
                stop,
            )),
            (_, Some(c2)) => Ok(details::cast_shapes_nonlinear_shape_composite_shape(
                &parts(),
                motion1,
                g1,
                motion2,
                c2,
                times.0,
                times.1,
                stop,
            )),
            _ => cast::turning((motion1, g1), (motion2, g2), times, stop),
        }
    }
}
