//! Statuses, and the text of a thread's last refusal.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why nothing was answered: a status of the header and a text.
#[derive(Debug)]
pub struct Refusal {
    status: i32,
    text: String,
}

/// What every entry does behind the border.
pub type Answer<T> = Result<T, Refusal>;

/// Answered.
pub const OK: i32 = 0;
const NULL: i32 = 1;
const INVALID: i32 = 2;
const OUT_OF_RANGE: i32 = 3;
const PANIC: i32 = 4;

impl Refusal {
    /// A pointer that must not be null is.
    pub fn null(what: &str) -> Self {
        Refusal { status: NULL, text: format!("{what} must not be null") }
    }

    /// A value breaks a rule.
    pub fn invalid(text: impl ToString) -> Self {
        Refusal { status: INVALID, text: text.to_string() }
    }

    /// A refusal of something that has a name.
    pub fn about(self, what: &str) -> Self {
        Refusal { text: format!("{what}: {}", self.text), ..self }
    }

    /// A number or a count is too large.
    pub fn out_of_range(text: impl ToString) -> Self {
        Refusal { status: OUT_OF_RANGE, text: text.to_string() }
    }

    /// A defect of the library.
    pub fn panicked() -> Self {
        Refusal { status: PANIC, text: "the library has a defect: it panicked".into() }
    }
}

impl From<clearance_world::Refusal> for Refusal {
    /// A question that two bodies have no answer to.
    fn from(refusal: clearance_world::Refusal) -> Self {
        Self::invalid(refusal)
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// The status of an entry. Refusals and panics end here; their text is kept for the thread.
pub fn status_of(entry: impl FnOnce() -> Answer<()>) -> i32 {
    let refusal = match catch_unwind(AssertUnwindSafe(entry)) {
        Ok(Ok(())) => return OK,
        Ok(Err(refusal)) => refusal,
        Err(_) => Refusal::panicked(),
    };
    let text = CString::new(refusal.text.replace('\0', " ")).unwrap_or_default();
    LAST.with_borrow_mut(|last| *last = text);
    refusal.status
}

/// The text of the thread's last refusal. It stands until the next one.
pub fn last_error() -> *const c_char {
    LAST.with_borrow(|last| last.as_ptr())
}
