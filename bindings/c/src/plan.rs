//! Plans of robots, with the structs of the header.

use std::ffi::{CString, c_char};
use std::ptr;

use ::clearance_models::{TaskOptions, run_task};
use ::clearance_robot::plan::{Effort, Goal, NoPlan, PlanOptions, ProvenPlan, Target, Tip};

use crate::answer::clearance_pose;
use crate::checker::clearance_checker;
use crate::edge::length;
use crate::refusal::{Answer, Refusal};
use crate::robot::refused;
use crate::text::c_text;

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_plan_options {
    pub size: u32,
    max_iterations: u32,
    seed: u64,
    time_limit: f64,
    pub weights: *const f64,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_plan {
    points: *const f64,
    rows: usize,
    turns: *const f64,
    goal: usize,
    length: f64,
    lower: f64,
    certificate: *const c_char,
    reason: *const c_char,
    iterations: u32,
    edges: u32,
    nodes: u32,
    reserved: u32,
}

/// A plan, and behind what C sees of it what it points to.
#[repr(C)]
pub struct OwnedPlan {
    view: clearance_plan,
    points: Vec<f64>,
    turns: Vec<f64>,
    certificate: Option<CString>,
    reason: Option<CString>,
}

/// Where a plan shall lead.
pub enum Wanted<'g> {
    /// Rows of configurations.
    Configurations(&'g [f64]),
    /// A point of a link, where it shall be, and whether the link's axes matter.
    Tip { link: &'g str, point: [f64; 3], pose: &'g clearance_pose, oriented: bool },
}

/// A task that was taken.
pub struct Taken {
    /// A line for each step, and one for the task.
    pub lines: String,
    /// A line for each motion, if they have times.
    pub trajectories: String,
    /// The line of its certificate, if no step failed.
    pub certificate: Option<String>,
}

impl clearance_checker {
    /// The steps of a task in JSON.
    pub fn task(&self, (text, rest): (&str, Option<&str>), options: &TaskOptions) -> Answer<Taken> {
        let (cell, rest) = (self.checker().cell(), self.rest(rest)?);
        let run = run_task(text, cell, &rest, options).map_err(refused)?;
        let lines = run.steps.iter().chain([&run.summary()]).map(|line| line.to_string() + "\n").collect();
        let certificate = run.failed.is_none().then(|| run.task.certificate()).transpose().map_err(refused)?;
        let trajectories = run.trajectories().map(|line| line + "\n").collect();
        Ok(Taken { lines, trajectories, certificate: certificate.map(|certificate| certificate.to_line("task")) })
    }
}

impl clearance_plan_options {
    /// Seed 0, no limit of time.
    pub fn defaults() -> Self {
        let (size, weights) = (size_of::<Self>() as u32, ptr::null());
        clearance_plan_options { size, max_iterations: 0, seed: 0, time_limit: f64::NAN, weights }
    }

    /// The options of the planner.
    pub fn read(&self, weights: Option<&[f64]>) -> Answer<PlanOptions> {
        let default = PlanOptions::default();
        let max_iterations = if self.max_iterations == 0 { default.max_iterations } else { self.max_iterations };
        let weights = weights.map(<[f64]>::to_vec);
        let options = PlanOptions { seed: self.seed, max_iterations, weights, ..default };
        let limit = if self.time_limit.is_nan() { None } else { Some(length("time_limit", self.time_limit)?) };
        Ok(options.within(limit))
    }
}

impl clearance_checker {
    /// A proven path from a configuration to a goal, or why there is none.
    pub fn plan(&self, start: &[f64], wanted: &Wanted, options: &PlanOptions) -> Answer<Box<OwnedPlan>> {
        let goal = self.goal(wanted)?;
        Ok(match self.checker().plan(start, &goal, options).map_err(refused)? {
            Ok(mut found) => {
                let certificate = found.certify(self.checker()).map_err(refused)?;
                OwnedPlan::found(found, &certificate.to_line("plan"))
            }
            Err(why) => OwnedPlan::none(self.checker().reason(&why, start, &goal), &why),
        })
    }

    fn goal(&self, wanted: &Wanted) -> Answer<Goal> {
        let robot = self.robot();
        match wanted {
            Wanted::Configurations(goals) => {
                let rows: Vec<Vec<f64>> = goals.chunks(robot.dof().max(1)).map(<[f64]>::to_vec).collect();
                if rows.is_empty() {
                    return Err(Refusal::invalid("goal_count must be at least 1, got 0"));
                }
                for (row, q) in rows.iter().enumerate() {
                    robot.check_configuration(q).map_err(|error| refused(error).about(&format!("goals[{row}]")))?;
                }
                Ok(Goal::Configurations(rows))
            }
            Wanted::Tip { link, point, pose, oriented } => {
                let tip = Tip { link: robot.find_link(link).map_err(refused)?, point: (*point).into() };
                Ok(Goal::Tip(Target { tip, pose: pose.read()?, oriented: *oriented }))
            }
        }
    }
}

impl OwnedPlan {
    fn found(found: ProvenPlan, certificate: &str) -> Box<Self> {
        let (length, effort) = (found.plan.length(), found.plan.effort);
        let points: Vec<f64> = found.plan.path.concat();
        let certificate = Some(c_text(certificate));
        let mut plan = Self { points, turns: found.plan.turns, certificate, ..Self::empty(effort) };
        let view = clearance_plan {
            rows: found.plan.path.len(),
            goal: found.plan.goal,
            length,
            lower: found.lower,
            ..plan.view
        };
        plan.view = view;
        plan.shown()
    }

    fn none(reason: String, why: &NoPlan) -> Box<Self> {
        let effort = if let NoPlan::NotFound(effort) = why { *effort } else { Effort::default() };
        Self { reason: Some(c_text(&reason)), ..Self::empty(effort) }.shown()
    }

    fn empty(effort: Effort) -> Self {
        let view = clearance_plan {
            points: ptr::null(),
            rows: 0,
            turns: ptr::null(),
            goal: 0,
            length: f64::NAN,
            lower: f64::NAN,
            certificate: ptr::null(),
            reason: ptr::null(),
            iterations: effort.iterations,
            edges: effort.edges,
            nodes: effort.nodes,
            reserved: 0,
        };
        OwnedPlan { view, points: Vec::new(), turns: Vec::new(), certificate: None, reason: None }
    }

    /// With pointers to what it owns, which stays where it is.
    fn shown(self) -> Box<Self> {
        let mut plan = Box::new(self);
        let text = |text: &Option<CString>| text.as_ref().map_or(ptr::null(), |text| text.as_ptr());
        (plan.view.certificate, plan.view.reason) = (text(&plan.certificate), text(&plan.reason));
        if plan.view.rows > 0 {
            (plan.view.points, plan.view.turns) = (plan.points.as_ptr(), plan.turns.as_ptr());
        }
        plan
    }
}
