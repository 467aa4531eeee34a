//! Characters that walk, beside dense samples of distances and numbers by hand.

mod journey;
mod level;
mod push_out;
mod stride;
