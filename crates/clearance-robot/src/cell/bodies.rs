//! A robot among fixed bodies, as the proofs see it: bodies, the joints between them, and the pairs that must stay
//! apart.

use std::collections::HashMap;
use std::sync::Arc;

use ::clearance::enclosure::Ball;
use ::clearance::{Pose3, Vec3, Vector};

use super::crowd::Crowd;
use super::stage::{self as clearance, Closer, Part};
use super::workcell::Workcell;
use crate::bound::enclosure::Enclosure;
use crate::error::RobotError;
use crate::model::link_mesh::Detail;
use crate::model::robot::Robot;

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
    /// The frames that joints move, from its own to the base.
    pub above: Arc<[usize]>,
    /// A ball about it where its frame is the world.
    pub still: Ball<Vec3<f64>>,
}

impl Body {
    fn new(robot: &Robot, part: Part, (name, number): (String, usize), own: bool) -> Self {
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

/// What a direction is fixed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixed {
    World,
    /// A frame of the robot that a joint moves.
    Frame(usize),
}

/// Which frame of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The last frame that carries both, or the world.
    Between,
    /// The frame of the first body.
    A,
    /// The frame of the second body.
    B,
}

/// Two bodies that must be farther apart than a margin.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub bodies: [usize; 2],
    pub margin: f64,
    /// The last frame that carries both, or the world.
    pub common: Fixed,
    /// The frames between each body and that one, whose joints move the body in it; those next to the body first.
    pub up: [Arc<[usize]>; 2],
}

/// The bodies and pairs of a robot in a scene.
pub(crate) struct Stage {
    robot: Arc<Robot>,
    /// Those of the robot first.
    bodies: Vec<Body>,
    own: usize,
    /// Those of the robot, and those of the world that move behind them.
    moving: usize,
    pairs: Vec<Pair>,
    /// The world's bodies, if they are many.
    crowd: Option<Crowd>,
}

impl Pair {
    /// Two bodies that no joint moves.
    pub fn in_world(bodies: [usize; 2], margin: f64) -> Self {
        Pair { bodies, margin, common: Fixed::World, up: [Arc::from([]), Arc::from([])] }
    }

    /// What a side is fixed in; none if that is the same as between, or the world.
    pub fn fixed(&self, side: Side, bodies: &[Body]) -> Option<Fixed> {
        let own = |i: usize| {
            let frame = Fixed::Frame(bodies[self.bodies[i]].part.frame);
            (!self.up[i].is_empty()).then_some(frame)
        };
        match side {
            Side::Between => Some(self.common),
            Side::A => own(0),
            Side::B => own(1),
        }
    }
}

impl Stage {
    /// The shapes of the robot's links, then those that stand for the hulls of some pairs, then the other bodies; with
    /// the pairs that the robot asks about. A margin is the sum of both bodies'.
    pub fn new(cell: &Workcell, closer: &[Closer]) -> Result<Self, RobotError> {
        let (robot, obstacles) = (cell.robot(), cell.world());
        let known = clearance::Stage::new(robot, obstacles)?.closely(robot, closer);
        let (own, bodies, margins) = (known.own.len(), known.world.len(), known.world_margins());
        let mut pairs: Vec<([usize; 2], f64)> =
            known.own_pairs.iter().map(|&pair| (pair, pair.iter().map(|&i| known.own[i].margin).sum())).collect();
        let own_pairs = pairs.len();
        for (mover, &shape) in known.movers.iter().enumerate() {
            let open = (0..bodies).filter(|body| !known.closed[mover * bodies + body]);
            pairs.extend(open.map(|body| ([shape, own + body], known.margin_with_world([mover, body]))));
        }
        let crowded = known.is_crowded();
        let mut stage = Self::with_bodies(cell, (known.own, known.world));
        pairs.into_iter().for_each(|(pair, margin)| stage.add_pair(pair, margin));
        let (world, asked) = (&stage.bodies[own..], (known.movers, &known.closed[..]));
        let is_still = |body: &Body| body.part.frame == 0 && body.enclosure.is_some();
        let ball = |(body, margin): (&Body, &f64)| is_still(body).then(|| body.still.inflated(*margin));
        let balls = || world.iter().zip(&margins).map(ball).collect();
        stage.crowd = crowded.then(|| Crowd::new(balls(), asked, own_pairs));
        Ok(stage)
    }

