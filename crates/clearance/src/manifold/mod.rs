//! Where two bodies touch: support faces along a normal, the part that they have in common, and contact points made of
//! it.

mod contact;
mod face;
mod parts;
mod patch;
mod plane;
mod polygon;

pub(crate) use contact::manifold;
pub use contact::{ContactOptions, ContactPoint, Manifold};
pub(crate) use face::{Corner, Face};
pub use parts::PartsContact;
pub(crate) use parts::of_parts;
pub(crate) use patch::{Above, ContactPatch};
pub(crate) use plane::on_halfspace;
