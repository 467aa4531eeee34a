//! The shapes of collision elements.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clearance::{Axial, Ball, Capsule, Cuboid, Cylinder, Polytope, Pose3, Shape3, ShapeError, Vec3};
use clearance_scene::MeshFiles;

use super::options::{MeshUse, UrdfOptions};
use super::parts::origin;
use crate::xml::Element;
use clearance_robot::link_mesh::{LinkMesh, parts, surface};
use clearance_robot::{LinkShape, Notes};
use clearance_scene::ReadError;

/// Elements of collisions that change neither shapes nor poses.
const HARMLESS: &[&str] = &["name", "verbose", "material", "contact", "contact_coefficients", "surface", "gazebo"];

/// What an element of a link stands for.
pub(crate) struct Shapes {
    shapes: Vec<Shape3<f64>>,
    /// The mesh of which the shape is the hull, if pairs may be looked at more closely.
    mesh: Option<Arc<LinkMesh>>,
    /// The number of the mesh of which these are the parts.
    part_of: Option<usize>,
}

impl From<Shape3<f64>> for Shapes {
    fn from(shape: Shape3<f64>) -> Self {
        Shapes { shapes: vec![shape], mesh: None, part_of: None }
    }
}

impl Shapes {
    /// None.
    pub fn none() -> Self {
        Shapes { shapes: Vec::new(), mesh: None, part_of: None }
    }

    /// The shapes at a pose in the link's frame.
    pub fn at(self, pose: Pose3<f64>) -> impl Iterator<Item = LinkShape> {
        let Shapes { shapes, mesh, part_of } = self;
        shapes.into_iter().map(move |shape| LinkShape { shape, pose, mesh: mesh.clone(), part_of })
    }
}

/// Where the mesh files of a robot are, and what was read of them.
pub(crate) struct Meshes<'a> {
    folder: &'a Path,
    options: &'a UrdfOptions,
    files: MeshFiles,
    /// How many meshes were cut into parts.
    in_parts: usize,
}

impl<'a> Meshes<'a> {
    pub fn new(folder: &'a Path, options: &'a UrdfOptions) -> Self {
        Meshes { folder, options, files: options.packages.mesh_files(), in_parts: 0 }
    }

    /// The shapes of a collision element: several for a mesh that does not stand for its hull; none if it has no
    /// geometry.
    pub fn shapes(&mut self, collision: &Element, notes: &mut Notes) -> Result<Option<Vec<LinkShape>>, ReadError> {
        for child in collision.children().filter(|child| !["origin", "geometry"].contains(&child.name())) {
            if !child.is_one_of(HARMLESS) {
                notes.add(format!("elements <{}> of collisions ignored", child.name()), "");
            }
        }
        let Some(geometry) = collision.child("geometry")? else { return Ok(None) };
        geometry.only(&["name"])?;
        let mut all = geometry.children();
        let Some(element) = all.next() else { return Ok(None) };
        if let Some(second) = all.next() {
            return Err(
                second.refusal("a second shape in one <geometry>, expected one: give it a <collision> of its own")
            );
        }
        let shapes = if element.name() == "mesh" {
            element.only(&["filename", "scale"])?;
            let (path, scale) = self.file(element)?;
            self.mesh(&path, scale).map_err(|error| element.refusal(error.to_string()))?
        } else {
            primitive(element)?.into()
        };
        let pose = origin(collision)?;
        Ok(Some(shapes.at(pose).collect()))
    }

