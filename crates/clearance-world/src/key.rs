//! What a body is called, and what it is found by.

use core::fmt;
use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashMap;
use std::hash::DefaultHasher;

/// The caller's own name of a body. Answers that are equal are ordered by it, numbers before words, so that they do not
/// depend on the order in which bodies were added.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A number.
    Id(u64),
    /// A word.
    Name(Box<str>),
}

/// Values by keys.
pub(crate) type KeyMap<T> = HashMap<Key, T, BuildHasherDefault<KeyHasher>>;

/// Numbers by one product, which is all that a scene's own numbers need; words as the standard library does, as they
/// may come from files.
#[derive(Default)]
pub(crate) struct KeyHasher {
    number: u64,
    word: Option<DefaultHasher>,
}

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.word.get_or_insert_default().write(bytes);
    }
    fn write_u64(&mut self, number: u64) {
        // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, 1973, section 6.4); both halves of the
        // product count.
        let product = u128::from(number) * 0x9e37_79b9_7f4a_7c15;
        self.number = (product >> 64) as u64 ^ product as u64;
    }
    // Of an enum's variant.
    fn write_isize(&mut self, _: isize) {}
    fn finish(&self) -> u64 {
        self.word.as_ref().map_or(self.number, Hasher::finish)
    }
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
