//! The questions of the core, each asked in one place of two bodies of any kind.

use clearance::query::Certificate;
use clearance::query::motion::LinearMotion;
use clearance::query::{self, ContactOptions, Impact, Manifold, MovingPair, PoseGradient, ToiOptions, Within};
use clearance::{Options, Proximity, Shape3, Status, Vec3};
use clearance_scene::Body;

use crate::pair::Pair;

type Space = Vec3<f64>;
type Answer<T> = Result<T, Refusal>;

/// A question that a pair of bodies does not have.
#[derive(Clone, Copy, Debug)]
pub struct Refusal(pub &'static str);

const TWO_HALFSPACES: Refusal = Refusal("two halfspaces have no distance, expected at most one");
const COMPOUND: Refusal = Refusal("a compound is a body of scenes, expected a convex shape");

/// Two bounded bodies as the core asks them.
fn bounded<'p>(pair: &'p Pair, a: &'p Shape3<f64>, b: &'p Shape3<f64>) -> query::Pair<'p, Space> {
    match &pair.pose_a {
        None => query::Pair::new(a, b, &pair.pose_b),
        Some(pose_a) => query::Pair::in_world((a, pose_a), (b, &pair.pose_b)),
    }
}

/// The signed distance.
pub fn signed_distance(pair: &Pair, options: &Options<f64>) -> Answer<Proximity<Space>> {
    let [pose_a, pose_b] = pair.poses();
    match (&*pair.a, &*pair.b) {
        (Body::Bounded(a), Body::Bounded(b)) => Ok(bounded(pair, a, b).options(*options).signed_distance()),
        (Body::Halfspace(a), Body::Bounded(b)) => Ok(a.signed_distance(pose_a, b, pose_b)),
        (Body::Bounded(a), Body::Halfspace(b)) => Ok(b.signed_distance(pose_b, a, pose_a).swapped()),
        (Body::Halfspace(_), Body::Halfspace(_)) => Err(TWO_HALFSPACES),
        (Body::Compound(_), _) | (_, Body::Compound(_)) => Err(COMPOUND),
    }
}

/// The distance; zero with a common point if the bodies meet.
pub fn distance(pair: &Pair, options: &Options<f64>) -> Answer<Proximity<Space>> {
    if let (Body::Bounded(a), Body::Bounded(b)) = (&*pair.a, &*pair.b) {
        return Ok(bounded(pair, a, b).options(*options).distance());
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
    if let (Body::Bounded(a), Body::Bounded(b)) = (&*pair.a, &*pair.b) {
        return Ok(bounded(pair, a, b).intersects());
    }
    Ok(signed_distance(pair, &Options::default())?.status != Status::Separated)
}

/// The signed distance if it is at most `max`, else a proof that it is not.
pub fn distance_within(pair: &Pair, max: f64, options: &Options<f64>) -> Answer<Within<Space>> {
    if let (Body::Bounded(a), Body::Bounded(b)) = (&*pair.a, &*pair.b) {
        return Ok(bounded(pair, a, b).options(*options).distance_within(max));
    }
    let found = signed_distance(pair, options)?;
    let lower = found.bounds.lower;
    Ok(if lower > max { Within::Beyond { lower } } else { Within::Near(found) })
}

/// The contact: the corners of the contact polygon with a depth each.
pub fn contact(pair: &Pair, contact: &ContactOptions<f64>, options: &Options<f64>) -> Answer<Manifold<Space>> {
    let [pose_a, pose_b] = pair.poses();
    match (&*pair.a, &*pair.b) {
        (Body::Bounded(a), Body::Bounded(b)) => Ok(bounded(pair, a, b).options(*options).contact(contact)),
        (Body::Halfspace(a), Body::Bounded(b)) => Ok(a.contact(pose_a, b, pose_b, contact)),
        (Body::Bounded(a), Body::Halfspace(b)) => Ok(b.contact(pose_b, a, pose_a, contact).swapped()),
        (Body::Halfspace(_), Body::Halfspace(_)) => Err(TWO_HALFSPACES),
        (Body::Compound(_), _) | (_, Body::Compound(_)) => Err(COMPOUND),
    }
}

/// The derivative of the signed distance by the poses of both bodies.
pub fn gradient(pair: &Pair, options: &Options<f64>) -> Answer<PoseGradient<Space>> {
    let (Body::Bounded(a), Body::Bounded(b)) = (&*pair.a, &*pair.b) else {
        return Err(Refusal("a halfspace or a compound has no gradient here, expected two bounded convex shapes"));
    };
    Ok(bounded(pair, a, b).options(*options).gradient())
}

/// When two moving bodies first come into contact.
pub fn time_of_impact(
    bodies: [&Body<Space>; 2],
    [motion_a, motion_b]: [&LinearMotion<Space>; 2],
    options: &ToiOptions<f64>,
) -> Answer<Impact<Space>> {
    match bodies {
        [Body::Bounded(a), Body::Bounded(b)] => {
            Ok(MovingPair::new((a, motion_a), (b, motion_b)).options(*options).time_of_impact())
        }
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
