//! Mesh files: OBJ, STL, PLY, OFF, COLLADA, glTF and 3MF, with their vertices, triangles and named groups.
//!
//! Coordinates are those of the file's scene: node transforms and the length unit are applied, in `f64`; axes are left
//! as they are (a COLLADA `up_axis` is not applied, which is the convention of robot descriptions). Polygons are cut
//! into triangles by exact signs. Counts that a file states are checked against its length before anything is
//! allocated, and what a scene graph places is bounded by a budget, so that reading takes at most 20 times the memory
//! of the file.

mod base64;
mod budget;
mod dae;
mod gltf;
mod obj;
mod off;
mod parts;
mod placement;
mod ply;
mod polygon;
mod scene;
mod stl;
mod text;
#[cfg(feature = "threemf")]
mod threemf;
mod write;

pub use parts::{parts_json, parts_obj};
pub use placement::Placement;
pub use scene::{MeshScene, PlacedMesh};
pub use write::{mesh_bytes, triangles_text};

use std::ops::Range;
use std::path::Path;

use clearance::{Vec3, Vector};

use crate::error::ReadError;
use budget::Budget;

/// The vertices and triangles of a mesh file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertex `i` is: the `i`-th `v` statement of an OBJ file; the `i`-th vertex of a PLY file; the `i`-th distinct
    /// corner in order of appearance of an STL file; of COLLADA and glTF the vertices of all placed meshes, one after
    /// the other.
    pub vertices: Vec<Vec3<f64>>,
    /// The corners of each triangle, in the order of the file.
    pub triangles: Vec<[u32; 3]>,
    /// Named runs of triangles: objects and groups of OBJ, solids of ASCII STL, nodes of scenes. Triangles may be in
    /// none.
    pub groups: Vec<Group>,
    /// What the file has and is not read, though it may be about shapes.
    pub notes: Vec<Box<str>>,
}

/// A named run of triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Name in the file; it may be empty, and two groups may have one name.
    pub name: Box<str>,
    /// Which triangles, never none.
    pub triangles: Range<u32>,
}

/// The mesh of a file, whose format is given by its extension.
///
/// ```
/// # use clearance_scene::mesh::{Format, parse_mesh};
/// let mesh = parse_mesh(b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", Format::Obj)?;
/// assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
/// # Ok::<(), clearance_scene::ReadError>(())
/// ```
pub fn read_mesh(path: &Path) -> Result<Mesh, ReadError> {
    let (format, bytes) = open(path)?;
    parse(&bytes, format, path.parent()).map_err(|error| error.within(path.display()))
}

/// The mesh of a file whose contents are at hand; a glTF file may not refer to others.
pub fn mesh_of(path: &Path, bytes: &[u8]) -> Result<Mesh, ReadError> {
    parse_mesh(bytes, format_of(path)?).map_err(|error| error.within(path.display()))
}

/// The vertices of a mesh file alone.
pub fn read_vertices(path: &Path) -> Result<Vec<Vec3<f64>>, ReadError> {
    read_mesh(path).map(|mesh| mesh.vertices)
}

/// The meshes of a COLLADA or glTF file, each once and in its own frame, and the nodes that place them.
pub fn read_mesh_scene(path: &Path) -> Result<MeshScene, ReadError> {
    let (format, bytes) = open(path)?;
    let mut budget = Budget::of(bytes.len());
    let scene = match format {
        Format::Dae => dae::scene(&bytes, &mut budget),
        Format::Gltf => gltf::scene(&bytes, path.parent(), &mut budget),
        Format::ThreeMf => threemf_scene(&bytes, &mut budget),
        _ => Err(ReadError::new("expected a file with nodes (.dae, .glb, .gltf or .3mf)")),
    };
    scene.map_err(|error| error.within(path.display()))
}

/// What is in the bytes of a mesh file; a glTF file may not refer to others.
pub fn parse_mesh(bytes: &[u8], format: Format) -> Result<Mesh, ReadError> {
    parse(bytes, format, None)
}

/// Whether a file's name has the extension of a mesh format.
pub fn is_mesh_file(path: &Path) -> bool {
    Format::of(path).is_some()
}

/// A format of mesh files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Wavefront OBJ.
    Obj,
    /// STL, binary or ASCII.
    Stl,
    /// PLY, ASCII or binary of either byte order.
    Ply,
    /// COLLADA 1.4 or 1.5.
    Dae,
    /// glTF 2.0, text (`.gltf`) or binary (`.glb`).
    Gltf,
    /// OFF, text.
    Off,
    /// 3MF, in metres; read with the feature `threemf`.
    ThreeMf,
}

impl Format {
    /// The format that a file's extension names.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "obj" => Format::Obj,
            "stl" => Format::Stl,
            "ply" => Format::Ply,
            "dae" => Format::Dae,
            "glb" | "gltf" => Format::Gltf,
            "off" => Format::Off,
            "3mf" => Format::ThreeMf,
            _ => return None,
        })
    }
}

