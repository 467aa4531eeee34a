//! Long queries that end when their caller asks, and report how far they are.
//!
//! A query that runs in a [`Task`] checks it wherever a pair, a cell or a share of points begins, and one that is to
//! stop unwinds its stack from there: no signature below knows of it. A query without a task pays one look at a
//! variable of its thread. Threads that share the work of a query take its task along as a [`Share`].

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A query, or several, that another thread can stop.
///
/// ```
/// use std::sync::Arc;
/// use clearance::{Ball, Vec3};
/// use clearance_world::{Body, Task};
/// let ball = Body::new(Ball::new(1.0)?);
/// let task = Arc::new(Task::default());
/// let ask = || ball.point_distances(&[Vec3::new(0.0, 3.0, 4.0)])[0].as_ref().unwrap().signed_distance;
/// assert_eq!(task.run(ask), Some(Some(4.0)));
/// assert_eq!(task.progress(), Some(1.0));
/// task.stop(); // for good, by whatever thread
/// assert_eq!(task.run(ask), None);
/// # Ok::<(), clearance::ShapeError>(())
/// ```
#[derive(Debug, Default)]
pub struct Task {
    stopped: AtomicBool,
    /// Steps that were done, of the steps that are known of.
    done: AtomicUsize,
    count: AtomicUsize,
}

/// What unwinds a query that was stopped.
struct Stopped;

thread_local! {
    static TASK: RefCell<Option<Arc<Task>>> = const { RefCell::new(None) };
}

impl Task {
    /// Ends what runs in the task, and all that would begin.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The fraction of the work that is done, from 0 to 1; `None` if it is not known. Work of several stages counts
    /// each from its beginning on, so that the fraction may fall.
    pub fn progress(&self) -> Option<f64> {
        let count = self.count.load(Ordering::Relaxed);
        (count > 0).then(|| (self.done.load(Ordering::Relaxed) as f64 / count as f64).min(1.0))
    }

    /// Runs work whose queries end when the task is [stopped](Self::stop); `None` if one did.
    ///
    /// A value that the work was changing is in any state then: drop it.
    pub fn run<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> Option<T> {
        let before = TASK.replace(Some(Arc::clone(self)));
        let found = panic::catch_unwind(AssertUnwindSafe(work));
        TASK.set(before);
        match found {
            Ok(found) => Some(found),
            Err(payload) if payload.is::<Stopped>() => None,
            Err(payload) => panic::resume_unwind(payload),
        }
    }

    fn check(&self) {
        if self.stopped.load(Ordering::Relaxed) {
            panic::resume_unwind(Box::new(Stopped));
        }
    }
}

impl Task {
    /// Ends the task that runs on this thread if it was stopped: for what is made of answers, row by row.
    pub fn check_current() {
        check();
    }
}

/// Ends the query of this thread if it is to stop.
pub(crate) fn check() {
    TASK.with_borrow(|task| task.iter().for_each(|task| task.check()));
}

/// The task of the thread that began a query, for those that share its work.
pub(crate) struct Share(Option<Arc<Task>>);

impl Share {
    /// The task of this thread, with some more steps to do.
    pub(crate) fn of(steps: usize) -> Self {
        let task = TASK.with_borrow(Clone::clone);
        if let Some(task) = &task {
            task.count.fetch_add(steps, Ordering::Relaxed);
        }
        Share(task)
    }

    /// Some steps, begun only if the query is not to stop. Queries inside end in the task too.
    pub(crate) fn steps<T>(&self, steps: usize, work: impl FnOnce() -> T) -> T {
        let Some(task) = &self.0 else { return work() };
        task.check();
        let found = work();
        task.done.fetch_add(steps, Ordering::Relaxed);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_is_stopped_midway_ends_there() {
        let (task, mut steps) = (Arc::new(Task::default()), 0);
        let found = task.run(|| {
            let share = Share::of(10);
            for step in 0..10 {
                share.steps(1, || steps = step + 1);
                if step == 6 {
                    task.stop();
                }
            }
        });
        assert_eq!((found, steps, task.progress()), (None, 7, Some(0.7)));
    }

    #[test]
    fn a_fault_is_no_stop() {
        let task = Arc::new(Task::default());
        let fault = panic::catch_unwind(AssertUnwindSafe(|| task.run(|| panic::resume_unwind(Box::new("fault")))));
        assert!(fault.is_err_and(|payload| payload.is::<&str>()));
    }

    #[test]
    fn the_task_of_a_thread_is_the_innermost() {
        let (outer, inner) = (Arc::new(Task::default()), Arc::new(Task::default()));
        outer.stop();
        let found = inner.run(|| {
            let stopped = outer.run(check);
            check();
            stopped
        });
        assert_eq!(found, Some(None));
        check();
    }
}
