//! Proven distances in parry and rapier.
//!
//! [`ClearanceDispatcher`] answers parry's queries of convex shapes with clearance; composite shapes are traversed by
//! parry, part by part, and the contacts of a convex shape with all parts near it are one manifold a normal. Whatever
//! it does not know falls through:
//!
//! ```
//! use clearance_parry::ClearanceDispatcher;
//! use parry3d::math::{Pose, Vector};
//! use parry3d::query::{DefaultQueryDispatcher, QueryDispatcher};
//! use parry3d::shape::{Ball, Cuboid};
//! let dispatcher = ClearanceDispatcher.chain(DefaultQueryDispatcher);
//! let (brick, ball) = (Cuboid::new(Vector::new(1.0, 1.0, 0.5)), Ball::new(0.25));
//! let above = Pose::from_translation(Vector::new(0.5, 0.0, 1.0));
//! assert_eq!(dispatcher.distance(&above, &brick, &ball).unwrap().distance, 0.25);
//! ```
//!
//! [`body_of`] and [`shape_of`] convert shapes both ways.

mod cast;
mod convert;
mod dispatcher;
mod kept;
mod manifold;
mod near;

pub use convert::{body_of, pose_of, shape_of};
pub use dispatcher::ClearanceDispatcher;
