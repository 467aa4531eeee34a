//! Pairs, links and weights by the names that users give them; a refusal names the nearest one.

use clearance_world::hint;

use super::robot::Robot;
use crate::cell::obstacle::Obstacle;
use crate::error::RobotError;

impl Robot {
    /// [Allows](Self::allow) a pair of which at least one name is that of a link.
    pub fn allow_named(&mut self, a: &str, b: &str) -> Result<(), RobotError> {
        if [a, b].iter().all(|name| self.link_named(name).is_none()) {
            let hint = hint(a, &self.link_names());
            return Err(RobotError::new(format!("expected the name of a link, got {a:?} and {b:?}{hint}")));
        }
        self.allow(a, b);
        Ok(())
    }

    /// The place of a link by name; a refusal names the nearest one.
    pub fn find_link(&self, name: &str) -> Result<usize, RobotError> {
        let none = || RobotError::new(format!("no link is named {name:?}{}", hint(name, &self.link_names())));
        self.link_named(name).ok_or_else(none)
    }

    /// [Pads](Self::pad) a link.
    pub fn pad_named(&mut self, link: &str, padding: f64) -> Result<(), RobotError> {
        self.pad(self.find_link(link)?, padding)
    }

    /// The names of [allowed](Self::allowed) pairs that are neither links nor bodies of a world, each in a sentence.
    pub fn unknown_allowed(&self, world: &[Obstacle]) -> Vec<String> {
        let mut known = self.link_names();
        known.extend(world.iter().map(|body| body.name.as_str()));
        let unknown = self.allowed().iter().flatten().filter(|name| !known.contains(&name.as_str()));
        unknown
            .map(|name| format!("{name:?} is neither a link nor a body of the scene{}", hint(name, &known)))
            .collect()
    }

    /// The weights of all values of a configuration for [plans](crate::plan::PlanOptions::weights): those
    /// given by the names of joints, 1 for all others.
    pub fn weights<'n>(&self, named: impl IntoIterator<Item = (&'n str, f64)>) -> Result<Vec<f64>, RobotError> {
        let names: Vec<&str> = self.variables().iter().map(|&joint| self.joints()[joint].name.as_str()).collect();
        let mut weights = vec![1.0; names.len()];
        for (name, weight) in named {
            let none = || RobotError::new(format!("no joint with a value is named {name:?}{}", hint(name, &names)));
            let place = names.iter().position(|known| *known == name).ok_or_else(none)?;
            if !(weight > 0.0) {
                return Err(RobotError::new(format!("the weight of joint {name:?} must be positive, got {weight}")));
            }
            weights[place] = weight;
        }
        Ok(weights)
    }

    /// The names of all links.
    pub fn link_names(&self) -> Vec<&str> {
        self.links().iter().map(|link| link.name.as_str()).collect()
    }
}
