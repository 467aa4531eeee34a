//! Many rays in one call, on threads that live as long as the call.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use clearance::Vec3;
use clearance::query::Impact;
use clearance_world::{BodyId, Cast, SurfaceHit};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::batch::Work;
use crate::error::value_error;
use crate::interrupt::heeding_signals;
use crate::mesh::Mesh;
use crate::proximity::{ERROR, SEPARATED, TOUCHING, UNDECIDED};
use crate::scene::Scene;

/// Rays that a thread takes at once.
const BLOCK: usize = 256;

/// What a ray meets first.
pub struct Row {
    status: i8,
    body: Option<BodyId>,
    part: i64,
    /// The time and its bounds.
    times: [f64; 3],
    normal: [f64; 3],
    point: [f64; 3],
    barycentric: [f64; 3],
}

impl Row {
    /// No numbers.
    fn empty(status: i8) -> Self {
        let none = [f64::NAN; 3];
        Row { status, body: None, part: -1, times: none, normal: none, point: none, barycentric: none }
    }

    /// The first hit of a cast.
    pub fn of_cast(scene: &Scene, cast: &Cast<Vec3<f64>>) -> Self {
        let Some(struck) = &cast.first else { return Row::empty(SEPARATED) };
        let Some(encounter) = struck.impact.encounter() else { return Row::empty(SEPARATED) };
        let status = if matches!(struck.impact, Impact::Hit(_)) { TOUCHING } else { UNDECIDED };
        Row {
            status,
            body: Some(struck.body),
            part: i64::from(struck.part),
            times: [encounter.time, cast.bracket.lower, cast.bracket.upper],
            normal: encounter.proximity.normal.into(),
            point: encounter.proximity.witness_a.into(),
            barycentric: scene.drawn().barycentric(struck).unwrap_or([f64::NAN; 3]),
        }
    }

    fn of_surface([origin, displacement]: [Vec3<f64>; 2], found: Option<SurfaceHit<Vec3<f64>>>) -> Self {
        let Some(SurfaceHit { triangle, hit }) = found else { return Row::empty(SEPARATED) };
        Row {
            status: TOUCHING,
            part: i64::from(triangle),
            times: [hit.nearest, hit.time.lower, hit.time.upper],
            normal: hit.normal.into(),
            point: (origin + displacement * hit.nearest).into(),
            barycentric: hit.barycentric,
            ..Row::empty(TOUCHING)
        }
    }
}

type Numbers<'py> = Bound<'py, PyArray1<f64>>;
/// Status, body and part of each ray; its times, normal, point and weights, three numbers each; the names of the
/// bodies; the rows that were refused.
pub type Rows<'py> = (
    (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i64>>),
    (Numbers<'py>, Numbers<'py>, Numbers<'py>, Numbers<'py>),
    Vec<String>,
    Vec<(usize, String)>,
);

/// The first body on each of many segments.
#[pyfunction]
pub fn scene_cast_rays<'py>(
    py: Python<'py>,
    scene: &Scene,
    origins: PyReadonlyArray2<'py, f64>,
    displacements: PyReadonlyArray2<'py, f64>,
    work: Work,
) -> PyResult<Rows<'py>> {
    let rays = read(&origins, &displacements)?;
    // Built once, and not by each thread.
    let world = scene.world()?;
    world.tree();
    let one = |[origin, displacement]: [Vec3<f64>; 2]| {
        let cast = world.cast_ray(origin, displacement).map_err(|error| error.to_string())?;
        Ok(Row::of_cast(scene, &cast))
    };
    let rows = py.detach(|| on_threads(&rays, &work, one))?;
    gathered(py, "rays", rows, |id| scene.name(id))
}

