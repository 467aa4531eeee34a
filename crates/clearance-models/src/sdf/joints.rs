//! Joints of SDF files.

use clearance::{Pose3, Vec3};

use super::frames::Frames;
use super::pose::{numbers, text};
use crate::urdf::{SEVERAL, UrdfOptions};
use crate::xml::Element;
use clearance_robot::{JointKind, JointSpec, Mimic, Notes};
use clearance_scene::ReadError;

/// Limits at least as large as this mean none.
const WITHOUT_LIMIT: f64 = 1e15;

/// The joint of an element of a model with a prefix. The child's frame is where the file places it: a joint may stand
/// anywhere beside it.
pub(super) fn joint(
    element: &Element,
    (prefix, version): (&str, f64),
    frames: &Frames,
    (options, notes): (&UrdfOptions, &mut Notes),
) -> Result<JointSpec, ReadError> {
    let name = format!("{prefix}{}", element.need("name")?);
    let here = |error: ReadError| element.refusal(error.to_string());
    let end = |which: &str| {
        let given = text(element, which)?.ok_or_else(|| element.refusal(format!("missing element <{which}>")))?;
        let full = if given == "world" { given.to_string() } else { format!("{prefix}{given}") };
        frames.link(&full).map_err(here)
    };
    let (parent, child) = (end("parent")?, end("child")?);
    let place = |link: &str| if link == "world" { Ok(Pose3::IDENTITY) } else { frames.pose(link).map_err(here) };
    let at = frames.pose(&name).map_err(here)?;
    let (from, to) = (place(&parent)?, place(&child)?);
    let axis = element.child("axis")?;
    let limits = axis.map(limits).transpose()?.flatten();
    let kind = match element.need("type")? {
        "fixed" => JointKind::Fixed,
        "prismatic" => JointKind::Prismatic,
        "continuous" => JointKind::Continuous,
        "revolute" if limits.is_none() => JointKind::Continuous,
        "revolute" => JointKind::Revolute,
        "ball" if options.holds() => {
            notes.add("ball joints held where the file places their links", &name);
            JointKind::Fixed
        }
        "ball" => {
            notes.add(format!("ball joints {SEVERAL}"), &name);
            JointKind::Spherical
        }
        other => {
            let known = "\"revolute\", \"continuous\", \"prismatic\", \"fixed\" or \"ball\"";
            return Err(element.refusal(format!("type: expected {known}, got {other:?}")));
        }
    };
    let mut spec = JointSpec::new(&name, kind, parent, child).at(relative(&from, &at)).followed_by(relative(&at, &to));
    let Some(axis) = axis.filter(|_| kind.moves()) else { return Ok(spec) };
    spec = spec.axis(direction(axis, (prefix, version), (&at, frames))?);
    if let Some([lower, upper]) = limits.filter(|_| kind != JointKind::Continuous) {
        spec = spec.limited(lower, upper);
    }
    if let Some(mimic) = axis.child("mimic")? {
        let number = |name: &str| Ok(numbers::<1>(mimic, name)?.map(|[value]| value));
        let multiplier = number("multiplier")?.unwrap_or(1.0);
        let offset = number("offset")?.unwrap_or(0.0) - multiplier * number("reference")?.unwrap_or(0.0);
        spec = spec.mimicking(Mimic { joint: format!("{prefix}{}", mimic.need("joint")?), multiplier, offset });
    }
    Ok(spec)
}

/// A pose seen from another; where both are the same, it is none, without any error.
fn relative(from: &Pose3<f64>, to: &Pose3<f64>) -> Pose3<f64> {
    if from == to {
        Pose3::IDENTITY
    } else if *from == Pose3::IDENTITY {
        *to
    } else {
        Pose3::relative(from, to)
    }
}

/// The axis in the joint's frame: it may be given in another.
fn direction(
    axis: &Element,
    (prefix, version): (&str, f64),
    (joint, frames): (&Pose3<f64>, &Frames),
) -> Result<Vec3<f64>, ReadError> {
    let given = Vec3::from(numbers::<3>(axis, "xyz")?.unwrap_or([0.0, 0.0, 1.0]));
    if given == Vec3::new(0.0, 0.0, 0.0) {
        return Err(axis.refusal("xyz: expected a direction, got zero"));
    }
    let expressed_in = axis.child("xyz")?.and_then(|xyz| xyz.attribute("expressed_in")).filter(|name| !name.is_empty());
    // Before 1.5 axes were written in the model's frame, and until 1.6 they could be.
    let of_model = match text(axis, "use_parent_model_frame")? {
        Some(word) => ["1", "true"].contains(&word),
        None => version < 1.5,
    };
    let frame = match expressed_in {
        Some("__model__") => Some(prefix.to_string()),
        Some(name) => Some(format!("{prefix}{name}")),
        None => of_model.then(|| prefix.to_string()),
    };
    let Some(frame) = frame else { return Ok(given) };
    let frame = frames.pose(&frame).map_err(|error| axis.refusal(error.to_string()))?;
    // Exact between parallel frames; otherwise a rounding of the direction, as if it had been written so.
    Ok(relative(joint, &frame).vector(given))
}

/// The limits of an axis; none if they are not finite in practice, or contradict each other.
fn limits(axis: &Element) -> Result<Option<[f64; 2]>, ReadError> {
    let Some(limit) = axis.child("limit")? else { return Ok(None) };
    let side = |name: &str, none: f64| -> Result<f64, ReadError> {
        let word = text(limit, name)?.unwrap_or("");
        if word.is_empty() || word.trim_start_matches(['-', '+']).to_ascii_lowercase().starts_with("inf") {
            return Ok(none);
        }
        Ok(numbers::<1>(limit, name)?.map_or(none, |[value]| value))
    };
    let [lower, upper] = [side("lower", -f64::INFINITY)?, side("upper", f64::INFINITY)?];
    if lower > upper {
        return Err(limit.refusal(format!("the lower limit must not exceed the upper one, got {lower} and {upper}")));
    }
    Ok((lower.abs() < WITHOUT_LIMIT && upper.abs() < WITHOUT_LIMIT).then_some([lower, upper]))
}
