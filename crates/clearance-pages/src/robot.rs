//! Paths of a robot as a page of their own: replay, clearance over time, hits, certificates.

use clearance::{Pose3, Shape3};
use clearance_robot::{Obstacle, Robot, RobotError};
use serde::Serialize;

use crate::fill::{Made, fill, pose_numbers};
use crate::outline::{Place, Solid, smooth_body};
use crate::solids::solids;

/// The page, built from `viewer/`.
const PAGE: &str = include_str!("../assets/robot.html");

/// Points of a curved body, which is one of many.
const POINTS: usize = 200;

/// What the page shows.
#[derive(Serialize)]
pub struct RobotPage {
    title: String,
    links: Vec<Piece>,
    obstacles: Vec<Still>,
    paths: Vec<DrawnPath>,
}

#[derive(Serialize)]
struct Piece {
    name: String,
    solids: Vec<Solid>,
}

/// A body of the scene.
#[derive(Serialize)]
struct Still {
    name: String,
    solids: Vec<Solid>,
    pose: [f64; 12],
}

#[derive(Serialize)]
struct DrawnPath {
    id: String,
    #[serde(flatten)]
    verdict: Verdict,
    samples: Vec<Sample>,
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
    poses: Vec<[f32; 12]>,
    #[serde(flatten)]
    nearest: Nearest,
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
        let placement = robot.place(q)?;
        let pose = |link| pose_numbers(&robot.link_pose(&placement, link)).map(|number| number as f32);
        let poses = (0..robot.links().len()).map(pose).collect();
        Ok(Sample { t, name: None, collides: None, poses, nearest })
    }
}

impl RobotPage {
    /// A page about a robot among bodies, without paths yet; halfspaces are not drawn.
    pub fn new(robot: &Robot, world: &[Obstacle]) -> Self {
        let links = robot.links().iter().map(|link| Piece {
            name: link.name.clone(),
            solids: link.shapes.iter().map(|part| drawn(&part.shape, &part.pose)).collect(),
        });
        let obstacles = world.iter().filter(|obstacle| obstacle.body.is_bounded()).map(|obstacle| Still {
            name: obstacle.name.clone(),
            solids: solids(&obstacle.body, POINTS),
            pose: pose_numbers(&obstacle.pose),
        });
        RobotPage {
            title: robot.name().into(),
            links: links.collect(),
            obstacles: obstacles.collect(),
            paths: Vec::new(),
        }
    }

    /// Adds a path that was looked at in some places.
    pub fn add(&mut self, id: impl Into<String>, samples: Vec<Sample>, verdict: Verdict) {
        self.paths.push(DrawnPath { id: id.into(), verdict, samples });
    }

    /// The page with all its data.
    pub fn html(&self, made: &Made) -> Result<String, serde_json::Error> {
        fill(PAGE, made, self)
    }
}

fn drawn(shape: &Shape3<f64>, pose: &Pose3<f64>) -> Solid {
    smooth_body(shape, pose, POINTS)
}
