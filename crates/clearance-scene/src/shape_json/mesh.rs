//! Shapes of the kind `mesh`: the mesh as it is, its hull, or convex parts that contain it.

use std::any::TypeId;
use std::path::Path;

use clearance::shape::{Polytope, Shape};
use clearance::{ShapeError, Vec3};
use clearance_world::{Body, DecomposeOptions, HullError, TriangleMesh, hull_error, repaired};

use super::dimension::NEEDS_SPACE;
use super::parts::union;
use super::{NO_TESSELLATION, ReadShape};
use crate::error::ReadError;
use crate::json::{Fields, Node};
use crate::kept_parts::{self, Parts};
use crate::mesh::Mesh;
use crate::mesh_files::{BodyKey, MadeBody, MeshFiles, ReadingKey};
use crate::mesh_use::MeshUse;
use crate::pose_json::vectors;
use crate::representation::{Representation, Tessellation};

/// The hull of a mesh file, as a part of another shape.
pub(super) fn hull<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Shape<V>, ReadError> {
    match body(node, files)? {
        (_, Some(Representation { tessellation: Some(_), .. })) => Err(node.error(NO_TESSELLATION)),
        (Body::Convex(shape), _) => Ok(shape),
        _ => {
            let place = node.fields()?.get("as");
            let what = "a mesh that is not convex cannot be part of another shape, expected \"as\": \"hull\"";
            Err(place.map_or_else(|| node.error(what), |place| place.error(what)))
        }
    }
}

/// The body of a mesh, and what it represents. What was read once is kept, within the limit of [`MeshFiles`].
pub(super) fn body<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<MadeBody<V>, ReadError> {
    let form = MeshUse::of(&node.fields()?)?.or(files.options().form);
    let made = body_as(node, files, form)?;
    match &made.0 {
        Body::Mesh(mesh) if files.options().require_solid && !mesh.is_solid() => {
            let rule = "expected a solid, whose surface is closed and oriented";
            Err(node.error(format!("{rule}, got a surface with {} open edges", mesh.open_edges())))
        }
        _ => Ok(made),
    }
}

fn body_as<V: ReadShape>(node: &Node, files: &MeshFiles, form: Option<MeshUse>) -> Result<MadeBody<V>, ReadError> {
    let keys: &[&str] = match form {
        Some(MeshUse::Parts) => {
            &["kind", "file", "vertices", "triangles", "scale", "as", "tessellation", "error", "max_parts"]
        }
        Some(MeshUse::Hull) => &["kind", "file", "vertices", "triangles", "scale", "as", "tessellation"],
        _ => &["kind", "file", "vertices", "triangles", "scale", "as", "tessellation", "weld"],
    };
    let fields = node.object(keys)?;
    if V::DIM != 3 {
        return Err(node.error(NEEDS_SPACE));
    }
    let size = |key: &str| fields.get(key).map(|node| node.size()).transpose();
    let reading = Reading {
        scale: fields.get("scale").map_or(Ok(Vec3::new(1.0, 1.0, 1.0)), |node| factors(&node))?,
        form,
        weld: size("weld")?.or(files.options().weld).filter(|_| matches!(form, None | Some(MeshUse::Mesh))),
        tessellation: fields
            .get("tessellation")
            .map_or(Ok(files.options().tessellation), |node| Tessellation::read(&node).map(Some))?,
        error: size("error")?,
        max_parts: fields.get("max_parts").map(|node| node.count()).transpose()?,
    };
    if fields.get("file").is_none() && fields.get("vertices").is_some() {
        return made::<V>(node, &inline(&fields)?, &reading, None);
    }
    let file = fields.need("file")?;
    let path = files.path(file.text()?);
    let key = BodyKey { path: path.clone(), space: TypeId::of::<V>(), reading: Some(reading.key()) };
    if let Some(known) = files.body(&key) {
        return Ok(known);
    }
    let mesh = files.mesh(&path).map_err(|error| error.within(file.pointer()))?;
    let size = mesh.vertices.len().max(mesh.triangles.len());
    let folder = if files.is_held() { None } else { kept_parts::folder(&path) };
    Ok(files.keep(key, size, made::<V>(node, &mesh, &reading, folder.as_deref())?))
}

/// How a mesh is read.
#[derive(Clone, Copy)]
struct Reading {
    scale: Vec3<f64>,
    form: Option<MeshUse>,
    weld: Option<f64>,
    tessellation: Option<Tessellation>,
    /// How near convex parts are to be to their mesh; without it as [`DecomposeOptions::of`] says.
    error: Option<f64>,
    /// How many convex parts there may be; likewise.
    max_parts: Option<usize>,
}

