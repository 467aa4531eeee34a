//! Pairs of items of two trees in different frames.

use clearance::enclosure::Aabb;
use clearance::{Pose, Real, Vector};

use super::{Child, Link, Node, Tree};
use clearance::best_first::{BestFirst, Entry};

impl<V: Vector> Tree<V> {
    /// Calls `visit` for pairs of an item of this tree and one of `other`, whose frame has the pose `other_in_self`; as
    /// [`closest_pairs`](Self::closest_pairs). Boxes of `other` are enclosed at the pose, with its errors.
    pub fn closest_between(
        &self,
        other: &Self,
        other_in_self: &Pose<V>,
        mut max: V::Scalar,
        mut visit: impl FnMut(u32, u32, V::Scalar) -> V::Scalar,
    ) {
        let mut open = BestFirst::new();
        open.push(-V::Scalar::INFINITY, [Link::node(0), Link::node(0)], ());
        while let Some(Entry { bound, key, .. }) = open.pop() {
            if bound > max {
                return;
            }
            if let [Child::Item(a), Child::Item(b)] = key.map(Link::child) {
                max = visit(a, b, bound);
                continue;
            }
            let (ours, theirs) = (self.below(key[0]), other.below(key[1]));
            for (b, box_b) in theirs.into_iter().flatten() {
                let box_b = box_b.posed(other_in_self);
                for (a, box_a) in ours.iter().flatten() {
                    let bound = box_a.distance_bound(&box_b);
                    if bound <= max {
                        open.push(bound, [*a, b], ());
                    }
                }
            }
        }
    }

    /// The children of a link with their boxes; of an item itself.
    fn below(&self, link: Link) -> [Option<(Link, Aabb<V>)>; 2] {
        match link.child() {
            Child::Node(number) => {
                let Node { boxes, links } = &self.nodes[number as usize];
                core::array::from_fn(|side| (links[side] != Link::NONE).then_some((links[side], boxes[side])))
            }
            Child::Item(item) => {
                let place = self.places[item as usize];
                [Some((link, self.nodes[place.node()].boxes[place.side()])), None]
            }
            Child::None => [None; 2],
        }
    }
}
