//! Robots from MJCF files, MuJoCo's own: bodies are links, and what collides with what is a list of pairs like that of
//! an SRDF.
//!
//! The order of reading is MuJoCo's: included files are put in their places, then compiler settings, defaults by class
//! and assets are known, then the tree of bodies is walked, then pairs are filtered. Elements that change neither
//! geometry nor kinematics are known by name; those that are not known are refused, as MuJoCo does.

mod assets;
mod bodies;
mod compiler;
mod contact;
mod couplings;
mod defaults;
mod geoms;
mod include;
mod loops;
mod names;
mod pose;
mod values;

use std::path::Path;

use crate::urdf::UrdfOptions;
use crate::xml::{Element, unknown};
use bodies::Walk;
use clearance_robot::{Notes, RobotModel};
use clearance_scene::ReadError;

/// Sections of a file that change neither geometry nor kinematics; bodies outside of the world are none.
const HARMLESS: &[&str] = &[
    "body",
    "option",
    "size",
    "visual",
    "statistic",
    "custom",
    "sensor",
    "actuator",
    "tendon",
    "extension",
    "deformable",
];

/// Sections that are read.
const READ: &[&str] = &["compiler", "default", "asset", "worldbody", "contact", "equality", "keyframe"];

/// See [`ReadRobot::from_mjcf`](crate::ReadRobot::from_mjcf).
pub(crate) fn read(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    read_element(crate::xml::parse(text, "<mujoco>", None)?, folder, options)
}

/// The robot of the root element of an MJCF file.
pub(crate) fn read_element(root: Element, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    if root.name() != "mujoco" {
        return Err(root.refusal(format!("expected <mujoco> as the root of an MJCF file, got <{}>", root.name())));
    }
    let root = include::expanded(root, folder)?;
    for section in root.children() {
        let (known, name) = ([READ, HARMLESS].concat(), section.name());
        if name == "deformable" && section.children().any(|child| child.name() == "flex") {
            return Err(section.refusal("deformable bodies are not supported"));
        }
        if !section.is_one_of(&known) {
            return Err(section.refusal(unknown("section", name, &known)));
        }
    }
    let mut notes = Notes::default();
    for body in root.children_named("body") {
        notes.add("bodies outside of <worldbody> ignored, as MuJoCo does", body.given_name());
    }
    let connect = loops::only_connect(&root);
    let is_kept = |constraint: &&Element| connect.is_some_and(|connect| std::ptr::eq(connect, *constraint));
    let constraints = root.children_named("equality").flat_map(Element::children).filter(|one| !is_kept(one));
    let mut model = Walk::new(&root, (folder, options))?.robot(&root, (notes, constraints))?;
    if let Some(connect) = connect {
        loops::close(&mut model, &root, connect)?;
    }
    Ok(model)
}
