//! One reader for each kind of bounded shape.

use clearance::math::Vector;
use clearance::shape::{
    Affine, Ball, Capsule, Cuboid, Ellipsoid, HullOf, Inflated, Point, Polytope, Segment, Shape, Sum, Triangle,
};
use clearance::{Axial, Pose, Real, ShapeError};

use super::{NO_TESSELLATION, PosedBody, ReadShape, Solid, mesh, posed_body};
use crate::error::ReadError;
use crate::json::{Fields, Node};
use crate::mesh_files::MeshFiles;
use crate::pose_json::{matrix, vector, vectors};

const KINDS: [&str; 23] = [
    "point",
    "segment",
    "triangle",
    "sphere",
    "box",
    "capsule",
    "cylinder",
    "cone",
    "ellipsoid",
    "halfspace",
    "hull",
    "mesh",
    "rounded",
    "affine",
    "sum",
    "hull_of",
    "compound",
    "parts",
    "polygon",
    "points",
    "voxels",
    "octree",
    "heightfield",
];

/// A bounded shape.
pub fn shape<V: ReadShape>(node: &Node, files: &MeshFiles) -> Result<Shape<V>, ReadError> {
    let kind_node = node.fields()?.need("kind")?;
    let kind = kind_node.one_of(&KINDS)?;
    let reader = Reader { node, files };
    let shape = match kind {
        "point" => reader.object(&["kind"]).map(|_| Ok(Point::default().into()))?,
        "segment" => reader.segment()?,
        "triangle" => reader.triangle()?,
        "sphere" => Ball::new(size(&reader.object(&["kind", "radius"])?, "radius")?).map(Shape::from),
        "box" => reader.cuboid()?,
        "capsule" => reader.capsule()?,
        "cylinder" => reader.solid(Solid::Cylinder)?,
        "cone" => reader.solid(Solid::Cone)?,
        "ellipsoid" => Ellipsoid::from_radii(sizes(&reader.object(&["kind", "radii"])?, "radii")?).map(Shape::from),
        "hull" => reader.hull()?,
        "mesh" => return mesh::hull(node, files),
        "rounded" => reader.rounded()?,
        "affine" => reader.affine()?,
        "sum" => reader.sum()?,
        "hull_of" => reader.hull_of()?,
        kind => return Err(node.error(no_part(kind))),
    };
    shape.map_err(|error| node.error(error.to_string()))
}

/// A number that must not be negative.
fn size<T: Real>(fields: &Fields, key: &str) -> Result<T, ReadError> {
    fields.need(key)?.size().map(T::from_f64)
}

/// A vector of numbers that must not be negative.
fn sizes<V: Vector>(fields: &Fields, key: &str) -> Result<V, ReadError> {
    let node = fields.need(key)?;
    let sizes: V = vector(&node)?;
    match (0..V::DIM).find(|&i| sizes[i] < V::Scalar::ZERO) {
        Some(i) => Err(node.error(format!("must not be negative, got {}", sizes[i]))),
        None => Ok(sizes),
    }
}

fn axis<V: ReadShape>(fields: &Fields) -> Result<usize, ReadError> {
    let Some(node) = fields.get("axis") else { return Ok(V::AXIS) };
    let axes = &["x", "y", "z"][..V::DIM];
    let expected = if V::DIM == 2 { "\"x\" or \"y\"" } else { "\"x\", \"y\" or \"z\"" };
    let given = node.text()?;
    axes.iter().position(|axis| *axis == given).ok_or_else(|| node.error(format!("expected {expected}, got {given:?}")))
}

type Built<V> = Result<Result<Shape<V>, ShapeError>, ReadError>;

struct Reader<'n, 'a> {
    node: &'n Node<'a>,
    files: &'n MeshFiles,
}

