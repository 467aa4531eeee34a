//! The bodies of a robot and of its world, and the pairs that are asked about.

use std::collections::HashMap;

use clearance::enclosure::Ball;
use clearance::{Pose3, Vec3};

use crate::error::RobotError;
use crate::obstacle::Obstacle;
use crate::piece::{Piece, pieces};
use crate::robot::Robot;
use crate::surroundings::Surroundings;

/// Nothing may be larger or farther away, so that squares of distances stay finite.
const LARGEST: f64 = super::interior::FAR;

/// Number of bodies that are checked one by one about as fast as a tree finds the near ones.
const FEW: usize = 64;

/// A convex body: a shape of a link, or a part of a body of the world.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The place of the link, or of the obstacle.
    pub owner: usize,
    /// Which piece of it.
    pub number: usize,
    /// The robot's frame that it is rigid in; 0 for the world.
    pub frame: usize,
    pub piece: Piece,
    /// In its frame, or in the world.
    pub pose: Pose3<f64>,
    /// Around it, in its frame or in the world.
    pub ball: Ball<Vec3<f64>>,
    pub margin: f64,
    /// The part of the margin that counts as its body: the padding of a link.
    pub padding: f64,
}

/// All bodies and pairs.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// Shapes of links, in the order of the links.
    pub own: Vec<Part>,
    /// Bodies of the world.
    pub world: Vec<Part>,
    /// Pairs of shapes of links.
    pub own_pairs: Vec<[usize; 2]>,
    /// The shapes that are asked about against the world: their places among the robot's.
    pub movers: Vec<usize>,
    /// For each of them and each body of the world: whether it is not asked about.
    pub closed: Vec<bool>,
    /// Margins of such pairs, by both places, that are not the sum of the bodies'.
    pub named: HashMap<[usize; 2], f64>,
    /// The bodies of the world in a tree, if they are many.
    pub surroundings: Option<Surroundings>,
}

impl Stage {
    pub fn new(robot: &Robot, obstacles: &[Obstacle]) -> Result<Self, RobotError> {
        let mut own: Vec<Part> = Vec::new();
        for (owner, link) in robot.links().iter().enumerate() {
            for (number, shape) in link.shapes.iter().enumerate() {
                let pose = crate::kinematics::compose(&link.pose, &shape.pose);
                // The base is where it is: its shapes can be decided exactly.
                let pose = if link.frame == 0 { crate::kinematics::compose(robot.base(), &pose) } else { pose };
                let part = Part {
                    owner,
                    number,
                    frame: link.frame,
                    ball: Ball::around(&shape.shape).posed(&pose),
                    piece: Piece::Convex(shape.shape.clone()),
                    pose,
                    margin: link.padding,
                    padding: link.padding,
                };
                own.push(checked(part, &link.name)?);
            }
        }
        let mut world: Vec<Part> = Vec::new();
        for (owner, obstacle) in obstacles.iter().enumerate() {
            let unknown = || RobotError::new(format!("{:?}: a {} is no obstacle", obstacle.name, obstacle.body.kind()));
            for (number, (piece, pose)) in
                pieces(&obstacle.body, &obstacle.pose).ok_or_else(unknown)?.into_iter().enumerate()
            {
                let endless = Ball { center: pose.translation(), radius: LARGEST };
                let ball = piece.hull().map_or(endless, |hull| Ball::around(hull).posed(&pose));
                let margin = obstacle.margin;
                let part = Part { owner, number, frame: 0, piece, pose, ball, margin, padding: 0.0 };
                world.push(checked(part, &obstacle.name)?);
            }
        }
        let shapes = |link: usize| own.iter().enumerate().filter(move |(_, part)| part.owner == link).map(|(i, _)| i);
        let mut own_pairs = Vec::new();
        for [a, b] in robot.self_pairs() {
            own_pairs.extend(shapes(a).flat_map(|i| shapes(b).map(move |j| [i, j])));
        }
        let movers: Vec<usize> = (0..own.len()).filter(|&i| own[i].frame != 0).collect();
        let (mut closed, mut named) = (Vec::with_capacity(movers.len() * world.len()), HashMap::new());
        for (mover, &i) in movers.iter().enumerate() {
            let link = &robot.links()[own[i].owner].name;
            let allowed = robot.not_asked_about(own[i].owner);
            for (body, part) in world.iter().enumerate() {
                let obstacle = &obstacles[part.owner];
                let mut rules = obstacle.rules.iter().filter(|rule| rule.link == *link);
                closed
                    .push(allowed.contains(obstacle.name.as_str()) || rules.clone().any(|rule| rule.margin.is_none()));
                named.extend(rules.find_map(|rule| rule.margin).map(|margin| ([mover, body], margin)));
            }
        }
        Ok(Stage { own, world, own_pairs, movers, closed, named, surroundings: None })
    }

