//! How the signed distance changes with the poses of the bodies.

pub(crate) mod gradient;
mod polished;
pub(crate) mod second;
pub(crate) mod smoothed;
mod stationary;
mod twist;

pub use gradient::{Branch, PoseGradient};
pub use second::SecondDerivatives;
pub use smoothed::Smoothed;
pub use twist::{Gradient, Twist, Twisting};
