//! Bounds of motion: "no point comes nearer than this" over an interval of time or a box of joint values, each derived
//! once.

pub(crate) mod control_volume;
pub(crate) mod corners;
pub(crate) mod curvature;
pub(crate) mod enclosure;
pub(crate) mod height;
pub mod moving;
pub(crate) mod multipliers;
pub(crate) mod parameter_box;
pub(crate) mod polytope;
pub(crate) mod swing;
