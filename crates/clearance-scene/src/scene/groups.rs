//! Which pairs of a scene are not asked about, and how near they may come.

use std::collections::HashMap;

use clearance::Real;

use crate::error::ReadError;
use crate::json::{Fields, Node};
use crate::spelling::hint;

/// Bodies that are treated alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneGroup {
    /// As the file names it.
    pub name: String,
    /// The places of the groups that its bodies are not asked against; it may be among them.
    pub ignores: Vec<usize>,
}

/// The margin of one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairMargin<T> {
    /// The places of the bodies, the lower one first.
    pub bodies: [usize; 2],
    /// How near they may come; not negative.
    pub margin: T,
}

/// The groups of a scene while they are being read: a group begins with the first mention of its name.
#[derive(Default)]
pub(super) struct Groups {
    pub(super) list: Vec<SceneGroup>,
}

impl Groups {
    /// The place of the group that a body names.
    pub(super) fn of_body(&mut self, node: &Node) -> Result<usize, ReadError> {
        let name = node.text()?;
        Ok(self.find(name).unwrap_or_else(|| self.add(name)))
    }

    /// Reads the rules `{"name": {"ignores": ["name", ..]}}`, after the bodies.
    pub(super) fn read_rules(&mut self, node: &Node) -> Result<(), ReadError> {
        let rules = node.fields()?;
        for name in rules.keys() {
            if self.find(name).is_none() {
                self.add(name);
            }
        }
        for name in rules.keys() {
            let rule = rules.need(name)?;
            let ignores = rule.object(&["ignores"])?.need("ignores")?;
            let found = ignores.list()?.map(|other| self.known(&other)).collect::<Result<Vec<usize>, _>>()?;
            let group = self.known_name(name, &rule)?;
            self.list[group].ignores = found;
        }
        Ok(())
    }

    fn known(&self, node: &Node) -> Result<usize, ReadError> {
        self.known_name(node.text()?, node)
    }

    fn known_name(&self, name: &str, node: &Node) -> Result<usize, ReadError> {
        let names: Vec<&str> = self.list.iter().map(|group| group.name.as_str()).collect();
        self.find(name).ok_or_else(|| node.error(format!("no group is named {name:?}{}", hint(name, &names))))
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|group| group.name == name)
    }

    fn add(&mut self, name: &str) -> usize {
        self.list.push(SceneGroup { name: name.into(), ignores: Vec::new() });
        self.list.len() - 1
    }
}

/// Reads the pairs of `ignore`, each a list of two names.
pub(super) fn ignored(
    fields: &Fields,
    find: impl Fn(&Node) -> Result<usize, ReadError>,
) -> Result<Vec<[usize; 2]>, ReadError> {
    let Some(node) = fields.get("ignore") else { return Ok(Vec::new()) };
    let pairs = node.list()?.map(|pair| match &pair.list()?.collect::<Vec<Node>>()[..] {
        [a, b] => two(find(a)?, find(b)?, &pair),
        other => Err(pair.error(format!("expected two names, got a list of {}", other.len()))),
    });
    pairs.collect()
}

/// Reads `margins`, each a list of two names and a number.
pub(super) fn margins<T: Real>(
    fields: &Fields,
    find: impl Fn(&Node) -> Result<usize, ReadError>,
) -> Result<Vec<PairMargin<T>>, ReadError> {
    let Some(node) = fields.get("margins") else { return Ok(Vec::new()) };
    let mut places = HashMap::new();
    let margins = node.list()?.enumerate().map(|(place, entry)| match &entry.list()?.collect::<Vec<Node>>()[..] {
        [a, b, margin] => {
            let bodies = two(find(a)?, find(b)?, &entry)?;
            match places.insert(bodies, place) {
                None => Ok(PairMargin { bodies, margin: T::from_f64(margin.size()?) }),
                Some(first) => Err(entry.error(format!("the pair has a margin already, by entry {first}"))),
            }
        }
        other => Err(entry.error(format!("expected two names and a margin, got a list of {}", other.len()))),
    });
    margins.collect()
}

fn two(a: usize, b: usize, node: &Node) -> Result<[usize; 2], ReadError> {
    if a == b {
        return Err(node.error("expected two different bodies"));
    }
    Ok([a.min(b), a.max(b)])
}
