//! What is inside of a closed mesh: a point of a body decides, if the body meets none of the mesh's triangles.
//!
//! A convex body is connected. If it is proven apart from the surface and one of its points is outside, all of it is
//! outside; the pairs of the body with the triangles prove the first, this one the second. So the answer for the
//! interior alone is not a distance: it is [`FAR`] for a point that is proven outside, whatever the distance to the
//! surface, which the triangles have.

use clearance::enclosure::posed_point;
use clearance::{Pose3, Proximity, Real, Shape3, Status, Support, SupportExt, Vec3, Vector, query};
use clearance_world::TriangleMesh;

use super::placed::placed;

/// Larger than any distance of a query: bodies are within this of their frames.
pub(crate) const FAR: f64 = 1e100;

/// Where a point of a body is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    Outside,
    /// With a proven lower bound of its distance from the surface.
    Inside(f64),
    /// Closer to the surface than rounding can decide.
    Open,
}

/// Where a point of a shape is relative to a closed mesh, both at world poses.
///
/// The point is seen from the mesh: its [image](posed_point) by the relative pose errs by the error there, and the
/// support point by the shape's own and by the rounding of a sum. With all of that below its distance from the surface,
/// the true point is on the same side as the computed one, which exact arithmetic decides.
pub(crate) fn place(shape: &Shape3<f64>, pose: &Pose3<f64>, mesh: &TriangleMesh<Vec3<f64>>, at: &Pose3<f64>) -> Place {
    let own = shape.anchor() + shape.support(Vec3::axis(0));
    let (point, off) = posed_point(&Pose3::relative(at, pose), own);
    let error = off + shape.support_error() + 2.0 * f64::UNIT * (shape.anchor().norm() + shape.reach());
    let away = mesh.distance_to_surface(point).bounds.lower - error * (1.0 + 16.0 * f64::UNIT);
    match away > 0.0 {
        true if mesh.contains(point) => Place::Inside(away),
        true => Place::Outside,
        false => Place::Open,
    }
}

/// The signed distance of a shape from what is inside of a mesh, in the world, as far as the interior alone decides.
///
/// A body with a point inside at distance `d` from the surface has to be moved by at least `d`, and by no more than
/// parts the hulls.
pub(crate) fn beside(
    shape: &Shape3<f64>,
    pose: &Pose3<f64>,
    mesh: &TriangleMesh<Vec3<f64>>,
    at: &Pose3<f64>,
) -> Proximity<Vec3<f64>> {
    let hulls = query::signed_distance(shape, mesh.hull(), &Pose3::relative(pose, at));
    let mut found = placed(hulls, pose);
    found.proven = false;
    match place(shape, pose, mesh, at) {
        Place::Inside(depth) => {
            found.signed_distance = found.signed_distance.min(-depth);
            found.bounds.lower = found.bounds.lower.min(-depth);
            found.bounds.upper = -depth;
            found.status = Status::Overlapping;
        }
        Place::Outside => {
            found.signed_distance = FAR;
            (found.bounds.lower, found.bounds.upper) = (FAR, FAR);
            found.status = Status::Separated;
        }
        Place::Open => {
            found.bounds.lower = found.bounds.lower.min(0.0);
            found.bounds.upper = FAR;
            found.status = Status::Undecided;
        }
    }
    found.witness_b = found.witness_a + found.normal * found.signed_distance;
    found
}

#[cfg(test)]
mod tests;
