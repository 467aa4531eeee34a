//! A robot among the bodies of its world: what every question is about.

use std::sync::{Arc, OnceLock};

use super::balls::chain::{BallChain, Known};
use super::constraint::Constraint;
use super::obstacle::Obstacle;
use super::robot_model::RobotModel;
use crate::error::RobotError;
use crate::model::configuration::Rest;
use crate::model::group::JointGroup;
use crate::model::robot::Robot;

/// A robot among bodies, shared by all that ask about it: clearances, proofs, ranges, plans, monitors, certificates.
///
/// Copies are cheap and share the robot and the bodies. A proof that was made for one workcell cannot be
/// checked against the bodies of another by mistake: whoever makes a proof and whoever checks it takes the workcell,
/// and nothing else.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3};
/// use clearance_robot::edge::{Checker, Found, EdgeOptions};
/// use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, Workcell};
/// let at = |x: f64, y: f64| Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap();
/// let hand = LinkShape::new(Ball::new(0.25).unwrap(), at(2.0, 0.0));
/// let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm").axis(Vec3::new(0.0, 0.0, 1.0));
/// let robot = Robot::builder("arm").link("base", vec![]).link("arm", vec![hand]).joint(turn).build().unwrap();
/// let cell = Workcell::new(robot, &[Obstacle::new("cup", Ball::new(0.5).unwrap(), at(0.0, 3.0))]).unwrap();
/// // A quarter turn ends 1 m below the cup, less both radii.
/// let edge = Checker::new(&cell).unwrap().edge(&[0.0], &[core::f64::consts::FRAC_PI_2], &EdgeOptions::default()).unwrap();
/// assert!(matches!(edge, Found::Free { lower, .. } if lower <= 0.25));
/// ```
#[derive(Clone, Debug)]
pub struct Workcell {
    robot: Arc<Robot>,
    /// The bodies of the robot's own file.
    fixtures: Arc<[Obstacle]>,
    world: Arc<[Obstacle]>,
    /// The number of bodies that move, which come first in the world.
    movers: usize,
    /// The joints that planners move; all of them without.
    group: Option<Arc<JointGroup>>,
    /// What holds on all of every motion.
    constraints: Option<Arc<Constrained>>,
    kept: Arc<Kept>,
}

/// Constraints, and the cell in which they are points and halfspaces.
#[derive(Debug)]
pub(super) struct Constrained {
    pub list: Vec<Constraint>,
    pub cell: Workcell,
}

/// Parts of answers about a robot and what moves with it that are found when they are first needed, and kept for all
/// copies of a workcell and for other worlds.
#[derive(Debug, Default)]
struct Kept {
    /// The digest of robot and movers.
    robot_digest: OnceLock<String>,
    balls: OnceLock<Arc<BallChain>>,
    /// Balls of links that were found for a cell with these links too.
    known: Known,
}

impl Workcell {
    /// A robot among the bodies of a world, and behind them those of its own file. A robot that is borrowed is copied.
    ///
    /// Refuses a body that has the name of a link, or of a body of the robot's file: rules, contacts and certificates
    /// name all of them.
    pub fn new(model: impl Into<RobotModel>, world: &[Obstacle]) -> Result<Self, RobotError> {
        let RobotModel { robot, fixtures, .. } = model.into();
        Self::alone(robot, fixtures.into()).with_scene(world)
    }

    /// The robot among other bodies, without those of its file. What is known of the robot is found once for all of its
    /// worlds.
    pub fn with_world(&self, world: &[Obstacle]) -> Result<Self, RobotError> {
        self.among(world.into())
    }

    /// The robot among the bodies of another scene, and behind them those of its file, as of [`new`](Self::new). What
    /// is known of the robot is found once for all scenes.
    pub fn with_scene(&self, world: &[Obstacle]) -> Result<Self, RobotError> {
        if let Some(twice) = self.fixtures.iter().find(|own| world.iter().any(|body| body.name == own.name)) {
            let what = format!("the robot's file has a body {:?} too: give that of the scene another name", twice.name);
            return Err(RobotError::new(what));
        }
        self.among(world.iter().chain(self.fixtures.iter()).cloned().collect())
    }

    /// The cell in which plans, inverse kinematics, regions, roadmaps and motions of tips move the joints of a group
    /// only; all others stand where they start. Proofs of given motions, and certificates, do not depend on it.
    ///
    /// Without it all joints move but the passive ones of the SRDF. The group is of the cell's robot.
    pub fn with_group(&self, group: JointGroup) -> Self {
        Workcell { group: Some(Arc::new(group)), ..self.clone() }
    }

