//! How far a robot is from itself and from its world, with proof, and how that changes with its joints.

mod bounds;
mod closer;
mod gradient;
mod least;
mod memory;
mod second;
mod smoothed;
mod still;
#[cfg(test)]
mod tests;

pub use gradient::{ClearanceGradient, PairGradient};
pub use smoothed::SmoothedClearance;
pub use still::StillPair;

use std::sync::atomic::AtomicBool;

use clearance::enclosure::Ball;
use clearance::{Bounds, Pose3, Proximity, Vec3};

use crate::cell::stage::{Closer, Part, Stage};
use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::kinematics::{Placement, compose};
use crate::model::link_mesh::LinkMesh;
use crate::model::robot::Robot;
use bounds::Nearby;
use closer::Others;
use memory::Memory;

/// A robot among bodies, ready for questions about configurations. It keeps what consecutive questions share.
///
/// Links with [meshes](crate::LinkShape::mesh) are their hulls first; a pair whose hulls are not proven to be farther
/// apart than its margin is refined, in that configuration: by triangles and what they enclose.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3};
/// use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, RobotClearance, Workcell};
/// let at = |x: f64, y: f64| Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap();
/// let hand = LinkShape::new(Ball::new(0.25).unwrap(), at(2.0, 0.0));
/// let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm").axis(Vec3::new(0.0, 0.0, 1.0));
/// let robot = Robot::builder("arm").link("base", vec![]).link("arm", vec![hand]).joint(turn).build().unwrap();
/// let world = [Obstacle::new("cup", Ball::new(0.5).unwrap(), at(0.0, 3.0))];
/// let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
/// // The hand at (2, 0) and the cup at (0, 3) are sqrt 13 apart, less 3/4.
/// let found = clearance.at(&[0.0]).unwrap().unwrap();
/// assert!(found.bounds.contains(13f64.sqrt() - 0.75) && found.bounds.width() < 1e-12);
/// assert_eq!(clearance.names(found.pair), ["arm", "cup"]);
/// ```
#[derive(Clone, Debug)]
pub struct RobotClearance<'r> {
    cell: Workcell,
    pub(crate) stage: Stage,
    placement: Placement,
    /// The configuration of the query before.
    previous: Placement,
    memory: Memory,
    /// Where the robot's shapes are, once they were needed; the balls around them always.
    poses: Vec<Option<Pose3<f64>>>,
    balls: Vec<Ball<Vec3<f64>>>,
    /// Lower bounds of all pairs from the balls, or of the robot's own if many bodies are in a tree.
    lower: Vec<f64>,
    /// The pairs that were near before, if only they are bounded.
    nearby: Option<Nearby>,
    /// Pairs that are not bounded are farther apart than this.
    floor: f64,
    /// The pairs that have to be asked, with their bounds.
    order: Vec<(f64, usize)>,
    /// The last closest pair, which is evaluated first.
    last: Option<usize>,
    stop: Option<&'r AtomicBool>,
    /// The pairs that were refined in the last query.
    closer: Vec<Closer>,
    /// None if there is nothing finer than the shapes of links.
    others: Option<Others<'r>>,
}

/// The least of all signed distances, less their margins.
#[derive(Clone, Debug, PartialEq)]
pub struct Clearance {
    /// Encloses the least of `signed distance − margin` over all pairs.
    pub bounds: Bounds<f64>,
    /// The pair that attains it, for [`RobotClearance::names`].
    pub pair: usize,
    /// The signed distance of that pair with witness points and normal, in the world; the link, or the first of two
    /// links, is A.
    pub proximity: Proximity<Vec3<f64>>,
    /// The margin of that pair.
    pub margin: f64,
    /// The padding of that pair, which is a part of its margin.
    pub padding: f64,
    /// Whether any pair is in contact, or as near as its padding; margins of the scene aside. Both answers are proven,
    /// none if rounding leaves it open.
    pub collides: Option<bool>,
}

/// What is remembered of a pair takes some 200 bytes: 13 MB for this number of pairs.
const MOST_FOLLOWED: usize = 1 << 16;

impl<'r> RobotClearance<'r> {
    /// A robot among bodies. Refuses shapes that are out of all proportion.
    pub fn new(cell: &Workcell) -> Result<Self, RobotError> {
        Ok(RobotClearance { others: Others::of(cell.robot()), ..Self::of_hulls(cell)? })
    }

    /// Links as they stand, whose pairs are never refined.
    pub(crate) fn of_hulls(cell: &Workcell) -> Result<Self, RobotError> {
        let stage = Stage::new(cell)?.with_surroundings();
        Ok(Self::of(cell.clone(), stage))
    }

    /// Without others.
    fn of(cell: Workcell, stage: Stage) -> Self {
        let (poses, balls) = (vec![None; stage.own.len()], stage.own.iter().map(|part| part.ball).collect());
        // Of a crowd, or of the triangles of meshes, only few are ever checked, and not the same ones again.
        let count = stage.own_pairs.len() + stage.closed.len();
        let followed = if stage.is_crowded() || count > MOST_FOLLOWED { 0 } else { count };
        RobotClearance {
            memory: Memory::new(followed, stage.own.len()),
            previous: Placement::default(),
            cell,
            stage,
            placement: Placement::default(),
            poses,
            balls,
            lower: Vec::new(),
            nearby: None,
            floor: f64::INFINITY,
            order: Vec::new(),
            last: None,
            stop: None,
            closer: Vec::new(),
            others: None,
        }
    }

