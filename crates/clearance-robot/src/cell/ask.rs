//! The one place where pairs are handed to the core.

use clearance::query::{self, PoseGradient, SecondDerivatives, Smoothed, WarmStart, Within};
use clearance::{Bounds, Cuboid, Feature, Pose3, Proximity, Rotor3, Vec3};

use super::interior;
use super::piece::Piece;
use super::placed::placed;
use super::stage::Part;

/// The signed distance of a pair at two world poses if it is at most `max`, else a proven lower bound above it; in the
/// world.
pub(crate) fn within(parts: [&Part; 2], poses: [&Pose3<f64>; 2], max: f64) -> Within<Vec3<f64>> {
    within_warm(parts, poses, max, None)
}

/// [`within`], begun where the last query of the pair ended.
pub(crate) fn within_warm(
    [a, b]: [&Part; 2],
    [pose_a, pose_b]: [&Pose3<f64>; 2],
    max: f64,
    warm: Option<&mut WarmStart<Vec3<f64>>>,
) -> Within<Vec3<f64>> {
    let found = match (&a.piece, &b.piece) {
        (Piece::Convex(first), Piece::Convex(second)) => {
            let b_in_a = Pose3::relative(pose_a, pose_b);
            let pair = query::Pair::new(first, second, &b_in_a);
            match warm {
                Some(warm) => pair.warm(warm).distance_within(max),
                None => pair.distance_within(max),
            }
        }
        (Piece::Interior(_), _) | (_, Piece::Interior(_)) => {
            let found = nearest([a, b], [pose_a, pose_b]);
            if found.bounds.lower > max { Within::Beyond { lower: found.bounds.lower } } else { Within::Near(found) }
        }
        _ => Within::Near(beside_halfspace([a, b], [pose_a, pose_b])),
    };
    match found {
        Within::Near(found) if !(is_convex(a) && is_convex(b)) => Within::Near(found),
        Within::Near(found) => Within::Near(placed(found, pose_a)),
        beyond => beyond,
    }
}

/// The signed distance of a pair at two world poses, in the world.
pub(crate) fn nearest([a, b]: [&Part; 2], [pose_a, pose_b]: [&Pose3<f64>; 2]) -> Proximity<Vec3<f64>> {
    match (&a.piece, &b.piece) {
        (Piece::Convex(first), Piece::Convex(second)) => {
            placed(query::signed_distance(first, second, &Pose3::relative(pose_a, pose_b)), pose_a)
        }
        (Piece::Convex(shape), Piece::Interior(mesh)) => interior::beside(shape, pose_a, mesh, pose_b),
        (Piece::Interior(mesh), Piece::Convex(shape)) => interior::beside(shape, pose_b, mesh, pose_a).swapped(),
        _ => beside_halfspace([a, b], [pose_a, pose_b]),
    }
}

/// The signed distance of a pair with its derivative by the poses, in the world.
pub(crate) fn gradient([a, b]: [&Part; 2], [pose_a, pose_b]: [&Pose3<f64>; 2]) -> PoseGradient<Vec3<f64>> {
    if let (Piece::Convex(first), Piece::Convex(second)) = (&a.piece, &b.piece) {
        return query::gradient(first, second, &Pose3::relative(pose_a, pose_b)).placed(pose_a);
    }
    let proximity = nearest([a, b], [pose_a, pose_b]);
    if let (Piece::Convex(shape), Some(_), Some((slab, slab_pose))) =
        (&a.piece, b.piece.halfspace(), slab(&proximity, a.ball.radius))
    {
        let found = query::gradient(shape, &slab, &Pose3::relative(pose_a, &slab_pose)).placed(pose_a);
        return PoseGradient { proximity, ..found };
    }
    let pairs = vec![[proximity.witness_a, proximity.witness_b]];
    let branches = vec![query::Branch { normal: proximity.normal, pairs }];
    PoseGradient { proximity, branches, differentiable: false, complete: false }
}

/// The smoothed distance of a pair at two world poses, in the frame of the first; `None` for the insides of triangles.
pub(crate) fn smoothed(
    [a, b]: [&Part; 2],
    [pose_a, pose_b]: [&Pose3<f64>; 2],
    blur: f64,
) -> Option<Smoothed<Vec3<f64>>> {
    match (&a.piece, &b.piece) {
        (Piece::Convex(first), Piece::Convex(second)) => {
            Some(query::smoothed_distance(first, second, &Pose3::relative(pose_a, pose_b), blur))
        }
        (Piece::Convex(shape), Piece::Halfspace(_)) => {
            let (slab, slab_pose) = slab(&nearest([a, b], [pose_a, pose_b]), a.ball.radius)?;
            Some(query::smoothed_distance(shape, &slab, &Pose3::relative(pose_a, &slab_pose), blur))
        }
        _ => None,
    }
}

/// A cube that represents the halfspace towards a shape within a radius: one face is the plane, under the witness
/// point, and so wide and deep that no other one is nearer to any of the shape's points.
fn slab(found: &Proximity<Vec3<f64>>, radius: f64) -> Option<(Cuboid<Vec3<f64>>, Pose3<f64>)> {
    let (into, half) = (found.normal, 8.0 * (radius + found.signed_distance.abs()));
    let up = -into;
    // The shortest turn from z to the outward normal; half a turn about x if they are opposite.
    let quaternion = if up.z > -0.5 { [1.0 + up.z, -up.y, up.x, 0.0] } else { [-up.y, 1.0 - up.z, 0.0, up.x] };
    let pose = Pose3::new(Rotor3::from_wxyz(quaternion).ok()?, found.witness_b + into * half).ok()?;
    Some((Cuboid::from_half_extents(Vec3::new(half, half, half)).ok()?, pose))
}

/// The second derivatives of a pair by motions of B about a point of A's frame.
pub(crate) fn second(
    [a, b]: [&Part; 2],
    b_in_a: &Pose3<f64>,
    about: Vec3<f64>,
) -> Option<SecondDerivatives<Vec3<f64>>> {
    match (&a.piece, &b.piece) {
        (Piece::Convex(first), Piece::Convex(second)) => query::second_derivatives(first, second, b_in_a, about),
        _ => None,
    }
}

fn is_convex(part: &Part) -> bool {
    matches!(part.piece, Piece::Convex(_))
}

/// A shape beside a halfspace, in the world. Two halfspaces, which no robot has, count as overlapping without end.
fn beside_halfspace([a, b]: [&Part; 2], [pose_a, pose_b]: [&Pose3<f64>; 2]) -> Proximity<Vec3<f64>> {
    match (&a.piece, &b.piece) {
        (Piece::Convex(shape), Piece::Halfspace(half)) => {
            query::Pair::in_world((shape, pose_a), (half, pose_b)).signed_distance()
        }
        (Piece::Halfspace(half), Piece::Convex(shape)) => {
            query::Pair::in_world((half, pose_a), (shape, pose_b)).signed_distance()
        }
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
