//! Robots from URDF files. What may change geometry or kinematics is read or refused; the rest may be odd.
//!
//! Visual elements and inertias are never looked at. Elements that are neither read nor known to be harmless are ignored, with one
//! note a kind.

mod geometry;
mod joint;
mod packages;

pub use geometry::MeshUse;
use geometry::Meshes;
pub use packages::Packages;

use std::path::Path;

use clearance::{Pose3, Rotor3, Vec3};

use crate::builder::RobotBuilder;
use crate::error::RobotError;
use crate::kinematics::{self, LARGEST_ANGLE};
use crate::link::LinkShape;
use crate::robot::Robot;
use crate::xml::{self, Element, Notes};

/// How a robot file is read.
#[derive(Clone, Debug, Default)]
pub struct UrdfOptions {
    /// Where packages are.
    pub packages: Packages,
    /// Joints that mimic others get values of their own.
    pub ignore_mimic: bool,
    /// What collision meshes stand for.
    pub meshes: MeshUse,
}

/// The versions of the format that are read: 1.1 has `quat_xyzw`, 1.2 has capsules.
const VERSIONS: [&str; 4] = ["1", "1.0", "1.1", "1.2"];

/// Elements of a robot that change neither geometry nor kinematics.
const HARMLESS: &[&str] =
    &["material", "transmission", "gazebo", "sensor", "mujoco", "ros2_control", "kinematics", "plugin"];

/// Elements of a link that change no collision geometry.
const HARMLESS_OF_LINKS: &[&str] = &[
    "visual",
    "inertial",
    "material",
    "contact",
    "gazebo",
    "sensor",
    "self_collision_checking",
    "velocity_control",
    "turnGravityOff",
];

impl Robot {
    /// The robot of a URDF file.
    ///
    /// Each collision mesh stands for its convex hull, if the options do not say otherwise. Errors name the file, the line and the element. Planar and floating joints are held at
    /// their origins, with a [note](Robot::notes).
    pub fn from_urdf_file(path: &Path, options: &UrdfOptions) -> Result<Self, RobotError> {
        let here = |error: RobotError| error.within(path.display());
        let text = xml::read_text(path).map_err(here)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::from_urdf(&text, folder, options).map_err(here)
    }

    /// The robot of a URDF text whose meshes are named relative to a folder.
    pub fn from_urdf(text: &str, folder: &Path, options: &UrdfOptions) -> Result<Self, RobotError> {
        Self::from_urdf_element(&xml::parse(text, "<robot>", None)?, folder, options)
    }

    /// The robot of the root element of a URDF file.
    pub(crate) fn from_urdf_element(root: &Element, folder: &Path, options: &UrdfOptions) -> Result<Self, RobotError> {
        if let Some(found) = first_of_xacro(root) {
            return Err(found.refusal(xml::XACRO));
        }
        if root.name() != "robot" {
            return Err(root.refusal(format!("expected <robot> as the root of a URDF file, got <{}>", root.name())));
        }
        if let Some(version) = root.attribute("version").filter(|version| !VERSIONS.contains(&version.trim())) {
            return Err(root.refusal(format!("version: expected 1.0, 1.1 or 1.2, got {version:?}")));
        }
        let mut meshes = Meshes::new(folder, options);
        let mut notes = Notes::default();
        let mut builder = Robot::builder(root.attribute("name").unwrap_or("robot"));
        let joints: Vec<&str> = root.children_named("joint").filter_map(|joint| joint.attribute("name")).collect();
        for element in root.children() {
            builder = match element.name() {
                "link" => link(builder, element, &mut meshes, &mut notes)?,
                "joint" => joint::joint(builder, element, (options, &joints), &mut notes)?,
                "include" => {
                    return Err(element.refusal("URDF has no <include>: put what it names into this file"));
                }
                name if name.starts_with("loop_joint") => {
                    return Err(element.refusal("closed loops of joints are not supported"));
                }
                _ => builder,
            };
        }
        note_others(root, &["link", "joint"], HARMLESS, &mut notes);
        notes.lines().into_iter().fold(builder, RobotBuilder::note).build()
    }
}

/// The first element of xacro's namespace; the declaration alone is left behind by xacro itself.
fn first_of_xacro(element: &Element) -> Option<&Element> {
    if element.namespace.contains("xacro") {
        return Some(element);
    }
    element.children().find_map(first_of_xacro)
}

/// Notes the elements in one that are neither read nor harmless. Those of a namespace belong to other programs.
fn note_others(element: &Element, read: &[&str], harmless: &[&str], notes: &mut Notes) {
    let known = [read, harmless].concat();
    for child in element.children().filter(|child| !child.is_one_of(&known)) {
        notes.add(format!("elements <{}> of <{}> ignored", child.name(), element.name()), "");
    }
}

fn link(
    builder: RobotBuilder,
    element: &Element,
    meshes: &mut Meshes,
    notes: &mut Notes,
) -> Result<RobotBuilder, RobotError> {
    let name = element.need("name")?;
    note_others(element, &["collision"], HARMLESS_OF_LINKS, notes);
    let mut shapes: Vec<LinkShape> = Vec::new();
    for collision in element.children_named("collision") {
        match meshes.shapes(collision, notes)? {
            Some(found) => shapes.extend(found),
            None => notes.add("collision elements without geometry", name),
        }
    }
    Ok(builder.link(name, shapes))
}

/// The pose of the `<origin>` in an element; the identity if there is none.
fn origin(element: &Element) -> Result<Pose3<f64>, RobotError> {
    let Some(element) = element.child("origin")? else { return Ok(Pose3::IDENTITY) };
    element.only(&["xyz", "rpy", "quat_xyzw"])?;
    let xyz = Vec3::from(element.numbers::<3>("xyz")?.unwrap_or_default());
    let pose = match (element.numbers::<3>("rpy")?, element.numbers::<4>("quat_xyzw")?) {
        (Some(_), Some(_)) => return Err(element.refusal("expected one rotation, got both rpy and quat_xyzw")),
        (None, Some([x, y, z, w])) => {
            // Like other readers of URDF: a quaternion of any length but zero stands for its direction.
            let rotor = Rotor3::from_wxyz([w, x, y, z]);
            rotor.map_err(|error| element.refusal(format!("quat_xyzw: {error}"))).map(|rotor| Pose3::new(rotor, xyz))?
        }
        (rpy, None) => {
            let rpy = rpy.unwrap_or_default();
            if let Some(angle) = rpy.iter().find(|angle| angle.abs() > LARGEST_ANGLE) {
                return Err(element.refusal(format!("rpy: must be within {LARGEST_ANGLE:e} of zero, got {angle}")));
            }
            kinematics::origin(xyz, rpy)
        }
    };
    pose.map_err(|error| element.refusal(error.to_string()))
}
