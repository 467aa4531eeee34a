//! The case to be traced: found in its file, read, and run.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clearance::{Vec2, Vec3};
use clearance_classic::Algorithm;
use clearance_pages::trace::{Trace, of_case, record_core};
use clearance_scene::{CaseLine, MeshFiles, ReadError, ReadShape};

use super::classic;
use crate::lines::{Input, Line};
use crate::settings::Scalar;

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

/// The text of a case of a file and the folder of its meshes, for a page in which it can be changed.
pub fn text_of(path: &Path, choice: Choice) -> anyhow::Result<(String, PathBuf)> {
    let mut input = Input::open(path)?;
    let line = find(&mut input, choice)?;
    let place = |error: ReadError| error.within(format_args!("line {}", line.number)).within(input.name());
    Ok((line.text().map_err(place)?.to_string(), input.folder().to_path_buf()))
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
    let about = (algorithm.to_string(), algorithm.about().into());
    of_case::<V>(case, files, about, |a, b| match algorithm {
        Algorithm::Core => record_core(a, b),
        _ => classic::record(algorithm, a, b),
    })
}
