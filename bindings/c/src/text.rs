//! Texts that C reads: names that live as long as what owns them, and texts that are handed over.

use std::collections::HashMap;
use std::ffi::{CString, c_char};
use std::ptr;

/// A text with a zero at its end. A zero within it, which no format of ours writes, becomes a blank.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

/// Names that C reads as long as these live.
#[derive(Debug, Default)]
pub struct Names(HashMap<String, CString>);

impl Names {
    /// The names of some things.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        Names(names.into_iter().map(|name| (name.to_string(), c_text(name))).collect())
    }

    /// More names; those that are there stay where they are.
    pub fn add<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) {
        names.into_iter().for_each(|name| {
            self.0.entry(name.to_string()).or_insert_with(|| c_text(name));
        });
    }

    /// A name as C reads it; null for one that is not known.
    pub fn get(&self, name: &str) -> *const c_char {
        self.0.get(name).map_or(ptr::null(), |name| name.as_ptr())
    }
}
