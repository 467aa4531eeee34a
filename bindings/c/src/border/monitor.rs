//! The entries of monitors. The contract of every entry is that of the header, see [`super`].

use super::*;
use crate::monitor::{Pointed, clearance_monitor, clearance_monitor_sample, clearance_reading};
use crate::robot::clearance_robot;

type Monitor = *mut clearance_monitor;
type Text = *const c_char;

frees! {
    clearance_monitor_free(clearance_monitor);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_monitor_new(
    robot: *const clearance_robot,
    setup: Text,
    folder: Text,
    out: *mut Monitor,
) -> i32 {
    // SAFETY: the contract of every entry. The monitor is freed by `clearance_monitor_free`.
    status_of(|| unsafe {
        let folder = text_or_none("folder", folder)?.unwrap_or("");
        put_new(out, || clearance_monitor::new(get("robot", robot)?, text("setup", setup)?, folder))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_monitor_watched(
    monitor: *const clearance_monitor,
    index: usize,
    out: *mut *const c_char,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put("out", out, get("monitor", monitor)?.watched(index)?) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_monitor_watched_count(monitor: *const clearance_monitor, out: *mut usize) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe { put("out", out, get("monitor", monitor)?.watched_count()) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_monitor_tick(
    monitor: Monitor,
    sample: *const clearance_monitor_sample,
    out: *mut clearance_reading,
) -> i32 {
    // SAFETY: the contract of every entry. The size is looked at before the rest is read.
    status_of(|| unsafe {
        let (monitor, given) = (get_mut("monitor", monitor)?, sized("sample", sample)?);
        let pointed = Pointed {
            q: list("q", given.q, given.dof)?,
            velocity: list("velocity", given.velocity, given.dof)?,
            poses: list("poses", given.poses, given.pose_count)?,
            poses_taken: list("poses_taken", given.poses_taken, given.pose_count)?,
            stop_q: if given.stop_q.is_null() { None } else { Some(list("stop_q", given.stop_q, given.dof)?) },
        };
        put("out", out, monitor.tick(given, &pointed))
    })
}