impl Reader<'_, '_> {
    fn object(&self, known: &[&str]) -> Result<Fields<'_>, ReadError> {
        self.node.object(known)
    }

    fn segment<V: ReadShape>(&self) -> Built<V> {
        let fields = self.object(&["kind", "a", "b"])?;
        Ok(Segment::new(vector(&fields.need("a")?)?, vector(&fields.need("b")?)?).map(Shape::from))
    }

    fn triangle<V: ReadShape>(&self) -> Built<V> {
        let node = self.object(&["kind", "vertices"])?.need("vertices")?;
        let vertices = vectors(&node)?;
        let [a, b, c] = vertices[..] else {
            return Err(node.error(format!("expected 3 vertices, got {}", vertices.len())));
        };
        Ok(Triangle::new(a, b, c).map(Shape::from))
    }

    fn cuboid<V: ReadShape>(&self) -> Built<V> {
        let fields = self.object(&["kind", "half_extents"])?;
        Ok(Cuboid::from_half_extents(sizes(&fields, "half_extents")?).map(Shape::from))
    }

    fn capsule<V: ReadShape>(&self) -> Built<V> {
        let fields = self.object(&["kind", "radius", "half_length", "axis"])?;
        let (radius, half_length) = (size(&fields, "radius")?, size(&fields, "half_length")?);
        Ok(Capsule::along(Axial { radius, half_length, axis: axis::<V>(&fields)? }).map(Shape::from))
    }

    fn solid<V: ReadShape>(&self, kind: Solid) -> Built<V> {
        let fields = self.object(&["kind", "radius", "half_length", "axis"])?;
        let size = [size(&fields, "radius")?, size(&fields, "half_length")?];
        let built = V::solid(kind, size, axis::<V>(&fields)?);
        built.ok_or_else(|| self.node.error("this kind needs \"dim\": 3"))
    }

    fn hull<V: ReadShape>(&self) -> Built<V> {
        let vertices = vectors(&self.object(&["kind", "vertices"])?.need("vertices")?)?;
        Ok(Polytope::new(&vertices).map(Shape::from))
    }

    fn rounded<V: ReadShape>(&self) -> Built<V> {
        let fields = self.object(&["kind", "radius", "shape"])?;
        let inner: Shape<V> = shape(&fields.need("shape")?, self.files)?;
        Ok(Inflated::new(inner, size(&fields, "radius")?).map(Shape::from))
    }

    fn affine<V: ReadShape>(&self) -> Built<V> {
        let fields = self.object(&["kind", "matrix", "translation", "shape"])?;
        let inner: Shape<V> = shape(&fields.need("shape")?, self.files)?;
        let linear = matrix::<V>(&fields.need("matrix")?)?;
        let translation = fields.get("translation").map_or(Ok(V::ZERO), |node| vector(&node))?;
        Ok(Affine::new(inner, linear, translation).map(Shape::from))
    }

    fn sum<V: ReadShape>(&self) -> Built<V> {
        let fields = self.object(&["kind", "a", "b"])?;
        let a: Shape<V> = shape(&fields.need("a")?, self.files)?;
        Ok(Sum::new(a, shape(&fields.need("b")?, self.files)?).map(Shape::from))
    }

    fn hull_of<V: ReadShape>(&self) -> Built<V> {
        let parts = parts(&self.object(&["kind", "parts"])?.need("parts")?, self.files)?;
        Ok(HullOf::new(parts).map(Shape::from))
    }
}

/// Shapes with their poses.
type PosedShapes<V> = Vec<(Shape<V>, Pose<V>)>;

/// One bounded part or more, each with its pose.
pub(super) fn parts<V: ReadShape>(list: &Node, files: &MeshFiles) -> Result<PosedShapes<V>, ReadError> {
    let mut parts = Vec::new();
    for part in list.list()? {
        let PosedBody { body, pose, representation } = posed_body::<V>(&part, files)?;
        if representation.is_some_and(|known| known.tessellation.is_some()) {
            return Err(part.error(NO_TESSELLATION));
        }
        let shape = body.as_shape().ok_or_else(|| part.error(no_part(body.kind())))?;
        parts.push((shape.clone(), pose));
    }
    if parts.is_empty() { Err(list.error("expected at least one part")) } else { Ok(parts) }
}

/// Why a body of a kind is no part of a shape.
pub fn no_part(kind: &str) -> String {
    match kind {
        "halfspace" => "a halfspace is unbounded: it cannot be part of another shape".into(),
        "parts" => "a union of parts is not convex: it cannot be part of another shape".into(),
        "points" => "a cloud of points is not convex: it cannot be part of another shape".into(),
        "voxels" => "a grid of voxels is not convex: it cannot be part of another shape".into(),
        "polygon" => "a polygon need not be convex: it cannot be part of another shape, expected \"hull\"".into(),
        "octree" => "an octree is not convex: it cannot be part of another shape".into(),
        _ => format!("a {kind} is not convex: it cannot be part of another shape"),
    }
}
