//! The queries of a scene besides distances: casts, the first contact of bodies that move, contact points, the true
//! depth.

use clearance::query::motion::{LinearMotion, Motion};
use clearance::query::{ContactOptions, Impact, ToiOptions};
use clearance::{Options, Point, Vec3};
use clearance_scene::placed_body;
use clearance_world::{Body, BodyContact, BodyId, DepthBudget, SceneApproach};
use pyo3::prelude::*;

use crate::ask::{Corner, contact_options, corners};
use crate::error::value_error;
use crate::interrupt::{ending, ending_if};
use crate::moving::{
    Found, Nearest, Stretch, approach_settings, below_settings, found, motion, nearest, overlap, stretches, with_target,
};
use crate::numbers::{Triple, triple};
use crate::pair::GivenBody;
use crate::pose::PoseArgument;
use crate::proximity::Proximity;
use crate::scene::Scene;
use crate::scene_rows::Rows;

/// The answer that nothing is met. A scene proves it without one number that bounds all distances.
const FREE: Found = ("miss", None, None, false, None, 0);

fn first(impact: &Impact<Vec3<f64>>, bracket: clearance::Bounds<f64>, surfaces: [bool; 2]) -> Found {
    let (outcome, times, proximity, initial, lower, iterations) = found(impact, surfaces);
    let times = times.map(|(time, ..)| (time, bracket.lower, bracket.upper));
    (outcome, times, proximity, initial, lower, iterations)
}

/// The body that is struck first and its part, the impact, other bodies that may be the first.
type Struck = (Option<(String, u32)>, Found, Vec<String>);

/// The first body that a body, or a point, meets on its way along a straight line.
#[pyfunction]
pub fn scene_cast(
    py: Python<'_>,
    scene: &Scene,
    body: Option<GivenBody<'_>>,
    pose: &Bound<'_, PyAny>,
    displacement: [f64; 3],
    target_distance: f64,
    initial_overlap: &str,
) -> PyResult<Struck> {
    let settings = ToiOptions { query: Options::default(), ..ToiOptions::default() };
    let options = ToiOptions { initial_overlap: overlap(initial_overlap)?, ..with_target(settings, target_distance)? };
    let placing = *PoseArgument::new("pose", pose)?.placing();
    let given = match body {
        None => Body::new(Point::new()),
        Some(given) => (**given.body()?).clone(),
    };
    let world = scene.world()?;
    let (body, pose) = placed_body(given, &placing).map_err(value_error)?;
    let cast = py.detach(|| world.cast_body_with(&body, (pose, displacement.into()), &options)).map_err(value_error)?;
    let ties = cast.ties.iter().map(|id| scene.name(*id)).collect();
    let Some(struck) = cast.first else { return Ok((None, FREE, ties)) };
    let surfaces = [scene.is_surface(struck.body), body.is_surface()];
    Ok((Some((scene.name(struck.body), struck.part)), first(&struck.impact, cast.bracket, surfaces), ties))
}

/// The pair that meets first and its parts, the impact, other pairs that may be the first.
type Arrival = (Option<((String, String), (u32, u32))>, Found, Vec<(String, String)>);