    /// [`with_group`](Self::with_group), or without one.
    pub(crate) fn with_group_or_none(&self, group: Option<JointGroup>) -> Self {
        Workcell { group: group.or_else(|| self.robot.driven()).map(Arc::new), ..self.clone() }
    }

    /// The cell of another robot with the same joints, in another world.
    pub(super) fn with_robot(&self, robot: Robot, world: Arc<[Obstacle]>) -> Result<Self, RobotError> {
        let stays = |own: &&Obstacle| world.iter().any(|body| body.name == own.name);
        let fixtures = self.fixtures.iter().filter(stays).cloned().collect();
        Self::alone(robot, fixtures).among(world)?.with_constraints(self.constraints().to_vec())
    }

    /// A robot without a world.
    fn alone(robot: Robot, fixtures: Arc<[Obstacle]>) -> Self {
        let group = robot.driven().map(Arc::new);
        let (robot, world, kept) = (Arc::new(robot), [].into(), Arc::default());
        Workcell { robot, fixtures, world, movers: 0, group, constraints: None, kept }
    }

    /// The robot among bodies that do not move.
    fn among(&self, world: Arc<[Obstacle]>) -> Result<Self, RobotError> {
        if let Some(body) = world.iter().find(|body| self.robot.link_named(&body.name).is_some()) {
            return Err(RobotError::new(format!("{:?} is the name of a link and of a body of the world", body.name)));
        }
        // What moves with the robot is part of its digest.
        let kept = if self.movers == 0 { self.kept.clone() } else { Arc::default() };
        Ok(Workcell { world, movers: 0, kept, ..self.clone() })
    }

    /// The cell in which some bodies move: they come first in the world, in the order of their names here, and their
    /// poses are those of [configurations](crate::path::Configuration::carried).
    pub(crate) fn with_movers<'n>(&self, names: impl Iterator<Item = &'n str> + Clone) -> Result<Self, RobotError> {
        let moving = names.clone().map(|name| self.mover(name)).collect::<Result<Vec<_>, _>>()?;
        let still = self.world.iter().filter(|body| names.clone().all(|name| *name != body.name));
        let movers = moving.len();
        let world = moving.into_iter().chain(still).cloned().collect();
        Ok(Workcell { world, movers, kept: Arc::default(), ..self.clone() })
    }

    /// The body of a name.
    pub(crate) fn body_named(&self, name: &str) -> Result<&Obstacle, RobotError> {
        self.world.iter().find(|body| body.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.world.iter().map(|body| body.name.as_str()).collect();
            let hint = clearance_world::hint(name, &names);
            RobotError::new(format!("no body of the scene is named {name:?}{hint}"))
        })
    }

    /// The body of a name, if it can move.
    fn mover(&self, name: &str) -> Result<&Obstacle, RobotError> {
        let body = self.body_named(name)?;
        if !body.body.is_bounded() {
            return Err(RobotError::new(format!("{name:?}: a halfspace cannot move, nor be off")));
        }
        Ok(body)
    }

    /// The robot.
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// The bodies of the world.
    pub fn world(&self) -> &[Obstacle] {
        &self.world
    }

    /// The joints that planners move; `None` if these are all.
    pub fn group(&self) -> Option<&JointGroup> {
        self.group.as_deref()
    }

    /// What holds on all of every motion.
    pub fn constraints(&self) -> &[Constraint] {
        self.constraints.as_ref().map_or(&[], |constraints| &constraints.list)
    }

    /// The cell in which the constraints are points and halfspaces; `None` without constraints.
    pub(crate) fn constraint_cell(&self) -> Option<&Workcell> {
        self.constraints.as_ref().map(|constraints| &constraints.cell)
    }

    /// The cell with other constraints, or without any.
    pub(super) fn constrained_by(&self, constraints: Option<Constrained>) -> Self {
        Workcell { constraints: constraints.map(Arc::new), ..self.clone() }
    }

    /// The rest of configurations of the cell: of its group, if it has one.
    pub fn rest(&self, rest: Rest) -> Rest {
        match self.group() {
            Some(group) => rest.of_group(group, &self.robot),
            None => rest,
        }
    }

    /// Whether planners move a value of configurations.
    pub(crate) fn moves(&self, variable: usize) -> bool {
        self.group.as_ref().is_none_or(|group| group.moves(variable))
    }

    /// Derivatives by the values that planners move: those by all others are zero.
    pub(crate) fn only_moving(&self, rates: &mut [f64]) {
        (0..rates.len()).filter(|&variable| !self.moves(variable)).for_each(|variable| rates[variable] = 0.0);
    }

    /// Gives what stands still in a configuration the values of another.
    pub(crate) fn keep_at_rest(&self, still: &[f64], q: &mut [f64]) {
        (0..q.len()).filter(|&variable| !self.moves(variable)).for_each(|variable| q[variable] = still[variable]);
    }

    /// Refuses a configuration to which planners cannot lead, since a joint that stands still has another value.
    pub(crate) fn check_at_rest(&self, start: &[f64], end: &[f64]) -> Result<(), RobotError> {
        let Some(group) = self.group() else { return Ok(()) };
        let differs = |&variable: &usize| !group.moves(variable) && start[variable] != end[variable];
        match (0..start.len().min(end.len())).find(differs) {
            None => Ok(()),
            Some(variable) => Err(RobotError::new(format!(
                "joint {:?} stands at {:?}, since it is not in the group {:?}, got {:?}",
                self.robot.variable_name(variable),
                start[variable],
                group.name(),
                end[variable]
            ))),
        }
    }

    /// The bodies of the world that move.
    pub(crate) fn movers(&self) -> &[Obstacle] {
        &self.world[..self.movers]
    }

    /// The frame that a body of the world is rigid in, by its index: those of movers come after the robot's, all others
    /// are in frame 0.
    pub(crate) fn frame_of_body(&self, body: usize) -> usize {
        if body < self.movers { self.robot.frames().len() + body } else { 0 }
    }

    /// The digest of robot and movers, found once.
    pub(crate) fn robot_digest(&self, find: impl FnOnce() -> String) -> String {
        self.kept.robot_digest.get_or_init(find).clone()
    }

    /// The balls of the links' shapes, made once.
    pub(crate) fn balls(&self) -> Arc<BallChain> {
        self.kept.balls.get_or_init(|| Arc::new(BallChain::knowing(&self.robot, &self.kept.known))).clone()
    }

    /// The cell with the balls that another one with the same links knows.
    pub(super) fn with_known_balls(self, other: &Self) -> Self {
        let known = other.kept.balls.get().map_or_else(|| other.kept.known.clone(), |balls| balls.known(&other.robot));
        Workcell { kept: Arc::new(Kept { known, ..Kept::default() }), ..self }
    }

    /// The index of the mover of a frame; `None` for a frame of the robot or the world.
    pub(crate) fn mover_of(&self, frame: usize) -> Option<usize> {
        frame.checked_sub(self.robot.frames().len())
    }
}

