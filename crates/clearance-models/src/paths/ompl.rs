//! What `og::PathGeometric` of OMPL prints: `print`, a state in brackets a line, or `printAsMatrix`, a row of numbers a
//! state.

use clearance_scene::json::Json;

use super::numbers;
use clearance_scene::ReadError;

/// States whose values are joint values.
const STATES: [&str; 2] = ["RealVectorState", "SO2State"];

/// The paths of a text. Each begins with a line of its own, or ends with a blank one.
pub(super) fn paths(text: &str) -> Result<Vec<Vec<Json>>, ReadError> {
    let mut paths: Vec<Vec<Json>> = vec![Vec::new()];
    // The values of a state of several parts, and how many brackets are open.
    let (mut compound, mut depth) = (Vec::new(), 0usize);
    for (number, line) in (1..).zip(text.lines()) {
        let here = |what: String| ReadError::new(what).within(format_args!("line {number}"));
        let line = line.trim();
        let current = paths.len() - 1;
        if line.is_empty() || line.starts_with("Geometric path") {
            if !paths[current].is_empty() && depth == 0 {
                paths.push(Vec::new());
            }
        } else if line.ends_with('[') {
            depth += 1;
        } else if line == "]" {
            depth = depth.checked_sub(1).ok_or_else(|| here("a bracket is closed that was not opened".into()))?;
            if depth == 0 {
                paths[current].push(Json::List(std::mem::take(&mut compound)));
            }
        } else {
            let values = values(line).map_err(here)?;
            if depth > 0 {
                compound.extend(values);
            } else {
                paths[current].push(Json::List(values));
            }
        }
    }
    if depth > 0 {
        return Err(ReadError::new("a bracket is not closed"));
    }
    paths.retain(|path| !path.is_empty());
    if paths.is_empty() { Err(ReadError::new("expected states as OMPL prints them")) } else { Ok(paths) }
}

fn values(line: &str) -> Result<Vec<Json>, String> {
    let inside = match line.split_once('[') {
        Some((name, _)) if !STATES.contains(&name.trim()) => {
            return Err(format!("expected RealVectorState or SO2State, got {:?}", name.trim()));
        }
        Some((_, rest)) => rest.strip_suffix(']').ok_or("a bracket is not closed")?,
        None => line,
    };
    numbers(inside.split_ascii_whitespace()).ok_or_else(|| format!("expected numbers, got {inside:?}"))
}
