//! `clearance points`: signed distances of many points from a body or a scene.

mod body;
mod parquet;
mod table;

use crate::status::Status;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum};
use clearance_scene::json::Json;
use clearance_scene::{PointList, PointRow, PointRows};

use crate::lines::Input;
use crate::output::{Output, print};
use crate::pairs::summary;
use crate::read_as::ReadMeshes;
use crate::report::block;
use body::Asked;

/// Compute signed distances of points from a body or a scene, with bounds, nearest points and normals
///
/// BODY is a mesh file (.obj, .stl, .ply, .off, .dae, .glb, .gltf, .3mf), a body in JSON like '{"kind": "sphere",
/// "radius": 0.5}' or a file of it, or a scene (docs/reference/formats.md), of which the nearest body answers. POINTS
/// holds JSON Lines of [x, y, z] or {"id", "point"} (- reads them from standard input), CSV or Parquet with columns x,
/// y and z (Parquet by Python's pyarrow), a NumPy array of shape (n, 3) in .npy, or the vertices of a mesh file (.ply
/// and others). Inside of a body the signed distance is negative; a mesh that is not closed is a surface without an
/// inside.
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Points {
    /// The body or the scene
    body: String,
    /// The points
    points: PathBuf,
    /// Write all answers to a file: .npy (a structured array), .csv, .parquet, or else JSON Lines
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Unit of a mesh file (m, cm, mm, um, in or ft), or a factor, or one for each axis: x,y,z
    #[arg(long, value_name = "SCALE", allow_hyphen_values = true, value_parser = crate::distance::scale)]
    scale: Option<Json>,
    /// The dimension of a body in JSON
    #[arg(long, value_name = "2|3", default_value = "3", value_parser = clap::value_parser!(u8).range(2..=3))]
    dim: u8,
    /// The sign of points in and around a mesh that is not closed: inside where its winding number is above a half,
    /// proven. Without it such a mesh is a surface without an inside
    #[arg(long, value_name = "HOW")]
    sign: Option<Sign>,
    /// Print one JSON object for each point
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    meshes: ReadMeshes,
}

/// What decides the sign of a distance from a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sign {
    /// The generalized winding number (Jacobson, Kavan and Sorkine-Hornung 2013)
    Winding,
}

/// The form of a file of answers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Lines,
    Csv,
    Npy,
    Parquet,
}

impl Form {
    fn of(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => Form::Csv,
            Some("npy") => Form::Npy,
            Some("parquet") => Form::Parquet,
            _ => Form::Lines,
        }
    }
}

impl Points {
    /// Reads, answers and prints.
    pub fn run(self) -> anyhow::Result<Status> {
        let mut asked = Asked::read(&self.body, self.meshes, self.scale.as_ref(), self.dim)?;
        if let Some(Sign::Winding) = self.sign {
            asked = asked.signed_by_winding().with_context(|| format!("{}: --sign winding", shown(&self.body)))?;
        }
        let points = self.read_points(asked.dim())?;
        let start = Instant::now();
        let rows = asked.ask(&points);
        let time = start.elapsed();
        if let Some(path) = &self.output {
            self.write(path, &points, &rows)?;
        }
        if self.json {
            self.write_lines(Path::new("-"), &points, &rows)?;
        } else if self.output.as_deref() != Some(Path::new("-")) {
            print(&report(&self.body, &rows, time))?;
        }
        let errors = rows.iter().filter(|row| row.is_err()).count();
        Ok(summary(errors as u64, rows.len() as u64, "points"))
    }

    fn read_points(&self, dim: usize) -> anyhow::Result<PointList> {
        if parquet::is_table(&self.points) {
            return Ok(PointList::parse_csv(&parquet::read(&self.points)?, dim)
                .map_err(|error| error.within(self.points.display()))?);
        }
        if self.points != Path::new("-") {
            return Ok(PointList::read(&self.points, dim)?);
        }
        let mut text = String::new();
        Input::open(&self.points)?.read_to_string(&mut text)?;
        Ok(PointList::parse(&text, dim))
    }

    fn write(&self, path: &Path, points: &PointList, rows: &PointRows) -> anyhow::Result<()> {
        let bytes = match Form::of(path) {
            Form::Lines => return self.write_lines(path, points, rows),
            Form::Csv => table::csv(points, rows).into_bytes(),
            Form::Npy => table::npy(rows),
            Form::Parquet => parquet::written(path, &table::csv(points, rows))?,
        };
        crate::output::write_whole(path, &[&self.points, Path::new(&self.body)], &bytes)
    }

    fn write_lines(&self, path: &Path, points: &PointList, rows: &PointRows) -> anyhow::Result<()> {
        let output = Output::open(path, &[&self.points, Path::new(&self.body)])?;
        // Some thousand at a time, whole lines only.
        for (first, some) in (0..).step_by(LINES).zip(rows.chunks(LINES)) {
            let lines = (first..).zip(some).map(|(row, answer)| points.line(row, answer) + "\n");
            if !output.write(&lines.collect::<String>())? {
                break;
            }
        }
        output.finish()
    }
}

/// Lines that are written at once.
const LINES: usize = 4096;

/// What people want to know of all points.
fn report(body: &str, rows: &PointRows, time: Duration) -> String {
    let answered = || rows.iter().filter_map(|row| row.as_ref().ok());
    let count = answered().count();
    let inside = answered().filter(|row| row.inside == Some(true)).count();
    let mut lines = vec![("body", shown(body)), ("points", rows.len().to_string()), ("", String::new())];
    let unknown = answered().filter(|row| row.inside.is_none()).count();
    if answered().any(|row| row.surface) && unknown == count {
        lines.push(("surface", "the body encloses nothing: distances of its surface".into()));
    } else {
        lines.push(("inside", format!("{inside} of {count}")));
        if unknown > 0 {
            lines.push(("undecided", format!("{unknown}: inside or outside is not proven")));
        }
    }
    let extreme = |label, best: fn(f64, f64) -> bool| {
        let number = |row: &PointRow| row.signed_distance.unwrap_or(row.upper);
        let found = answered().reduce(|a, b| if best(number(b), number(a)) { b } else { a })?;
        let of = found.body.as_ref().map_or(String::new(), |name| format!(" from {name}"));
        Some((label, format!("{}{of}   (point {}, in [{}, {}])", number(found), found.id, found.lower, found.upper)))
    };
    lines.extend(extreme("least", |a, b| a < b));
    lines.extend(extreme("largest", |a, b| a > b));
    let widest = answered().map(|row| row.upper - row.lower).fold(0.0, f64::max);
    lines.push(("widest bounds", format!("{widest:e}")));
    let ties = answered().filter(|row| !row.unique).count();
    if ties > 0 {
        lines.push(("ties", format!("{ties} with more than one nearest point")));
    }
    lines.push(("time", format!("{:.1} ms", time.as_secs_f64() * 1e3)));
    block(&lines)
}

fn shown(body: &str) -> String {
    if body.trim_start().starts_with('{') { "in JSON".into() } else { body.into() }
}
