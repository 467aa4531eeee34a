//! Any shape as one type, for bodies that are known at run time only.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::any::Any;
use core::fmt;

use super::{
    Affine, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HullOf, Inflated, Point, Polytope, Posed, Segment, Sum,
    Swept, Triangle,
};
use crate::hull::{Hull, Hulls};
use crate::math::{Vec2, Vec3, Vector};
use crate::support::{Concrete, Container, Core, Hint, Outline, Support, SupportExt};

/// Any bounded shape of the library, nested to any depth, or one of the user's own.
///
/// Every variant answers as its content does, to the last bit. Two polytopes, two boxes, and pairs of balls, capsules
/// and boxes that have a formula, cost what they cost as concrete types and a few branches; others a branch for each
/// question that a query asks of them. A [`Cylinder`] and a [`Cone`] can be built in space only, so in the plane their
/// variants hold nothing.
///
/// ```
/// use clearance::{Cuboid, Inflated, Shape3, SupportExt, Vec3};
/// let brick = Shape3::from(Cuboid::from_half_extents(Vec3::new(1.0, 2.0, 3.0)).unwrap());
/// let rounded = Shape3::from(Inflated::new(brick, 0.5).unwrap());
/// assert_eq!((rounded.radius(), rounded.vertex_count()), (0.5, 8));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "every variant is named like the type that it holds")]
pub enum Shape<V: Vector> {
    Point(Point<V>),
    Segment(Segment<V>),
    Triangle(Triangle<V>),
    Ball(Ball<V>),
    Capsule(Capsule<V>),
    Cuboid(Cuboid<V>),
    Ellipsoid(Ellipsoid<V>),
    Cylinder(Cylinder<V>),
    Cone(Cone<V>),
    Polytope(Polytope<V>),
    Inflated(Box<Inflated<V, Shape<V>>>),
    Affine(Box<Affine<V, Shape<V>>>),
    Sum(Box<Sum<V, Shape<V>, Shape<V>>>),
    HullOf(Box<HullOf<V, Shape<V>>>),
    Swept(Box<Swept<V, Shape<V>>>),
    Posed(Box<Posed<V, Shape<V>>>),
    Custom(Custom<V>),
}

/// Any bounded shape of the plane.
pub type Shape2<T> = Shape<Vec2<T>>;
/// Any bounded shape of space.
pub type Shape3<T> = Shape<Vec3<T>>;

/// A shape of the user's own, shared by its copies.
#[derive(Clone)]
pub struct Custom<V: Vector>(pub Arc<dyn Support<V> + Send + Sync>);

/// Copies of one shape are equal; two shapes of a user's own never are, whatever they answer.
impl<V: Vector> PartialEq for Custom<V> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<V: Vector> fmt::Debug for Custom<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Custom").field("anchor", &self.0.anchor()).field("reach", &self.0.reach()).finish()
    }
}

impl<V: Vector> Shape<V> {
    /// A shape of the user's own.
    pub fn custom(shape: impl Support<V> + Send + Sync + 'static) -> Self {
        Shape::Custom(Custom(Arc::new(shape)))
    }
}

macro_rules! convert {
    (plain: $($plain:ident),+; boxed: $($boxed:ident($($part:ty),+)),+) => {
        $(impl<V: Vector> From<$plain<V>> for Shape<V> {
            fn from(shape: $plain<V>) -> Self {
                Shape::$plain(shape)
            }
        })+
        $(impl<V: Vector> From<$boxed<V, $($part),+>> for Shape<V> {
            fn from(shape: $boxed<V, $($part),+>) -> Self {
                Shape::$boxed(Box::new(shape))
            }
        })+
    };
}

convert! {
    plain: Point, Segment, Triangle, Ball, Capsule, Cuboid, Ellipsoid, Cylinder, Cone, Polytope, Custom;
    boxed: Inflated(Shape<V>), Affine(Shape<V>), Sum(Shape<V>, Shape<V>), HullOf(Shape<V>), Swept(Shape<V>), Posed(Shape<V>)
}

