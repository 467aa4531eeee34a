//! A robot among fixed bodies, as the proofs see it: bodies, the joints between them, and the pairs that must stay
//! apart.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use ::clearance::enclosure::Ball;
use ::clearance::{Pose3, Vec3, Vector};

use super::chain::{Chain, Chains, Side};
use super::crowd::Crowd;
use super::obstacle::Obstacle;
use super::stage::{self as clearance, Closer, Finely, Part};
use super::workcell::Workcell;
use crate::bound::enclosure::Enclosure;
use crate::error::RobotError;
use crate::model::robot::Robot;
use crate::path::{Chord, POSE};

/// A convex body, on a link or in the world.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub part: Part,
    /// None for a halfspace.
    pub enclosure: Option<Enclosure>,
    /// The name of its link, or its own.
    pub name: String,
    /// Which of the bodies of that name.
    pub number: usize,
    /// Whether it is the robot's.
    pub own: bool,
    /// The frames that move, from its own to the world.
    pub above: Arc<[usize]>,
    /// A ball about it where its frame is the world.
    pub still: Ball<Vec3<f64>>,
}

impl Body {
    fn new(robot: &Robot, part: Part, name: String, number: usize, own: bool) -> Self {
        let enclosure = part.piece.hull().map(Enclosure::of);
        let mut body = Body {
            still: Ball { center: part.pose.translation(), radius: f64::INFINITY },
            above: robot.frames_to(part.frame, 0).into(),
            part,
            enclosure,
            name,
            number,
            own,
        };
        body.still = body.ball_at(&body.part.pose);
        body
    }

    /// The ball about it at a pose; without end about a halfspace.
    pub fn ball_at(&self, pose: &Pose3<f64>) -> Ball<Vec3<f64>> {
        match &self.enclosure {
            Some(enclosure) => enclosure.ball.posed(pose),
            None => Ball { center: pose.translation(), radius: f64::INFINITY },
        }
    }
}

/// The name of a mover's frame in certificates.
pub(crate) fn mover_name(mover: &Obstacle) -> String {
    format!("body {}", mover.name)
}

/// The bodies and pairs of a robot in a scene.
pub(crate) struct Stage {
    cell: Workcell,
    /// Those of the robot first.
    bodies: Vec<Body>,
    own: usize,
    /// Those of the robot, and those of the world that move behind them.
    moving: usize,
    pairs: Vec<Chain>,
    /// The world's bodies, if they are many.
    crowd: Option<Crowd>,
}

impl Stage {
    /// The shapes of the robot's links, then those that replace the hulls of some pairs, then the other bodies; with
    /// the pairs that the robot asks about. A margin is the sum of both bodies'.
    pub fn new(cell: &Workcell, closer: &[Closer]) -> Result<Self, RobotError> {
        let robot = cell.robot();
        let known = clearance::Stage::new(cell)?.closely(robot, closer);
        let (own, margins) = (known.own.len(), known.world_margins());
        let (own_pairs, mut chains) = (known.own_pairs.len(), Chains::new(robot));
        let open = known.closed.iter().enumerate().filter(|(_, closed)| !**closed).map(|(pair, _)| own_pairs + pair);
        let pairs = (0..own_pairs).chain(open).map(|place| known.chain(&mut chains, place)).collect();
        let crowded = known.is_crowded();
        let mut stage = Self::with_bodies(cell, known.own, known.world);
        stage.pairs = pairs;
        let world = &stage.bodies[own..];
        let is_still = |body: &Body| body.part.frame == 0 && body.enclosure.is_some();
        let ball = |(body, margin): (&Body, &f64)| is_still(body).then(|| body.still.inflated(*margin));
        let balls = || world.iter().zip(&margins).map(ball).collect();
        stage.crowd = crowded.then(|| Crowd::new(balls(), known.movers, &known.closed, own_pairs));
        Ok(stage)
    }

    /// All bodies, with the pairs for which `keep` returns a margin for both names.
    pub fn with_pairs(cell: &Workcell, keep: impl Fn(&str, &str) -> Option<f64>) -> Result<Self, RobotError> {
        let known = clearance::Stage::new(cell)?;
        let (own, all) = (known.own.len(), known.own.len() + known.world.len());
        let mut stage = Self::with_bodies(cell, known.own, known.world);
        let mut chains = Chains::new(cell.robot());
        for a in 0..own {
            for b in a + 1..all {
                let [first, second] = [a, b].map(|i| &stage.bodies[i]);
                let still = if second.own { first.name == second.name } else { first.part.frame == 0 };
                if let Some(margin) = (!still).then(|| keep(&first.name, &second.name)).flatten() {
                    let frames = [first.part.frame, second.part.frame];
                    stage.pairs.push(chains.chain([a, b], frames, margin));
                }
            }
        }
        Ok(stage)
    }

