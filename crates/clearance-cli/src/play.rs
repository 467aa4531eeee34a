//! `clearance play`: a page that computes by itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use clearance_pages::{Made, PlayPage};
use clearance_robot::{Packages, Robot, UrdfOptions};
use clearance_scene::json::Json;
use clearance_scene::mesh::is_mesh_file;

use crate::output::write_whole;
use crate::page::command_line;
use crate::robot::{Package, package};
use crate::terminal::say;

/// Play with two shapes, a robot or a scene in the browser: drag them and see distance, depth, bounds and the steps of the solver
///
/// Writes one file that holds the whole library and needs no network, and opens it. FILES are what it shows first: one or two mesh files, a URDF with an SRDF and a scene beside it, a scene, or a pair case (the first
/// line of a file); meshes that they name are put into the page. Other files can be dropped on the page.
#[derive(Args)]
pub struct Play {
    /// What to show first
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Write the page to this file and do not open it; - is the standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Folder of the meshes package://NAME/...; repeatable. The robot's folder and those above it are searched too
    #[arg(long, value_name = "NAME=DIR", value_parser = package)]
    package: Vec<Package>,
}

impl Play {
    /// Writes the page, and opens it if no file is named.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut page = PlayPage::default();
        for path in &self.files {
            self.add(&mut page, path)?;
        }
        let html = page.html(&Made::by(command_line()))?;
        let inputs: Vec<&Path> = self.files.iter().map(PathBuf::as_path).collect();
        if let Some(path) = &self.html {
            write_whole(path, &inputs, html.as_bytes())?;
            if path != Path::new("-") {
                say(&format!("wrote {} ({:.1} MB)", path.display(), html.len() as f64 / 1e6));
            }
            return Ok(ExitCode::SUCCESS);
        }
        let path = std::env::temp_dir().join(format!("clearance-play-{}.html", std::process::id()));
        write_whole(&path, &inputs, html.as_bytes())?;
        say(&format!("wrote {}", path.display()));
        open::that_detached(&path).with_context(|| {
            format!("{}: cannot be opened; open it in a browser, or name a file with --html", path.display())
        })?;
        Ok(ExitCode::SUCCESS)
    }

    /// A file with all that it names.
    fn add(&self, page: &mut PlayPage, path: &Path) -> anyhow::Result<()> {
        if is_mesh_file(path) {
            page.add(name(path), &read(path)?);
            return Ok(());
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
        match extension.as_str() {
            "urdf" | "xml" => self.robot(page, path),
            "srdf" => {
                page.add(name(path), &read(path)?);
                Ok(())
            }
            "json" | "jsonl" => beside(page, path),
            _ => bail!(
                "{}: expected a mesh file, a robot (.urdf), an SRDF, a scene (.json) or pair cases (.jsonl)",
                path.display()
            ),
        }
    }

    /// A robot as URDF with its meshes, whatever it names them.
    fn robot(&self, page: &mut PlayPage, path: &Path) -> anyhow::Result<()> {
        let packages = self.package.iter().fold(Packages::of_environment(), |all, package| package.beside(all));
        let options = UrdfOptions { packages, ignore_mimic: true, ..UrdfOptions::default() };
        let written = Robot::from_file(path, &options)?.to_urdf("meshes/")?;
        for (file, text) in &written.meshes {
            page.add(file.clone(), text.as_bytes());
        }
        page.add("robot.urdf".into(), written.text.as_bytes());
        Ok(())
    }
}

/// A scene or a case, and the mesh files that it names.
fn beside(page: &mut PlayPage, path: &Path) -> anyhow::Result<()> {
    let text = String::from_utf8(read(path)?).with_context(|| format!("{}: not valid UTF-8", path.display()))?;
    // Of many cases the first is shown.
    let shown = if Json::parse(&text).is_ok() { text.as_str() } else { text.lines().next().unwrap_or("") };
    let here = |error: anyhow::Error| error.context(path.display().to_string());
    add_text(page, name(path), shown, path.parent().unwrap_or(Path::new(""))).map_err(here)
}

/// The text of a scene or a case, and the mesh files that it names, relative to a folder.
pub fn add_text(page: &mut PlayPage, name: String, text: &str, folder: &Path) -> anyhow::Result<()> {
    let mut named = BTreeSet::new();
    files_of(&Json::parse(text)?, &mut named);
    for file in named {
        page.add(file.clone(), &read(&folder.join(&file))?);
    }
    page.add(name, text.as_bytes());
    Ok(())
}

/// The files that shapes name, anywhere in a tree.
fn files_of(tree: &Json, named: &mut BTreeSet<String>) {
    match tree {
        Json::Object(entries) => {
            for (key, value) in entries {
                match value {
                    Json::Text(file) if key == "file" => {
                        named.insert(file.clone());
                    }
                    other => files_of(other, named),
                }
            }
        }
        Json::List(items) => items.iter().for_each(|item| files_of(item, named)),
        _ => {}
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))
}
