//! Planners: what moves a robot, with every edge proven free.

mod arc;
mod connector;
mod follow;
mod goal;
mod inverse;
mod line;
mod project;
mod rrt;
mod shortcut;
mod space;
#[cfg(test)]
mod testing;
mod tree;

pub(crate) use arc::Chords;
pub use arc::{Arc, ArcAxes, ArcCurve};
pub use connector::{ProvenEdges, ProvenPlan};
pub use follow::potential::{Potential, Sign, Tip, TipPath, Variant, follow, potential_gradient};
pub use follow::run::{Run, Step};
pub use follow::velocity::{NoStep, VelocityOptions, VelocityStep, tip_velocity, velocity_step};
pub use goal::Goal;
pub use inverse::{InverseOptions, Target, inverse};
pub(crate) use line::{Line, chord, line, tip_pose};
pub use rrt::{Connector, Effort, MOST_CARE, NoPlan, Plan, PlanOptions, rrt_connect};
pub use space::{JointSpace, variable_limits};
