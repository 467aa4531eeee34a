//! Reports of assemblies, as the command writes them.

use clearance_models::bands::{Bands, Unit, csv, json};
use clearance_pages::{Made, ScenePage};
use clearance_scene::{AnyStage, MeshFiles, ReadError, parse_scene, read_scene};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::interrupt::ending;

/// The report of a scene as JSON, as CSV and as a page; lengths in a unit. The scene is the path of
/// a file, or with a folder a JSON text whose mesh files are in that.
#[pyfunction]
pub fn assembly_report(
    py: Python<'_>,
    scene: &str,
    folder: Option<&str>,
    bands: &str,
    within: Option<f64>,
    unit: &str,
    title: String,
) -> PyResult<(String, String, String)> {
    let wrong = || value_error(format!("unit must be one of {}, got {unit:?}", Unit::ALL.map(Unit::name).join(", ")));
    let unit = Unit::ALL.into_iter().find(|known| known.name() == unit).ok_or_else(wrong)?;
    let bands = Bands::parse(bands).map_err(|error| value_error(error.within("bands")))?;
    let work = || -> Result<_, ReadError> {
        let scene = match folder {
            Some(folder) => parse_scene(scene, &MeshFiles::relative_to(folder))?,
            None => read_scene(scene.as_ref())?,
        };
        let stage = AnyStage::new(scene)?;
        let report = bands.report_of(&stage, within)?;
        Ok((stage, report))
    };
    let (stage, report) = ending(py, None, work)?.map_err(value_error)?;
    let mut page = ScenePage::of_stage(title, &stage);
    page.add_report(&stage, &report, unit);
    let page = page.html(&Made::by("clearance.assembly")).map_err(value_error)?;
    Ok((json(&report, unit).to_string(), csv(&report, unit), page))
}
