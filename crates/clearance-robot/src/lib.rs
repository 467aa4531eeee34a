//! Robots: kinematics with error bounds, and proven clearances with their gradients.
//!
//! A [`Robot`] comes from [code](Robot::builder), or from a file by the crate `clearance-models`. Its poses carry a
//! bound of their rounding errors, so every distance that is computed from them is still a proven enclosure.

mod bound;
mod cell;
pub mod certificate;
mod clearance;
mod error;
pub mod kinematics;
pub mod linear;
mod model;
pub mod monitor;
pub mod path;
pub mod plan;
mod proposal;
mod prove;
pub mod random;
pub mod region;
mod repair;
pub mod roadmap;
pub mod separation;
pub mod task;
pub mod timing;
mod trajectory;

pub use self::clearance::{Clearance, ClearanceGradient, PairGradient, RobotClearance, SmoothedClearance, StillPair};
pub use cell::constraint::{Constraint, ConstraintKind};
pub use cell::keep::ConstraintValue;
pub use cell::obstacle::{LinkRule, Obstacle};
pub use cell::robot_model::RobotModel;
pub use cell::workcell::Workcell;
pub use error::RobotError;
pub use kinematics::Placement;
pub use model::base::{BASE, Base, roll_pitch_yaw};
pub use model::builder::RobotBuilder;
pub use model::configuration::Rest;
pub use model::group::JointGroup;
pub use model::joint::{Drive, Joint, JointKind, JointSpec, Limits, Mimic};
pub use model::limits::LIMIT_TOLERANCE;
pub use model::link::{Link, LinkShape};
pub use model::link_mesh::{self, Detail, LinkMesh};
pub use model::notes::Notes;
pub use model::pairs::{Skipped, Why};
pub use model::pin::Pin;
pub use model::robot::{Frame, Robot};
pub use model::srdf::{DisabledPair, EndEffector, Group, GroupState, Srdf, VirtualJoint};
pub use proposal::{Proposal, ProposalOptions, Reason};
pub use prove::time::execution::{Corner, Execution};
pub use prove::{range, time as edge};
pub use repair::{BadEdge, Repair, Repaired};
pub use trajectory::{
    Between, BodyMotion, Interpolation, JerkPiece, JointPiece, Jump, LimitBreach, Pace, Quantity, RateLimits, State,
    TimedPoint, Trajectory, TrajectoryError, Trapezoid, Waypoint,
};
/// Bounds of how far links move.
pub mod motion {
    pub use crate::bound::swing::{Moving, Swing, swing};
    pub use crate::path::link::LinkMotion;
}
