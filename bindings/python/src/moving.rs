//! Bodies that move: motions, the time of impact, casts.

use clearance::query::motion::LinearMotion;
use clearance::query::motion::Motion as _;
use clearance::query::{ApproachOptions, Impact, Overlap, ToiOptions};
use clearance::{Point, Vec3};
use clearance_world::{BodiesApproach, Body, TimesBelow};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::numbers::Triple;
use crate::options::{GivenOptions, options_or};
use crate::pair::GivenBody;
use crate::pose::{Pose, PoseArgument};
use crate::proximity::Proximity;
use crate::question;

/// The rates of a motion from its start.
#[derive(FromPyObject)]
enum Course {
    /// A linear displacement and a rotation vector.
    Rates([f64; 3], [f64; 3]),
    /// To a pose: on a line, or on a screw.
    To(Py<Pose>, bool),
}

/// A motion as `clearance.Motion` holds it.
#[derive(FromPyObject)]
struct Motion {
    start: Py<Pose>,
    course: Course,
}

impl Motion {
    fn read(&self) -> PyResult<LinearMotion<Vec3<f64>>> {
        let start = self.start.get().placing.pose;
        let motion = match &self.course {
            Course::Rates(linear, angular) => LinearMotion::new(start, (*linear).into(), (*angular).into()),
            Course::To(end, false) => LinearMotion::along_line(start, &end.get().placing.pose),
            Course::To(end, true) => LinearMotion::along_screw(start, &end.get().placing.pose),
        };
        motion.map_err(value_error)
    }
}

/// The motion that Python gave: of `clearance.Motion`, or a pose at rest; `what` names it in refusals.
pub fn motion(what: &str, value: &Bound<'_, PyAny>) -> PyResult<LinearMotion<Vec3<f64>>> {
    if value.hasattr("course")? {
        return value.extract::<Motion>()?.read();
    }
    let pose = PoseArgument::new(what, value)?;
    LinearMotion::straight(pose.placing().pose, Vec3::from([0.0; 3])).map_err(value_error)
}

