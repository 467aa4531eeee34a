//! A robot's proofs for the planners.

use std::collections::HashMap;
use std::time::Duration;

use super::goal::Goal;
use super::project::projected;
use super::rrt::{Connector, NoPlan, Plan, PlanOptions, rrt_connect};
use super::space::JointSpace;
use crate::certificate::Certificate;
use crate::error::RobotError;
use crate::path::{Path, Segment};
use crate::prove::balls::Sieve;
use crate::prove::time::{Checker, EdgeOptions, Found, Keep, Mode, Outcome};

/// Edges of a robot, proven by a [`Checker`], within the limits of its joints.
pub struct ProvenEdges<'c, 'r> {
    checker: &'c Checker<'r>,
    space: JointSpace,
    options: EdgeOptions,
    sieve: Sieve<'c>,
    /// A lower bound of all signed distances on each edge that may be one of the path; `None` for an edge that is not
    /// proven free.
    proofs: HashMap<Vec<u64>, Option<f64>>,
}

impl<'c, 'r> ProvenEdges<'c, 'r> {
    /// With the options of each proof; undecided edges count as not free.
    pub fn new(checker: &'c Checker<'r>, options: EdgeOptions) -> Self {
        let sieve = Sieve::new(checker.stage(), checker.cell().balls());
        ProvenEdges { checker, space: JointSpace::of(checker.robot()), options, sieve, proofs: HashMap::new() }
    }

    /// A lower bound of all signed distances on an edge that is proven free; found once.
    fn lower(&mut self, from: &[f64], to: &[f64]) -> Option<f64> {
        let key: Vec<u64> = from.iter().chain(to).map(|value| value.to_bits()).collect();
        let (checker, options) = (self.checker, &self.options);
        let find = || {
            let segment = Segment::Straight { from: from.to_vec(), to: to.to_vec() };
            match checker.search(&segment, options, Keep::Gaps).run() {
                Outcome::Free { lower, .. } if checker.obeys(from, to, options) => Some(lower),
                _ => None,
            }
        };
        *self.proofs.entry(key).or_insert_with(find)
    }
}

impl Connector for ProvenEdges<'_, '_> {
    fn space(&self) -> &JointSpace {
        &self.space
    }
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.checker.is_free(from, to, &self.options)
    }
    fn may_be_free(&mut self, from: &[f64], to: &[f64], care: u32) -> bool {
        match self.sieve.may_be_free(from, to, care) {
            Some(may_be) => may_be && self.checker.obeys(from, to, &self.options),
            None => self.checker.is_free(from, to, &self.options),
        }
    }
    fn is_constrained(&self) -> bool {
        self.checker.constraints().is_some()
    }
    fn projected(&mut self, q: &[f64]) -> Option<Vec<f64>> {
        projected(self.checker.cell(), &self.space, q)
    }
    fn prove(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.lower(from, to).is_some()
    }
    fn goes_on(&self) -> bool {
        !self.checker.is_stopped()
    }
}

/// A plan whose edges are all proven free.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvenPlan {
    /// The path and what it took.
    pub plan: Plan,
    /// A lower bound of all signed distances on the path.
    pub lower: f64,
}

impl ProvenPlan {
    /// The certificate of the path for others to check, by a checker of the workcell of the plan. The bound becomes
    /// what the certificate proves, which may be another number in the last digits.
    ///
    /// A certificate names an axis for each pair over each stretch, which the search does not need: to make it takes
    /// about half as long as the search. Refuses what is no path of that workcell, or not proven free there.
    pub fn certify(&mut self, checker: &Checker) -> Result<Certificate, RobotError> {
        let path = Path::through(&self.plan.path, checker.robot().dof());
        let path = path.map_err(|error| RobotError::new(error.to_string()))?;
        match checker.certify(&path, &EdgeOptions { mode: Mode::AnyHit, ..EdgeOptions::default() }) {
            (Found::Free { lower, .. }, Some(certificate)) => {
                self.lower = lower;
                Ok(certificate)
            }
            (found, _) => Err(RobotError::new(format!("the path of a plan must be proven free, got {}", found.name()))),
        }
    }
}

