//! The shapes of the library: bounded ones that implement [`Support`](crate::Support), and the halfspace.
//!
//! All fields are private and all sizes are checked once, by the constructors, so that queries need no error type.
//! Every `support_error` is derived in the documentation of its type, with `u` the unit roundoff [`Real::UNIT`] and
//! with bounds that hold for `u ≤ 2⁻²⁴`; `rounding.rs` holds what they share.
//!
//! [`Real::UNIT`]: crate::Real::UNIT

mod affine;
mod anchor;
mod any;
mod axial;
mod ball;
mod capsule;
mod cone;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod farthest;
mod halfspace;
mod hessian;
mod hull_of;
mod inflated;
mod point;
mod polytope;
mod posed;
mod rim;
pub(crate) mod rounding;
mod segment;
#[cfg(feature = "serde")]
mod serde;
mod sum;
mod swept;
mod triangle;

pub use affine::Affine;
#[doc(hidden)]
pub use any::Shapes;
pub use any::{Custom, Shape, Shape2, Shape3};
pub use axial::Axial;
pub use ball::Ball;
pub use capsule::Capsule;
pub use cone::Cone;
pub use cuboid::Cuboid;
pub(crate) use cuboid::kind_in_box;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use halfspace::Halfspace;
pub(crate) use hessian::congruent;
pub use hull_of::HullOf;
pub use inflated::Inflated;
pub use point::Point;
pub use polytope::{Place, Polytope};
pub use posed::Posed;
pub use segment::Segment;
pub use sum::Sum;
pub use swept::Swept;
pub use triangle::Triangle;
