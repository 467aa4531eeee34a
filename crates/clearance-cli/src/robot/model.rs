//! The options that say which robot, in which world.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use clearance_models::{MeshUse, Packages, ReadLoops, ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::{Base, LIMIT_TOLERANCE, Obstacle, Rest, Robot, RobotModel, Srdf, Workcell};

use super::group::{CellOptions, Pair, pair};
use crate::settings::{OWN, size};
use crate::terminal::say;

/// Which robot.
#[derive(Args)]
#[command(next_help_heading = "Robot")]
pub struct ModelOptions {
    /// The robot: a URDF, MJCF or SDF file, or a JSON file with a DH table or an assembly
    #[arg(value_name = "FILE", help_heading = OWN)]
    file: PathBuf,
    /// Groups, states, tips and disabled pairs of links; without it, adjacent links are disabled
    #[arg(long, value_name = "FILE")]
    srdf: Option<PathBuf>,
    /// Folder of the meshes package://NAME/...; repeatable. FILE and the folders above it are searched too
    #[arg(long, value_name = "NAME=DIR", value_parser = package)]
    package: Vec<Package>,
    /// Attached bodies: {"bodies": [{"name", "link", "shape", "pose", "touch": [link, ..]}]}, with poses in the link's
    /// frame
    #[arg(long, value_name = "FILE")]
    attach: Vec<PathBuf>,
    /// Allow two links, or a link and a body, to collide; repeatable
    #[arg(long, value_name = "A,B", value_parser = pair)]
    allow: Vec<Pair>,
    /// Safety margin of a link: subtracted from the distance of each of its pairs; repeatable
    #[arg(long, value_name = "LINK=D", value_parser = padding)]
    padding: Vec<Padding>,
    /// Loops that points of two links close, for ranges: {"loops": [{"links": [a, b], "point": [x, y, z], "drive":
    /// joint}]}, where all joints are at zero
    #[arg(long, value_name = "FILE")]
    loops: Option<PathBuf>,
    /// Give joints that mimic others values of their own
    #[arg(long)]
    ignore_mimic: bool,
    /// Representation of the robot's collision meshes
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Links::Adaptive)]
    links: Links,
    /// How the root moves in the world, if not as a planar virtual joint of the SRDF says: of MJCF the body of the
    /// world; fixed holds planar, floating and ball joints as well
    #[arg(long, value_name = "HOW", value_enum)]
    base: Option<Root>,
    /// The least and the greatest value of joints, with commas between them; x is base/x if no other joint has an x
    #[arg(long, value_name = "JOINT=LOW:HIGH", value_delimiter = ',', value_parser = limits)]
    limits: Vec<JointLimits>,
}

/// How the root of a robot moves.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Root {
    /// Not at all
    Fixed,
    /// In the plane z = 0: base/x, base/y and base/theta
    Planar,
    /// Freely: base/x, base/y, base/z, base/roll, base/pitch and base/yaw
    Floating,
}

impl From<Root> for Base {
    fn from(root: Root) -> Self {
        match root {
            Root::Fixed => Base::Fixed,
            Root::Planar => Base::Planar,
            Root::Floating => Base::Floating,
        }
    }
}

/// A joint and its limits.
#[derive(Clone)]
struct JointLimits {
    joint: String,
    limits: [f64; 2],
}

fn limits(text: &str) -> Result<JointLimits, String> {
    let expected = || "expected JOINT=LOW:HIGH".to_string();
    let (joint, ends) = text.rsplit_once('=').filter(|(joint, _)| !joint.is_empty()).ok_or_else(expected)?;
    let (low, high) = ends.split_once(':').ok_or_else(expected)?;
    let number = |text: &str| text.parse().map_err(|_| expected());
    Ok(JointLimits { joint: joint.into(), limits: [number(low)?, number(high)?] })
}

/// What collision meshes represent.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Links {
    /// The meshes as they are: hulls are checked first, and triangles with what they enclose where hulls touch
    Adaptive,
    /// Their convex hulls
    Hull,
    /// Convex parts that contain them
    Parts,
    /// Their triangles as they are: surfaces without an inside
    Mesh,
}

impl From<Links> for MeshUse {
    fn from(links: Links) -> Self {
        match links {
            Links::Adaptive => MeshUse::Adaptive,
            Links::Hull => MeshUse::Hull,
            Links::Parts => MeshUse::Parts,
            Links::Mesh => MeshUse::Triangles,
        }
    }
}

/// A package and its folder.
#[derive(Clone)]
pub struct Package {
    name: String,
    folder: PathBuf,
}

impl Package {
    /// It and others.
    pub fn beside(&self, others: Packages) -> Packages {
        others.with(&self.name, &self.folder)
    }
}

/// `NAME=DIR`
pub fn package(text: &str) -> Result<Package, String> {
    match text.split_once('=') {
        Some((name, folder)) if !name.is_empty() => Ok(Package { name: name.into(), folder: folder.into() }),
        _ => Err("expected NAME=DIR".into()),
    }
}

