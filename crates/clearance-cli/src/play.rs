//! `clearance play`: a page that computes by itself.

use crate::status::Status;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clearance_models::Packages;
use clearance_pages::{Made, PlayPage};

use crate::output::write_whole;
use crate::page::command_line;
use crate::robot::{Package, package};
use crate::terminal::say;

/// Play with two shapes, a robot or a scene in the browser: drag them and see distance, depth, bounds and the steps of
/// the solver
///
/// Writes one file that holds the whole library and needs no network, and opens it. It shows FILES first: one or two
/// mesh files, a URDF with an optional SRDF and scene, a scene, or a pair case (the first line of a file). Meshes that
/// they name are put into the page. Other files can be dropped on the page.
#[derive(Args)]
pub struct Play {
    /// Files to show first
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
    pub fn run(self) -> anyhow::Result<Status> {
        let packages = self.package.iter().fold(Packages::of_environment(), |all, package| package.beside(all));
        let mut page = PlayPage::default();
        for path in &self.files {
            page.add_file(path, &packages)?;
        }
        let html = page.html(&Made::by(command_line()))?;
        let inputs: Vec<&Path> = self.files.iter().map(PathBuf::as_path).collect();
        if let Some(path) = &self.html {
            write_whole(path, &inputs, html.as_bytes())?;
            if path != Path::new("-") {
                say(&format!("wrote {} ({:.1} MB)", path.display(), html.len() as f64 / 1e6));
            }
            return Ok(Status::SUCCESS);
        }
        let path = std::env::temp_dir().join(format!("clearance-play-{}.html", std::process::id()));
        write_whole(&path, &inputs, html.as_bytes())?;
        say(&format!("wrote {}", path.display()));
        open::that_detached(&path).with_context(|| {
            format!("{}: cannot be opened; open it in a browser, or name a file with --html", path.display())
        })?;
        Ok(Status::SUCCESS)
    }
}
