//! Joints of URDF files.

use clearance::Vec3;

use super::options::UrdfOptions;
use super::parts::{note_others, origin};
use crate::xml::Element;
use clearance_robot::{JointKind, JointSpec, Mimic, Notes, RobotBuilder};
use clearance_scene::ReadError;

/// What is read of a joint.
const READ: &[&str] = &["parent", "child", "origin", "axis", "limit", "mimic"];

/// Elements of joints that change neither kinematics nor limits.
const HARMLESS: &[&str] = &[
    "dynamics",
    "safety_controller",
    "safety_limits",
    "calibration",
    "joint_properties",
    "hardwareInterface",
    "gazebo",
    "visual",
    "material",
    "inertial",
];

/// What is noted of joints of several values.
pub(crate) const SEVERAL: &str = "have values of their own; base fixed holds them";
const HELD: &str = "held at their origins";

/// Adds the joint of an element; `joints` are the names of all joints, and whether they move.
pub(super) fn joint(
    builder: RobotBuilder,
    element: &Element,
    (options, joints): (&UrdfOptions, &[(&str, bool)]),
    notes: &mut Notes,
) -> Result<RobotBuilder, ReadError> {
    let name = element.need("name")?;
    let kind = element.need("type")?;
    let kind = JointKind::from_name(kind).ok_or_else(|| {
        let known = "\"revolute\", \"continuous\", \"prismatic\", \"fixed\", \"planar\", \"floating\" or \"spherical\"";
        element.refusal(format!("type: expected {known}, got {kind:?}"))
    })?;
    note_others(element, READ, HARMLESS, notes);
    let link = |which: &'static str| {
        let child = element.child(which)?;
        let child = child.ok_or_else(|| element.refusal(format!("missing element <{which}>")))?;
        child.need("link")
    };
    let has_several = !kind.moves() && kind != JointKind::Fixed;
    let is_held = has_several && options.holds();
    if has_several {
        let what = if is_held { HELD } else { SEVERAL };
        notes.add(format!("{} joints {what}", kind.name()), name);
    }
    let own = if is_held { JointKind::Fixed } else { kind };
    let mut spec = JointSpec::new(name, own, link("parent")?, link("child")?).at(origin(element)?);
    if !kind.moves() && own != JointKind::Planar {
        return Ok(builder.joint(spec));
    }
    if let Some(axis) = element.child("axis")? {
        axis.only(&["xyz", "rpy"])?;
        if axis.numbers::<3>("rpy")?.is_some_and(|rpy| rpy != [0.0; 3]) {
            return Err(axis.refusal("rpy: expected zeros: an axis is the direction xyz in the joint's frame"));
        }
        if let Some(xyz) = axis.numbers::<3>("xyz")? {
            if xyz == [0.0; 3] {
                let what = format!("expected an axis with a direction for joint {name:?}, got [0, 0, 0]");
                return Err(axis.refusal(what));
            }
            spec = spec.axis(Vec3::from(xyz));
        }
    }
    if own == JointKind::Planar {
        return Ok(builder.joint(spec));
    }
    if let Some(mimic) = element.child("mimic")?.filter(|_| !options.ignore_mimic) {
        mimic.only(&["joint", "multiplier", "offset"])?;
        let multiplier = mimic.number("multiplier")?.unwrap_or(1.0);
        let offset = mimic.number("offset")?.unwrap_or(0.0);
        let joint = mimic.need("joint")?;
        if let Some((_, moves)) = joints.iter().find(|(known, _)| *known == joint) {
            if !moves {
                notes.add("joints that mimic a joint that does not move, held at their offsets", name);
            }
            spec = spec.mimicking(Mimic { joint: joint.into(), multiplier, offset });
        } else {
            // With a value of its own it can do all that it could as a mimic.
            notes.add("joints that mimic a joint that does not exist, with values of their own", name);
        }
    }
    let limit = element.child("limit")?;
    if let Some(velocity) = limit.and_then(|limit| limit.number("velocity").transpose()).transpose()? {
        spec = spec.slower_than(velocity);
    }
    if kind != JointKind::Continuous {
        match limit.filter(|limit| limit.attribute("lower").is_some() || limit.attribute("upper").is_some()) {
            Some(limit) => {
                let [lower, upper] = [limit.number("lower")?, limit.number("upper")?].map(Option::unwrap_or_default);
                if lower > upper {
                    // Simulators mean no limits by it. Whatever was meant, that includes it.
                    notes.add("joints whose lower limit exceeds the upper one, taken as without limits", name);
                } else {
                    spec = spec.limited(lower, upper);
                }
            }
            None => notes.add(format!("{} joints without limits", kind.name()), name),
        }
    }
    Ok(builder.joint(spec))
}
