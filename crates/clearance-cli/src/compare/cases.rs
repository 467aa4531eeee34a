//! Given pair cases: what every algorithm says of each of them.

use crate::status::Status;
use std::path::Path;
use std::time::{Duration, Instant};

use clearance::{Pose, Real, Vec2, Vec3};
use clearance_classic::{Algorithm, Answer};
use clearance_scene::json::Node;
use clearance_scene::{CaseLine, MeshFiles, PosedBody, ReadError, ReadShape, posed_body};
use serde_json::json;

use super::text::aligned;
use crate::lines::{Input, Line};
use crate::output::Output;
use crate::pairs::SOME_ERRORS;

/// What an algorithm said of a case, and in how many seconds.
struct Run {
    algorithm: Algorithm,
    answer: Answer<Vec3<f64>>,
    time: f64,
}

/// Prints a table, or lines, for each case of the input.
pub fn run(input: &Path, as_lines: bool, time: Duration, output: &Output) -> anyhow::Result<Status> {
    let mut input = Input::open(input)?;
    let files = MeshFiles::relative_to(input.folder());
    let mut errors = 0;
    loop {
        let chunk = input.next_chunk()?;
        if chunk.lines.is_empty() {
            return Ok(if errors == 0 { Status::SUCCESS } else { Status(SOME_ERRORS) });
        }
        for line in &chunk.lines {
            let name = format!("{}, line {}", input.name(), line.number);
            let text = match compared(line, &files, time) {
                Ok((id, runs)) if as_lines => lines(id.as_deref().unwrap_or(&name), &runs),
                Ok((id, runs)) => table(id.as_deref().unwrap_or(&name), &runs),
                Err(error) => {
                    errors += 1;
                    let error = error.within(&name).to_string();
                    if as_lines { format!("{}\n", json!({ "error": error })) } else { format!("{error}\n\n") }
                }
            };
            if !output.write(&text)? {
                return Ok(Status::SUCCESS);
            }
        }
    }
}

/// The case's name and what all algorithms say.
fn compared(line: &Line, files: &MeshFiles, time: Duration) -> Result<(Option<String>, Vec<Run>), ReadError> {
    let case = CaseLine::parse(line.text()?)?;
    let id = case.id()?.and_then(|text| serde_json::from_str(text).ok());
    let runs = match case.dimension()? {
        2 => runs::<Vec2<f64>>(&case, files, time),
        _ => runs::<Vec3<f64>>(&case, files, time),
    }?;
    Ok((id, runs))
}

fn runs<V: ReadShape<Scalar = f64>>(case: &CaseLine, files: &MeshFiles, time: Duration) -> Result<Vec<Run>, ReadError> {
    let (a, b) = (case.need("a")?, case.need("b")?);
    let a = posed_body::<V>(&Node::root(&a, "/a"), files)?;
    let b = posed_body::<V>(&Node::root(&b, "/b"), files)?;
    let need = |side: &PosedBody<V>| {
        let kind = side.body.kind();
        ReadError::new(format!("the published algorithms need two bounded shapes, got a {kind}"))
    };
    let shape_a = a.body.as_shape().ok_or_else(|| need(&a))?;
    let shape_b = b.body.as_shape().ok_or_else(|| need(&b))?;
    let b_in_a = Pose::relative(&a.pose, &b.pose);
    // Noise only adds to a time, so the fastest round counts.
    let run = |algorithm: Algorithm| {
        let (start, mut fastest) = (Instant::now(), Duration::MAX);
        loop {
            let before = Instant::now();
            let found = algorithm.run((shape_a, shape_b, &b_in_a), |_| {});
            fastest = fastest.min(before.elapsed());
            if start.elapsed() >= time {
                return Run { algorithm, answer: in_space(&found), time: fastest.as_secs_f64() };
            }
        }
    };
    Ok(Algorithm::ALL.into_iter().map(run).collect())
}

/// The answer with vectors of three components.
fn in_space<V: ReadShape<Scalar = f64>>(found: &Answer<V>) -> Answer<Vec3<f64>> {
    let lifted = |v: V| <Vec3<f64> as clearance::Vector>::from_fn(|i| if i < V::DIM { v[i] } else { f64::ZERO });
    let Answer { distance, regular, iterations, supports, .. } = *found;
    let (normal, witness_a, witness_b) = (lifted(found.normal), lifted(found.witness_a), lifted(found.witness_b));
    Answer { distance, normal, witness_a, witness_b, regular, iterations, supports }
}

/// The core's distance; it is the last of all algorithms.
fn truth(runs: &[Run]) -> f64 {
    runs.last().map_or(f64::NAN, |run| run.answer.distance)
}

fn table(name: &str, runs: &[Run]) -> String {
    let head = ["algorithm", "signed distance", "off by", "iterations", "supports", "µs", "ended"];
    let row = |run: &Run| {
        let Answer { distance, regular, iterations, supports, .. } = run.answer;
        vec![
            run.algorithm.name().into(),
            format!("{distance:.12}"),
            format!("{:.1e}", (distance - truth(runs)).abs()),
            iterations.to_string(),
            supports.to_string(),
            format!("{:.2}", run.time * 1e6),
            if regular { "as it should" } else { "without an answer" }.into(),
        ]
    };
    let rows: Vec<Vec<String>> = runs.iter().map(row).collect();
    format!("{name}\n{}\n", aligned(&head, &rows))
}

fn lines(name: &str, runs: &[Run]) -> String {
    let line = |run: &Run| {
        let Answer { distance, regular, iterations, supports, .. } = run.answer;
        let object = json!({
            "id": name,
            "algorithm": run.algorithm.name(),
            "signed_distance": distance,
            "difference": (distance - truth(runs)).abs(),
            "iterations": iterations,
            "supports": supports,
            "time": run.time,
            "regular": regular,
        });
        format!("{object}\n")
    };
    runs.iter().map(line).collect()
}
