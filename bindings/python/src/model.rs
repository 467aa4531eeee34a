//! Which robot, in which world: files and what is said beside them.

use std::path::{Path, PathBuf};

use clearance_robot::{MeshUse, Obstacle, Packages, Robot, Srdf, UrdfOptions, obstacles};
use clearance_scene::{MeshFiles, closest, parse_scene_beside, read_scene_beside};
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
}

impl Model {
    /// The robot of a URDF file, or of a DH table in JSON.
    pub fn read(self, file: &Path) -> PyResult<Robot> {
        let meshes = match self.links.as_str() {
            "hull" => MeshUse::Hull,
            "parts" => MeshUse::Parts,
            "mesh" => MeshUse::Triangles,
            other => {
                return Err(value_error(format!("links: expected \"hull\", \"parts\" or \"mesh\", got {other:?}")));
            }
        };
        let robot = if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
            Robot::from_dh_file(file)
        } else {
            let found = Packages::of_environment();
            let packages = self.packages.into_iter().fold(found, |all, (name, folder)| all.with(name, folder));
            Robot::from_urdf_file(file, &UrdfOptions { packages, ignore_mimic: self.ignore_mimic, meshes })
        };
        let mut robot = robot.map_err(value_error)?;
        if let Some(path) = &self.srdf {
            robot = robot.with_srdf(Srdf::from_file(path).map_err(value_error)?);
        }
        for (text, folder) in &self.attach {
            robot.attach_json(text, folder).map_err(|error| value_error(error.within("attach")))?;
        }
        for (a, b) in self.allow {
            if [&a, &b].iter().all(|name| robot.link_named(name).is_none()) {
                let hint = hint(&robot, &a);
                return Err(value_error(format!("allow: expected the name of a link, got {a:?} and {b:?}{hint}")));
            }
            robot.allow(a, b);
        }
        for (link, length) in self.padding {
            let Some(place) = robot.link_named(&link) else {
                return Err(value_error(format!("padding: no link is named {link:?}{}", hint(&robot, &link))));
            };
            robot.pad(place, length).map_err(value_error)?;
        }
        Ok(robot)
    }
}

/// ` (did you mean "hand"?)`, or nothing.
fn hint(robot: &Robot, name: &str) -> String {
    closest(name, &names(robot)).map_or(String::new(), |name| format!(" (did you mean {name:?}?)"))
}

fn names(robot: &Robot) -> Vec<&str> {
    robot.links().iter().map(|link| link.name.as_str()).collect()
}

/// The bodies of a scene, a path or a dict, whose rules may name the links of the robot.
pub fn world(scene: Option<&Bound<'_, PyAny>>, robot: &Robot) -> PyResult<Vec<Obstacle>> {
    let Some(scene) = scene else { return Ok(Vec::new()) };
    let read = match scene.extract::<PathBuf>() {
        Ok(path) => read_scene_beside(&path, &names(robot)),
        Err(_) => {
            let text: String = scene.py().import("json")?.call_method1("dumps", (scene,))?.extract()?;
            parse_scene_beside(&text, &MeshFiles::relative_to("."), &names(robot))
        }
    };
    let scene = read.and_then(|scene| scene.into_space()).map_err(value_error)?;
    obstacles(&scene).map_err(value_error)
}