    /// All bodies, with the pairs for which `keep` returns a margin for both names.
    pub fn with_pairs(cell: &Workcell, keep: impl Fn(&str, &str) -> Option<f64>) -> Result<Self, RobotError> {
        let known = clearance::Stage::new(cell.robot(), cell.world())?;
        let (own, all) = (known.own.len(), known.own.len() + known.world.len());
        let mut stage = Self::with_bodies(cell, (known.own, known.world));
        for a in 0..own {
            for b in a + 1..all {
                let [first, second] = [a, b].map(|i| &stage.bodies[i]);
                let still = if second.own { first.name == second.name } else { first.part.frame == 0 };
                if let Some(margin) = (!still).then(|| keep(&first.name, &second.name)).flatten() {
                    stage.add_pair([a, b], margin);
                }
            }
        }
        Ok(stage)
    }

    fn with_bodies(cell: &Workcell, (own, world): (Vec<Part>, Vec<Part>)) -> Self {
        let (robot, obstacles) = (cell.robot(), cell.world());
        let mut numbers = HashMap::new();
        let mut links = |part: Part| {
            let detail = part.stands_for.map(|(_, detail)| detail);
            let number = numbers.entry((part.owner, detail)).or_insert(0);
            *number += 1;
            let name = robot.links()[part.owner].name.clone();
            Body::new(robot, part, (name, *number - 1), true)
        };
        let mut bodies: Vec<Body> = own.into_iter().map(&mut links).collect();
        bodies.extend(world.into_iter().map(|part| {
            let (name, number) = (obstacles[part.owner].name.clone(), part.number);
            Body::new(robot, part, (name, number), false)
        }));
        let own = bodies.iter().filter(|body| body.own).count();
        let moving = own + bodies[own..].iter().take_while(|body| body.part.frame != 0).count();
        Stage { robot: cell.shared_robot(), bodies, own, moving, pairs: Vec::new(), crowd: None }
    }

    fn add_pair(&mut self, bodies: [usize; 2], margin: f64) {
        let frames = bodies.map(|body| self.bodies[body].part.frame);
        let common = self.robot.common_frame(frames[0], frames[1]);
        let up = bodies.map(|body| {
            let Body { above, part, .. } = &self.bodies[body];
            if common == 0 { above.clone() } else { self.robot.frames_to(part.frame, common).into() }
        });
        let common = if common == 0 { Fixed::World } else { Fixed::Frame(common) };
        self.pairs.push(Pair { bodies, margin, common, up });
    }

    /// The bodies, how many of them are the robot's, and the pairs.
    pub fn into_parts(self) -> (Vec<Body>, usize, Vec<Pair>) {
        (self.bodies, self.own, self.pairs)
    }

    /// How finely the bodies of a pair of hulls stand in it.
    pub fn finely(&self, closer: Closer) -> [Detail; 2] {
        let hulls = self.hulls();
        let part = |body: usize| {
            let place = if body < hulls { body } else { body - hulls + self.own };
            &self.bodies[place].part
        };
        clearance::stand(&self.robot, closer, hulls, part)
    }

    pub fn robot(&self) -> &Robot {
        &self.robot
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
    pub fn pairs(&self) -> &[Pair] {
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

impl Robot {
    /// The frames from one to another that it hangs on, without that one.
    pub(crate) fn frames_to(&self, frame: usize, ancestor: usize) -> Vec<usize> {
        let above = |frame: &usize| Some(self.frames()[*frame].parent);
        core::iter::successors(Some(frame), above).take_while(|frame| *frame != ancestor).collect()
    }
}
