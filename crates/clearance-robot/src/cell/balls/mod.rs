//! Balls in and about a robot's bodies, eight configurations side by side.
//!
//! Each body has a binary tree of *outer balls*, of which those of any level cover all of it, not only its surface, and
//! a few *inner balls* that lie in it. Positions of a configuration are in `f32`, whose errors are one constant per
//! robot ([`chain`]).

pub(crate) mod chain;
pub(crate) mod cover;
pub(crate) mod lanes;
