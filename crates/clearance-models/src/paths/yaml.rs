//! YAML texts as JSON: the core schema of YAML 1.2, with aliases and without merge keys.

use std::collections::{HashMap, HashSet};

use clearance_scene::json::Json;
use granit_parser::{Event, Parser, ScalarStyle, Tag};

use clearance_scene::ReadError;

/// Aliases of aliases could stand for more values than any memory holds.
const MOST_COPIES: usize = 1_000_000;

/// The documents of a text, in their order.
pub(crate) fn documents(text: &str) -> Result<Vec<Json>, ReadError> {
    let mut reader = Reader::default();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| ReadError::new(format!("not valid YAML: {error}")))?;
        reader.take(event).map_err(|what| {
            let at = span.start;
            ReadError::new(format!("not valid YAML: {what} at line {} column {}", at.line(), at.col() + 1))
        })?;
    }
    Ok(reader.documents)
}

/// A collection that has not ended, with the anchor that names it, or 0.
enum Open {
    List(Vec<Json>, usize),
    Object { entries: Vec<(String, Json)>, known: HashSet<String>, key: Option<String>, anchor: usize },
}

#[derive(Default)]
struct Reader {
    documents: Vec<Json>,
    open: Vec<Open>,
    /// What anchors name, with how many values it holds.
    anchors: HashMap<usize, (Json, usize)>,
    copies: usize,
}

impl Reader {
    fn take(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                if self.wants_key() {
                    return self.key(&text);
                }
                self.value(scalar(&text, style, tag.as_deref()), anchor)
            }
            Event::SequenceStart(_, anchor, _) => self.begin(Open::List(Vec::new(), anchor)),
            Event::MappingStart(_, anchor, _) => {
                self.begin(Open::Object { entries: Vec::new(), known: HashSet::new(), key: None, anchor })
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::List(list, anchor)) => self.value(Json::List(list), anchor),
                Some(Open::Object { entries, anchor, .. }) => self.value(Json::Object(entries), anchor),
                None => Err("a collection ends that has not begun".into()),
            },
            Event::Alias(anchor) => self.copy(anchor),
            Event::DocumentStart(..) => {
                self.anchors.clear();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether what comes next names an entry.
    fn wants_key(&self) -> bool {
        matches!(self.open.last(), Some(Open::Object { key: None, .. }))
    }

    fn begin(&mut self, collection: Open) -> Result<(), String> {
        if self.wants_key() {
            return Err("a key must be a scalar, got a collection".into());
        }
        self.open.push(collection);
        Ok(())
    }

    fn key(&mut self, text: &str) -> Result<(), String> {
        let Some(Open::Object { known, key, .. }) = self.open.last_mut() else { return Ok(()) };
        if text == "<<" {
            return Err("merge keys are not read, got \"<<\"".into());
        }
        if !known.insert(text.to_string()) {
            return Err(format!("key {text:?} is given twice"));
        }
        *key = Some(text.to_string());
        Ok(())
    }

    fn value(&mut self, value: Json, anchor: usize) -> Result<(), String> {
        if anchor != 0 {
            let size = size(&value);
            self.count(size)?;
            self.anchors.insert(anchor, (value.clone(), size));
        }
        match self.open.last_mut() {
            None => self.documents.push(value),
            Some(Open::List(list, _)) => list.push(value),
            Some(Open::Object { entries, key, .. }) => entries.extend(key.take().map(|key| (key, value))),
        }
        Ok(())
    }

    /// What an anchor names, once more.
    fn copy(&mut self, anchor: usize) -> Result<(), String> {
        let Some((value, size)) = self.anchors.get(&anchor) else {
            return Err("an alias must not stand inside of what it names".into());
        };
        if self.wants_key() {
            return Err("a key must be a scalar, got an alias".into());
        }
        let (value, size) = (value.clone(), *size);
        self.count(size)?;
        self.value(value, 0)
    }

    fn count(&mut self, copies: usize) -> Result<(), String> {
        self.copies = self.copies.saturating_add(copies);
        if self.copies > MOST_COPIES {
            return Err(format!("aliases stand for more than {MOST_COPIES} values"));
        }
        Ok(())
    }
}

