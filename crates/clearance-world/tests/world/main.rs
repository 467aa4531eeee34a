//! Bodies and scenes beside brute force. One program: six would each compile the same searches anew.

mod motion;
mod pairs;
mod points;
mod scenes;
mod spaces;
#[cfg(feature = "rayon")]
mod threads;
