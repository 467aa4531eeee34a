//! Shapes in files, by serde: the JSON of the command and of the Python package, `{"kind": "sphere", "radius": 0.5}`.
//!
//! Every shape is written as [`Shape`]: what it is made of, by the formats' kinds. Constructors read it again, so that
//! what a file holds is checked as what a program holds, and what belongs to a query is prepared anew.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::any::Shapes;
use super::{
    Affine, Axial, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Halfspace, HullOf, Inflated, Point, Polytope,
    Segment, Shape, Sum, Triangle,
};
use crate::error::ShapeError;
use crate::math::serde::{Written, matrix, rows};
use crate::math::{Pose, Real, Vector};
use crate::support::SupportExt;

/// A shape as it is written.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[serde(bound(serialize = "V: Shapes + Written", deserialize = "V: Shapes + Written"))]
enum Kind<'s, V: Shapes> {
    Point {},
    Segment {
        a: V,
        b: V,
    },
    Triangle {
        vertices: [V; 3],
    },
    Sphere {
        radius: V::Scalar,
    },
    Box {
        half_extents: V,
    },
    Capsule(Round<V>),
    Cylinder(Round<V>),
    Cone(Round<V>),
    Ellipsoid {
        radii: V,
    },
    Hull {
        vertices: Vec<V>,
    },
    Rounded {
        radius: V::Scalar,
        shape: Cow<'s, Shape<V>>,
    },
    Affine {
        /// The matrix by rows.
        matrix: Vec<V>,
        #[serde(default = "zero")]
        translation: V,
        shape: Cow<'s, Shape<V>>,
    },
    Sum {
        a: Cow<'s, Shape<V>>,
        b: Cow<'s, Shape<V>>,
    },
    HullOf {
        parts: Vec<Part<'s, V>>,
    },
}

/// A round shape along a coordinate axis.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Shapes + Written", deserialize = "V: Shapes + Written"))]
struct Round<V: Vector> {
    radius: V::Scalar,
    half_length: V::Scalar,
    #[serde(default = "last_axis::<V>")]
    axis: Axis,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Axis {
    X,
    Y,
    Z,
}

/// A shape and its pose.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Shapes + Written", deserialize = "V: Shapes + Written"))]
struct Part<'s, V: Shapes> {
    shape: Cow<'s, Shape<V>>,
    #[serde(default)]
    pose: Pose<V>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[serde(bound(serialize = "V: Shapes + Written", deserialize = "V: Shapes + Written"))]
enum Unbounded<V: Vector> {
    Halfspace { normal: V, offset: V::Scalar },
}

fn zero<V: Vector>() -> V {
    V::ZERO
}

/// The axis of round shapes that name none: z, in the plane y.
fn last_axis<V: Vector>() -> Axis {
    if V::DIM == 2 { Axis::Y } else { Axis::Z }
}

impl<V: Vector> Round<V> {
    fn new(axis: usize, radius: V::Scalar, half_length: V::Scalar) -> Self {
        Round { radius, half_length, axis: [Axis::X, Axis::Y, Axis::Z][axis] }
    }

    fn axial(self) -> Axial<V::Scalar> {
        Axial { axis: self.axis as usize, radius: self.radius, half_length: self.half_length }
    }

    /// What a capsule is as a shape about the origin along an axis, if it is one.
    fn of(capsule: &Capsule<V>) -> Option<Self> {
        let (a, b) = (capsule.segment().a(), capsule.segment().b());
        let axis = (0..V::DIM).find(|&i| b == V::axis(i) * b[i] && b[i] >= V::Scalar::ZERO)?;
        (a == -b).then(|| Self::new(axis, capsule.radius(), b[axis]))
    }
}

impl<'s, V: Shapes> Kind<'s, V> {
    fn of(shape: &'s Shape<V>) -> Result<Self, String> {
        let part = |shape: &'s Shape<V>, pose: &Pose<V>| Part { shape: Cow::Borrowed(shape), pose: *pose };
        Ok(match shape {
            Shape::Point(_) => Kind::Point {},
            Shape::Segment(segment) => Kind::Segment { a: segment.a(), b: segment.b() },
            Shape::Triangle(triangle) => Kind::Triangle { vertices: triangle.corners().map(|p| triangle.anchor() + p) },
            Shape::Ball(ball) => Kind::Sphere { radius: ball.radius() },
            Shape::Cuboid(cuboid) => Kind::Box { half_extents: cuboid.half_extents() },
            Shape::Capsule(capsule) => match Round::of(capsule) {
                Some(round) => Kind::Capsule(round),
                None => Kind::Rounded { radius: capsule.radius(), shape: Cow::Owned(Shape::from(*capsule.segment())) },
            },
            Shape::Cylinder(s) => Kind::Cylinder(Round::new(s.axis(), s.base_radius(), s.half_length())),
            Shape::Cone(s) => Kind::Cone(Round::new(s.axis(), s.base_radius(), s.half_length())),
            Shape::Ellipsoid(ellipsoid) => Kind::Ellipsoid { radii: ellipsoid.radii() },
            Shape::Polytope(hull) => {
                Kind::Hull { vertices: hull.vertices().iter().map(|&v| hull.anchor() + v).collect() }
            }
            Shape::Inflated(s) => Kind::Rounded { radius: s.margin(), shape: Cow::Borrowed(s.shape()) },
            Shape::Affine(s) => {
                Kind::Affine { matrix: rows(s.matrix()), translation: s.translation(), shape: Cow::Borrowed(s.shape()) }
            }
            Shape::Sum(s) => Kind::Sum { a: Cow::Borrowed(s.a()), b: Cow::Borrowed(s.b()) },
            Shape::Swept(s) => {
                let way = Segment::new(V::ZERO, s.motion()).map_err(|error| error.to_string())?;
                Kind::Sum { a: Cow::Borrowed(s.shape()), b: Cow::Owned(way.into()) }
            }
            Shape::HullOf(s) => Kind::HullOf { parts: s.parts().map(|(shape, pose)| part(shape, pose)).collect() },
            Shape::Posed(s) => Kind::HullOf { parts: [part(s.shape(), s.pose())].into() },
            Shape::Custom(_) => return Err("a shape of the user's own has no form in files".into()),
        })
    }

