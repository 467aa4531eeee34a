//! Reads mesh files, shapes, poses and pair cases, with errors that say where and what was expected.

mod error;
pub mod json;
pub mod mesh;

pub use error::ReadError;