/// The first triangle on each of many segments in the frame of a mesh.
#[pyfunction]
pub fn mesh_cast_rays<'py>(
    py: Python<'py>,
    mesh: &Bound<'py, Mesh>,
    origins: PyReadonlyArray2<'py, f64>,
    displacements: PyReadonlyArray2<'py, f64>,
    work: Work,
) -> PyResult<Rows<'py>> {
    let rays = read(&origins, &displacements)?;
    let mesh = &mesh.get().mesh;
    let one = |ray: [Vec3<f64>; 2]| {
        let found = mesh.cast_ray(ray[0], ray[1]).map_err(|error| error.to_string())?;
        Ok(Row::of_surface(ray, found))
    };
    let rows = py.detach(|| on_threads(&rays, &work, one))?;
    gathered(py, "rays", rows, |_| String::new())
}

fn read(
    origins: &PyReadonlyArray2<'_, f64>,
    displacements: &PyReadonlyArray2<'_, f64>,
) -> PyResult<Vec<[Vec3<f64>; 2]>> {
    if origins.shape() != displacements.shape() || origins.shape()[1] != 3 {
        return Err(value_error("origins and displacements must have three numbers a row, and as many rows"));
    }
    let points = |array: &PyReadonlyArray2<'_, f64>| -> PyResult<Vec<Vec3<f64>>> {
        let (rows, _) = array.as_slice().map_err(value_error)?.as_chunks::<3>();
        Ok(rows.iter().map(|&row| row.into()).collect())
    };
    Ok(points(origins)?.into_iter().zip(points(displacements)?).map(|(origin, way)| [origin, way]).collect())
}

/// A row for each ray, or for what else is given, in order. A row depends on what it is of alone. Fails if the
/// interpreter has a signal, like `KeyboardInterrupt`.
pub fn on_threads<R: Copy + Sync, T: Send>(rays: &[R], work: &Work, one: impl Fn(R) -> T + Sync) -> PyResult<Vec<T>> {
    let (next, stop, done) = (AtomicUsize::new(0), AtomicBool::new(false), Mutex::new(Vec::new()));
    let worker = || {
        while !stop.load(Ordering::Relaxed) {
            let start = next.fetch_add(BLOCK, Ordering::Relaxed);
            let Some(block) = rays.get(start..rays.len().min(start + BLOCK)).filter(|block| !block.is_empty()) else {
                return;
            };
            let rows: Vec<_> = block.iter().map(|&ray| one(ray)).collect();
            done.lock().unwrap_or_else(PoisonError::into_inner).push((start, rows));
        }
    };
    let threads = work.threads.min(rays.len().div_ceil(BLOCK));
    if threads <= 1 {
        worker();
    } else {
        heeding_signals(&stop, || thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker)))))?;
    }
    let mut blocks = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    blocks.sort_by_key(|(start, _)| *start);
    Ok(blocks.into_iter().flat_map(|(_, rows)| rows).collect())
}

/// The rows of rays or casts as columns. Bodies are places in the list of names.
pub fn gathered<'py>(
    py: Python<'py>,
    what: &str,
    rows: Vec<Result<Row, String>>,
    name: impl Fn(BodyId) -> String,
) -> PyResult<Rows<'py>> {
    let (mut names, mut places, mut refused) = (Vec::new(), HashMap::new(), Vec::new());
    let (mut status, mut body, mut part) = (Vec::new(), Vec::new(), Vec::new());
    let mut vectors: [Vec<f64>; 4] = Default::default();
    for (number, row) in rows.into_iter().enumerate() {
        let row = row.unwrap_or_else(|refusal| {
            refused.push((number, format!("{what}[{number}]: {refusal}")));
            Row::empty(ERROR)
        });
        status.push(row.status);
        part.push(row.part);
        body.push(row.body.map_or(-1, |id| {
            *places.entry(id).or_insert_with(|| {
                names.push(name(id));
                names.len() as i32 - 1
            })
        }));
        for (column, numbers) in vectors.iter_mut().zip([row.times, row.normal, row.point, row.barycentric]) {
            column.extend(numbers);
        }
    }
    let vectors = vectors.map(|column| column.into_pyarray(py));
    Ok(((status.into_pyarray(py), body.into_pyarray(py), part.into_pyarray(py)), vectors.into(), names, refused))
}
