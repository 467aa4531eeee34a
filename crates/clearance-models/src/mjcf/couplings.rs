//! `<equality><joint>`: a joint that follows another one, as the fingers of grippers do.
//!
//! MuJoCo pulls `joint1` to `a₀ + a₁ joint2`, each counted from its reference. Here it is there exactly. What is no
//! line, or has a reference other than zero, is a note.

use std::collections::HashSet;

use crate::xml::Element;
use clearance_robot::Mimic;
use clearance_scene::ReadError;

/// The joints that follow others, with what they follow.
#[derive(Default)]
pub(super) struct Couplings {
    all: Vec<(String, Mimic)>,
}

impl Couplings {
    /// A constraint, if it is one that is kept: active, of two joints that may be coupled, and a line.
    pub fn add(&mut self, constraint: &Element, may_be: impl Fn(&str) -> bool) -> Result<bool, ReadError> {
        let (Some(first), Some(second)) = (constraint.attribute("joint1"), constraint.attribute("joint2")) else {
            return Ok(false);
        };
        let numbers = match constraint.attribute("polycoef") {
            Some(text) => constraint.numbers_of("polycoef", text)?,
            None => vec![0.0, 1.0],
        };
        let coefficient = |power: usize| numbers.get(power).copied().unwrap_or(0.0);
        let is_line = (2..5).all(|power| coefficient(power) == 0.0) && coefficient(1) != 0.0;
        let is_active = constraint.attribute("active") != Some("false");
        // Followers of followers are not kept: what they mean depends on the order of the list.
        let taken: HashSet<&str> =
            self.all.iter().flat_map(|(joint, mimic)| [joint.as_str(), mimic.joint.as_str()]).collect();
        let is_new = first != second && !taken.contains(first) && !self.follows(second);
        if !(is_active && is_line && is_new && may_be(first) && may_be(second)) {
            return Ok(false);
        }
        let mimic = Mimic { joint: second.into(), multiplier: coefficient(1), offset: coefficient(0) };
        self.all.push((first.into(), mimic));
        Ok(true)
    }

    /// Whether a joint follows another one.
    pub fn follows(&self, joint: &str) -> bool {
        self.all.iter().any(|(name, _)| name == joint)
    }

    /// The joints that follow others, with what they follow.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Mimic)> {
        self.all.iter().map(|(joint, mimic)| (joint.as_str(), mimic))
    }
}
