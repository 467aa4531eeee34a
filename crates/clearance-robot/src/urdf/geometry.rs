//! The shapes of collision elements.

use std::path::{Path, PathBuf};

use clearance::hull::{Hull, convex_hull};
use clearance::{Axial, Ball, Capsule, Cuboid, Cylinder, Polytope, Shape3, ShapeError, Vec3, Vector};
use clearance_scene::MeshFiles;
use clearance_scene::mesh::read_mesh;
use clearance_world::{DecomposeOptions, TriangleMesh, decompose};

use super::UrdfOptions;
use super::element::Element;
use crate::{LinkShape, RobotError};

/// How far points of parts may be from a mesh, by the diagonal of its box.
const PART_ERROR: f64 = 0.02;

/// At most so many parts of a mesh: every pair of links is asked by all pairs of their parts.
const MOST_PARTS: usize = 16;

/// A closed mesh whose hull has no more volume to spare than this part of it is one part: its hull.
const HOLLOW: f64 = 1e-3;

/// What collision meshes stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeshUse {
    /// Their convex hulls.
    #[default]
    Hull,
    /// Convex parts that contain them: at most 16, and as few as stay within a fiftieth of the mesh's size of it.
    Parts,
    /// Their triangles as they are: surfaces, so that what lies wholly inside of one meets nothing.
    Triangles,
}

/// Where the mesh files of a robot are, and what was read of them.
pub(crate) struct Meshes<'a> {
    folder: &'a Path,
    options: &'a UrdfOptions,
    files: MeshFiles,
}

impl<'a> Meshes<'a> {
    pub fn new(folder: &'a Path, options: &'a UrdfOptions) -> Self {
        Meshes { folder, options, files: MeshFiles::relative_to("") }
    }

    /// The shapes of a collision element: several for a mesh that does not stand for its hull; none if it has no geometry.
    pub fn shapes(&mut self, collision: Element) -> Result<Option<Vec<LinkShape>>, RobotError> {
        let Some(element) = collision.child("geometry").and_then(|geometry| geometry.children().next()) else {
            return Ok(None);
        };
        let shapes = if element.name() == "mesh" && self.options.meshes != MeshUse::Hull {
            self.pieces(element)?
        } else {
            self.geometry(element)?.map(|shape| vec![shape])
        };
        let pose = collision.origin()?;
        let placed = |shape| LinkShape { shape, pose };
        let shapes = shapes.map_err(|error| element.refusal(error.to_string()))?;
        Ok(Some(shapes.into_iter().map(placed).collect()))
    }

    fn geometry(&mut self, element: Element) -> Result<Result<Shape3<f64>, ShapeError>, RobotError> {
        Ok(match element.name() {
            "box" => {
                element.need("size")?;
                let size = Vec3::from(element.numbers::<3>("size")?.unwrap_or_default());
                if let Some(i) = (0..3).find(|&i| size[i] < 0.0) {
                    return Err(element.refusal(format!("size: must not be negative, got {}", size[i])));
                }
                Cuboid::from_half_extents(size * 0.5).map(Shape3::from)
            }
            "sphere" => Ball::new(element.size("radius")?).map(Shape3::from),
            "cylinder" => {
                let (radius, length) = (element.size("radius")?, element.size("length")?);
                Cylinder::along(Axial { radius, half_length: length / 2.0, axis: 2 }).map(Shape3::from)
            }
            "capsule" => {
                let (radius, length) = (element.size("radius")?, element.size("length")?);
                Capsule::along(Axial { radius, half_length: length / 2.0, axis: 2 }).map(Shape3::from)
            }
            "mesh" => self.hull(element)?,
            name => {
                let what = format!("expected <box>, <sphere>, <cylinder>, <capsule> or <mesh>, got <{name}>");
                return Err(element.refusal(what));
            }
        })
    }

    /// The convex hull of a mesh.
    fn hull(&mut self, element: Element) -> Result<Result<Shape3<f64>, ShapeError>, RobotError> {
        let (path, scale) = self.file(element)?;
        let vertices = self.files.vertices(&path).map_err(|error| element.refusal(error.to_string()))?;
        Ok(Polytope::new(&scaled(&vertices, scale)).map(Shape3::from))
    }

    /// The convex parts of a mesh, or its triangles.
    fn pieces(&mut self, element: Element) -> Result<Result<Vec<Shape3<f64>>, ShapeError>, RobotError> {
        let (path, scale) = self.file(element)?;
        let mesh = read_mesh(Path::new(&path)).map_err(|error| element.refusal(error.to_string()))?;
        // A mirror turns the corners of a triangle around, so that its front stays its front.
        let mirrored = scale.x * scale.y * scale.z < 0.0;
        let turned = |[a, b, c]: [u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
        let triangles: Vec<[u32; 3]> = mesh.triangles.into_iter().map(turned).collect();
        let corners = scaled(&mesh.vertices, scale);
        let whole = match TriangleMesh::new(&corners, &triangles) {
            Ok(whole) => whole,
            Err(error) => return Ok(Err(error)),
        };
        if self.options.meshes == MeshUse::Triangles {
            return Ok(Ok((0..).zip(whole.triangles()).map(|(i, _)| whole.shape(i)).collect()));
        }
        let hull = convex_hull(&corners).map(|hull| hull.volume());
        if let (Some(volume), Ok(hull)) = (whole.volume(), &hull)
            && hull - volume <= HOLLOW * hull
        {
            return Ok(Polytope::new(&corners).map(|hull| vec![hull.into()]));
        }
        let size = whole.bounds().upper - whole.bounds().lower;
        let options = DecomposeOptions { error: size.norm() * PART_ERROR, max_parts: MOST_PARTS };
        let found = decompose(&whole, &options);
        let hulls = |part: &Hull<Vec3<f64>>| Polytope::new(part.points()).map(Shape3::from);
        Ok(found.and_then(|found| found.parts.iter().map(hulls).collect()))
    }

    /// Where the file of a mesh is, and its scale.
    fn file(&self, element: Element) -> Result<(String, Vec3<f64>), RobotError> {
        let name = element.need("filename")?;
        let scale = element.numbers::<3>("scale")?.map_or(Vec3::new(1.0, 1.0, 1.0), Vec3::from);
        let path: PathBuf = self.options.packages.find(name, self.folder).map_err(|what| element.refusal(what))?;
        let path =
            path.to_str().ok_or_else(|| element.refusal(format!("{name:?} is found at a path that is not UTF-8")))?;
        Ok((path.into(), scale))
    }
}

fn scaled(vertices: &[Vec3<f64>], scale: Vec3<f64>) -> Vec<Vec3<f64>> {
    vertices.iter().map(|v| Vec3::new(v.x * scale.x, v.y * scale.y, v.z * scale.z)).collect()
}
