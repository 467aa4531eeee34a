//! Arithmetic beyond one rounding: twofold numbers, exact numbers of any width, exact orientation signs.

mod expansion;
mod limbs;
mod number;
mod orient;
mod rounding;
pub(crate) mod twofold;
mod vector;
mod wide;

pub use number::Exact;
pub use orient::{orient2d, orient3d};
pub use rounding::Rounded;
pub use vector::{ExactPoint, ExactVector};
