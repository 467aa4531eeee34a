//! What links, joints and collisions of URDF files have in common.

use clearance::{Pose3, Rotor3, Vec3};

use crate::xml::Element;
use clearance_robot::Notes;
use clearance_robot::kinematics::{self, LARGEST_ANGLE};
use clearance_scene::ReadError;

/// Notes the elements in one that are neither read nor harmless. Those of a namespace belong to other programs.
pub(super) fn note_others(element: &Element, read: &[&str], harmless: &[&str], notes: &mut Notes) {
    let known = [read, harmless].concat();
    for child in element.children().filter(|child| !child.is_one_of(&known)) {
        notes.add(format!("elements <{}> of <{}> ignored", child.name(), element.name()), "");
    }
}

/// The pose of the `<origin>` in an element; the identity if there is none.
pub(super) fn origin(element: &Element) -> Result<Pose3<f64>, ReadError> {
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
