//! Bands from JSON: `{"default": {"min": "0.5mm"}, "pairs": [{"a": "shaft*", "b": "bearing*", "max": "0.05mm"}],
//! "ignore": [["screw*", "*"]], "tolerance": "0.01mm"}`.

use std::path::Path;

use clearance_scene::ReadError;
use clearance_scene::json::{Fields, Json, Node};

use super::glob::Glob;
use super::length::length;
use super::{Bands, Limits, Rule};

const LIMITS: [&str; 3] = ["min", "max", "contact"];

impl Bands {
    /// The bands of a file.
    pub fn from_file(path: &Path) -> Result<Self, ReadError> {
        let here = |error: ReadError| error.within(path.display());
        let text =
            std::fs::read_to_string(path).map_err(|error| here(ReadError::new(format!("cannot be read: {error}"))))?;
        Self::parse(&text).map_err(here)
    }

    /// The bands of a JSON text.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let tree = Json::parse(text)?;
        let node = Node::root(&tree, "");
        let fields = node.object(&["default", "pairs", "ignore", "tolerance"])?;
        let mut bands = Bands::default();
        if let Some(node) = fields.get("default") {
            bands.default = limits(&node.object(&LIMITS)?, bands.default)?;
        }
        if let Some(list) = fields.get("pairs") {
            for node in list.list()? {
                let fields = node.object(&["a", "b", LIMITS[0], LIMITS[1], LIMITS[2]])?;
                let name = |key: &str| fields.need(key).and_then(|node| node.text().map(Glob::new));
                bands.pairs.push(Rule { names: [name("a")?, name("b")?], limits: limits(&fields, Limits::default())? });
            }
        }
        if let Some(list) = fields.get("ignore") {
            for node in list.list()? {
                bands.ignore.push(pair(&node)?);
            }
        }
        bands.tolerance = fields.get("tolerance").map_or(Ok(0.0), |node| not_negative(&node))?;
        Ok(bands)
    }
}

fn limits(fields: &Fields, otherwise: Limits) -> Result<Limits, ReadError> {
    let min = fields.get("min").map_or(Ok(otherwise.min), |node| not_negative(&node))?;
    let max = fields.get("max").map(|node| not_negative(&node)).transpose()?;
    if let (Some(max), Some(node)) = (max, fields.get("max"))
        && max < min
    {
        return Err(node.error(format!("must not be below \"min\", got {max} m and {min} m")));
    }
    Ok(Limits { min, max, contact: fields.get("contact").map(|node| node.bool()).transpose()? })
}

/// A length: a number of metres, or a text with a unit.
fn not_negative(node: &Node) -> Result<f64, ReadError> {
    let Json::Text(text) = node.value() else { return node.size() };
    let length = length(text).map_err(|error| node.error(error.to_string()))?;
    if length < 0.0 { Err(node.error(format!("must not be negative, got {text}"))) } else { Ok(length) }
}

/// Two patterns, or one for all pairs of what it matches.
fn pair(node: &Node) -> Result<[Glob; 2], ReadError> {
    if let Json::Text(text) = node.value() {
        return Ok([Glob::new(text), Glob::new("*")]);
    }
    let names: Vec<Glob> = node.list()?.map(|name| name.text().map(Glob::new)).collect::<Result<_, _>>()?;
    let count = names.len();
    names.try_into().map_err(|_| node.error(format!("expected a name or two, got a list of {count}")))
}
