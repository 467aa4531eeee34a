//! A tree that was built, with up to four children a node instead of two.

use clearance::{Real, Vector};

use super::{Child, Link, Tree};

/// Nodes of up to four children, and the items in an order in which those below each child are one after another.
pub(crate) struct Quads {
    pub items: Vec<u32>,
    /// The root first.
    pub nodes: Vec<[Quarter; 4]>,
}

/// One child: some of the items.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quarter {
    pub first: u32,
    pub count: u32,
    /// Where it leads: to a node if there are several items.
    pub link: Link,
}

impl Quarter {
    const NONE: Quarter = Quarter { first: 0, count: 0, link: Link::NONE };
}

impl<V: Vector> Tree<V> {
    /// Each node takes the place of those of its two children that have the largest boxes, until there are four. Only
    /// for a tree that was built and not changed since: its nodes come before their children.
    pub(crate) fn quads(&self) -> Quads {
        let counts = self.counts();
        let count_of = |link: Link| match link.child() {
            Child::Node(node) => counts[node as usize],
            Child::Item(_) => 1,
            Child::None => 0,
        };
        let mut quads = Quads { items: vec![0; self.len], nodes: vec![[Quarter::NONE; 4]] };
        let mut open = vec![(0usize, Link::node(0), 0u32)];
        while let Some((number, link, mut first)) = open.pop() {
            for (place, below) in self.four_below(link).into_iter().enumerate() {
                let mut quarter = Quarter { first, count: count_of(below), link: below };
                match below.child() {
                    Child::Item(item) => quads.items[first as usize] = item,
                    Child::Node(_) => {
                        open.push((quads.nodes.len(), below, first));
                        quarter.link = Link::node(quads.nodes.len() as u32);
                        quads.nodes.push([Quarter::NONE; 4]);
                    }
                    Child::None => {}
                }
                first += quarter.count;
                quads.nodes[number][place] = quarter;
            }
        }
        quads
    }

    /// How many items there are below each node.
    fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0u32; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            counts[number] = node.links.iter().fold(0, |sum, link| match link.child() {
                Child::Node(inner) => sum + counts[inner as usize],
                Child::Item(_) => sum + 1,
                Child::None => sum,
            });
        }
        counts
    }

    fn four_below(&self, link: Link) -> Vec<Link> {
        let mut found = vec![(V::Scalar::INFINITY, link)];
        while found.len() < 4 {
            // The first of the largest.
            let largest = found.iter().enumerate().filter(|(_, (_, link))| matches!(link.child(), Child::Node(_)));
            let largest = largest.reduce(|best, other| if other.1.0 > best.1.0 { other } else { best });
            let Some((place, &(_, link))) = largest else { break };
            let Child::Node(number) = link.child() else { break };
            let node = &self.nodes[number as usize];
            let child = |side: usize| (node.boxes[side].half_surface(), node.links[side]);
            found.splice(place..=place, [child(0), child(1)]);
        }
        found.into_iter().map(|(_, link)| link).filter(|&link| link != Link::NONE).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::Vec3;
    use clearance::enclosure::Aabb;
    use clearance_testkit::random::Random;

    #[test]
    fn every_item_is_below_one_child_of_each_node_on_its_way() {
        let mut random = Random::new(0x40ad);
        for count in [0u32, 1, 2, 3, 5, 400] {
            let tree: Tree<Vec3<f64>> =
                (0..count).map(|i| (i, Aabb::at(Vec3::from_fn(|_| random.uniform(-1.0, 1.0))))).collect();
            let quads = tree.quads();
            let mut items = quads.items.clone();
            items.sort_unstable();
            assert_eq!(items, (0..count).collect::<Vec<u32>>());
            for node in &quads.nodes {
                let full = node.iter().filter(|quarter| quarter.count > 0).count();
                assert!(full == 4 || node.iter().all(|quarter| quarter.count < 2));
                for quarter in node {
                    match quarter.link.child() {
                        Child::Item(item) => assert_eq!(quads.items[quarter.first as usize], item),
                        Child::Node(inner) => {
                            let below = quads.nodes[inner as usize];
                            assert_eq!(below[0].first, quarter.first);
                            assert_eq!(below.iter().map(|quarter| quarter.count).sum::<u32>(), quarter.count);
                        }
                        Child::None => assert_eq!(quarter.count, 0),
                    }
                }
            }
        }
    }
}
