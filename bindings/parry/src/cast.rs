//! When moving shapes first meet.

use clearance::query::motion::{LinearMotion, Motion};
use clearance::query::{Encounter, Impact, ToiOptions};
use clearance::{Pose3, Vec3};
use clearance_world::MovingBodies;
use parry3d::math::{Pose, Real};
use parry3d::query::details::ShapeCastOptions;
use parry3d::query::{NonlinearRigidMotion, ShapeCastHit, ShapeCastStatus, Unsupported};
use parry3d::shape::Shape;

use crate::convert::{ours, pose_of, theirs};
use crate::kept::held;

type Space = Vec3<Real>;
type Cast = Result<Option<ShapeCastHit>, Unsupported>;

/// The second shape moves on a straight line, by a velocity in the first one's frame.
pub fn straight(pos12: &Pose, velocity: Space, (g1, g2): (&dyn Shape, &dyn Shape), options: &ShapeCastOptions) -> Cast {
    let start = pose_of(pos12).map_err(|_| Unsupported)?;
    let (first, second) = (g1.compute_local_bounding_sphere(), g2.compute_local_bounding_sphere());
    // After that the balls around bounded shapes have passed one another.
    let far = pos12.translation.length()
        + [first, second].map(|ball| ball.center.length() + ball.radius).iter().sum::<Real>()
        + options.target_distance;
    let speed = theirs(velocity).length();
    let until = if speed > 0.0 && far.is_finite() {
        options.max_time_of_impact.min(2.0 * far / speed)
    } else {
        options.max_time_of_impact
    };
    if speed > 0.0 && until * speed > Real::MAX / 1e6 {
        return Err(Unsupported);
    }
    let way = if speed > 0.0 { velocity * until } else { velocity };
    let motion = LinearMotion::straight(start, way).map_err(|_| Unsupported)?;
    let found = meet((g1, &Pose3::IDENTITY), (g2, &motion), options.target_distance)?;
    let Some(encounter) = found else { return Ok(None) };
    if encounter.initial && !options.stop_at_penetration {
        // Whether they part is another question than when they meet.
        return Err(Unsupported);
    }
    let time = if speed > 0.0 { encounter.time * until } else { 0.0 };
    let later = Pose::from_parts(theirs(ours(pos12.translation) + velocity * time), pos12.rotation);
    Ok(Some(hit(&encounter, time, (&Pose::IDENTITY, &later))))
}

/// Both move and turn at constant rates.
pub fn turning(
    (motion1, g1): (&NonlinearRigidMotion, &dyn Shape),
    (motion2, g2): (&NonlinearRigidMotion, &dyn Shape),
    (from, to): (Real, Real),
    stop_at_penetration: bool,
) -> Cast {
    let span = to - from;
    if !(span > 0.0 && span.is_finite()) {
        return Err(Unsupported);
    }
    let motions = [motion1, motion2].map(|motion| {
        let start = pose_of(&motion.position_at_time(from)).ok()?;
        let pivot = motion.start * motion.local_center + motion.linvel * from;
        LinearMotion::about(ours(pivot), start, ours(motion.linvel) * span, ours(motion.angvel) * span).ok()
    });
    let [Some(first), Some(second)] = motions else { return Err(Unsupported) };
    let Some(encounter) = meet((g1, &first), (g2, &second), 0.0)? else { return Ok(None) };
    if encounter.initial && !stop_at_penetration {
        return Err(Unsupported);
    }
    let time = from + encounter.time * span;
    let poses = [motion1, motion2].map(|motion| motion.position_at_time(time));
    Ok(Some(hit(&encounter, time, (&poses[0], &poses[1]))))
}

/// The first contact; what is not decided counts as one at the last time that is proven to be free.
fn meet(
    (g1, motion1): (&dyn Shape, &dyn Motion<Space>),
    (g2, motion2): (&dyn Shape, &dyn Motion<Space>),
    target_distance: Real,
) -> Result<Option<Encounter<Space>>, Unsupported> {
    let (Some(a), Some(b)) = (held(g1), held(g2)) else { return Err(Unsupported) };
    let options = ToiOptions { target_distance, ..ToiOptions::default() };
    let found = MovingBodies::new((&a, motion1), (&b, motion2)).options(options).time_of_impact();
    Ok(match found.map_err(|_| Unsupported)?.impact {
        Impact::NoContact { .. } => None,
        Impact::Hit(encounter) => Some(encounter),
        Impact::Undecided(encounter) => Some(Encounter { time: encounter.bracket.lower, ..encounter }),
    })
}

/// A hit as parry has it: points and normals in the frames of both shapes.
fn hit(encounter: &Encounter<Space>, time: Real, (pose1, pose2): (&Pose, &Pose)) -> ShapeCastHit {
    let near = &encounter.proximity;
    let normal = theirs(near.normal);
    ShapeCastHit {
        time_of_impact: time,
        witness1: pose1.inverse() * theirs(near.witness_a),
        witness2: pose2.inverse() * theirs(near.witness_b),
        normal1: pose1.rotation.inverse() * normal,
        normal2: pose2.rotation.inverse() * -normal,
        status: if encounter.initial {
            ShapeCastStatus::PenetratingOrWithinTargetDist
        } else {
            ShapeCastStatus::Converged
        },
        subshape1: 0,
        subshape2: 0,
    }
}
