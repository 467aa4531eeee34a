//! Constraints on all motions of a workcell.

use clearance::{Vec3, Vector};
use clearance_world::hint;

use super::constraint::{Constraint, relative};
use super::workcell::{Constrained, Workcell};
use crate::error::RobotError;

/// A constraint in a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintValue {
    /// The name of the constraint.
    pub name: String,
    /// An angle in radians, or how far a point is outside of its box in metres, below zero inside; rounded.
    pub value: f64,
    /// What the value stays below.
    pub limit: f64,
    /// Whether it is proven to; `None` if rounding cannot decide.
    pub holds: Option<bool>,
}

/// How far a constraint is from a limit, and how that changes with the values of a configuration.
pub(crate) struct Height {
    pub value: f64,
    pub gradient: Vec<f64>,
    /// The greatest value that it may have.
    pub depth: f64,
}

impl Workcell {
    /// The cell in which a constraint holds on all of every motion: edges, paths and trajectories in which it does not
    /// are not free, plans obey it, and certificates prove it. What is held may be its link.
    ///
    /// Distances and closest approaches do not depend on it; ranges, regions, roadmaps and monitors refuse the cell.
    ///
    /// Refuses names that are none of links, a name that another constraint has, an angle that is not between 0 and π,
    /// a box without sides, and a link that no joint moves as the constraint says.
    pub fn keep(&self, constraint: Constraint) -> Result<Self, RobotError> {
        self.with_constraints(self.constraints().iter().cloned().chain([constraint.written()?]).collect())
    }

    /// The cell without the constraint of a name. Refuses a name that is none.
    pub fn relax(&self, name: &str) -> Result<Self, RobotError> {
        let names: Vec<&str> = self.constraints().iter().map(|constraint| constraint.name.as_str()).collect();
        if !names.contains(&name) {
            let hint = hint(name, &names);
            return Err(RobotError::new(format!("no constraint is named {name:?}{hint}")));
        }
        let rest = self.constraints().iter().filter(|constraint| constraint.name != name);
        self.with_constraints(rest.cloned().collect())
    }

    /// The cell with these constraints only.
    pub(crate) fn with_constraints(&self, list: Vec<Constraint>) -> Result<Self, RobotError> {
        if list.is_empty() {
            return Ok(self.constrained_by(None));
        }
        let (points, walls) = relative(self.robot(), &list)?;
        let cell = Workcell::new(points, &walls)?;
        Ok(self.constrained_by(Some(Constrained { list, cell })))
    }

    /// Refuses a cell with constraints, for a query that knows none: `what` is its name.
    pub fn refuse_constraints(&self, what: &str) -> Result<(), RobotError> {
        match self.constraints().first() {
            None => Ok(()),
            Some(first) => {
                let name = &first.name;
                Err(RobotError::new(format!("{what} cannot hold constraints, got {name:?}: take a cell without them")))
            }
        }
    }

    /// The values of all constraints in a configuration, of which nothing is proven.
    pub(crate) fn measured_constraints(&self, q: &[f64]) -> Result<Vec<ConstraintValue>, RobotError> {
        self.robot().check_configuration(q)?;
        let Some(cell) = self.constraint_cell() else { return Ok(Vec::new()) };
        let images = images(cell, q)?.into_iter().zip(self.constraints());
        let value = |(image, constraint): (Vec3<f64>, &Constraint)| {
            let (name, limit) = (constraint.name.clone(), constraint.limit());
            ConstraintValue { name, value: constraint.value(image), limit, holds: None }
        };
        Ok(images.map(value).collect())
    }

    /// How far all constraints are from their limits in a configuration; a box has up to six.
    pub(crate) fn constraint_heights(&self, q: &[f64]) -> Result<Vec<Height>, RobotError> {
        let Some(cell) = self.constraint_cell() else { return Ok(Vec::new()) };
        let (robot, placement) = (cell.robot(), cell.robot().place(q)?);
        let mut heights = Vec::new();
        for ((constraint, link), image) in self.constraints().iter().zip(&robot.links()[1..]).zip(images(cell, q)?) {
            let columns = robot.jacobian(&placement, link.frame, image);
            for wall in constraint.walls()? {
                let (normal, offset) = (wall.halfspace.normal(), wall.halfspace.offset());
                let mut gradient: Vec<f64> = columns.iter().map(|column| normal.dot(column.linear)).collect();
                self.only_moving(&mut gradient);
                heights.push(Height { value: normal.dot(image) - offset, gradient, depth: wall.depth });
            }
        }
        Ok(heights)
    }
}

/// Where the points of all constraints are in a configuration: the links behind the first one.
fn images(cell: &Workcell, q: &[f64]) -> Result<Vec<Vec3<f64>>, RobotError> {
    let (robot, placement) = (cell.robot(), cell.robot().place(q)?);
    let image = |(place, link): (usize, &crate::model::link::Link)| {
        let pose = robot.link_pose(&placement, place);
        link.shapes.first().map_or(Vec3::ZERO, |shape| pose.point(shape.pose.translation()))
    };
    Ok(robot.links().iter().enumerate().skip(1).map(image).collect())
}
