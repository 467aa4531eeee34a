//! The least value over sets of configurations by branch and bound: when it ends, and what is known by then.
//!
//! Known at any time are the least value that was attained, `upper`, and cells that cover all, each with a lower bound.
//! A cell with a bound of at least `upper − width` is closed, since `upper` can only fall; the least bound of all cells
//! is `lower`. The first cell is halved until all are closed. A fixed number of cells is evaluated at a time, so that
//! threads share them and the answer does not depend on how many there are.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clearance_world::{BestFirst, Entry};

/// Number of cells that are halved at a time.
pub(crate) const BATCH: usize = 32;

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StopRule<'s> {
    /// The bounds are closed to this.
    pub width: f64,
    /// Whether the least value is at least this is enough to know.
    pub target: Option<f64>,
    /// Whether a value that is not above zero is enough to know.
    pub stop_at_contact: bool,
    /// Maximum number of cells.
    pub cells: usize,
    /// The latest time.
    pub until: Option<Instant>,
    /// A flag of another thread.
    pub stop: Option<&'s AtomicBool>,
}

/// The time in some seconds; `None` if that is no time, and no limit.
pub(crate) fn in_seconds(seconds: f64) -> Option<Instant> {
    Duration::try_from_secs_f64(seconds).ok().and_then(|time| Instant::now().checked_add(time))
}

/// Whether the flag of another thread is set.
pub(crate) fn is_stopped(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// The state of a search over cells `C` for the least value, attained at a `W`.
pub(crate) struct LeastSearch<'s, C, W> {
    pub goal: StopRule<'s>,
    /// The least value that was attained.
    pub upper: f64,
    /// Where it was attained.
    pub worst: W,
    /// Number of cells that were evaluated.
    pub cells: usize,
    /// Cells with equal bounds go in the order in which they were made.
    open: BestFirst<f64, usize, C>,
}

impl<'s, C, W> LeastSearch<'s, C, W> {
    pub fn new(goal: StopRule<'s>, worst: W) -> Self {
        LeastSearch { goal, upper: f64::INFINITY, worst, cells: 0, open: BestFirst::new() }
    }

    /// Bounds from which on a cell is closed.
    pub fn threshold(&self) -> f64 {
        (self.upper - self.goal.width).min(self.goal.target.unwrap_or(f64::INFINITY))
    }

    /// Whether a value that was attained ends the search.
    pub fn is_hit(&self) -> bool {
        (self.goal.stop_at_contact && self.upper <= 0.0) || self.goal.target.is_some_and(|target| self.upper < target)
    }

    /// Whether the work or the time has ended: a cell is halved or left.
    pub fn is_spent(&self) -> bool {
        self.cells + 2 > self.goal.cells
            || is_stopped(self.goal.stop)
            || self.goal.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Whether no cell is to be halved any more.
    pub fn is_done(&self) -> bool {
        self.open.first().is_none_or(|first| first.bound >= self.threshold()) || self.is_spent() || self.is_hit()
    }

    /// Whether any cell is open.
    pub fn is_open(&self) -> bool {
        self.open.first().is_some()
    }

    /// A lower bound of the values in all cells.
    pub fn lower(&self) -> f64 {
        self.open.lower()
    }

    /// Notes a value that is attained, if it is the least one.
    pub fn attain(&mut self, value: f64, worst: impl FnOnce() -> W) {
        if value < self.upper {
            (self.upper, self.worst) = (value, worst());
        }
    }

    /// Adds a cell with its bound, or closes it.
    pub fn take(&mut self, lower: f64, cell: C) {
        self.cells += 1;
        if lower >= self.threshold() {
            self.open.close(lower);
        } else {
            self.open.push(lower, self.cells, cell);
        }
    }

    /// The cell with the least bound, to be replaced by its halves or closed.
    pub fn next(&mut self) -> Option<Entry<f64, usize, C>> {
        self.open.pop_below(self.threshold())
    }

    /// Closes a cell that cannot be halved.
    pub fn close(&mut self, lower: f64) {
        self.open.close(lower);
    }

    /// All cells that are open, with their bounds; they are so no more.
    pub fn rest(&mut self) -> impl Iterator<Item = Entry<f64, usize, C>> + '_ {
        std::iter::from_fn(|| self.open.pop())
    }

    /// Number of cells that the next batch may add, two for each that is halved.
    pub fn batch(&self) -> usize {
        (2 * BATCH).min(self.goal.cells.saturating_sub(self.cells) / 2 * 2)
    }

