//! One line of a file of pair cases: which keys are ours, and the others as they stand.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::ReadError;
use crate::json::{Json, Node, syntax_error};

/// The keys of a case that are read; all others are carried along.
const KNOWN: [&str; 7] = ["id", "dim", "a", "b", "query", "motion", "uncertain"];

/// The keys of a case of what deforms; other cases carry all but `id` along.
const DEFORMING: [&str; 5] = ["id", "kind", "vertex_face", "edge_edge", "target_distance"];

/// The words of the queries.
const QUERIES: [&str; 9] =
    ["collide", "distance", "penetration", "contact", "range", "toi", "raycast", "closest_approach", "all"];

/// What a case asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether the bodies have a common point.
    Collide,
    /// How far they are apart.
    Distance,
    /// How deep they overlap.
    Penetration,
    /// The one of the two that is the case.
    All,
    /// Everything, and the points of their contact.
    Contact,
    /// All signed distances that they may have, where their poses are boxes.
    Range,
    /// When they first come into contact.
    Toi,
    /// When a moving point first meets a body, and where on a mesh.
    Raycast,
    /// How near they come, and when.
    ClosestApproach,
}

/// The scalar in which a case is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// `f64`.
    #[default]
    F64,
    /// `f32`: every number of the input is rounded to it first.
    #[cfg(feature = "f32")]
    F32,
}

/// A case whose values are still JSON text.
pub struct CaseLine<'a> {
    text: &'a str,
    entries: Entries<'a>,
}

type Entry<'a> = (String, &'a RawValue);

struct Entries<'a>(Vec<Entry<'a>>);

impl Query {
    /// Whether it is about bodies that move.
    pub fn is_of_motion(self) -> bool {
        matches!(self, Query::Toi | Query::Raycast | Query::ClosestApproach)
    }
}

/// A dimension, 2 or 3, if this build has its bodies.
pub fn known_dimension(dim: usize) -> Result<usize, ReadError> {
    if dim == 2 && cfg!(not(feature = "plane")) {
        let what = "this build has no bodies of two dimensions: build it with the feature \"plane\", the command with \"full\"";
        return Err(ReadError::new(what));
    }
    Ok(dim)
}

impl<'a> CaseLine<'a> {
    /// Splits a line into its keys and values.
    pub fn parse(text: &'a str) -> Result<Self, ReadError> {
        let entries: Entries = serde_json::from_str(text).map_err(|error| {
            let start = text.trim_start();
            if error.is_eof() {
                return syntax_error(text, &error, 0).because("expected one object per line");
            }
            if start.starts_with(['{', '\0']) || start.is_empty() {
                return syntax_error(text, &error, 0);
            }
            ReadError::new("expected one object per line").within("column 1")
        })?;
        Ok(CaseLine { text, entries })
    }

