//! Hands: bodies of the world that a robot takes hold of and lets go of, and pairs that are checked or not.
//!
//! Each of these is a new cell; links keep their hulls, parts and balls, so it costs about as much as a copy.

use std::sync::Arc;

use clearance::{Pose3, Vec3};
use clearance_world::{Body, hint};

use super::obstacle::{LinkRule, Obstacle};
use super::workcell::Workcell;
use crate::error::RobotError;
use crate::model::link::{Link, LinkShape};
use crate::model::link_mesh::LinkMesh;
use crate::model::robot::Robot;

impl Workcell {
    /// The cell in which a link holds a body of the world, where both are in a configuration: the body is a
    /// [link of its own](Robot::attach) from now on, checked against the robot and the world. It may touch the link
    /// that holds it, and the links and bodies that are named; pairs with these are not checked.
    ///
    /// The pose in the link's frame is rounded, and its numbers say where the body is from now on. A mesh is held as
    /// its hull, and where hulls touch as the mesh it is. A margin of the body is the padding of the link.
    ///
    /// Refuses names that are none, halfspaces and fields of points or cells, and a body with a margin for one link.
    ///
    /// ```
    /// use clearance::{Ball, Pose3, Vec3};
    /// use clearance_robot::{JointKind, JointSpec, Obstacle, Robot, RobotClearance, Workcell};
    /// let at = |x: f64, y: f64| Pose3::from_xyz(x, y, 0.0).unwrap();
    /// let turn = JointSpec::new("turn", JointKind::Continuous, "base", "hand").axis(Vec3::new(0.0, 0.0, 1.0));
    /// let robot = Robot::builder("arm").link("base", vec![]).link("hand", vec![]).joint(turn).build().unwrap();
    /// let ball = Ball::new(0.25).unwrap();
    /// let world = [Obstacle::new("cup", ball, at(2.0, 0.0)), Obstacle::new("post", ball, at(0.0, 3.0))];
    /// let cell = Workcell::new(robot, &world).unwrap();
    /// let held = cell.attach("cup", "hand", &[0.0], &[]).unwrap();
    /// // A quarter turn carries the cup from (2, 0) to (0, 2), a half metre from the post.
    /// let quarter = [core::f64::consts::FRAC_PI_2];
    /// let found = RobotClearance::new(&held).unwrap().at(&quarter).unwrap().unwrap();
    /// assert!((found.proximity.signed_distance - 0.5).abs() < 1e-12);
    /// let placed = held.detach("cup", &quarter).unwrap();
    /// let cup = placed.world().iter().find(|body| body.name == "cup").unwrap();
    /// assert!((cup.pose.translation().y - 2.0).abs() < 1e-12);
    /// ```
    pub fn attach(&self, body: &str, link: &str, q: &[f64], touch: &[&str]) -> Result<Self, RobotError> {
        let here = |error: RobotError| error.within(format_args!("attach {body:?}"));
        let obstacle = self.body_named(body).map_err(here)?;
        let shapes = shapes(&obstacle.body).map_err(here)?;
        if let Some(rule) = obstacle.rules.iter().find(|rule| rule.margin.is_some()) {
            let what = format!("the scene gives it a margin of its own for link {:?}", rule.link);
            return Err(here(RobotError::new(what)));
        }
        let mut robot = Robot::clone(self.robot());
        let holder = robot.find_link(link).map_err(here)?;
        let placement = robot.place(q).map_err(here)?;
        let pose = written(&Pose3::relative(&robot.link_pose(&placement, holder), &obstacle.pose)).map_err(here)?;
        let held = robot.attach(body, shapes, (holder, pose), &[]).map_err(here)?;
        robot.pad(held, obstacle.margin).map_err(here)?;
        robot.links[held].taken = Some(obstacle.body.clone());
        for other in touch.iter().copied().chain(obstacle.rules.iter().map(|rule| rule.link.as_str())) {
            self.check_name(other).map_err(here)?;
            robot.allow(body, other);
        }
        let world = self.world().iter().filter(|other| other.name != body).cloned().collect();
        self.changed(robot, world)
    }

    /// The cell in which a body that the robot holds stands in the world, where the link has it in a configuration. Its
    /// pose is rounded, and its numbers say where the body is. All links are checked against it again, but those that
    /// no joint moves: [allow](Self::allow) those of the gripper that lets it go.
    ///
    /// Refuses a name that is none of a body that is held.
    pub fn detach(&self, body: &str, q: &[f64]) -> Result<Self, RobotError> {
        let here = |error: RobotError| error.within(format_args!("detach {body:?}"));
        let mut robot = Robot::clone(self.robot());
        let held: Vec<&str> = robot.links().iter().filter(|link| link.is_held).map(|link| link.name.as_str()).collect();
        if !held.contains(&body) {
            let there = if held.is_empty() { "nothing".into() } else { held.join(", ") };
            return Err(here(RobotError::new(format!("the robot holds {there}{}", hint(body, &held)))));
        }
        let link = robot.find_link(body).map_err(here)?;
        if let Some(on_it) = robot.joints().iter().find(|joint| joint.parent == link) {
            return Err(here(RobotError::new(format!("it holds {:?}", robot.links()[on_it.child].name))));
        }
        let placement = robot.place(q).map_err(here)?;
        let pose = written(&robot.link_pose(&placement, link)).map_err(here)?;
        let released = robot.release(link);
        let mut world = self.world().to_vec();
        world.iter_mut().for_each(|other| other.rules.retain(|rule| rule.link != body));
        world.push(body_of(released, pose).map_err(here)?);
        self.changed(robot, world.into())
    }

