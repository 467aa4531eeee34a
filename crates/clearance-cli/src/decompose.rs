//! `clearance decompose`: convex parts that contain a mesh.

use crate::status::Status;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use clearance::hull::Hull;
use clearance::{Vec3, Vector};
use clearance_scene::mesh::{parts_json, parts_obj, read_mesh};
use clearance_world::{DecomposeOptions, Decomposition, Judgement, Part, TriangleMesh, decompose, judge};
use serde_json::{Value, json};

use crate::mesh::triangle_mesh;
use crate::output::{print, write_whole};
use crate::report::block;
use crate::settings::size;
use crate::terminal::say;

/// Maximum number of parts where an error is given.
const MOST: usize = 1024;

/// Decompose a mesh into convex parts that contain it: its volume if it is closed, else its surface
///
/// The error is the largest distance from the mesh of any point in the parts, voids included; it is proven. The default
/// is 2 % of the longest side with at most 64 parts.
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Decompose {
    /// The mesh (.obj, .stl, .ply, .off, .dae, .glb, .gltf, .3mf)
    #[arg(value_name = "MESH")]
    input: PathBuf,
    /// Write the parts: .obj with an object for each, or .json, a compound shape
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Largest error; uses as few parts as possible, at most 1024, and reports if the error is not reached
    #[arg(long, value_name = "E", conflicts_with = "parts", allow_negative_numbers = true, value_parser = size)]
    error: Option<f64>,
    /// Maximum number of parts; the error is as small as they allow
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    parts: Option<u32>,
    /// Parts of another program to compare with, each an object or group of the file
    #[arg(long, value_name = "OTHER.obj")]
    compare: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The parts of another file.
struct Other {
    path: PathBuf,
    parts: usize,
    judgement: Judgement,
}

impl Decompose {
    /// Decomposes, writes and prints.
    pub fn run(self) -> anyhow::Result<Status> {
        let start = Instant::now();
        let writer = self.output.as_deref().map(writer).transpose()?;
        let mesh = triangle_mesh(&self.input)?;
        let found = decompose(&mesh, &self.options(&mesh)).with_context(|| self.input.display().to_string())?;
        let time = start.elapsed();
        if let (Some(path), Some(writer)) = (&self.output, writer) {
            write_whole(path, &[&self.input], writer(&found.parts).as_bytes())?;
        }
        let other = self.compare.as_ref().map(|path| judged(path, &mesh)).transpose()?;
        let reached = self.reached(&found);
        print(&if self.json {
            object(&mesh, &found, reached, other.as_ref())
        } else {
            text(&self.input, &mesh, &found, other.as_ref(), time)
        })?;
        if let (Some(false), Some(wanted)) = (reached, self.error) {
            let (count, proven) = (found.parts.len(), found.error.upper);
            say(&format!("--error {wanted} is not reached: {count} parts are proven to be within {proven}"));
        }
        Ok(Status::SUCCESS)
    }

    fn options(&self, mesh: &TriangleMesh<Vec3<f64>>) -> DecomposeOptions {
        match (self.parts, self.error) {
            (Some(parts), _) => DecomposeOptions { error: 0.0, max_parts: parts as usize },
            (None, Some(error)) => DecomposeOptions { error, max_parts: MOST },
            (None, None) => DecomposeOptions::of(mesh),
        }
    }

    /// Whether the parts are proven to be as near to the mesh as `--error` wants them, if it is given.
    fn reached(&self, found: &Decomposition) -> Option<bool> {
        self.error.map(|error| found.error.upper <= error)
    }
}

/// Writes parts as the text of a file.
type Write = fn(&[Hull<Vec3<f64>>]) -> String;

/// What writes parts to a file of that name.
fn writer(path: &Path) -> anyhow::Result<Write> {
    match path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase().as_str() {
        "obj" => Ok(parts_obj),
        "json" => Ok(parts_json),
        _ => anyhow::bail!("{}: expected an output file (.obj or .json)", path.display()),
    }
}

/// Each object or group of a file as the hull of its points.
fn judged(path: &Path, mesh: &TriangleMesh<Vec3<f64>>) -> anyhow::Result<Other> {
    let sets = read_mesh(path)?.point_sets();
    let parts: Result<Vec<Part>, _> = sets.iter().map(|points| Part::new(points)).collect();
    let parts = parts.with_context(|| path.display().to_string())?;
    Ok(Other { path: path.into(), parts: parts.len(), judgement: judge(&parts, mesh) })
}

fn object(
    mesh: &TriangleMesh<Vec3<f64>>,
    found: &Decomposition,
    reached: Option<bool>,
    other: Option<&Other>,
) -> String {
    let mut object = json!({
        "parts": found.parts.len(),
        "error": found.error.lower,
        "error_upper": found.error.upper,
        "contains": if found.contains_volume { "volume" } else { "surface" },
        "volume_parts": found.volume(),
        "volume_mesh": mesh.volume().map_or(Value::Null, Value::from),
    });
    if let Some(reached) = reached {
        object["reached"] = reached.into();
    }
    if let Some(Other { path, parts, judgement }) = other {
        object["compare"] = json!({
            "file": path.display().to_string(),
            "parts": parts,
            "error": judgement.error.lower,
            "error_upper": judgement.error.upper,
            "volume_parts": judgement.volume,
            "surface_outside": judgement.surface_outside,
        });
    }
    object.to_string() + "\n"
}

fn text(
    path: &Path,
    mesh: &TriangleMesh<Vec3<f64>>,
    found: &Decomposition,
    other: Option<&Other>,
    time: Duration,
) -> String {
    let size = mesh.bounds().extent().max_abs();
    let share = |length: f64| format!("{length:.6}   ({:.2} % of the longest side)", 100.0 * length / size);
    let contains = if found.contains_volume { "its volume" } else { "its surface, as it is no solid" };
    let vertices: usize = found.parts.iter().map(|part| part.points().len()).sum();
    let mut rows = vec![
        ("file", path.display().to_string()),
        ("triangles", mesh.triangles().len().to_string()),
        ("", String::new()),
        ("parts", format!("{}   (with {vertices} vertices)", found.parts.len())),
        ("contain", format!("{contains} (by construction)")),
        ("error", share(found.error.lower)),
        ("at most", share(found.error.upper) + " (proven)"),
        ("volume of parts", format!("{:.6}", found.volume())),
    ];
    rows.extend(mesh.volume().map(|volume| ("volume of mesh", format!("{volume:.6}"))));
    rows.push(("time", format!("{:.2} s", time.as_secs_f64())));
    if let Some(Other { path, parts, judgement }) = other {
        rows.extend([
            ("", String::new()),
            ("compared with", path.display().to_string()),
            ("parts", parts.to_string()),
            ("leave out", format!("{:.2} % of the surface (sampled)", 100.0 * judgement.surface_outside)),
            ("error", share(judgement.error.lower)),
            ("at most", share(judgement.error.upper) + " (proven)"),
            ("volume of parts", format!("{:.6}", judgement.volume)),
        ]);
    }
    block(&rows)
}
