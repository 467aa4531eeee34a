//! What the mesh files of a command stand for, and how far that is from their hulls.

use clap::ValueEnum;
use clearance::{Bounds, Vec3};
use clearance_scene::json::Json;
use clearance_scene::{MeshFiles, MeshUse, ReadError};
use clearance_world::{Part, TriangleMesh, error_of};

/// Dents that are shallower than this part of a mesh's size are those of rounded coordinates.
const ROUNDED: f64 = 1.0 / (1 << 20) as f64;

/// What mesh files are read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReadAs {
    /// The convex hull of the vertices
    Hull,
    /// The triangles as they are: solid if they are closed, else a surface
    Mesh,
    /// Convex parts that contain the mesh
    Parts,
}

impl ReadAs {
    fn form(self) -> MeshUse {
        match self {
            ReadAs::Hull => MeshUse::Hull,
            ReadAs::Mesh => MeshUse::Mesh,
            ReadAs::Parts => MeshUse::Parts,
        }
    }
}

/// What mesh files were read as.
pub struct Reading {
    /// One word for all.
    pub form: MeshUse,
    /// How far a point of a hull is from its mesh at most, in the file's own unit times its scale; none without a mesh
    /// that is not convex.
    pub hull_error: Option<Bounds<f64>>,
}

/// How to read mesh files with their scales: as asked, or as meshes if one of them is not convex, else as the hulls
/// that they are.
pub fn reading(files: &MeshFiles, meshes: &[(&str, Vec3<f64>)], asked: Option<ReadAs>) -> Result<Reading, ReadError> {
    let mut hull_error: Option<Bounds<f64>> = None;
    for (file, scale) in meshes {
        let Some(error) = hull_error_of(files, file, *scale)? else { continue };
        hull_error = Some(hull_error.map_or(error, |other| if other.upper > error.upper { other } else { error }));
    }
    let own = if hull_error.is_some() { MeshUse::Mesh } else { MeshUse::Hull };
    Ok(Reading { form: asked.map_or(own, ReadAs::form), hull_error })
}

/// How far the hull of a mesh is from it; none for a convex mesh, and for a file without triangles.
fn hull_error_of(files: &MeshFiles, file: &str, scale: Vec3<f64>) -> Result<Option<Bounds<f64>>, ReadError> {
    let (vertices, triangles) = files.triangles(file, scale)?;
    if triangles.is_empty() {
        return Ok(None);
    }
    let refused = |error: clearance::ShapeError| ReadError::new(error.to_string()).within(file);
    let mesh = TriangleMesh::new(&vertices, &triangles).map_err(refused)?;
    let size = mesh.bounds().reach_from_frame();
    if mesh.dents().is_some_and(|dents| dents <= ROUNDED * size) {
        return Ok(None);
    }
    let hull = Part::new(&vertices).map_err(refused)?;
    Ok(Some(error_of(&[&hull], &mesh)))
}

/// The word of a shape's key `"as"`.
pub fn word(form: MeshUse) -> Json {
    Json::Text(form.word().into())
}
