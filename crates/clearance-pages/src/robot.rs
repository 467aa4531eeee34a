//! Paths of a robot as a page of their own: replay, clearance over time, hits, certificates.

use clearance::Pose3;
use clearance_robot::{Execution, LinkShape, Obstacle, Robot, RobotError};
use serde::Serialize;

use crate::fill::{Made, fill, pose_numbers, seven};
use crate::forms::{Forms, Part};
use crate::outline::Place;
use crate::report::{Input, MotionReport};

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

/// The robot at one time.
#[derive(Serialize)]
pub struct Sample {
    t: f64,
    /// Name of a configuration that is no part of a path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether such a configuration collides; null if that is not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collides: Option<Option<bool>>,
    /// Poses of the links, as precise as they are drawn.
    poses: Vec<[f32; 7]>,
    #[serde(flatten)]
    nearest: Nearest,
    /// Poses of the bodies that move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bodies: Vec<[f32; 7]>,
    /// Rates of all joint values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rates: Vec<f32>,
    /// Some of where links and bodies that move may be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    off: Vec<Posed>,
}

/// Links, and bodies that move.
#[derive(Serialize)]
struct Posed {
    links: Vec<[f32; 7]>,
    bodies: Vec<[f32; 7]>,
}

/// The pair with the least signed distance.
#[derive(Clone, Default, Serialize)]
pub struct Nearest {
    /// Proven bounds of the clearance.
    pub lower: Option<f64>,
    /// Proven bounds of the clearance.
    pub upper: Option<f64>,
    /// Names of the two links or bodies.
    pub pair: Option<[String; 2]>,
    /// On the first.
    pub witness_a: Option<Place>,
    /// On the second.
    pub witness_b: Option<Place>,
}

impl Sample {
    /// The robot in a configuration at a time.
    pub fn new(robot: &Robot, t: f64, q: &[f64], nearest: Nearest) -> Result<Self, RobotError> {
        let poses = link_poses(robot, q)?;
        let (bodies, rates, off) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Sample { t, name: None, collides: None, poses, nearest, bodies, rates, off })
    }

    /// What is executed at a time, with some of what may be off.
    pub(crate) fn executed(
        robot: &Robot,
        (t, execution): (f64, &Execution),
        (nearest, ghosts): (Nearest, usize),
    ) -> Result<Self, RobotError> {
        let trajectory = execution.trajectory();
        let all = |bodies: Vec<(String, Pose3<f64>)>| -> Vec<[f32; 7]> {
            bodies.iter().map(|(_, pose)| seven(&pose_numbers(pose))).collect()
        };
        let off = execution.corners_at(t, ghosts).into_iter();
        let off = off.map(|(q, bodies)| Ok(Posed { links: link_poses(robot, &q)?, bodies: all(bodies) }));
        Ok(Sample {
            bodies: all(execution.bodies_at(t)),
            rates: trajectory.rates_at(t, 1).into_iter().map(|rate| rate as f32).collect(),
            off: off.collect::<Result<_, RobotError>>()?,
            ..Sample::new(robot, t, &trajectory.at(t), nearest)?
        })
    }
}

fn link_poses(robot: &Robot, q: &[f64]) -> Result<Vec<[f32; 7]>, RobotError> {
    let placement = robot.place(q)?;
    let pose = |link| seven(&pose_numbers(&robot.link_pose(&placement, link)));
    Ok((0..robot.links().len()).map(pose).collect())
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
        RobotPage { title: robot.name().into(), forms, links, obstacles, paths: Vec::new(), inputs: Vec::new() }
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

    /// The page with all its data.
    pub fn html(&self, made: &Made) -> Result<String, serde_json::Error> {
        fill(PAGE, made, self)
    }
}
