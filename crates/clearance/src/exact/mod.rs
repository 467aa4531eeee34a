//! Arithmetic beyond one rounding: twofold numbers, exact numbers of any width, exact orientation signs.

mod expansion;
mod number;
mod orient;
pub(crate) mod twofold;
mod wide;

pub use number::{Exact, ExactPoint, ExactVector};
pub use orient::{orient2d, orient3d};
