//! Proofs that two links never meet, over all that the joints between them can do.

use super::cell::Evaluator;
use super::refinable::Refinable;
use super::search::{RangeOutcome, RangeSearch};
use super::{LeastClearance, RangeOptions};
use crate::bound::parameter_box::JointBox;
use crate::cell::chain::Chains;
use crate::cell::stage::Part;
use crate::clearance::RobotClearance;
use crate::error::RobotError;

impl RobotClearance<'_> {
    /// The least clearance of two links over all configurations within the limits, until it is known whether they meet
    /// in any; turns without limits are whole ones, and joints that are not between the links are in the middle of
    /// their limits. At most `budget` cells are bounded, and no more once [`RobotClearance::until`]'s flag is set.
    ///
    /// Nothing is known, after no cell, if a joint between them slides without limits.
    pub fn over_all(&self, links: [usize; 2], budget: usize) -> Result<LeastClearance, RobotError> {
        let (robot, own) = (self.robot(), &self.stage.own);
        let is_own = |part: &Part, link: usize| part.owner == link && part.stands_for.is_none();
        let shapes = |link: usize| (0..own.len()).filter(move |&i| is_own(&own[i], link));
        let bodies = shapes(links[0]).flat_map(|i| shapes(links[1]).map(move |j| [i, j]));
        let mut chains = Chains::new(robot);
        let pairs: Vec<Refinable> =
            bodies.map(|bodies| Refinable::new(&self.stage, self.stage.own_chain(&mut chains, bodies))).collect();
        let moves = |variable: usize| pairs.iter().any(|pair| pair.chain.frames.variables.contains(&variable));
        let pair = Some(links.map(|link| robot.links()[link].name.clone()));
        let Some(over) = JointBox::whole_of(robot, moves) else {
            let (lower, upper) = (f64::NEG_INFINITY, f64::INFINITY);
            return Ok(LeastClearance { lower, upper, worst: Vec::new(), pair, cells: 0, complete: false });
        };
        let evaluator = Evaluator { robot, stage: &self.stage, pairs: &pairs };
        // Anything above zero is apart.
        let options = RangeOptions { target: Some(f64::MIN_POSITIVE), cells: budget, ..RangeOptions::default() };
        let found = RangeSearch { evaluator, over: &over, options, stop: self.stop() }.run(&mut |_| {});
        let RangeOutcome { lower, upper, worst, cells, complete, .. } = found;
        Ok(LeastClearance { lower, upper, worst, pair, cells, complete })
    }
}
