//! Scenes as the worlds of robots, whose rules may name links.

use std::path::Path;

use clearance_robot::{Obstacle, Robot};
use clearance_scene::{AnyScene, MeshFiles, ReadError, parse_scene_beside, read_scene_beside};

use crate::obstacles::obstacles;

/// See [`ReadRobot::world_of_file`](crate::ReadRobot::world_of_file).
pub(crate) fn read_file(robot: &Robot, path: &Path) -> Result<Vec<Obstacle>, ReadError> {
    let scene = read_scene_beside(path, &robot.link_names())?;
    in_space(scene).map_err(|error| error.within(path.display()))
}

/// See [`ReadRobot::world_of_json`](crate::ReadRobot::world_of_json).
pub(crate) fn read(robot: &Robot, text: &str, files: &MeshFiles) -> Result<Vec<Obstacle>, ReadError> {
    parse_scene_beside(text, files, &robot.link_names()).and_then(in_space)
}

fn in_space(scene: AnyScene) -> Result<Vec<Obstacle>, ReadError> {
    obstacles(&scene.into_space()?)
}
