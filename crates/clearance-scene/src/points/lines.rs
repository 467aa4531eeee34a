//! Points as lines of JSON.

use super::PointList;
use crate::error::ReadError;
use crate::json::{Json, Node};

pub(super) fn points(text: &str, dim: usize) -> PointList {
    let mut found = PointList::default();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let here = |error: ReadError| error.within(format_args!("line {number}"));
        match Json::parse(line) {
            Ok(json) => {
                let (id, point) = row(&Node::root(&json, ""), dim);
                found.push(id, point.map_err(here));
            }
            Err(error) => found.push(None, Err(here(error))),
        }
    }
    found
}

fn row(node: &Node, dim: usize) -> (Option<String>, Result<[f64; 3], ReadError>) {
    if node.list().is_ok() {
        return (None, point(node, dim));
    }
    let Ok(fields) = node.object(&["id", "point"]) else {
        let expected = format!("expected a list of {dim} numbers or an object with \"point\"");
        return (None, Err(node.object(&["id", "point"]).err().unwrap_or_else(|| ReadError::new(expected))));
    };
    let id = fields.get("id").map(|id| id.value().to_string());
    (id, fields.need("point").and_then(|node| point(&node, dim)))
}

fn point(node: &Node, dim: usize) -> Result<[f64; 3], ReadError> {
    let mut found = [0.0; 3];
    node.fill(&mut found[..dim])?;
    Ok(found)
}
