//! A tree from nothing, at once: items are halved along a curve that fills space. Its boxes are larger than those of a
//! [built](super::Tree::build) tree, for a tenth of the time.

use clearance::Vector;
use clearance::enclosure::Aabb;

use super::build::Built;
use super::{Link, Slot, Tree};
use crate::curve::along_curve;

impl<V: Vector> Tree<V> {
    /// Holds an item for each box, numbered in their order.
    pub(crate) fn along_curve(bounds: &[Aabb<V>]) -> Self {
        let order = along_curve(bounds.iter().map(Aabb::center));
        let inner = order.len().saturating_sub(1).max(1);
        let mut built = Built {
            nodes: Vec::with_capacity(inner),
            parents: Vec::with_capacity(inner),
            places: vec![Slot::NONE; order.len()],
            len: order.len(),
        };
        built.push_node(Slot::NONE);
        match order.as_slice() {
            [] => {}
            &[only] => built.put(Slot::of(0, 0), &bounds[only as usize], only),
            all => built.halve(0, all, bounds),
        }
        let Built { nodes, parents, places, len } = built;
        Tree { nodes, parents, places, free: Vec::new(), len }
    }
}

impl<V: Vector> Built<V> {
    /// The halves of two items or more below a node, and theirs.
    fn halve(&mut self, node: u32, items: &[u32], bounds: &[Aabb<V>]) {
        let (first, second) = items.split_at(items.len() / 2);
        for (side, items) in [first, second].into_iter().enumerate() {
            let slot = Slot::of(node, side);
            if let &[only] = items {
                self.put(slot, &bounds[only as usize], only);
                continue;
            }
            let child = self.push_node(slot);
            self.halve(child, items, bounds);
            let around = self.nodes[child as usize].bounds();
            let parent = &mut self.nodes[node as usize];
            (parent.boxes[side], parent.links[side]) = (around, Link::node(child));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::Vec3;
    use clearance_testkit::random::Random;

    #[test]
    fn every_item_is_found_in_its_own_box() {
        let mut random = Random::new(0xc0a);
        for count in [0usize, 1, 2, 3, 300] {
            let bounds: Vec<Aabb<Vec3<f64>>> =
                (0..count).map(|_| Aabb::at(Vec3::from_fn(|_| random.uniform(-1.0, 1.0))).inflated(0.01)).collect();
            let tree = Tree::along_curve(&bounds);
            assert_eq!(tree.len(), count);
            for (i, own) in bounds.iter().enumerate() {
                assert_eq!(tree.get(i as u32), Some(own));
                let mut found = Vec::new();
                tree.items_within(own, 0.0, |item| found.push(item));
                found.sort_unstable();
                let meets = |other: &Aabb<Vec3<f64>>| own.is_within(other, 0.0);
                let expected: Vec<u32> = (0..).zip(&bounds).filter(|(_, b)| meets(b)).map(|(i, _)| i).collect();
                assert_eq!(found, expected);
            }
        }
    }
}
