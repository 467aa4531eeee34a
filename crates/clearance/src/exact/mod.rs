//! Arithmetic beyond one rounding: twofold numbers, exact numbers of any width, exact orientation signs.

mod number;
pub(crate) mod twofold;

pub use number::{Exact, ExactPoint, ExactVector};
