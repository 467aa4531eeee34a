//! The page that computes by itself: it holds the library for browsers.

use serde::Serialize;

use crate::fill::{Made, fill};
use crate::packed::base64;

/// The page, built from `viewer/` with `bindings/wasm`.
const PAGE: &str = include_str!("../assets/play.html");

/// A page to play with, and the files that it shows first.
#[derive(Default, Serialize)]
pub struct PlayPage {
    files: Vec<File>,
}

#[derive(Serialize)]
struct File {
    name: String,
    /// In base 64.
    contents: String,
}

impl PlayPage {
    /// Adds a file: a mesh, a robot, a scene or a case.
    pub fn add(&mut self, name: String, contents: &[u8]) {
        self.files.push(File { name, contents: base64(contents.iter().copied()) });
    }

    /// The page with its files.
    pub fn html(&self, made: &Made) -> Result<String, serde_json::Error> {
        fill(PAGE, made, self)
    }
}
