//! Bodies from JSON, in both dimensions: a shape or a halfspace, and its pose.

mod dimension;
mod kinds;

use clearance::SupportExt;
pub use dimension::{ReadShape, Solid};
use kinds::parts;
pub use kinds::shape;
pub(crate) use kinds::{scale, vectors};

use clearance::math::Vector;
use clearance::shape::{Affine, Halfspace, Shape};
use clearance::{Pose, Real, ShapeError, Space};

use crate::error::ReadError;
use crate::json::Node;
use crate::mesh_files::MeshFiles;
use crate::pose_json::{Placing, pose, vector};

/// A side of a pair: a shape, or the one body that has no end.
#[derive(Clone, Debug)]
pub enum Body<V: Vector> {
    /// A bounded shape.
    Bounded(Shape<V>),
    /// A halfspace.
    Halfspace(Halfspace<V>),
    /// The union of bounded shapes, one or more.
    Compound(Vec<Part<V>>),
}

/// A part of a compound.
#[derive(Clone, Debug)]
pub struct Part<V: Vector> {
    /// The shape in its own frame.
    pub shape: Shape<V>,
    /// Its frame in the compound's.
    pub pose: Pose<V>,
}

/// A body and where it is.
#[derive(Clone, Debug)]
pub struct PosedBody<V: Vector> {
    /// The body in its own frame.
    pub body: Body<V>,
    /// Its frame in the world.
    pub pose: Pose<V>,
}

/// The body of an object like `{"shape": {..}, "pose": {..}}`.
pub fn posed_body<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<PosedBody<V>, ReadError> {
    let fields = node.object(&["shape", "pose"])?;
    let body = body(&fields.need("shape")?, files)?;
    let Some(pose_node) = fields.get("pose") else { return Ok(PosedBody { body, pose: Pose::IDENTITY }) };
    let placing = pose(&pose_node)?;
    match body {
        Body::Bounded(shape) => {
            let (shape, pose) = placed(shape, &placing).map_err(|error| pose_node.error(error.to_string()))?;
            Ok(PosedBody { body: Body::Bounded(shape), pose })
        }
        Body::Halfspace(_) | Body::Compound(_) => Ok(PosedBody { body, pose: placing.pose }),
    }
}

/// A shape and its pose: a given matrix is the map that it is, not the rotation near it, where vertices make that exact.
pub fn placed<V: Space>(shape: Shape<V>, placing: &Placing<V>) -> Result<(Shape<V>, Pose<V>), ShapeError> {
    match placing.matrix {
        Some(matrix) if shape.vertex_count() > 0 && shape.radius() == V::Scalar::ZERO => {
            let image = Affine::new(shape, matrix, V::ZERO)?;
            Ok((image.into(), Pose::from_translation(placing.pose.translation())?))
        }
        _ => Ok((shape, placing.pose)),
    }
}

/// A bounded shape, a halfspace or a compound.
pub fn body<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Body<V>, ReadError> {
    match node.fields()?.need("kind")?.text()? {
        "halfspace" => {
            let fields = node.object(&["kind", "normal", "offset"])?;
            let normal = vector(&fields.need("normal")?)?;
            let offset = V::Scalar::from_f64(fields.need("offset")?.number()?);
            Halfspace::new(normal, offset).map(Body::Halfspace).map_err(|error| node.error(error.to_string()))
        }
        "compound" => {
            let parts = parts(&node.object(&["kind", "parts"])?.need("parts")?, files)?;
            Ok(Body::Compound(parts.into_iter().map(|(shape, pose)| Part { shape, pose }).collect()))
        }
        _ => shape(node, files).map(Body::Bounded),
    }
}
