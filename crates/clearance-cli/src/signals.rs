//! Interrupts: the command ends between two writes, with the status that shells expect.

use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// How long after a signal it is noticed at the latest: not long for a person, and no load for the processor.
const NOTICED: Duration = Duration::from_millis(20);

/// Calls `end` at the first interrupt (Ctrl-C) or request to terminate, and leaves with 128 and the signal's number. A second
/// signal ends the program at once: `end` may wait for a reader that has stopped.
pub fn on_interrupt(end: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let signal = Arc::new(AtomicUsize::new(0));
    let again = Arc::new(AtomicBool::new(false));
    for number in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(number, 128 + number, Arc::clone(&again))
            .and_then(|_| flag::register_usize(number, Arc::clone(&signal), number as usize))
            .context("cannot handle interrupts")?;
    }
    thread::spawn(move || {
        let number = loop {
            match signal.load(Ordering::Relaxed) {
                0 => thread::sleep(NOTICED),
                number => break number,
            }
        };
        again.store(true, Ordering::Relaxed);
        end();
        exit(128 + number as i32);
    });
    Ok(())
}

/// An interrupt that ends one long answer, which is written with what is known by then.
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    /// Dropped once the answer is written.
    written: mpsc::Sender<()>,
}

impl Interrupt {
    /// Waits for one.
    pub fn new() -> anyhow::Result<Self> {
        let (flag, (written, wait)) = (Arc::new(AtomicBool::new(false)), mpsc::channel::<()>());
        let set = Arc::clone(&flag);
        on_interrupt(move || {
            set.store(true, Ordering::Relaxed);
            // Until the sender is gone.
            let _ = wait.recv();
        })?;
        Ok(Interrupt { flag, written })
    }

    /// What it sets.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Whether it came.
    pub fn came(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Lets the signal end the program, now that all is written.
    pub fn status(self) -> ExitCode {
        drop(self.written);
        ExitCode::from(128 + SIGINT as u8)
    }
}
