//! A robot's proofs for the planners.

use std::time::Duration;

use super::rrt::{Connector, NoPlan, Plan, PlanOptions, rrt_connect};
use crate::certificate::Certificate;
use crate::edge::{Checker, Edge, EdgeOptions};
use crate::path::Path;
use crate::robot::Robot;

/// Edges of a robot, proven by a [`Checker`], within the limits of its joints.
pub struct ProvenEdges<'c, 'r> {
    checker: &'c Checker<'r>,
    limits: Vec<[f64; 2]>,
    options: EdgeOptions,
}

impl<'c, 'r> ProvenEdges<'c, 'r> {
    /// With the options of each proof; undecided edges count as not free.
    pub fn new(checker: &'c Checker<'r>, options: EdgeOptions) -> Self {
        ProvenEdges { checker, limits: variable_limits(checker.robot()), options }
    }
}

impl Connector for ProvenEdges<'_, '_> {
    fn limits(&self) -> &[[f64; 2]] {
        &self.limits
    }
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.checker.is_free(from, to, &self.options)
    }
    fn goes_on(&self) -> bool {
        !self.checker.is_stopped()
    }
}

/// The limits of each value of a configuration: those of its joint and of all that mimic it; from −π to π where a joint turns without end, and
/// one metre to both sides where nothing is said of a way.
pub fn variable_limits(robot: &Robot) -> Vec<[f64; 2]> {
    let open = |joint: &usize| {
        let size = if robot.joints()[*joint].kind.turns() { core::f64::consts::PI } else { 1.0 };
        [-size, size]
    };
    let known = |variable: usize| {
        let drives = robot.joints().iter().filter(|joint| joint.drive.variable == Some(variable));
        let range = |joint: &crate::joint::Joint| {
            let limits = joint.limits?;
            let drive = joint.drive;
            let ends = [limits.lower, limits.upper].map(|limit| (limit - drive.offset) / drive.multiplier);
            (drive.multiplier != 0.0).then(|| [ends[0].min(ends[1]), ends[0].max(ends[1])])
        };
        drives.filter_map(range).reduce(|[low, high], [other, end]| [low.max(other), high.min(end)])
    };
    robot.variables().iter().enumerate().map(|(i, joint)| known(i).unwrap_or_else(|| open(joint))).collect()
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
    /// A path between two configurations by [`rrt_connect`], with a certificate.
    ///
    /// The edges of the tree are proven one by one; the certificate proves those of the shortened path once more, from scratch.
    pub fn plan(&self, start: &[f64], goal: &[f64], options: &PlanOptions) -> Result<ProvenPlan, NoPlan> {
        let each = EdgeOptions { max_intervals: PLAN_INTERVALS, ..EdgeOptions::default() };
        let mut edges = ProvenEdges::new(self, each);
        let plan = rrt_connect(&mut edges, start, goal, options)?;
        let path = Path::through(&plan.path, self.robot().dof()).map_err(|_| NoPlan::NotFound(plan.effort))?;
        match self.certify(&path, &edges.options) {
            (Edge::Free { lower }, Some(certificate)) => Ok(ProvenPlan { plan, lower, certificate }),
            _ => Err(NoPlan::NotFound(plan.effort)),
        }
    }
}

impl Checker<'_> {
    /// Why there is no plan: of an end that no plan can have, with the joint beyond its limits or the pair that is too near.
    pub fn reason(&self, why: &NoPlan, [start, goal]: [&[f64]; 2]) -> String {
        let q = match why {
            NoPlan::Start => start,
            NoPlan::Goal => goal,
            NoPlan::NotFound(_) => return why.to_string(),
        };
        if let Some(&(joint, value)) = self.robot().beyond_limits(q).first() {
            let joint = &self.robot().joints()[joint];
            let limits = joint.limits.map_or(String::new(), |l| format!(", with limits {} and {}", l.lower, l.upper));
            return format!("{why}: joint {:?} is at {value}{limits}", joint.name);
        }
        match self.nearest(q) {
            Ok(Some((found, [a, b]))) => {
                format!("{why}: {a:?} and {b:?} are at a signed distance of {}", found.signed_distance)
            }
            _ => why.to_string(),
        }
    }
}

/// A planner gives up on an edge sooner than who asks for that edge alone: another sample is cheaper.
const PLAN_INTERVALS: u32 = 500;

/// A century in seconds, which no search lasts.
const LONGEST: f64 = 3e9;

impl PlanOptions {
    /// With a limit of time in seconds that is not negative, if one is given.
    pub fn within(self, limit: Option<f64>) -> Self {
        PlanOptions { time_limit: limit.map(|limit| Duration::from_secs_f64(limit.clamp(0.0, LONGEST))), ..self }
    }
}
