//! Two shapes in many poses, on threads that live as long as the call.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use clearance_world::Between;
use core_crate::{Options, Pose3, Proximity, Shape3, ShapeError, Vec3, batch};

use crate::answer::{Pair, clearance_pose, clearance_proximity};
use crate::refusal::{Answer, Refusal};
use crate::shape::clearance_shape;

/// Rows whose poses and answers (400 bytes each) fit into the second-level cache.
const BLOCK: usize = 1024;

/// A row that was refused, and why.
pub struct FailedRow {
    pub row: usize,
    pub refusal: Refusal,
}

/// Answers every row. All poses are checked before the first answer is written, so a refused call writes nothing.
pub fn signed_distances(
    [a, b]: [&clearance_shape; 2],
    poses: &[clearance_pose],
    threads: usize,
    out: &mut [clearance_proximity],
) -> Result<(), FailedRow> {
    for (row, pose) in poses.iter().enumerate() {
        let fail = |what| FailedRow { row, refusal: Refusal::invalid(format!("poses[{row}]: {what}")) };
        pose.check().map_err(fail)?;
    }
    let Some(first) = poses.first() else { return Ok(()) };
    // What two bodies refuse they refuse at every pose.
    one([a, b], first).map_err(|refusal| FailedRow { row: 0, refusal })?;
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let wanted = if threads == 0 { processors } else { threads };
    let blocks = Mutex::new(poses.chunks(BLOCK).zip(out.chunks_mut(BLOCK)));
    let work = || {
        let mut scratch = Scratch::default();
        loop {
            let next = blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((poses, out)) = next else { return Ok(()) };
            scratch.answer([a, b], poses, out)?;
        }
    };
    let run = |threads: usize| -> Answer<()> {
        if threads <= 1 {
            return work();
        }
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut ended = work();
            for other in others {
                let panicked = || Err(Refusal::panicked());
                ended = ended.and(other.join().unwrap_or_else(|_| panicked()));
            }
            ended
        })
    };
    run(wanted.min(poses.len().div_ceil(BLOCK))).map_err(|refusal| FailedRow { row: 0, refusal })
}

/// The answer of one row.
fn one([a, b]: [&clearance_shape; 2], pose: &clearance_pose) -> Answer<Between<Vec3<f64>>> {
    let pose = pose.read()?;
    Pair { a, b, pose_a: None, pose_b: &pose }.signed_distance(&Options::default())
}

/// A thread's memory, used again for every block.
#[derive(Default)]
struct Scratch {
    poses: Vec<Result<Pose3<f64>, ShapeError>>,
    found: Vec<Proximity<Vec3<f64>>>,
}

impl Scratch {
    fn answer(
        &mut self,
        [a, b]: [&clearance_shape; 2],
        poses: &[clearance_pose],
        out: &mut [clearance_proximity],
    ) -> Answer<()> {
        let (Some(shape_a), Some(shape_b)) = (a.0.as_shape(), b.0.as_shape()) else {
            for (pose, out) in poses.iter().zip(out) {
                *out = clearance_proximity::of(&one([a, b], pose)?);
            }
            return Ok(());
        };
        let places = poses.iter().map(clearance_pose::parts).collect::<Answer<Vec<_>>>()?;
        batch::poses_into(places, &mut self.poses);
        let poses = self.poses.iter().map(|pose| pose.as_ref().map_err(Refusal::invalid));
        let pair = |pose| -> batch::Pair<'_, Vec3<f64>, Shape3<f64>, Shape3<f64>> { (shape_a, shape_b, pose) };
        batch::signed_distances_into(poses.map(|pose| pose.map(pair)).collect::<Answer<Vec<_>>>()?, &mut self.found);
        for (out, found) in out.iter_mut().zip(&self.found) {
            *out = clearance_proximity::of(&(*found).into());
        }
        Ok(())
    }
}