impl Reading {
    fn key(&self) -> ReadingKey {
        let Vec3 { x, y, z } = self.scale;
        // No length is negative.
        let length = |length: Option<f64>| length.unwrap_or(-1.0);
        let tessellation = self.tessellation.map(|known| known.error);
        let numbers = [x, y, z, length(self.error), length(self.weld), length(tessellation)].map(f64::to_bits);
        let proven = self.tessellation.is_some_and(|known| known.proven);
        ReadingKey { form: self.form, numbers, max_parts: self.max_parts, proven }
    }
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

/// The body of a mesh, and what it represents. Parts may be kept in a folder.
fn made<V: ReadShape>(
    node: &Node,
    mesh: &Mesh,
    reading: &Reading,
    folder: Option<&Path>,
) -> Result<MadeBody<V>, ReadError> {
    let refused = |error: ShapeError| node.error(error.to_string());
    let (vertices, triangles) = mesh.scaled(reading.scale);
    let flat = || node.error(NEEDS_SPACE);
    let made = match reading.form {
        Some(MeshUse::Parts) => {
            let (body, error) = parts(node, (&vertices, &triangles), reading, folder)?;
            (body, Some(Representation::larger(MeshUse::Parts, error)))
        }
        Some(MeshUse::Hull) => hull_of(&vertices, &triangles).map_err(refused)?.ok_or_else(flat)?,
        form => {
            let form = form.or(reading.tessellation.map(|_| MeshUse::Mesh));
            as_it_is(&vertices, &triangles, form, reading.weld).map_err(refused)?.ok_or_else(flat)?
        }
    };
    Ok(tessellated(made, reading.tessellation))
}

/// A body in place of a solid from which its mesh differs.
///
/// A solid with convex facets need not be convex, so that such a mesh stays one: only a point that is deeper in it than
/// the error is proven to be inside of the solid.
pub(crate) fn tessellated<V: ReadShape>((body, known): MadeBody<V>, tessellation: Option<Tessellation>) -> MadeBody<V> {
    let known = match tessellation {
        Some(_) => Some(Representation { tessellation, ..known.unwrap_or_default() }),
        None => known,
    };
    (body, known)
}

/// The hull of a mesh, and how far it is from it. `None` in a dimension that has no meshes.
pub(crate) fn hull_of<V: ReadShape>(
    vertices: &[Vec3<f64>],
    triangles: &[[u32; 3]],
) -> Result<Option<MadeBody<V>>, ShapeError> {
    let Some(corners) = V::corners(vertices) else { return Ok(None) };
    let body = Body::new(Polytope::new(&corners)?);
    if triangles.is_empty() {
        return Ok(Some((body, None)));
    }
    let error = hull_error(&TriangleMesh::new(vertices, triangles)?, vertices)?;
    let known = |error: HullError| Representation {
        is_of_dents: error.is_of_dents,
        ..Representation::larger(MeshUse::Hull, error.upper)
    };
    Ok(Some((body, error.map(known))))
}

/// A mesh as it is, its vertices welded within a length if there is one. Points without triangles are their hull, and
/// so is a mesh that is proven to be convex, unless its form is wanted. `None` in a dimension that has no meshes.
pub(crate) fn as_it_is<V: ReadShape>(
    vertices: &[Vec3<f64>],
    triangles: &[[u32; 3]],
    form: Option<MeshUse>,
    weld: Option<f64>,
) -> Result<Option<MadeBody<V>>, ShapeError> {
    let hull = || V::corners(vertices).map(|corners| Polytope::new(&corners).map(Body::new)).transpose();
    let itself = |body| (body, None);
    if triangles.is_empty() && form.is_none() {
        return Ok(hull()?.map(itself));
    }
    if let Some(length) = weld {
        let made = repaired(vertices, triangles, length)?;
        let mesh = V::triangles(&made.vertices, &made.triangles).transpose()?;
        let welded = Some([made.welded, made.open_edges]);
        let known = Representation { welded, ..Representation::larger(MeshUse::Mesh, made.error) };
        return Ok(mesh.map(|mesh| (Body::mesh(mesh), Some(known))));
    }
    let Some(mesh) = V::triangles(vertices, triangles).transpose()? else { return Ok(None) };
    // A vertex without a triangle belongs to the hull of all vertices, but not to the mesh.
    let mut used = vec![false; vertices.len()];
    triangles.as_flattened().iter().for_each(|&corner| used[corner as usize] = true);
    if form.is_none() && !used.contains(&false) && mesh.is_convex() {
        return Ok(hull()?.map(itself));
    }
    Ok(Some(itself(Body::mesh(mesh))))
}

/// Convex parts that contain a mesh, as they are kept in a folder if they are.
fn parts<V: ReadShape>(
    node: &Node,
    (vertices, triangles): (&[Vec3<f64>], &[[u32; 3]]),
    reading: &Reading,
    folder: Option<&Path>,
) -> Result<(Body<V>, f64), ReadError> {
    let refused = |error: ShapeError| node.error(error.to_string());
    let whole = TriangleMesh::new(vertices, triangles).map_err(refused)?;
    let default = DecomposeOptions::of(&whole);
    let options = DecomposeOptions {
        error: reading.error.unwrap_or(default.error),
        max_parts: reading.max_parts.unwrap_or(default.max_parts),
    };
    let found = Parts::of(&whole, &options, folder).map_err(refused)?;
    if let Some(wanted) = reading.error.filter(|&wanted| found.error > wanted) {
        let (count, upper) = (found.corners.len(), found.error);
        let what = format!("must be within reach of \"max_parts\", got {wanted}: {count} parts are within {upper}");
        return Err(node.fields()?.need("error")?.error(what));
    }
    let points = found.corners.iter().map(|part| part.iter().map(|&corner| corner.into()).collect());
    let points: Vec<Vec<Vec3<f64>>> = points.collect();
    let body = union(points.iter().map(Vec::as_slice)).map_err(|error| node.error(error.to_string()))?;
    Ok((body, found.error))
}

/// One factor for all axes, or one for each.
pub fn factors(node: &Node) -> Result<Vec3<f64>, ReadError> {
    match node.number() {
        Ok(factor) => Ok(Vec3::new(factor, factor, factor)),
        Err(_) => node.numbers().map(Vec3::from).map_err(|_| node.error("expected a number or 3 numbers")),
    }
}
