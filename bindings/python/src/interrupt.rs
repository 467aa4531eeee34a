//! Long work that Ctrl-C ends.

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How often signals are checked: Ctrl-C ends work within a fifth of a second.
pub const SIGNAL_TIME: Duration = Duration::from_millis(50);

/// Work on another thread while this one, which does not hold the interpreter, listens for signals: one that raises
/// sets the flag, which the work must heed.
pub fn heeding_signals<T: Send>(stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let worker = scope.spawn(move || {
            // Dropped when the work ends, in whatever way: nothing is ever sent.
            let _done = done;
            work()
        });
        while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(SIGNAL_TIME) {
            if let Err(signal) = Python::attach(|py| py.check_signals()) {
                stop.store(true, Ordering::Relaxed);
                return Err(signal);
            }
        }
        Ok(worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic)))
    })
}
