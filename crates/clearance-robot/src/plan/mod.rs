//! Planners: what moves a robot, with every edge proven free.

mod rrt;
mod shortcut;
mod tree;

pub use rrt::{Connector, Effort, NoPlan, Plan, PlanOptions, rrt_connect};
