//! A fault of the program in one item must not end the others: a panic becomes the error of its item.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use clearance_scene::ReadError;

thread_local! {
    /// Whether a panic of this thread is caught and reported as an error.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// What the last panic of this thread said, and where.
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Lets panics that [`guarded`] catches say nothing on standard error: their item reports them.
pub fn keep_quiet() {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !GUARDED.get() {
            return loud(info);
        }
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let said = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
        let place = info.location().map_or(String::new(), |l| format!(" ({}:{})", l.file(), l.line()));
        SAID.set(format!("{said}{place}"));
    }));
}

/// What `work` returns, or an error with the message and place of its panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, ReadError> {
    let outer = GUARDED.replace(true);
    // What the work leaves half done is dropped with it: callers hand in nothing that they use again after a panic.
    let done = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    done.map_err(|_| ReadError::new(format!("a fault of the program, please report it: {}", SAID.take())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_with_its_message_and_place() {
        keep_quiet();
        let list = [1, 2];
        let index = list.len();
        let error = guarded(|| list[index]).unwrap_err().to_string();
        assert!(error.contains("index out of bounds: the len is 2 but the index is 2"), "{error}");
        assert!(error.contains("guard.rs:"), "{error}");
        assert_eq!(guarded(|| list[1]), Ok(2));
    }
}
