//! Long work that Ctrl-C ends, and that reports how far it is.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clearance_world::Task;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// How often signals are checked: Ctrl-C ends work within a fifth of a second.
pub const SIGNAL_TIME: Duration = Duration::from_millis(50);

/// Rows that are made for Python between two looks at its signals: some milliseconds.
pub const ROWS: usize = 1024;

/// Work on another thread while this one, which does not hold the interpreter, listens for signals: one that raises
/// sets the flag, which the work must heed.
pub fn heeding_signals<T: Send>(stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    listening(work, || stop.store(true, Ordering::Relaxed), |_| Ok(()))
}

/// Queries of many points or bodies, on another thread: a signal that raises ends them. A callable for progress gets
/// the fraction that is done each time that signals are checked, and ends them too if it raises.
pub fn ending<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let task = Arc::new(Task::default());
    let progress = progress.map(|call| call.clone().unbind());
    let report = |py: Python<'_>| match (&progress, task.progress()) {
        (Some(call), Some(fraction)) => call.call1(py, (fraction,)).map(drop),
        _ => Ok(()),
    };
    let found = py.detach(|| listening(|| task.run(work), || task.stop(), report))?;
    // It stops only for an error that was returned above.
    let found = found.ok_or_else(|| PyKeyboardInterrupt::new_err(()))?;
    if let Some(call) = &progress {
        call.call1(py, (1.0,))?;
    }
    Ok(found)
}

/// Queries that are answered sooner than a thread begins are answered here.
pub fn ending_if<T: Send>(is_long: bool, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    if is_long { ending(py, None, work) } else { Ok(py.detach(work)) }
}

fn listening<T: Send>(
    work: impl FnOnce() -> T + Send,
    stop: impl Fn(),
    report: impl Fn(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let worker = scope.spawn(move || {
            // Dropped when the work ends, in whatever way: nothing is ever sent.
            let _done = done;
            work()
        });
        while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(SIGNAL_TIME) {
            if let Err(raised) = Python::attach(|py| py.check_signals().and_then(|()| report(py))) {
                stop();
                return Err(raised);
            }
        }
        Ok(worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic)))
    })
}

/// Rows as Python takes them; a signal that raises ends a long list.
pub fn rows<'py, R: IntoPyObject<'py>>(
    py: Python<'py>,
    rows: impl IntoIterator<Item = R>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let row = |(number, row): (usize, R)| {
        if (number + 1).is_multiple_of(ROWS) {
            py.check_signals()?;
        }
        row.into_bound_py_any(py)
    };
    rows.into_iter().enumerate().map(row).collect()
}
