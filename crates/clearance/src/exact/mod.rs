//! Arithmetic beyond one rounding: twofold numbers, exact numbers of any width, exact orientation signs.

mod decide;
mod difference;
mod expansion;
mod farthest;
mod features;
mod gjk;
mod growth;
mod limbs;
mod number;
mod orient;
mod pose;
mod rounding;
mod simplex;
pub(crate) mod twofold;
mod vector;

pub(crate) use decide::decide;
pub(crate) use farthest::farthest;
pub use number::Exact;
pub use orient::{orient2d, orient3d};
pub(crate) use pose::ExactPose;
pub use rounding::Rounded;
pub use vector::{ExactPoint, ExactVector};
