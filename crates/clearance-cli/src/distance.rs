//! `clearance distance`: how far apart two parts are, for people.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use clearance::query::WarmStart;
use clearance::{Vec2, Vec3};
use clearance_scene::json::{Json, Node};
use clearance_scene::{
    MeshFiles, PairResult, PosedBody, Precision, Query, ReadError, ReadShape, Settings, posed_body, proximity,
};

use crate::output::Output;
use crate::report::report;
use crate::settings::QueryOptions;

/// A single query is too short for a clock: its time is the mean over this one.
const MEASURED: Duration = Duration::from_millis(5);

/// Tells how far apart two parts are, or how deep they overlap: status, distance, bounds, normal, witness points
///
/// A part is a mesh file (.obj, .stl, .ply, .dae, .glb, .gltf), which stands for the convex hull of its vertices, or a shape in
/// JSON like '{"kind": "sphere", "radius": 0.5}'. A pose is JSON like '{"translation": [1, 2, 3], "quaternion": [1, 0, 0, 0]}',
/// or x,y,z or x,y,z,roll,pitch,yaw (in the plane x,y or x,y,angle) in metres and radians.
#[derive(Args)]
pub struct Distance {
    /// The first part
    a: String,
    /// The second part
    b: String,
    /// Where A is
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pose_a: Option<String>,
    /// Where B is
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pose_b: Option<String>,
    /// The dimension of the shapes
    #[arg(long, value_name = "2|3", default_value = "3", value_parser = clap::value_parser!(u8).range(2..=3))]
    dim: u8,
    /// Print one JSON object, as of the command pairs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    query: QueryOptions,
}

impl Distance {
    /// Answers and prints.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let settings = self.query.settings(None);
        let a = side("A", &self.a, self.pose_a.as_deref(), self.dim)?;
        let b = side("B", &self.b, self.pose_b.as_deref(), self.dim)?;
        let (result, time) = match (self.dim, settings.precision) {
            (2, Precision::F64) => timed::<Vec2<f64>>(&a, &b, &settings),
            (2, Precision::F32) => timed::<Vec2<f32>>(&a, &b, &settings),
            (_, Precision::F64) => timed::<Vec3<f64>>(&a, &b, &settings),
            (_, Precision::F32) => timed::<Vec3<f32>>(&a, &b, &settings),
        }?;
        let text = if self.json { format!("{result}\n") } else { report(&a, &b, &result, time) };
        Output::open(Path::new("-"))?.write(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The object of a case's side.
fn side(name: &str, part: &str, pose: Option<&str>, dim: u8) -> Result<Json, ReadError> {
    let text = |text: &str| Json::Text(text.into());
    let inline = part.trim_start().starts_with('{');
    let shape = if inline {
        Json::parse(part).map_err(|error| error.within(name))?
    } else {
        Json::Object(vec![("kind".into(), text("mesh")), ("file".into(), text(part))])
    };
    let mut side = vec![("shape".into(), shape)];
    if let Some(pose) = pose {
        side.push(("pose".into(), pose_tree(pose, dim).map_err(|error| error.within(format_args!("pose of {name}")))?));
    }
    Ok(Json::Object(side))
}

/// A pose as JSON, given as such or as numbers.
fn pose_tree(text: &str, dim: u8) -> Result<Json, ReadError> {
    if text.trim_start().starts_with('{') {
        return Json::parse(text);
    }
    let (dim, rotation, form) = match dim {
        2 => (2, "angle", "x,y or x,y,angle"),
        _ => (3, "rpy", "x,y,z or x,y,z,roll,pitch,yaw"),
    };
    let numbers: Option<Vec<f64>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    let numbers = numbers.filter(|n| [dim, if dim == 2 { 3 } else { 6 }].contains(&n.len()));
    let numbers = numbers.filter(|n| n.iter().all(|number| number.is_finite()));
    let numbers = numbers.ok_or_else(|| ReadError::new(format!("expected {form} or JSON, got {text:?}")))?;
    let list = |numbers: &[f64]| Json::List(numbers.iter().map(|&n| Json::Number(n)).collect());
    let mut pose = vec![("translation".to_string(), list(&numbers[..dim]))];
    match numbers[dim..] {
        [] => {}
        [angle] => pose.push((rotation.into(), Json::Number(angle))),
        ref angles => pose.push((rotation.into(), list(angles))),
    }
    Ok(Json::Object(pose))
}

/// The answer, and how long one query takes.
fn timed<V: ReadShape>(a: &Json, b: &Json, settings: &Settings) -> Result<(PairResult, Duration), ReadError> {
    let files = MeshFiles::relative_to("");
    let a: PosedBody<V> = posed_body(&Node::root(a, "A"), &files)?;
    let b: PosedBody<V> = posed_body(&Node::root(b, "B"), &files)?;
    let (start, mut runs) = (Instant::now(), 0);
    loop {
        let result = proximity(Query::All, &a, &b, settings, &mut WarmStart::new())?;
        runs += 1;
        let time = start.elapsed();
        if time >= MEASURED {
            return Ok((result, time / runs));
        }
    }
}
