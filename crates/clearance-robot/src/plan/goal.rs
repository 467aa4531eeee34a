//! Where a plan shall lead: to one of several configurations, or to a pose of a link.

use super::inverse::{InverseOptions, Target, inverse};
use super::space::JointSpace;
use crate::error::RobotError;
use crate::prove::time::Checker;
use crate::random::Random;

/// Where a plan shall lead.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// To one of these configurations.
    Configurations(Vec<Vec<f64>>),
    /// To a configuration that brings a tip to a target.
    Tip(Target),
}

/// The number of configurations that are looked for at a target: the arm may reach one of them where it does not reach
/// another.
const CONFIGURATIONS: u64 = 4;

/// The number of starts of each search but the first, which begins at the start of the plan.
const STARTS: u32 = 10;

impl Goal {
    /// One configuration.
    pub fn at(q: Vec<f64>) -> Self {
        Goal::Configurations(vec![q])
    }
}

impl Checker<'_> {
    /// The configurations of a goal; empty for a target if no free one within the limits was found.
    pub(crate) fn configurations(&self, goal: &Goal, start: &[f64], seed: u64) -> Result<Vec<Vec<f64>>, RobotError> {
        let target = match goal {
            Goal::Configurations(all) => return Ok(all.clone()),
            Goal::Tip(target) => target,
        };
        let space = JointSpace::starting_at(self.cell(), start)?;
        let first = InverseOptions { seed, ..InverseOptions::default() };
        let Some(found) = inverse(self, target, start, &first)? else { return Ok(Vec::new()) };
        let mut all = vec![found];
        for k in 1..CONFIGURATIONS {
            let seed = seed.wrapping_add(k);
            let guess = space.sample(&mut Random::new(seed));
            let options = InverseOptions { seed, starts: STARTS, ..InverseOptions::default() };
            let is_new = |q: &Vec<f64>| all.iter().all(|other| space.distance(q, other) > SAME);
            all.extend(inverse(self, target, &guess, &options)?.filter(is_new));
        }
        Ok(all)
    }
}

/// Configurations nearer to one another than this, radians, are one goal.
const SAME: f64 = 0.1;
