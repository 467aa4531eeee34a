//! Robots: kinematics with error bounds, and proven clearances with their gradients.
//!
//! A [`Robot`] comes from a URDF file, a Denavit-Hartenberg table or [code](Robot::builder). Its poses carry a bound on
//! what rounding did to them, so every distance that is computed from them is still a proven enclosure.

mod assembly;
mod bound;
mod cell;
pub mod certificate;
mod clearance;
mod configuration;
mod dh;
mod error;
pub mod kinematics;
pub mod linear;
pub mod lines;
mod link_json;
mod mjcf;
mod model;
pub mod monitor;
mod named;
pub mod path;
mod paths;
pub mod plan;
mod proposal;
mod prove;
pub mod random;
pub mod region;
mod repair;
pub mod requirements;
pub mod roadmap;
mod sdf;
pub mod separation;
mod srdf;
mod trajectory;
mod urdf;
mod xml;

pub use self::clearance::{Clearance, ClearanceGradient, PairGradient, RobotClearance, SmoothedClearance, StillPair};
pub use cell::obstacle::{LinkRule, Obstacle, obstacles};
pub use cell::workcell::Workcell;
pub use configuration::Rest;
pub use dh::{Convention, DhRow};
pub use error::RobotError;
pub use kinematics::Placement;
pub use model::builder::RobotBuilder;
pub use model::joint::{Drive, Joint, JointKind, JointSpec, Limits, Mimic};
pub use model::limits::LIMIT_TOLERANCE;
pub use model::link::{Link, LinkShape};
pub use model::link_mesh::{Detail, LinkMesh};
pub use model::pairs::{Skipped, Why};
pub use model::pin::Pin;
pub use model::robot::{Frame, Robot};
pub use paths::{PathFormat, path_lines};
pub use proposal::{Proposal, ProposalOptions, Reason};
pub use prove::range::Always;
pub use prove::time::execution::{Corner, Executed, Execution, TimedContact};
pub use prove::{range, time as edge};
pub use repair::{BadEdge, Deepest, Repair, Repaired};
pub use srdf::{DisabledPair, Group, GroupState, Srdf, Tip, VirtualJoint};
pub use trajectory::{
    Between, BodyMotion, Interpolation, JerkPiece, JointPiece, Jump, LimitBreach, Pace, Quantity, RateLimits, State,
    TimedPoint, Trajectory, TrajectoryError, Trapezoid, Waypoint, trajectory_texts,
};
pub use urdf::{MeshUse, Packages, UrdfOptions, WrittenUrdf};
/// Bounds of how far links move.
pub mod motion {
    pub use crate::bound::swing::{Moving, Swing, swing};
    pub use crate::path::link::LinkMotion;
}
