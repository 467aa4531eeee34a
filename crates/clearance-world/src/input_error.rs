//! The error of an input that cannot be used: where, and what was expected there.

use std::fmt;

/// An input that cannot be used. Shown as `file, line 3, /a/shape/radius: must not be negative, got -1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    place: String,
    what: String,
}

impl InputError {
    /// What is wrong, and the rule or what was expected instead; the location is added by the callers.
    pub fn new(what: impl Into<String>) -> Self {
        InputError { place: String::new(), what: what.into() }
    }

    /// With the rule that was not kept.
    pub fn because(mut self, rule: &str) -> Self {
        self.what = format!("{} ({rule})", self.what);
        self
    }

    /// The error inside of `outer`: a file, a line, a JSON pointer.
    pub fn within(mut self, outer: impl fmt::Display) -> Self {
        let separator = if self.place.is_empty() { "" } else { ", " };
        self.place = format!("{outer}{separator}{}", self.place);
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() { f.write_str(&self.what) } else { write!(f, "{}: {}", self.place, self.what) }
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_from_the_outside_in() {
        let error = InputError::new("expected a number, got true").within("/a/shape/radius");
        let error = error.within("line 3").within("cases.jsonl");
        assert_eq!(error.to_string(), "cases.jsonl, line 3, /a/shape/radius: expected a number, got true");
    }
}
