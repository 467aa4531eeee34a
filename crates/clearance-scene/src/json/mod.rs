//! A JSON tree that keeps what strict reading needs: the order of keys, repeated keys, and numbers as the nearest
//! `f64`.

mod node;

pub use node::{Fields, Node};

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::error::ReadError;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// The nearest `f64` to what is written.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object; the keys are distinct and in the order of the text.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The tree of one JSON text. Refuses repeated keys, numbers beyond `f64`, and more than 127 levels of nesting.
    pub fn parse(text: &str) -> Result<Json, ReadError> {
        serde_json::from_str(text).map_err(|error| syntax_error(text, &error, 0))
    }

    /// The kind of value, and for short ones the value, as an error message shows it.
    pub(crate) fn shown(&self) -> String {
        match self {
            Json::Null => "null".into(),
            Json::Bool(value) => value.to_string(),
            Json::Number(value) => value.to_string(),
            Json::Text(text) if text.len() <= 40 => format!("{text:?}"),
            Json::Text(_) => "a long string".into(),
            Json::List(list) => format!("a list of {}", list.len()),
            Json::Object(_) => "an object".into(),
        }
    }
}

/// Says where a text stops being JSON, and the key that was being read. `offset` is where the refused part begins in
/// the first line of the text.
pub(crate) fn syntax_error(text: &str, error: &serde_json::Error, offset: usize) -> ReadError {
    let column = error.column() + if error.line() == 1 { offset } else { 0 };
    let full = error.to_string();
    let what = full.rsplit_once(" at line ").map_or(full.as_str(), |(what, _)| what);
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or("");
    let end = (0..=column.min(line.len())).rev().find(|&i| line.is_char_boundary(i)).unwrap_or(0);
    let before = &line[..end];
    let from = before.rfind([':', ',', '[', '{', ' ']).map_or(0, |i| i + 1);
    let word = line[from..].trim_start_matches('-');
    let message = if ["NaN", "Infinity", "inf", "nan"].iter().any(|bad| word.starts_with(bad)) {
        "expected a finite number, got NaN or infinity, which JSON does not have".into()
    } else if what == "number out of range" {
        "expected a number in the range of f64".into()
    } else if what.starts_with("recursion limit") {
        "nested more than 127 levels deep".into()
    } else {
        format!("not valid JSON: {}", what.replace("EOF", "end of text"))
    };
    let place = match last_key(before) {
        Some(key) => format!("column {column} (key {key:?})"),
        None => format!("column {column}"),
    };
    let place = if text.trim_end().contains('\n') { format!("line {}, {place}", error.line()) } else { place };
    ReadError::new(message).within(place)
}

/// The last `"key":` of a piece of JSON.
fn last_key(text: &str) -> Option<&str> {
    let colon = text.match_indices("\":").last()?.0;
    let open = text[..colon].rfind('"')?;
    Some(&text[open + 1..colon])
}

impl fmt::Display for Json {
    /// JSON on one line, with the shortest numbers that read back the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(value) => write!(f, "{value}"),
            Json::Text(text) => write!(f, "{}", serde_json::Value::from(text.as_str())),
            Json::List(list) => {
                let items: Vec<String> = list.iter().map(Json::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
            Json::Object(entries) => {
                let entry =
                    |(key, value): &(String, Json)| format!("{}: {value}", serde_json::Value::from(key.as_str()));
                write!(f, "{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }
    fn visit_none<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }
    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.into()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut object: Vec<(String, Json)> = Vec::new();
        while let Some(key) = entries.next_key::<String>()? {
            // Objects with more keys than a person writes are not ours, and end as an error about unknown keys.
            if object.len() < 64 && object.iter().any(|(known, _)| *known == key) {
                return Err(A::Error::custom(format!("key {key:?} is given twice")));
            }
            object.push((key, entries.next_value()?));
        }
        Ok(Json::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        Json::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn numbers_are_the_nearest_f64() {
        let list = Json::parse("[0.1, 9007199254740993, 2.2250738585072011e-308, -0]").unwrap();
        let Json::List(list) = list else { panic!("not a list") };
        let expected = [0.1, 9007199254740992.0, 2.225_073_858_507_201e-308, -0.0];
        for (got, want) in list.iter().zip(expected) {
            assert!(matches!(got, Json::Number(x) if x.to_bits() == f64::to_bits(want)), "{got:?} {want}");
        }
    }

    #[test]
    fn what_is_no_json_is_named_with_its_column_and_key() {
        assert_eq!(
            refusal(r#"{"radius": NaN}"#),
            r#"column 12 (key "radius"): expected a finite number, got NaN or infinity, which JSON does not have"#
        );
        assert_eq!(
            refusal(r#"{"radius": 1e999}"#),
            r#"column 16 (key "radius"): expected a number in the range of f64"#
        );
        assert_eq!(refusal("[1, 2"), "column 5: not valid JSON: end of text while parsing a list");
        assert_eq!(refusal(r#"{"a": 1, "a": 2}"#), r#"column 12 (key "a"): not valid JSON: key "a" is given twice"#);
    }

    #[test]
    fn deep_nesting_is_refused() {
        assert!(refusal(&"[".repeat(100_000)).ends_with("nested more than 127 levels deep"));
    }
}