    /// The stage with a tree of the world's bodies, if they are many.
    pub fn with_surroundings(mut self) -> Self {
        if self.is_crowded() {
            let reach = |(part, margin): (&Part, f64)| part.piece.hull().map(|_| part.ball.inflated(margin));
            self.surroundings = Some(Surroundings::new(self.world.iter().zip(self.world_margins()).map(reach)));
        }
        self
    }

    /// Whether a tree pays.
    pub fn is_crowded(&self) -> bool {
        self.world.len() > FEW
    }

    /// For each body of the world, how large the margin of its pairs may be beside the mover's own.
    pub fn world_margins(&self) -> Vec<f64> {
        let mut margins: Vec<f64> = self.world.iter().map(|part| part.margin).collect();
        for (&[_, body], &margin) in &self.named {
            margins[body] = margins[body].max(margin);
        }
        margins
    }

    /// The margin of a mover and a body of the world: the sum of both, unless the scene names one.
    pub fn margin_with_world(&self, [mover, body]: [usize; 2]) -> f64 {
        let sum = || self.own[self.movers[mover]].margin + self.world[body].margin;
        if self.named.is_empty() { sum() } else { self.named.get(&[mover, body]).copied().unwrap_or_else(sum) }
    }

    /// The padding of a pair: the sum of that of its links, and no more than a margin that the scene names for the pair.
    pub fn padding(&self, place: usize) -> f64 {
        match self.with_world(place) {
            None => self.own_pairs[place].iter().map(|&i| self.own[i].padding).sum(),
            Some(pair) => self.own[self.movers[pair[0]]].padding.min(self.margin_with_world(pair)),
        }
    }

    /// How many pairs are asked about.
    pub fn pair_count(&self) -> usize {
        self.own_pairs.len() + self.closed.iter().filter(|closed| !**closed).count()
    }

    /// A pair by its place: first the robot's own, then each mover against the world.
    pub fn pair(&self, place: usize) -> [&Part; 2] {
        match self.with_world(place) {
            None => self.own_pairs[place].map(|i| &self.own[i]),
            Some([mover, body]) => [&self.own[self.movers[mover]], &self.world[body]],
        }
    }

    /// The mover and the body of the world of a pair; `None` for the robot's own.
    pub fn with_world(&self, place: usize) -> Option<[usize; 2]> {
        let rest = place.checked_sub(self.own_pairs.len())?;
        Some([rest / self.world.len(), rest % self.world.len()])
    }

    /// The places of the robot's bodies of a pair, and how many they are.
    pub fn own_bodies(&self, place: usize) -> ([usize; 2], usize) {
        match self.with_world(place) {
            None => (self.own_pairs[place], 2),
            Some([mover, _]) => ([self.movers[mover]; 2], 1),
        }
    }

    /// The place of the pair of a mover and a body of the world.
    pub fn place_with_world(&self, [mover, body]: [usize; 2]) -> usize {
        self.own_pairs.len() + mover * self.world.len() + body
    }

    /// Whether the second body of a pair is one of the world.
    pub fn is_with_world(&self, place: usize) -> bool {
        place >= self.own_pairs.len()
    }
}

fn checked(part: Part, name: &str) -> Result<Part, RobotError> {
    let size =
        part.ball.center.x.abs().max(part.ball.center.y.abs()).max(part.ball.center.z.abs()).max(part.ball.radius);
    if size <= LARGEST {
        return Ok(part);
    }
    Err(RobotError::new(format!("{name:?}: bodies must be within {LARGEST:e} of their frames, got {size:e}")))
}