    /// A lower bound of the least value, and whether the search ended as its goal says.
    pub fn outcome(&self) -> (f64, bool) {
        let (upper, width) = (self.upper, self.goal.width);
        let lower = self.lower().min(upper);
        let is_above = self.goal.target.is_some_and(|target| lower >= target);
        // Rounded as the threshold is.
        let is_near = upper - lower <= width || lower >= upper - width;
        (lower, is_near || lower == upper || is_above || self.is_hit())
    }
}

/// The values of a function for a batch, in their order, from threads that share the work.
pub(crate) fn evaluated<C: Send, F: Send>(batch: Vec<C>, threads: usize, one: impl Fn(C) -> F + Sync) -> Vec<F> {
    let threads = threads.clamp(1, BATCH);
    if threads == 1 || batch.len() < 2 * threads {
        return batch.into_iter().map(one).collect();
    }
    let size = batch.len().div_ceil(threads);
    let mut rest = batch.into_iter();
    let parts: Vec<Vec<C>> = (0..threads).map(|_| rest.by_ref().take(size).collect()).collect();
    let one = &one;
    thread::scope(|scope| {
        let start = |part: Vec<C>| scope.spawn(move || part.into_iter().map(one).collect::<Vec<F>>());
        let handles: Vec<_> = parts.into_iter().map(start).collect();
        let join = |handle: thread::ScopedJoinHandle<Vec<F>>| {
            handle.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault))
        };
        handles.into_iter().flat_map(join).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least of `(x − 1/3)²` on `[−2, 1]`, of which the slope is at most 14/3.
    fn least(goal: StopRule, threads: usize) -> (f64, f64, f64, usize, bool) {
        let value = |x: f64| (x - 1.0 / 3.0) * (x - 1.0 / 3.0);
        let found = |[low, high]: [f64; 2]| {
            let at = 0.5 * (low + high);
            (value(at) - 7.0 / 3.0 * (high - low), value(at), at, [low, high])
        };
        let mut search = LeastSearch::new(goal, f64::NAN);
        let mut batch = vec![[-2.0, 1.0]];
        loop {
            for (lower, upper, at, cell) in evaluated(std::mem::take(&mut batch), threads, found) {
                search.attain(upper, || at);
                search.take(lower, cell);
            }
            if search.is_done() {
                break;
            }
            while batch.len() < search.batch()
                && let Some(entry) = search.next()
            {
                let [low, high] = entry.item;
                let at = 0.5 * (low + high);
                batch.extend([[low, at], [at, high]]);
            }
        }
        let (lower, complete) = search.outcome();
        (lower, search.upper, search.worst, search.cells, complete)
    }

    fn goal() -> StopRule<'static> {
        StopRule { width: 1e-6, target: None, stop_at_contact: false, cells: 1_000_000, until: None, stop: None }
    }

    #[test]
    fn the_bounds_enclose_the_least_value_to_the_width() {
        let (lower, upper, at, _, complete) = least(goal(), 1);
        assert!(complete && lower <= 0.0 && 0.0 <= upper && upper - lower <= 1e-6, "{lower} {upper}");
        assert!((at - 1.0 / 3.0).abs() < 1e-3, "{at}");
    }

    #[test]
    fn the_answer_does_not_depend_on_threads() {
        let one = least(goal(), 1);
        assert_eq!([2, 3, 7].map(|threads| least(goal(), threads)), [one; 3]);
    }

    #[test]
    fn work_time_and_a_flag_end_the_search_with_bounds_that_hold() {
        let stop = AtomicBool::new(true);
        let ends = [
            StopRule { cells: 9, ..goal() },
            StopRule { until: in_seconds(0.0), ..goal() },
            StopRule { stop: Some(&stop), ..goal() },
        ];
        for (goal, most) in ends.into_iter().zip([9, 1, 1]) {
            let (lower, upper, _, cells, complete) = least(goal, 1);
            assert!(!complete && cells <= most && lower < 0.0 && upper > 1e-6, "{lower} {upper} {cells}");
        }
    }

    #[test]
    fn a_target_that_is_decided_ends_the_search() {
        for target in [-0.5, 0.25] {
            let (lower, upper, _, cells, complete) = least(StopRule { target: Some(target), ..goal() }, 1);
            assert!(complete && (lower >= target) != (upper < target) && cells < 100, "{lower} {upper} {cells}");
        }
    }
}
