//! Proofs over sets of configurations: intervals of time, boxes of joint values, branches of closed loops.

pub(crate) mod balls;
pub(crate) mod best_first;
pub mod range;
pub mod time;
