//! Robots as data: links, joints, limits, loops and the pairs of links that are checked.

pub(crate) mod base;
pub(crate) mod builder;
pub(crate) mod configuration;
pub(crate) mod group;
mod held;
pub(crate) mod joint;
pub(crate) mod limits;
pub(crate) mod link;
pub mod link_mesh;
mod named;
pub(crate) mod notes;
pub(crate) mod pairs;
pub(crate) mod pin;
pub(crate) mod robot;
pub(crate) mod srdf;
mod together;
