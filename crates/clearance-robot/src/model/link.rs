//! The rigid parts of a robot.

use std::sync::Arc;

use clearance::{Pose3, Shape3, Vec3};
use clearance_world::Body;

use super::link_mesh::LinkMesh;

/// A rigid part: a name, and the shapes that it collides with.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its name, which no other link of the robot has.
    pub name: String,
    /// Its shapes; empty for frames that are only names, as those of tools.
    pub shapes: Vec<LinkShape>,
    /// The joint that moves it; `None` for the root.
    pub parent: Option<usize>,
    /// Which of the robot's [frames](super::robot::Frame) it is rigid in.
    pub frame: usize,
    /// Where it is in that frame.
    pub pose: Pose3<f64>,
    /// How much nearer it counts as than it is, a length: for what its shapes leave out.
    pub padding: f64,
    /// Whether it is a body that the robot [holds](super::robot::Robot::attach).
    pub is_held: bool,
    /// What it is as a body of the world, if it was [taken](crate::Workcell::attach) from there.
    pub taken: Option<Body<Vec3<f64>>>,
}

/// A convex shape of a link.
#[derive(Clone, Debug)]
pub struct LinkShape {
    /// The shape in its own frame.
    pub shape: Shape3<f64>,
    /// Where that frame is in the link's.
    pub pose: Pose3<f64>,
    /// The mesh of which the shape is the hull, if pairs are to be refined where their hulls touch.
    pub mesh: Option<Arc<LinkMesh>>,
    /// Which of the robot's meshes it is a convex part of, if parts replace meshes.
    pub part_of: Option<usize>,
}

impl LinkShape {
    /// A shape at a pose in the link's frame.
    pub fn new(shape: impl Into<Shape3<f64>>, pose: Pose3<f64>) -> Self {
        LinkShape { shape: shape.into(), pose, mesh: None, part_of: None }
    }

    /// The hull of a mesh, with the mesh behind it.
    pub fn hull_of(mesh: LinkMesh, hull: &Shape3<f64>, pose: Pose3<f64>) -> Self {
        LinkShape { mesh: Some(Arc::new(mesh)), ..Self::new(hull.clone(), pose) }
    }
}
