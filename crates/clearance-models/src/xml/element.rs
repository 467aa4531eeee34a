//! An XML element, with refusals that name its line.

use std::sync::Arc;

use super::unknown;
use clearance_scene::ReadError;

/// An element of a file.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    /// Empty for most.
    pub(crate) namespace: String,
    /// Those without a namespace.
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    /// The text in it, without that of its elements.
    pub(crate) text: String,
    pub(crate) line: u32,
    /// The file that it is in, if that is not the only one.
    pub(crate) file: Option<Arc<str>>,
}

impl Element {
    /// Its name, without a namespace.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The name that it is given; empty if it has none.
    pub fn given_name(&self) -> &str {
        self.attribute("name").unwrap_or("")
    }
    /// The elements in it.
    pub fn children(&self) -> impl Iterator<Item = &Element> {
        self.children.iter()
    }
    /// The elements in it with a name.
    pub fn children_named<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Element> {
        self.children().filter(move |child| child.name == name)
    }
    /// The element in it with a name, if there is one. Refuses a second one that says something else.
    pub fn child(&self, name: &str) -> Result<Option<&Element>, ReadError> {
        let mut found = self.children().filter(|child| child.name == name);
        let first = found.next();
        match found.find(|second| Some(*second) != first) {
            Some(second) => Err(second.refusal(format!("a second <{name}> in one <{}>, expected one", self.name))),
            None => Ok(first),
        }
    }

    /// Whether it is of a namespace, which belongs to another program, or has one of the names.
    pub fn is_one_of(&self, names: &[&str]) -> bool {
        !self.namespace.is_empty() || names.contains(&self.name())
    }

    /// An attribute, if it is given.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
    /// An attribute that must be given.
    pub fn need(&self, name: &str) -> Result<&str, ReadError> {
        self.attribute(name).ok_or_else(|| self.refusal(format!("missing attribute {name:?}")))
    }
    /// Refuses attributes that are none of the known ones.
    pub fn only(&self, known: &[&str]) -> Result<(), ReadError> {
        match self.attributes.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            Some((key, _)) => Err(self.refusal(unknown("attribute", key, known))),
            None => Ok(()),
        }
    }
    /// An attribute that is one of several words.
    pub fn one_of<'w>(&self, name: &str, words: &[&'w str]) -> Result<Option<&'w str>, ReadError> {
        let Some(given) = self.attribute(name) else { return Ok(None) };
        match words.iter().find(|word| **word == given) {
            Some(word) => Ok(Some(word)),
            None => Err(self.refusal(format!("{name}: {}", unknown("word", given, words)))),
        }
    }
    /// An attribute of at most `N` numbers; those that are not given are the defaults.
    pub fn numbers_up_to<const N: usize>(&self, name: &str, defaults: [f64; N]) -> Result<[f64; N], ReadError> {
        let Some(text) = self.attribute(name) else { return Ok(defaults) };
        let given = self.numbers_of(name, text)?;
        if given.len() > N {
            return Err(self.refusal(format!("{name}: expected at most {N} numbers, got {text:?}")));
        }
        Ok(core::array::from_fn(|i| given.get(i).copied().unwrap_or(defaults[i])))
    }
    /// The numbers of a text; what they are is named in refusals.
    pub fn numbers_of(&self, what: &str, text: &str) -> Result<Vec<f64>, ReadError> {
        let number = |word: &str| {
            let value = word.parse().ok().filter(|value: &f64| value.is_finite());
            value.ok_or_else(|| self.refusal(format!("{what}: expected finite numbers, got {text:?}")))
        };
        // A comma before a blank separates, as in a list; elsewhere it may be the point of another language.
        let words = text.split_ascii_whitespace().map(|word| word.strip_suffix(',').unwrap_or(word));
        words.filter(|word| !word.is_empty()).map(number).collect()
    }
    /// An attribute of exactly `N` numbers.
    pub fn numbers<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>, ReadError> {
        let Some(text) = self.attribute(name) else { return Ok(None) };
        let numbers = self.numbers_of(name, text).ok().and_then(|list| <[f64; N]>::try_from(list).ok());
        let what = || if N == 1 { "a finite number".into() } else { format!("{N} finite numbers") };
        numbers.map(Some).ok_or_else(|| self.refusal(format!("{name}: expected {}, got {text:?}", what())))
    }
    /// A single number, if it is given.
    pub fn number(&self, name: &str) -> Result<Option<f64>, ReadError> {
        Ok(self.numbers::<1>(name)?.map(|[value]| value))
    }
    /// A number that must be given, and must not be negative.
    pub fn size(&self, name: &str) -> Result<f64, ReadError> {
        self.need(name)?;
        match self.number(name)? {
            Some(value) if value < 0.0 => Err(self.refusal(format!("{name}: must not be negative, got {value}"))),
            value => Ok(value.unwrap_or(0.0)),
        }
    }

    /// An error that names the element's line, and its name where it has one.
    pub fn refusal(&self, what: impl Into<String>) -> ReadError {
        let name = self.attribute("name").map_or(String::new(), |name| format!(" {name:?}"));
        let error = ReadError::new(what).within(format_args!("line {} (<{}>{name})", self.line, self.name));
        match &self.file {
            Some(file) => error.within(file),
            None => error,
        }
    }
}

impl PartialEq for Element {
    /// Whether both say the same, wherever they stand.
    fn eq(&self, other: &Self) -> bool {
        let said = |element: &Self| (element.name.clone(), element.text.trim().to_string());
        said(self) == said(other) && self.attributes == other.attributes && self.children == other.children
    }
}
