//! A robot among bodies: the convex pieces of links and obstacles, and the pairs that are checked.

pub(crate) mod ask;
pub(crate) mod balls;
pub(crate) mod bodies;
pub(crate) mod chain;
pub(crate) mod constraint;
pub(crate) mod crowd;
pub(crate) mod gap;
mod hands;
pub(crate) mod interior;
pub(crate) mod keep;
pub(crate) mod obstacle;
pub(crate) mod piece;
pub(crate) mod pieces;
mod placed;
pub(crate) mod robot_model;
pub(crate) mod stage;
pub(crate) mod surroundings;
pub(crate) mod workcell;