    /// What the mesh of a file stands for, scaled along the axes.
    pub fn mesh(&mut self, path: &str, scale: Vec3<f64>) -> Result<Shapes, ReadError> {
        let mesh = match self.options.meshes {
            MeshUse::Hull => None,
            // A file of points has a hull and nothing finer.
            MeshUse::Adaptive => self.files.mesh(Path::new(path)).ok().filter(|mesh| !mesh.triangles.is_empty()),
            MeshUse::Parts | MeshUse::Triangles => Some(self.files.mesh(Path::new(path))?),
        };
        let Some(mesh) = mesh else { return Ok(hull(&scaled(&self.files.vertices(path)?, scale))?.into()) };
        // A mirror turns the corners of a triangle around, so that its front stays its front.
        let mirrored = scale.x * scale.y * scale.z < 0.0;
        let turned = |&[a, b, c]: &[u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
        let triangles: Vec<[u32; 3]> = mesh.triangles.iter().map(turned).collect();
        self.triangles(&scaled(&mesh.vertices, scale), &triangles)
    }

    /// What a mesh stands for; points without triangles have a hull and nothing finer.
    pub fn triangles(&mut self, corners: &[Vec3<f64>], triangles: &[[u32; 3]]) -> Result<Shapes, ReadError> {
        if triangles.is_empty() {
            return Ok(hull(corners)?.into());
        }
        let refused = |error: ShapeError| ReadError::new(error.to_string());
        Ok(match self.options.meshes {
            MeshUse::Adaptive => {
                let mesh = LinkMesh::new(corners.to_vec(), triangles.to_vec());
                Shapes { mesh: Some(Arc::new(mesh)), ..hull(corners)?.into() }
            }
            MeshUse::Hull => hull(corners)?.into(),
            MeshUse::Parts => {
                self.in_parts += 1;
                let shapes = parts(corners, triangles).map_err(refused)?;
                Shapes { shapes, mesh: None, part_of: Some(self.in_parts - 1) }
            }
            MeshUse::Triangles => Shapes { shapes: surface(corners, triangles).map_err(refused)?, ..Shapes::none() },
        })
    }

    /// Where the file of a mesh is, and its scale.
    fn file(&self, element: &Element) -> Result<(String, Vec3<f64>), ReadError> {
        let name = element.need("filename")?;
        let scale = element.numbers::<3>("scale")?.map_or(Vec3::new(1.0, 1.0, 1.0), Vec3::from);
        Ok((self.find(name).map_err(|error| element.refusal(error.to_string()))?, scale))
    }

    /// Where a mesh is.
    pub fn find(&self, name: &str) -> Result<String, ReadError> {
        let path: PathBuf = self.options.packages.find(name, self.folder).map_err(ReadError::new)?;
        let path = path.to_str().map(String::from);
        path.ok_or_else(|| ReadError::new(format!("{name:?} is found at a path that is not UTF-8")))
    }
}

/// The shape of an element that is no mesh.
fn primitive(element: &Element) -> Result<Shape3<f64>, ReadError> {
    let known: &[&str] = match element.name() {
        "box" => &["size"],
        "sphere" => &["radius"],
        "cylinder" | "capsule" => &["radius", "length"],
        name => {
            let what = format!("expected <box>, <sphere>, <cylinder>, <capsule> or <mesh>, got <{name}>");
            return Err(element.refusal(what));
        }
    };
    element.only(known)?;
    let shape = match element.name() {
        "box" => {
            element.need("size")?;
            let size = Vec3::from(element.numbers::<3>("size")?.unwrap_or_default());
            if let Some(i) = (0..3).find(|&i| size[i] < 0.0) {
                return Err(element.refusal(format!("size: must not be negative, got {}", size[i])));
            }
            Cuboid::from_half_extents(size * 0.5).map(Shape3::from)
        }
        "sphere" => Ball::new(element.size("radius")?).map(Shape3::from),
        axial => {
            let (radius, length) = (element.size("radius")?, element.size("length")?);
            let axial_of = Axial { radius, half_length: length / 2.0, axis: 2 };
            if axial == "capsule" {
                Capsule::along(axial_of).map(Shape3::from)
            } else {
                Cylinder::along(axial_of).map(Shape3::from)
            }
        }
    };
    shape.map_err(|error| element.refusal(error.to_string()))
}

/// The convex hull of points.
pub(crate) fn hull(points: &[Vec3<f64>]) -> Result<Shape3<f64>, ReadError> {
    Polytope::new(points).map(Shape3::from).map_err(|error| ReadError::new(error.to_string()))
}

fn scaled(vertices: &[Vec3<f64>], scale: Vec3<f64>) -> Vec<Vec3<f64>> {
    vertices.iter().map(|v| Vec3::new(v.x * scale.x, v.y * scale.y, v.z * scale.z)).collect()
}
