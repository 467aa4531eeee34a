//! A robot at one time of its motion, as a page draws it: where everything is, and who is nearest.

use clearance::Pose3;
use clearance_robot::edge::Approach;
use clearance_robot::{Execution, Robot, RobotError};
use serde::Serialize;

use crate::fill::{pose_numbers, seven};
use crate::outline::{Place, place};

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

    /// The sample with the poses of bodies that move.
    pub(crate) fn among(self, bodies: &[Pose3<f64>]) -> Self {
        Sample { bodies: bodies.iter().map(|pose| seven(&pose_numbers(pose))).collect(), ..self }
    }

    /// The robot at a closest approach.
    pub(crate) fn nearest(robot: &Robot, found: &Approach) -> Result<Self, RobotError> {
        let nearest = Nearest {
            lower: Some(found.proximity.bounds.lower),
            upper: Some(found.proximity.bounds.upper),
            pair: Some(found.pair.clone()),
            witness_a: Some(place(found.proximity.witness_a)),
            witness_b: Some(place(found.proximity.witness_b)),
        };
        let bodies = found.bodies.iter().map(|(_, pose)| seven(&pose_numbers(pose))).collect();
        Ok(Sample { bodies, ..Sample::new(robot, found.time, &found.values, nearest)? })
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
