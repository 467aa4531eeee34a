//! The entries of checkers: questions about configurations, motions and plans. The contract of every entry is that of
//! the header, see [`super`].

use super::robot::check_dof;
use super::*;
use crate::checker::{clearance_checker, clearance_robot_distance, clearance_robot_gradient};
use crate::edge::{EdgeQuestion, clearance_edge, clearance_edge_options, clearance_verified, timing};
use crate::json;
use crate::plan::{OwnedPlan, Wanted, clearance_plan, clearance_plan_options};
use crate::robot::clearance_robot;
use clearance_models::TaskOptions;

type Checker = *const clearance_checker;
type Text = *const c_char;

frees! {
    clearance_checker_free(clearance_checker);
}

defaults! {
    clearance_plan_options_init(clearance_plan_options);
    clearance_edge_options_init(clearance_edge_options);
}

/// Rows of joint values; `dof` must be the robot's.
///
/// # Safety
/// As of [`list`].
unsafe fn rows<'p>(
    checker: &clearance_checker,
    (what, points): (&str, *const f64),
    rows: usize,
    dof: usize,
) -> Answer<&'p [f64]> {
    check_dof(checker.robot().dof(), dof)?;
    let wrong = || Refusal::out_of_range(format!("{what}: {rows} rows do not fit into memory"));
    // SAFETY: the caller's promise.
    unsafe { list(what, points, rows.checked_mul(dof).ok_or_else(wrong)?) }
}

/// The options of a question about a motion.
///
/// # Safety
/// As of [`options_or`].
unsafe fn edge_options(given: *const clearance_edge_options) -> Answer<EdgeQuestion> {
    // SAFETY: the caller's promise.
    unsafe { options_or(given, clearance_edge_options::defaults) }?.read()
}

