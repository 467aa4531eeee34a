//! Paths of a robot as a page of their own: replay, clearance over time, hits, certificates.

use clearance_robot::{LinkShape, Obstacle, Robot};
use serde::Serialize;

use crate::fill::{Made, fill, pose_numbers, seven};
use crate::forms::{Forms, Part};
use crate::report::{Input, MotionReport, Requirement};
use crate::sample::Sample;

/// The page, built from `viewer/`.
const PAGE: &str = include_str!("../assets/robot.html");

/// Points of a curved body, which is one of many.
const POINTS: usize = 200;

/// What the page shows.
#[derive(Serialize)]
pub struct RobotPage {
    title: String,
    forms: Forms,
    links: Vec<Piece>,
    obstacles: Vec<Still>,
    paths: Vec<DrawnPath>,
    /// The files that a report is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<Input>,
    /// The requirements that a report answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    requirements: Vec<Requirement>,
}

#[derive(Serialize)]
struct Piece {
    name: String,
    parts: Vec<Part>,
}

/// A body of the scene.
#[derive(Serialize)]
struct Still {
    name: String,
    parts: Vec<Part>,
    pose: [f32; 7],
}

#[derive(Serialize)]
struct DrawnPath {
    id: String,
    #[serde(flatten)]
    verdict: Verdict,
    /// The bodies that move where something is executed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moving: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    joints: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint: Option<MovedJoint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<MotionReport>,
    samples: Vec<Sample>,
}

/// The joint that the samples of a path move, each by itself.
#[derive(Serialize)]
pub(crate) struct MovedJoint {
    pub name: String,
    /// Whether its values are angles.
    pub turns: bool,
    /// One for each sample.
    pub values: Vec<f64>,
    /// Which sample is the worst configuration.
    pub worst: usize,
}

/// What was found of a path.
#[derive(Clone, Default, Serialize)]
pub struct Verdict {
    /// `free`, `hit` or `undecided`; none for configurations that were asked one by one.
    pub result: Option<&'static str>,
    /// Proven lower bound of all signed distances over the whole path.
    pub clearance_lower: Option<f64>,
    /// What times count: `"s"`, or `"segments"` of the path; empty for configurations that were asked one by one.
    pub unit: &'static str,
    /// Free until then.
    pub t_lower: Option<f64>,
    /// Hit by then.
    pub t_upper: Option<f64>,
    /// The colliding links or bodies.
    pub pair: Option<[String; 2]>,
    /// The certificate of a free path.
    pub intervals: Vec<Interval>,
}

/// A stretch of time over which a pair is proven to be apart.
#[derive(Clone, Serialize)]
pub struct Interval {
    /// Names of the two links or bodies.
    pub pair: [String; 2],
    /// Its start.
    pub t0: f64,
    /// Its end.
    pub t1: f64,
    /// Lower bound of the distance.
    pub bound: f64,
}

impl RobotPage {
    /// A page about a robot among bodies, without paths yet; halfspaces are not drawn.
    pub fn new(robot: &Robot, world: &[Obstacle]) -> Self {
        let mut forms = Forms::default();
        let mut links = Vec::with_capacity(robot.links().len());
        for link in robot.links() {
            let part = |part: &LinkShape| match part.mesh.as_ref().filter(|mesh| mesh.is_exact()) {
                Some(mesh) => forms.triangles((mesh.corners(), mesh.triangles()), &part.pose),
                None => forms.part(&part.shape, &part.pose, POINTS),
            };
            let parts = link.shapes.iter().map(part).collect();
            links.push(Piece { name: link.name.clone(), parts });
        }
        let obstacles = world.iter().filter(|obstacle| obstacle.body.is_bounded()).map(|obstacle| Still {
            name: obstacle.name.clone(),
            parts: forms.parts(&obstacle.body, POINTS),
            pose: seven(&pose_numbers(&obstacle.pose)),
        });
        let obstacles = obstacles.collect();
        let (paths, inputs, requirements) = Default::default();
        RobotPage { title: robot.name().into(), forms, links, obstacles, paths, inputs, requirements }
    }

    /// Adds a path that was looked at in some places.
    pub fn add(&mut self, id: impl Into<String>, samples: Vec<Sample>, verdict: Verdict) {
        let (moving, joints) = (Vec::new(), Vec::new());
        self.paths.push(DrawnPath { id: id.into(), verdict, moving, joints, joint: None, report: None, samples });
    }

    /// Adds samples over the range of a joint.
    pub(crate) fn add_joint(&mut self, joint: MovedJoint, samples: Vec<Sample>) {
        self.add(format!("over {}", joint.name), samples, Verdict::default());
        if let Some(path) = self.paths.last_mut() {
            path.joint = Some(joint);
        }
    }

    /// Adds what is executed, with the names of the bodies that move and of the joints.
    pub(crate) fn add_executed(
        &mut self,
        id: &str,
        (moving, joints): (Vec<String>, Vec<String>),
        (samples, verdict): (Vec<Sample>, Verdict),
    ) {
        self.paths.push(DrawnPath { id: id.into(), verdict, moving, joints, joint: None, report: None, samples });
    }

    /// Adds a report to the path that was added last.
    pub fn add_report(&mut self, report: MotionReport) {
        if let Some(path) = self.paths.last_mut() {
            path.report = Some(report);
        }
    }

    /// Names the files that the reports are about.
    pub fn add_inputs(&mut self, inputs: Vec<Input>) {
        self.inputs.extend(inputs);
    }

    /// Adds the answers to requirements, by their names.
    pub fn add_requirements(&mut self, requirements: Vec<Requirement>) {
        self.requirements.extend(requirements);
    }

    /// The page with all its data.
    pub fn html(&self, made: &Made) -> Result<String, serde_json::Error> {
        fill(PAGE, made, self)
    }
}
