//! How a robot file is read.

use super::packages::Packages;
use clearance_robot::Base;

/// How a robot file is read.
#[derive(Clone, Debug, Default)]
pub struct UrdfOptions {
    /// Where packages are.
    pub packages: Packages,
    /// Joints that mimic others get values of their own.
    pub ignore_mimic: bool,
    /// What collision meshes stand for.
    pub meshes: MeshUse,
    /// How the root moves in the world; without, as the file and its SRDF say. [`Base::Fixed`] also holds the planar,
    /// floating and spherical joints of the file at their origins.
    pub base: Option<Base>,
}

impl UrdfOptions {
    /// Whether joints of several values are held at their origins.
    pub(crate) fn holds(&self) -> bool {
        self.base == Some(Base::Fixed)
    }
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
