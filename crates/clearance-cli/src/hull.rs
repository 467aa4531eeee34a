//! `clearance hull`: convex hulls of meshes and of listed points.

use crate::status::Status;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use clearance_scene::mesh::{is_mesh_file, mesh_bytes, read_vertices};
use clearance_scene::{CaseLine, HullResult, ReadError, hull_error_line, hull_line};
use rayon::prelude::*;

use crate::guard::guarded;
use crate::lines::{Input, Line};
use crate::output::{Done, Output, print, write_whole};
use crate::pairs::summary;
use crate::report::{hull_head, hull_report, hull_row};

/// Compute the convex hull of a mesh or point list, with exact decisions: extreme points, true faces, edges, volume
///
/// FILE is a mesh (.obj, .stl, .ply, .off, .dae, .glb, .gltf, .3mf), a JSON object {"vertices": [[x, y, z], ..]}
/// (.json), or one such object per line (any other name, or - for standard input). Points with two numbers lie in the
/// plane.
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct ConvexHull {
    /// The mesh or the points; - is the standard input
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Write the hull of one input as .obj, .stl, .ply or .json, or the hulls of many as .json
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object for each input
    #[arg(long)]
    json: bool,
}

impl ConvexHull {
    /// Computes and prints.
    pub fn run(self) -> anyhow::Result<Status> {
        let start = Instant::now();
        if is_mesh_file(&self.input) {
            let hull = read_vertices(&self.input).and_then(|vertices| HullResult::of(&vertices));
            let name = serde_json::Value::from(self.input.display().to_string());
            let text = format!("{{\"id\": {name}}}");
            return self.one(&CaseLine::parse(&text)?, hull?, start.elapsed());
        }
        if self.input.extension().is_some_and(|e| e.eq_ignore_ascii_case("json")) {
            let here = |error: ReadError| error.within(self.input.display());
            let text = std::fs::read_to_string(&self.input)
                .with_context(|| format!("{}: cannot be read", self.input.display()))?;
            let case = CaseLine::parse(&text).map_err(here)?;
            let hull = HullResult::of_case(&case).map_err(here)?;
            return self.one(&case, hull, start.elapsed());
        }
        self.lines()
    }

    fn one(&self, case: &CaseLine, hull: HullResult, time: Duration) -> anyhow::Result<Status> {
        let object = hull_line(case, &hull) + "\n";
        if let Some(path) = &self.output {
            let bytes = if is_json(path) { object.clone().into_bytes() } else { mesh_bytes(&hull, path)? };
            write_whole(path, &[&self.input], &bytes)?;
        }
        let text = if self.json { object } else { hull_report(&self.input, &hull, time) };
        print(&text)?;
        Ok(Status::SUCCESS)
    }

    /// Streams through lines, as the command `pairs` does.
    fn lines(&self) -> anyhow::Result<Status> {
        let mut input = Input::open(&self.input)?;
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        anyhow::ensure!(
            self.output.is_none() || is_json(path),
            "{}: cannot hold many hulls, expected a .json or .jsonl file",
            path.display()
        );
        let output = Output::open(path, &[&self.input])?;
        output.end_whole_on_interrupt()?;
        let json = self.json || self.output.is_some();
        let name = input.name().to_string();
        let mut done = Done::default();
        if !json && !output.write(&hull_head())? {
            return Ok(Status::SUCCESS);
        }
        loop {
            let chunk = input.next_chunk()?;
            if chunk.lines.is_empty() {
                output.finish()?;
                return Ok(summary(done.errors, done.cases, "inputs"));
            }
            let answers: Vec<Result<String, String>> =
                chunk.lines.par_iter().map(|line| answer(line, &name, json)).collect();
            done.cases += answers.len() as u64;
            done.errors += answers.iter().filter(|answer| answer.is_err()).count() as u64;
            let text: String = answers.into_iter().map(|answer| answer.unwrap_or_else(|error| error) + "\n").collect();
            if !output.write_cases(&text, done)? {
                return Ok(Status::SUCCESS);
            }
        }
    }
}

/// The line for the hull of an input line; an error line if there is none.
fn answer(line: &Line, input: &str, json: bool) -> Result<String, String> {
    let refuse = |case: Option<&CaseLine>, error: ReadError| {
        let error = error.within(format_args!("line {}", line.number)).within(input);
        if json { hull_error_line(case, &error) } else { error.to_string() }
    };
    let text = line.text().map_err(|error| refuse(None, error))?;
    let case = CaseLine::parse(text).map_err(|error| refuse(None, error))?;
    let hull = guarded(|| HullResult::of_case(&case)).and_then(|hull| hull);
    let hull = hull.map_err(|error| refuse(Some(&case), error))?;
    Ok(if json { hull_line(&case, &hull) } else { hull_row(&case, line.number, &hull) })
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json") || e.eq_ignore_ascii_case("jsonl"))
}
