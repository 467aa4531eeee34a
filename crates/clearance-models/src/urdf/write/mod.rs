//! URDF texts of robots, whatever file they come from.
//!
//! Rotations are written as `quat_xyzw` (URDF 1.1), so that they are read back as they were but for the rounding of a
//! quaternion's length; capsules need URDF 1.2. Hulls and meshes go to OBJ files of their own.

use std::fmt::Write;

use clearance::math::Rotor;
use clearance::{Pose3, Rotor3, Shape3, SupportExt, Vec3, Vector};

use clearance_robot::{Joint, JointKind, LinkShape, Robot};
use clearance_scene::ReadError;

/// A robot as URDF, with the mesh files that it names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenUrdf {
    /// The URDF.
    pub text: String,
    /// Names and texts of OBJ files, relative to the URDF.
    pub meshes: Vec<(String, String)>,
}

/// Robots as files.
pub trait WriteRobot {
    /// The robot as URDF: links with their collision shapes, joints with limits and mimics. The names of mesh files
    /// begin with a prefix, such as `"meshes/"`.
    ///
    /// Padding and pairs that are not checked have no place in URDF; an SRDF lists pairs of links. Refuses shapes that
    /// URDF does not have.
    ///
    /// ```
    /// use clearance_models::{ReadRobot, UrdfOptions, WriteRobot};
    /// use clearance_robot::Robot;
    /// let text = r#"<robot name="arm"><link name="base"/>
    ///   <link name="hand"><collision><geometry><box size="0.1 0.2 0.3"/></geometry></collision></link>
    ///   <joint name="turn" type="continuous"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/></joint></robot>"#;
    /// let robot = Robot::from_urdf(text, "".as_ref(), &UrdfOptions::default()).unwrap().robot;
    /// assert!(robot.to_urdf("meshes/").unwrap().text.contains(r#"<box size="0.1 0.2 0.3"/>"#));
    /// ```
    fn to_urdf(&self, prefix: &str) -> Result<WrittenUrdf, ReadError>;
}

impl WriteRobot for Robot {
    fn to_urdf(&self, prefix: &str) -> Result<WrittenUrdf, ReadError> {
        to_urdf(self, prefix)
    }
}

fn to_urdf(robot: &Robot, prefix: &str) -> Result<WrittenUrdf, ReadError> {
    let mut written = WrittenUrdf { text: String::from("<?xml version=\"1.0\"?>\n"), ..WrittenUrdf::default() };
    let _ = writeln!(written.text, "<robot name=\"{}\" version=\"1.2\">", escaped(robot.name()));
    for link in robot.links() {
        let _ = writeln!(written.text, "  <link name=\"{}\">", escaped(&link.name));
        for (i, shape) in link.shapes.iter().enumerate() {
            let here = |error: ReadError| error.within(format_args!("shape {i} of link {:?}", link.name));
            let file = format!("{prefix}{}_{i}.obj", file_name(&link.name));
            collision(&mut written, shape, file).map_err(here)?;
        }
        written.text += "  </link>\n";
    }
    for joint in robot.joints() {
        write_joint(robot, &mut written.text, joint);
    }
    if *robot.base() != Pose3::IDENTITY {
        write_base(robot, &mut written.text);
    }
    written.text += "</robot>\n";
    Ok(written)
}

fn write_joint(robot: &Robot, text: &mut String, joint: &Joint) {
    let [parent, child] = [joint.parent, joint.child].map(|link| escaped(&robot.links()[link].name));
    let after = robot.links()[joint.child].pose;
    let is_followed = joint.kind.moves() && after != Pose3::IDENTITY;
    let name = escaped(&joint.name);
    let moved = if is_followed { format!("{child} before {name}") } else { child.clone() };
    if is_followed {
        let _ = writeln!(text, "  <link name=\"{moved}\"/>");
    }
    let _ = write!(text, "  <joint name=\"{name}\" type=\"{}\">\n    ", joint.kind.name());
    let _ = writeln!(text, "<parent link=\"{parent}\"/><child link=\"{moved}\"/>{}", origin(&joint.origin));
    if joint.kind.moves() {
        let _ = writeln!(text, "    <axis xyz=\"{}\"/>", words(joint.axis));
    }
    let limits = joint.limits.filter(|_| joint.kind != JointKind::Continuous);
    let limits = limits.map(|limits| format!(" lower=\"{:?}\" upper=\"{:?}\"", limits.lower, limits.upper));
    let velocity = joint.velocity.map(|velocity| format!(" velocity=\"{velocity:?}\""));
    if limits.is_some() || velocity.is_some() {
        let both = limits.unwrap_or_default() + &velocity.unwrap_or_default();
        let _ = writeln!(text, "    <limit{both} effort=\"0\"/>");
    }
    if let Some(mimic) = &joint.mimic {
        let (leader, m, offset) = (escaped(&mimic.joint), mimic.multiplier, mimic.offset);
        let _ = writeln!(text, "    <mimic joint=\"{leader}\" multiplier=\"{m:?}\" offset=\"{offset:?}\"/>");
    }
    text.push_str("  </joint>\n");
    if is_followed {
        let _ = write!(text, "  <joint name=\"{moved}\" type=\"fixed\"><parent link=\"{moved}\"/>");
        let _ = writeln!(text, "<child link=\"{child}\"/>{}</joint>", origin(&after));
    }
}

