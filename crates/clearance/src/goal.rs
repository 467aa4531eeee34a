//! When a search may stop: one rule for all of them.

use crate::math::Real;

/// When to stop; lengths are scaled like the difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal<T> {
    /// The gap between the bounds of a length may be this fraction of it.
    pub relative: T,
    /// The gap may be this.
    pub absolute: T,
    /// Distances beyond it are not needed.
    pub cutoff: T,
    /// A nearest point whose squared length is less is as good as one inside; zero if none is.
    pub meeting: T,
    /// The most steps, or expansions of a polytope.
    pub max_iterations: u32,
}

impl<T: Real> Goal<T> {
    /// Bounds within these tolerances, with no other limit than `max_iterations`.
    pub fn within(relative: T, absolute: T, max_iterations: u32) -> Self {
        Goal { relative, absolute, cutoff: T::INFINITY, meeting: T::ZERO, max_iterations }
    }

    /// The stop rule: whether the gap between the bounds of a length is as small as required, or no larger than
    /// `rounding`, which no step can close.
    #[inline(always)]
    pub fn is_met(&self, gap: T, length: T, rounding: T) -> bool {
        gap <= self.tolerance(length, rounding)
    }

    /// The largest gap that [`is_met`](Self::is_met) accepts.
    #[inline(always)]
    pub fn tolerance(&self, length: T, rounding: T) -> T {
        (self.relative * length).max(self.absolute).max(rounding)
    }
}

#[cfg(test)]
mod tests {
    use super::Goal;

    #[test]
    fn a_gap_is_small_enough_by_any_of_the_three_tolerances_and_by_no_other() {
        let goal = Goal::within(0.01, 0.25, 1);
        assert!(goal.is_met(0.25, 3.0, 0.0) && !goal.is_met(0.26, 3.0, 0.0), "the absolute one");
        assert!(goal.is_met(0.5, 50.0, 0.0) && !goal.is_met(0.51, 50.0, 0.0), "the relative one");
        assert!(goal.is_met(0.75, 50.0, 0.75) && !goal.is_met(0.76, 50.0, 0.75), "rounding");
    }
}
