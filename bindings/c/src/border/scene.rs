//! The entries of scenes. The contract of every entry is that of the header, see [`super`].

use super::*;
use crate::scene::{
    clearance_arrival, clearance_body_options, clearance_meeting, clearance_near, clearance_scene,
    clearance_scene_approach, clearance_struck, clearance_watch,
};

type Scene = *const clearance_scene;
type Watch = *mut clearance_watch;

frees! {
    clearance_scene_free(clearance_scene);
    clearance_watch_free(clearance_watch);
}

defaults! {
    clearance_body_options_init(clearance_body_options);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_new(out: *mut *mut clearance_scene) -> i32 {
    // SAFETY: the contract of every entry. The scene is freed by `clearance_scene_free`.
    status_of(|| unsafe { put_new(out, || Ok(clearance_scene::new())) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_watch_new(out: *mut *mut clearance_watch) -> i32 {
    // SAFETY: the contract of every entry. The watch is freed by `clearance_watch_free`.
    status_of(|| unsafe { put_new(out, || Ok(clearance_watch::new())) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_watch_asked(watch: *const clearance_watch, out: *mut u64) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put("out", out, get("watch", watch)?.asked()) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_add(
    scene: *mut clearance_scene,
    shape: Shape,
    pose: Pose,
    options: *const clearance_body_options,
    out: *mut u64,
) -> i32 {
    // SAFETY: the contract of every entry. A body that could not be handed over is not added.
    status_of(|| unsafe {
        check_given("out", out)?;
        let (shape, pose, options) =
            (get("shape", shape)?, get("pose", pose)?, options_or(options, clearance_body_options::defaults)?);
        put("out", out, get_mut("scene", scene)?.add(shape, pose, &options)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_remove(scene: *mut clearance_scene, body: u64) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("scene", scene)?.remove(body) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_move(
    scene: *mut clearance_scene,
    bodies: *const u64,
    poses: Pose,
    count: usize,
    failed_row: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (bodies, poses) = (list("bodies", bodies, count)?, list("poses", poses, count)?);
        get_mut("scene", scene)?.move_to(bodies, poses).map_err(|(row, refusal)| at_row(failed_row, row, refusal))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_ignore(scene: *mut clearance_scene, a: u64, b: u64, ignored: i32) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("scene", scene)?.ignore(a, b, ignored != 0) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_set_margin(scene: *mut clearance_scene, a: u64, b: u64, margin: f64) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { get_mut("scene", scene)?.set_margin(a, b, margin) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_count(scene: Scene, out: *mut usize) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put("out", out, get("scene", scene)?.len()) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_closest(
    scene: Scene,
    watch: Watch,
    max_distance: f64,
    out: *mut clearance_near,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry; a watch may be null.
    status_of(|| unsafe {
        if capacity == 0 {
            return Err(Refusal::invalid("capacity must be at least 1, got 0"));
        }
        let found = get("scene", scene)?.closest(watch.as_mut(), capacity, max_distance)?;
        fill(&found, out, capacity, count)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_within(
    scene: Scene,
    watch: Watch,
    max_distance: f64,
    out: *mut clearance_near,
    capacity: usize,
    count: *mut usize,
    proven: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry; a watch may be null.
    status_of(|| unsafe {
        let (found, sure) = get("scene", scene)?.within(watch.as_mut(), max_distance)?;
        list_mut("out", out, capacity)?;
        check_given("count", count)?;
        put("proven", proven, sure)?;
        fill(&found, out, capacity, count)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_contacts(
    scene: Scene,
    watch: Watch,
    out: *mut clearance_meeting,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry; a watch may be null.
    status_of(|| unsafe { fill(&get("scene", scene)?.contacts(watch.as_mut()), out, capacity, count) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_between(
    scene: Scene,
    watch: Watch,
    a: u64,
    b: u64,
    out: *mut clearance_near,
) -> i32 {
    // SAFETY: the contract of every entry; a watch may be null.
    status_of(|| unsafe { put("out", out, get("scene", scene)?.between(watch.as_mut(), a, b)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_cast_ray(
    scene: Scene,
    origin: *const [f64; 3],
    displacement: *const [f64; 3],
    out: *mut clearance_struck,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (origin, displacement) = (*get("origin", origin)?, *get("displacement", displacement)?);
        put("out", out, get("scene", scene)?.cast_ray(origin, displacement)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_cast(
    scene: Scene,
    shape: Shape,
    pose: Pose,
    displacement: *const [f64; 3],
    target_distance: f64,
    initial_overlap: i32,
    out: *mut clearance_struck,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (shape, pose, displacement) =
            (get("shape", shape)?, get("pose", pose)?, *get("displacement", displacement)?);
        let options = motion::impact_options(target_distance, initial_overlap, None)?;
        put("out", out, get("scene", scene)?.cast_shape(shape, pose, displacement, options)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_first_contact(
    scene: Scene,
    bodies: *const u64,
    motions: *const clearance_motion,
    count: usize,
    target_distance: f64,
    out: *mut clearance_arrival,
    failed_row: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (bodies, motions) = (list("bodies", bodies, count)?, list("motions", motions, count)?);
        let found = get("scene", scene)?.first_contact(bodies, motions, target_distance);
        // What is wrong with the whole question is about no row.
        let failed_row = |row| if row < count { failed_row } else { std::ptr::null_mut() };
        put("out", out, found.map_err(|(row, refusal)| at_row(failed_row(row), row, refusal))?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_closest_approach(
    scene: Scene,
    bodies: *const u64,
    motions: *const clearance_motion,
    count: usize,
    within: f64,
    out: *mut clearance_scene_approach,
    found: *mut i32,
    failed_row: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let (bodies, motions) = (list("bodies", bodies, count)?, list("motions", motions, count)?);
        let answer = get("scene", scene)?.closest_approach(bodies, motions, within);
        let failed_row = |row| if row < count { failed_row } else { std::ptr::null_mut() };
        let answer = answer.map_err(|(row, refusal)| at_row(failed_row(row), row, refusal))?;
        check_given("out", out)?;
        put("found", found, answer.is_some().into())?;
        answer.map_or(Ok(()), |answer| put("out", out, answer))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_scene_contact_points(
    scene: Scene,
    a: u64,
    b: u64,
    out: *mut clearance_contact_point,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        if capacity == 0 {
            return Err(Refusal::invalid("capacity must be at least 1, got 0"));
        }
        fill(&get("scene", scene)?.contact_points(a, b, capacity)?, out, capacity, count)
    })
}