/// A link and a length.
#[derive(Clone)]
struct Padding {
    link: String,
    length: f64,
}

fn padding(text: &str) -> Result<Padding, String> {
    match text.rsplit_once('=') {
        Some((link, length)) if !link.is_empty() => Ok(Padding { link: link.into(), length: size(length)? }),
        _ => Err("expected LINK=D".into()),
    }
}

impl ModelOptions {
    /// The file of the robot.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// All files that are named.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let more = self.srdf.iter().chain(&self.attach).chain(&self.loops);
        std::iter::once(&self.file).chain(more).map(PathBuf::as_path)
    }

    /// Reads the robot, and prints its notes on standard error.
    pub fn read(&self) -> anyhow::Result<RobotModel> {
        let packages =
            self.package.iter().fold(Packages::of_environment(), |packages, package| package.beside(packages));
        let base = self.base.map(Base::from);
        let options = UrdfOptions { packages, ignore_mimic: self.ignore_mimic, meshes: self.links.into(), base };
        let model = Robot::from_file(&self.file, &options)?;
        let mut model = match &self.srdf {
            Some(path) => model.with_srdf(Srdf::from_file(path)?),
            None => model,
        };
        for (i, JointLimits { joint, .. }) in self.limits.iter().enumerate() {
            let is_new = self.limits[..i].iter().all(|other| other.joint != *joint);
            anyhow::ensure!(is_new, "--limits: joint {joint:?} has limits already");
        }
        for JointLimits { joint, limits } in &self.limits {
            model.robot.set_limits(joint, *limits).map_err(|error| error.within("--limits"))?;
        }
        for path in &self.attach {
            model.robot.attach_file(path)?;
        }
        for Pair([a, b]) in &self.allow {
            model.robot.allow_named(a, b).map_err(|error| error.within("--allow"))?;
        }
        for Padding { link, length } in &self.padding {
            model.robot.pad_named(link, *length).map_err(|error| error.within("--padding"))?;
        }
        if let Some(path) = &self.loops {
            model.close_loops_of_file(path)?;
        }
        model.notes.iter().for_each(|note| say(&format!("note: {note}")));
        Ok(model)
    }
}

/// The robot among the bodies of a scene file, if there is one, and those of its own file.
pub fn workcell(model: &RobotModel, scene: Option<&Path>) -> anyhow::Result<Workcell> {
    let world = scene.map(|path| model.robot.world_of_file(path)).transpose()?;
    Ok(Workcell::new(model, &world.unwrap_or_default())?)
}

/// Which world, and what configurations leave out.
#[derive(Args)]
#[command(next_help_heading = "World")]
pub struct WorldOptions {
    /// The bodies of the world
    #[arg(long, value_name = "FILE")]
    scene: Option<PathBuf>,
    /// Values that lie beyond a limit by at most this, radians or metres, are taken for the limit, and their joints are
    /// named
    #[arg(long, value_name = "R", default_value_t = LIMIT_TOLERANCE, allow_negative_numbers = true, value_parser = size)]
    limit_tolerance: f64,
    #[command(flatten)]
    cell: CellOptions,
}

impl WorldOptions {
    /// The file of the world, if one is named.
    pub fn scene(&self) -> Option<&Path> {
        self.scene.as_deref()
    }

    /// The robot among the bodies of the world.
    pub fn workcell(&self, model: &RobotModel) -> anyhow::Result<Workcell> {
        self.workcell_beside(model, &[])
    }

    /// The robot among the bodies of the world; pairs with others may be allowed as well.
    pub fn workcell_beside(&self, model: &RobotModel, others: &[Obstacle]) -> anyhow::Result<Workcell> {
        let cell = self.cell.cell(workcell(model, self.scene.as_deref())?)?;
        if self.scene.is_some() {
            let unknown = model.robot.unknown_allowed(&[cell.world(), others].concat());
            unknown.iter().for_each(|what| say(&format!("note: --allow: {what}")));
        }
        Ok(cell)
    }
    /// Moves values to limits that they miss by the tolerance; returns the names of their joints, each once.
    pub fn clamp(&self, robot: &Robot, configurations: &mut [Vec<f64>]) -> Vec<String> {
        let mut clamped: Vec<String> = Vec::new();
        for q in configurations {
            let names = robot.clamp_to_limits(q, self.limit_tolerance);
            clamped.extend(
                names
                    .into_iter()
                    .filter(|name| !clamped.iter().any(|known| known == name))
                    .map(String::from)
                    .collect::<Vec<_>>(),
            );
        }
        clamped
    }
    /// A cell in another world, with what is held there and the joints that move.
    pub fn arranged(&self, cell: Workcell) -> anyhow::Result<Workcell> {
        self.cell.cell(cell)
    }
    /// The rest of configurations.
    pub fn rest(&self, cell: &Workcell) -> anyhow::Result<Rest> {
        self.cell.rest(cell)
    }
}
