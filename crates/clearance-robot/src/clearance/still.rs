//! Links that no joint moves, against the world: reported once, since no configuration changes it.

use clearance::query::Within;
use clearance::{Proximity, Status, Vec3};

use super::RobotClearance;
use crate::cell::ask;

/// A link that no joint moves and a body of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct StillPair {
    /// The place of the link.
    pub link: usize,
    /// The name of the body.
    pub body: String,
    /// The least of their parts' signed distances.
    pub proximity: Proximity<Vec3<f64>>,
    /// The padding of the link.
    pub padding: f64,
}

impl StillPair {
    /// Whether they are in contact, or as near as the padding; `None` if rounding leaves it open.
    pub fn collides(&self) -> Option<bool> {
        let Proximity { bounds, status, .. } = &self.proximity;
        match status {
            Status::Separated if bounds.lower > self.padding => Some(false),
            Status::Separated if bounds.upper <= self.padding => Some(true),
            Status::Overlapping | Status::Touching => Some(true),
            _ => None,
        }
    }
}

impl RobotClearance<'_> {
    /// The signed distances of all links that no joint moves from all bodies of the world, which are the same in all
    /// configurations and no part of any clearance.
    pub fn still_pairs(&self) -> Vec<StillPair> {
        let mut found: Vec<StillPair> = Vec::new();
        for a in self.stage.own.iter().filter(|part| part.frame == 0 && part.stands_for.is_none()) {
            for b in &self.stage.world {
                let Within::Near(proximity) = ask::within([a, b], [&a.pose, &b.pose], f64::INFINITY) else { continue };
                let body = &self.cell.world()[b.owner].name;
                match found.iter_mut().find(|pair| pair.link == a.owner && pair.body == *body) {
                    Some(pair) if proximity.signed_distance < pair.proximity.signed_distance => {
                        pair.proximity = proximity
                    }
                    Some(_) => {}
                    None => {
                        let (link, body) = (a.owner, body.clone());
                        found.push(StillPair { link, body, proximity, padding: a.padding });
                    }
                }
            }
        }
        found
    }
}
