//! What is asked of a list of pairs.

/// What is asked of every pair.
#[derive(Clone, Copy, PartialEq)]
pub enum Question {
    Signed,
    Unsigned,
}
