//! Scenes of many bodies, convex or not, at rest or moving, with proven bounds on every answer.
//!
//! [`Aabb`] encloses a shape at a pose, rounding included; [`Tree`] holds such boxes and leads a question to the few that matter.

mod aabb;
mod enclosure;
pub mod tree;

pub use aabb::Aabb;
pub use enclosure::reach_from_frame;
pub use tree::Tree;