/// How many values a value holds, with itself.
fn size(value: &Json) -> usize {
    1 + match value {
        Json::List(list) => list.iter().map(size).sum(),
        Json::Object(entries) => entries.iter().map(|(_, value)| size(value)).sum(),
        _ => 0,
    }
}

/// A scalar as its tag says, else a plain one as what it looks like.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Json {
    let is_text = match tag.and_then(Tag::core_suffix) {
        Some(kind) => kind == "str",
        None => style != ScalarStyle::Plain,
    };
    if is_text {
        return Json::Text(text.into());
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Json::Null,
        "true" | "True" | "TRUE" => Json::Bool(true),
        "false" | "False" | "FALSE" => Json::Bool(false),
        _ => number(text).map_or_else(|| Json::Text(text.into()), Json::Number),
    }
}

/// A number as the core schema writes them.
fn number(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    match unsigned {
        ".inf" | ".Inf" | ".INF" => return Some(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY }),
        ".nan" | ".NaN" | ".NAN" if unsigned == text => return Some(f64::NAN),
        _ => {}
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            return u64::from_str_radix(digits, radix).ok().map(|number| number as f64);
        }
    }
    // Rust reads words like `infinity` too.
    let is_digits = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let read = is_digits.then(|| text.parse().ok()).flatten()?;
    Some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match documents(text) {
            Ok(all) => all.iter().map(Json::to_string).collect::<Vec<_>>().join(" | "),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn yaml_is_read_as_json() {
        assert_eq!(
            read("a: 1\nb: [-.5, 1e3, 0x10, x y, '7', !!str 8, true, ~, ]\n"),
            "{\"a\": 1, \"b\": [-0.5, 1000, 16, \"x y\", \"7\", \"8\", true, null]}"
        );
        assert_eq!(
            read("- {a: {}}\n-\n- 2024-01-01 # a comment\n- \"q\\n\"\n- |\n  l\n"),
            r#"[{"a": {}}, null, "2024-01-01", "q\n", "l\n"]"#
        );
        assert_eq!(read("a: 1\n---\nb: infinity\n...\n"), r#"{"a": 1} | {"b": "infinity"}"#);
        assert_eq!(read("a: &x [1, 2]\nb: *x\n"), r#"{"a": [1, 2], "b": [1, 2]}"#);
        assert_eq!(read(""), "");
        let endless = documents("[.inf, -.Inf, .nan]").unwrap();
        assert!(
            matches!(&endless[0], Json::List(all) if matches!(all[..], [Json::Number(f64::INFINITY), Json::Number(f64::NEG_INFINITY), Json::Number(nan)] if nan.is_nan()))
        );
    }

    #[test]
    fn what_is_no_yaml_is_refused_with_its_place() {
        assert_eq!(read("a: 1\na: 2"), "not valid YAML: key \"a\" is given twice at line 2 column 1");
        assert_eq!(read("{[1]: 2}"), "not valid YAML: a key must be a scalar, got a collection at line 1 column 2");
        assert_eq!(
            read("a: &x {b: *x}"),
            "not valid YAML: an alias must not stand inside of what it names at line 1 column 11"
        );
        assert!(read("a: &x {b: 1}\nc: {<<: *x}").contains("merge keys are not read"));
        assert!(read("a: [1, 2").starts_with("not valid YAML: "));
        assert!(read(&"[".repeat(100_000)).starts_with("not valid YAML: "));
        assert!(read(&"- ".repeat(100_000)).starts_with("not valid YAML: "));
    }

    #[test]
    fn aliases_of_aliases_do_not_fill_the_memory() {
        let mut text = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1]\n".to_string();
        for i in 1..40 {
            let all = vec![format!("*a{}", i - 1); 8].join(", ");
            text += &format!("a{i}: &a{i} [{all}]\n");
        }
        assert!(read(&text).contains("aliases stand for more than 1000000 values"), "{}", read(&text));
    }
}
