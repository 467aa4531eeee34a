//! Threads that take rows from the front of a batch until there are none, or until they are to stop.
//!
//! A row's answer depends on that row alone, so neither the number of threads nor how rows are cut into blocks matters
//! to it. Threads live as long as the call: a process that forks afterwards finds nothing that waits for a thread it
//! does not have.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use super::columns::Columns;
use super::given::Work;
use crate::interrupt::{SIGNAL_TIME, heeding_signals};

/// A thread asks for its next rows, and whether it is to stop, about this often.
const BLOCK_TIME: Duration = Duration::from_millis(10);

/// A row that could not be read, and why.
pub struct Refused {
    /// Its number.
    pub row: usize,
    /// What is wrong.
    pub what: String,
}

/// How many rows a thread takes at once.
pub struct Blocks {
    /// Before it is known how long they take.
    pub first: usize,
    /// Maximum number of rows.
    pub largest: usize,
}

/// The query of the rows of a batch.
pub trait Ask: Sync {
    /// What a thread uses again for every block.
    type Memory: Default;

    /// Rows of a block.
    const BLOCKS: Blocks;

    /// How many rows there are.
    fn count(&self) -> usize;

    /// Answers the rows from `first` on, one for each row of the columns; returns those that are refused, which are not
    /// written.
    fn answer(&self, first: usize, columns: &mut Columns, memory: &mut Self::Memory) -> Vec<Refused>;
}

/// Answers rows one by one from `first` on: `answer` writes the row of a number at its place in the columns, or says
/// what is wrong with it.
pub fn one_by_one(
    first: usize,
    columns: &mut Columns,
    answer: impl Fn(usize, usize, &mut Columns) -> Result<(), String>,
) -> Vec<Refused> {
    let mut refused = Vec::new();
    for place in 0..columns.count() {
        let row = first + place;
        if let Err(what) = answer(row, place, columns) {
            refused.push(Refused { row, what });
        }
    }
    refused
}

/// What threads share.
struct Shared<'s, 'c, A> {
    ask: &'s A,
    rest: Mutex<Columns<'c>>,
    keep_going: bool,
    stop: AtomicBool,
    /// No row from here on is wanted, since this one was refused.
    first_refused: AtomicUsize,
    refused: Mutex<Vec<Refused>>,
}

/// Answers all rows; refused ones are returned in order. Fails if the interpreter has a signal, like
/// `KeyboardInterrupt`.
pub fn run<A: Ask>(ask: &A, columns: Columns<'_>, Work { threads, keep_going }: Work) -> PyResult<Vec<Refused>> {
    let shared = Shared {
        ask,
        rest: Mutex::new(columns),
        keep_going,
        stop: AtomicBool::new(false),
        first_refused: AtomicUsize::new(usize::MAX),
        refused: Mutex::default(),
    };
    let blocks = ask.count().div_ceil(A::BLOCKS.largest);
    if threads.min(blocks) <= 1 {
        run_here(&shared)?;
    } else {
        run_on_threads(&shared, threads.min(blocks))?;
    }
    let mut refused = shared.refused.into_inner().unwrap_or_else(PoisonError::into_inner);
    refused.sort_by_key(|refused| refused.row);
    if !keep_going {
        refused.truncate(1);
    }
    Ok(refused)
}

fn run_here<A: Ask>(shared: &Shared<A>) -> PyResult<()> {
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

fn run_on_threads<A: Ask>(shared: &Shared<A>, threads: usize) -> PyResult<()> {
    let worker = || {
        let mut worker = Worker::new(shared);
        while worker.step() {}
    };
    heeding_signals(&shared.stop, || {
        thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
    })
}

/// A thread's own memory.
struct Worker<'w, 'c, A: Ask> {
    shared: &'w Shared<'w, 'c, A>,
    size: usize,
    memory: A::Memory,
}

impl<'w, 'c, A: Ask> Worker<'w, 'c, A> {
    fn new(shared: &'w Shared<'w, 'c, A>) -> Self {
        Worker { shared, size: A::BLOCKS.first, memory: A::Memory::default() }
    }

    /// Answers one block; whether there may be more.
    fn step(&mut self) -> bool {
        let (shared, start) = (self.shared, Instant::now());
        let (first, mut columns) = {
            let mut rest = shared.rest.lock().unwrap_or_else(PoisonError::into_inner);
            let first = shared.ask.count() - rest.count();
            let stopped = shared.stop.load(Ordering::Relaxed) || first > shared.first_refused.load(Ordering::Relaxed);
            if rest.count() == 0 || stopped {
                return false;
            }
            let size = self.size.min(rest.count());
            (first, rest.take(size))
        };
        for refused in shared.ask.answer(first, &mut columns, &mut self.memory) {
            columns.refuse(refused.row - first);
            shared.add(refused);
        }
        // Blocks are as large as time allows: some pairs take 30 ns and some a millisecond.
        let slow = start.elapsed() > BLOCK_TIME;
        self.size = if slow { (self.size / 4).max(1) } else { (2 * self.size).min(A::BLOCKS.largest) };
        true
    }
}

impl<A> Shared<'_, '_, A> {
    fn add(&self, refused: Refused) {
        if !self.keep_going {
            self.first_refused.fetch_min(refused.row, Ordering::Relaxed);
        }
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).push(refused);
    }
}
