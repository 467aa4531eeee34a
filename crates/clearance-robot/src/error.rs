//! The error of a robot or of a question about one: what is wrong, and where.

pub use clearance_world::InputError as RobotError;
