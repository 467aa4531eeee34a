//! One long answer: what is known of it so far on the terminal, and an interrupt that ends it early.

use crate::status::Status;
use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::SIGINT;

use crate::signals::on_interrupt;

/// What is known of one long answer so far, on the terminal.
pub struct Spinner {
    bar: ProgressBar,
    calls: u64,
}

/// How many messages go by for one that is written.
const SELDOM: u64 = 64;

impl Spinner {
    /// Hidden if standard error is no terminal.
    pub fn new() -> Self {
        if !stderr().is_terminal() {
            return Spinner { bar: ProgressBar::hidden(), calls: 0 };
        }
        let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}");
        let bar = ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Spinner { bar, calls: 0 }
    }

    /// Shows a message now and then.
    pub fn say(&mut self, message: impl FnOnce() -> String) {
        if !self.bar.is_hidden() && self.calls.is_multiple_of(SELDOM) {
            self.bar.set_message(message());
            self.bar.tick();
        }
        self.calls += 1;
    }

    /// Removes it.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
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
    pub fn status(self) -> Status {
        drop(self.written);
        Status(128 + SIGINT as u8)
    }
}
