//! How far apart two convex shapes are, where, and how deep they overlap, with proven bounds on every answer.

#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

pub mod batch;
mod closed_form;
mod contact;
mod difference;
mod dimension;
mod epa;
mod error;
pub mod exact;
mod face;
mod foot;
mod frustum;
pub mod gjk;
pub mod hull;
pub mod math;
mod newton;
mod options;
mod polygon;
pub mod query;
#[cfg(test)]
mod random;
pub mod shape;
pub mod support;
mod tight;

pub use error::ShapeError;
pub use foot::Foot;
pub use math::{Pose, Pose2, Pose3, Real, Rotor2, Rotor3, Vec2, Vec3, Vector};
pub use options::{Accuracy, Options};
pub use query::{Bounds, Feature, Proximity, Space, Status};
pub use shape::{
    Affine, Ball, Capsule, Cone, Cuboid, Custom, Cylinder, Ellipsoid, Halfspace, HullOf, Inflated, Point, Polytope,
    Posed, Segment, Shape, Shape2, Shape3, Sum, Swept, Triangle,
};
pub use support::{FeatureKind, Form, Hint, Support};
