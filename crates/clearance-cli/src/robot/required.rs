//! What `--require-free` requires: that something is tested, and that all of it is proven free.

use crate::status::Status;
use std::cell::Cell;

use crate::terminal::say;

/// The status if something is not proven free, or nothing is tested.
const NOT_FREE: u8 = 3;

/// Whether anything was tested, and whether all of it is proven free.
#[derive(Default)]
pub struct Tested {
    any: Cell<bool>,
    failed: Cell<bool>,
}

impl Tested {
    /// Counts an answer. Without a pair of bodies that is checked, nothing was tested by it.
    pub fn add(&self, free: bool, has_pairs: bool) {
        self.any.set(self.any.get() || has_pairs);
        self.failed.set(self.failed.get() || !free);
    }

    /// Counts what could not be answered.
    pub fn fail(&self) {
        self.add(false, true);
    }

    /// Another status, unless all has to be free and is not.
    pub fn status(&self, is_required: bool, otherwise: Status) -> Status {
        if !is_required || self.any.get() && !self.failed.get() {
            return otherwise;
        }
        if !self.failed.get() {
            say("--require-free: nothing is tested: no pair of bodies is checked");
        }
        Status(NOT_FREE)
    }
}
