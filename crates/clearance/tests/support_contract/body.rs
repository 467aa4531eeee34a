//! Shapes described by numbers: built with the library on one side, measured by the algebra of support functions on the
//! other. In the plane the third components are zero.

use clearance::math::{Matrix, Rotor};
use clearance::support;
use clearance::{
    Affine, Axial, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HullOf, Inflated, Point, Polytope, Pose, Posed,
    Real, Rotor2, Rotor3, Segment, Shape, ShapeError, Sum, Support, Swept, Triangle, Vec2, Vec3, Vector,
};

use crate::number::{Long, LongVec, dot, long, norm, turned_back};

pub type Triple = [f64; 3];

#[derive(Clone, Debug)]
pub enum Body {
    Point,
    Segment(Triple, Triple),
    Triangle([Triple; 3]),
    Ball(f64),
    Capsule { radius: f64, half_length: f64, axis: usize },
    Cuboid(Triple),
    Ellipsoid(Triple),
    Cylinder { radius: f64, half_length: f64, axis: usize },
    Cone { radius: f64, half_length: f64, axis: usize },
    Polytope(Vec<Triple>),
    Octahedron(f64),
    Inflated(Box<Body>, f64),
    Affine { inner: Box<Body>, columns: [Triple; 3], translation: Triple },
    Sum(Box<Body>, Box<Body>),
    HullOf(Vec<(Body, [f64; 4], Triple)>),
    Swept(Box<Body>, Triple),
    Posed(Box<Body>, [f64; 4], Triple),
}

/// A user's shape: the points whose absolute coordinates add up to at most the size.
pub struct Octahedron<T>(pub T);

impl<V: Vector> Support<V> for Octahedron<V::Scalar> {
    fn support(&self, dir: V) -> V {
        let farthest = (0..V::DIM).fold(0, |best, i| if dir[i].abs() > dir[best].abs() { i } else { best });
        V::axis(farthest) * self.0.copysign(dir[farthest])
    }
    #[inline]
    fn outline(&self) -> support::Outline<V> {
        support::Outline::new(self.0)
    }
}

impl Body {
    /// The support function of the whole body, ball included.
    pub fn height(&self, d: LongVec) -> Long {
        let zero = Long::from(0.0);
        let highest = |points: &[Triple]| points.iter().map(|&p| dot(long(p), d)).reduce(Long::max).unwrap();
        let across = |axis: usize| {
            let mut part = d;
            part[axis] = zero;
            norm(part)
        };
        match self {
            Body::Point => zero,
            Body::Segment(a, b) => highest(&[*a, *b]),
            Body::Triangle(corners) => highest(corners),
            Body::Ball(radius) => norm(d) * (*radius).into(),
            Body::Capsule { radius, half_length, axis } => {
                norm(d) * (*radius).into() + d[*axis].abs() * (*half_length).into()
            }
            Body::Cuboid(half) => dot(long(*half), d.map(Long::abs)),
            Body::Ellipsoid(radii) => norm([0, 1, 2].map(|i| d[i] * radii[i].into())),
            Body::Cylinder { radius, half_length, axis } => {
                across(*axis) * (*radius).into() + d[*axis].abs() * (*half_length).into()
            }
            Body::Cone { radius, half_length, axis } => {
                let up = d[*axis] * (*half_length).into();
                up.max(across(*axis) * (*radius).into() - up)
            }
            Body::Polytope(points) => highest(points),
            Body::Octahedron(size) => d.into_iter().fold(zero, |m, x| m.max(x.abs())) * (*size).into(),
            Body::Inflated(inner, radius) => inner.height(d) + norm(d) * (*radius).into(),
            Body::Affine { inner, columns, translation } => {
                inner.height(columns.map(|c| dot(long(c), d))) + dot(long(*translation), d)
            }
            Body::Sum(a, b) => a.height(d) + b.height(d),
            Body::HullOf(parts) => parts
                .iter()
                .map(|(part, q, t)| part.height(turned_back(*q, d)) + dot(long(*t), d))
                .reduce(Long::max)
                .unwrap(),
            Body::Swept(inner, motion) => inner.height(d) + dot(long(*motion), d).max(zero),
            Body::Posed(inner, q, t) => inner.height(turned_back(*q, d)) + dot(long(*t), d),
        }
    }

