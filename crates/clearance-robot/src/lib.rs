//! Robots: kinematics with error bounds, and proven clearances with their gradients.
//!
//! A [`Robot`] comes from a URDF file, a Denavit-Hartenberg table or [code](Robot::builder). Its poses carry a bound on
//! what rounding did to them, so every distance that is computed from them is still a proven enclosure.

mod assembly;
mod balls;
mod builder;
pub mod certificate;
mod clearance;
mod configuration;
mod dh;
pub mod edge;
mod error;
mod execution;
mod expansion;
mod joint;
pub mod kinematics;
mod limits;
pub mod linear;
pub mod lines;
mod link;
mod link_json;
mod link_mesh;
mod mjcf;
pub mod monitor;
pub mod motion;
mod named;
mod obstacle;
mod pairs;
pub mod path;
mod paths;
mod piece;
mod pin;
pub mod plan;
mod proposal;
pub mod random;
pub mod range;
pub mod region;
mod repair;
pub mod requirements;
pub mod roadmap;
mod robot;
mod sdf;
pub mod separation;
mod srdf;
mod surroundings;
mod together;
mod trajectory;
mod urdf;
mod xml;

pub use self::clearance::{Clearance, ClearanceGradient, PairGradient, RobotClearance, SmoothedClearance, StillPair};
pub use builder::RobotBuilder;
pub use configuration::Rest;
pub use dh::{Convention, DhRow};
pub use error::RobotError;
pub use execution::{Corner, Executed, Execution, TimedContact};
pub use joint::{Drive, Joint, JointKind, JointSpec, Limits, Mimic};
pub use kinematics::Placement;
pub use limits::LIMIT_TOLERANCE;
pub use link::{Link, LinkShape};
pub use link_mesh::{Detail, LinkMesh};
pub use obstacle::{LinkRule, Obstacle, obstacles};
pub use pairs::{Skipped, Why};
pub use paths::{PathFormat, path_lines};
pub use pin::Pin;
pub use proposal::{Proposal, ProposalOptions, Reason};
pub use range::Always;
pub use repair::{BadEdge, Deepest, Repair, Repaired};
pub use robot::{Frame, Robot};
pub use srdf::{DisabledPair, Group, GroupState, Srdf, Tip, VirtualJoint};
pub use trajectory::{
    Between, BodyMotion, Interpolation, JerkPiece, JointPiece, Jump, LimitBreach, Pace, Quantity, RateLimits, State,
    TimedPoint, Trajectory, TrajectoryError, Trapezoid, Waypoint, trajectory_texts,
};
pub use urdf::{MeshUse, Packages, UrdfOptions, WrittenUrdf};
