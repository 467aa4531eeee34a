//! The world that a robot moves in: bodies that do not move.

use std::sync::Arc;

use clearance::{Pose3, Shape3, Vec3};
use clearance_world::{Body, TriangleMesh};

/// A body of the world.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Its name.
    pub name: String,
    /// What it is, in its own frame.
    pub body: Body<Vec3<f64>>,
    /// Where it is.
    pub pose: Pose3<f64>,
    /// Safety margin: subtracted from every distance.
    pub margin: f64,
    /// What holds against links by name.
    pub rules: Vec<LinkRule>,
}

/// What holds between a body and a link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkRule {
    /// The link's name.
    pub link: String,
    /// The margin of the pair, in place of the sum of both margins; `None` if the pair is not checked.
    pub margin: Option<f64>,
}

impl Obstacle {
    /// A convex body.
    pub fn new(name: impl Into<String>, shape: impl Into<Shape3<f64>>, pose: Pose3<f64>) -> Self {
        Self::of(name, Body::new(shape), pose)
    }

    /// A body of any kind.
    ///
    /// ```
    /// use clearance::{Halfspace, Pose3, Vec3};
    /// use clearance_robot::Obstacle;
    /// use clearance_world::Body;
    /// let floor = Body::halfspace(Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0)?);
    /// assert_eq!(Obstacle::of("floor", floor, Pose3::IDENTITY).margin, 0.0);
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn of(name: impl Into<String>, body: Body<Vec3<f64>>, pose: Pose3<f64>) -> Self {
        Obstacle { name: name.into(), body, pose, margin: 0.0, rules: Vec::new() }
    }

    /// A mesh: its triangles, and what they enclose if it is closed.
    pub fn mesh(name: impl Into<String>, mesh: impl Into<Arc<TriangleMesh<Vec3<f64>>>>, pose: Pose3<f64>) -> Self {
        Self::of(name, Body::Mesh(mesh.into()), pose)
    }
}
