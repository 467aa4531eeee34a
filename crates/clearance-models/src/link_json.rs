//! Shapes on links in JSON files: of DH tables, and of bodies that a robot holds.

use std::path::Path;

use clearance::{Pose3, Shape3, Vec3};
use clearance_scene::json::{Fields, Json, Node};
use clearance_scene::{MeshFiles, body, placed_body, pose};
use clearance_world::Body;

use clearance_robot::{LinkMesh, LinkShape, Robot};
use clearance_scene::ReadError;

/// The `"shape"` of an object at its `"pose"`; a compound is several. A mesh that is not convex is its hull, and where
/// hulls touch its triangles and what they enclose; `"as": "mesh"` makes it bare triangles.
pub(crate) fn link_shapes(fields: &Fields, files: &MeshFiles) -> Result<Vec<LinkShape>, ReadError> {
    let node = fields.need("shape")?;
    let (body, pose) = posed(fields, files)?;
    match body {
        Body::Convex(shape) => Ok(vec![LinkShape::new(shape, pose)]),
        Body::Compound(compound) => {
            let part = |(shape, at): &(Shape3<f64>, Pose3<f64>)| {
                LinkShape::new(shape.clone(), clearance_robot::kinematics::compose(&pose, at))
            };
            Ok(compound.posed_parts().iter().map(part).collect())
        }
        Body::Mesh(mesh) if node.fields()?.get("as").is_some() => {
            let triangles = 0..mesh.triangles().len() as u32;
            Ok(triangles.map(|i| LinkShape::new(mesh.shape(i), pose)).collect())
        }
        Body::Mesh(mesh) => Ok(vec![LinkShape::hull_of(LinkMesh::of(&mesh), mesh.hull(), pose)]),
        _ => Err(node.error("expected a bounded shape on a link")),
    }
}

/// The `"shape"` of an object and its `"pose"`.
pub(crate) fn posed(fields: &Fields, files: &MeshFiles) -> Result<(Body<Vec3<f64>>, Pose3<f64>), ReadError> {
    let body = body::<Vec3<f64>>(&fields.need("shape")?, files)?;
    let Some(at) = fields.get("pose") else { return Ok((body, Pose3::IDENTITY)) };
    placed_body(body, &pose::<Vec3<f64>>(&at)?).map_err(|error| at.error(error.to_string()))
}

/// See [`ReadRobot::attach_file`](crate::ReadRobot::attach_file).
pub(crate) fn attach_file(robot: &mut Robot, path: &Path) -> Result<(), ReadError> {
    let here = |error: ReadError| error.within(path.display());
    let text =
        std::fs::read_to_string(path).map_err(|error| here(ReadError::new(format!("cannot be read: {error}"))))?;
    attach(robot, &text, path.parent().unwrap_or(Path::new(""))).map_err(here)
}

/// See [`ReadRobot::attach_json`](crate::ReadRobot::attach_json).
pub(crate) fn attach(robot: &mut Robot, text: &str, folder: &Path) -> Result<(), ReadError> {
    let json = Json::parse(text)?;
    let files = MeshFiles::relative_to(folder);
    for node in Node::root(&json, "").object(&["bodies"])?.need("bodies")?.list()? {
        let fields = node.object(&["name", "link", "shape", "pose", "touch"])?;
        let link = read_link(robot, &fields.need("link")?)?;
        let touch = fields.get("touch");
        let touch = touch.map_or(Ok(Vec::new()), |list| list.list()?.map(|node| read_link(robot, &node)).collect())?;
        let shapes = link_shapes(&fields, &files)?;
        let name = fields.need("name")?;
        robot
            .attach(name.text()?, shapes, (link, Pose3::IDENTITY), &touch)
            .map_err(|error| name.error(error.to_string()))?;
    }
    Ok(())
}

/// See [`ReadRobot::read_link`](crate::ReadRobot::read_link).
pub(crate) fn read_link(robot: &Robot, node: &Node) -> Result<usize, ReadError> {
    robot.find_link(node.text()?).map_err(|error| node.error(error.to_string()))
}
