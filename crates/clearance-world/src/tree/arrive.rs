//! The pairs of items of two trees that may meet first, as their bodies move.
//!
//! A pair of boxes waits in a queue until the time before which nothing in them can meet; the earliest is opened first,
//! and a deeper one before others of the same time. Each of the pairs inside is then proven to be apart for as long as
//! possible from that time on.

use core::cmp::Ordering;
use std::collections::BinaryHeap;

use clearance::enclosure::Aabb;
use clearance::{Real, Vector};

use super::{Child, Link, Tree};

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

/// A pair that waits.
#[derive(Clone, Copy)]
struct Waiting<T> {
    time: T,
    depth: u32,
    /// How often a pair of items has waited.
    waits: u32,
    links: [Link; 2],
}

impl<T: Real> Ord for Waiting<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        // Times are never NaN; equal pairs come in the order of the trees, so that a search is repeatable.
        let by_time = other.time.partial_cmp(&self.time).unwrap_or(Ordering::Equal);
        by_time.then(self.depth.cmp(&other.depth)).then_with(|| other.links.cmp(&self.links))
    }
}

impl<T: Real> PartialOrd for Waiting<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Real> PartialEq for Waiting<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T: Real> Eq for Waiting<T> {}

impl<V: Vector> Tree<V> {
    /// Asks `approach` for the pairs of an item of this tree and one of `other` that may meet before its limit, the
    /// earliest first.
    pub(crate) fn arrive(&self, other: &Self, approach: &mut impl Approach<V>) {
        let zero = V::Scalar::ZERO;
        let start = Waiting { time: zero, depth: 0, waits: 0, links: [Link::node(0), Link::node(0)] };
        let mut heap = BinaryHeap::from([start]);
        while let Some(Waiting { time, depth, waits, links }) = heap.pop() {
            if time > approach.limit() {
                return;
            }
            if let [Child::Item(a), Child::Item(b)] = links.map(Link::child) {
                let later = approach.meet([a, b], time, waits);
                if later <= approach.limit() {
                    heap.push(Waiting { time: later, depth, waits: waits + 1, links });
                }
                continue;
            }
            let (ours, theirs) = (self.under(links[0]), other.under(links[1]));
            for &(b, box_b) in theirs.as_slice() {
                for &(a, box_a) in ours.as_slice() {
                    let time = approach.arrival([box_a, box_b], time);
                    if time <= approach.limit() {
                        heap.push(Waiting { time, depth: depth + 1, waits: 0, links: [a, b] });
                    }
                }
            }
        }
    }
}
