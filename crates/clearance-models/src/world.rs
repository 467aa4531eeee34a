//! Scenes as the worlds of robots, whose rules may name links.

use std::path::Path;

use clearance_robot::{Obstacle, Robot};
use clearance_scene::{AnyScene, MeshFiles, ReadError, parse_scene_beside, read_scene_beside};

use crate::obstacles::obstacles;

/// See [`ReadRobot::world_of_file`](crate::ReadRobot::world_of_file).
pub(crate) fn read_file(robot: &Robot, path: &Path) -> Result<Vec<Obstacle>, ReadError> {
    let scene = read_scene_beside(path, &robot.link_names())?;
    with_fixtures(robot, in_space(scene).map_err(|error| error.within(path.display()))?)
}

/// See [`ReadRobot::world_of_json`](crate::ReadRobot::world_of_json).
pub(crate) fn read(robot: &Robot, text: &str, files: &MeshFiles) -> Result<Vec<Obstacle>, ReadError> {
    with_fixtures(robot, parse_scene_beside(text, files, &robot.link_names()).and_then(in_space)?)
}

/// Bodies of a scene with those that the robot's file brings. Refuses two bodies of one name.
fn with_fixtures(robot: &Robot, mut world: Vec<Obstacle>) -> Result<Vec<Obstacle>, ReadError> {
    if let Some(twice) = robot.fixtures().iter().find(|own| world.iter().any(|body| body.name == own.name)) {
        let what = format!("the robot's file has a body {:?} too: give that of the scene another name", twice.name);
        return Err(ReadError::new(what));
    }
    world.extend(robot.fixtures().iter().cloned());
    Ok(world)
}

fn in_space(scene: AnyScene) -> Result<Vec<Obstacle>, ReadError> {
    obstacles(&scene.into_space()?)
}
