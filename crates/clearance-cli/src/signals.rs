//! Interrupts: the command ends between two writes, with the status that shells expect.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// How long after a signal it is noticed at the latest: not long for a person, and no load for the processor.
const NOTICED: Duration = Duration::from_millis(20);

/// Calls `end` at the first interrupt (Ctrl-C) or request to terminate, and leaves with 128 and the signal's number. A
/// second signal ends the program at once: `end` may wait for a reader that has stopped.
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
