//! Planners: what moves a robot, with every edge proven free.

mod connector;
mod inverse;
mod potential;
mod rrt;
mod shortcut;
#[cfg(test)]
mod testing;
mod tree;
mod velocity;

pub use connector::{ProvenEdges, ProvenPlan, variable_limits};
pub use inverse::{InverseOptions, Target, inverse};
pub use potential::{Potential, Run, Sign, Tip, TipPath, Variant, follow, potential_gradient};
pub use rrt::{Connector, Effort, NoPlan, Plan, PlanOptions, rrt_connect};
pub use velocity::{NoStep, VelocityOptions, VelocityStep, tip_velocity, velocity_step};