    fn with_bodies(cell: &Workcell, own: Vec<Part>, world: Vec<Part>) -> Self {
        let (robot, obstacles) = (cell.robot(), cell.world());
        let mut numbers = HashMap::new();
        let mut links = |part: Part| {
            let detail = part.stands_for.map(|(_, detail)| detail);
            let number = numbers.entry((part.owner, detail)).or_insert(0);
            *number += 1;
            let name = robot.links()[part.owner].name.clone();
            Body::new(robot, part, name, *number - 1, true)
        };
        let mut bodies: Vec<Body> = own.into_iter().map(&mut links).collect();
        bodies.extend(world.into_iter().map(|part| {
            let (name, number) = (obstacles[part.owner].name.clone(), part.number);
            Body::new(robot, part, name, number, false)
        }));
        let own = bodies.iter().filter(|body| body.own).count();
        let moving = own + bodies[own..].iter().take_while(|body| body.part.frame != 0).count();
        Stage { cell: cell.clone(), bodies, own, moving, pairs: Vec::new(), crowd: None }
    }

    /// The bodies, how many of them are the robot's, and the pairs.
    pub fn into_parts(self) -> (Vec<Body>, usize, Vec<Chain>) {
        (self.bodies, self.own, self.pairs)
    }

    /// Whether a contact of a pair is one of shapes that only contain a body.
    pub fn is_stand_in(&self, pair: usize) -> bool {
        let own = self.pairs[pair].bodies.into_iter().filter(|&body| body < self.own);
        own.into_iter().any(|body| self.bodies[body].part.only_contains(self.robot(), body))
    }

    /// How finely the bodies of a pair of hulls stand in it.
    pub fn finely(&self, closer: Closer) -> Finely {
        clearance::stand(self.robot(), closer, self.hulls(), |body| self.hull_or_world(body))
    }

    /// A body as [`Closer`] counts them: the hulls of the robot, then the world.
    pub fn hull_or_world(&self, body: usize) -> &Part {
        let hulls = self.hulls();
        &self.bodies[if body < hulls { body } else { body - hulls + self.own }].part
    }

    pub fn cell(&self) -> &Workcell {
        &self.cell
    }
    pub fn robot(&self) -> &Robot {
        self.cell.robot()
    }
    /// The indices of the errors of a mover's pose in a box of errors, by its frame; `None` for any other frame.
    pub fn pose_errors(&self, frame: usize) -> Option<Range<usize>> {
        let begin = self.robot().dof() + POSE * self.cell.mover_of(frame)?;
        Some(begin..begin + POSE)
    }
    /// Whether no body of a pair is a mover that moves over a chord.
    pub fn stands_over(&self, pair: usize, chord: &Chord) -> bool {
        let moves = |body: usize| {
            let mover = self.cell.mover_of(self.bodies[body].part.frame);
            mover.is_some_and(|mover| chord.stands.get(mover) == Some(&false))
        };
        !self.pairs[pair].bodies.into_iter().any(moves)
    }
    /// The name of the frame of a side of a pair, in certificates: that of [`Frames::side_name`], or of a mover.
    ///
    /// [`Frames::side_name`]: super::chain::Frames::side_name
    pub fn side_name(&self, pair: usize, side: Side) -> String {
        let frames = &self.pairs[pair].frames;
        match self.cell.mover_of(frames.frame_of(side)) {
            Some(mover) => mover_name(&self.cell.movers()[mover]),
            None => frames.side_name(self.robot(), side).into(),
        }
    }
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }
    /// The bodies of the robot.
    pub fn own(&self) -> &[Body] {
        &self.bodies[..self.own]
    }
    /// The bodies of the robot, and those of the world that move.
    pub fn moving(&self) -> &[Body] {
        &self.bodies[..self.moving]
    }
    pub fn pairs(&self) -> &[Chain] {
        &self.pairs
    }
    /// Without the tree.
    #[cfg(test)]
    pub fn drop_crowd(&mut self) {
        self.crowd = None;
    }
    /// The bodies of the world in a tree, if they are many.
    pub fn crowd(&self) -> Option<&Crowd> {
        self.crowd.as_ref()
    }

    /// The names of a pair's bodies.
    pub fn names(&self, pair: usize) -> [String; 2] {
        self.pairs[pair].bodies.map(|body| self.bodies[body].name.clone())
    }

    /// The axis towards a halfspace, against its normal, in the world; that of another body is not asked for.
    pub fn halfspace_axis(&self, body: usize) -> Vec3<f64> {
        let part = &self.bodies[body].part;
        part.piece.halfspace().map_or(Vec3::ZERO, |half| -part.pose.vector(half.normal()))
    }
}