impl Checker<'_> {
    /// A path from a start to one of several goals by [`rrt_connect`], with every edge proven free, as it is written.
    /// Joints that are not in the cell's [group](crate::Workcell::with_group) stand where they start, to the bit.
    ///
    /// Refuses a start that is no configuration, goals in which a joint that stands still has another value, and
    /// weights that are not one positive number for each value of a configuration.
    pub fn plan(
        &self,
        start: &[f64],
        goal: &Goal,
        options: &PlanOptions,
    ) -> Result<Result<ProvenPlan, NoPlan>, RobotError> {
        self.robot().check_configuration(start)?;
        let each = EdgeOptions { mode: Mode::AnyHit, max_intervals: PLAN_INTERVALS, ..EdgeOptions::default() };
        let goals = self.configurations(goal, start, options.seed)?;
        goals.iter().try_for_each(|goal| self.cell().check_at_rest(start, goal))?;
        if goals.is_empty() {
            return Ok(Err(NoPlan::Pose));
        }
        // Where hulls touch at an end, there is no plan without a closer look at that pair.
        let ends: Vec<&[f64]> = core::iter::once(start).chain(goals.iter().map(Vec::as_slice)).collect();
        let closer = self.with_a_closer_look_at(&ends);
        let mut edges = ProvenEdges::new(closer.as_ref().unwrap_or(self), each);
        edges.space = JointSpace::starting_at(self.cell(), start)?;
        if let Some(weights) = &options.weights {
            self.check_weights(weights)?;
            edges.space = edges.space.weighted(weights);
        }
        Ok(rrt_connect(&mut edges, start, &goals, options).and_then(|plan| edges.proven(plan)))
    }

    fn check_weights(&self, weights: &[f64]) -> Result<(), RobotError> {
        if weights.len() != self.robot().dof() {
            return Err(RobotError::new(format!("expected {} weights, got {}", self.robot().dof(), weights.len())));
        }
        match weights.iter().find(|weight| !(**weight > 0.0 && weight.is_finite())) {
            Some(weight) => Err(RobotError::new(format!("weights must be positive, got {weight}"))),
            None => Ok(()),
        }
    }
}

impl ProvenEdges<'_, '_> {
    /// A plan with the bound of its edges.
    fn proven(&mut self, plan: Plan) -> Result<ProvenPlan, NoPlan> {
        let edge = |ends: &[Vec<f64>]| self.lower(&ends[0], &ends[1]);
        let lower = plan.path.windows(2).map(edge).try_fold(f64::INFINITY, |least, lower| Some(least.min(lower?)));
        let lower = lower.ok_or(NoPlan::NotFound(plan.effort))?;
        Ok(ProvenPlan { plan, lower })
    }
}

impl Checker<'_> {
    /// Why there is no plan: of an end that no plan can have, with the joint beyond its limits or the pair that is too
    /// near. Of several goals the first is named.
    pub fn reason(&self, why: &NoPlan, start: &[f64], goal: &Goal) -> String {
        let q = match (why, goal) {
            (NoPlan::Start, _) => start,
            (NoPlan::Goal, Goal::Configurations(all)) if !all.is_empty() => &all[0],
            _ => return why.to_string(),
        };
        if let Some(&(joint, value)) = self.robot().beyond_limits(q).first() {
            let joint = &self.robot().joints()[joint];
            let limits = joint.limits.map_or(String::new(), |l| format!(", with limits {} and {}", l.lower, l.upper));
            return format!("{why}: joint {:?} is at {value}{limits}", joint.name);
        }
        let broken = self.cell().constraint_values(q).unwrap_or_default();
        if let Some(own) = broken.into_iter().find(|own| own.holds != Some(true)) {
            let (name, value, limit) = (own.name, own.value, own.limit);
            return format!("{why}: the constraint {name:?} must stay below {limit}, and is at {value}");
        }
        match self.nearest(q) {
            Ok(Some((found, [a, b]))) => {
                format!("{why}: {a:?} and {b:?} are at a signed distance of {}", found.signed_distance)
            }
            _ => why.to_string(),
        }
    }
}

/// A planner gives up on an edge sooner than a query of that edge alone: another sample is cheaper.
const PLAN_INTERVALS: u32 = 500;

/// A century in seconds, which no search lasts.
const LONGEST: f64 = 3e9;

impl PlanOptions {
    /// With a limit of time in seconds that is not negative, if one is given.
    pub fn within(self, limit: Option<f64>) -> Self {
        PlanOptions { time_limit: limit.map(|limit| Duration::from_secs_f64(limit.clamp(0.0, LONGEST))), ..self }
    }
}
