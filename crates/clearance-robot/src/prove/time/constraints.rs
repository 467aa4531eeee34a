//! What is known of the constraints of a cell over a motion: they are pairs of points and halfspaces in a cell of their
//! own, and a [`Checker`] of that cell proves that these stay apart.

use super::snapshot::Snapshot;
use super::{Checker, Contact, EdgeOptions, Found, Mode, Violation};
use crate::cell::bodies::Stage;
use crate::cell::keep::ConstraintValue;
use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::path::Configuration;

impl<'r> Checker<'r> {
    /// A checker of the constraints of a cell; `None` without constraints.
    pub(super) fn of_constraints(cell: &Workcell) -> Result<Option<Box<Self>>, RobotError> {
        cell.constraint_cell().map(|cell| Self::new(cell).map(Box::new)).transpose()
    }

    /// The checker of the constraints; `None` without constraints.
    pub(crate) fn constraints(&self) -> Option<&Self> {
        self.constraints.as_deref()
    }

    /// What is known of a motion if its constraints count too. What is violated first comes before a later contact; if
    /// any contact is wanted, any finding will do.
    pub(crate) fn obeying(
        &self,
        found: Found,
        options: &EdgeOptions,
        ask: impl FnOnce(&Self, &EdgeOptions) -> Found,
    ) -> Found {
        let Some(constraints) = self.constraints() else { return found };
        let first = options.mode != Mode::AnyHit;
        if !(first || found.is_free()) {
            return found;
        }
        let mode = if first { Mode::FirstHit } else { Mode::AnyHit };
        let (margin, least) = (EdgeOptions::default().margin, EdgeOptions::default().least);
        match self.violation(ask(constraints, &EdgeOptions { mode, margin, least, ..*options })) {
            Some(violation) if found.contact().is_none_or(|contact| violation.time.lower < contact.time.lower) => {
                Found::Violated(violation)
            }
            _ => found,
        }
    }

    /// What is violated if a point of a constraint is not apart from a halfspace.
    fn violation(&self, found: Found) -> Option<Violation> {
        let is_proven = matches!(found, Found::Hit(_));
        let (Found::Hit(contact) | Found::Undecided(contact)) = found else { return None };
        let Contact { pair: [constraint, _], time, values, .. } = contact;
        // The cell's own configurations have as many values.
        let all = self.cell().measured_constraints(&values).unwrap_or_default();
        let own = all.into_iter().find(|own| own.name == constraint);
        let (value, limit) = own.map_or((f64::NAN, f64::NAN), |own| (own.value, own.limit));
        Some(Violation { constraint, time, value, limit, values, is_proven })
    }
}

impl Workcell {
    /// The values of all constraints in a configuration, and whether they are proven to hold.
    ///
    /// ```
    /// use clearance::{Pose3, Vec3};
    /// use clearance_robot::{Constraint, JointKind, JointSpec, Robot, Workcell};
    /// let slide = JointSpec::new("slide", JointKind::Prismatic, "base", "hand");
    /// let robot = Robot::builder("r").link("base", vec![]).link("hand", vec![]).joint(slide).build().unwrap();
    /// let sides = [Some(2.0), None, None];
    /// let within = Constraint::point("within", "hand", Vec3::new(0.5, 0.0, 0.0), Pose3::IDENTITY, sides);
    /// let cell = Workcell::new(robot, &[]).unwrap().keep(within).unwrap();
    /// // At 2.25 the point is 0.75 beyond the face.
    /// let found = &cell.constraint_values(&[2.25]).unwrap()[0];
    /// assert_eq!((found.value, found.limit, found.holds), (0.75, 0.0, Some(false)));
    /// ```
    pub fn constraint_values(&self, q: &[f64]) -> Result<Vec<ConstraintValue>, RobotError> {
        let mut all = self.measured_constraints(q)?;
        let Some(cell) = self.constraint_cell() else { return Ok(all) };
        let stage = Stage::new(cell, &[])?;
        let at = Snapshot::at(&stage, &Configuration::exact(q));
        all.iter_mut().for_each(|own| own.holds = Some(true));
        for pair in 0..stage.pairs().len() {
            let [name, _] = stage.names(pair);
            let bounds = at.proximity(&stage, pair).bounds;
            for own in all.iter_mut().filter(|own| own.name == name && own.holds != Some(false)) {
                if bounds.upper <= 0.0 {
                    own.holds = Some(false);
                } else if bounds.lower <= 0.0 {
                    own.holds = None;
                }
            }
        }
        Ok(all)
    }
}
