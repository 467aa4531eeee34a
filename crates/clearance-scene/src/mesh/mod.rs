//! The vertices of mesh files: OBJ, STL, PLY, COLLADA and glTF.
//!
//! A convex body needs no faces, so these readers give the distinct corners of a file and nothing else. Coordinates are
//! those of the file's scene: node transforms and the length unit are applied, in `f64`; axes are left as they are (a
//! COLLADA `up_axis` is not applied, which is the convention of robot descriptions).

mod dae;
mod gltf;
mod obj;
mod placement;
mod ply;
mod stl;
mod write;

pub use write::mesh_bytes;

use std::path::Path;

use clearance::Vec3;

use crate::error::ReadError;

type Vertices = Vec<Vec3<f64>>;

/// The vertices of a mesh file, whose format is told by its extension.
///
/// Vertex `i` is: the `i`-th `v` statement of an OBJ file; the `i`-th vertex of a PLY file; the `i`-th distinct corner
/// in order of appearance of an STL file; of COLLADA and glTF the vertices of all placed meshes, one after the other.
pub fn read_vertices(path: &Path) -> Result<Vec<Vec3<f64>>, ReadError> {
    let parse = parser(path).ok_or_else(|| {
        ReadError::new("expected a mesh file (.obj, .stl, .ply, .dae, .glb or .gltf)").within(path.display())
    })?;
    let bytes = std::fs::read(path).map_err(|error| ReadError::new(format!("cannot be read: {error}")));
    bytes.and_then(|bytes| checked(parse(&bytes, path)?)).map_err(|error| error.within(path.display()))
}

/// Whether a file's name has the extension of a mesh format.
pub fn is_mesh_file(path: &Path) -> bool {
    parser(path).is_some()
}

type Parser = fn(&[u8], &Path) -> Result<Vertices, ReadError>;

fn parser(path: &Path) -> Option<Parser> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    Some(match extension.as_str() {
        "obj" => |bytes, _| obj::vertices(bytes),
        "stl" => |bytes, _| stl::vertices(bytes),
        "ply" => |bytes, _| ply::vertices(bytes),
        "dae" => |bytes, _| dae::vertices(bytes),
        "glb" | "gltf" => gltf::vertices,
        _ => return None,
    })
}

fn checked(vertices: Vertices) -> Result<Vertices, ReadError> {
    if vertices.is_empty() {
        return Err(ReadError::new("holds no vertices"));
    }
    match vertices.iter().position(|v| ![v.x, v.y, v.z].iter().all(|c| c.is_finite())) {
        Some(i) => Err(ReadError::new(format!("vertex {i} has a coordinate that is not finite"))),
        None => Ok(vertices),
    }
}
