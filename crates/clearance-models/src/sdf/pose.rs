//! Poses, and values that are the text of elements.

use clearance::{Pose3, Rotor3, Vec3};

use crate::xml::Element;
use clearance_robot::kinematics::{LARGEST_ANGLE, origin};
use clearance_scene::ReadError;

/// The pose of the `<pose>` in an element, and what it is relative to if it says so.
pub(super) fn pose(element: &Element) -> Result<(Pose3<f64>, Option<&str>), ReadError> {
    let Some(pose) = element.child("pose")? else { return Ok((Pose3::IDENTITY, None)) };
    pose.only(&["relative_to", "degrees", "rotation_format", "frame"])?;
    // Before 1.7, `frame` was written and meant nothing but for the empty name.
    if pose.attribute("frame").is_some_and(|frame| !frame.is_empty()) {
        return Err(pose.refusal("frame: expected relative_to"));
    }
    let numbers = pose.numbers_of("pose", &pose.text)?;
    let quaternion = pose.one_of("rotation_format", &["euler_rpy", "quat_xyzw"])? == Some("quat_xyzw");
    let refused = |error: clearance::ShapeError| pose.refusal(error.to_string());
    let at = match numbers[..] {
        [] => Pose3::IDENTITY,
        [x, y, z, qx, qy, qz, qw] if quaternion => {
            let rotor = Rotor3::from_wxyz([qw, qx, qy, qz]).map_err(refused)?;
            Pose3::new(rotor, Vec3::new(x, y, z)).map_err(refused)?
        }
        [x, y, z, roll, pitch, yaw] if !quaternion => {
            let degrees =
                pose.one_of("degrees", &["true", "false", "1", "0"])?.is_some_and(|word| word == "true" || word == "1");
            let unit = if degrees { core::f64::consts::PI / 180.0 } else { 1.0 };
            let rpy = [roll, pitch, yaw].map(|angle| angle * unit);
            if let Some(angle) = rpy.iter().find(|angle| angle.abs() > LARGEST_ANGLE) {
                return Err(pose.refusal(format!("angles must be within {LARGEST_ANGLE:e} of zero, got {angle}")));
            }
            origin(Vec3::new(x, y, z), rpy).map_err(refused)?
        }
        _ => {
            let expected =
                if quaternion { "7 numbers (x y z qx qy qz qw)" } else { "6 numbers (x y z roll pitch yaw)" };
            return Err(pose.refusal(format!("expected {expected}, got {:?}", pose.text.trim())));
        }
    };
    Ok((at, pose.attribute("relative_to").filter(|frame| !frame.is_empty())))
}

/// The text of an element in another, without blanks around it.
pub(super) fn text<'e>(element: &'e Element, name: &str) -> Result<Option<&'e str>, ReadError> {
    Ok(element.child(name)?.map(|child| child.text.trim()))
}

/// The numbers of an element in another.
pub(super) fn numbers<const N: usize>(element: &Element, name: &str) -> Result<Option<[f64; N]>, ReadError> {
    let Some(child) = element.child(name)? else { return Ok(None) };
    let list = child.numbers_of(name, &child.text)?;
    let count = list.len();
    match list.try_into() {
        Ok(numbers) => Ok(Some(numbers)),
        Err(_) => Err(child.refusal(format!("expected {N} numbers, got {count}"))),
    }
}

/// A number that must be given, and must not be negative.
pub(super) fn size(element: &Element, name: &str) -> Result<f64, ReadError> {
    match numbers::<1>(element, name)? {
        Some([value]) if value >= 0.0 => Ok(value),
        Some([value]) => Err(element.refusal(format!("{name}: must not be negative, got {value}"))),
        None => Err(element.refusal(format!("missing element <{name}>"))),
    }
}
