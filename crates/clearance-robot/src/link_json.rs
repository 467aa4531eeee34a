//! Shapes on links in JSON files: of DH tables, and of bodies that a robot holds.

use std::path::Path;

use clearance::{Pose3, Shape3, Vec3};
use clearance_scene::json::{Fields, Json, Node};
use clearance_scene::{MeshFiles, body, placed, pose};
use clearance_world::Body;

use crate::error::RobotError;
use crate::model::link::LinkShape;
use crate::model::robot::Robot;

/// The `"shape"` of an object at its `"pose"`; a compound is several.
pub(crate) fn link_shapes(fields: &Fields, files: &MeshFiles) -> Result<Vec<LinkShape>, RobotError> {
    let node = fields.need("shape")?;
    let at = fields.get("pose");
    let placing = at.as_ref().map(pose::<Vec3<f64>>).transpose()?;
    match body::<Vec3<f64>>(&node, files)? {
        Body::Convex(shape) => {
            let (shape, pose) = match (&placing, &at) {
                (Some(placing), Some(at)) => placed(shape, placing).map_err(|error| at.error(error.to_string()))?,
                _ => (shape, Pose3::IDENTITY),
            };
            Ok(vec![LinkShape::new(shape, pose)])
        }
        Body::Compound(compound) => {
            let outer = placing.map_or(Pose3::IDENTITY, |placing| placing.pose);
            let part = |(shape, at): &(Shape3<f64>, Pose3<f64>)| {
                LinkShape::new(shape.clone(), crate::kinematics::compose(&outer, at))
            };
            Ok(compound.posed_parts().iter().map(part).collect())
        }
        Body::Mesh(mesh) => {
            let pose = placing.map_or(Pose3::IDENTITY, |placing| placing.pose);
            let triangles = 0..mesh.triangles().len() as u32;
            Ok(triangles.map(|i| LinkShape::new(mesh.shape(i), pose)).collect())
        }
        _ => Err(node.error("expected a bounded shape on a link")),
    }
}

impl Robot {
    /// Grasps the bodies of a file, as of [`attach_json`](Self::attach_json).
    pub fn attach_file(&mut self, path: &Path) -> Result<(), RobotError> {
        let here = |error: RobotError| error.within(path.display());
        let text =
            std::fs::read_to_string(path).map_err(|error| here(RobotError::new(format!("cannot be read: {error}"))))?;
        self.attach_json(&text, path.parent().unwrap_or(Path::new(""))).map_err(here)
    }

    /// [Grasps](Self::attach) bodies: `{"bodies": [{"name", "link", "shape", "pose", "touch": [link, ..]}, ..]}`, each
    /// at its pose in the link's frame. Meshes are named relative to a folder.
    ///
    /// ```
    /// use clearance::Pose3;
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
    pub fn attach_json(&mut self, text: &str, folder: &Path) -> Result<(), RobotError> {
        let json = Json::parse(text)?;
        let files = MeshFiles::relative_to(folder);
        for node in Node::root(&json, "").object(&["bodies"])?.need("bodies")?.list()? {
            let fields = node.object(&["name", "link", "shape", "pose", "touch"])?;
            let link = self.read_link(&fields.need("link")?)?;
            let touch = fields.get("touch");
            let touch =
                touch.map_or(Ok(Vec::new()), |list| list.list()?.map(|node| self.read_link(&node)).collect())?;
            let shapes = link_shapes(&fields, &files)?;
            let name = fields.need("name")?;
            self.attach(name.text()?, shapes, (link, Pose3::IDENTITY), &touch)
                .map_err(|error| name.error(error.to_string()))?;
        }
        Ok(())
    }

    /// The place of the link that a JSON value names.
    pub fn read_link(&self, node: &Node) -> Result<usize, RobotError> {
        self.find_link(node.text()?).map_err(|error| node.error(error.to_string()))
    }
}
