//! What a dimension knows of shapes.

use clearance::shape::{Cone, Cylinder, Shape};
use clearance::{Axial, Real, ShapeError, Space, Vec2, Vec3, Vector};

use clearance_world::{Body, ManyParts, TriangleMesh};

use super::polygon::polygon;
use crate::error::ReadError;
use crate::motion_json::ReadMotion;
use crate::pose_json::ReadRotation;

pub(super) const NEEDS_SPACE: &str = "this kind needs \"dim\": 3";

/// A dimension whose shapes can be read.
pub trait ReadShape: ReadRotation + ReadMotion + Space {
    /// The axis of round shapes that name none.
    const AXIS: usize;
    /// A shape that the dimension may not have.
    fn solid(kind: Solid, size: [Self::Scalar; 2], axis: usize) -> Option<Result<Shape<Self>, ShapeError>>;
    /// The corners of a mesh.
    fn corners(mesh: &[Vec3<f64>]) -> Option<Vec<Self>>;
    /// The triangles of a mesh as they are.
    fn triangles(vertices: &[Vec3<f64>], triangles: &[[u32; 3]]) -> Option<Result<TriangleMesh<Self>, ShapeError>>;
    /// The inside of a simple polygon.
    fn polygon(corners: &[Self]) -> Option<Result<Body<Self>, ReadError>>;
    /// The solid below a surface of heights.
    fn heights(
        heights: &[f64],
        columns: usize,
        size: [f64; 2],
        thickness: f64,
    ) -> Option<Result<ManyParts<Self>, ShapeError>>;
}

/// Kinds that need a third dimension, given by a radius and half a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solid {
    /// A cylinder.
    Cylinder,
    /// A cone.
    Cone,
}

impl<T: Real> ReadShape for Vec2<T>
where
    Vec2<T>: Space<Scalar = T>,
{
    const AXIS: usize = 1;

    fn solid(_: Solid, _: [T; 2], _: usize) -> Option<Result<Shape<Self>, ShapeError>> {
        None
    }
    fn corners(_: &[Vec3<f64>]) -> Option<Vec<Self>> {
        None
    }
    fn triangles(_: &[Vec3<f64>], _: &[[u32; 3]]) -> Option<Result<TriangleMesh<Self>, ShapeError>> {
        None
    }
    fn polygon(corners: &[Self]) -> Option<Result<Body<Self>, ReadError>> {
        Some(polygon(corners))
    }
    fn heights(_: &[f64], _: usize, _: [f64; 2], _: f64) -> Option<Result<ManyParts<Self>, ShapeError>> {
        None
    }
}

impl<T: Real> ReadShape for Vec3<T>
where
    Vec3<T>: Space<Scalar = T>,
{
    const AXIS: usize = 2;

    fn solid(kind: Solid, [radius, half_length]: [T; 2], axis: usize) -> Option<Result<Shape<Self>, ShapeError>> {
        Some(match kind {
            Solid::Cylinder => Cylinder::along(Axial { radius, half_length, axis }).map(Shape::from),
            Solid::Cone => Cone::along(Axial { radius, half_length, axis }).map(Shape::from),
        })
    }
    fn corners(mesh: &[Vec3<f64>]) -> Option<Vec<Self>> {
        Some(mesh.iter().map(|&v| Vec3::from_fn(|i| T::from_f64(v[i]))).collect())
    }
    fn triangles(vertices: &[Vec3<f64>], triangles: &[[u32; 3]]) -> Option<Result<TriangleMesh<Self>, ShapeError>> {
        Some(TriangleMesh::new(&Self::corners(vertices)?, triangles))
    }
    fn polygon(_: &[Self]) -> Option<Result<Body<Self>, ReadError>> {
        None
    }
    fn heights(
        heights: &[f64],
        columns: usize,
        size: [f64; 2],
        thickness: f64,
    ) -> Option<Result<ManyParts<Self>, ShapeError>> {
        let heights = heights.iter().map(|&height| T::from_f64(height)).collect();
        Some(ManyParts::height_field(heights, columns, size.map(T::from_f64), T::from_f64(thickness)))
    }
}
