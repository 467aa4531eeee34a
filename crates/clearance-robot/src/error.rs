//! What is wrong with a robot, a file or a question: where, and what was expected.

pub use clearance_scene::ReadError as RobotError;
