//! The pairs of items of two trees that may meet first, as their bodies move.
//!
//! A pair of boxes waits in a queue until the time before which nothing in them can meet; the earliest is opened first,
//! and a deeper one before others of the same time. Each of the pairs inside is then proven to be apart for as long as
//! possible from that time on.

use std::cmp::Reverse;

use clearance::enclosure::Aabb;
use clearance::{Real, Vector};

use super::{Child, Link, Tree};
use clearance::best_first::{BestFirst, Entry};

/// Two bodies that move, to a search of their trees.
pub(crate) trait Approach<V: Vector> {
    /// A time up to which nothing in two boxes, each in the frame of its body, can meet, if nothing of them meets
    /// before `from`; infinite if nothing ever does.
    fn arrival(&mut self, boxes: [&Aabb<V>; 2], from: V::Scalar) -> V::Scalar;

    /// Two items that do not meet before `from` and have waited some times before: a later time up to which they do
    /// not, if they are to wait until then; infinite if they are done with.
    fn meet(&mut self, items: [u32; 2], from: V::Scalar, waits: u32) -> V::Scalar;

    /// The time after which nothing matters.
    fn limit(&self) -> V::Scalar;
}

impl<V: Vector> Tree<V> {
    /// Asks `approach` for the pairs of an item of this tree and one of `other` that may meet before its limit, the
    /// earliest first.
    pub(crate) fn arrive(&self, other: &Self, approach: &mut impl Approach<V>) {
        let zero = V::Scalar::ZERO;
        // By time, depth and then the order of the trees, so that a search is repeatable.
        let mut open = BestFirst::new();
        open.push(zero, (Reverse(0), [Link::node(0), Link::node(0)]), 0);
        while let Some(Entry { bound: time, key: (Reverse(depth), links), item: waits }) = open.pop() {
            if time > approach.limit() {
                return;
            }
            if let [Child::Item(a), Child::Item(b)] = links.map(Link::child) {
                let later = approach.meet([a, b], time, waits);
                if later <= approach.limit() {
                    open.push(later, (Reverse(depth), links), waits + 1);
                }
                continue;
            }
            let (ours, theirs) = (self.under(links[0]), other.under(links[1]));
            for &(b, box_b) in theirs.as_slice() {
                for &(a, box_a) in ours.as_slice() {
                    let time = approach.arrival([box_a, box_b], time);
                    if time <= approach.limit() {
                        open.push(time, (Reverse(depth + 1), [a, b]), 0);
                    }
                }
            }
        }
    }
}
