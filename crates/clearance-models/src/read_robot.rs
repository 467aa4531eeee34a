//! Robots from files of any format, and what other files say in the names of a robot.

use std::path::Path;

use clearance_robot::{LinkShape, Obstacle, Rest, Robot, RobotModel};
use clearance_scene::json::Node;
use clearance_scene::{MeshFiles, ReadError};

use crate::dh::{Convention, DhRow};
use crate::urdf::UrdfOptions;
use crate::{assembly, configuration, dh, link_json, loops, mjcf, robot_file, sdf, urdf, world};

/// Robots from files and texts, with the [bodies and remarks](RobotModel) beside them, and the configurations and
/// bodies of files for a robot.
pub trait ReadRobot: Sized {
    /// The robot of a file: a DH table, an assembly or [several robots](Self::together_from_json) if it ends in
    /// `.json`, else URDF, MJCF or SDF, by the root element.
    fn from_file(path: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError>;

    /// The robot of a text, as that of [a file](Self::from_file): JSON if it begins with a brace, else XML. Meshes are
    /// named relative to a folder.
    ///
    /// ```
    /// use clearance_models::{ReadRobot, UrdfOptions};
    /// use clearance_robot::Robot;
    /// let arm = r#"<robot name="arm"><link name="base"/><link name="hand"/>
    ///     <joint name="turn" type="continuous"><parent link="base"/><child link="hand"/></joint></robot>"#;
    /// assert_eq!(Robot::from_text(arm, "".as_ref(), &UrdfOptions::default()).unwrap().robot.dof(), 1);
    /// ```
    fn from_text(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError>;

    /// The robots of a JSON text as one, `{"robots": [{"name", "file", "srdf", "base": pose}, ..]}`, whose files are
    /// named relative to a folder.
    fn together_from_json(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError>;

    /// The robot of a URDF file.
    ///
    /// Each collision mesh stands for its convex hull, if the options do not say otherwise. Errors name the file, the
    /// line and the element. Planar, floating and spherical joints are chains of joints of one value
    /// each, `JOINT/x` and so on, unless the [options](UrdfOptions::base) hold them.
    fn from_urdf_file(path: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError>;

    /// The robot of a URDF text whose meshes are named relative to a folder.
    fn from_urdf(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError>;

    /// The robot of an MJCF text; its included files and meshes are named relative to a folder.
    ///
    /// Each body is a link; one whose geoms collide with different others is several links that are rigid with one
    /// another. A body with several joints is a chain of links. Free and ball joints have six and three values, which
    /// are zero where the file places their bodies. Planes are [bodies of the world](RobotModel::fixtures). One
    /// `<connect>` between bodies closes a loop of one parameter: see [`pins`](Robot::pins).
    fn from_mjcf(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError>;

    /// The robot of an SDF text: its model, or that of its world; meshes are named relative to a folder.
    ///
    /// Links are named as in the file, those of a nested model with `MODEL::` before. Links that no joint joins are
    /// held where the file places them, with a [note](RobotModel::notes). Ball joints have three values.
    fn from_sdf(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError>;

    /// The robot of a table: links `link0` (the base), `link1`, ... and what shapes are on them, by link.
    ///
    /// ```
    /// use clearance_models::{Convention, DhRow, ReadRobot};
    /// use clearance_robot::Robot;
    /// let row = |a| DhRow { theta: 0.0, d: 0.0, a, alpha: 0.0, prismatic: false, name: String::new(), limits: None };
    /// let robot = Robot::from_dh("planar", &[row(2.0), row(1.0)], Convention::Standard, vec![]).unwrap();
    /// // Both joints at a quarter turn: the tip is at (0, 2) + (-1, 0).
    /// let quarter = core::f64::consts::FRAC_PI_2;
    /// let tip = robot.link_pose(&robot.place(&[quarter, quarter]).unwrap(), 2).translation();
    /// assert!((tip.x + 1.0).abs() < 1e-15 && (tip.y - 2.0).abs() < 1e-15);
    /// ```
    fn from_dh(
        name: &str,
        rows: &[DhRow],
        convention: Convention,
        shapes: Vec<(usize, LinkShape)>,
    ) -> Result<Self, ReadError>;

    /// The robot of a JSON file: a table `{"dh": [{"theta", "d", "a", "alpha", "type"}, ..], "shapes": [{"link",
    /// "shape", "pose"}, ..]}`, or an [assembly](Robot::from_assembly_json).
    fn from_dh_file(path: &Path) -> Result<RobotModel, ReadError>;

    /// The robot of a JSON text: a table if it has `"dh"`, else an [assembly](Robot::from_assembly_json).
    fn from_json(text: &str, folder: &Path) -> Result<RobotModel, ReadError>;

    /// The robot of a table in a JSON text whose meshes are named relative to a folder.
    fn from_dh_json(text: &str, folder: &Path) -> Result<Self, ReadError>;

    /// The robot of an assembly in a JSON text, whose meshes are named relative to a folder: `{"bodies": [{"name",
    /// "shape", "pose", "margin"?, "joint"?: {"type": "revolute" | "continuous" | "prismatic" | "fixed", "axis",
    /// "origin"?, "range"?, "parent"?, "name"?, "mimic"?}}, ..], "ignore"?: [[name, name], ..], "loops"?: [{"bodies":
    /// [name, name], "point", "drive"}]}`.
    ///
    /// Axis and origin are of the world, with all joints at zero; the origin is that of the body's pose if it is not
    /// given. A joint is called as its body if it has no name of its own. A body and its parent are not asked about. A
    /// loop is closed where two bodies have a point in common as they are drawn; its joints follow the one that drives
    /// it. Bodies without a joint are [fixtures](RobotModel::fixtures).
    ///
    /// ```
    /// use clearance_models::ReadRobot;
    /// use clearance_robot::Robot;
    /// let door = r#"{"name": "door", "shape": {"kind": "box", "half_extents": [0.4, 0.02, 1]}, "pose": {"translation": [0.4, 0, 1]},
    ///     "joint": {"type": "revolute", "origin": [0, 0, 0], "axis": [0, 0, 1], "range": [0, 1.5]}}"#;
    /// let wall = r#"{"name": "wall", "shape": {"kind": "box", "half_extents": [0.1, 1, 1]}, "pose": {"translation": [-0.5, 0, 1]}}"#;
    /// let model = Robot::from_assembly_json(&format!(r#"{{"bodies": [{wall}, {door}]}}"#), "".as_ref()).unwrap();
    /// assert_eq!((model.robot.dof(), model.fixtures.len()), (1, 1));
    /// ```
    fn from_assembly_json(text: &str, folder: &Path) -> Result<RobotModel, ReadError>;

    /// Grasps the bodies of a file, as of [`attach_json`](Self::attach_json).
    fn attach_file(&mut self, path: &Path) -> Result<(), ReadError>;

    /// [Grasps](Robot::attach) bodies: `{"bodies": [{"name", "link", "shape", "pose", "touch": [link, ..]}, ..]}`, each
    /// at its pose in the link's frame. Meshes are named relative to a folder.
    ///
    /// ```
    /// use clearance::Pose3;
    /// use clearance_models::ReadRobot;
    /// use clearance_robot::{JointKind, JointSpec, Robot};
    /// let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm");
    /// let mut robot = Robot::builder("r").link("base", vec![]).link("arm", vec![]).joint(turn).build().unwrap();
    /// let cup = r#"{"name": "cup", "link": "arm", "shape": {"kind": "sphere", "radius": 0.25}, "pose": {"translation": [0, 2, 0]}}"#;
    /// robot.attach_json(&format!(r#"{{"bodies": [{cup}]}}"#), "".as_ref()).unwrap();
    /// // A quarter turn about x carries the cup from (0, 2, 0) to (0, 0, 2).
    /// let placement = robot.place(&[core::f64::consts::FRAC_PI_2]).unwrap();
    /// let shape = &robot.links()[2].shapes[0];
    /// let center = robot.link_pose(&placement, 2).point(shape.pose.translation());
    /// assert!((center.z - 2.0).abs() < 1e-15 && center.y.abs() < 1e-15);
    /// ```
    fn attach_json(&mut self, text: &str, folder: &Path) -> Result<(), ReadError>;

    /// The rest of a group state of the SRDF, or of a configuration in JSON (a list, or an object of joints). A state
    /// that several groups have is that of all of them together.
    fn rest(&self, text: &str) -> Result<Rest, ReadError>;

    /// The configuration of a JSON value: a list of the values of all variables, or of those of the rest's
    /// [group](Rest::of_group), or an object of joints, of which the rest gives those that are not named. A value for a
    /// joint that does not move is accepted if it is 0, or the offset of what it mimics.
    fn read_configuration(&self, node: &Node, rest: &Rest) -> Result<Vec<f64>, ReadError>;

    /// The place of the link that a JSON value names.
    fn read_link(&self, node: &Node) -> Result<usize, ReadError>;

    /// The bodies of a scene file, whose rules may name links; those of the robot's own file are not among them.
    fn world_of_file(&self, path: &Path) -> Result<Vec<Obstacle>, ReadError>;

    /// The bodies of a scene in JSON, whose rules may name links.
    fn world_of_json(&self, text: &str, files: &MeshFiles) -> Result<Vec<Obstacle>, ReadError>;
}

impl ReadRobot for Robot {
    fn from_file(path: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
        robot_file::from_file(path, options).map(RobotModel::noting_surfaces)
    }

    fn from_text(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
        robot_file::from_text(text, folder, options).map(RobotModel::noting_surfaces)
    }

    fn together_from_json(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
        robot_file::of_several(text, folder, options).map(RobotModel::noting_surfaces)
    }

    fn from_urdf_file(path: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
        robot_file::on_base(urdf::read_file(path, options)?, options).map(RobotModel::noting_surfaces)
    }

    fn from_urdf(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
        robot_file::on_base(urdf::read(text, folder, options)?, options).map(RobotModel::noting_surfaces)
    }

    fn from_mjcf(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
        mjcf::read(text, folder, options).map(RobotModel::noting_surfaces)
    }

    fn from_sdf(text: &str, folder: &Path, options: &UrdfOptions) -> Result<RobotModel, ReadError> {
        robot_file::on_base(sdf::read(text, folder, options)?, options).map(RobotModel::noting_surfaces)
    }

    fn from_dh(
        name: &str,
        rows: &[DhRow],
        convention: Convention,
        shapes: Vec<(usize, LinkShape)>,
    ) -> Result<Self, ReadError> {
        dh::of_rows(name, rows, convention, shapes)
    }

    fn from_dh_file(path: &Path) -> Result<RobotModel, ReadError> {
        dh::read_file(path).map(RobotModel::noting_surfaces)
    }

    fn from_json(text: &str, folder: &Path) -> Result<RobotModel, ReadError> {
        dh::read(text, folder).map(RobotModel::noting_surfaces)
    }

    fn from_dh_json(text: &str, folder: &Path) -> Result<Self, ReadError> {
        dh::read_table(text, folder)
    }

    fn from_assembly_json(text: &str, folder: &Path) -> Result<RobotModel, ReadError> {
        assembly::read(text, folder).map(RobotModel::noting_surfaces)
    }

    fn attach_file(&mut self, path: &Path) -> Result<(), ReadError> {
        link_json::attach_file(self, path)
    }

    fn attach_json(&mut self, text: &str, folder: &Path) -> Result<(), ReadError> {
        link_json::attach(self, text, folder)
    }

    fn rest(&self, text: &str) -> Result<Rest, ReadError> {
        configuration::rest(self, text)
    }

    fn read_configuration(&self, node: &Node, rest: &Rest) -> Result<Vec<f64>, ReadError> {
        configuration::read(self, node, rest)
    }

    fn read_link(&self, node: &Node) -> Result<usize, ReadError> {
        link_json::read_link(self, node)
    }

    fn world_of_file(&self, path: &Path) -> Result<Vec<Obstacle>, ReadError> {
        world::read_file(self, path)
    }

    fn world_of_json(&self, text: &str, files: &MeshFiles) -> Result<Vec<Obstacle>, ReadError> {
        world::read(self, text, files)
    }
}

/// Closed loops of joints from files.
pub trait ReadLoops {
    /// Closes the loops of a file, as of [`close_loops`](Self::close_loops).
    fn close_loops_of_file(&mut self, path: &Path) -> Result<(), ReadError>;

    /// Closes loops: `{"loops": [{"links": [name, name], "point": [x, y, z], "drive": joint}, ..]}`. Two links have a
    /// point of the world in common when all joints are at zero, and stay together there; the two are no longer checked
    /// against one another.
    fn close_loops(&mut self, text: &str) -> Result<(), ReadError>;
}

impl ReadLoops for RobotModel {
    fn close_loops_of_file(&mut self, path: &Path) -> Result<(), ReadError> {
        loops::close_of_file(self, path)
    }

    fn close_loops(&mut self, text: &str) -> Result<(), ReadError> {
        loops::close_all(self, text)
    }
}
