//! The questions of two bodies, with the refusals of the core as Python's errors.

use clearance::query::motion::LinearMotion;
use clearance::query::{ApproachOptions, Certificate, ContactOptions, Impact, PoseGradient, ToiOptions};
use clearance::{Options, Vec3};
use clearance_scene::between_meshes;
use clearance_world::{
    Between, BodiesApproach, BodiesWithin, Body, BodyContact, BodyPair, MovingBodies, Refusal, TimesBelow,
};

use crate::pair::Pair;

type Space = Vec3<f64>;
type Answer<T> = Result<T, Refused>;

/// A question that a pair of bodies has no answer to.
#[derive(Clone, Copy, Debug)]
pub struct Refused(pub Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused(refusal)
    }
}

/// The bodies as the query takes them.
fn asked<'p>(pair: &'p Pair, options: &Options<f64>) -> BodyPair<'p, Space> {
    let bodies = match &pair.pose_a {
        None => BodyPair::new(&pair.a, &pair.b, &pair.pose_b),
        Some(pose_a) => BodyPair::in_world((&pair.a, pose_a), (&pair.b, &pair.pose_b)),
    };
    bodies.options(*options)
}

/// The signed distance; of the solids, where triangles represent them.
pub fn signed_distance(pair: &Pair, options: &Options<f64>) -> Answer<Between<Space>> {
    let found = asked(pair, options).signed_distance()?;
    match pair.solids() {
        None => Ok(found),
        Some(solids) => Ok(between_meshes(solids, found, *options)?),
    }
}

/// The distance; zero with a common point if the bodies meet.
pub fn distance(pair: &Pair, options: &Options<f64>) -> Answer<Between<Space>> {
    Ok(asked(pair, options).distance()?)
}

/// Whether the closed bodies have a common point.
pub fn intersects(pair: &Pair) -> Answer<bool> {
    Ok(asked(pair, &Options::default()).intersects()?)
}

/// The signed distance if it is at most `max`, else a proof that it is not.
pub fn distance_within(pair: &Pair, max: f64, options: &Options<f64>) -> Answer<BodiesWithin<Space>> {
    Ok(asked(pair, options).distance_within(max)?)
}

/// The contact: the corners of the contact polygon with a depth each.
pub fn contact(pair: &Pair, contact: &ContactOptions<f64>, options: &Options<f64>) -> Answer<BodyContact<Space>> {
    Ok(asked(pair, options).contact(contact)?)
}

/// The contacts of two bodies along all normals, of parts within a distance.
pub fn contacts(
    pair: &Pair,
    within: f64,
    contact: &ContactOptions<f64>,
    options: &Options<f64>,
) -> Answer<Vec<BodyContact<Space>>> {
    Ok(asked(pair, options).contacts(within, contact)?)
}

/// The derivative of the signed distance by the poses of both bodies.
pub fn gradient(pair: &Pair, options: &Options<f64>) -> Answer<PoseGradient<Space>> {
    Ok(asked(pair, options).gradient()?)
}

/// When two moving bodies first come into contact.
pub fn time_of_impact(
    [a, b]: [&Body<Space>; 2],
    [motion_a, motion_b]: [&LinearMotion<Space>; 2],
    options: &ToiOptions<f64>,
) -> Answer<Impact<Space>> {
    Ok(MovingBodies::new((a, motion_a), (b, motion_b)).options(*options).time_of_impact()?.impact)
}

/// How near two moving bodies come.
pub fn closest_approach(
    [a, b]: [&Body<Space>; 2],
    [motion_a, motion_b]: [&LinearMotion<Space>; 2],
    options: &ApproachOptions<f64>,
) -> Answer<BodiesApproach<Space>> {
    Ok(MovingBodies::new((a, motion_a), (b, motion_b)).closest_approach(options)?)
}

/// All times at which two moving bodies are within a distance.
pub fn times_below(
    [a, b]: [&Body<Space>; 2],
    [motion_a, motion_b]: [&LinearMotion<Space>; 2],
    (distance, options): (f64, &ApproachOptions<f64>),
) -> Answer<Vec<TimesBelow<f64>>> {
    Ok(MovingBodies::new((a, motion_a), (b, motion_b)).times_below(distance, options)?)
}

/// The status with a proof in exact numbers; none if a body has no exact answers.
pub fn certify(pair: &Pair) -> Answer<Option<Certificate>> {
    Ok(asked(pair, &Options::default()).certify()?)
}