#[cfg(test)]
mod tests {
    use clearance::{Ball, Pose3};

    use super::*;
    use crate::model::link::LinkShape;

    #[test]
    fn a_body_with_the_name_of_a_link_is_refused() {
        let ball = Ball::new(0.25).unwrap();
        let robot = Robot::builder("r").link("cup", vec![LinkShape::new(ball, Pose3::IDENTITY)]).build().unwrap();
        let body = |name: &str| [Obstacle::new(name, ball, Pose3::from_xyz(0.3, 1.7, -0.2).unwrap())];
        let why = Workcell::new(&robot, &body("cup")).unwrap_err().to_string();
        assert_eq!(why, "\"cup\" is the name of a link and of a body of the world");
        let cell = Workcell::new(&robot, &body("mug")).unwrap();
        assert_eq!((cell.robot().links().len(), cell.world()[0].name.as_str()), (1, "mug"));
    }

    #[test]
    fn bodies_of_the_robots_file_are_behind_those_of_the_world() {
        let ball = Ball::new(0.25).unwrap();
        let robot = Robot::builder("r").link("base", vec![]).build().unwrap();
        let body = |name: &str| Obstacle::new(name, ball, Pose3::from_xyz(0.3, 1.7, -0.2).unwrap());
        let model = RobotModel { fixtures: vec![body("floor")], ..RobotModel::from(robot) };
        let cell = Workcell::new(&model, &[body("mug")]).unwrap();
        let names: Vec<&str> = cell.world().iter().map(|body| body.name.as_str()).collect();
        assert_eq!(names, ["mug", "floor"]);
        let other = cell.with_scene(&[body("cup")]).unwrap();
        assert_eq!(other.world().iter().map(|body| body.name.as_str()).collect::<Vec<_>>(), ["cup", "floor"]);
        // What is known of the robot is shared.
        assert!(std::ptr::eq(cell.robot(), other.robot()) && Arc::ptr_eq(&cell.balls(), &other.balls()));
        let why = Workcell::new(&model, &[body("floor")]).unwrap_err().to_string();
        assert_eq!(why, cell.with_scene(&[body("floor")]).unwrap_err().to_string());
        assert_eq!(why, "the robot's file has a body \"floor\" too: give that of the scene another name");
    }
}
