//! The shapes of the library.
