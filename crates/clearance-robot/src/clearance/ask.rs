//! The one place where pairs are handed to the core.

use clearance::query::{self, PoseGradient, SecondDerivatives, Within};
use clearance::{Bounds, Feature, Pose3, Proximity, Vec3};

use super::stage::Part;
use crate::Solid;

/// The signed distance of a pair at two world poses if it is at most `max`, else a proven lower bound above it; in the world.
pub(crate) fn within([a, b]: [&Part; 2], [pose_a, pose_b]: [&Pose3<f64>; 2], max: f64) -> Within<Vec3<f64>> {
    let found = match (&a.solid, &b.solid) {
        (Solid::Convex(first), Solid::Convex(second)) => {
            query::distance_within(first, second, &Pose3::relative(pose_a, pose_b), max)
        }
        _ => Within::Near(beside_halfspace([a, b], [pose_a, pose_b])),
    };
    match found {
        Within::Near(found) if is_halfspace(b) => Within::Near(found),
        Within::Near(found) => Within::Near(placed(found, pose_a)),
        beyond => beyond,
    }
}

/// The signed distance of a pair at two world poses, in the world.
pub(crate) fn nearest([a, b]: [&Part; 2], [pose_a, pose_b]: [&Pose3<f64>; 2]) -> Proximity<Vec3<f64>> {
    match (&a.solid, &b.solid) {
        (Solid::Convex(first), Solid::Convex(second)) => {
            placed(query::signed_distance(first, second, &Pose3::relative(pose_a, pose_b)), pose_a)
        }
        _ => beside_halfspace([a, b], [pose_a, pose_b]),
    }
}

/// The signed distance of a pair with its derivative by the poses, in the world. Of a halfspace only the deepest point is told.
pub(crate) fn gradient([a, b]: [&Part; 2], [pose_a, pose_b]: [&Pose3<f64>; 2]) -> PoseGradient<Vec3<f64>> {
    if let (Solid::Convex(first), Solid::Convex(second)) = (&a.solid, &b.solid) {
        return query::gradient(first, second, &Pose3::relative(pose_a, pose_b)).placed(pose_a);
    }
    let proximity = beside_halfspace([a, b], [pose_a, pose_b]);
    let pairs = vec![[proximity.witness_a, proximity.witness_b]];
    let branches = vec![query::Branch { normal: proximity.normal, pairs }];
    PoseGradient { proximity, branches, differentiable: false, complete: false }
}

/// The second derivatives of a pair by motions of B about a point of A's frame.
pub(crate) fn second(
    [a, b]: [&Part; 2],
    b_in_a: &Pose3<f64>,
    about: Vec3<f64>,
) -> Option<SecondDerivatives<Vec3<f64>>> {
    match (&a.solid, &b.solid) {
        (Solid::Convex(first), Solid::Convex(second)) => query::second_derivatives(first, second, b_in_a, about),
        _ => None,
    }
}

fn is_halfspace(part: &Part) -> bool {
    matches!(part.solid, Solid::Halfspace(_))
}

/// A shape beside a halfspace, in the world. Two halfspaces, which no robot has, count as overlapping without end.
fn beside_halfspace([a, b]: [&Part; 2], [pose_a, pose_b]: [&Pose3<f64>; 2]) -> Proximity<Vec3<f64>> {
    match (&a.solid, &b.solid) {
        (Solid::Convex(shape), Solid::Halfspace(half)) => half.signed_distance(pose_b, shape, pose_a).swapped(),
        (Solid::Halfspace(half), Solid::Convex(shape)) => half.signed_distance(pose_a, shape, pose_b),
        _ => Proximity {
            signed_distance: f64::NEG_INFINITY,
            normal: Vec3::new(1.0, 0.0, 0.0),
            witness_a: pose_a.translation(),
            witness_b: pose_a.translation(),
            bounds: Bounds { lower: f64::NEG_INFINITY, upper: f64::INFINITY },
            features: [Feature::SMOOTH; 2],
            unique: false,
            status: clearance::Status::Undecided,
            proven: false,
            iterations: 0,
        },
    }
}

/// An answer of A's frame in the world; `witness_b = witness_a + signed_distance · normal` still holds.
fn placed(mut found: Proximity<Vec3<f64>>, pose_a: &Pose3<f64>) -> Proximity<Vec3<f64>> {
    use clearance::Vector;
    found.normal = pose_a.vector(found.normal).normalized();
    found.witness_a = pose_a.point(found.witness_a);
    found.witness_b = found.witness_a + found.normal * found.signed_distance;
    found
}
