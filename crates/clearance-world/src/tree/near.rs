//! The pairs of items of two trees in different frames among which is the closest.
//!
//! Depth first, the nearer of two boxes before the other, so that a good answer is soon at hand. Most boxes are left
//! out by [planes](super::plane): across the normal of the bodies' hulls, and across that of the best pair so far.

use clearance::enclosure::{Aabb, PosedBoxes};
use clearance::{Pose, Real, Vector};

use super::plane::Plane;
use super::{Child, Link, Tree};
use crate::sort::sort_few;

/// What is known in the course of a search.
#[derive(Clone, Copy)]
pub(crate) struct Known<V: Vector> {
    /// The signed distance above which no pair matters any more.
    pub max: V::Scalar,
    /// The normal of the best pair in the frame of the first tree; zero as long as there is none.
    pub normal: V,
}

/// The directions along which pairs are looked at, and what planes across others need.
pub(crate) struct Planes<'p, V: Vector> {
    pose: &'p Pose<V>,
    reach: [V::Scalar; 2],
    /// Across the normal of the best pair, and across that of the hulls.
    known: [Option<Plane<V>>; 2],
}

impl<'p, V: Vector> Planes<'p, V> {
    /// No direction is known. The pose is that of the second tree in the first; `reach` holds what is in either.
    pub fn new(pose: &'p Pose<V>, reach: [V::Scalar; 2]) -> Self {
        Planes { pose, reach, known: [None, None] }
    }

    /// A plane across a direction of the first frame.
    pub fn across(&self, along: V) -> Option<Plane<V>> {
        Plane::new(along, self.pose, self.reach)
    }

    /// Points of the second frame in the first, rounded.
    pub fn moved(&self, points: [V; 3]) -> [V; 3] {
        points.map(|point| self.pose.point(point))
    }

    /// The larger of the lower bounds, or the first that is above `max`.
    pub fn bound(&self, max: V::Scalar, between: impl Fn(&Plane<V>) -> V::Scalar) -> V::Scalar {
        let nothing = -V::Scalar::INFINITY;
        let best = self.known[0].as_ref().map_or(nothing, &between);
        if best > max { best } else { self.known[1].as_ref().map_or(nothing, &between).max(best) }
    }
}

impl<V: Vector> Tree<V> {
    /// Calls `visit` for pairs of an item of this tree and one of `other`, whose frame has the pose `other_in_self`;
    /// every pair that is not visited is farther apart than the last limit. The search begins with a normal that is
    /// kept to its end; with each pair come the limit and all planes, to leave it out without a question.
    pub(crate) fn near_between(
        &self,
        other: &Self,
        other_in_self: &Pose<V>,
        mut known: Known<V>,
        mut visit: impl FnMut([u32; 2], &Known<V>, &Planes<'_, V>) -> Known<V>,
    ) {
        let reach = [self, other].map(|tree| tree.bounds().reach_from_frame());
        let posing = PosedBoxes::new(other_in_self, reach[1]);
        let mut planes = Planes::new(other_in_self, reach);
        planes.known[1] = planes.across(known.normal);
        let mut open = vec![(-V::Scalar::INFINITY, [Link::node(0), Link::node(0)])];
        while let Some((bound, pair)) = open.pop() {
            if bound > known.max {
                continue;
            }
            if let [Child::Item(a), Child::Item(b)] = pair.map(Link::child) {
                let now = visit([a, b], &known, &planes);
                if now.normal != known.normal {
                    planes.known[0] = planes.across(now.normal);
                }
                known = now;
                continue;
            }
            let (start, [ours, theirs]) = (open.len(), [self.under(pair[0]), other.under(pair[1])]);
            for &(b, box_b) in theirs.as_slice() {
                let mut posed = None;
                for &(a, box_a) in ours.as_slice() {
                    let along = planes.bound(known.max, |plane| plane.between(box_a, box_b));
                    if along > known.max {
                        continue;
                    }
                    let bound = box_a.distance_bound(posed.get_or_insert_with(|| posing.of(box_b))).max(along);
                    if bound <= known.max {
                        open.push((bound, [a, b]));
                    }
                }
            }
            // The nearest comes last, and is taken first. Bounds are never NaN.
            sort_few(&mut open[start..], |(a, _), (b, _)| a > b);
        }
    }

    /// The children of a node; an item itself.
    pub(super) fn under(&self, link: Link) -> Under<'_, V> {
        let (first, count) = match link.child() {
            Child::Node(number) => {
                let node = &self.nodes[number as usize];
                let child = |side: usize| (node.links[side], &node.boxes[side]);
                return Under { all: [child(0), child(1)], count: 1 + usize::from(node.links[1] != Link::NONE) };
            }
            Child::Item(item) => {
                let place = self.places[item as usize];
                ((link, &self.nodes[place.node()].boxes[place.side()]), 1)
            }
            Child::None => ((link, &self.nodes[0].boxes[0]), 0),
        };
        Under { all: [first; 2], count }
    }
}

/// One or two links with their boxes.
pub(super) struct Under<'t, V> {
    all: [(Link, &'t Aabb<V>); 2],
    count: usize,
}

impl<'t, V> Under<'t, V> {
    pub fn as_slice(&self) -> &[(Link, &'t Aabb<V>)] {
        &self.all[..self.count]
    }
}
