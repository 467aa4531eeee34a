//! Robots as data: links, joints, limits, loops and the pairs of links that are checked.

pub(crate) mod builder;
pub(crate) mod joint;
pub(crate) mod limits;
pub(crate) mod link;
pub(crate) mod link_mesh;
pub(crate) mod pairs;
pub(crate) mod pin;
pub(crate) mod robot;
mod together;
