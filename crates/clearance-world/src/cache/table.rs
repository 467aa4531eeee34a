//! What is known of pairs of bodies.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::key::BodyId;

/// Entries by pairs of bodies. What no question has asked for lately is forgotten.
#[derive(Clone, Debug)]
pub(crate) struct Table<T> {
    known: HashMap<[BodyId; 2], (u64, T), BuildHasherDefault<Mixer>>,
    /// The number of the question.
    round: u64,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { known: HashMap::default(), round: 0 }
    }
}

impl<T> Table<T> {
    pub fn get(&mut self, pair: [BodyId; 2]) -> Option<&T> {
        let (asked, value) = self.known.get_mut(&pair)?;
        *asked = self.round;
        Some(value)
    }

    /// What is known of a pair, or what a value begins with.
    pub fn or_default(&mut self, pair: [BodyId; 2]) -> &mut T
    where
        T: Default,
    {
        let (asked, value) = self.known.entry(pair).or_default();
        *asked = self.round;
        value
    }

    pub fn put(&mut self, pair: [BodyId; 2], value: T) {
        self.known.insert(pair, (self.round, value));
    }

    /// Ends a question. Once there are more pairs than the limit, those go that the last questions did not ask for.
    pub fn trim(&mut self, most: usize) {
        self.round += 1;
        if self.known.len() > most {
            let round = self.round;
            self.known.retain(|_, (asked, _)| *asked + 4 >= round);
        }
    }
}

/// Mixes a few numbers by a multiplication with an odd constant (D. Knuth's golden ratio) and a shift. The keys are not
/// chosen by anyone hostile: slots and generations are given by the scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }
    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u32(number as u32);
    }
}
