//! Geoms: what collides.

use clearance::{Axial, Ball, Capsule, Cuboid, Cylinder, Ellipsoid, Pose3, Shape3, Vec3, Vector};

use super::assets::Assets;
use super::compiler::Compiler;
use super::pose::{from_z_to, halves, pose};
use crate::urdf::{Meshes, Shapes};
use crate::xml::Element;
use clearance_robot::Notes;
use clearance_robot::kinematics::compose;
use clearance_scene::ReadError;

/// A geom, with the attributes of its class.
pub(super) struct Geom {
    pub name: String,
    /// Bits of which one must be among those of the other's `conaffinity`, or the other way round, for two geoms to
    /// collide.
    pub contype: u32,
    pub conaffinity: u32,
    pub solid: GeomSolid,
    /// In the frame of its body.
    pub pose: Pose3<f64>,
}

pub(super) enum GeomSolid {
    Shapes(Shapes),
    /// All that is below the plane z = 0.
    Plane,
}

/// The types of geoms.
const TYPES: [&str; 9] = ["plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"];

/// Whether a geom can collide with anything by its masks.
pub(super) fn masks(geom: &Element) -> Result<[u32; 2], ReadError> {
    let mask = |name: &str| match geom.number(name)? {
        None => Ok(1),
        // Negative masks are those of two's complement.
        Some(value) if value.fract() == 0.0 && value.abs() <= f64::from(u32::MAX) => Ok(value as i64 as u32),
        Some(value) => Err(geom.refusal(format!("{name}: expected a whole number, got {value}"))),
    };
    Ok([mask("contype")?, mask("conaffinity")?])
}

/// Reads a geom, with the attributes of its class; `frame` is where it is written in the body's frame.
pub(super) fn geom(
    element: &Element,
    frame: &Pose3<f64>,
    (compiler, assets, meshes): (&Compiler, &Assets, &mut Meshes),
    notes: &mut Notes,
) -> Result<Geom, ReadError> {
    let kind = element.one_of("type", &TYPES)?.unwrap_or("sphere");
    let [contype, conaffinity] = masks(element)?;
    let sizes = element.numbers_up_to::<3>("size", [0.0; 3])?;
    let (sizes, mut at) = match element.numbers::<6>("fromto")? {
        Some(ends) => between(element, kind, (ends, sizes))?,
        None => (sizes, pose(element, compiler)?),
    };
    if kind != "mesh" && kind != "sdf" && element.attribute("mesh").is_some() {
        return Err(element.refusal(format!("a {kind} that is fitted to a mesh is not supported: give its size")));
    }
    let solid = match kind {
        "plane" => GeomSolid::Plane,
        "hfield" => {
            notes.add("height fields stand for their boxes", element.given_name());
            let (shape, middle) = field_box(element, assets.field(element)?)?;
            at = compose(&at, &middle);
            GeomSolid::Shapes(shape.into())
        }
        "mesh" => GeomSolid::Shapes(assets.mesh(element, (compiler, meshes))?),
        "sdf" => return Err(element.refusal("signed distance fields are not supported")),
        _ => GeomSolid::Shapes(primitive(element, kind, sizes)?.into()),
    };
    let name = element.given_name().to_string();
    Ok(Geom { name, contype, conaffinity, solid, pose: compose(frame, &at) })
}

fn primitive(element: &Element, kind: &str, sizes: [f64; 3]) -> Result<Shape3<f64>, ReadError> {
    let needed = match kind {
        "sphere" => 1,
        "capsule" | "cylinder" => 2,
        _ => 3,
    };
    if let Some(size) = sizes[..needed].iter().find(|&&size| !(size > 0.0)) {
        return Err(element.refusal(format!("size: a {kind} needs {needed} positive sizes, got {size}")));
    }
    let axial = Axial { radius: sizes[0], half_length: sizes[1], axis: 2 };
    let shape = match kind {
        "sphere" => Ball::new(sizes[0]).map(Shape3::from),
        "capsule" => Capsule::along(axial).map(Shape3::from),
        "cylinder" => Cylinder::along(axial).map(Shape3::from),
        "ellipsoid" => Ellipsoid::from_radii(Vec3::from(sizes)).map(Shape3::from),
        _ => Cuboid::from_half_extents(Vec3::from(sizes)).map(Shape3::from),
    };
    shape.map_err(|error| element.refusal(error.to_string()))
}

/// The sizes and the pose of a geom between two points.
///
/// Its middle is off by two roundings of the larger coordinate, half its length by a few of its own; both are stated as
/// errors of the pose.
fn between(
    element: &Element,
    kind: &str,
    (ends, mut sizes): ([f64; 6], [f64; 3]),
) -> Result<([f64; 3], Pose3<f64>), ReadError> {
    let length = match kind {
        "capsule" | "cylinder" => 1,
        "ellipsoid" | "box" => 2,
        _ => return Err(element.refusal(format!("fromto: a {kind} cannot be given by two points"))),
    };
    let [from, to] = halves(ends);
    let along = from - to;
    if !(along.norm() > 1e-14) {
        return Err(element.refusal("fromto: expected two points that are not one"));
    }
    sizes[length] = along.norm() / 2.0;
    let middle = Pose3::from_translation((from + to) * 0.5).map_err(|error| element.refusal(error.to_string()))?;
    let size = from.abs().dot(Vec3::new(1.0, 1.0, 1.0)) + to.abs().dot(Vec3::new(1.0, 1.0, 1.0));
    let pose = compose(&middle, &from_z_to(along * (1.0 / along.norm())));
    Ok((sizes, pose.widened(0.0, 8.0 * f64::EPSILON * size)))
}

/// The box of a height field, and its middle.
fn field_box(element: &Element, [x, y, top, base]: [f64; 4]) -> Result<(Shape3<f64>, Pose3<f64>), ReadError> {
    // The height is at most `top` above the frame, the base `base` below.
    let half = Vec3::new(x, y, 0.5 * (top + base) * (1.0 + f64::EPSILON));
    let shape = Cuboid::from_half_extents(half).map(Shape3::from);
    let middle = Pose3::from_translation(Vec3::new(0.0, 0.0, 0.5 * (top - base)));
    let both = shape.and_then(|shape| Ok((shape, middle?)));
    both.map_err(|error| element.refusal(error.to_string()))
}