/// The outcome, the time with its bracket, the proximity at it, whether it is the start, a lower bound, the iterations.
pub type Found = (&'static str, Option<Triple>, Option<Proximity>, bool, Option<f64>, u32);

/// An impact of two bodies, of which some are [surfaces](Body::is_surface), as Python takes it apart.
pub fn found(impact: &Impact<Vec3<f64>>, surfaces: [bool; 2]) -> Found {
    let (outcome, encounter) = match impact {
        Impact::NoContact { lower, iterations } => return ("miss", None, None, false, Some(*lower), *iterations),
        Impact::Hit(encounter) => ("hit", encounter),
        Impact::Undecided(encounter) => ("undecided", encounter),
    };
    let times = (encounter.time, encounter.bracket.lower, encounter.bracket.upper);
    let proximity = Proximity::of(&encounter.proximity).with_surfaces(surfaces);
    (outcome, Some(times), Some(proximity), encounter.initial, None, encounter.iterations)
}

/// How times of impact are found; `options` are of the distance queries on the way.
pub fn settings(options: Option<GivenOptions>) -> PyResult<ToiOptions<f64>> {
    let default = ToiOptions::default();
    Ok(ToiOptions { query: options_or(options, default.query)?, ..default })
}

/// Whether a signed distance may count as contact.
pub fn is_target(distance: f64) -> bool {
    distance >= 0.0 && distance.is_finite()
}

/// The settings with a signed distance that counts as contact.
pub fn with_target(settings: ToiOptions<f64>, target_distance: f64) -> PyResult<ToiOptions<f64>> {
    if !is_target(target_distance) {
        return Err(value_error(format!("target_distance must not be negative, got {target_distance}")));
    }
    Ok(ToiOptions { target_distance, ..settings })
}

/// What it means that bodies are in contact at the start.
pub fn overlap(name: &str) -> PyResult<Overlap> {
    match name {
        "counts" => Ok(Overlap::Counts),
        "ignored" => Ok(Overlap::Ignored),
        "only_approaching" => Ok(Overlap::OnlyApproaching),
        other => Err(value_error(format!("an initial overlap counts, is ignored or only_approaching, got {other:?}"))),
    }
}

/// When two moving bodies first come into contact, over times from 0 to 1.
#[pyfunction]
pub fn time_of_impact(
    a: GivenBody<'_>,
    b: GivenBody<'_>,
    motions: [Bound<'_, PyAny>; 2],
    target_distance: f64,
    initial_overlap: &str,
    options: Option<GivenOptions>,
) -> PyResult<Found> {
    let [motion_a, motion_b] = [motion("motion_a", &motions[0])?, motion("motion_b", &motions[1])?];
    let settings = with_target(settings(options)?, target_distance)?;
    let options = ToiOptions { initial_overlap: overlap(initial_overlap)?, ..settings };
    let bodies = [&**a.body()?, &**b.body()?];
    Ok(found(&question::time_of_impact(bodies, [&motion_a, &motion_b], &options)?, bodies.map(Body::is_surface)))
}

/// Bounds of the least distance, times between which it is attained, when its upper bound is, the proximity then,
/// whether the search ended.
pub type Nearest = ((f64, f64), (f64, f64), f64, Proximity, bool);

/// A closest approach of two bodies, of which some are [surfaces](Body::is_surface), as Python takes it apart.
pub fn nearest(found: &BodiesApproach<Vec3<f64>>, surfaces: [bool; 2]) -> Nearest {
    let (least, times) = ((found.least.lower, found.least.upper), (found.times.lower, found.times.upper));
    let proximity = Proximity::of(&found.between.proximity).with_surfaces(surfaces);
    (least, times, found.time, proximity, found.complete)
}

/// How closest approaches are found; `options` are of the distance queries on the way.
pub fn approach_settings(within: Option<f64>, options: Option<GivenOptions>) -> PyResult<ApproachOptions<f64>> {
    if let Some(within) = within.filter(|within| !is_target(*within)) {
        return Err(value_error(format!("within must not be negative, got {within}")));
    }
    let default = ApproachOptions::default();
    Ok(ApproachOptions { within, query: options_or(options, default.query)?, ..default })
}

/// How near two moving bodies come, over times from 0 to 1.
#[pyfunction]
pub fn closest_approach(
    a: GivenBody<'_>,
    b: GivenBody<'_>,
    motions: [Bound<'_, PyAny>; 2],
    within: Option<f64>,
    options: Option<GivenOptions>,
) -> PyResult<Nearest> {
    let [motion_a, motion_b] = [motion("motion_a", &motions[0])?, motion("motion_b", &motions[1])?];
    let bodies = [&**a.body()?, &**b.body()?];
    let options = approach_settings(within, options)?;
    let found = question::closest_approach(bodies, [&motion_a, &motion_b], &options)?;
    Ok(nearest(&found, bodies.map(Body::is_surface)))
}

/// The ends of a stretch of time, and whether the distance is proven to be attained there.
pub type Stretch = (f64, f64, bool);

/// Stretches of time as Python takes them apart.
pub fn stretches(found: Vec<TimesBelow<f64>>) -> Vec<Stretch> {
    found.into_iter().map(|below| (below.times.lower, below.times.upper, below.proven)).collect()
}

/// A distance that times are below, with the options of the search.
pub fn below_settings(distance: f64, within: Option<f64>) -> PyResult<(f64, ApproachOptions<f64>)> {
    match distance.is_finite() {
        true => Ok((distance, approach_settings(within, None)?)),
        false => Err(value_error(format!("distance must be finite, got {distance}"))),
    }
}

/// All times from 0 to 1 at which two moving bodies are within a distance.
#[pyfunction]
pub fn times_below(
    a: GivenBody<'_>,
    b: GivenBody<'_>,
    motions: [Bound<'_, PyAny>; 2],
    distance: f64,
    within: Option<f64>,
) -> PyResult<Vec<Stretch>> {
    let [motion_a, motion_b] = [motion("motion_a", &motions[0])?, motion("motion_b", &motions[1])?];
    let (distance, options) = below_settings(distance, within)?;
    let bodies = [&**a.body()?, &**b.body()?];
    Ok(stretches(question::times_below(bodies, [&motion_a, &motion_b], (distance, &options))?))
}

/// When `b`, moving by a displacement without turning, first comes into contact with `a`. A ray is a point that moves.
#[pyfunction]
pub fn cast(
    a: GivenBody<'_>,
    b: Option<GivenBody<'_>>,
    b_in_a: &Bound<'_, PyAny>,
    displacement: [f64; 3],
    target_distance: f64,
) -> PyResult<Found> {
    let start = PoseArgument::new("b_in_a", b_in_a)?;
    let fixed = LinearMotion::straight(clearance::Pose3::IDENTITY, Vec3::from([0.0; 3])).map_err(value_error)?;
    let path = LinearMotion::straight(start.placing().pose, displacement.into()).map_err(value_error)?;
    let point = Body::new(Point::new());
    let moving = b.as_ref().map(GivenBody::body).transpose()?;
    let bodies = [&**a.body()?, moving.map_or(&point, |body| &**body)];
    let options = with_target(ToiOptions::default(), target_distance)?;
    Ok(found(&question::time_of_impact(bodies, [&fixed, &path], &options)?, bodies.map(Body::is_surface)))
}

/// The pose at a time of a motion, rounded to a translation and a quaternion.
#[pyfunction]
pub fn pose_at(moving: &Bound<'_, PyAny>, time: f64) -> PyResult<Pose> {
    let pose = motion("motion", moving)?.pose_at(time);
    Pose::computed(pose.rotor(), pose.translation())
}
