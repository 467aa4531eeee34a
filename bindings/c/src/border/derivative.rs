//! The entries of gradients and exact certificates of two bodies, and of questions in JSON. The contract of every entry
//! is that of the header, see [`super`].

use super::*;
use crate::derivative::{clearance_generator, clearance_pose_gradient};
use crate::{derivative, json};

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_gradient(
    a: Shape,
    b: Shape,
    b_in_a: Pose,
    given: *const clearance_options,
    out: *mut clearance_pose_gradient,
    generators: *mut clearance_generator,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    // SAFETY: the contract of every entry. All pointers are looked at before one of them is written to.
    status_of(|| unsafe {
        let pose = get("b_in_a", b_in_a)?.read()?;
        let pair = pair(a, b, &pose)?;
        let (known, all) = derivative::gradient(&pair, &options(given)?)?;
        check_given("out", out)?;
        fill(&all, generators, capacity, count)?;
        put("out", out, known)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_certify(
    a: Shape,
    b: Shape,
    b_in_a: Pose,
    status: *mut i32,
    certificate: *mut *mut c_char,
) -> i32 {
    // SAFETY: the contract of every entry. Both pointers are looked at before one of them is written to.
    status_of(|| unsafe {
        let pose = get("b_in_a", b_in_a)?.read()?;
        let pair = pair(a, b, &pose)?;
        let proof = derivative::certify(&pair)?;
        check_given("status", status)?;
        put_text("certificate", certificate, proof.as_ref().map(|(_, text)| text.as_str()))?;
        put("status", status, proof.as_ref().map_or(UNDECIDED, |(status, _)| *status))
    })
}

/// `CLEARANCE_UNDECIDED`.
const UNDECIDED: i32 = -2;

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_ask_json(line: *const c_char, folder: *const c_char, out: *mut *mut c_char) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let folder = text_or_none("folder", folder)?.unwrap_or("");
        put_text("out", out, Some(&json::pair(text("line", line)?, folder)?))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_ask_scene_json(
    scene: *const c_char,
    question: *const c_char,
    folder: *const c_char,
    out: *mut *mut c_char,
) -> i32 {
    // SAFETY: the contract of every entry.
    status_of(|| unsafe {
        let folder = text_or_none("folder", folder)?.unwrap_or("");
        let found = json::scene(text("scene", scene)?, text("question", question)?, folder)?;
        put_text("out", out, Some(&found))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn clearance_text_free(text: *mut c_char) {
    // SAFETY: it came from an entry that hands texts over, and the caller uses it no more.
    unsafe { take_text(text) }
}
