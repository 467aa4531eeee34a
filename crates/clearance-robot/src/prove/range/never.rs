//! Proofs that two links never meet, over all that the joints between them can do.

use super::RangeOptions;
use super::cell::Evaluator;
use super::refinable::Refinable;
use super::search::RangeSearch;
use crate::bound::parameter_box::JointBox;
use crate::cell::chain::Chains;
use crate::cell::stage::Part;
use crate::clearance::RobotClearance;
use crate::error::RobotError;

/// What is known of two links over all configurations within the limits of the joints between them.
#[derive(Clone, Debug, PartialEq)]
pub enum Always {
    /// They are apart everywhere, and farther than their padding.
    Apart {
        /// A lower bound of all signed distances, padding aside.
        lower: f64,
        /// How many cells of the joints' box were needed.
        cells: usize,
    },
    /// They meet in this configuration, or are as near as their padding.
    Meet {
        /// The values of all joints; those that are not between the links are in the middle of their limits.
        at: Vec<f64>,
    },
    /// Neither is proven with so much work, or a joint that slides has no limits.
    Open {
        /// The number of cells that were bounded.
        cells: usize,
    },
}

impl RobotClearance<'_> {
    /// Whether two links meet in any configuration within the limits; turns without limits are whole ones. At most
    /// `budget` cells are bounded, and no more once [`RobotClearance::until`]'s flag is set.
    ///
    /// A [range of motion](crate::prove::range) that ends as soon as it is known whether the least clearance is above
    /// zero.
    pub fn over_all(&self, links: [usize; 2], budget: usize) -> Result<Always, RobotError> {
        let (robot, own) = (self.robot(), &self.stage.own);
        let is_own = |part: &Part, link: usize| part.owner == link && part.stands_for.is_none();
        let shapes = |link: usize| (0..own.len()).filter(move |&i| is_own(&own[i], link));
        let bodies = shapes(links[0]).flat_map(|i| shapes(links[1]).map(move |j| [i, j]));
        let mut chains = Chains::new(robot);
        let pairs: Vec<Refinable> =
            bodies.map(|bodies| Refinable::new(&self.stage, self.stage.own_chain(&mut chains, bodies))).collect();
        let moves = |variable: usize| pairs.iter().any(|pair| pair.chain.frames.variables.contains(&variable));
        let Some(over) = JointBox::whole_of(robot, moves) else { return Ok(Always::Open { cells: 0 }) };
        let evaluator = Evaluator { robot, stage: &self.stage, pairs: &pairs };
        // Anything above zero is apart.
        let options = RangeOptions { target: Some(f64::MIN_POSITIVE), cells: budget, ..RangeOptions::default() };
        let found = RangeSearch { evaluator, over: &over, options, stop: self.stop() }.run(&mut |_| {});
        let padding = pairs.iter().map(|pair| pair.chain.margin).fold(0.0, f64::max);
        Ok(if found.lower > 0.0 {
            Always::Apart { lower: (found.lower + padding).next_down(), cells: found.cells }
        } else if found.upper <= 0.0 {
            Always::Meet { at: found.worst }
        } else {
            Always::Open { cells: found.cells }
        })
    }
}
