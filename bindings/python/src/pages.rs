//! Pages that show scenes and robots, as the command writes them.

use std::path::PathBuf;

use clearance::Vec3;
use clearance_models::Packages;
use clearance_pages::replay::{self, Clock};
use clearance_pages::{Made, Named, PlayPage, RobotPage, ScenePage, states_page};
use clearance_robot::edge::{Checker, EdgeOptions};
use clearance_scene::{Question, SceneRow};
use clearance_world::Near;
use pyo3::prelude::*;

use crate::error::value_error;
use crate::robot::Robot;
use crate::scene::Scene;

/// The page of a scene with its `k` closest pairs.
#[pyfunction]
pub fn scene_page(scene: PyRef<'_, Scene>, title: String, made_by: String, k: usize) -> PyResult<String> {
    let bodies: Vec<_> = scene.drawn().ids().map(|id| (id, scene.name(id))).collect();
    let named = Named { world: scene.drawn(), bodies };
    let place = |id| named.bodies.iter().position(|(known, _)| *known == id).unwrap_or(0);
    let rows = match scene.solids()? {
        Some(solids) => solids.0.ask(Question::Closest { k, max: None }, None).map_err(value_error)?,
        None => {
            let found = scene.drawn().closest(k);
            let row = |near: &Near<Vec3<f64>>| {
                let places = near.pair.map(place);
                SceneRow::new(&near.between, places, places.map(|place| named.bodies[place].1.as_str()))
            };
            found.pairs.iter().map(row).collect()
        }
    };
    let mut page = ScenePage::new(title, &named);
    page.add(&named, None, rows);
    page.html(&Made::by(made_by)).map_err(value_error)
}

/// The page of a robot in its world: a path with what is proven of it, or its named states without one.
#[pyfunction]
pub fn robot_page(robot: &Bound<'_, Robot>, path: Option<Vec<Bound<'_, PyAny>>>, made_by: String) -> PyResult<String> {
    let inner = robot.get();
    let made = Made::by(made_by);
    let Some(points) = path else {
        return states_page(inner.robot(), inner.cell.world()).map_err(value_error)?.html(&made).map_err(value_error);
    };
    let path = inner.path(&points)?;
    let checker = Checker::new(&inner.cell).map_err(value_error)?;
    let (edge, certificate) = checker.certify(&path, &EdgeOptions::default());
    let mut page = RobotPage::new(inner.robot(), inner.cell.world());
    replay::add(&mut page, ("path", &path, Clock::Segments), &edge, certificate.as_ref(), &checker)
        .map_err(value_error)?;
    page.html(&made).map_err(value_error)
}

/// The page to play with, and the files that it shows first.
#[pyfunction]
pub fn play_page(files: Vec<PathBuf>, packages: Vec<(String, PathBuf)>, made_by: String) -> PyResult<String> {
    let found = Packages::of_environment();
    let packages = packages.into_iter().fold(found, |all, (name, folder)| all.with(name, folder));
    let mut page = PlayPage::default();
    for file in &files {
        page.add_file(file, &packages).map_err(value_error)?;
    }
    page.html(&Made::by(made_by)).map_err(value_error)
}
