//! Which pairs of a scene are not checked, and how near they may come.

use std::collections::HashMap;

use clearance::Real;

use crate::error::ReadError;
use crate::json::{Fields, Node};
use clearance_world::hint;

/// Bodies that are treated alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneGroup {
    /// Name in the file.
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

/// What a rule names: a body of the file, or one beside it, such as a link of a robot.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Named {
    Body(usize),
    Outside(String),
}

/// A rule about a body of the file and one beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct OutsideRule<T> {
    /// The place of the body.
    pub body: usize,
    /// The name of the other one.
    pub other: String,
    /// How near they may come; `None` if the pair is not checked.
    pub margin: Option<T>,
}

/// The rules about pairs.
pub(super) struct PairRules<T> {
    pub ignore: Vec<[usize; 2]>,
    pub margins: Vec<PairMargin<T>>,
    pub outside: Vec<OutsideRule<T>>,
}

impl<T: Real> PairRules<T> {
    /// Reads `ignore`, a list of two names each, and `margins`, of two names and a number.
    pub fn read(fields: &Fields, find: impl Fn(&Node) -> Result<Named, ReadError>) -> Result<Self, ReadError> {
        let mut rules = PairRules { ignore: Vec::new(), margins: Vec::new(), outside: Vec::new() };
        if let Some(node) = fields.get("ignore") {
            for entry in node.list()? {
                match &entry.list()?.collect::<Vec<Node>>()[..] {
                    [a, b] => rules.add([find(a)?, find(b)?], None, &entry)?,
                    other => return Err(entry.error(format!("expected two names, got a list of {}", other.len()))),
                }
            }
        }
        if let Some(node) = fields.get("margins") {
            let mut places = HashMap::new();
            for (place, entry) in node.list()?.enumerate() {
                match &entry.list()?.collect::<Vec<Node>>()[..] {
                    [a, b, margin] => {
                        let pair = [find(a)?, find(b)?];
                        let mut key = pair.clone();
                        key.sort_unstable();
                        if let Some(first) = places.insert(key, place) {
                            return Err(entry.error(format!("the pair has a margin already, by entry {first}")));
                        }
                        rules.add(pair, Some(T::from_f64(margin.size()?)), &entry)?;
                    }
                    other => {
                        let got = format!("expected two names and a margin, got a list of {}", other.len());
                        return Err(entry.error(got));
                    }
                }
            }
        }
        Ok(rules)
    }

    fn add(&mut self, pair: [Named; 2], margin: Option<T>, node: &Node) -> Result<(), ReadError> {
        match (pair, margin) {
            ([Named::Body(a), Named::Body(b)], _) if a == b => return Err(node.error("expected two different bodies")),
            ([Named::Body(a), Named::Body(b)], None) => self.ignore.push([a.min(b), a.max(b)]),
            ([Named::Body(a), Named::Body(b)], Some(margin)) => {
                self.margins.push(PairMargin { bodies: [a.min(b), a.max(b)], margin });
            }
            ([Named::Body(body), Named::Outside(other)] | [Named::Outside(other), Named::Body(body)], margin) => {
                self.outside.push(OutsideRule { body, other, margin });
            }
            ([Named::Outside(a), Named::Outside(b)], _) => {
                return Err(node.error(format!("expected the name of a body, got {a:?} and {b:?}")));
            }
        }
        Ok(())
    }
}
