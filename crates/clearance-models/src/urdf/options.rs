//! How a robot file is read.

use super::packages::Packages;

/// How a robot file is read.
#[derive(Clone, Debug, Default)]
pub struct UrdfOptions {
    /// Where packages are.
    pub packages: Packages,
    /// Joints that mimic others get values of their own.
    pub ignore_mimic: bool,
    /// What collision meshes stand for.
    pub meshes: MeshUse,
}

/// What collision meshes stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MeshUse {
    /// The meshes as they are: hulls are checked first, and triangles with what they enclose where the hulls of a pair
    /// touch.
    #[default]
    Adaptive,
    /// Their convex hulls.
    Hull,
    /// Convex parts that contain them: at most 16, and as few as stay within a fiftieth of the mesh's size of it.
    Parts,
    /// Their triangles as they are: surfaces, so that what lies wholly inside of one meets nothing.
    Triangles,
}
