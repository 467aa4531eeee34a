//! Readers and writers of robots: URDF, MJCF, SDF, SRDF, Denavit-Hartenberg tables, assemblies, and the files of
//! configurations, paths, trajectories, tasks, monitors and requirements.
//!
//! [`clearance_robot`] proves and knows no file. The types that it defines are read and written through extension
//! traits, one for each type and direction: `Read` or `Write` and the name of the type, such as [`ReadRobot`] for a
//! [`Robot`](clearance_robot::Robot). Types that this crate defines itself, such as [`MonitorSetup`], have functions of
//! their own. Errors name the file, the place in it, the rule and the value.
//!
//! ```
//! use clearance_models::{ReadRobot, UrdfOptions};
//! use clearance_robot::Robot;
//! let arm = r#"<robot name="arm"><link name="base"/><link name="hand"/>
//!     <joint name="turn" type="continuous"><parent link="base"/><child link="hand"/></joint></robot>"#;
//! let robot = Robot::from_urdf(arm, "".as_ref(), &UrdfOptions::default()).unwrap().robot;
//! assert_eq!(robot.read_configuration(&clearance_scene::json::Node::root(
//!     &clearance_scene::json::Json::parse(r#"{"turn": 0.5}"#).unwrap(), ""), &robot.no_rest()).unwrap(), [0.5]);
//! ```

mod assembly;
pub mod bands;
mod configuration;
mod constraints;
mod dh;
mod goal;
mod joint_box;
mod junit;
pub mod lines;
mod link_json;
mod loops;
mod mjcf;
mod monitor;
mod obstacles;
mod paths;
mod read_robot;
pub mod requirements;
mod roadmap;
mod robot_file;
mod sdf;
mod srdf;
mod task;
mod task_file;
mod trajectory;
mod urdf;
mod world;
mod xml;

pub use clearance_scene::ReadError;

pub use constraints::{constraints, constraints_of_file};
pub use dh::{Convention, DhRow};
pub use goal::ReadGoal;
pub use joint_box::ReadJointBox;
pub use monitor::{LoggedSample, MonitorSetup, ReadMonitor, monitor_rows};
pub use obstacles::obstacles;
pub use paths::{PathFormat, csv_in_radians, path_lines};
pub use read_robot::{ReadLoops, ReadRobot};
pub use roadmap::{ReadRoadmap, WriteRoadmap};
pub use srdf::ReadSrdf;
pub use task::Task;
pub use task_file::{TaskOptions, TaskRun, run_task};
pub use trajectory::{ReadRateLimits, trajectory_texts};
pub use urdf::{MeshUse, Packages, UrdfOptions, WriteRobot, WrittenUrdf};