/// Writes an answer, and the text that goes with it unless that is not wanted.
///
/// # Safety
/// As of [`put`] and [`put_text`].
unsafe fn put_both<T>(out: *mut T, value: T, text_out: *mut *mut c_char, text: Option<&str>) -> Answer<()> {
    // SAFETY: the caller's promise. Nothing is written if `out` is null.
    unsafe {
        check_given("out", out)?;
        if !text_out.is_null() {
            put_text("text", text_out, text)?;
        }
        put("out", out, value)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_new(robot: *const clearance_robot, out: *mut *mut clearance_checker) -> i32 {
    // SAFETY: the contract of every entry. The checker is freed by `clearance_checker_free`.
    status_of(|| unsafe { put_new(out, || clearance_checker::new(get("robot", robot)?)) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_clearance(
    checker: Checker,
    q: *const f64,
    dof: usize,
    out: *mut clearance_robot_distance,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put("out", out, get("checker", checker)?.clearance(list("q", q, dof)?)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_collides(checker: Checker, q: *const f64, dof: usize, out: *mut i32) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put("out", out, get("checker", checker)?.collides(list("q", q, dof)?)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_gradient(
    checker: Checker,
    q: *const f64,
    dof: usize,
    out: *mut clearance_robot_gradient,
    gradient: *mut f64,
    generators: *mut f64,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry. All pointers are looked at before one of them is written to.
    status_of(|| unsafe {
        let (known, rates, all) = get("checker", checker)?.gradient(list("q", q, dof)?)?;
        let wrong = || Refusal::out_of_range(format!("generators: {capacity} rows do not fit into memory"));
        let room = list_mut("generators", generators, capacity.checked_mul(dof).ok_or_else(wrong)?)?;
        let into = list_mut("gradient", gradient, dof)?;
        check_given("out", out)?;
        put("count", count, all.len())?;
        put("out", out, known)?;
        into.copy_from_slice(&rates);
        for (row, generator) in room.chunks_mut(dof.max(1)).zip(&all) {
            row.copy_from_slice(generator);
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_is_free(
    checker: Checker,
    from: *const f64,
    to: *const f64,
    dof: usize,
    margin: f64,
    out: *mut i32,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (from, to) = (list("from", from, dof)?, list("to", to, dof)?);
        put("out", out, get("checker", checker)?.is_free(from, to, margin)?.into())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_path(
    checker: Checker,
    points: *const f64,
    count: usize,
    dof: usize,
    given: *const clearance_edge_options,
    out: *mut clearance_edge,
    certificate: *mut *mut c_char,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let checker = get("checker", checker)?;
        let points = rows(checker, ("points", points), count, dof)?;
        let (edge, line) = checker.path(points, &edge_options(given)?, !certificate.is_null())?;
        put_both(out, edge, certificate, line.as_deref())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_trajectory(
    checker: Checker,
    trajectory: Text,
    rest: Text,
    given: *const clearance_edge_options,
    out: *mut clearance_edge,
    certificate: *mut *mut c_char,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (checker, asked) = (get("checker", checker)?, edge_options(given)?);
        let about = (text("trajectory", trajectory)?, text_or_none("rest", rest)?);
        let (edge, line) = checker.trajectory(about, &asked, !certificate.is_null())?;
        put_both(out, edge, certificate, line.as_deref())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_times(
    checker: Checker,
    points: *const f64,
    count: usize,
    dof: usize,
    velocities: *const f64,
    accelerations: *const f64,
    jerks: *const f64,
    deviation: f64,
    out: *mut clearance_edge,
    trajectory: *mut *mut c_char,
    certificate: *mut *mut c_char,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let checker = get("checker", checker)?;
        let points = rows(checker, ("points", points), count, dof)?;
        let velocities = list_or_none("velocities", velocities, dof)?;
        let accelerations = list_or_none("accelerations", accelerations, dof)?;
        let rates = [velocities, accelerations, list_or_none("jerks", jerks, dof)?];
        check_given("trajectory", trajectory)?;
        let (edge, text, line) = checker.times(points, rates, deviation)?;
        put_both(out, edge, certificate, line.as_deref())?;
        put_text("trajectory", trajectory, Some(&text))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_task(
    checker: Checker,
    task: Text,
    rest: Text,
    given: *const clearance_plan_options,
    answer: *mut *mut c_char,
    certificate: *mut *mut c_char,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let checker = get("checker", checker)?;
        let options = options_or(given, clearance_plan_options::defaults)?;
        let weights = list_or_none("weights", options.weights, checker.robot().dof())?;
        let about = (text("task", task)?, text_or_none("rest", rest)?);
        check_given("answer", answer)?;
        let options = TaskOptions { plan: options.read(weights)?, times: None };
        let taken = checker.task(about, &options)?;
        if !certificate.is_null() {
            put_text("certificate", certificate, taken.certificate.as_deref())?;
        }
        put_text("answer", answer, Some(&taken.lines))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_task_times(
    checker: Checker,
    task: Text,
    rest: Text,
    given: *const clearance_plan_options,
    velocities: *const f64,
    accelerations: *const f64,
    jerks: *const f64,
    dof: usize,
    deviation: f64,
    answer: *mut *mut c_char,
    trajectories: *mut *mut c_char,
    certificate: *mut *mut c_char,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let checker = get("checker", checker)?;
        check_dof(checker.robot().dof(), dof)?;
        let options = options_or(given, clearance_plan_options::defaults)?;
        let weights = list_or_none("weights", options.weights, checker.robot().dof())?;
        let lists = [("velocities", velocities), ("accelerations", accelerations), ("jerks", jerks)];
        let [velocities, accelerations, jerks] = lists.map(|(what, list)| list_or_none(what, list, dof));
        let rates = [velocities?, accelerations?, jerks?];
        let options = TaskOptions { plan: options.read(weights)?, times: Some(timing(rates, deviation)?) };
        let about = (text("task", task)?, text_or_none("rest", rest)?);
        check_given("answer", answer)?;
        check_given("trajectories", trajectories)?;
        let taken = checker.task(about, &options)?;
        if !certificate.is_null() {
            put_text("certificate", certificate, taken.certificate.as_deref())?;
        }
        put_text("trajectories", trajectories, Some(&taken.trajectories))?;
        put_text("answer", answer, Some(&taken.lines))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_verify(
    checker: Checker,
    certificate: Text,
    points: *const f64,
    count: usize,
    dof: usize,
    out: *mut clearance_verified,
    reason: *mut *mut c_char,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let checker = get("checker", checker)?;
        let points = if points.is_null() { None } else { Some(rows(checker, ("points", points), count, dof)?) };
        let (found, why) = checker.verify(text("certificate", certificate)?, points)?;
        put_both(out, found, reason, why.as_deref())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_verify_trajectory(
    checker: Checker,
    certificate: Text,
    trajectory: Text,
    out: *mut clearance_verified,
    reason: *mut *mut c_char,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let about = text_or_none("trajectory", trajectory)?;
        let (found, why) = get("checker", checker)?.verify_trajectory(text("certificate", certificate)?, about)?;
        put_both(out, found, reason, why.as_deref())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_ask_robot_json(
    checker: Checker,
    line: Text,
    rest: Text,
    given: *const clearance_edge_options,
    out: *mut *mut c_char,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (checker, asked) = (get("checker", checker)?, edge_options(given)?);
        let found = json::robot(checker, text("line", line)?, text_or_none("rest", rest)?, &asked)?;
        put_text("out", out, Some(&found))
    })
}

/// Plans and hands the plan over.
///
/// # Safety
/// As of [`options_or`], [`list`] and [`put`].
unsafe fn planned(
    checker: &clearance_checker,
    start: &[f64],
    wanted: &Wanted,
    given: *const clearance_plan_options,
    out: *mut *mut clearance_plan,
) -> Answer<()> {
    check_given("out", out)?;
    // SAFETY: the caller's promise. The plan is freed by `clearance_plan_free`, which knows what is behind its view.
    unsafe {
        let options = options_or(given, clearance_plan_options::defaults)?;
        let weights = list_or_none("weights", options.weights, start.len())?;
        let plan = checker.plan(start, wanted, &options.read(weights)?)?;
        put("out", out, Box::into_raw(plan).cast())
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_plan(
    checker: Checker,
    start: *const f64,
    goals: *const f64,
    goal_count: usize,
    dof: usize,
    given: *const clearance_plan_options,
    out: *mut *mut clearance_plan,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let checker = get("checker", checker)?;
        let start = rows(checker, ("start", start), 1, dof)?;
        let goals = Wanted::Configurations(rows(checker, ("goals", goals), goal_count, dof)?);
        planned(checker, start, &goals, given, out)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_checker_plan_to_pose(
    checker: Checker,
    start: *const f64,
    dof: usize,
    link: Text,
    point: *const [f64; 3],
    pose: Pose,
    oriented: i32,
    given: *const clearance_plan_options,
    out: *mut *mut clearance_plan,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let checker = get("checker", checker)?;
        let start = rows(checker, ("start", start), 1, dof)?;
        let point = if point.is_null() { [0.0; 3] } else { *get("point", point)? };
        let (link, pose, oriented) = (text("link", link)?, get("pose", pose)?, oriented != 0);
        planned(checker, start, &Wanted::Tip { link, point, pose, oriented }, given, out)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_plan_free(plan: *mut clearance_plan) {
    // SAFETY: it came from `planned`, as the view at the head of an `OwnedPlan`, and the caller uses it no more.
    unsafe { free(plan.cast::<OwnedPlan>()) }
}
