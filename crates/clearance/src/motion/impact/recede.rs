//! Bodies that begin within the target and do not come nearer.
//!
//! Along a direction `n` that stays, the gap `s(t) = min n·(b − a)` is at most the signed distance. So a gap that is as
//! large as the signed distance at the start, and is nowhere less than there, proves that the bodies come no nearer. Of
//! bodies that translate the gap is linear in time, and at the start its rate is that of the signed distance, unless
//! there is more than one normal: an edge beside an edge. There a direction across the displacement is tried as well.

use super::Advance;
use super::approach::Approach;
use crate::dimension::Dimension;
use crate::enclosure::least_between;
use crate::math::{Pose, Real};
use crate::proximity::Proximity;

impl<V: Dimension, P: Approach<V>> Advance<V, P> {
    /// A lower bound of the signed distance at all times, if the bodies begin within the target, or nearer to it than
    /// they are let to come, and come no nearer by more than that: what the tolerance is of their displacement.
    pub(super) fn recede(&mut self, start: &Proximity<V>) -> Option<V::Scalar> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let poses = [zero, one].map(|time| self.pair.at(time));
        let let_in = self.options.tolerance * self.pair.speed(&poses[0], &poses[1], one);
        let target = self.options.target_distance;
        let near = self.pair.gap(start.normal, &poses[0]);
        if start.bounds.lower - target > let_in + near.error {
            return None;
        }
        let across = start.normal - along(start.normal, displacement(&poses));
        [start.normal, across.normalized()].into_iter().find_map(|n| {
            let ends = [self.pair.gap(n, &poses[0]), self.pair.gap(n, &poses[1])];
            let least = least_between(ends.map(|gap| gap.value), one, self.pair.bend(n));
            let error = ends[0].error + ends[1].error;
            let is_contact = ends[0].value >= start.signed_distance - target - let_in - error;
            (is_contact && least >= ends[0].value - let_in - error).then(|| target + (least - error))
        })
    }

    /// Whether bodies in contact come nearer right from the start.
    ///
    /// The rate of the gap along the normal, over a time after which it can have bent by no more than it rounds.
    pub(super) fn approaches(&mut self, start: &Proximity<V>) -> bool {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let poses = self.pair.at(zero);
        let (n, here) = (start.normal, self.pair.gap(start.normal, &poses));
        let bend = self.pair.bend(n);
        if bend == zero {
            return true;
        }
        let time = (here.error / bend).sqrt().max(self.options.tolerance).min(one);
        let later = self.pair.at(time);
        let let_in = self.options.tolerance * self.pair.speed(&poses, &later, time) * time;
        let there = self.pair.gap(n, &later);
        here.value - there.value > let_in + here.error + there.error + bend * time * time * V::Scalar::HALF
    }
}

/// The displacement of B's frame less that of A's.
fn displacement<V: Dimension>([start, end]: &[[Pose<V>; 2]; 2]) -> V {
    let way = |side: usize| end[side].translation() - start[side].translation();
    way(1) - way(0)
}

/// The part of a vector that is along another one; along the first axis if that is zero.
fn along<V: Dimension>(v: V, direction: V) -> V {
    let unit = direction.normalized();
    unit * unit.dot(v)
}
