//! The shapes of collision elements.

use std::path::{Path, PathBuf};

use clearance::{Ball, Capsule, Cuboid, Cylinder, Polytope, Shape3, ShapeError, Vec3};
use clearance_scene::MeshFiles;

use super::element::Element;
use super::packages::Packages;
use crate::{LinkShape, RobotError};

/// Where the mesh files of a robot are, and what was read of them.
pub(crate) struct Meshes<'a> {
    folder: &'a Path,
    packages: &'a Packages,
    files: MeshFiles,
}

impl<'a> Meshes<'a> {
    pub fn new(folder: &'a Path, packages: &'a Packages) -> Self {
        Meshes { folder, packages, files: MeshFiles::relative_to("") }
    }

    /// The shape of a collision element; none if it has no geometry.
    pub fn shape(&mut self, collision: Element) -> Result<Option<LinkShape>, RobotError> {
        let Some(element) = collision.child("geometry").and_then(|geometry| geometry.children().next()) else {
            return Ok(None);
        };
        let shape = self.geometry(element)?.map_err(|error| element.refusal(error.to_string()))?;
        Ok(Some(LinkShape { shape, pose: collision.origin()? }))
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
                Cylinder::from_half_length(radius, length / 2.0, 2).map(Shape3::from)
            }
            "capsule" => {
                let (radius, length) = (element.size("radius")?, element.size("length")?);
                Capsule::from_half_length(radius, length / 2.0, 2).map(Shape3::from)
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
        let name = element.need("filename")?;
        let scale = element.numbers::<3>("scale")?.map_or(Vec3::new(1.0, 1.0, 1.0), Vec3::from);
        let path: PathBuf = self.packages.find(name, self.folder).map_err(|what| element.refusal(what))?;
        let path =
            path.to_str().ok_or_else(|| element.refusal(format!("{name:?} is found at a path that is not UTF-8")))?;
        let vertices = self.files.vertices(path).map_err(|error| element.refusal(error.to_string()))?;
        let scaled: Vec<Vec3<f64>> =
            vertices.iter().map(|v| Vec3::new(v.x * scale.x, v.y * scale.y, v.z * scale.z)).collect();
        Ok(Polytope::new(&scaled).map(Shape3::from))
    }
}
