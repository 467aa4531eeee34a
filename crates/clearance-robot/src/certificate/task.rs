//! Certificates of tasks: motions one after the other, and what the robot holds and lets go of between them.
//!
//! Each motion is proven in the cell that the steps before it make, and begins where the one before it ends, to the
//! bit. Its certificate is one of its own, so its rules are those of the cell at that step: what is held, which pairs
//! may touch, and how deep. A checker applies the steps again, in order.

use clearance::Pose3;

use super::format::{AllowedPair, Attached, Detached, Digests, PoseNumbers, TaskStep};
use super::refusal::{Refusal, refuse};
use super::{Certificate, Proofs, Subject, VERSION};
use crate::cell::constraint::Constraint;
use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::prove::time::Checker;
use crate::trajectory::Trajectory;

impl From<&Pose3<f64>> for PoseNumbers {
    fn from(pose: &Pose3<f64>) -> Self {
        PoseNumbers { translation: pose.translation().into(), quaternion: pose.rotor().to_wxyz() }
    }
}

impl TaskStep {
    /// The word for it, as files have it.
    pub fn name(&self) -> &'static str {
        match self {
            TaskStep::Motion(_) => "motion",
            TaskStep::Attach(_) => "attach",
            TaskStep::Detach(_) => "detach",
            TaskStep::Allow(_) => "allow",
            TaskStep::Forbid(_) => "forbid",
            TaskStep::Keep(_) => "keep",
            TaskStep::Relax(_) => "relax",
        }
    }

    /// A link takes hold of a body where both are in a configuration, with the cell behind it.
    pub(crate) fn attach(
        cell: &Workcell,
        q: &[f64],
        [body, link]: [&str; 2],
        touch: &[&str],
    ) -> Result<(Self, Workcell), RobotError> {
        let next = cell.attach(body, link, q, touch)?;
        // The body hangs on a fixed joint of its own, the last one.
        let pose = next.robot().joints().last().map_or(Pose3::IDENTITY, |joint| joint.origin);
        let (pose, touch) = (PoseNumbers::from(&pose), touch.iter().map(|name| String::from(*name)).collect());
        Ok((TaskStep::Attach(Attached { body: body.into(), link: link.into(), touch, pose }), next))
    }

    /// A body is let go where it is in a configuration, with the cell behind it.
    pub(crate) fn detach(cell: &Workcell, q: &[f64], body: &str) -> Result<(Self, Workcell), RobotError> {
        let next = cell.detach(body, q)?;
        let pose = PoseNumbers::from(&next.body_named(body)?.pose);
        Ok((TaskStep::Detach(Detached { body: body.into(), pose }), next))
    }

    /// A pair is not checked, or not beyond a depth, with the cell behind it.
    pub(crate) fn allow(
        cell: &Workcell,
        [a, b]: [&str; 2],
        depth: Option<f64>,
    ) -> Result<(Self, Workcell), RobotError> {
        let next = depth.map_or_else(|| cell.allow(a, b), |depth| cell.allow_within(a, b, depth))?;
        Ok((TaskStep::Allow(AllowedPair { pair: [a.into(), b.into()], depth }), next))
    }

    /// A constraint holds on all motions, with the cell behind it.
    pub(crate) fn keep(cell: &Workcell, constraint: Constraint) -> Result<(Self, Workcell), RobotError> {
        let next = cell.keep(constraint)?;
        // As the cell has it: with the numbers of its pose.
        let kept = next.constraints().last().cloned();
        let kept = kept.ok_or_else(|| RobotError::new("the cell keeps no constraint"))?;
        Ok((TaskStep::Keep(kept), next))
    }

    /// The step once more, from the names that it has, at a configuration; with the cell behind it. A motion changes
    /// no cell.
    fn again(&self, cell: &Workcell, q: &[f64]) -> Result<(Self, Workcell), RobotError> {
        match self {
            TaskStep::Motion(_) => Ok((self.clone(), cell.clone())),
            TaskStep::Attach(Attached { body, link, touch, .. }) => {
                let touch: Vec<&str> = touch.iter().map(String::as_str).collect();
                Self::attach(cell, q, [body, link], &touch)
            }
            TaskStep::Detach(Detached { body, .. }) => Self::detach(cell, q, body),
            TaskStep::Allow(AllowedPair { pair: [a, b], depth }) => Self::allow(cell, [a, b], *depth),
            TaskStep::Forbid([a, b]) => Ok((self.clone(), cell.forbid(a, b)?)),
            TaskStep::Keep(constraint) => Self::keep(cell, constraint.clone()),
            TaskStep::Relax(name) => Ok((self.clone(), cell.relax(name)?)),
        }
    }
}

impl Certificate {
    /// The certificate of a task that begins in a cell, at a configuration.
    pub(crate) fn of_task(cell: &Workcell, start: &[f64], steps: &[TaskStep]) -> Result<Self, RobotError> {
        let checker = Checker::new(cell)?;
        Ok(Certificate {
            version: VERSION,
            id: None,
            digests: Digests::of(checker.stage(), None, &checker.stage().all_labels()),
            subject: Subject::Task { start: start.to_vec(), steps: steps.to_vec() },
            closer: Vec::new(),
            finer: Vec::new(),
            pairs: Vec::new(),
            proofs: Proofs::Stretches { cells: Vec::new(), entries: Vec::new() },
            constraints: None,
        })
    }

    /// The least bound of all motions of a task; infinite if none has a pair.
    pub(super) fn verify_steps(&self, cell: &Workcell, start: &[f64], steps: &[TaskStep]) -> Result<f64, Refusal> {
        let checker = Checker::new(cell)?;
        self.digests.compare(&Digests::of(checker.stage(), None, &checker.stage().all_labels()))?;
        cell.robot().check_configuration(start)?;
        let (mut cell, mut q, mut least) = (cell.clone(), start.to_vec(), f64::INFINITY);
        for (i, step) in steps.iter().enumerate() {
            let here = |why: Refusal| Refusal::new(format!("step {i}, {}: {why}", step.name()));
            if let TaskStep::Motion(motion) = step {
                let [from, to] = motion.ends(&cell).map_err(here)?;
                if from != q {
                    return Err(here(Refusal::new(format!("begins at {from:?}, where the robot is at {q:?}"))));
                }
                least = least.min(motion.verify(&cell).map_err(here)?);
                q = to;
                continue;
            }
            let (again, next) = step.again(&cell, &q).map_err(|error| here(error.into()))?;
            if again != *step {
                return Err(here(Refusal::new("the pose is not that of the body")));
            }
            cell = next;
        }
        Ok(least)
    }

    /// The configurations in which a motion begins and ends.
    fn ends(&self, cell: &Workcell) -> Result<[Vec<f64>; 2], Refusal> {
        match &self.subject {
            Subject::Path { points, .. } => match &points[..] {
                [first, .., last] => Ok([first.clone(), last.clone()]),
                _ => refuse("a path must have at least 2 configurations"),
            },
            Subject::Trajectory(value) => {
                let robot = cell.robot();
                let trajectory = Trajectory::from_json(&value.to_string(), robot, &robot.no_rest())?;
                Ok(trajectory.span().map(|time| trajectory.at(time)))
            }
            other => refuse(format!("expected a path or a trajectory, got a {}", other.name())),
        }
    }
}
