//! A robot: links in a tree of joints, and the frames that move.

use clearance::Pose3;

use super::joint::Joint;
use super::link::Link;
use super::link_mesh::LinkMesh;
use super::pin::Pin;
use super::srdf::Srdf;

/// A robot: its links and joints in the order in which they were given.
///
/// ```
/// use clearance::{Pose3, Vec3, Vector};
/// use clearance_robot::{JointKind, JointSpec, Robot};
/// let (up, along) = (Vec3::new(0.0, 0.0, 1.0), Pose3::from_translation(Vec3::new(1.0, 0.0, 0.0)).unwrap());
/// let joint = |name, parent, child| JointSpec::new(name, JointKind::Continuous, parent, child).axis(up);
/// let robot = Robot::builder("arm")
///     .link("base", vec![])
///     .link("upper", vec![])
///     .link("lower", vec![])
///     .joint(joint("shoulder", "base", "upper"))
///     .joint(joint("elbow", "upper", "lower").at(along))
///     .build()
///     .unwrap();
/// // A quarter turn of the shoulder carries the elbow from (1, 0, 0) to (0, 1, 0).
/// let placement = robot.place(&[core::f64::consts::FRAC_PI_2, 0.3]).unwrap();
/// let lower = robot.link_pose(&placement, robot.link_named("lower").unwrap());
/// assert!((lower.translation() - Vec3::new(0.0, 1.0, 0.0)).norm() < 1e-15);
/// assert!(lower.translation_error() > 0.0 && lower.translation_error() < 1e-14);
/// ```
#[derive(Clone, Debug)]
pub struct Robot {
    pub(crate) name: String,
    pub(crate) base: Pose3<f64>,
    pub(crate) links: Vec<Link>,
    pub(crate) joints: Vec<Joint>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) variables: Vec<usize>,
    pub(crate) srdf: Option<Srdf>,
    pub(crate) allowed: Vec<[String; 2]>,
    /// What closes loops of its joints.
    pub(crate) pins: Vec<Pin>,
}

/// A group of links that no joint moves against one another, moved by one joint; the first one is the base.
///
/// Its coordinates are those of the joint after it has moved. Parents come before children.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The joint that moves it; of no meaning for the base.
    pub joint: usize,
    /// The frame that the joint is on; the base's own for the base.
    pub parent: usize,
    /// Where the joint is in that frame when its value is zero.
    pub origin: Pose3<f64>,
}

impl Robot {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Where its base is in the world.
    pub fn base(&self) -> &Pose3<f64> {
        &self.base
    }
    /// All links, in the order in which they were given.
    pub fn links(&self) -> &[Link] {
        &self.links
    }
    /// All joints, in the order in which they were given.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }
    /// What moves as one, parents before children; frame 0 is the base.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }
    /// The joints that the values of a configuration belong to: those that move and mimic none, in the order of
    /// [`joints`](Self::joints).
    pub fn variables(&self) -> &[usize] {
        &self.variables
    }
    /// How many values a configuration has.
    pub fn dof(&self) -> usize {
        self.variables.len()
    }
    /// The points that close loops of its joints: [ranges](crate::prove::range) are about configurations in which they
    /// are.
    pub fn pins(&self) -> &[Pin] {
        &self.pins
    }
    /// The mesh behind a shape, if that is its hull and finer shapes may replace it: by the place of the shape among
    /// those of all links.
    pub(crate) fn mesh_of(&self, shape: usize) -> Option<&LinkMesh> {
        let mut all = self.links.iter().flat_map(|link| &link.shapes);
        all.nth(shape)?.mesh.as_deref()
    }
    /// Whether finer shapes may replace any hull.
    pub(crate) fn has_meshes(&self) -> bool {
        self.links.iter().flat_map(|link| &link.shapes).any(|shape| shape.mesh.is_some())
    }
    /// The place of a link by name.
    pub fn link_named(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }
    /// The place of a joint by name.
    pub fn joint_named(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The joint that moves a frame; `None` for a frame of a body of the world.
    pub(crate) fn joint_of(&self, frame: usize) -> Option<&Joint> {
        self.frames.get(frame).map(|frame| &self.joints[frame.joint])
    }

    /// The frame that a frame hangs on; those of bodies of the world come after the robot's, and hang on the world.
    fn parent(&self, frame: usize) -> usize {
        self.frames.get(frame).map_or(0, |frame| frame.parent)
    }

    /// The nearest frame that two frames both hang on, or are.
    pub fn common_frame(&self, mut a: usize, mut b: usize) -> usize {
        // Parents come first, so the later of two different frames is no ancestor of the other.
        while a != b {
            let later = if a > b { &mut a } else { &mut b };
            *later = self.parent(*later);
        }
        a
    }

    /// The frames from one to another that it hangs on, without that one.
    pub fn frames_to(&self, frame: usize, ancestor: usize) -> Vec<usize> {
        let above = |frame: &usize| Some(self.parent(*frame));
        core::iter::successors(Some(frame), above).take_while(|frame| *frame != ancestor).collect()
    }
}
