//! The case to be traced: found in its file, read, and run.

use clearance::SupportExt;
use std::path::Path;

use anyhow::bail;
use clearance::{Real, Shape, Vec2, Vec3};
use clearance_classic::Algorithm;
use clearance_scene::json::Node;
use clearance_scene::{CaseLine, MeshFiles, PosedBody, ReadError, ReadShape, posed_body};

use super::record::{Trace, without_repeats};
use super::{classic, core};
use crate::lines::{Input, Line};
use crate::settings::Scalar;
use clearance_pages::outline;

/// Which case of a file is meant.
#[derive(Clone, Copy)]
pub struct Choice<'c> {
    /// The one in this line.
    pub line: Option<usize>,
    /// The one with this name.
    pub id: Option<&'c str>,
}

/// Runs an algorithm on a case of a file.
pub fn record(path: &Path, choice: Choice, algorithm: Algorithm, precision: Scalar) -> anyhow::Result<Trace> {
    let mut input = Input::open(path)?;
    let line = find(&mut input, choice)?;
    let place = |error: ReadError| error.within(format_args!("line {}", line.number)).within(input.name());
    let case = CaseLine::parse(line.text().map_err(place)?).map_err(place)?;
    let files = MeshFiles::relative_to(input.folder());
    let dim = case.dimension().map_err(place)?;
    let trace = match (dim, precision) {
        (2, Scalar::F64) => run::<Vec2<f64>>(&case, &files, algorithm),
        (2, Scalar::F32) => run::<Vec2<f32>>(&case, &files, algorithm),
        (_, Scalar::F64) => run::<Vec3<f64>>(&case, &files, algorithm),
        (_, Scalar::F32) => run::<Vec3<f32>>(&case, &files, algorithm),
    };
    let mut trace = trace.map_err(place)?;
    case.id().map_err(place)?;
    trace.case = case.name().unwrap_or_else(|| format!("{}, line {}", input.name(), line.number));
    Ok(trace)
}

/// The line that was chosen.
fn find(input: &mut Input, choice: Choice) -> anyhow::Result<Line> {
    let mut last = 0;
    loop {
        let chunk = input.next_chunk()?;
        if chunk.lines.is_empty() {
            break;
        }
        for line in chunk.lines {
            last = line.number;
            let chosen = match choice {
                Choice { line: Some(number), .. } => line.number == number,
                Choice { id: Some(id), .. } => is_named(&line, id),
                _ => true,
            };
            if chosen {
                return Ok(line);
            }
        }
    }
    match choice {
        Choice { line: Some(number), .. } => {
            bail!("{}: no case in line {number}, the last one is in line {last}", input.name())
        }
        Choice { id: Some(id), .. } => bail!("{}: no case with the id {id:?}", input.name()),
        _ => bail!("{}: no case, expected a JSON object in a line", input.name()),
    }
}

fn is_named(line: &Line, id: &str) -> bool {
    let case = line.text().ok().and_then(|text| CaseLine::parse(text).ok());
    case.and_then(|case| case.name()).is_some_and(|name| name == id)
}

fn run<V: ReadShape>(case: &CaseLine, files: &MeshFiles, algorithm: Algorithm) -> Result<Trace, ReadError> {
    if case.query()?.is_of_motion() {
        return Err(ReadError::new("\"toi\" asks many questions, expected a query of one: \"all\"").within("/query"));
    }
    let (a, b) = (case.need("a")?, case.need("b")?);
    let a: PosedBody<V> = posed_body(&Node::root(&a, "/a"), files)?;
    let b: PosedBody<V> = posed_body(&Node::root(&b, "/b"), files)?;
    let [shape_a, shape_b] = [bounded(&a, "/a/shape")?, bounded(&b, "/b/shape")?];
    let sides = [(shape_a, &a.pose), (shape_b, &b.pose)];
    let (frames, outcome) = match algorithm {
        Algorithm::Core => core::record(sides[0], sides[1]),
        _ => classic::record(algorithm, sides[0], sides[1]),
    };
    let radii = sides.map(|(shape, _)| shape.radius().to_f64());
    let with_core = |i: usize| (radii[i] > 0.0).then(|| outline::core(sides[i].0, sides[i].1));
    Ok(Trace {
        case: String::new(),
        dim: V::DIM,
        algorithm: algorithm.to_string(),
        about: algorithm.about().into(),
        bodies: sides.map(|(shape, pose)| outline::body(shape, pose, outline::FINE)),
        cores: [with_core(0), with_core(1)],
        radii,
        difference: outline::difference(sides[0], sides[1]),
        frames: without_repeats(frames),
        outcome,
    })
}

fn bounded<'b, V: ReadShape>(side: &'b PosedBody<V>, place: &str) -> Result<&'b Shape<V>, ReadError> {
    side.body.as_shape().ok_or_else(|| {
        let why = match side.body.kind() {
            "halfspace" => {
                "a halfspace has no iterations: its distance is one support evaluation, expected a bounded shape".into()
            }
            kind => format!("a {kind} is many questions, expected a convex shape"),
        };
        ReadError::new(why).within(place)
    })
}