macro_rules! forward {
    ($self:ident, $shape:ident => $answer:expr) => {
        match $self {
            Shape::Point($shape) => $answer,
            Shape::Segment($shape) => $answer,
            Shape::Triangle($shape) => $answer,
            Shape::Ball($shape) => $answer,
            Shape::Capsule($shape) => $answer,
            Shape::Cuboid($shape) => $answer,
            Shape::Ellipsoid($shape) => $answer,
            Shape::Cylinder($shape) => $answer,
            Shape::Cone($shape) => $answer,
            Shape::Polytope($shape) => $answer,
            Shape::Inflated($shape) => $answer,
            Shape::Affine($shape) => $answer,
            Shape::Sum($shape) => $answer,
            Shape::HullOf($shape) => $answer,
            Shape::Swept($shape) => $answer,
            Shape::Posed($shape) => $answer,
            Shape::Custom(Custom($shape)) => $answer,
        }
    };
}

/// The vectors of which [`Shape`] answers queries: all four of the library. Sealed.
///
/// What a shape answers, and how a polytope is made, is compiled here, once for each of them, and not in every crate
/// that puts shapes behind a pointer.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "shapes can be made of `Vec3<f64>`, of `Vec2` with the feature `plane` and of `f32` with the feature `f32`, not of `{Self}`",
    label = "bound the vector by `clearance::Space`"
)]
pub trait Shapes: Hulls {
    fn polytope_of(hull: &Hull<Self>) -> Polytope<Self>;
    fn support_of(shape: &Shape<Self>, dir: Self) -> Self;
    fn support_from_of(shape: &Shape<Self>, dir: Self, hint: Hint) -> (Self, Hint);
    fn outline_of(shape: &Shape<Self>) -> Outline<Self>;
    fn content_of(shape: &Shape<Self>) -> (&dyn Support<Self>, Core<'_, Self>);
}

macro_rules! compiled {
    ($($vector:ty),+) => {$(
        impl Shapes for $vector {
            fn polytope_of(hull: &Hull<Self>) -> Polytope<Self> {
                Polytope::prepared(hull)
            }
            fn support_of(shape: &Shape<Self>, dir: Self) -> Self {
                forward!(shape, shape => shape.support(dir))
            }
            fn support_from_of(shape: &Shape<Self>, dir: Self, hint: Hint) -> (Self, Hint) {
                forward!(shape, shape => shape.support_from(dir, hint))
            }
            fn outline_of(shape: &Shape<Self>) -> Outline<Self> {
                forward!(shape, shape => shape.outline())
            }
            fn content_of(shape: &Shape<Self>) -> (&dyn Support<Self>, Core<'_, Self>) {
                forward!(shape, shape => shape.innermost())
            }
        }
    )+};
}

compiled!(Vec3<f64>);
#[cfg(feature = "plane")]
compiled!(Vec2<f64>);
#[cfg(feature = "f32")]
compiled!(Vec3<f32>);
#[cfg(all(feature = "plane", feature = "f32"))]
compiled!(Vec2<f32>);

impl<V: Shapes> Support<V> for Shape<V> {
    fn support(&self, dir: V) -> V {
        V::support_of(self, dir)
    }
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        V::support_from_of(self, dir, hint)
    }
    fn outline(&self) -> Outline<V> {
        V::outline_of(self)
    }
    fn core(&self) -> Core<'_, V> {
        Core { concrete: Concrete::Inside(self), ..Core::UNKNOWN }
    }
}

impl<V: Shapes> Container<V> for Shape<V> {
    fn content(&self) -> (&dyn Support<V>, Core<'_, V>) {
        V::content_of(self)
    }
    fn known(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_equal_if_their_numbers_are_and_custom_ones_if_they_are_copies() {
        let ball = |radius: f64| Shape3::from(Ball::<Vec3<f64>>::new(radius).unwrap());
        let rounded = |radius: f64| Shape3::from(Inflated::new(ball(1.0), radius).unwrap());
        assert!(ball(1.0) == ball(1.0) && ball(1.0) != ball(2.0) && rounded(0.5) == rounded(0.5));
        assert!(rounded(0.5) != rounded(0.25) && rounded(0.5) != ball(1.5), "shapes, not the sets that they are");
        let custom = Shape3::custom(ball(1.0));
        assert!(custom == custom.clone() && custom != Shape3::custom(ball(1.0)));
    }
}
