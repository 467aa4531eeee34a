//! Shapes and poses, both ways. parry's cylinders and cones stand along y.

use clearance::shape::{Axial, Cone, Cylinder, Halfspace, Polytope, Shape, Triangle};
use clearance::{Ball, Capsule, Cuboid, Inflated, Pose3, Rotor3, Segment, Shape3, ShapeError, SupportExt, Vec3};
use clearance_world::Body;
use parry3d::math::{Pose, Real, Rotation, Vector};
use parry3d::shape::{Shape as ParryShape, SharedShape, TypedShape};

/// The axis of parry's cylinders and cones.
const UP: usize = 1;

pub(crate) fn ours(v: Vector) -> Vec3<Real> {
    Vec3::new(v.x, v.y, v.z)
}

pub(crate) fn theirs(v: Vec3<Real>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

/// A pose of parry as one of clearance: exactly its translation, and the rotation of its quaternion's direction.
pub fn pose_of(pose: &Pose) -> Result<Pose3<Real>, ShapeError> {
    let q = pose.rotation;
    Pose3::new(Rotor3::from_wxyz([q.w, q.x, q.y, q.z])?, ours(pose.translation))
}

/// Whether all parts of a shape are of a kind that is answered. parry's walks through parts leave out those that are
/// not, so they must not begin.
pub(crate) fn is_known(shape: &dyn ParryShape) -> bool {
    match shape.as_typed_shape() {
        TypedShape::TriMesh(_) | TypedShape::Polyline(_) => true,
        TypedShape::Compound(it) => it.shapes().iter().all(|(_, part)| is_known(&**part)),
        TypedShape::HeightField(_) | TypedShape::Voxels(_) | TypedShape::Custom(_) => false,
        _ => true,
    }
}

/// The body of a convex shape of parry or of its halfspace; none of shapes that have parts, and of shapes of your own.
pub fn body_of(shape: &dyn ParryShape) -> Option<Body<Vec3<Real>>> {
    if let TypedShape::HalfSpace(half) = shape.as_typed_shape() {
        return Halfspace::new(ours(half.normal), 0.0).ok().map(Body::halfspace);
    }
    convex(shape.as_typed_shape()).ok().flatten().map(Body::new)
}

/// A triangle as a shape.
pub(crate) fn triangle(it: &parry3d::shape::Triangle) -> Result<Shape3<Real>, ShapeError> {
    Triangle::new(ours(it.a), ours(it.b), ours(it.c)).map(Shape::from)
}

fn convex(shape: TypedShape) -> Result<Option<Shape3<Real>>, ShapeError> {
    let cylinder = |it: &parry3d::shape::Cylinder| {
        Cylinder::along(Axial { radius: it.radius, half_length: it.half_height, axis: UP }).map(Shape::from)
    };
    let cone = |it: &parry3d::shape::Cone| {
        Cone::along(Axial { radius: it.radius, half_length: it.half_height, axis: UP }).map(Shape::from)
    };
    let cuboid = |it: &parry3d::shape::Cuboid| Cuboid::from_half_extents(ours(it.half_extents)).map(Shape::from);
    let hull = |it: &parry3d::shape::ConvexPolyhedron| {
        let points: Vec<Vec3<Real>> = it.points().iter().map(|&p| ours(p)).collect();
        Polytope::new(&points).map(Shape::from)
    };
    let rounded = |inner: Result<Shape3<Real>, ShapeError>, radius| Inflated::new(inner?, radius).map(Shape3::from);
    let made = match shape {
        TypedShape::Ball(it) => Ball::new(it.radius).map(Shape::from),
        TypedShape::Cuboid(it) => cuboid(it),
        TypedShape::Capsule(it) => Capsule::between(ours(it.segment.a), ours(it.segment.b), it.radius).map(Shape::from),
        TypedShape::Segment(it) => Segment::new(ours(it.a), ours(it.b)).map(Shape::from),
        TypedShape::Triangle(it) => triangle(it),
        TypedShape::ConvexPolyhedron(it) => hull(it),
        TypedShape::Cylinder(it) => cylinder(it),
        TypedShape::Cone(it) => cone(it),
        TypedShape::RoundCuboid(it) => rounded(cuboid(&it.inner_shape), it.border_radius),
        TypedShape::RoundTriangle(it) => rounded(triangle(&it.inner_shape), it.border_radius),
        TypedShape::RoundCylinder(it) => rounded(cylinder(&it.inner_shape), it.border_radius),
        TypedShape::RoundCone(it) => rounded(cone(&it.inner_shape), it.border_radius),
        TypedShape::RoundConvexPolyhedron(it) => rounded(hull(&it.inner_shape), it.border_radius),
        _ => return Ok(None),
    };
    made.map(Some)
}

/// A shape of clearance as one of parry, with its pose in the shape's frame, since parry's cylinders and cones stand
/// along y. None of what parry has no kind for: ellipsoids, sums, images and hulls of curved shapes. A point becomes a
/// ball without a radius.
pub fn shape_of(shape: &Shape3<Real>) -> Option<(SharedShape, Pose)> {
    let here = Pose::IDENTITY;
    let along = |axis: usize| Pose::from_parts(Vector::ZERO, from_up(axis));
    Some(match shape {
        Shape::Point(_) => (SharedShape::ball(0.0), here),
        Shape::Ball(it) => (SharedShape::ball(it.radius()), here),
        Shape::Cuboid(it) => {
            let half = it.half_extents();
            (SharedShape::cuboid(half.x, half.y, half.z), here)
        }
        Shape::Segment(it) => (SharedShape::segment(theirs(it.a()), theirs(it.b())), here),
        Shape::Capsule(it) => {
            let segment = it.segment();
            (SharedShape::capsule(theirs(segment.a()), theirs(segment.b()), it.radius()), here)
        }
        Shape::Cylinder(it) => (SharedShape::cylinder(it.half_length(), it.base_radius()), along(it.axis())),
        Shape::Cone(it) => (SharedShape::cone(it.half_length(), it.base_radius()), along(it.axis())),
        Shape::Polytope(it) => {
            let points: Vec<Vector> = (0..it.vertex_count()).map(|i| theirs(it.vertex(i))).collect();
            (SharedShape::convex_hull(&points)?, here)
        }
        _ => return None,
    })
}

/// The rotation that turns y to an axis.
fn from_up(axis: usize) -> Rotation {
    match axis {
        0 => Rotation::from_rotation_z(-core::f32::consts::FRAC_PI_2),
        1 => Rotation::IDENTITY,
        _ => Rotation::from_rotation_x(core::f32::consts::FRAC_PI_2),
    }
}
