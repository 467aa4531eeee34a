//! `clearance distance`: how far apart two parts are, for people.

use crate::status::Status;
use std::time::{Duration, Instant};

use clap::Args;
use clearance_scene::json::{Json, Node};
use clearance_scene::{MeshFiles, MeshUse, PairResult, Prepared, Query, ReadError, Settings, WarmStarts};

use crate::output::print;
use crate::read_as::ReadMeshes;
use crate::report::report;
use crate::settings::QueryOptions;
use crate::terminal::say_notes;

/// The metres in the units that mesh files are made in.
const UNITS: [(&str, f64); 6] = [("m", 1.0), ("cm", 0.01), ("mm", 0.001), ("um", 1e-6), ("in", 0.0254), ("ft", 0.3048)];

/// A single query is too short for a clock: its time is the mean over this one.
const MEASURED: Duration = Duration::from_millis(5);

/// Compute the distance or penetration depth of two bodies, with bounds, normal and closest points
///
/// A part is a mesh file (.obj, .stl, .ply, .off, .dae, .glb, .gltf, .3mf), which is taken as it is: a solid if it is
/// closed, else a surface; or a body in JSON like '{"kind": "sphere", "radius": 0.5}'. A pose is JSON like
/// '{"translation": [1, 2, 3], "quaternion": [1, 0, 0, 0]}', or x,y,z or x,y,z,roll,pitch,yaw (in the plane x,y or
/// x,y,angle) in metres and radians.
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Distance {
    /// The first part
    a: String,
    /// The second part
    b: String,
    /// Pose of A
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pose_a: Option<String>,
    /// Pose of B
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pose_b: Option<String>,
    /// Unit of the mesh files (m, cm, mm, um, in or ft), or a factor, or one for each axis: x,y,z
    #[arg(long, value_name = "SCALE", allow_hyphen_values = true, value_parser = scale)]
    scale: Option<Json>,
    /// Unit or factor of mesh A alone
    #[arg(long, value_name = "SCALE", allow_hyphen_values = true, value_parser = scale)]
    scale_a: Option<Json>,
    /// Unit or factor of mesh B alone
    #[arg(long, value_name = "SCALE", allow_hyphen_values = true, value_parser = scale)]
    scale_b: Option<Json>,
    /// The dimension of the shapes
    #[arg(long, value_name = "2|3", default_value = "3", value_parser = clap::value_parser!(u8).range(2..=3))]
    dim: u8,
    /// Print one JSON object, with the keys of `clearance pairs`
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    meshes: ReadMeshes,
    #[command(flatten)]
    query: QueryOptions,
}

impl Distance {
    /// Answers and prints.
    pub fn run(self) -> anyhow::Result<Status> {
        let settings = self.query.settings(None);
        let scales = [&self.scale_a, &self.scale_b].map(|own| own.as_ref().or(self.scale.as_ref()));
        let poses = [("A", &self.pose_a), ("B", &self.pose_b)].map(|(name, pose)| {
            let read = pose.as_deref().map(|pose| pose_tree(pose, self.dim)).transpose();
            read.map_err(|error| error.within(format_args!("pose of {name}")))
        });
        let [pose_a, pose_b] = poses;
        let (pose_a, pose_b) = (pose_a?, pose_b?);
        let files = MeshFiles::relative_to("").with(self.meshes.options());
        let a = side("A", &self.a, pose_a, scales[0])?;
        let b = side("B", &self.b, pose_b, scales[1])?;
        let nodes = [Node::root(&a, "A"), Node::root(&b, "B")];
        let pair = Prepared::read(nodes, self.dim.into(), settings.precision, &files)?;
        say_notes(&files.notes());
        let (result, time) = timed(&pair, &settings)?;
        let text = if self.json { self.line(&pair, &result) } else { report([&a, &b], &result, time) };
        print(&text)?;
        Ok(Status::SUCCESS)
    }

    /// One JSON object, with what mesh files are taken for behind the last key.
    fn line(&self, pair: &Prepared, result: &PairResult) -> String {
        let mut line = result.to_string();
        if !is_inline(&self.a) || !is_inline(&self.b) {
            let itself = if pair.has_mesh() { MeshUse::Mesh } else { MeshUse::Hull };
            let form = self.meshes.options().form.unwrap_or(itself);
            line.truncate(line.len() - 1);
            line += &format!(",\"as\":{:?}}}", form.word());
        }
        line + "\n"
    }
}

/// Whether a part is a shape in JSON, and not the name of a file.
fn is_inline(part: &str) -> bool {
    part.trim_start().starts_with('{')
}

/// The object of a case's side.
fn side(name: &str, part: &str, pose: Option<Json>, scale: Option<&Json>) -> Result<Json, ReadError> {
    let text = |text: &str| Json::Text(text.into());
    let shape = if is_inline(part) {
        Json::parse(part).map_err(|error| error.within(name))?
    } else {
        let mut mesh = vec![("kind".into(), text("mesh")), ("file".into(), text(part))];
        mesh.extend(scale.map(|scale| ("scale".into(), scale.clone())));
        Json::Object(mesh)
    };
    let mut side = vec![("shape".into(), shape)];
    side.extend(pose.map(|pose| ("pose".into(), pose)));
    Ok(Json::Object(side))
}

/// Reads a factor, three factors, or the unit in which a mesh is made.
pub fn scale(text: &str) -> Result<Json, String> {
    if let Some((_, metres)) = UNITS.iter().find(|(unit, _)| *unit == text) {
        return Ok(Json::Number(*metres));
    }
    let numbers: Option<Vec<f64>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some([factor]) if factor.is_finite() => Ok(Json::Number(*factor)),
        Some([x, y, z]) if [x, y, z].iter().all(|f| f.is_finite()) => {
            Ok(Json::List([x, y, z].map(|&f| Json::Number(f)).into()))
        }
        _ => Err("expected a number, x,y,z, or one of m, cm, mm, um, in, ft".into()),
    }
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
fn timed(pair: &Prepared, settings: &Settings) -> Result<(PairResult, Duration), ReadError> {
    let (start, mut runs) = (Instant::now(), 0);
    loop {
        let result = pair.ask(Query::All, settings, &mut WarmStarts::default())?;
        runs += 1;
        let time = start.elapsed();
        if time >= MEASURED {
            return Ok((result, time / runs));
        }
    }
}
