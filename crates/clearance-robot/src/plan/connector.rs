//! A robot's proofs for the planners.

use std::collections::HashMap;
use std::time::Duration;

use super::goal::Goal;
use super::project::projected;
use super::rrt::{Connector, NoPlan, Plan, PlanOptions, rrt_connect};
use super::space::JointSpace;
use crate::certificate::Certificate;
use crate::error::RobotError;
use crate::path::Path;
use crate::prove::balls::Sieve;
use crate::prove::time::{Checker, EdgeOptions, Entry, Found, Mode};

/// Edges of a robot, proven by a [`Checker`], within the limits of its joints.
pub struct ProvenEdges<'c, 'r> {
    checker: &'c Checker<'r>,
    space: JointSpace,
    options: EdgeOptions,
    sieve: Sieve<'c>,
    /// The proofs of edges that may be those of the path; `None` for an edge that is not proven free.
    proofs: HashMap<Vec<u64>, Option<EdgeProof>>,
}

/// What is proven of one edge.
#[derive(Clone, Debug)]
struct EdgeProof {
    lower: f64,
    entries: Vec<Entry>,
}

impl<'c, 'r> ProvenEdges<'c, 'r> {
    /// With the options of each proof; undecided edges count as not free.
    pub fn new(checker: &'c Checker<'r>, options: EdgeOptions) -> Self {
        let sieve = Sieve::new(checker.stage(), checker.cell().balls());
        ProvenEdges { checker, space: JointSpace::of(checker.robot()), options, sieve, proofs: HashMap::new() }
    }

    /// The proof of an edge with its entries, if there is one; found once.
    fn proof(&mut self, from: &[f64], to: &[f64]) -> Option<&EdgeProof> {
        let key: Vec<u64> = from.iter().chain(to).map(|value| value.to_bits()).collect();
        let (checker, options) = (self.checker, &self.options);
        let found = self.proofs.entry(key).or_insert_with(|| {
            let path = Path::through(&[from.to_vec(), to.to_vec()], from.len()).ok()?;
            match checker.prove(&path, options) {
                ((Found::Free { lower, .. }, _), proof) if checker.obeys(from, to, options) => {
                    Some(EdgeProof { lower, entries: proof.into_iter().map(|(_, entry)| entry).collect() })
                }
                _ => None,
            }
        });
        found.as_ref()
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
        self.proof(from, to).is_some()
    }
    fn goes_on(&self) -> bool {
        !self.checker.is_stopped()
    }
}

/// A plan with the proof of all of its edges.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvenPlan {
    /// The path and what it took.
    pub plan: Plan,
    /// A lower bound of all signed distances on the path.
    pub lower: f64,
    /// For others to check.
    pub certificate: Certificate,
}

impl Checker<'_> {
    /// A path from a start to one of several goals by [`rrt_connect`], with a certificate of what is proven of each of
    /// its edges, as they are written. Joints that are not in the cell's [group](crate::Workcell::with_group) stand
    /// where they start, to the bit.
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
        Ok(rrt_connect(&mut edges, start, &goals, options).and_then(|plan| edges.certified(plan)))
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
    /// A plan with the proofs of its edges.
    fn certified(&mut self, plan: Plan) -> Result<ProvenPlan, NoPlan> {
        let (mut lower, mut entries) = (f64::INFINITY, Vec::new());
        for (segment, ends) in plan.path.windows(2).enumerate() {
            let Some(proof) = self.proof(&ends[0], &ends[1]) else { return Err(NoPlan::NotFound(plan.effort)) };
            lower = lower.min(proof.lower);
            entries.extend(proof.entries.iter().map(|entry| (segment, *entry)));
        }
        let path = Path::through(&plan.path, self.space.dimension()).map_err(|_| NoPlan::NotFound(plan.effort))?;
        let certificate = self.checker.with_constraints(self.checker.certificate(&path, &entries), &path);
        let certificate = certificate.ok_or(NoPlan::NotFound(plan.effort))?;
        Ok(ProvenPlan { certificate, plan, lower })
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
