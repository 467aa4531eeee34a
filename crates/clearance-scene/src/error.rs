//! The error of a text or a file that cannot be read.

pub use clearance_world::InputError as ReadError;