    /// The cell in which two links, or a link and a body, are not checked against one another. Refuses names that are
    /// none.
    pub fn allow(&self, a: &str, b: &str) -> Result<Self, RobotError> {
        [a, b].iter().try_for_each(|name| self.check_name(name))?;
        let mut robot = Robot::clone(self.robot());
        robot.allow_named(a, b)?;
        self.changed(robot, self.world().into())
    }

    /// The cell in which a link and a body of the world may overlap by less than a depth, as a cup on a table does:
    /// the pair is checked, and its signed distance stays above minus the depth in every answer and proof. The margin
    /// of the pair is minus the depth, in place of the sum of both margins.
    ///
    /// Refuses names that are none, a depth that is not positive, and two links: these have no margin of their own.
    pub fn allow_within(&self, a: &str, b: &str, depth: f64) -> Result<Self, RobotError> {
        if !(depth > 0.0 && depth.is_finite()) {
            return Err(RobotError::new(format!("a depth must be a positive length, got {depth}")));
        }
        let [link, body] = self.link_and_body(a, b)?;
        let mut robot = Robot::clone(self.robot());
        robot.forbid(link, body)?;
        let mut world = self.world().to_vec();
        for obstacle in world.iter_mut().filter(|obstacle| obstacle.name == body) {
            obstacle.rules.retain(|rule| rule.link != link);
            obstacle.rules.push(LinkRule { link: link.into(), margin: Some(-depth) });
        }
        self.changed(robot, world.into())
    }

    /// The cell in which two links, or a link and a body, are checked against one another again, also where a row of
    /// the SRDF or a rule of the scene says otherwise. Refuses names that are none, and pairs that are not checked
    /// since no joint moves one against the other, or since they are neighbours.
    pub fn forbid(&self, a: &str, b: &str) -> Result<Self, RobotError> {
        [a, b].iter().try_for_each(|name| self.check_name(name))?;
        let mut robot = Robot::clone(self.robot());
        robot.forbid(a, b)?;
        let mut world = self.world().to_vec();
        for Obstacle { name, rules, .. } in &mut world {
            let is_pair = |rule: &LinkRule| [[a, b], [b, a]].contains(&[name.as_str(), rule.link.as_str()]);
            // A margin below zero is a depth that is allowed.
            rules.retain(|rule| rule.margin.is_some_and(|margin| margin >= 0.0) || !is_pair(rule));
        }
        self.changed(robot, world.into())
    }

    /// The cell of another robot, with the same joints, in another world. The balls of links that stay are kept.
    fn changed(&self, robot: Robot, world: Arc<[Obstacle]>) -> Result<Self, RobotError> {
        let changed = self.with_robot(robot, world)?.with_known_balls(self);
        Ok(match self.group() {
            Some(group) => changed.with_group(group.clone()),
            None => changed,
        })
    }

    /// The names of a link and of a body of the world, in this order.
    pub(crate) fn link_and_body<'n>(&self, a: &'n str, b: &'n str) -> Result<[&'n str; 2], RobotError> {
        [a, b].iter().try_for_each(|name| self.check_name(name))?;
        let [link, body] = if self.robot().link_named(a).is_some() { [a, b] } else { [b, a] };
        self.robot().find_link(link)?;
        self.body_named(body)?;
        Ok([link, body])
    }

    /// Refuses what is neither a link nor a body of the world.
    fn check_name(&self, name: &str) -> Result<(), RobotError> {
        let mut known = self.robot().link_names();
        known.extend(self.world().iter().map(|body| body.name.as_str()));
        if known.contains(&name) {
            return Ok(());
        }
        Err(RobotError::new(format!("{name:?} is neither a link nor a body of the world{}", hint(name, &known))))
    }
}

/// A pose by its rounded numbers.
fn written(pose: &Pose3<f64>) -> Result<Pose3<f64>, RobotError> {
    Pose3::new(pose.rotor(), pose.translation()).map_err(|error| RobotError::new(error.to_string()))
}

/// The shapes of a body on a link.
fn shapes(body: &Body<Vec3<f64>>) -> Result<Vec<LinkShape>, RobotError> {
    let at = Pose3::IDENTITY;
    match body {
        Body::Convex(shape) => Ok(vec![LinkShape::new(shape.clone(), at)]),
        Body::Compound(compound) => {
            let parts = compound.posed_parts().iter();
            Ok(parts.map(|(shape, pose)| LinkShape::new(shape.clone(), *pose)).collect())
        }
        Body::Mesh(mesh) => Ok(vec![LinkShape::hull_of(LinkMesh::of(mesh), mesh.hull(), at)]),
        other => Err(RobotError::new(format!("a {} cannot be held", other.kind()))),
    }
}

/// A link that was held as a body of the world: what was taken, or its shapes.
fn body_of(link: Link, pose: Pose3<f64>) -> Result<Obstacle, RobotError> {
    let of_shapes = || {
        let parts = link.shapes.iter().map(|shape| (shape.shape.clone(), shape.pose));
        Body::compound(parts).map_err(|error| RobotError::new(error.to_string()))
    };
    let body = link.taken.clone().map_or_else(of_shapes, Ok)?;
    Ok(Obstacle { margin: link.padding, ..Obstacle::of(link.name, body, pose) })
}
