//! Characters in scenes: walks, pushes out of what overlaps, and many casts of one body.

use clearance::query::ToiOptions;
use clearance::{Options, Vec3};
use clearance_scene::placed_body;
use clearance_world::{Body, WalkHit, WalkOptions};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::batch::{GivenPoses, Work, table};
use crate::error::value_error;
use crate::moving::{overlap, with_target};
use crate::numbers::{Triple, triple};
use crate::pair::GivenBody;
use crate::pose::Pose;
use crate::rays::{Row, Rows, gathered, on_threads};
use crate::scene::Scene;

/// How a character walks: up, skin, max_slope, step_height, snap, max_slides and the name of its body.
type Given = ([f64; 3], f64, f64, f64, f64, u32, Option<String>);

fn read(scene: &Scene, (up, skin, max_slope, step_height, snap, max_slides, own): Given) -> PyResult<Settings> {
    let own = own.map(|name| scene.id(&name)).transpose()?;
    Ok(WalkOptions { up: up.into(), skin, max_slope, step_height, snap, max_slides, own })
}

type Settings = WalkOptions<Vec3<f64>>;

/// A surface: the body and the part, what it is, its normal, the point, the fraction, the normal of the floor.
type Hit = (String, u32, &'static str, Triple, Triple, f64, Triple);

/// Where the body is, the translation, what is left, the floor, the hits, the path, the least clearance.
type Walk = (Pose, Triple, Triple, Option<Hit>, Vec<Hit>, Vec<Triple>, f64);

/// A walk of a convex body.
#[pyfunction]
pub fn scene_walk(
    py: Python<'_>,
    scene: &Scene,
    body: GivenBody<'_>,
    pose: &Bound<'_, PyAny>,
    displacement: [f64; 3],
    options: Given,
) -> PyResult<Walk> {
    let options = read(scene, options)?;
    let given = Pose::like("pose", pose)?;
    let (body, pose) = placed_body((**body.body()?).clone(), &given.placing).map_err(value_error)?;
    let world = scene.world()?;
    let walk = py.detach(|| world.move_and_slide(&body, (pose, displacement.into()), &options)).map_err(value_error)?;
    let hit = |hit: &WalkHit<Vec3<f64>>| {
        let (name, kind) = (scene.name(hit.body), hit.ground.name());
        (name, hit.part, kind, triple(hit.normal), triple(hit.point), hit.fraction, triple(hit.floor_normal))
    };
    Ok((
        given.moved_to(walk.pose.translation())?,
        triple(walk.translation),
        triple(walk.remaining),
        walk.floor.as_ref().map(hit),
        walk.hits.iter().map(hit).collect(),
        walk.path.iter().map(|&place| triple(place)).collect(),
        walk.clearance,
    ))
}

/// A translation that frees a convex body, where that leads, and bounds of the least.
#[pyfunction]
pub fn scene_push_out(
    py: Python<'_>,
    scene: &Scene,
    body: GivenBody<'_>,
    pose: &Bound<'_, PyAny>,
    max_length: f64,
    options: Given,
) -> PyResult<Option<(Pose, Triple, f64, f64)>> {
    let options = read(scene, options)?;
    let given = Pose::like("pose", pose)?;
    let (body, pose) = placed_body((**body.body()?).clone(), &given.placing).map_err(value_error)?;
    let world = scene.world()?;
    let found = py.detach(|| world.push_out(&body, pose, max_length, &options)).map_err(value_error)?;
    let Some(push) = found else { return Ok(None) };
    let moved = given.moved_to(push.pose.translation())?;
    Ok(Some((moved, triple(push.translation), push.least.lower, push.least.upper)))
}

/// The first body that one body meets from each of many poses, each by a displacement.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "Scene.casts has them as keywords")]
pub fn scene_casts<'py>(
    py: Python<'py>,
    scene: &Scene,
    body: GivenBody<'py>,
    poses: GivenPoses<'py>,
    displacements: PyReadonlyArray2<'py, f64>,
    target_distance: f64,
    initial_overlap: &str,
    work: Work,
) -> PyResult<Rows<'py>> {
    let settings = ToiOptions { query: Options::default(), ..ToiOptions::default() };
    let options = ToiOptions { initial_overlap: overlap(initial_overlap)?, ..with_target(settings, target_distance)? };
    let (ways, rest) = displacements.as_slice().map_err(value_error)?.as_chunks::<3>();
    if displacements.shape()[1] != 3 || !rest.is_empty() {
        return Err(value_error("displacements must have three numbers a row"));
    }
    let starts = table(&poses, ways.len())?;
    let given: &Body<Vec3<f64>> = body.body()?;
    let world = scene.world()?;
    // Built once, and not by each thread.
    world.tree();
    let one = |row: usize| {
        let placing = starts.placing("poses", row)?;
        let (body, pose) = placed_body(given.clone(), &placing).map_err(|error| error.to_string())?;
        let cast = world.cast_body_with(&body, (pose, ways[row].into()), &options);
        Ok(Row::of_cast(scene, &cast.map_err(|error| error.to_string())?))
    };
    let numbers: Vec<usize> = (0..ways.len()).collect();
    let rows = py.detach(|| on_threads(&numbers, &work, one))?;
    gathered(py, "casts", rows, |id| scene.name(id))
}
