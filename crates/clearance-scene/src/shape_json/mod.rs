//! Bodies from JSON, in both dimensions, and their poses.

mod dimension;
mod kinds;
mod many;
mod mesh;
mod parts;
mod polygon;

use clearance::SupportExt;
pub use dimension::{ReadShape, Solid};
pub use kinds::{no_part, shape};
pub use mesh::factors;
pub(crate) use mesh::{as_it_is, hull_of, tessellated};
pub use polygon::polygon;

use clearance::shape::{Affine, Halfspace, Shape};
use clearance::{Pose, Real, ShapeError, Space};
use clearance_world::Body;

use crate::error::ReadError;
use crate::json::Node;
use crate::mesh_files::{MadeBody, MeshFiles};
use crate::pose_json::{Placing, pose, vector, vectors};
use crate::representation::{Representation, Represented};

/// A body and where it is.
#[derive(Clone, Debug)]
pub struct PosedBody<V: Space> {
    /// The body in its own frame.
    pub body: Body<V>,
    /// Its frame in the world.
    pub pose: Pose<V>,
    /// The mesh that the body represents, if it is not the mesh itself.
    pub representation: Option<Representation>,
}

impl<V: Space> PosedBody<V> {
    pub(crate) fn represented(&self) -> Represented<'_, V> {
        Represented { body: &self.body, pose: &self.pose, representation: self.representation }
    }
}

/// The body of an object like `{"shape": {..}, "pose": {..}}`.
pub fn posed_body<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<PosedBody<V>, ReadError> {
    let fields = node.object(&["shape", "pose"])?;
    let (body, representation) = made_body(&fields.need("shape")?, files)?;
    let Some(pose_node) = fields.get("pose") else {
        return Ok(PosedBody { body, pose: Pose::IDENTITY, representation });
    };
    let placing = pose(&pose_node)?;
    let (body, pose) = placed_body(body, &placing).map_err(|error| pose_node.error(error.to_string()))?;
    Ok(PosedBody { body, pose, representation })
}

/// A body and its rigid pose, as of [`placed`] for a shape.
pub fn placed_body<V: Space>(body: Body<V>, placing: &Placing<V>) -> Result<(Body<V>, Pose<V>), ShapeError> {
    match (body.as_shape(), placing.matrix) {
        (Some(shape), Some(_)) => placed(shape.clone(), placing).map(|(shape, pose)| (Body::new(shape), pose)),
        _ => Ok((body, placing.pose)),
    }
}

/// A shape and its pose: a given matrix is the map that it is, not the rotation near it, where vertices make that
/// exact.
pub fn placed<V: Space>(shape: Shape<V>, placing: &Placing<V>) -> Result<(Shape<V>, Pose<V>), ShapeError> {
    match placing.matrix {
        Some(matrix) if shape.vertex_count() > 0 && shape.radius() == V::Scalar::ZERO => {
            let image = Affine::new(shape, matrix, V::ZERO)?;
            Ok((image.into(), Pose::from_translation(placing.pose.translation())?))
        }
        _ => Ok((shape, placing.pose)),
    }
}

/// A body of any kind, and the mesh that it represents if it is not the mesh itself.
pub(crate) fn made_body<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<MadeBody<V>, ReadError> {
    match node.fields()?.need("kind")?.text()? {
        "mesh" => mesh::body(node, files),
        _ => Ok((body(node, files)?, None)),
    }
}

/// Where answers have no place for it.
const NO_TESSELLATION: &str = "\"tessellation\" is for pair cases and scenes, whose bounds count it";

/// A body of any kind: a shape, a halfspace, a compound, a mesh as it is, or many parts of one kind.
pub fn body<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Body<V>, ReadError> {
    let refused = |error: ShapeError| node.error(error.to_string());
    match node.fields()?.need("kind")?.text()? {
        "halfspace" => {
            let fields = node.object(&["kind", "normal", "offset"])?;
            let normal = vector(&fields.need("normal")?)?;
            let offset = V::Scalar::from_f64(fields.need("offset")?.number()?);
            Halfspace::new(normal, offset).map(Body::halfspace).map_err(refused)
        }
        "compound" => {
            let parts = kinds::parts(&node.object(&["kind", "parts"])?.need("parts")?, files)?;
            Body::compound(parts).map_err(refused)
        }
        "mesh" => {
            let (body, known) = mesh::body(node, files)?;
            match known.and_then(|known| known.tessellation) {
                Some(_) => Err(node.error(NO_TESSELLATION)),
                None => Ok(body),
            }
        }
        "points" => many::points(node, files),
        "voxels" => many::voxels(node, files),
        "octree" => many::octree(node, files),
        "heightfield" => many::heights(node, files),
        "parts" => parts::file(node, files),
        "polygon" => {
            let vertices = node.object(&["kind", "vertices"])?.need("vertices")?;
            let corners = if V::DIM == 2 { vectors(&vertices)? } else { Vec::new() };
            let made = V::polygon(&corners).ok_or_else(|| node.error("this kind needs \"dim\": 2"))?;
            made.map_err(|error| vertices.error(error.to_string()))
        }
        _ => shape(node, files).map(Body::new),
    }
}
