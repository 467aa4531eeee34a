//! Points and a body, on threads that live as long as the call.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use clearance_world::PointDistance;
use core_crate::Vec3;

use crate::batch::FailedRow;
use crate::refusal::{Answer, Refusal};
use crate::shape::clearance_shape;

/// Points that one thread takes at a time.
const BLOCK: usize = 1 << 14;

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_point_distance {
    signed_distance: f64,
    lower: f64,
    upper: f64,
    nearest: [f64; 3],
    normal: [f64; 3],
    part: u32,
    inside: i32,
    unique: i32,
    surface: i32,
}

impl clearance_point_distance {
    fn of(found: &PointDistance<Vec3<f64>>) -> Self {
        clearance_point_distance {
            signed_distance: found.signed_distance.unwrap_or(f64::NAN),
            lower: found.bounds.lower,
            upper: found.bounds.upper,
            nearest: found.nearest.into(),
            normal: found.normal.into(),
            part: found.part,
            inside: found.inside.map_or(-1, i32::from),
            unique: found.unique.into(),
            surface: found.surface.into(),
        }
    }
}

/// Answers every point. All are checked before the first answer is written, so a refused call writes nothing.
pub fn distances(
    shape: &clearance_shape,
    points: &[[f64; 3]],
    threads: usize,
    out: &mut [clearance_point_distance],
) -> Result<(), FailedRow> {
    for (row, &point) in points.iter().enumerate() {
        if !point.iter().all(|coordinate| coordinate.is_finite()) {
            let refusal = Refusal::invalid(format!("points[{row}]: coordinates must be finite, got {point:?}"));
            return Err(FailedRow { row, refusal });
        }
    }
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let wanted = if threads == 0 { processors } else { threads };
    let blocks = Mutex::new(points.chunks(BLOCK).zip(out.chunks_mut(BLOCK)));
    let work = || -> Answer<()> {
        loop {
            let next = blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((points, out)) = next else { return Ok(()) };
            let points: Vec<Vec3<f64>> = points.iter().map(|&point| point.into()).collect();
            for (found, out) in shape.0.point_distances(&points).iter().zip(out) {
                *out = clearance_point_distance::of(found.as_ref().map_err(Refusal::invalid)?);
            }
        }
    };
    let ended = thread::scope(|scope| {
        let others: Vec<_> = (1..wanted.min(points.len().div_ceil(BLOCK))).map(|_| scope.spawn(work)).collect();
        let mut ended = work();
        for other in others {
            ended = ended.and(other.join().unwrap_or_else(|_| Err(Refusal::panicked())));
        }
        ended
    });
    ended.map_err(|refusal| FailedRow { row: 0, refusal })
}
