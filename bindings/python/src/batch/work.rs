//! Threads that take rows from the front of a batch until there are none, or until they are to stop.
//!
//! A row's answer depends on that row alone, so neither the number of threads nor how rows are cut into blocks matters to it.
//! Threads live as long as the call: a process that forks afterwards finds nothing that waits for a thread it does not have.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use clearance::{Options, Proximity, Shape3, Vec3, batch};
use clearance_scene::Body;
use pyo3::prelude::*;

use super::columns::Columns;
use super::rows::Rows;
use crate::pair::Pair;
use crate::question::{self, Refusal};

/// A thread asks for its next rows, and whether it is to stop, about this often.
const BLOCK_TIME: Duration = Duration::from_millis(10);
/// The interpreter is asked for signals this often: Ctrl-C ends a batch within a fifth of a second.
const SIGNAL_TIME: Duration = Duration::from_millis(50);
/// As many rows as keep their poses and answers (400 bytes each) in the second-level cache.
const LARGEST_BLOCK: usize = 1024;

/// A row that could not be read, and why.
pub struct Refused {
    /// Its number.
    pub row: usize,
    /// What is wrong.
    pub what: String,
}

/// What threads share.
struct Shared<'r, 'c> {
    rows: &'r Rows<'r>,
    rest: Mutex<Columns<'c>>,
    keep_going: bool,
    stop: AtomicBool,
    /// No row from here on is wanted, since this one was refused.
    first_refused: AtomicUsize,
    refused: Mutex<Vec<Refused>>,
}

/// Answers all rows; refused ones are returned in order. Fails if the interpreter has a signal, like `KeyboardInterrupt`.
pub fn run(rows: &Rows<'_>, columns: Columns<'_>, threads: usize, keep_going: bool) -> PyResult<Vec<Refused>> {
    let shared = Shared {
        rows,
        rest: Mutex::new(columns),
        keep_going,
        stop: AtomicBool::new(false),
        first_refused: AtomicUsize::new(usize::MAX),
        refused: Mutex::default(),
    };
    if threads <= 1 || rows.count <= LARGEST_BLOCK {
        run_here(&shared)?;
    } else {
        run_on_threads(&shared, threads.min(rows.count.div_ceil(LARGEST_BLOCK)))?;
    }
    let mut refused = shared.refused.into_inner().unwrap_or_else(PoisonError::into_inner);
    refused.sort_by_key(|refused| refused.row);
    if !keep_going {
        refused.truncate(1);
    }
    Ok(refused)
}

fn run_here(shared: &Shared) -> PyResult<()> {
    let mut worker = Worker::new(shared);
    let mut asked = Instant::now();
    while worker.step() {
        if asked.elapsed() > SIGNAL_TIME {
            Python::attach(|py| py.check_signals())?;
            asked = Instant::now();
        }
    }
    Ok(())
}

fn run_on_threads(shared: &Shared, threads: usize) -> PyResult<()> {
    thread::scope(|scope| {
        let (done, all_done) = mpsc::channel::<()>();
        for _ in 0..threads {
            let done = done.clone();
            scope.spawn(move || {
                let mut worker = Worker::new(shared);
                while worker.step() {}
                drop(done);
            });
        }
        drop(done);
        // Nothing is ever sent: the channel closes when the last thread ends, in whatever way.
        while let Err(mpsc::RecvTimeoutError::Timeout) = all_done.recv_timeout(SIGNAL_TIME) {
            if let Err(signal) = Python::attach(|py| py.check_signals()) {
                shared.stop.store(true, Ordering::Relaxed);
                return Err(signal);
            }
        }
        Ok(())
    })
}

/// A thread's own memory, used again for every block.
struct Worker<'w, 'r, 'c> {
    shared: &'w Shared<'r, 'c>,
    size: usize,
    block: Vec<Pair<'r>>,
    places: Vec<usize>,
    found: Vec<Proximity<Vec3<f64>>>,
}

impl<'w, 'r, 'c> Worker<'w, 'r, 'c> {
    fn new(shared: &'w Shared<'r, 'c>) -> Self {
        Worker { shared, size: 64, block: Vec::new(), places: Vec::new(), found: Vec::new() }
    }

    /// Answers one block; whether there may be more.
    fn step(&mut self) -> bool {
        let start = Instant::now();
        let (first, mut columns) = {
            let mut rest = self.shared.rest.lock().unwrap_or_else(PoisonError::into_inner);
            let first = self.shared.rows.count - rest.count();
            let stopped =
                self.shared.stop.load(Ordering::Relaxed) || first > self.shared.first_refused.load(Ordering::Relaxed);
            if rest.count() == 0 || stopped {
                return false;
            }
            let size = self.size.min(rest.count());
            (first, rest.take(size))
        };
        self.answer(first, &mut columns);
        // Blocks are as large as time allows: some pairs take 30 ns and some a millisecond.
        let slow = start.elapsed() > BLOCK_TIME;
        self.size = if slow { (self.size / 4).max(1) } else { (2 * self.size).min(LARGEST_BLOCK) };
        true
    }

    fn answer(&mut self, first: usize, columns: &mut Columns) {
        self.block.clear();
        self.places.clear();
        for place in 0..columns.count() {
            match self.shared.rows.row(first + place) {
                Ok(row) if is_batched(&row) => {
                    self.block.push(row);
                    self.places.push(place);
                }
                Ok(row) => match question::signed_distance(&row, &Options::default()) {
                    Ok(found) => columns.write(place, &found),
                    Err(Refusal(what)) => self.refuse(first, place, columns, what.into()),
                },
                Err(what) => self.refuse(first, place, columns, what),
            }
        }
        batch::signed_distances_into(self.block.iter().filter_map(bounded), &mut self.found);
        for (place, found) in self.places.iter().zip(&self.found) {
            columns.write(*place, found);
        }
    }

    fn refuse(&self, first: usize, place: usize, columns: &mut Columns, what: String) {
        let shared = self.shared;
        columns.refuse(place);
        let mut refused = shared.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if !shared.keep_going {
            shared.first_refused.fetch_min(first + place, Ordering::Relaxed);
        }
        refused.push(Refused { row: first + place, what });
    }
}

/// Whether the core's batch takes it: two bounded bodies in the first one's frame.
fn is_batched(row: &Pair) -> bool {
    bounded(row).is_some() && row.pose_a.is_none()
}

fn bounded<'r>(row: &'r Pair) -> Option<batch::Pair<'r, Vec3<f64>, Shape3<f64>, Shape3<f64>>> {
    match (&*row.a, &*row.b) {
        (Body::Bounded(a), Body::Bounded(b)) => Some((a, b, &row.pose_b)),
        _ => None,
    }
}