/// The root stands in the world by a fixed joint of its own.
fn write_base(robot: &Robot, text: &mut String) {
    let Some(root) = robot.links().iter().find(|link| link.parent.is_none()) else { return };
    let name = format!("world of {}", escaped(&root.name));
    let _ =
        write!(text, "  <link name=\"{name}\"/>\n  <joint name=\"{name}\" type=\"fixed\"><parent link=\"{name}\"/>");
    let _ = writeln!(text, "<child link=\"{}\"/>{}</joint>", escaped(&root.name), origin(robot.base()));
}

fn collision(written: &mut WrittenUrdf, shape: &LinkShape, file: String) -> Result<(), ReadError> {
    let mut pose = shape.pose;
    let element = match &shape.shape {
        _ if shape.mesh.is_some() => mesh(written, shape, file),
        Shape3::Cuboid(cuboid) => format!("<box size=\"{}\"/>", words(cuboid.half_extents() * 2.0)),
        Shape3::Ball(ball) => {
            pose = placed(&pose, Rotor3::IDENTITY, ball.anchor())?;
            format!("<sphere radius=\"{:?}\"/>", ball.radius())
        }
        Shape3::Cylinder(can) => {
            pose = placed(&pose, from_z(Vec3::axis(can.axis()))?, Vec3::ZERO)?;
            format!("<cylinder radius=\"{:?}\" length=\"{:?}\"/>", can.base_radius(), 2.0 * can.half_length())
        }
        Shape3::Capsule(capsule) => {
            let [a, b] = [0, 1].map(|id| capsule.anchor() + capsule.vertex(id));
            pose = placed(&pose, from_z(b - a)?, (a + b) * 0.5)?;
            format!("<capsule radius=\"{:?}\" length=\"{:?}\"/>", capsule.radius(), (b - a).norm())
        }
        Shape3::Polytope(_) => mesh(written, shape, file),
        other => return Err(ReadError::new(format!("URDF has no {:?}", other.form()))),
    };
    let _ = writeln!(written.text, "    <collision>{}<geometry>{element}</geometry></collision>", origin(&pose));
    Ok(())
}

/// The triangles of a mesh, or the vertices of a hull, in a file.
fn mesh(written: &mut WrittenUrdf, shape: &LinkShape, file: String) -> String {
    let mut text = String::new();
    let mut vertex = |v: Vec3<f64>| text += &format!("v {}\n", words(v));
    match &shape.mesh {
        Some(mesh) => {
            mesh.corners().iter().for_each(|corner| vertex(*corner));
            for [a, b, c] in mesh.triangles() {
                let _ = writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1);
            }
        }
        None => {
            (0..shape.shape.vertex_count()).for_each(|id| vertex(shape.shape.anchor() + shape.shape.vertex(id)));
        }
    }
    written.meshes.push((file.clone(), text));
    format!("<mesh filename=\"{}\"/>", escaped(&file))
}

/// First a turn and a move, then a pose.
fn placed(pose: &Pose3<f64>, turn: Rotor3<f64>, shift: Vec3<f64>) -> Result<Pose3<f64>, ReadError> {
    if turn == Rotor3::IDENTITY && shift == Vec3::ZERO {
        return Ok(*pose);
    }
    let inner = Pose3::new(turn, shift).map_err(|error| ReadError::new(error.to_string()))?;
    Ok(clearance_robot::kinematics::compose(pose, &inner))
}

/// A turn that takes z to a direction; none if it has that direction, or no direction.
fn from_z(direction: Vec3<f64>) -> Result<Rotor3<f64>, ReadError> {
    if !(direction.max_abs() > 0.0) || (direction.x == 0.0 && direction.y == 0.0) {
        return Ok(Rotor3::IDENTITY);
    }
    let to = direction.normalized();
    // The turn about z × to by half the angle; to is not −z here.
    let rotor = Rotor3::from_wxyz([1.0 + to.z, -to.y, to.x, 0.0]);
    rotor.map_err(|error| ReadError::new(error.to_string()))
}

fn origin(pose: &Pose3<f64>) -> String {
    if *pose == Pose3::IDENTITY {
        return String::new();
    }
    let [w, x, y, z] = pose.rotor().to_wxyz();
    let turn = if pose.rotor() == Rotor3::IDENTITY {
        String::new()
    } else {
        format!(" quat_xyzw=\"{x:?} {y:?} {z:?} {w:?}\"")
    };
    format!("<origin xyz=\"{}\"{turn}/>", words(pose.translation()))
}

fn words(v: Vec3<f64>) -> String {
    format!("{:?} {:?} {:?}", v.x, v.y, v.z)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A name without what file names may not have.
fn file_name(link: &str) -> String {
    link.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests;
