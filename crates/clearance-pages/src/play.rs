//! The page that computes by itself: it holds the library for browsers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use clearance_models::{Packages, ReadRobot, UrdfOptions, WriteRobot};
use clearance_robot::Robot;
use clearance_scene::ReadError;
use clearance_scene::json::Json;
use clearance_scene::mesh::is_mesh_file;
use serde::Serialize;

use crate::fill::{Made, fill};
use crate::packed::base64;

/// The page, built from `viewer/` with `bindings/wasm`.
const PAGE: &str = include_str!("../assets/play.html");

/// A page to play with, and the files that it shows first.
#[derive(Default, Serialize)]
pub struct PlayPage {
    files: Vec<Held>,
}

#[derive(Serialize)]
struct Held {
    name: String,
    /// In base 64.
    contents: String,
}

impl PlayPage {
    /// Adds a mesh file, a robot with its meshes, an SRDF, or a scene or a case with the mesh files that it names. Of
    /// many cases the first one is shown.
    pub fn add_file(&mut self, path: &Path, packages: &Packages) -> Result<(), ReadError> {
        let named = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if is_mesh_file(path) {
            self.add(named(), &read(path)?);
            return Ok(());
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
        match extension.as_str() {
            "urdf" | "xml" => self.add_robot(path, packages),
            "srdf" => {
                self.add(named(), &read(path)?);
                Ok(())
            }
            "json" | "jsonl" => {
                let text = String::from_utf8(read(path)?);
                let text = text.map_err(|_| ReadError::new("not valid UTF-8").within(path.display()))?;
                let shown = if Json::parse(&text).is_ok() { &text } else { text.lines().next().unwrap_or("") };
                let folder = path.parent().unwrap_or(Path::new(""));
                self.add_text(named(), shown, folder).map_err(|error| error.within(path.display()))
            }
            _ => Err(ReadError::new(
                "expected a mesh file, a robot (.urdf), an SRDF, a scene (.json) or pair cases (.jsonl)",
            )
            .within(path.display())),
        }
    }

    /// Adds the text of a scene or a case, and the mesh files that it names, relative to a folder.
    pub fn add_text(&mut self, name: String, text: &str, folder: &Path) -> Result<(), ReadError> {
        let mut files = BTreeSet::new();
        collect_files(&Json::parse(text)?, &mut files);
        for file in files {
            let contents = read(&folder.join(&file))?;
            self.add(file, &contents);
        }
        self.add(name, text.as_bytes());
        Ok(())
    }

    /// The page with its files.
    pub fn html(&self, made: &Made) -> Result<String, serde_json::Error> {
        fill(PAGE, made, self)
    }

    /// A robot of any format as URDF with its meshes, whatever it names them.
    fn add_robot(&mut self, path: &Path, packages: &Packages) -> Result<(), ReadError> {
        let options = UrdfOptions { packages: packages.clone(), ignore_mimic: true, ..UrdfOptions::default() };
        let written = Robot::from_file(path, &options)?.robot.to_urdf("meshes/")?;
        for (file, text) in &written.meshes {
            self.add(file.clone(), text.as_bytes());
        }
        self.add("robot.urdf".into(), written.text.as_bytes());
        Ok(())
    }

    fn add(&mut self, name: String, contents: &[u8]) {
        self.files.push(Held { name, contents: base64(contents.iter().copied()) });
    }
}

/// The files that shapes name, anywhere in a tree.
fn collect_files(tree: &Json, files: &mut BTreeSet<String>) {
    match tree {
        Json::Object(entries) => {
            for (key, value) in entries {
                match value {
                    Json::Text(file) if key == "file" => {
                        files.insert(file.clone());
                    }
                    other => collect_files(other, files),
                }
            }
        }
        Json::List(items) => items.iter().for_each(|item| collect_files(item, files)),
        _ => {}
    }
}

fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    fs::read(path).map_err(|error| ReadError::new(format!("cannot be read: {error}")).within(path.display()))
}