/// The first contact of the bodies that move with one another and with the others, over times from 0 to 1.
#[pyfunction]
pub fn scene_time_of_impact(
    py: Python<'_>,
    scene: &Scene,
    motions: Vec<(String, Bound<'_, PyAny>)>,
    target_distance: f64,
) -> PyResult<Arrival> {
    let options = with_target(ToiOptions::default(), target_distance)?;
    let read = read_motions(scene, &motions)?;
    let world = scene.world()?;
    let ask = || world.time_of_impact(&moving(&read), &options);
    let found = ending_if(scene.is_large(), py, ask)?.map_err(value_error)?;
    let ties = scene.pairs(&found.ties);
    let Some(arrival) = found.first else { return Ok((None, FREE, ties)) };
    let surfaces = scene.surfaces(arrival.pair);
    let names = arrival.pair.map(|id| scene.name(id)).into();
    Ok((Some((names, arrival.parts.into())), first(&arrival.impact, found.bracket, surfaces), ties))
}

type Motions = Vec<(BodyId, LinearMotion<Vec3<f64>>)>;

fn read_motions(scene: &Scene, motions: &[(String, Bound<'_, PyAny>)]) -> PyResult<Motions> {
    let read = |(name, given): &(String, Bound<'_, PyAny>)| {
        Ok((scene.id(name)?, motion(&format!("motions[{name:?}]"), given)?))
    };
    motions.iter().map(read).collect()
}

fn moving(motions: &Motions) -> Vec<(BodyId, &dyn Motion<Vec3<f64>>)> {
    motions.iter().map(|(id, motion)| (*id, motion as _)).collect()
}

/// The pair that comes nearest and its parts, how near, other pairs that may come as near; none without a pair.
type NearestPair = Option<((String, String), (u32, u32), Nearest, Vec<(String, String)>)>;

/// How near the bodies that move come to one another and to the others, over times from 0 to 1.
#[pyfunction]
pub fn scene_closest_approach(
    py: Python<'_>,
    scene: &Scene,
    motions: Vec<(String, Bound<'_, PyAny>)>,
    within: Option<f64>,
) -> PyResult<NearestPair> {
    let options = approach_settings(within, None)?;
    let read = read_motions(scene, &motions)?;
    let world = scene.world()?;
    let ask = || world.closest_approach(&moving(&read), &options);
    let found = ending_if(scene.is_large(), py, ask)?.map_err(value_error)?;
    Ok(found.map(|SceneApproach { pair, approach, ties }| {
        let names = pair.map(|id| scene.name(id)).into();
        (names, approach.between.parts.into(), nearest(&approach, scene.surfaces(pair)), scene.pairs(&ties))
    }))
}

/// A pair, and the times at which it is within a distance.
type PairStretches = ((String, String), Vec<Stretch>);

/// All times from 0 to 1 at which pairs are within a distance, of which at least one body moves.
#[pyfunction]
pub fn scene_times_below(
    py: Python<'_>,
    scene: &Scene,
    motions: Vec<(String, Bound<'_, PyAny>)>,
    distance: f64,
    within: Option<f64>,
) -> PyResult<Vec<PairStretches>> {
    let (distance, options) = below_settings(distance, within)?;
    let read = read_motions(scene, &motions)?;
    let world = scene.world()?;
    let ask = || world.times_below(&moving(&read), distance, &options);
    let found = ending_if(scene.is_large(), py, ask)?.map_err(value_error)?;
    Ok(found.into_iter().map(|near| (near.pair.map(|id| scene.name(id)).into(), stretches(near.times))).collect())
}

/// The signed distance of the closest or deepest parts of two bodies, and the corners of their contact polygon.
#[pyfunction]
pub fn scene_contact<'py>(
    py: Python<'py>,
    scene: &Scene,
    names: (String, String),
    tilt: Option<f64>,
    max_points: Option<usize>,
) -> PyResult<(Proximity, Vec<Corner<'py>>)> {
    let options: ContactOptions<f64> = contact_options(tilt, max_points)?;
    let near = scene.world()?.between(scene.id(&names.0)?, scene.id(&names.1)?).map_err(value_error)?;
    let points = scene.world()?.contact_points(&near, &options).map_err(value_error)?;
    let proximity = Proximity::of(&near.between.proximity).with_surfaces(scene.surfaces(near.pair));
    Ok((proximity, corners(py, &points)?))
}

/// The contacts of two bodies along all normals, each with its points.
#[pyfunction]
pub fn scene_contacts_of<'py>(
    py: Python<'py>,
    scene: &Scene,
    names: (String, String),
    within: f64,
    tilt: Option<f64>,
    max_points: Option<usize>,
) -> PyResult<Vec<(Proximity, Vec<Corner<'py>>)>> {
    let options: ContactOptions<f64> = contact_options(tilt, max_points)?;
    let pair = [scene.id(&names.0)?, scene.id(&names.1)?];
    let found = scene.world()?.contacts_of(pair[0], pair[1], within, &options).map_err(value_error)?;
    let of_contact = |contact: &BodyContact<Vec3<f64>>| {
        let proximity = Proximity::of_bodies(&contact.between).with_surfaces(scene.surfaces(pair));
        Ok((proximity, corners(py, &contact.points)?))
    };
    found.iter().map(of_contact).collect()
}

/// Bounds of the length of the least translation that parts two bodies, such a translation, and how many cells were
/// looked at.
#[pyfunction]
pub fn scene_depth(
    py: Python<'_>,
    scene: &Scene,
    names: (String, String),
    relative: f64,
    max_cells: u32,
) -> PyResult<(f64, f64, Triple, u32)> {
    if !(0.0..1.0).contains(&relative) {
        return Err(value_error(format!("relative must be at least 0 and below 1, got {relative}")));
    }
    let (a, b) = (scene.id(&names.0)?, scene.id(&names.1)?);
    let (budget, world) = (DepthBudget { relative, max_cells }, scene.world()?);
    let found = ending(py, None, || world.depth(a, b, &budget))?.map_err(value_error)?;
    Ok((found.bounds.lower, found.bounds.upper, triple(found.translation), found.cells))
}
