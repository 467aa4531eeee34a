//! The options that say which robot, in which world.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use clearance_robot::{Obstacle, Packages, Rest, Robot, Srdf, UrdfOptions, obstacles};
use clearance_scene::read_scene;

use crate::terminal::say;

/// Which robot.
#[derive(Args)]
pub struct ModelOptions {
    /// The robot: a URDF file, or a JSON file with a DH table
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Groups, states, tips, and pairs of links that are not asked about. Without it, neighbours are not
    #[arg(long, value_name = "FILE")]
    srdf: Option<PathBuf>,
    /// Where the meshes of package://NAME/... are; may be given several times. Also looked for around FILE
    #[arg(long, value_name = "NAME=DIR", value_parser = package)]
    package: Vec<Package>,
    /// Joints that mimic others get values of their own
    #[arg(long)]
    ignore_mimic: bool,
    /// What collision meshes stand for
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Links::Hull)]
    links: Links,
}

/// What collision meshes stand for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Links {
    /// Their convex hulls
    Hull,
    /// Convex parts that contain them
    Parts,
    /// Their triangles as they are
    Mesh,
}

/// A package and its folder.
#[derive(Clone)]
struct Package {
    name: String,
    folder: PathBuf,
}

fn package(text: &str) -> Result<Package, String> {
    match text.split_once('=') {
        Some((name, folder)) if !name.is_empty() => Ok(Package { name: name.into(), folder: folder.into() }),
        _ => Err("expected NAME=DIR".into()),
    }
}

impl ModelOptions {
    /// Reads the robot, and says on standard error what was odd about it.
    pub fn read(&self) -> anyhow::Result<Robot> {
        anyhow::ensure!(self.links == Links::Hull, "--links: only \"hull\" is supported for robots yet");
        let table = self.file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let robot = if table {
            Robot::from_dh_file(&self.file)?
        } else {
            let packages = self
                .package
                .iter()
                .fold(Packages::of_environment(), |packages, package| packages.with(&package.name, &package.folder));
            Robot::from_urdf_file(&self.file, &UrdfOptions { packages, ignore_mimic: self.ignore_mimic })?
        };
        let robot = match &self.srdf {
            Some(path) => robot.with_srdf(Srdf::from_file(path)?),
            None => robot,
        };
        robot.notes().iter().for_each(|note| say(&format!("note: {note}")));
        Ok(robot)
    }
}

/// Which world, and what configurations leave out.
#[derive(Args)]
pub struct WorldOptions {
    /// The bodies of the world
    #[arg(long, value_name = "FILE")]
    scene: Option<PathBuf>,
    /// The values of joints that a configuration does not name: a group state of the SRDF, or a configuration
    #[arg(long, value_name = "STATE")]
    rest: Option<String>,
}

impl WorldOptions {
    /// The bodies of the world.
    pub fn obstacles(&self) -> anyhow::Result<Vec<Obstacle>> {
        self.scene.as_deref().map_or(Ok(Vec::new()), scene_obstacles)
    }
    /// The rest of configurations.
    pub fn rest(&self, robot: &Robot) -> anyhow::Result<Rest> {
        match &self.rest {
            Some(state) => robot.rest(state).map_err(|error| anyhow::anyhow!("--rest: {error}")),
            None => Ok(robot.no_rest()),
        }
    }
}

/// The bodies of a scene file.
pub fn scene_obstacles(path: &Path) -> anyhow::Result<Vec<Obstacle>> {
    let scene = read_scene(path)?.into_space().and_then(|scene| obstacles(&scene));
    Ok(scene.map_err(|error| error.within(path.display()))?)
}
