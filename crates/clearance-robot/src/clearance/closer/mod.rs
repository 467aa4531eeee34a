//! A closer look at pairs whose hulls touch: their triangles and what they enclose.
//!
//! Each query begins with hulls, so that an answer depends on its configuration only. Where the pair that is nearest is
//! not proven to be farther apart than its margin, the configuration is evaluated again with finer shapes for that
//! pair. What was made for a set of such pairs is kept for the next configuration that needs it.

use super::RobotClearance;
use crate::cell::stage::{Closer, Stage, add, next_closer, stand, with_insides};
use crate::error::RobotError;
use crate::model::robot::Robot;

/// The clearances with other pairs that are refined.
#[derive(Clone, Debug)]
pub(super) struct Others<'r> {
    /// With the pairs of each; all of them other than the current one's.
    all: Vec<(Vec<Closer>, RobotClearance<'r>)>,
}

/// Sets of pairs that are kept; beyond that all but the hulls are made again.
const MOST: usize = 32;

impl Others<'_> {
    /// None for a robot whose links have nothing finer than their hulls.
    pub fn of(robot: &Robot) -> Option<Self> {
        robot.has_meshes().then(|| Others { all: Vec::new() })
    }
}

impl RobotClearance<'_> {
    /// Back to the hulls.
    pub(super) fn with_hulls(&mut self) -> Result<(), RobotError> {
        if self.closer.is_empty() { Ok(()) } else { self.with_closer(Vec::new()) }
    }

    /// Looks at a pair more closely; false if there is nothing finer.
    pub(super) fn look_closer(&mut self, pair: usize) -> Result<bool, RobotError> {
        if self.others.is_none() {
            return Ok(false);
        }
        let hulls = self.stage.hulls();
        let part = |body: usize| if body < hulls { &self.stage.own[body] } else { &self.stage.world[body - hulls] };
        let now = self.stage.stands_for(pair);
        let finely = |detail| stand(self.robot(), Closer { detail, ..now }, hulls, part);
        let Some(next) = next_closer(now, finely) else { return Ok(false) };
        let mut closer = self.closer.clone();
        add(&mut closer, next);
        self.with_closer(with_insides(self.robot(), closer, hulls, part))?;
        Ok(true)
    }

    pub(super) fn with_closer(&mut self, closer: Vec<Closer>) -> Result<(), RobotError> {
        let Some(mut others) = self.others.take() else { return Ok(()) };
        let place = others.all.iter().position(|(known, _)| *known == closer);
        let mut next = match place {
            Some(place) => others.all.swap_remove(place).1,
            None => {
                let stage = Stage::new(&self.cell)?.closely(self.cell.robot(), &closer).with_surroundings();
                RobotClearance { stop: self.stop, ..Self::of(self.cell.clone(), stage) }
            }
        };
        // Each answer is that of a new question: which of several equal pairs is named must not depend on what was
        // asked in between.
        next.forget();
        next.closer = closer;
        std::mem::swap(self, &mut next);
        if others.all.len() > MOST {
            others.all.retain(|(known, _)| known.is_empty());
        }
        others.all.push((std::mem::take(&mut next.closer), next));
        self.others = Some(others);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