fn open(path: &Path) -> Result<(Format, Vec<u8>), ReadError> {
    let format = format_of(path)?;
    let bytes = std::fs::read(path);
    let bytes = bytes.map_err(|error| ReadError::new(format!("cannot be read: {error}")).within(path.display()))?;
    Ok((format, bytes))
}

fn format_of(path: &Path) -> Result<Format, ReadError> {
    Format::of(path).ok_or_else(|| {
        ReadError::new("expected a mesh file (.obj, .stl, .ply, .off, .dae, .glb, .gltf or .3mf)")
            .within(path.display())
    })
}

fn parse(bytes: &[u8], format: Format, folder: Option<&Path>) -> Result<Mesh, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::new("the file is empty"));
    }
    let mut budget = Budget::of(bytes.len());
    let mesh = match format {
        Format::Obj => obj::mesh(bytes)?,
        Format::Stl => stl::mesh(bytes)?,
        Format::Ply => ply::mesh(bytes, &mut budget)?,
        Format::Dae => dae::scene(bytes, &mut budget)?.flattened(&mut budget)?,
        Format::Gltf => gltf::scene(bytes, folder, &mut budget)?.flattened(&mut budget)?,
        Format::Off => off::mesh(bytes, &mut budget)?,
        Format::ThreeMf => threemf_scene(bytes, &mut budget)?.flattened(&mut budget)?,
    };
    checked(mesh)
}

#[cfg(feature = "threemf")]
fn threemf_scene(bytes: &[u8], budget: &mut Budget) -> Result<MeshScene, ReadError> {
    threemf::scene(bytes, budget)
}

#[cfg(not(feature = "threemf"))]
fn threemf_scene(_: &[u8], _: &mut Budget) -> Result<MeshScene, ReadError> {
    Err(ReadError::new("this build reads no 3MF files, which need its feature `threemf`"))
}

fn checked(mesh: Mesh) -> Result<Mesh, ReadError> {
    if mesh.vertices.is_empty() {
        return Err(ReadError::new("holds no vertices"));
    }
    match mesh.vertices.iter().position(|v| ![v.x, v.y, v.z].iter().all(|c| c.is_finite())) {
        Some(i) => Err(ReadError::new(format!("vertex {i} has a coordinate that is not finite"))),
        None => Ok(mesh),
    }
}

/// Vertices, and triangles of three indices into them.
pub type Surface = (Vec<Vec3<f64>>, Vec<[u32; 3]>);

impl Mesh {
    /// The vertices with each coordinate times its factor, and the triangles; a mirror turns their corners around, so
    /// that fronts stay fronts.
    pub fn scaled(&self, scale: Vec3<f64>) -> Surface {
        let mirrored = scale.x * scale.y * scale.z < 0.0;
        let turned = |&[a, b, c]: &[u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
        let vertices = self.vertices.iter().map(|v| v.scaled_by(scale)).collect();
        (vertices, self.triangles.iter().map(turned).collect())
    }

    /// The points of each group, or of all triangles if there is none: convex parts as they are written to OBJ files.
    pub fn point_sets(&self) -> Vec<Vec<Vec3<f64>>> {
        let points = |triangles: &[[u32; 3]]| {
            let mut corners = triangles.as_flattened().to_vec();
            corners.sort_unstable();
            corners.dedup();
            corners.into_iter().map(|corner| self.vertices[corner as usize]).collect()
        };
        if self.groups.is_empty() {
            return vec![points(&self.triangles)];
        }
        let of_group =
            |group: &Group| points(&self.triangles[group.triangles.start as usize..group.triangles.end as usize]);
        self.groups.iter().map(of_group).collect()
    }
}

/// The triangles of a simple polygon of the plane z = 0, by exact signs; some may have no area.
pub(crate) fn polygon_triangles(vertices: &[Vec3<f64>], outline: &[u32]) -> Result<Vec<[u32; 3]>, ReadError> {
    // A list in a file is as long as its corners.
    let budget = Budget::of(outline.len().saturating_mul(size_of::<Vec3<f64>>()));
    polygon::triangles(vertices, outline, &budget)
}

/// Triangles that fan a polygon from its first corner; none for fewer than three corners.
fn fan(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let first = corners.first().copied().unwrap_or(0);
    corners.get(1..).unwrap_or(&[]).windows(2).map(move |edge| [first, edge[0], edge[1]])
}

/// Triangles of a strip; every other one is turned around, so that all have their front on one side.
fn strip(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let turned = |(i, w): (usize, &[u32])| if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] };
    corners.windows(3).enumerate().map(turned)
}

/// Ends the group that began at a triangle; a run without triangles is none.
fn end_group(mesh: &mut Mesh, name: &str, from: usize) {
    if mesh.triangles.len() > from {
        mesh.groups.push(Group { name: name.into(), triangles: from as u32..mesh.triangles.len() as u32 });
    }
}
