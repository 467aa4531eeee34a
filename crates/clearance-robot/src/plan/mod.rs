//! Planners: what moves a robot, with every edge proven free.

mod connector;
mod goal;
mod inverse;
mod potential;
mod rrt;
mod run;
mod shortcut;
mod space;
mod task;
#[cfg(test)]
mod testing;
mod tree;
mod velocity;

pub use connector::{ProvenEdges, ProvenPlan};
pub use goal::Goal;
pub use inverse::{InverseOptions, Target, inverse};
pub use potential::{Potential, Sign, Tip, TipPath, Variant, follow, potential_gradient};
pub use rrt::{Connector, Effort, MOST_CARE, NoPlan, Plan, PlanOptions, rrt_connect};
pub use run::{Run, Step};
pub use space::{JointSpace, variable_limits};
pub use task::Task;
pub use velocity::{NoStep, VelocityOptions, VelocityStep, tip_velocity, velocity_step};
