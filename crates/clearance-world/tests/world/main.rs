//! Bodies and scenes beside brute force. All tests are one program: six programs would each compile the same searches.

mod motion;
mod pairs;
mod points;
mod scenes;
mod spaces;
#[cfg(feature = "rayon")]
mod threads;
mod walking;
