//! The questions of the core, each asked in one place of two bodies of any kind.

use crate::pair::Pair;
use clearance::exact::Certificate;
use clearance::query::motion::LinearMotion;
use clearance::query::{self, ContactOptions, Impact, Manifold, PoseGradient, ToiOptions, WarmStart, Within, world};
use clearance::{Options, Pose, Pose3, Proximity, Status, Vec3};
use clearance_scene::Body;

type Space = Vec3<f64>;
type Answer<T> = Result<T, Refusal>;

/// A question that a pair of bodies does not have.
#[derive(Clone, Copy, Debug)]
pub struct Refusal(pub &'static str);

const TWO_HALFSPACES: Refusal = Refusal("two halfspaces have no distance, expected at most one");
const COMPOUND: Refusal = Refusal("a compound is a body of scenes, expected a convex shape");

/// The signed distance.
pub fn signed_distance(pair: &Pair, options: &Options<f64>) -> Answer<Proximity<Space>> {
    let [pose_a, pose_b] = pair.poses();
    match (&*pair.a, &*pair.b) {
        (Body::Bounded(a), Body::Bounded(b)) => Ok(match &pair.pose_a {
            None => query::signed_distance_with(a, b, pose_b, options, &mut WarmStart::new()),
            Some(pose_a) => world::signed_distance((a, pose_a), (b, pose_b), options, &mut WarmStart::new()),
        }),
        (Body::Halfspace(a), Body::Bounded(b)) => Ok(a.signed_distance(pose_a, b, pose_b)),
        (Body::Bounded(a), Body::Halfspace(b)) => Ok(b.signed_distance(pose_b, a, pose_a).swapped()),
        (Body::Halfspace(_), Body::Halfspace(_)) => Err(TWO_HALFSPACES),
        (Body::Compound(_), _) | (_, Body::Compound(_)) => Err(COMPOUND),
    }
}

/// The distance; zero with a common point if the bodies meet.
pub fn distance(pair: &Pair, options: &Options<f64>) -> Answer<Proximity<Space>> {
    let [_, pose_b] = pair.poses();
    if let (Body::Bounded(a), Body::Bounded(b)) = (&*pair.a, &*pair.b) {
        return Ok(match &pair.pose_a {
            None => query::distance_with(a, b, pose_b, options, &mut WarmStart::new()),
            Some(pose_a) => world::distance((a, pose_a), (b, pose_b), options, &mut WarmStart::new()),
        });
    }
    let mut found = signed_distance(pair, options)?;
    if found.signed_distance < 0.0 {
        let middle = (found.witness_a + found.witness_b) * 0.5;
        (found.signed_distance, found.witness_a, found.witness_b) = (0.0, middle, middle);
    }
    (found.bounds.lower, found.bounds.upper) = (found.bounds.lower.max(0.0), found.bounds.upper.max(0.0));
    Ok(found)
}

/// Whether the closed bodies have a common point.
pub fn intersects(pair: &Pair) -> Answer<bool> {
    let [_, pose_b] = pair.poses();
    if let (Body::Bounded(a), Body::Bounded(b)) = (&*pair.a, &*pair.b) {
        return Ok(match &pair.pose_a {
            None => query::intersects(a, b, pose_b),
            Some(pose_a) => world::intersects((a, pose_a), (b, pose_b)),
        });
    }
    Ok(signed_distance(pair, &Options::default())?.status != Status::Separated)
}

/// The signed distance if it is at most `max`, else a proof that it is not.
pub fn distance_within(pair: &Pair, max: f64, options: &Options<f64>) -> Answer<Within<Space>> {
    let [_, pose_b] = pair.poses();
    if let (Body::Bounded(a), Body::Bounded(b)) = (&*pair.a, &*pair.b) {
        let warm = &mut WarmStart::new();
        return Ok(match &pair.pose_a {
            None => query::distance_within_with(a, b, pose_b, max, options, warm),
            Some(pose_a) => world::distance_within((a, pose_a), (b, pose_b), max, options, warm),
        });
    }
    let found = signed_distance(pair, options)?;
    let lower = found.bounds.lower;
    Ok(if lower > max { Within::Beyond { lower } } else { Within::Near(found) })
}

/// The contact: the corners of the contact polygon with a depth each.
pub fn contact(pair: &Pair, options: &ContactOptions<f64>) -> Answer<Manifold<Space>> {
    let [pose_a, pose_b] = pair.poses();
    match (&*pair.a, &*pair.b) {
        (Body::Bounded(a), Body::Bounded(b)) => Ok(match &pair.pose_a {
            None => query::contact_with(a, b, pose_b, options, &mut WarmStart::new()),
            Some(pose_a) => world::contact((a, pose_a), (b, pose_b), options, &mut WarmStart::new()),
        }),
        (Body::Halfspace(a), Body::Bounded(b)) => Ok(a.contact(pose_a, b, pose_b, options)),
        (Body::Bounded(a), Body::Halfspace(b)) => Ok(b.contact(pose_b, a, pose_a, options).swapped()),
        (Body::Halfspace(_), Body::Halfspace(_)) => Err(TWO_HALFSPACES),
        (Body::Compound(_), _) | (_, Body::Compound(_)) => Err(COMPOUND),
    }
}

/// The derivative of the signed distance by the poses of both bodies.
pub fn gradient(pair: &Pair, options: &Options<f64>) -> Answer<PoseGradient<Space>> {
    let [pose_a, pose_b] = pair.poses();
    let (Body::Bounded(a), Body::Bounded(b)) = (&*pair.a, &*pair.b) else {
        return Err(Refusal("a halfspace or a compound has no gradient here, expected two bounded convex shapes"));
    };
    let ask = |b_in_a: &Pose3<f64>| query::gradient_with(a, b, b_in_a, options, &mut WarmStart::new());
    Ok(match &pair.pose_a {
        None => ask(pose_b),
        Some(_) => ask(&Pose::relative(pose_a, pose_b)).placed(pose_a),
    })
}

/// When two moving bodies first come into contact.
pub fn time_of_impact(
    bodies: [&Body<Space>; 2],
    [motion_a, motion_b]: [&LinearMotion<Space>; 2],
    options: &ToiOptions<f64>,
) -> Answer<Impact<Space>> {
    match bodies {
        [Body::Bounded(a), Body::Bounded(b)] => Ok(query::time_of_impact_with((a, motion_a), (b, motion_b), options)),
        [Body::Halfspace(a), Body::Bounded(b)] => Ok(a.time_of_impact(motion_a, (b, motion_b), options)),
        [Body::Bounded(a), Body::Halfspace(b)] => Ok(b.time_of_impact(motion_b, (a, motion_a), options).swapped()),
        [Body::Halfspace(_), Body::Halfspace(_)] => Err(TWO_HALFSPACES),
        [Body::Compound(_), _] | [_, Body::Compound(_)] => Err(COMPOUND),
    }
}

/// The status with a proof in exact numbers; none if a body has no exact answers.
pub fn certify(pair: &Pair) -> Answer<Option<Certificate>> {
    let [pose_a, pose_b] = pair.poses();
    match (&*pair.a, &*pair.b) {
        (Body::Bounded(a), Body::Bounded(b)) => Ok(query::certify((a, pose_a), (b, pose_b))),
        _ => Err(Refusal("a halfspace or a compound has no certificate, expected two bounded convex shapes")),
    }
}
