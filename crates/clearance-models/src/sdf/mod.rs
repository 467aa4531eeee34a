//! Robots from SDF files: the one model of a file, with what is nested in it.

mod frames;
mod geometry;
mod joints;
mod pose;
pub(crate) mod world;

use std::path::Path;

use clearance::Pose3;

use crate::urdf::{Meshes, UrdfOptions};
use crate::xml::{self, Element};
use clearance_robot::kinematics::compose;
use clearance_robot::{JointKind, JointSpec, LinkShape, Notes, Robot, RobotBuilder, RobotModel};
use clearance_scene::ReadError;
use frames::Frames;

/// Elements of a model that change neither geometry nor kinematics.
const HARMLESS: &[&str] =
    &["static", "self_collide", "allow_auto_disable", "enable_wind", "plugin", "gripper", "pose", "gazebo"];

/// Elements of a model that are read.
const READ: &[&str] = &["link", "joint", "frame", "model"];

/// A model and the prefix of the names in it: that of a nested model is its name with `::`.
struct Scope<'e> {
    model: &'e Element,
    prefix: String,
}

/// See [`ReadRobot::from_sdf`](crate::ReadRobot::from_sdf).
pub(crate) fn read(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    read_element(&xml::parse(text, "<sdf>", None)?, folder, options)
}

/// The robot of the root element of an SDF file.
pub(crate) fn read_element(root: &Element, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
    if root.name() != "sdf" {
        return Err(root.refusal(format!("expected <sdf> as the root of an SDF file, got <{}>", root.name())));
    }
    let version = root.number("version")?.unwrap_or(1.0);
    let model = only_model(root)?;
    let mut scopes = Vec::new();
    nested(model, String::new(), &mut scopes)?;
    let frames = Frames::of(&scopes)?;
    let base = pose::pose(model)?.0;
    let mut notes = Notes::default();
    let mut meshes = Meshes::new(folder, options);
    let mut builder = Robot::builder(model.given_name());
    let mut links = Vec::new();
    for scope in &scopes {
        for link in scope.model.children_named("link") {
            let name = format!("{}{}", scope.prefix, link.need("name")?);
            builder = builder.link(&name, shapes(link, &mut meshes, &mut notes)?);
            links.push(name);
        }
    }
    let mut joined = Vec::new();
    for scope in &scopes {
        for joint in scope.model.children_named("joint") {
            let spec = joints::joint(joint, (&scope.prefix, version), &frames, (options, &mut notes))?;
            joined.push(spec.child().to_string());
            builder = builder.joint(spec);
        }
    }
    let roots: Vec<&String> = links.iter().filter(|link| !joined.contains(link)).collect();
    let (builder, note) = rooted(builder, &roots, (&frames, base))?;
    let notes = note.into_iter().chain(notes.lines()).collect();
    Ok(RobotModel { notes, ..builder.build()?.into() })
}

/// The model of a file.
fn only_model(root: &Element) -> Result<&Element, ReadError> {
    let worlds = root.children_named("world").flat_map(|world| world.children_named("model"));
    let mut models = root.children_named("model").chain(worlds);
    match (models.next(), models.next()) {
        (Some(model), None) => Ok(model),
        (None, _) => Err(root.refusal("expected a <model>, got none")),
        (Some(_), Some(second)) => Err(second.refusal("a second model in the file, expected one robot")),
    }
}

/// A model and all models in it.
fn nested<'e>(model: &'e Element, prefix: String, scopes: &mut Vec<Scope<'e>>) -> Result<(), ReadError> {
    for child in model.children() {
        if child.name() == "include" {
            return Err(child.refusal("included models are not supported: put the model into this file"));
        }
        let known = [READ, HARMLESS].concat();
        if !child.is_one_of(&known) {
            return Err(child.refusal(xml::unknown("element", child.name(), &known)));
        }
    }
    if model.attribute("placement_frame").is_some() {
        return Err(model.refusal("placement_frame is not supported"));
    }
    scopes.push(Scope { model, prefix: prefix.clone() });
    for child in model.children_named("model") {
        nested(child, format!("{prefix}{}::", child.need("name")?), scopes)?;
    }
    Ok(())
}

/// The builder with its roots in their places, and a note of them: a single one is the robot's base, without a note;
/// several hang on a link `world`.
fn rooted(
    builder: RobotBuilder,
    roots: &[&String],
    (frames, base): (&Frames, Pose3<f64>),
) -> Result<(RobotBuilder, Option<String>), ReadError> {
    let place = |link: &str| Ok(compose(&base, &frames.pose(link)?));
    let on_world = builder.joins("world");
    if let ([root], false) = (roots, on_world) {
        return Ok((builder.at(place(root)?), None));
    }
    let mut builder = builder.link("world", Vec::new());
    if on_world {
        // Joints of the file stand in the model's frame, which is where the world's link is.
        builder = builder.at(base);
    }
    for root in roots {
        let at = if on_world { frames.pose(root)? } else { place(root)? };
        let joint = JointSpec::new(format!("world to {root}"), JointKind::Fixed, "world", root.as_str());
        builder = builder.joint(joint.at(at));
    }
    let note = format!("{} links that no joint joins, held where the file places them", roots.len());
    Ok((builder, Some(note)))
}

fn shapes(link: &Element, meshes: &mut Meshes, notes: &mut Notes) -> Result<Vec<LinkShape>, ReadError> {
    let mut all = Vec::new();
    for collision in link.children_named("collision") {
        let (pose, relative_to) = pose::pose(collision)?;
        if relative_to.is_some_and(|frame| frame != link.given_name()) {
            return Err(
                collision.refusal("a collision's pose relative to another frame than its link is not supported")
            );
        }
        let Some(geometry) = collision.child("geometry")? else {
            notes.add("collision elements without geometry", link.given_name());
            continue;
        };
        all.extend(geometry::shapes(geometry, meshes)?.at(pose));
    }
    Ok(all)
}
