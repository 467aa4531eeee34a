//! The way from a pair of bodies to its answer: the choice of a solver, the solvers' runs, and the answer from what
//! they find.

mod angles;
mod answer;
pub(crate) mod balls;
mod curved;
pub(crate) mod dispatch;
pub(crate) mod formula;
pub(crate) mod halfspace;
pub(crate) mod observe;
mod overlap;
mod refine;
mod request;
pub(crate) mod steps;
mod warm;

#[cfg(feature = "simd")]
pub(crate) use refine::is_coarse;
pub use request::{Depth, Event, Memory, Request, Termination};
pub(crate) use request::{Pair, goal};
pub use warm::WarmStart;

/// Questions in any dimension's own code, for tests that are generic over the scalar.
#[cfg(test)]
pub(crate) mod generic {
    use super::{Memory, WarmStart, dispatch};
    use crate::dimension::Dimension;
    use crate::math::Pose;
    use crate::options::Options;
    use crate::proximity::Proximity;
    use crate::support::{Bodies, Support};

    pub fn signed_distance<V: Dimension>(a: &impl Support<V>, b: &impl Support<V>, b_in_a: &Pose<V>) -> Proximity<V> {
        let memory = &mut Memory { warm: &mut WarmStart::new(), kept: None };
        dispatch::signed_distance(&Bodies::new(a, b, b_in_a), &Options::default(), memory)
    }

    pub fn distance<V: Dimension>(a: &impl Support<V>, b: &impl Support<V>, b_in_a: &Pose<V>) -> Proximity<V> {
        let memory = &mut Memory { warm: &mut WarmStart::new(), kept: None };
        dispatch::distance(&Bodies::new(a, b, b_in_a), &Options::default(), memory)
    }
}
