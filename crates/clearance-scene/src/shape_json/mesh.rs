//! Shapes of the kind `mesh`: a file's hull, its triangles as they are, or convex parts that contain it.

use std::any::TypeId;
use std::path::Path;

use clearance::shape::{Polytope, Shape};
use clearance::{ShapeError, Vec3};
use clearance_world::{Body, DecomposeOptions, TriangleMesh};

use super::ReadShape;
use super::dimension::NEEDS_SPACE;
use super::parts::union;
use crate::error::ReadError;
use crate::json::{Fields, Node};
use crate::kept_parts::{self, Parts};
use crate::mesh::Mesh;
use crate::mesh_files::{BodyKey, MeshFiles};
use crate::mesh_use::MeshUse;
use crate::pose_json::vectors;

/// The hull of a mesh file, as a part of another shape.
pub(super) fn hull<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Shape<V>, ReadError> {
    if let Some(form) = node.fields()?.get("as")
        && MeshUse::of(&node.fields()?)? != MeshUse::Hull
    {
        return Err(form.error("a mesh that is not convex cannot be part of another shape, expected \"hull\""));
    }
    match body(node, files)? {
        Body::Convex(shape) => Ok(shape),
        // Not reached: a hull is one shape.
        other => Err(node.error(super::kinds::no_part(other.kind()))),
    }
}

/// The body that a mesh file stands for. What was read once is kept, within the limit of [`MeshFiles`].
pub(super) fn body<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Body<V>, ReadError> {
    let form = MeshUse::of(&node.fields()?)?;
    let keys: &[&str] = match form {
        MeshUse::Parts => &["kind", "file", "vertices", "triangles", "scale", "as", "error", "max_parts"],
        _ => &["kind", "file", "vertices", "triangles", "scale", "as"],
    };
    let fields = node.object(keys)?;
    if V::DIM != 3 {
        return Err(node.error(NEEDS_SPACE));
    }
    let scale = fields.get("scale").map_or(Ok(Vec3::new(1.0, 1.0, 1.0)), |node| factors(&node))?;
    let (error, most) = (fields.get("error"), fields.get("max_parts"));
    let limits = Limits {
        error: error.as_ref().map(|node| node.size()).transpose()?,
        max_parts: most.as_ref().map(|node| node.count()).transpose()?,
    };
    if fields.get("file").is_none() && fields.get("vertices").is_some() {
        let mesh = inline(&fields)?;
        return made::<V>(node, &mesh, scale, form, (error.as_ref(), limits, None));
    }
    let file = fields.need("file")?;
    let path = files.path(file.text()?);
    let key = BodyKey {
        path: path.clone(),
        space: TypeId::of::<V>(),
        form,
        numbers: [scale.x, scale.y, scale.z, limits.error.unwrap_or(-1.0)].map(f64::to_bits),
        max_parts: limits.max_parts,
    };
    if let Some(known) = files.body(&key) {
        return Ok(known);
    }
    let mesh = files.mesh(&path).map_err(|error| error.within(file.pointer()))?;
    let size = mesh.vertices.len().max(mesh.triangles.len());
    let folder = if files.is_held() { None } else { kept_parts::folder(&path) };
    Ok(files.keep(key, size, made::<V>(node, &mesh, scale, form, (error.as_ref(), limits, folder.as_deref()))?))
}

/// A mesh that is given by its vertices and the places of three of them for each triangle.
fn inline(fields: &Fields) -> Result<Mesh, ReadError> {
    let vertices = vectors(&fields.need("vertices")?)?;
    let triangles = fields.need("triangles")?;
    let corner = |node: &Node| {
        let place = node.number()?;
        let is_known = place >= 0.0 && place.fract() == 0.0 && place < vertices.len() as f64;
        let wrong = || node.error(format!("expected a vertex from 0 to {}, got {place}", vertices.len() - 1));
        if is_known { Ok(place as u32) } else { Err(wrong()) }
    };
    let mut all = Vec::new();
    for triangle in triangles.list()? {
        let corners: Vec<u32> = triangle.list()?.map(|node| corner(&node)).collect::<Result<_, _>>()?;
        let [a, b, c] = corners[..] else {
            return Err(triangle.error(format!("expected 3 vertices, got {}", corners.len())));
        };
        all.push([a, b, c]);
    }
    Ok(Mesh { vertices, triangles: all, ..Mesh::default() })
}

/// The body that a mesh stands for.
fn made<V: ReadShape>(
    node: &Node,
    mesh: &Mesh,
    scale: Vec3<f64>,
    form: MeshUse,
    (error, limits, folder): (Option<&Node>, Limits, Option<&Path>),
) -> Result<Body<V>, ReadError> {
    let refused = |error: ShapeError| node.error(error.to_string());
    let (vertices, triangles) = mesh.scaled(scale);
    if form == MeshUse::Hull {
        let corners = V::corners(&vertices).ok_or_else(|| node.error(NEEDS_SPACE))?;
        return Ok(Body::new(Polytope::new(&corners).map_err(refused)?));
    }
    if form == MeshUse::Parts {
        return parts(node, (&vertices, &triangles), (error, limits, folder));
    }
    let mesh = V::triangles(&vertices, &triangles).ok_or_else(|| node.error(NEEDS_SPACE))?;
    Ok(Body::mesh(mesh.map_err(refused)?))
}

/// How near convex parts are to be to their mesh, and how many there may be; without them as [`DecomposeOptions::of`]
/// says.
#[derive(Clone, Copy)]
struct Limits {
    error: Option<f64>,
    max_parts: Option<usize>,
}

/// Convex parts that contain a mesh, as they are kept in a folder if they are.
fn parts<V: ReadShape>(
    node: &Node,
    (vertices, triangles): (&[Vec3<f64>], &[[u32; 3]]),
    (error, limits, folder): (Option<&Node>, Limits, Option<&Path>),
) -> Result<Body<V>, ReadError> {
    let refused = |error: ShapeError| node.error(error.to_string());
    let whole = TriangleMesh::new(vertices, triangles).map_err(refused)?;
    let default = DecomposeOptions::of(&whole);
    let options = DecomposeOptions {
        error: limits.error.unwrap_or(default.error),
        max_parts: limits.max_parts.unwrap_or(default.max_parts),
    };
    let found = Parts::of(&whole, &options, folder).map_err(refused)?;
    if let (Some(wanted), Some(node)) = (limits.error, error)
        && found.error > wanted
    {
        let (count, upper) = (found.corners.len(), found.error);
        return Err(node
            .error(format!("must be within reach of \"max_parts\", got {wanted}: {count} parts are within {upper}")));
    }
    let points = found.corners.iter().map(|part| part.iter().map(|&corner| corner.into()).collect());
    let points: Vec<Vec<Vec3<f64>>> = points.collect();
    union(points.iter().map(Vec::as_slice)).map_err(|error| node.error(error.to_string()))
}

/// One factor for all axes, or one for each.
pub fn factors(node: &Node) -> Result<Vec3<f64>, ReadError> {
    match node.number() {
        Ok(factor) => Ok(Vec3::new(factor, factor, factor)),
        Err(_) => node.numbers().map(Vec3::from).map_err(|_| node.error("expected a number or 3 numbers")),
    }
}
