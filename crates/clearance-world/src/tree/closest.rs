//! The closest, by branch and bound: from the nearest boxes on, until nothing can come nearer.

use clearance::enclosure::Aabb;
use clearance::{Real, Vector};

use super::{Child, Link, Node, Tree};
use clearance::best_first::{BestFirst, Entry};

impl<V: Vector> Tree<V> {
    /// Calls `visit` for pairs of items, those with the nearest boxes first, with a lower bound of their signed
    /// distance; it returns the signed distance above which no pair matters any more. Every pair that is not visited
    /// has a bound above the last one returned, or above `max`, which holds until the first.
    ///
    /// ```
    /// use clearance::Vec2;
    /// use clearance_world::{Aabb, Tree};
    /// let tree: Tree<Vec2<f64>> = (0..100).map(|i| (i, Aabb::at(Vec2::new(f64::from(i * i), 0.0)))).collect();
    /// let mut best = f64::INFINITY;
    /// tree.closest_pairs(best, |a, b, _| {
    ///     best = best.min(f64::from(a.abs_diff(b) * (a + b))); // |a² − b²|
    ///     best
    /// });
    /// assert_eq!(best, 1.0);
    /// ```
    pub fn closest_pairs(&self, mut max: V::Scalar, mut visit: impl FnMut(u32, u32, V::Scalar) -> V::Scalar) {
        let mut open = BestFirst::new();
        self.siblings(|links, bound| {
            if bound <= max {
                open.push(bound, links, ());
            }
        });
        while let Some(Entry { bound, key, .. }) = open.pop() {
            if bound > max {
                return;
            }
            if let [Child::Item(a), Child::Item(b)] = key.map(Link::child) {
                max = visit(a, b, bound);
                continue;
            }
            self.open_pair(key, |links, bound| {
                if bound <= max {
                    open.push(bound, links, ());
                }
            });
        }
    }

    /// Calls `visit` for items, those with boxes nearest to `bounds` first, with a lower bound of the signed distance
    /// of what the two boxes hold; it returns the signed distance above which no item matters any more.
    pub fn closest_items(&self, bounds: &Aabb<V>, max: V::Scalar, visit: impl FnMut(u32, V::Scalar) -> V::Scalar) {
        self.best_items(|other| other.distance_bound(bounds), max, visit);
    }

    /// Calls `visit` for items, those with the least `bound` first; it returns the bound above which no item matters
    /// any more. The bound of a box must not be above that of any box in it. Returns the least bound of what was left
    /// out, infinite for nothing.
    pub fn best_items(
        &self,
        bound: impl Fn(&Aabb<V>) -> V::Scalar,
        mut max: V::Scalar,
        mut visit: impl FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar {
        let (mut open, mut left) = (BestFirst::new(), V::Scalar::INFINITY);
        open.push(-V::Scalar::INFINITY, Link::node(0), ());
        while let Some(Entry { bound: least, key, .. }) = open.pop() {
            if least > max {
                return left.min(least);
            }
            match key.child() {
                Child::Item(item) => max = visit(item, least),
                Child::Node(number) => {
                    let Node { boxes, links } = &self.nodes[number as usize];
                    for side in (0..2).filter(|&side| links[side] != Link::NONE) {
                        let bound = bound(&boxes[side]);
                        if bound <= max {
                            open.push(bound, links[side], ());
                        } else {
                            left = left.min(bound);
                        }
                    }
                }
                Child::None => {}
            }
        }
        left
    }

    /// The two children of every node.
    fn siblings(&self, mut visit: impl FnMut([Link; 2], V::Scalar)) {
        let mut open = vec![0u32];
        while let Some(number) = open.pop() {
            let Node { boxes, links } = &self.nodes[number as usize];
            visit(*links, boxes[0].distance_bound(&boxes[1]));
            open.extend(links.iter().filter_map(|link| match link.child() {
                Child::Node(inner) => Some(inner),
                _ => None,
            }));
        }
    }

    /// The pairs below two links, one level down: of the larger one, or of both.
    fn open_pair(&self, pair: [Link; 2], mut push: impl FnMut([Link; 2], V::Scalar)) {
        match pair.map(Link::child) {
            [Child::Node(a), Child::Node(b)] => {
                let (a, b) = (&self.nodes[a as usize], &self.nodes[b as usize]);
                for i in 0..2 {
                    for j in 0..2 {
                        push([a.links[i], b.links[j]], a.boxes[i].distance_bound(&b.boxes[j]));
                    }
                }
            }
            [Child::Node(node), Child::Item(item)] | [Child::Item(item), Child::Node(node)] => {
                let (node, place) = (&self.nodes[node as usize], self.places[item as usize]);
                let bounds = &self.nodes[place.node()].boxes[place.side()];
                for side in 0..2 {
                    push([node.links[side], Link::item(item)], node.boxes[side].distance_bound(bounds));
                }
            }
            _ => {}
        }
    }
}