    /// Long work ends soon after another thread has set the flag, as if no more of it were allowed.
    pub fn until(self, stop: &'r AtomicBool) -> Self {
        RobotClearance { stop: Some(stop), ..self }
    }

    /// The flag that ends long work.
    pub(crate) fn stop(&self) -> Option<&'r AtomicBool> {
        self.stop
    }
    /// The robot.
    pub fn robot(&self) -> &Robot {
        self.cell.robot()
    }
    /// The robot and its world.
    pub fn cell(&self) -> &Workcell {
        &self.cell
    }
    /// How many pairs of convex bodies are checked.
    pub fn pair_count(&self) -> usize {
        self.stage.pair_count()
    }
    /// Forgets the questions before, so that the next answer does not depend on them: which of several equal pairs it
    /// names, and its last bits.
    pub fn forget(&mut self) {
        self.last = None;
        self.memory.forget();
        self.nearby = None;
    }
    /// Whether any pair has a margin.
    pub fn has_margins(&self) -> bool {
        let all = self.stage.own.iter().chain(&self.stage.world);
        all.map(|part| part.margin).chain(self.stage.named.values().copied()).any(|margin| margin != 0.0)
    }
    /// Whether any link is padded.
    pub fn has_padding(&self) -> bool {
        self.stage.own.iter().any(|part| part.padding != 0.0)
    }
    /// The names of a pair of the last answer: of two links, or of a link and a body.
    pub fn names(&self, pair: usize) -> [&str; 2] {
        let [a, b] = self.stage.pair(pair);
        let link = |part: &Part| self.robot().links()[part.owner].name.as_str();
        [link(a), if self.stage.is_with_world(pair) { &self.cell.world()[b.owner].name } else { link(b) }]
    }

    /// How much farther apart the meshes of an answer's pair may be than its hulls; `None` for bodies as they are. The
    /// signed distance of the meshes is at least its lower bound, and at most its upper one and this.
    ///
    /// Links in contact are their meshes. Links that are apart are their hulls, if these are apart too: no mesh is
    /// nearer. No point of a hull is farther from its mesh than a [dent](clearance_world::TriangleMesh::dents) is deep,
    /// or than 0.62 of its size.
    pub fn hull_error(&self, found: &Clearance) -> Option<f64> {
        if found.proximity.bounds.lower <= 0.0 {
            return None;
        }
        let (bodies, count) = self.stage.own_bodies(found.pair);
        let hulls = bodies[..count].iter().filter(|&&body| self.stage.own[body].stands_for.is_none());
        let errors = hulls.filter_map(|&body| self.robot().mesh_of(body)).map(LinkMesh::hull_error);
        errors.filter(|&error| error > 0.0).reduce(|a, b| (a + b).next_up())
    }

    /// Fills the poses and balls of a configuration.
    fn place(&mut self, q: &[f64]) -> Result<(), RobotError> {
        // What fails must leave the balls with their placement.
        self.cell.robot().check_configuration(q)?;
        std::mem::swap(&mut self.placement, &mut self.previous);
        self.cell.robot().place_into(q, &mut self.placement)?;
        for (i, part) in self.stage.own.iter().enumerate() {
            if part.frame != 0 {
                let (pose, before) = (&self.placement.frames[part.frame], self.previous.frames.get(part.frame));
                let ball = part.ball.posed(pose);
                if let Some(before) = before {
                    self.memory.moved(i, &part.ball, before, pose);
                }
                self.poses[i] = None;
                self.balls[i] = ball;
            } else if self.poses[i].is_none() {
                self.poses[i] = Some(part.pose);
            }
        }
        Ok(())
    }

    /// The world poses of a pair.
    fn poses_of(&mut self, pair: usize) -> [Pose3<f64>; 2] {
        self.pose(pair);
        posed(&self.stage, &self.poses, pair).map(|pose| *pose)
    }

    /// Finds out where the bodies of a pair are.
    fn pose(&mut self, pair: usize) {
        let (bodies, count) = self.stage.own_bodies(pair);
        for &body in &bodies[..count] {
            let (part, frames) = (&self.stage.own[body], &self.placement.frames);
            self.poses[body].get_or_insert_with(|| compose(&frames[part.frame], &part.pose));
        }
    }

    /// The margin of a pair: the sum of its bodies', unless the scene names one.
    pub(crate) fn margin(&self, pair: usize) -> f64 {
        match self.stage.with_world(pair) {
            None => self.stage.own_pairs[pair].iter().map(|&i| self.stage.own[i].margin).sum(),
            Some(pair) => self.stage.margin_with_world(pair),
        }
    }
}

/// The world poses of a pair whose bodies are known to be somewhere.
fn posed<'p>(stage: &'p Stage, poses: &'p [Option<Pose3<f64>>], pair: usize) -> [&'p Pose3<f64>; 2] {
    let own = |body: usize| poses[body].as_ref().unwrap_or_else(|| unreachable!("the pair was posed"));
    match stage.with_world(pair) {
        None => stage.own_pairs[pair].map(own),
        Some([mover, body]) => [own(stage.movers[mover]), &stage.world[body].pose],
    }
}
