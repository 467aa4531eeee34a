//! Robots from URDF files. What may change geometry or kinematics is read or refused; the rest may be odd.
//!
//! Visual elements and inertias are never looked at. Elements that are neither read nor known to be harmless are
//! ignored, with one note a kind.

mod geometry;
mod joint;
mod options;
mod packages;
mod parts;
mod write;

pub(crate) use geometry::{Meshes, Shapes};
pub(crate) use joint::SEVERAL;
pub use options::{MeshUse, UrdfOptions};
pub use packages::Packages;
pub use write::{WriteRobot, WrittenUrdf};

use parts::note_others;

use std::path::Path;

use crate::xml::{self, Element};
use clearance_robot::{JointKind, LinkShape, Notes, Robot, RobotBuilder, RobotModel};
use clearance_scene::ReadError;

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

/// See [`ReadRobot::from_urdf_file`](crate::ReadRobot::from_urdf_file).
pub(crate) fn read_file(path: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    let here = |error: ReadError| error.within(path.display());
    let text = xml::read_text(path).map_err(here)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read(&text, folder, options).map_err(here)
}

/// See [`ReadRobot::from_urdf`](crate::ReadRobot::from_urdf).
pub(crate) fn read(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    read_element(&xml::parse(text, "<robot>", None)?, folder, options)
}

/// The robot of the root element of a URDF file.
pub(crate) fn read_element(root: &Element, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
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
    let kind = |joint: &Element| joint.attribute("type").and_then(JointKind::from_name);
    let moves = |joint: &Element| kind(joint).is_some_and(JointKind::moves);
    // Joints of several values are gone once they are read.
    let stays = |joint: &&Element| moves(joint) || options.holds() || kind(joint) == Some(JointKind::Fixed);
    let joints = root.children_named("joint").filter(stays);
    let joints: Vec<(&str, bool)> = joints.filter_map(|joint| Some((joint.attribute("name")?, moves(joint)))).collect();
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
    Ok(RobotModel { notes: notes.lines(), ..builder.build()?.into() })
}

/// The first element of xacro's namespace; the declaration alone is left behind by xacro itself.
fn first_of_xacro(element: &Element) -> Option<&Element> {
    if element.namespace.contains("xacro") {
        return Some(element);
    }
    element.children().find_map(first_of_xacro)
}

fn link(
    builder: RobotBuilder,
    element: &Element,
    meshes: &mut Meshes,
    notes: &mut Notes,
) -> Result<RobotBuilder, ReadError> {
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
