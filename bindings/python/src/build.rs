//! The body of a kind and its fields: one constructor of the core for each kind.

use clearance::math::{Mat3, Matrix, Vector};
use clearance::{
    Affine, Axial, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Halfspace, HullOf, Inflated, Point, Polytope,
    Pose3, Segment, Shape3, ShapeError, Sum, Triangle, Vec3,
};
use clearance_scene::placed;
use clearance_world::{Body, ManyParts};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::error::value_error;
use crate::pose::Pose;
use crate::shape::Shape;

type Built = PyResult<Result<Shape3<f64>, ShapeError>>;

/// The body of a kind. The fields are those of the JSON format in its order, with tuples for lists, shapes for shapes
/// and the bytes of `f64` for the vertices of a hull.
pub fn body(kind: &str, fields: &Bound<'_, PyTuple>) -> PyResult<Body<Vec3<f64>>> {
    if kind == "halfspace" {
        let (normal, offset): ([f64; 3], f64) = fields.extract()?;
        return Halfspace::new(normal.into(), offset).map(Body::halfspace).map_err(value_error);
    }
    if kind == "compound" {
        return Body::compound(parts(fields)?).map_err(value_error);
    }
    if matches!(kind, "points" | "voxels" | "octree" | "heightfield") {
        return many(kind, fields)?.map(Body::many).map_err(value_error);
    }
    let shape = match kind {
        "point" => Ok(Ok(Point::new().into())),
        "segment" | "triangle" => corners(fields),
        "sphere" | "box" | "ellipsoid" => sized(kind, fields),
        "capsule" | "cylinder" | "cone" => along_axis(kind, fields),
        "hull" => hull(fields),
        "rounded" | "affine" | "sum" | "hull_of" => combined(kind, fields),
        _ => Err(value_error(format!("there is no shape of kind {kind:?}"))),
    };
    shape?.map(Body::new).map_err(value_error)
}

fn corners(fields: &Bound<'_, PyTuple>) -> Built {
    if let Ok((a, b)) = fields.extract::<([f64; 3], [f64; 3])>() {
        return Ok(Segment::new(a.into(), b.into()).map(Shape3::from));
    }
    let ([a, b, c],): ([[f64; 3]; 3],) = fields.extract()?;
    Ok(Triangle::new(a.into(), b.into(), c.into()).map(Shape3::from))
}

fn sized(kind: &str, fields: &Bound<'_, PyTuple>) -> Built {
    if kind == "sphere" {
        let (radius,): (f64,) = fields.extract()?;
        return Ok(Ball::new(radius).map(Shape3::from));
    }
    let (sizes,): ([f64; 3],) = fields.extract()?;
    Ok(match kind {
        "box" => Cuboid::from_half_extents(sizes.into()).map(Shape3::from),
        _ => Ellipsoid::from_radii(sizes.into()).map(Shape3::from),
    })
}

fn along_axis(kind: &str, fields: &Bound<'_, PyTuple>) -> Built {
    let (radius, half_length, axis): (f64, f64, String) = fields.extract()?;
    let named = ["x", "y", "z"].iter().position(|name| *name == axis);
    let axis = named.ok_or_else(|| value_error(format!("{kind} axis must be \"x\", \"y\" or \"z\", got {axis:?}")))?;
    Ok(match kind {
        "capsule" => Capsule::along(Axial { radius, half_length, axis }).map(Shape3::from),
        "cylinder" => Cylinder::along(Axial { radius, half_length, axis }).map(Shape3::from),
        _ => Cone::along(Axial { radius, half_length, axis }).map(Shape3::from),
    })
}

fn hull(fields: &Bound<'_, PyTuple>) -> Built {
    let (bytes,): (Bound<'_, PyBytes>,) = fields.extract()?;
    let points = points(&bytes);
    Ok(bytes.py().detach(|| Polytope::new(&points)).map(Shape3::from))
}

/// The numbers in the bytes of an array.
fn numbers(bytes: &Bound<'_, PyBytes>) -> Vec<f64> {
    bytes.as_bytes().as_chunks().0.iter().map(|bytes| f64::from_ne_bytes(*bytes)).collect()
}

fn points(bytes: &Bound<'_, PyBytes>) -> Vec<Vec3<f64>> {
    numbers(bytes).as_chunks::<3>().0.iter().map(|&point| point.into()).collect()
}

/// A body of many parts, from the bytes of an array and a few numbers.
fn many(kind: &str, fields: &Bound<'_, PyTuple>) -> PyResult<Result<ManyParts<Vec3<f64>>, ShapeError>> {
    match kind {
        "points" => {
            let (bytes, radius): (Bound<'_, PyBytes>, f64) = fields.extract()?;
            Ok(ManyParts::points(points(&bytes), radius))
        }
        "voxels" => {
            let (bytes, size, origin): (Bound<'_, PyBytes>, f64, [f64; 3]) = fields.extract()?;
            let places = bytes.as_bytes().as_chunks().0.iter().map(|bytes| i32::from_ne_bytes(*bytes));
            let places: Vec<i32> = places.collect();
            Ok(ManyParts::voxels(places.as_chunks().0, size, origin.into()))
        }
        "octree" => {
            let (centers, sizes): (Bound<'_, PyBytes>, Bound<'_, PyBytes>) = fields.extract()?;
            Ok(ManyParts::octree(points(&centers), &numbers(&sizes)))
        }
        _ => {
            let (bytes, columns, size, thickness): (Bound<'_, PyBytes>, usize, [f64; 2], f64) = fields.extract()?;
            Ok(ManyParts::height_field(numbers(&bytes), columns, size, thickness))
        }
    }
}

fn combined(kind: &str, fields: &Bound<'_, PyTuple>) -> Built {
    let part = |i: usize| fields.get_item(i)?.cast::<Shape>()?.get().part();
    Ok(match kind {
        "rounded" => Inflated::new(part(0)?, fields.get_item(1)?.extract()?).map(Shape3::from),
        "affine" => {
            let rows: [[f64; 3]; 3] = fields.get_item(1)?.extract()?;
            let translation: [f64; 3] = fields.get_item(2)?.extract()?;
            let matrix = Mat3::from_columns(|column| Vec3::from_fn(|row| rows[row][column]));
            Affine::new(part(0)?, matrix, translation.into()).map(Shape3::from)
        }
        "sum" => Sum::new(part(0)?, part(1)?).map(Shape3::from),
        _ => return hull_of(fields),
    })
}

fn hull_of(fields: &Bound<'_, PyTuple>) -> Built {
    Ok(HullOf::new(parts(fields)?).map(Shape3::from))
}

/// Shapes with their poses; at least one.
fn parts(fields: &Bound<'_, PyTuple>) -> PyResult<Vec<(Shape3<f64>, Pose3<f64>)>> {
    let (given,): (Vec<(Bound<'_, Shape>, Bound<'_, Pose>)>,) = fields.extract()?;
    let mut parts: Vec<(Shape3<f64>, Pose3<f64>)> = Vec::new();
    for (shape, pose) in &given {
        parts.push(placed(shape.get().part()?, &pose.get().placing).map_err(value_error)?);
    }
    if parts.is_empty() {
        return Err(value_error("parts must not be empty"));
    }
    Ok(parts)
}
