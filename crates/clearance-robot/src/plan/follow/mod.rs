//! Clearance-driven motion of a redundant robot along a path of its tip.

pub(crate) mod potential;
pub(crate) mod run;
pub(crate) mod velocity;
