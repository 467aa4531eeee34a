//! Which links collide, by the masks of their geoms, the tree of bodies, and the pairs and exclusions of `<contact>`.

use std::collections::HashSet;

use crate::xml::{Element, unknown};
use clearance_scene::ReadError;

/// A body, by its place in MuJoCo's list.
pub(super) struct BodyFacts {
    pub name: String,
    /// The first body of those that no joint moves against this one.
    pub weld: usize,
    /// The weld of that one's parent.
    pub weld_parent: usize,
}

/// A link with geoms.
pub(super) struct LinkFacts {
    pub name: String,
    pub body: usize,
    /// `contype` and `conaffinity` of all its geoms.
    pub masks: [u32; 2],
    /// The names of its geoms.
    pub geoms: Vec<String>,
    /// The geoms that its geoms are paired with.
    pub partners: Vec<String>,
}

/// What `<contact>` says.
#[derive(Default)]
pub(super) struct Contact {
    /// Names of bodies that do not collide.
    excluded: HashSet<[String; 2]>,
    /// Names of geoms that collide, whatever else is said.
    pairs: Vec<[String; 2]>,
}

impl Contact {
    pub fn of(root: &Element) -> Result<Self, ReadError> {
        let mut contact = Contact::default();
        for element in root.children_named("contact").flat_map(Element::children) {
            let both = |names: [&str; 2]| -> Result<[String; 2], ReadError> {
                Ok([element.need(names[0])?.into(), element.need(names[1])?.into()])
            };
            match element.name() {
                "exclude" => drop(contact.excluded.insert(both(["body1", "body2"])?)),
                "pair" => contact.pairs.push(both(["geom1", "geom2"])?),
                name => return Err(element.refusal(unknown("element", name, &["pair", "exclude"]))),
            }
        }
        Ok(contact)
    }

    /// The geoms that a geom is paired with by name, in order.
    pub fn partners(&self, geom: &str) -> Vec<&str> {
        let other = |[a, b]: &'_ [String; 2]| (a == geom).then_some(1).or((b == geom).then_some(0));
        let mut partners: Vec<&str> =
            self.pairs.iter().filter_map(|pair| other(pair).map(|other| pair[other].as_str())).collect();
        partners.sort_unstable();
        partners
    }

    /// Why two links do not collide, as a word for a row of an SRDF; `None` if they do.
    pub fn why_not(&self, [a, b]: [&LinkFacts; 2], bodies: &[BodyFacts], filterparent: bool) -> Option<&'static str> {
        if a.geoms.iter().any(|geom| b.partners.contains(geom)) {
            return None;
        }
        let [first, second] = [&bodies[a.body], &bodies[b.body]];
        // Bodies of one weld never collide; nor do those of two that are parent and child, unless one of them is the
        // world.
        let [weld_a, weld_b] = [first.weld, second.weld];
        if weld_a == weld_b {
            return Some("Rigid");
        }
        let parents = weld_a == bodies[weld_b].weld_parent || weld_b == bodies[weld_a].weld_parent;
        if filterparent && weld_a != 0 && weld_b != 0 && parents {
            return Some("Adjacent");
        }
        let names = [first.name.clone(), second.name.clone()];
        if self.excluded.contains(&names) || self.excluded.contains(&[names[1].clone(), names[0].clone()]) {
            return Some("Excluded");
        }
        let masked = a.masks[0] & b.masks[1] == 0 && b.masks[0] & a.masks[1] == 0;
        masked.then_some("Masked")
    }
}
