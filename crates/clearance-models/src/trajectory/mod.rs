//! Files of trajectories, and of the limits that they must keep.

mod files;
mod limits;

pub use files::trajectory_texts;
pub use limits::ReadRateLimits;
