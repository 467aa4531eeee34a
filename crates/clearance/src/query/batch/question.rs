//! The queries of a list of pairs.

/// The query of every pair.
#[derive(Clone, Copy, PartialEq)]
pub enum Question {
    Signed,
    Unsigned,
}
