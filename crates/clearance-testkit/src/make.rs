//! Makes the shapes and poses of the crate under test from specifications, in every precision and dimension.

use clearance::math::Matrix;
use clearance::{
    Affine, Axial, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HullOf, Inflated, Point, Polytope, Pose, Real,
    Rotor2, Rotor3, Segment, Shape, ShapeError, Space, Sum, Swept, Triangle, Vec2, Vec3,
};

use crate::spec::{Axis, BodySpec, PoseSpec, ShapeSpec};

/// What differs between the plane and space when shapes are built.
pub trait World: Space {
    /// The rotation of a quaternion.
    fn rotor(quaternion: [Self::Scalar; 4]) -> Self::Rotor;
    /// A cylinder, which exists in space only.
    fn cylinder(radius: Self::Scalar, half_length: Self::Scalar, axis: usize) -> Result<Shape<Self>, ShapeError>;
    /// A cone, which exists in space only.
    fn cone(radius: Self::Scalar, half_length: Self::Scalar, axis: usize) -> Result<Shape<Self>, ShapeError>;
}

impl<T: Real> World for Vec2<T>
where
    Vec2<T>: Space<Scalar = T, Rotor = Rotor2<T>>,
{
    fn rotor([w, _, _, z]: [T; 4]) -> Rotor2<T> {
        Rotor2::new(w, z).expect("a rotation")
    }
    fn cylinder(_: T, _: T, _: usize) -> Result<Shape<Self>, ShapeError> {
        panic!("no cylinder in the plane")
    }
    fn cone(_: T, _: T, _: usize) -> Result<Shape<Self>, ShapeError> {
        panic!("no cone in the plane")
    }
}

impl<T: Real> World for Vec3<T>
where
    Vec3<T>: Space<Scalar = T, Rotor = Rotor3<T>>,
{
    fn rotor(quaternion: [T; 4]) -> Rotor3<T> {
        Rotor3::from_wxyz(quaternion).expect("a rotation")
    }
    fn cylinder(radius: T, half_length: T, axis: usize) -> Result<Shape<Self>, ShapeError> {
        Ok(Cylinder::along(Axial { radius, half_length, axis })?.into())
    }
    fn cone(radius: T, half_length: T, axis: usize) -> Result<Shape<Self>, ShapeError> {
        Ok(Cone::along(Axial { radius, half_length, axis })?.into())
    }
}

fn number<V: World>(value: f64) -> V::Scalar {
    V::Scalar::from_f64(value)
}

/// A vector of the first two or three numbers.
pub fn vector<V: World>(components: &[f64]) -> V {
    V::from_fn(|i| number::<V>(components[i]))
}

/// The pose of a specification.
pub fn pose<V: World>(spec: &PoseSpec) -> Pose<V> {
    let rotor = V::rotor(spec.quaternion.map(number::<V>));
    Pose::new(rotor, vector(&spec.translation)).expect("an admissible translation")
}

/// The shape and the pose of a specification.
pub fn body<V: World>(spec: &BodySpec) -> Result<(Shape<V>, Pose<V>), ShapeError> {
    Ok((shape(&spec.shape)?, pose(&spec.pose)))
}

/// The shape of a specification; fails where a constructor refuses its numbers.
pub fn shape<V: World>(spec: &ShapeSpec) -> Result<Shape<V>, ShapeError> {
    let index = |axis: &Option<Axis>| Axis::or_default(*axis, V::DIM).index();
    Ok(match spec {
        ShapeSpec::Point {} => Point::new().into(),
        ShapeSpec::Segment { a, b } => Segment::new(vector(a), vector(b))?.into(),
        ShapeSpec::Triangle { vertices: [a, b, c] } => Triangle::new(vector(a), vector(b), vector(c))?.into(),
        ShapeSpec::Sphere { radius } => Ball::new(number::<V>(*radius))?.into(),
        ShapeSpec::Box { half_extents } => Cuboid::from_half_extents(vector(half_extents))?.into(),
        ShapeSpec::Capsule { radius, half_length, axis } => Capsule::along(Axial {
            radius: number::<V>(*radius),
            half_length: number::<V>(*half_length),
            axis: index(axis),
        })?
        .into(),
        ShapeSpec::Cylinder { radius, half_length, axis } => {
            V::cylinder(number::<V>(*radius), number::<V>(*half_length), index(axis))?
        }
        ShapeSpec::Cone { radius, half_length, axis } => {
            V::cone(number::<V>(*radius), number::<V>(*half_length), index(axis))?
        }
        ShapeSpec::Ellipsoid { radii } => Ellipsoid::from_radii(vector(radii))?.into(),
        ShapeSpec::Hull { vertices } => Polytope::new(&vertices.iter().map(|p| vector(p)).collect::<Vec<V>>())?.into(),
        ShapeSpec::Rounded { radius, shape: inner } => Inflated::new(shape(inner)?, number::<V>(*radius))?.into(),
        ShapeSpec::Affine { matrix, translation, shape: inner } => {
            let columns = V::Matrix::from_columns(|j| V::from_fn(|i| number::<V>(matrix[i][j])));
            Affine::new(shape(inner)?, columns, vector(translation))?.into()
        }
        ShapeSpec::Sum { a, b } => Sum::new(shape(a)?, shape(b)?)?.into(),
        ShapeSpec::HullOf { parts } => HullOf::new(parts.iter().map(body).collect::<Result<Vec<_>, _>>()?)?.into(),
        ShapeSpec::Swept { motion, shape: inner } => Swept::new(shape(inner)?, vector(motion))?.into(),
    })
}
