//! Shapes: one constructor for each kind of the header.

use clearance_scene::json::{Json, Node};
use clearance_scene::{MeshFiles, body, no_part};
use clearance_world::{Body, ManyParts, TriangleMesh};
use core_crate::math::{Mat3, Matrix};
use core_crate::{
    Affine, Axial, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Halfspace, Inflated, Point, Polytope, Pose3,
    Segment, Shape3, ShapeError, Sum, Triangle, Vec3,
};
use std::path::Path;

use crate::answer::clearance_pose;
use crate::refusal::{Answer, Refusal};

/// What a `clearance_shape *` points to.
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_shape(pub Body<Vec3<f64>>);

type Built = Answer<clearance_shape>;

fn bounded<S: Into<Shape3<f64>>>(shape: Result<S, ShapeError>) -> Built {
    shape.map(|shape| clearance_shape(Body::new(shape))).map_err(Refusal::invalid)
}

/// The shape that another one is made of.
pub fn part(shape: &clearance_shape) -> Answer<Shape3<f64>> {
    shape.0.as_shape().cloned().ok_or_else(|| Refusal::invalid(no_part(shape.0.kind())))
}

pub fn point() -> Built {
    bounded(Ok(Point::new()))
}

pub fn segment(a: [f64; 3], b: [f64; 3]) -> Built {
    bounded(Segment::new(a.into(), b.into()))
}

pub fn triangle([ax, ay, az, bx, by, bz, cx, cy, cz]: [f64; 9]) -> Built {
    bounded(Triangle::new(Vec3::new(ax, ay, az), Vec3::new(bx, by, bz), Vec3::new(cx, cy, cz)))
}

pub fn sphere(radius: f64) -> Built {
    bounded(Ball::new(radius))
}

pub fn cuboid(half_extents: [f64; 3]) -> Built {
    bounded(Cuboid::from_half_extents(half_extents.into()))
}

pub fn ellipsoid(radii: [f64; 3]) -> Built {
    bounded(Ellipsoid::from_radii(radii.into()))
}

fn axis(axis: i32) -> Answer<usize> {
    let known = usize::try_from(axis).ok().filter(|&axis| axis < 3);
    known.ok_or_else(|| Refusal::out_of_range(format!("axis must be 0, 1 or 2, got {axis}")))
}

pub fn capsule(radius: f64, half_length: f64, along: i32) -> Built {
    bounded(Capsule::along(Axial { radius, half_length, axis: axis(along)? }))
}

pub fn cylinder(radius: f64, half_length: f64, along: i32) -> Built {
    bounded(Cylinder::along(Axial { radius, half_length, axis: axis(along)? }))
}

pub fn cone(radius: f64, half_length: f64, along: i32) -> Built {
    bounded(Cone::along(Axial { radius, half_length, axis: axis(along)? }))
}

pub fn halfspace(normal: [f64; 3], offset: f64) -> Built {
    let halfspace = Halfspace::new(normal.into(), offset).map_err(Refusal::invalid)?;
    Ok(clearance_shape(Body::halfspace(halfspace)))
}

pub fn hull(points: &[[f64; 3]]) -> Built {
    let points: Vec<Vec3<f64>> = points.iter().map(|&point| point.into()).collect();
    bounded(Polytope::new(&points))
}

pub fn rounded(shape: &clearance_shape, radius: f64) -> Built {
    bounded(Inflated::new(part(shape)?, radius))
}

pub fn affine(shape: &clearance_shape, rows: [f64; 9], translation: [f64; 3]) -> Built {
    let matrix = Mat3::from_columns(|column| Vec3::new(rows[column], rows[3 + column], rows[6 + column]));
    bounded(Affine::new(part(shape)?, matrix, translation.into()))
}

pub fn sum(a: &clearance_shape, b: &clearance_shape) -> Built {
    bounded(Sum::new(part(a)?, part(b)?))
}

/// The mesh of a file as it is.
pub fn mesh(path: &str) -> Built {
    let text = |text: &str| Json::Text(text.into());
    let tree = Json::Object(vec![("kind".into(), text("mesh")), ("file".into(), text(path))]);
    body(&Node::root(&tree, ""), &MeshFiles::relative_to("")).map(clearance_shape).map_err(Refusal::invalid)
}

pub fn mesh_hull(path: &str) -> Built {
    let vertices = clearance_scene::mesh::read_vertices(Path::new(path)).map_err(Refusal::invalid)?;
    bounded(Polytope::new(&vertices))
}

/// Whether a shape is a mesh that is not closed, with nothing inside.
pub fn is_surface(shape: &clearance_shape) -> bool {
    shape.0.is_surface()
}

pub fn triangles(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Built {
    let vertices: Vec<Vec3<f64>> = vertices.iter().map(|&vertex| vertex.into()).collect();
    TriangleMesh::new(&vertices, triangles).map(|mesh| clearance_shape(Body::mesh(mesh))).map_err(Refusal::invalid)
}

pub fn points(points: &[[f64; 3]], radius: f64) -> Built {
    many(ManyParts::points(points.iter().map(|&point| point.into()).collect(), radius))
}

pub fn voxels(cells: &[[i32; 3]], size: f64, origin: [f64; 3]) -> Built {
    many(ManyParts::voxels(cells, size, origin.into()))
}

pub fn height_field(heights: &[f64], columns: usize, size: [f64; 2], thickness: f64) -> Built {
    many(ManyParts::height_field(heights.to_vec(), columns, size, thickness))
}

fn many(parts: Result<ManyParts<Vec3<f64>>, ShapeError>) -> Built {
    parts.map(|parts| clearance_shape(Body::many(parts))).map_err(Refusal::invalid)
}

pub fn compound(parts: &[&clearance_shape], poses: &[clearance_pose]) -> Built {
    let posed = parts.iter().zip(poses).map(|(shape, pose)| Ok((part(shape)?, pose.read()?)));
    let parts: Vec<(Shape3<f64>, Pose3<f64>)> = posed.collect::<Answer<_>>()?;
    Body::compound(parts).map(clearance_shape).map_err(Refusal::invalid)
}

pub fn json(text: &str) -> Built {
    let tree = Json::parse(text).map_err(Refusal::invalid)?;
    body(&Node::root(&tree, ""), &MeshFiles::relative_to("")).map(clearance_shape).map_err(Refusal::invalid)
}
