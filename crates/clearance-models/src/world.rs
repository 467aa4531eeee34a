//! Scenes as the worlds of robots, whose rules may name links.

use std::path::Path;

use clearance_robot::{Obstacle, Robot};
use clearance_scene::{AnyScene, MeshFiles, ReadError, parse_scene_beside, read_scene_beside};

use crate::obstacles::obstacles;

/// See [`ReadRobot::world_of_file`](crate::ReadRobot::world_of_file).
pub(crate) fn read_file(robot: &Robot, path: &Path) -> Result<Vec<Obstacle>, ReadError> {
    let here = |error: ReadError| error.within(path.display());
    let is_sdf = path.extension().is_some_and(|extension| extension == "sdf" || extension == "world");
    if !is_sdf {
        return in_space(read_scene_beside(path, &robot.link_names())?).map_err(here);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let scene = crate::xml::read_text(path).and_then(|text| crate::sdf::world::scene(&text, folder)).map_err(here)?;
    // Its mesh files are found already.
    read(robot, &scene.to_string(), &MeshFiles::relative_to("")).map_err(here)
}

/// See [`ReadRobot::world_of_json`](crate::ReadRobot::world_of_json).
pub(crate) fn read(robot: &Robot, text: &str, files: &MeshFiles) -> Result<Vec<Obstacle>, ReadError> {
    parse_scene_beside(text, files, &robot.link_names()).and_then(in_space)
}

fn in_space(scene: AnyScene) -> Result<Vec<Obstacle>, ReadError> {
    obstacles(&scene.into_space()?)
}