    fn raw(&self, key: &str) -> Option<&'a RawValue> {
        self.entries.0.iter().find(|(known, _)| known == key).map(|(_, value)| *value)
    }

    /// The tree under a key, if the key is given.
    pub fn tree(&self, key: &str) -> Result<Option<Json>, ReadError> {
        let Some(raw) = self.raw(key) else { return Ok(None) };
        let offset = raw.get().as_ptr() as usize - self.text.as_ptr() as usize;
        let tree = serde_json::from_str(raw.get()).map_err(|error| syntax_error(self.text, &error, offset));
        tree.map(Some)
    }

    /// The tree under a key that must be given.
    pub fn need(&self, key: &str) -> Result<Json, ReadError> {
        self.tree(key)?.ok_or_else(|| ReadError::new(format!("missing key {key:?}")))
    }

    /// The text of the case's name as given: a string with its quotes, or a number.
    pub fn id(&self) -> Result<Option<&'a str>, ReadError> {
        let Some(raw) = self.raw("id") else { return Ok(None) };
        if !raw.get().starts_with(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
            let shown = Json::parse(raw.get())?.shown();
            return Err(ReadError::new(format!("expected a string or a number, got {shown}")).within("/id"));
        }
        Ok(Some(raw.get()))
    }

    /// The case's name without quotes.
    pub fn name(&self) -> Option<String> {
        let id = self.id().ok()??;
        Some(serde_json::from_str(id).unwrap_or_else(|_| id.into()))
    }

    /// The text of the key `track`, if it is given.
    pub fn track(&self) -> Option<&'a str> {
        self.raw("track").map(RawValue::get)
    }

    /// Whether it is about features that deform: its `kind` is `deforming`.
    pub(crate) fn is_deforming(&self) -> bool {
        self.raw("kind").is_some_and(|kind| kind.get() == "\"deforming\"")
    }

    /// Refuses keys that a case of what deforms gives twice, and keys of other cases in it.
    pub(crate) fn check_deforming(&self) -> Result<(), ReadError> {
        for (i, (key, _)) in self.entries.0.iter().enumerate() {
            let key = key.as_str();
            if DEFORMING.contains(&key) {
                if self.entries.0[..i].iter().any(|(known, _)| known == key) {
                    return Err(ReadError::new(format!("key {key:?} is given twice")));
                }
            } else if KNOWN.contains(&key) {
                let what = "features that deform take \"vertex_face\", \"edge_edge\" and \"target_distance\" only";
                return Err(ReadError::new(what).within(format_args!("/{key}")));
            }
        }
        Ok(())
    }

    /// 2 or 3; 3 if it is not given.
    pub fn dimension(&self) -> Result<usize, ReadError> {
        let Some(tree) = self.tree("dim")? else { return Ok(3) };
        match tree {
            Json::Number(2.0) => known_dimension(2).map_err(|error| error.within("/dim")),
            Json::Number(3.0) => Ok(3),
            other => Err(ReadError::new(format!("expected 2 or 3, got {}", other.shown())).within("/dim")),
        }
    }

    /// What the case asks for: everything if it does not say, the time of impact if it has a motion, the range if its
    /// poses are boxes.
    pub fn query(&self) -> Result<Query, ReadError> {
        let default = match (self.raw("motion"), self.raw("uncertain")) {
            (Some(_), _) => "toi",
            (None, Some(_)) => "range",
            (None, None) => "all",
        };
        let tree = self.tree("query")?.unwrap_or_else(|| Json::Text(default.into()));
        let node = Node::root(&tree, "/query");
        Ok(match node.one_of(&QUERIES)? {
            "collide" => Query::Collide,
            "distance" => Query::Distance,
            "penetration" => Query::Penetration,
            "contact" => Query::Contact,
            "range" => Query::Range,
            "toi" => Query::Toi,
            "raycast" => Query::Raycast,
            "closest_approach" => Query::ClosestApproach,
            _ => Query::All,
        })
    }

    /// Appends the keys that are not ours, and not among `taken`, to the open object `line`, byte by byte as given.
    pub fn carry_along(&self, line: &mut String, taken: &[&str]) {
        let known: &[&str] = if self.is_deforming() { &DEFORMING } else { &KNOWN };
        for (key, value) in &self.entries.0 {
            if !known.contains(&key.as_str()) && !taken.contains(&key.as_str()) {
                if !line.ends_with('{') {
                    line.push(',');
                }
                line.push_str(&serde_json::Value::from(key.as_str()).to_string());
                line.push(':');
                line.push_str(value.get());
            }
        }
    }
}

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
        let mut entries: Vec<Entry> = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
            if KNOWN.contains(&key.as_str()) && entries.iter().any(|(known, _)| *known == key) {
                return Err(serde::de::Error::custom(format!("key {key:?} is given twice")));
            }
            entries.push((key, value));
        }
        Ok(Entries(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_keys_are_carried_byte_by_byte() {
        let case = CaseLine::parse(
            r#"{"id": "x", "note": {"n": 1.00, "n": 2}, "a": 1, "big": 12345678901234567890123, "lower": 3}"#,
        );
        let mut line = String::from("{");
        case.unwrap().carry_along(&mut line, &["lower"]);
        assert_eq!(line, r#"{"note":{"n": 1.00, "n": 2},"big":12345678901234567890123"#);
    }

    #[test]
    fn a_motion_asks_for_the_time_of_impact() {
        let refusal = |text| CaseLine::parse(text).unwrap().query().unwrap_err().to_string();
        let expected = r#"expected "collide", "distance", "penetration", "contact", "range", "toi", "raycast", "closest_approach" or "all""#;
        assert_eq!(CaseLine::parse(r#"{"motion": {}}"#).unwrap().query(), Ok(Query::Toi));
        assert_eq!(refusal(r#"{"query": "depth"}"#), format!(r#"/query: {expected}, got "depth""#));
        assert_eq!(CaseLine::parse("{}").unwrap().query(), Ok(Query::All));
    }

    #[test]
    fn columns_are_those_of_the_line() {
        let case = CaseLine::parse(r#"{"id": "x", "a": {"radius": 1e999}}"#).unwrap();
        let error = case.tree("a").unwrap_err().to_string();
        assert_eq!(error, r#"column 33 (key "radius"): expected a number in the range of f64"#);
    }
}