    /// The library's shape, all lengths multiplied by `scale`, a power of two.
    pub fn build<V: Dimension>(&self, scale: f64) -> Result<Shape<V>, ShapeError> {
        let length = |x: f64| V::Scalar::from_f64(x) * V::Scalar::from_f64(scale);
        let vector = |p: &Triple| V::from_fn(|i| length(p[i]));
        let pose = |q: &[f64; 4], t: &Triple| Pose::new(V::rotor(*q), vector(t));
        Ok(match self {
            Body::Point => Point::new().into(),
            Body::Segment(a, b) => Segment::new(vector(a), vector(b))?.into(),
            Body::Triangle([a, b, c]) => Triangle::new(vector(a), vector(b), vector(c))?.into(),
            Body::Ball(radius) => Ball::new(length(*radius))?.into(),
            Body::Capsule { radius, half_length, axis } => {
                Capsule::along(Axial { radius: length(*radius), half_length: length(*half_length), axis: *axis })?
                    .into()
            }
            Body::Cuboid(half) => Cuboid::from_half_extents(vector(half))?.into(),
            Body::Ellipsoid(radii) => Ellipsoid::from_radii(vector(radii))?.into(),
            Body::Cylinder { radius, half_length, axis } => V::cylinder(length(*radius), length(*half_length), *axis)?,
            Body::Cone { radius, half_length, axis } => V::cone(length(*radius), length(*half_length), *axis)?,
            Body::Polytope(points) => Polytope::new(&points.iter().map(vector).collect::<Vec<_>>())?.into(),
            Body::Octahedron(size) => Shape::custom(Octahedron(length(*size))),
            Body::Inflated(inner, radius) => Inflated::new(inner.build(scale)?, length(*radius))?.into(),
            Body::Affine { inner, columns, translation } => {
                let entry = |i: usize, j: usize| V::Scalar::from_f64(columns[i][j]);
                let matrix = V::Matrix::from_columns(|i| V::from_fn(|j| entry(i, j)));
                Affine::new(inner.build(scale)?, matrix, vector(translation))?.into()
            }
            Body::Sum(a, b) => Sum::new(a.build(scale)?, b.build(scale)?)?.into(),
            Body::HullOf(parts) => {
                let part = |(part, q, t): &(Body, _, _)| Ok((part.build(scale)?, pose(q, t)?));
                HullOf::new(parts.iter().map(part).collect::<Result<_, ShapeError>>()?)?.into()
            }
            Body::Swept(inner, motion) => Swept::new(inner.build(scale)?, vector(motion))?.into(),
            Body::Posed(inner, q, t) => Posed::new(inner.build(scale)?, pose(q, t)?)?.into(),
        })
    }

    pub fn kind(&self) -> &'static str {
        match self {
            Body::Point => "point",
            Body::Segment(..) => "segment",
            Body::Triangle(_) => "triangle",
            Body::Ball(_) => "ball",
            Body::Capsule { .. } => "capsule",
            Body::Cuboid(_) => "cuboid",
            Body::Ellipsoid(_) => "ellipsoid",
            Body::Cylinder { .. } => "cylinder",
            Body::Cone { .. } => "cone",
            Body::Polytope(_) => "polytope",
            Body::Octahedron(_) => "custom",
            Body::Inflated(..) => "inflated",
            Body::Affine { .. } => "affine",
            Body::Sum(..) => "sum",
            Body::HullOf(_) => "hull of",
            Body::Swept(..) => "swept",
            Body::Posed(..) => "posed",
        }
    }
}

/// What differs between the plane and space.
pub trait Dimension: Vector + clearance::Space {
    fn rotor(quaternion: [f64; 4]) -> Self::Rotor;
    fn cylinder(radius: Self::Scalar, half_length: Self::Scalar, axis: usize) -> Result<Shape<Self>, ShapeError>;
    fn cone(radius: Self::Scalar, half_length: Self::Scalar, axis: usize) -> Result<Shape<Self>, ShapeError>;
}

impl<T: Real> Dimension for Vec2<T>
where
    Self: clearance::Space<Scalar = T, Rotor = Rotor2<T>>,
{
    fn rotor([w, _, _, z]: [f64; 4]) -> Rotor2<T> {
        Rotor2::new(T::from_f64(w), T::from_f64(z)).unwrap_or(<Rotor2<T> as Rotor<Self>>::IDENTITY)
    }
    fn cylinder(_: T, _: T, _: usize) -> Result<Shape<Self>, ShapeError> {
        unreachable!("a cylinder in the plane")
    }
    fn cone(_: T, _: T, _: usize) -> Result<Shape<Self>, ShapeError> {
        unreachable!("a cone in the plane")
    }
}

impl<T: Real> Dimension for Vec3<T>
where
    Self: clearance::Space<Scalar = T, Rotor = Rotor3<T>>,
{
    fn rotor(quaternion: [f64; 4]) -> Rotor3<T> {
        Rotor3::from_wxyz(quaternion.map(T::from_f64)).unwrap_or(<Rotor3<T> as Rotor<Self>>::IDENTITY)
    }
    fn cylinder(radius: T, half_length: T, axis: usize) -> Result<Shape<Self>, ShapeError> {
        Ok(Cylinder::along(Axial { radius, half_length, axis })?.into())
    }
    fn cone(radius: T, half_length: T, axis: usize) -> Result<Shape<Self>, ShapeError> {
        Ok(Cone::along(Axial { radius, half_length, axis })?.into())
    }
}
