//! What `clearance.js` calls: bodies, scenes and robots behind numbers, questions as JSON or as rows of numbers.

mod ask;
mod border;
mod drawn;
mod library;
mod pair;
mod robot;
mod scene;
mod slots;
mod walk;

pub use library::{Answer, Given, Library};
