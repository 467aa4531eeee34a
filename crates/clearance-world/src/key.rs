//! What a body is called, and what it is found by.

use core::fmt;

/// The caller's own name of a body. Answers that are equal are ordered by it, numbers before words, so that they do not depend on the order
/// in which bodies were added.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A number.
    Id(u64),
    /// A word.
    Name(Box<str>),
}

impl From<u64> for Key {
    fn from(id: u64) -> Self {
        Key::Id(id)
    }
}

impl From<&str> for Key {
    fn from(name: &str) -> Self {
        Key::Name(name.into())
    }
}

impl From<String> for Key {
    fn from(name: String) -> Self {
        Key::Name(name.into())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Id(id) => write!(f, "{id}"),
            Key::Name(name) => f.write_str(name),
        }
    }
}

/// A body of one scene. A handle whose body was removed is never taken for that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId {
    pub(crate) slot: u32,
    pub(crate) generation: u32,
}

impl BodyId {
    /// The number that the body has in the scene's [tree](crate::Scene::tree) for as long as it is there.
    pub fn number(self) -> u32 {
        self.slot
    }
}
