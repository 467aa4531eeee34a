//! Attributes that elements have by their class.

use std::collections::HashMap;

use crate::xml::Element;
use clearance_scene::ReadError;

/// The class of what names none.
pub(super) const MAIN: &str = "main";

/// The elements whose defaults are read.
const KINDS: [&str; 3] = ["geom", "joint", "mesh"];

/// The attributes that turn a frame, of which the one that was set last holds.
pub(super) const TURNS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

type Attributes = Vec<(String, String)>;

/// The attributes of each class, for each kind of element.
#[derive(Clone, Debug)]
pub(super) struct Defaults(HashMap<String, HashMap<String, Attributes>>);

impl Defaults {
    /// The classes of a file. A class begins as a copy of the one that it is in, as that is by then: nested ones are
    /// read last.
    pub fn of(root: &Element) -> Result<Self, ReadError> {
        let mut all = Defaults(HashMap::from([(MAIN.into(), HashMap::new())]));
        for element in root.children_named("default") {
            all.open(element, element.attribute("class").unwrap_or(MAIN), MAIN)?;
        }
        Ok(all)
    }

    fn open(&mut self, element: &Element, class: &str, parent: &str) -> Result<(), ReadError> {
        let inherited = self.0.get(parent).cloned().unwrap_or_default();
        let own = self.0.entry(class.into()).or_insert(inherited);
        for child in element.children().filter(|child| KINDS.contains(&child.name())) {
            merge(own.entry(child.name().into()).or_default(), &child.attributes);
        }
        for child in element.children_named("default") {
            self.open(child, child.need("class")?, class)?;
        }
        Ok(())
    }

    /// An element with all attributes that its class gives it: the one that it names, else that of the body it is in.
    pub fn complete(&self, element: &Element, childclass: &str) -> Result<Element, ReadError> {
        let class = element.attribute("class").unwrap_or(childclass);
        let Some(kinds) = self.0.get(class) else {
            let mut known: Vec<&str> = self.0.keys().map(String::as_str).collect();
            known.sort_unstable();
            return Err(element.refusal(crate::xml::unknown("class", class, &known)));
        };
        let mut attributes = kinds.get(element.name()).cloned().unwrap_or_default();
        merge(&mut attributes, &element.attributes);
        Ok(Element { attributes, ..element.clone() })
    }
}

/// Sets attributes over those that are there.
fn merge(all: &mut Attributes, more: &Attributes) {
    let turns = |name: &str| TURNS.contains(&name);
    let turned = more.iter().any(|(name, _)| turns(name));
    let replaced = |name: &str| turned && turns(name) || more.iter().any(|(other, _)| other == name);
    all.retain(|(name, _)| !replaced(name));
    all.extend(more.iter().cloned());
}
