//! All that is nearer than a distance.

use clearance::Vector;
use clearance::enclosure::Aabb;

use super::{Child, Link, Node, Tree};
use crate::stop::check;

/// Nodes that are opened between two looks at whether the search is to stop: some microseconds.
const CHECKED: u32 = 1024;

/// What is still to be looked at.
#[derive(Clone, Copy)]
enum OpenNodes {
    /// The pairs below one node.
    Own(u32),
    /// The pairs of what is below one link and what is below another.
    Cross(Link, Link),
}

impl<V: Vector> Tree<V> {
    /// Calls `visit` once for each pair of items whose boxes are within `max` of each other along all axes; others are
    /// proven to be farther apart than `max`. The order depends on how the tree came about.
    pub fn pairs_within(&self, max: V::Scalar, mut visit: impl FnMut(u32, u32)) {
        let mut open = vec![OpenNodes::Own(0)];
        let mut opened = 0u32;
        while let Some(task) = open.pop() {
            opened = opened.wrapping_add(1);
            if opened.is_multiple_of(CHECKED) {
                check();
            }
            match task {
                OpenNodes::Own(number) => self.open_own(number, max, &mut open),
                OpenNodes::Cross(a, b) => self.open_cross([a, b], max, &mut open, &mut visit),
            }
        }
    }

    /// Calls `visit` for each item whose box is within `max` of `bounds` along all axes.
    pub fn items_within(&self, bounds: &Aabb<V>, max: V::Scalar, mut visit: impl FnMut(u32)) {
        let mut open = vec![0u32];
        while let Some(number) = open.pop() {
            let Node { boxes, links } = &self.nodes[number as usize];
            for side in 0..2 {
                if boxes[side].is_within(bounds, max) {
                    match links[side].child() {
                        Child::Node(inner) => open.push(inner),
                        Child::Item(item) => visit(item),
                        Child::None => {}
                    }
                }
            }
        }
    }

    fn open_own(&self, number: u32, max: V::Scalar, open: &mut Vec<OpenNodes>) {
        let Node { boxes, links } = &self.nodes[number as usize];
        for link in links {
            if let Child::Node(inner) = link.child() {
                open.push(OpenNodes::Own(inner));
            }
        }
        if boxes[0].is_within(&boxes[1], max) {
            open.push(OpenNodes::Cross(links[0], links[1]));
        }
    }

    /// Opens one of two links, or both; the boxes of the links are known to be near.
    fn open_cross(&self, pair: [Link; 2], max: V::Scalar, open: &mut Vec<OpenNodes>, visit: &mut impl FnMut(u32, u32)) {
        match pair.map(Link::child) {
            [Child::Item(a), Child::Item(b)] => visit(a, b),
            [Child::Node(a), Child::Node(b)] => {
                let (a, b) = (&self.nodes[a as usize], &self.nodes[b as usize]);
                for i in 0..2 {
                    for j in 0..2 {
                        if a.boxes[i].is_within(&b.boxes[j], max) {
                            open.push(OpenNodes::Cross(a.links[i], b.links[j]));
                        }
                    }
                }
            }
            [Child::Node(node), Child::Item(item)] | [Child::Item(item), Child::Node(node)] => {
                let (node, place) = (&self.nodes[node as usize], self.places[item as usize]);
                let bounds = &self.nodes[place.node()].boxes[place.side()];
                for side in 0..2 {
                    if node.boxes[side].is_within(bounds, max) {
                        open.push(OpenNodes::Cross(node.links[side], Link::item(item)));
                    }
                }
            }
            [Child::None, _] | [_, Child::None] => {}
        }
    }
}
