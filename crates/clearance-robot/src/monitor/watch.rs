//! What a monitor is set up with: the bodies, the pairs, and their tolerances.

use clearance::Vec3;

use super::Ahead;
use crate::cell::bodies::{Body, Stage};
use crate::cell::chain::{Chain, Chains};
use crate::cell::obstacle::Obstacle;
use crate::cell::piece::Piece;
use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::model::robot::Robot;

/// A body that moves on its own: a person's arm, a cart.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Its shape and name. Its margin is its tolerance plus what else is to be kept free: the error of the
    /// camera, ISO 13855's `C`. Its pose is of no meaning.
    pub body: Obstacle,
    /// No point of it is faster, m/s.
    pub speed: f64,
}

impl Watched {
    /// A body and its greatest speed, m/s: 1.6 for a person who walks, 2 for an arm that reaches out (ISO 13855).
    pub fn new(body: Obstacle, speed: f64) -> Self {
        Watched { body, speed }
    }
}

/// Settings of a monitor. Lengths of lists are the number of values of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct MonitorOptions {
    /// What the joints may do.
    pub ahead: Ahead,
    /// The tolerance of each value of a sample, radians or metres. Zeros unless given.
    pub position_errors: Vec<f64>,
    /// The tolerance of each rate, per s. Zeros unless given.
    pub velocity_errors: Vec<f64>,
    /// Samples older than this, s, are faults. Default 0.1.
    pub max_age: f64,
    /// Maximum number of support evaluations of a tick. Default 2048: some 100 µs.
    pub budget: u32,
}

impl MonitorOptions {
    /// With exact samples, and the defaults.
    pub fn new(values: usize, ahead: Ahead) -> Self {
        let none = vec![0.0; values];
        MonitorOptions { ahead, position_errors: none.clone(), velocity_errors: none, max_age: 0.1, budget: 2048 }
    }

    pub(super) fn check(&self, values: usize) -> Result<(), RobotError> {
        let list = |what: &str, list: &[f64], least: f64| {
            if list.len() != values {
                return Err(RobotError::new(format!("{what} must have {values} numbers, got {}", list.len())));
            }
            list.iter().try_for_each(|value| at_least(what, *value, least))
        };
        list("position errors", &self.position_errors, 0.0)?;
        list("velocity errors", &self.velocity_errors, 0.0)?;
        at_least("the maximum age", self.max_age, 0.0)?;
        match &self.ahead {
            Ahead::Accelerations { horizon, most } => {
                at_least("the horizon", *horizon, 0.0)?;
                list("accelerations", most, 0.0)
            }
            Ahead::Brakes { reaction, least } => {
                at_least("the time of reaction", *reaction, 0.0)?;
                list("decelerations", least, f64::MIN_POSITIVE)
            }
            Ahead::Given => Ok(()),
        }
    }
}

fn at_least(what: &str, value: f64, least: f64) -> Result<(), RobotError> {
    if value >= least && value.is_finite() {
        return Ok(());
    }
    let rule = if least > 0.0 { "positive and finite" } else { "finite and not negative" };
    Err(RobotError::new(format!("{what} must be {rule}, got {value}")))
}

/// Which kind a pair is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairKind {
    Watched,
    Own,
    World,
}

impl PairKind {
    /// In the order in which the budget is spent.
    pub const ALL: [Self; 3] = [Self::Watched, Self::Own, Self::World];
}

/// A body that is watched.
#[derive(Clone, Debug)]
pub(super) struct Walker {
    pub name: String,
    pub speed: f64,
}

/// Who takes part.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    pub robot: Robot,
    /// The robot's first, then the world's, then those that are watched.
    pub bodies: Vec<Body>,
    /// How many are the robot's.
    pub own: usize,
    /// For each body the place of the one that is watched of which it is a piece.
    pub walkers: Vec<Option<usize>>,
    pub watched: Vec<Walker>,
    pub pairs: Vec<Chain>,
    /// Which kind each pair is of.
    pub kinds: Vec<PairKind>,
}

impl Cast {
    pub fn new(cell: &Workcell, watched: &[Watched]) -> Result<Self, RobotError> {
        let (robot, world) = (cell.robot(), cell.world());
        for Watched { body, speed } in watched {
            at_least(&format!("{:?}: the greatest speed", body.name), *speed, 0.0)?;
            at_least(&format!("{:?}: the margin", body.name), body.margin, 0.0)?;
            if body.body.as_halfspace().is_some() {
                return Err(RobotError::new(format!("{:?}: a halfspace cannot be watched", body.name)));
            }
        }
        let mut names: Vec<&str> = watched.iter().map(|watched| watched.body.name.as_str()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(RobotError::new(format!("two bodies that are watched are named {:?}", twice[0])));
        }
        let moving =
            watched.iter().map(|watched| Obstacle { pose: clearance::Pose3::IDENTITY, ..watched.body.clone() });
        let all: Vec<Obstacle> = world.iter().cloned().chain(moving).collect();
        let (bodies, own, mut pairs) = Stage::new(&cell.with_world(&all)?, &[])?.into_parts();
        if let Some(body) = bodies.iter().find(|body| matches!(body.part.piece, Piece::Interior(_))) {
            let what = "a closed mesh that is not convex cannot be monitored; give its convex parts";
            return Err(RobotError::new(format!("{:?}: {what}", body.name)));
        }
        let walker = |(i, body): (usize, &Body)| if i < own { None } else { body.part.owner.checked_sub(world.len()) };
        let walkers: Vec<Option<usize>> = bodies.iter().enumerate().map(walker).collect();
        let mut chains = Chains::new(robot);
        for (i, link) in bodies[..own].iter().enumerate().filter(|(_, body)| body.part.frame == 0) {
            let of_world = bodies.iter().enumerate().skip(own);
            for (other, body) in of_world.filter(|(other, _)| walkers[*other].is_some()) {
                let margin = asked_margin(robot, link, &all[body.part.owner], body);
                pairs.extend(margin.map(|margin| chains.chain([i, other], [0; 2], margin)));
            }
        }
        let kind = |pair: &Chain| match pair.bodies[1] {
            second if second < own => PairKind::Own,
            second if walkers[second].is_some() => PairKind::Watched,
            _ => PairKind::World,
        };
        let kinds = pairs.iter().map(kind).collect();
        let watched =
            watched.iter().map(|Watched { body, speed }| Walker { name: body.name.clone(), speed: *speed }).collect();
        Ok(Cast { robot: robot.clone(), bodies, own, walkers, watched, pairs, kinds })
    }
}

/// The margin of a link that no joint moves and a body that is watched; `None` if the pair is allowed. Such pairs are
/// not among those of a robot in a world at rest.
fn asked_margin(robot: &Robot, link: &Body, watched: &Obstacle, body: &Body) -> Option<f64> {
    if robot.not_asked_about(link.part.owner).contains(watched.name.as_str()) {
        return None;
    }
    match watched.rules.iter().find(|rule| rule.link == link.name) {
        Some(rule) => rule.margin,
        None => Some(link.part.margin + body.part.margin),
    }
}

/// The axis towards a halfspace.
pub(super) fn into_halfspace(body: &Body) -> Option<Vec3<f64>> {
    body.part.piece.halfspace().map(|half| -body.part.pose.vector(half.normal()))
}