    fn shape(self) -> Result<Shape<V>, String> {
        let plane = || Err(ShapeError::Inconsistent { what: "solid of revolution", rule: "it needs space" });
        let built = match self {
            Kind::Point {} => Ok(Point::default().into()),
            Kind::Segment { a, b } => Segment::new(a, b).map(Shape::from),
            Kind::Triangle { vertices: [a, b, c] } => Triangle::new(a, b, c).map(Shape::from),
            Kind::Sphere { radius } => Ball::new(radius).map(Shape::from),
            Kind::Box { half_extents } => Cuboid::from_half_extents(half_extents).map(Shape::from),
            Kind::Capsule(round) => Capsule::along(round.axial()).map(Shape::from),
            Kind::Cylinder(_) | Kind::Cone(_) if V::DIM == 2 => plane(),
            Kind::Cylinder(round) => Cylinder::about_axis(round.axial()).map(Shape::from),
            Kind::Cone(round) => Cone::about_axis(round.axial()).map(Shape::from),
            Kind::Ellipsoid { radii } => Ellipsoid::from_radii(radii).map(Shape::from),
            Kind::Hull { vertices } => Polytope::new(&vertices).map(Shape::from),
            Kind::Rounded { radius, shape } => match shape.into_owned() {
                Shape::Segment(s) => Capsule::between(s.a(), s.b(), radius).map(Shape::from),
                shape => Inflated::new(shape, radius).map(Shape::from),
            },
            Kind::Affine { matrix: rows, translation, shape } => {
                Affine::new(shape.into_owned(), matrix(&rows)?, translation).map(Shape::from)
            }
            Kind::Sum { a, b } => Sum::new(a.into_owned(), b.into_owned()).map(Shape::from),
            Kind::HullOf { parts } => {
                let parts = parts.into_iter().map(|part| (part.shape.into_owned(), part.pose));
                HullOf::new(parts.collect()).map(Shape::from)
            }
        };
        built.map_err(|error| error.to_string())
    }
}

impl<V: Shapes + Written> Serialize for Shape<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Kind::of(self).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de, V: Shapes + Written> Deserialize<'de> for Shape<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Kind::deserialize(deserializer)?.shape().map_err(D::Error::custom)
    }
}

macro_rules! as_shape {
    ($($plain:ident)+) => {$(
        impl<V: Shapes + Written> Serialize for $plain<V> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Shape::from(self.clone()).serialize(serializer)
            }
        }
        impl<'de, V: Shapes + Written> Deserialize<'de> for $plain<V> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match Shape::deserialize(deserializer)? {
                    Shape::$plain(shape) => Ok(shape),
                    _ => Err(D::Error::custom(concat!("another kind of shape than ", stringify!($plain)))),
                }
            }
        }
    )+};
}

as_shape!(Point Segment Triangle Ball Capsule Cuboid Ellipsoid Cylinder Cone Polytope);

impl<V: Shapes + Written> Serialize for Halfspace<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (normal, offset) = self.given();
        Unbounded::Halfspace { normal, offset }.serialize(serializer)
    }
}

impl<'de, V: Shapes + Written> Deserialize<'de> for Halfspace<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Unbounded::Halfspace { normal, offset } = Unbounded::<V>::deserialize(deserializer)?;
        Halfspace::new(normal, offset).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests;
