//! Typed reading of a JSON tree; every refusal names the JSON pointer, what was expected and what was found.

use super::Json;
use crate::error::ReadError;
use clearance_world::hint;

/// A value and where it stands in its document.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    value: &'a Json,
    path: Path<'a>,
}

/// The steps to a value, linked backwards: nothing is allocated unless an error has to be shown.
#[derive(Clone, Copy)]
struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root(&'a str),
    Key(&'a str),
    Index(usize),
}

impl Path<'_> {
    /// The JSON pointer, as of RFC 6901.
    fn pointer(&self) -> String {
        let parent = self.parent.map_or(String::new(), Path::pointer);
        match self.step {
            Step::Root(pointer) => pointer.into(),
            Step::Key(key) => format!("{parent}/{}", key.replace('~', "~0").replace('/', "~1")),
            Step::Index(index) => format!("{parent}/{index}"),
        }
    }
}

impl<'a> Node<'a> {
    /// The root of a document, or of the part of one that `pointer` names.
    pub fn root(value: &'a Json, pointer: &'a str) -> Self {
        Node { value, path: Path { parent: None, step: Step::Root(pointer) } }
    }

    /// The value.
    pub fn value(&self) -> &'a Json {
        self.value
    }

    /// A refusal of this value.
    pub fn error(&self, what: impl Into<String>) -> ReadError {
        let pointer = self.path.pointer();
        let error = ReadError::new(what);
        if pointer.is_empty() { error } else { error.within(pointer) }
    }

    /// Where it stands in its document, as a JSON pointer.
    pub fn pointer(&self) -> String {
        self.path.pointer()
    }

    fn expected(&self, what: &str) -> ReadError {
        self.error(format!("expected {what}, got {}", self.value.shown()))
    }

    /// A number, which is finite since JSON has no others.
    pub fn number(&self) -> Result<f64, ReadError> {
        match self.value {
            Json::Number(value) => Ok(*value),
            _ => Err(self.expected("a number")),
        }
    }

    /// A number that is not negative.
    pub fn size(&self) -> Result<f64, ReadError> {
        let value = self.number()?;
        if value < 0.0 { Err(self.error(format!("must not be negative, got {value}"))) } else { Ok(value) }
    }

    /// A whole number from 1 on.
    pub fn count(&self) -> Result<usize, ReadError> {
        let value = self.number()?;
        // Beyond 2⁵³ numbers have gaps; nothing that is counted comes near.
        if (1.0..=9_007_199_254_740_992.0).contains(&value) && value.fract() == 0.0 {
            return Ok(value as usize);
        }
        Err(self.error(format!("expected a whole number from 1 on, got {value}")))
    }

    /// `true` or `false`.
    pub fn bool(&self) -> Result<bool, ReadError> {
        match self.value {
            Json::Bool(value) => Ok(*value),
            _ => Err(self.expected("true or false")),
        }
    }

    /// A string.
    pub fn text(&self) -> Result<&'a str, ReadError> {
        match self.value {
            Json::Text(text) => Ok(text),
            _ => Err(self.expected("a string")),
        }
    }

    /// The elements of a list.
    pub fn list<'s>(&'s self) -> Result<impl ExactSizeIterator<Item = Node<'s>>, ReadError> {
        let Json::List(list) = self.value else { return Err(self.expected("a list")) };
        Ok(list.iter().enumerate().map(|(index, value)| {
            let path = Path { parent: Some(&self.path), step: Step::Index(index) };
            Node { value, path }
        }))
    }

    /// One of some words.
    pub fn one_of<'w>(&self, words: &[&'w str]) -> Result<&'w str, ReadError> {
        let given = self.text()?;
        words.iter().copied().find(|word| *word == given).ok_or_else(|| {
            let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            let listed = match quoted.split_last() {
                Some((last, [])) => last.clone(),
                Some((last, others)) => format!("{} or {last}", others.join(", ")),
                None => String::new(),
            };
            self.error(format!("expected {listed}, got {given:?}{}", hint(given, words)))
        })
    }

    /// A list of exactly `N` numbers.
    pub fn numbers<const N: usize>(&self) -> Result<[f64; N], ReadError> {
        let mut numbers = [0.0; N];
        self.fill(&mut numbers)?;
        Ok(numbers)
    }

    /// A list of exactly as many numbers as there are places.
    pub fn fill(&self, places: &mut [f64]) -> Result<(), ReadError> {
        match self.value {
            Json::List(list) if list.len() == places.len() => {}
            _ => return Err(self.expected(&format!("a list of {} numbers", places.len()))),
        }
        for (place, node) in places.iter_mut().zip(self.list()?) {
            *place = node.number()?;
        }
        Ok(())
    }

    /// The entries of an object that has no keys but `known` ones.
    pub fn object(&self, known: &[&str]) -> Result<Fields<'_>, ReadError> {
        let fields = self.fields()?;
        for (key, _) in fields.entries {
            if !known.contains(&key.as_str()) {
                let quoted: Vec<_> = known.iter().map(|key| format!("{key:?}")).collect();
                let hint = hint(key, known);
                return Err(self.error(format!("unknown key {key:?}, expected {}{hint}", quoted.join(", "))));
            }
        }
        Ok(fields)
    }

    /// The entries of an object, whatever its keys.
    pub fn fields(&self) -> Result<Fields<'_>, ReadError> {
        match self.value {
            Json::Object(entries) => Ok(Fields { node: self, entries }),
            _ => Err(self.expected("an object")),
        }
    }
}

/// The entries of an object.
pub struct Fields<'a> {
    node: &'a Node<'a>,
    entries: &'a [(String, Json)],
}

impl<'a> Fields<'a> {
    /// The value of a key, if it is given.
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        let (key, value) = self.entries.iter().find(|(known, _)| known == key)?;
        Some(Node { value, path: Path { parent: Some(&self.node.path), step: Step::Key(key) } })
    }

    /// The value of a key that must be given.
    pub fn need(&self, key: &str) -> Result<Node<'a>, ReadError> {
        self.get(key).ok_or_else(|| self.node.error(format!("missing key {key:?}")))
    }

    /// The keys, in the order of the text.
    pub fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.entries.iter().map(|(key, _)| key.as_str())
    }

    /// The object itself.
    pub fn node(&self) -> &'a Node<'a> {
        self.node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_name_the_pointer_and_both_sides() {
        let tree = Json::parse(r#"{"a/b": [{"radius": "x"}, [1, 2]], "odd": 0}"#).unwrap();
        let root = Node::root(&tree, "/a/shape");
        let fields = root.fields().unwrap();
        let list = fields.need("a/b").unwrap();
        let items: Vec<_> = list.list().unwrap().collect();
        let radius = items[0].fields().unwrap().need("radius").map(|n| n.number().unwrap_err().to_string()).unwrap();
        assert_eq!(radius, r#"/a/shape/a~1b/0/radius: expected a number, got "x""#);
        assert_eq!(
            items[1].numbers::<3>().unwrap_err().to_string(),
            "/a/shape/a~1b/1: expected a list of 3 numbers, got a list of 2"
        );
        assert_eq!(root.object(&["a/b"]).err().unwrap().to_string(), r#"/a/shape: unknown key "odd", expected "a/b""#);
        assert_eq!(fields.need("kind").err().unwrap().to_string(), r#"/a/shape: missing key "kind""#);
    }
}
