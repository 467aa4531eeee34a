//! Pages that show scenes, robots and traces in 3D: one HTML file each, which needs no network.
//!
//! A page is built from `viewer/` of the repository, checked in under `assets/`, and [filled](fill()) with data:
//! [`ScenePage`] and [`RobotPage`] collect what their pages show.

mod fill;
pub mod forms;
pub mod outline;
mod packed;
mod play;
mod ranges;
pub mod replay;
pub mod report;
mod robot;
mod sample;
mod scene;
mod solids;
mod states;
mod task;
pub mod trace;

pub use fill::{Made, fill};
pub use play::PlayPage;
pub use ranges::page as ranges_page;
pub use robot::{Interval, RobotPage, Verdict};
pub use sample::{Nearest, Sample};
pub use scene::{Named, ScenePage};
pub use states::page as states_page;
pub use task::page as task_page;

/// The page of a trace, to be [filled](fill()).
pub const TRACE: &str = include_str!("../assets/trace.html");
