//! The shapes of collision elements.

use clearance::{Axial, Ball, Capsule, Cuboid, Cylinder, Ellipsoid, Shape3, Vec3};

use super::pose::{numbers, size, text};
use crate::urdf::{Meshes, Shapes};
use crate::xml::Element;
use clearance_scene::ReadError;

/// The shapes of a `<geometry>`, and the mesh that they stand for.
pub(super) fn shapes(geometry: &Element, meshes: &mut Meshes) -> Result<Shapes, ReadError> {
    let mut all = geometry.children();
    let (Some(element), second) = (all.next(), all.next()) else { return Ok(Shapes::none()) };
    if let Some(second) = second {
        return Err(second.refusal("a second shape in one <geometry>, expected one"));
    }
    let axial = || Ok(Axial { radius: size(element, "radius")?, half_length: size(element, "length")? / 2.0, axis: 2 });
    let sizes = |name: &str| -> Result<Vec3<f64>, ReadError> {
        let sizes = numbers::<3>(element, name)?;
        sizes.map(Vec3::from).ok_or_else(|| element.refusal(format!("missing element <{name}>")))
    };
    let shape = match element.name() {
        "empty" => return Ok(Shapes::none()),
        "mesh" => return mesh(element, meshes),
        "box" => Cuboid::from_half_extents(sizes("size")? * 0.5).map(Shape3::from),
        "sphere" => Ball::new(size(element, "radius")?).map(Shape3::from),
        "cylinder" => Cylinder::along(axial()?).map(Shape3::from),
        "capsule" => Capsule::along(axial()?).map(Shape3::from),
        "ellipsoid" => Ellipsoid::from_radii(sizes("radii")?).map(Shape3::from),
        name => {
            let what = format!(
                "expected <box>, <sphere>, <cylinder>, <capsule>, <ellipsoid>, <mesh> or <empty>, got <{name}>"
            );
            return Err(element.refusal(what));
        }
    };
    shape.map(Shapes::from).map_err(|error| element.refusal(error.to_string()))
}

fn mesh(element: &Element, meshes: &mut Meshes) -> Result<Shapes, ReadError> {
    if element.child("submesh")?.is_some() {
        return Err(element.refusal("parts of a mesh file are not supported: put the submesh into a file of its own"));
    }
    let uri = text(element, "uri")?.ok_or_else(|| element.refusal("missing element <uri>"))?;
    let scale = Vec3::from(numbers::<3>(element, "scale")?.unwrap_or([1.0; 3]));
    let refused = |error: ReadError| element.refusal(error.to_string());
    let path = meshes.find(uri).map_err(refused)?;
    meshes.mesh(&path, scale).map_err(refused)
}
