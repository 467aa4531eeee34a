//! Which robot, in which world: files and what is said beside them.

use std::path::{Path, PathBuf};

use clearance_models::{MeshUse, Packages, ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::{Base, Obstacle, Robot, RobotModel, Srdf};
use clearance_scene::MeshFiles;
use pyo3::prelude::*;

use crate::error::value_error;

/// What is said of a robot beside its file.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Model {
    srdf: Option<PathBuf>,
    packages: Vec<(String, PathBuf)>,
    ignore_mimic: bool,
    /// What collision meshes stand for.
    links: String,
    /// Texts of held bodies, each with the folder of its meshes.
    attach: Vec<(String, PathBuf)>,
    allow: Vec<(String, String)>,
    padding: Vec<(String, f64)>,
    /// How the root moves.
    base: Option<String>,
    limits: Vec<(String, [f64; 2])>,
}

impl Model {
    /// The robot of a URDF file, or of a DH table in JSON.
    pub fn read(self, file: &Path) -> PyResult<RobotModel> {
        let meshes = match self.links.as_str() {
            "adaptive" => MeshUse::Adaptive,
            "hull" => MeshUse::Hull,
            "parts" => MeshUse::Parts,
            "mesh" => MeshUse::Triangles,
            other => {
                return Err(value_error(format!(
                    "links: expected \"adaptive\", \"hull\", \"parts\" or \"mesh\", got {other:?}"
                )));
            }
        };
        let found = Packages::of_environment();
        let packages = self.packages.into_iter().fold(found, |all, (name, folder)| all.with(name, folder));
        let expected = "base: expected \"fixed\", \"planar\" or \"floating\"";
        let base = self
            .base
            .map(|name| Base::from_name(&name).ok_or_else(|| value_error(format!("{expected}, got {name:?}"))));
        let options = UrdfOptions { packages, ignore_mimic: self.ignore_mimic, meshes, base: base.transpose()? };
        let mut model = Robot::from_file(file, &options).map_err(value_error)?;
        if let Some(path) = &self.srdf {
            model = model.with_srdf(Srdf::from_file(path).map_err(value_error)?);
        }
        for (joint, limits) in &self.limits {
            model.robot.set_limits(joint, *limits).map_err(|error| value_error(error.within("limits")))?;
        }
        for (text, folder) in &self.attach {
            model.robot.attach_json(text, folder).map_err(|error| value_error(error.within("attach")))?;
        }
        for (a, b) in &self.allow {
            model.robot.allow_named(a, b).map_err(|error| value_error(error.within("allow")))?;
        }
        for (link, length) in &self.padding {
            model.robot.pad_named(link, *length).map_err(|error| value_error(error.within("padding")))?;
        }
        Ok(model)
    }
}

/// The bodies of a scene, a path or a dict, whose rules may name the links of the robot.
pub fn world(scene: Option<&Bound<'_, PyAny>>, robot: &Robot) -> PyResult<Vec<Obstacle>> {
    let Some(scene) = scene else { return Ok(Vec::new()) };
    let read = match scene.extract::<PathBuf>() {
        Ok(path) => robot.world_of_file(&path),
        Err(_) => {
            let text: String = scene.py().import("json")?.call_method1("dumps", (scene,))?.extract()?;
            robot.world_of_json(&text, &MeshFiles::relative_to("."))
        }
    };
    read.map_err(value_error)
}
