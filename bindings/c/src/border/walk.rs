//! The entries of characters that walk, of casts by rows, and of contacts along all normals. The contract of every
//! entry is that of the header, see [`super`].

use super::*;
use crate::scene::{clearance_scene, clearance_struck};
use crate::walk::{
    clearance_normal_contact, clearance_push_out, clearance_walk, clearance_walk_hit, clearance_walk_options,
};

type Scene = *const clearance_scene;

defaults! {
    clearance_walk_options_init(clearance_walk_options);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_move_and_slide(
    scene: Scene,
    shape: Shape,
    pose: Pose,
    displacement: *const [f64; 3],
    options: *const clearance_walk_options,
    out: *mut clearance_walk,
    hits: *mut clearance_walk_hit,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (shape, pose, displacement) =
            (get("shape", shape)?, get("pose", pose)?, *get("displacement", displacement)?);
        let options = options_or(options, clearance_walk_options::defaults)?;
        let (walk, met) = get("scene", scene)?.walk(shape, (pose, displacement), &options)?;
        check_given("out", out)?;
        list_mut("hits", hits, capacity)?;
        if capacity > 0 || !count.is_null() {
            fill(&met, hits, capacity, count)?;
        }
        put("out", out, walk)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_push_out(
    scene: Scene,
    shape: Shape,
    pose: Pose,
    max_length: f64,
    options: *const clearance_walk_options,
    out: *mut clearance_push_out,
    found: *mut i32,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (shape, pose) = (get("shape", shape)?, get("pose", pose)?);
        let options = options_or(options, clearance_walk_options::defaults)?;
        let push = get("scene", scene)?.push_out(shape, pose, max_length, &options)?;
        check_given("out", out)?;
        put("found", found, push.is_some().into())?;
        push.map_or(Ok(()), |push| put("out", out, push))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_casts(
    scene: Scene,
    shape: Shape,
    poses: Pose,
    displacements: *const [f64; 3],
    count: usize,
    target_distance: f64,
    initial_overlap: i32,
    out: *mut clearance_struck,
    failed_row: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let starts = (list("poses", poses, count)?, list("displacements", displacements, count)?);
        let options = motion::impact_options(target_distance, initial_overlap, None)?;
        let (scene, shape, out) = (get("scene", scene)?, get("shape", shape)?, list_mut("out", out, count)?);
        let failed_row = |row| if row < count { failed_row } else { std::ptr::null_mut() };
        scene.casts(shape, starts, options, out).map_err(|(row, refusal)| at_row(failed_row(row), row, refusal))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_contacts_of(
    scene: Scene,
    a: u64,
    b: u64,
    within: f64,
    out: *mut clearance_normal_contact,
    capacity: usize,
    count: *mut usize,
    points: *mut clearance_contact_point,
    point_capacity: usize,
    point_count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (contacts, corners) = get("scene", scene)?.contacts_of([a, b], within)?;
        list_mut("points", points, point_capacity)?;
        check_given("point_count", point_count)?;
        fill(&contacts, out, capacity, count)?;
        fill(&corners, points, point_capacity, point_count)
    })
}
