//! The entries of robots that are put together. The contract of every entry is that of the header, see [`super`].

use super::*;
use crate::robot::{clearance_joint, clearance_robot, clearance_robot_options};
use ::clearance_robot::Srdf;
use clearance_models::ReadSrdf;

type Robot = *mut clearance_robot;
type RobotRef = *const clearance_robot;
type Text = *const c_char;

frees! {
    clearance_robot_free(clearance_robot);
}

defaults! {
    clearance_robot_options_init(clearance_robot_options);
}

/// What robot files are read with.
///
/// # Safety
/// As of [`options_or`], and of [`texts`] for the packages.
unsafe fn urdf_options(given: *const clearance_robot_options) -> Answer<::clearance_models::UrdfOptions> {
    // SAFETY: the caller's promise.
    let (given, packages) = unsafe {
        let given = options_or(given, clearance_robot_options::defaults)?;
        (given, texts("packages", given.packages, given.package_count)?)
    };
    given.read(&packages)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_from_file(
    path: Text,
    given: *const clearance_robot_options,
    out: *mut Robot,
) -> i32 {
    // SAFETY: the contract of every entry. The robot is freed by `clearance_robot_free`.
    status_of(|| unsafe { put_new(out, || clearance_robot::from_file(text("path", path)?, &urdf_options(given)?)) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_from_text(
    robot: Text,
    folder: Text,
    given: *const clearance_robot_options,
    out: *mut Robot,
) -> i32 {
    // SAFETY: the contract of every entry. The robot is freed by `clearance_robot_free`.
    status_of(|| unsafe {
        let folder = text_or_none("folder", folder)?.unwrap_or("");
        put_new(out, || clearance_robot::from_text(text("text", robot)?, folder, &urdf_options(given)?))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_set_srdf_file(robot: Robot, path: Text) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.set_srdf(Srdf::from_file(text("path", path)?.as_ref())) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_set_srdf(robot: Robot, srdf: Text) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.set_srdf(Srdf::parse(text("text", srdf)?)) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_set_group(robot: Robot, names: Text) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.set_group(text_or_none("names", names)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_set_limits(robot: Robot, joint: Text, lower: f64, upper: f64) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.set_limits(text("joint", joint)?, [lower, upper]) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_allow(robot: Robot, a: Text, b: Text) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.allow(text("a", a)?, text("b", b)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_pad(robot: Robot, link: Text, padding: f64) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.pad(text("link", link)?, padding) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_attach(
    robot: Robot,
    name: Text,
    shape: Shape,
    link: Text,
    pose: Pose,
    touch: *const Text,
    touch_count: usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (name, shape) = (text("name", name)?, get("shape", shape)?);
        let (link, pose) = (text("link", link)?, get("pose", pose)?);
        get_mut("robot", robot)?.attach(name, shape, (link, pose), &texts("touch", touch, touch_count)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_hold(
    robot: Robot,
    body: Text,
    link: Text,
    q: *const f64,
    dof: usize,
    touch: *const Text,
    touch_count: usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (body, link, q) = (text("body", body)?, text("link", link)?, list("q", q, dof)?);
        get_mut("robot", robot)?.hold(body, (link, q), &texts("touch", touch, touch_count)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_let_go(robot: Robot, body: Text, q: *const f64, dof: usize) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.let_go(text("body", body)?, list("q", q, dof)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_forbid(robot: Robot, a: Text, b: Text) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.forbid(text("a", a)?, text("b", b)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_keep(robot: Robot, constraint: Text) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.keep(text("constraint", constraint)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_relax(robot: Robot, name: Text) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.relax(text("name", name)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_add_body(robot: Robot, name: Text, shape: Shape, pose: Pose, margin: f64) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (name, shape, pose) = (text("name", name)?, get("shape", shape)?, get("pose", pose)?);
        get_mut("robot", robot)?.add_body(name, shape, pose, margin)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_add_scene_file(robot: Robot, path: Text) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("robot", robot)?.add_scene_file(text("path", path)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_add_scene(robot: Robot, json: Text, folder: Text) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let folder = text_or_none("folder", folder)?.unwrap_or("");
        get_mut("robot", robot)?.add_scene(text("json", json)?, folder)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_notes(robot: RobotRef, out: *mut *mut c_char) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put_text("out", out, Some(&get("robot", robot)?.notes())) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_dof(robot: RobotRef, out: *mut usize) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put("out", out, get("robot", robot)?.robot().dof()) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_joint(robot: RobotRef, variable: usize, out: *mut clearance_joint) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put("out", out, get("robot", robot)?.joint(variable)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_link_count(robot: RobotRef, out: *mut usize) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put("out", out, get("robot", robot)?.robot().links().len()) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_link(robot: RobotRef, link: usize, out: *mut Text) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put("out", out, get("robot", robot)?.link(link)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_configuration(
    robot: RobotRef,
    q: Text,
    rest: Text,
    out: *mut f64,
    dof: usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let found = get("robot", robot)?.configuration(text("text", q)?, text_or_none("rest", rest)?)?;
        check_dof(found.len(), dof)?;
        list_mut("out", out, dof)?.copy_from_slice(&found);
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_link_poses(
    robot: RobotRef,
    q: *const f64,
    dof: usize,
    out: *mut clearance_pose,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { fill(&get("robot", robot)?.place(list("q", q, dof)?)?, out, capacity, count) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_robot_clamp(
    robot: RobotRef,
    q: *mut f64,
    dof: usize,
    tolerance: f64,
    moved: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry. Both pointers are looked at before one of them is written to.
    status_of(|| unsafe {
        let mut clamped = list("q", q, dof)?.to_vec();
        let count = get("robot", robot)?.clamp(&mut clamped, tolerance)?;
        put("moved", moved, count)?;
        list_mut("q", q, dof)?.copy_from_slice(&clamped);
        Ok(())
    })
}

/// Refuses a number of values that is not the robot's.
pub fn check_dof(expected: usize, dof: usize) -> Answer<()> {
    if dof == expected { Ok(()) } else { Err(Refusal::invalid(format!("dof must be {expected}, got {dof}"))) }
}
