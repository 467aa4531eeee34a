//! A robot's tip: configurations that bring it to a place, and motions along a path.

use std::sync::atomic::AtomicBool;

use clearance::{Pose3, Vec3};
use clearance_models::{Task, TaskOptions, run_task};
use clearance_robot::edge::Checker;
use clearance_robot::plan::{InverseOptions, PlanOptions, Run, Step, Target, Tip, inverse};
use clearance_robot::timing::TimingOptions;
use clearance_robot::{ProposalOptions, RateLimits, Reason, RobotError};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::interrupt::heeding_signals;
use crate::numbers::{Triple, numbers, triple};
use crate::pose::Pose;
use crate::robot::{Checked, Robot, checked, length};
use crate::trajectory::Rates;

/// How a configuration is searched for.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Search {
    seed: u64,
    starts: u32,
    steps: u32,
    tolerance: f64,
    clearance: f64,
}

impl Search {
    fn options(self) -> PyResult<InverseOptions> {
        let Search { seed, starts, steps, .. } = self;
        let (tolerance, clearance) = (length("tolerance", self.tolerance)?, length("clearance", self.clearance)?);
        Ok(InverseOptions { seed, starts, steps, tolerance, clearance })
    }
}

/// A link, and a point of it.
pub type TipGiven<'p> = (String, Bound<'p, PyAny>);
/// A position or a pose.
pub type TargetGiven<'p> = (Option<Bound<'p, PyAny>>, Option<Bound<'p, PyAny>>);

/// Where a point of a link shall be.
pub fn target_of(robot: &clearance_robot::Robot, tip: TipGiven<'_>, target: TargetGiven<'_>) -> PyResult<Target> {
    let (link, point) = tip;
    let tip = Tip { link: robot.find_link(&link).map_err(value_error)?, point: numbers("point", &point)?.into() };
    let (pose, oriented) = match target {
        (Some(position), None) => {
            let position = Vec3::from(numbers::<3>("position", &position)?);
            let pose = Pose3::from_translation(position);
            (pose.map_err(|error| value_error(format!("position: {error}")))?, false)
        }
        (None, Some(pose)) => (Pose::like("pose", &pose)?.placing.pose, true),
        _ => return Err(value_error("expected a position or a pose, and not both")),
    };
    Ok(Target { tip, pose, oriented })
}

/// A free configuration that brings a point of a link to a place or a pose; none if none was found.
#[pyfunction]
pub fn robot_inverse(
    robot: &Bound<'_, Robot>,
    tip: TipGiven<'_>,
    target: TargetGiven<'_>,
    guess: &Bound<'_, PyAny>,
    search: Search,
) -> PyResult<Option<Vec<f64>>> {
    let inner = robot.get();
    let (guess, options) = (inner.configuration(guess)?, search.options()?);
    let stop = AtomicBool::new(false);
    let checker = Checker::new(&inner.cell).map_err(value_error)?.until(&stop);
    let target = target_of(inner.robot(), tip, target)?;
    let found = robot.py().detach(|| heeding_signals(&stop, || inverse(&checker, &target, &guess, &options)))?;
    found.map_err(value_error)
}

/// Time, configuration, tip; signed distance, bounds and pair of what is nearest; joints beyond their limits.
type Stepped = (f64, Vec<f64>, Triple, Option<Nearest>, Vec<String>);
type Nearest = (f64, f64, f64, (String, String));
/// The steps, what is known of the motion between them, and the line of its certificate.
type Followed = (Vec<Stepped>, Checked, Option<String>);

/// The motion of a task, a JSON text.
#[pyfunction]
pub fn robot_follow(robot: &Bound<'_, Robot>, task: &str) -> PyResult<Followed> {
    let inner = robot.get();
    let task = Task::read(task, inner.robot(), &inner.rest).map_err(value_error)?;
    let stop = AtomicBool::new(false);
    let checker = Checker::new(&inner.cell).map_err(value_error)?.until(&stop);
    let work = || followed(&checker, &task.run(&checker)?);
    robot.py().detach(|| heeding_signals(&stop, work))?.map_err(value_error)
}

fn followed(checker: &Checker, run: &Run) -> Result<Followed, RobotError> {
    let steps = run.steps(checker).map(|step| step.map(stepped)).collect::<Result<_, _>>()?;
    let (edge, certificate) = run.proof(checker)?;
    Ok((steps, checked(edge), certificate.map(|certificate| certificate.to_line("motion"))))
}

fn stepped(step: Step<'_>) -> Stepped {
    let nearest =
        step.nearest.map(|(found, pair)| (found.signed_distance, found.bounds.lower, found.bounds.upper, pair.into()));
    let outside = step.beyond_limits.into_iter().map(String::from).collect();
    (step.time, step.configuration.to_vec(), triple(step.tip), nearest, outside)
}

/// The steps in JSON, all configurations, the least bound, the line of the certificate; the step that failed, and why.
type TaskTaken = (String, Vec<Vec<f64>>, f64, Option<String>, Option<(usize, String)>);

/// The steps of a task, a JSON text, with the proof of all of them.
#[pyfunction]
pub fn robot_task(
    robot: &Bound<'_, Robot>,
    task: &str,
    limits: (u64, u32),
    times: Option<(Rates, f64)>,
) -> PyResult<TaskTaken> {
    let (inner, (seed, max_iterations)) = (robot.get(), limits);
    let plan = PlanOptions { seed, max_iterations, ..PlanOptions::default() };
    let times = times.map(|((velocities, accelerations, jerks), deviation)| {
        let timing = TimingOptions { deviation, ..TimingOptions::default() };
        (RateLimits { velocities, accelerations, jerks, ..RateLimits::default() }, timing)
    });
    let options = TaskOptions { plan, times };
    let found = robot.py().detach(|| run_task(task, &inner.cell, &inner.rest, &options)).map_err(value_error)?;
    let certificate = found.failed.is_none().then(|| found.task.certificate()).transpose().map_err(value_error)?;
    let line = certificate.map(|certificate| certificate.to_line("task"));
    let steps = serde_json::Value::from(found.steps).to_string();
    Ok((steps, found.task.path().to_vec(), found.task.lower(), line, found.failed))
}

/// The pair of links; why it need not be checked, and whether that is proven; the least bound; what the SRDF says;
/// where they meet.
type Proposed = ((String, String), Option<&'static str>, bool, Option<f64>, Option<String>, Option<Vec<f64>>);

/// Which pairs of links need not be checked.
#[pyfunction]
pub fn robot_proposals(robot: &Bound<'_, Robot>, samples: usize, cells: usize, seed: u64) -> PyResult<Vec<Proposed>> {
    let (inner, stop) = (robot.get().robot(), AtomicBool::new(false));
    let options = ProposalOptions { samples, cells, seed };
    let search = || inner.proposals_until(&options, &stop);
    let found = robot.py().detach(|| heeding_signals(&stop, search))?.map_err(value_error)?;
    let name = |link: usize| inner.links()[link].name.clone();
    Ok(found
        .into_iter()
        .map(|row| {
            let pair = (name(row.links[0]), name(row.links[1]));
            (pair, row.reason.map(Reason::name), row.proven, row.lower, row.listed, row.meeting)
        })
        .collect())
}
