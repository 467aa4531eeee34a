//! Bodies and motions for parry: `cast_shapes_nonlinear` over the unit of time, which stops where the bodies overlap.

use std::error::Error;

use clearance_testkit::spec::{BodySpec, ShapeSpec};
use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query::{NonlinearRigidMotion, cast_shapes_nonlinear};
use parry3d_f64::shape::SharedShape;

use crate::Moving;

/// A shape with its motion.
pub struct Body {
    shape: SharedShape,
    motion: NonlinearRigidMotion,
}

impl Body {
    /// `None` for shapes that parry has not, or refuses.
    pub fn new(moving: &Moving) -> Option<Self> {
        let BodySpec { shape, pose } = &moving.body;
        let start = Pose::from_parts(vector(&pose.translation), rotation(pose.quaternion) * turn(shape));
        let pivot = start.inverse_transform_point(vector(&moving.pivot));
        let motion = NonlinearRigidMotion::new(start, pivot, vector(&moving.linear), vector(&moving.angular));
        Some(Body { shape: shape_of(shape)?, motion })
    }
}

/// The time of the first contact in [0, 1].
pub fn time_of_impact(a: &Body, b: &Body) -> Result<Option<f64>, Box<dyn Error>> {
    let hit = cast_shapes_nonlinear(&a.motion, &*a.shape, &b.motion, &*b.shape, 0.0, 1.0, true)?;
    Ok(hit.map(|hit| hit.time_of_impact))
}

fn vector(p: &[f64]) -> Vector {
    Vector::new(p[0], p[1], p[2])
}

fn rotation([w, x, y, z]: [f64; 4]) -> Rotation {
    let length = (w * w + x * x + y * y + z * z).sqrt();
    Rotation::from_xyzw(x / length, y / length, z / length, w / length)
}

/// parry's cylinders and cones lie along y: their poses turn y to z first.
fn turn(shape: &ShapeSpec) -> Rotation {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let along_y = matches!(shape, ShapeSpec::Cylinder { .. } | ShapeSpec::Cone { .. });
    if along_y { Rotation::from_xyzw(half, 0.0, 0.0, half) } else { Rotation::IDENTITY }
}

fn shape_of(shape: &ShapeSpec) -> Option<SharedShape> {
    Some(match shape {
        ShapeSpec::Sphere { radius } => SharedShape::ball(*radius),
        ShapeSpec::Box { half_extents } => SharedShape::cuboid(half_extents[0], half_extents[1], half_extents[2]),
        ShapeSpec::Capsule { radius, half_length, axis: None } => SharedShape::capsule_z(*half_length, *radius),
        ShapeSpec::Cylinder { radius, half_length, axis: None } => SharedShape::cylinder(*half_length, *radius),
        ShapeSpec::Cone { radius, half_length, axis: None } => SharedShape::cone(*half_length, *radius),
        ShapeSpec::Triangle { vertices: [a, b, c] } => SharedShape::triangle(vector(a), vector(b), vector(c)),
        ShapeSpec::Segment { a, b } => SharedShape::segment(vector(a), vector(b)),
        ShapeSpec::Hull { vertices } => {
            SharedShape::convex_hull(&vertices.iter().map(|p| vector(p)).collect::<Vec<_>>())?
        }
        _ => return None,
    })
}
