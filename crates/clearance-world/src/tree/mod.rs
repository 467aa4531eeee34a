//! A binary tree of boxes: the few items that can matter to a question, without a look at the others.
//!
//! Flat: each node holds the boxes of its two children, and where they are. Built from the top by binned surface areas
//! (I. Wald, On fast construction of SAH-based bounding volume hierarchies, 2007), kept by refitting, insertion and
//! removal. Unions of boxes are exact, so every box of the tree holds whatever its items' boxes hold, and
//! [`Aabb::distance_bound`] of two nodes is a proven lower bound for all pairs below them.

pub(crate) mod along;
pub(crate) mod arrive;
mod ball;
pub(crate) mod beside;
mod between;
mod build;
mod change;
pub(crate) mod closest;
mod crossing;
mod curve;
mod grid;
pub(crate) mod near;
pub(crate) mod plane;
mod quads;
mod within;

use clearance::Vector;

pub(crate) use ball::{Facing, Fans};
use build::Built;
use clearance::enclosure::Aabb;
pub(crate) use quads::{Quads, Quarter};

/// Boxes by the numbers of the items that they enclose.
///
/// ```
/// use clearance::Vec2;
/// use clearance_world::{Aabb, Tree};
/// let tree: Tree<Vec2<f64>> = (0..10).map(|i| (i, Aabb::at(Vec2::new(f64::from(i), 0.0)))).collect();
/// let mut near = Vec::new();
/// tree.pairs_within(1.5, |a, b| near.push([a.min(b), a.max(b)]));
/// near.sort();
/// assert_eq!((near.len(), near[0], near[8]), (9, [0, 1], [8, 9]));
/// ```
#[derive(Clone, Debug)]
pub struct Tree<V: Vector> {
    /// The first one is the root, and never freed.
    nodes: Vec<Node<V>>,
    /// The slot that holds each node; none for the root.
    parents: Vec<Slot>,
    /// The slot that holds each item; none for numbers that are not in the tree.
    places: Vec<Slot>,
    /// Nodes that hold nothing.
    free: Vec<u32>,
    len: usize,
}

/// Two children. A link that leads nowhere has an empty box; only the root has such.
#[derive(Clone, Copy, Debug)]
struct Node<V> {
    boxes: [Aabb<V>; 2],
    links: [Link; 2],
}

impl<V: Vector> Node<V> {
    fn empty() -> Self {
        Node { boxes: [Aabb::empty(); 2], links: [Link::NONE; 2] }
    }

    fn bounds(&self) -> Aabb<V> {
        self.boxes[0].union(&self.boxes[1])
    }
}

/// Where a child is: a node, an item, or nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Link(u32);

/// What a [`Link`] leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Child {
    Node(u32),
    Item(u32),
    None,
}

impl Link {
    pub const NONE: Link = Link(u32::MAX);
    /// Items have the top bit set.
    const ITEM: u32 = 1 << 31;

    pub fn node(number: u32) -> Self {
        Link(number)
    }

    pub fn item(number: u32) -> Self {
        Link(number | Self::ITEM)
    }

    pub fn child(self) -> Child {
        if self == Self::NONE {
            Child::None
        } else if self.0 & Self::ITEM != 0 {
            Child::Item(self.0 & !Self::ITEM)
        } else {
            Child::Node(self.0)
        }
    }
}

/// One of the two places in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot(u32);

impl Slot {
    const NONE: Slot = Slot(u32::MAX);

    fn of(node: u32, side: usize) -> Self {
        Slot(node << 1 | side as u32)
    }

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn side(self) -> usize {
        (self.0 & 1) as usize
    }
}

/// The largest number that an item may have: links use one bit, and one number for no item.
pub const MAX_ITEM: u32 = (1 << 30) - 1;

impl<V: Vector> Default for Tree<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> FromIterator<(u32, Aabb<V>)> for Tree<V> {
    /// [`Tree::build`].
    fn from_iter<I: IntoIterator<Item = (u32, Aabb<V>)>>(items: I) -> Self {
        Self::build(items.into_iter().collect())
    }
}

impl<V: Vector> Tree<V> {
    /// Holds nothing.
    pub fn new() -> Self {
        Tree { nodes: vec![Node::empty()], parents: vec![Slot::NONE], places: Vec::new(), free: Vec::new(), len: 0 }
    }

    /// Holds these items, each with a number of its own of at most [`MAX_ITEM`]; of several with one number, the last
    /// one stays.
    ///
    /// O(n log n) for items that are not all in one place.
    pub fn build(items: Vec<(u32, Aabb<V>)>) -> Self {
        let Built { nodes, parents, places, len } = build::build(items);
        Tree { nodes, parents, places, free: Vec::new(), len }
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A box around all items; empty without any.
    pub fn bounds(&self) -> Aabb<V> {
        self.nodes[0].bounds()
    }

    /// All items are within this of the origin, see [`Aabb::reach_from_frame`].
    pub(crate) fn reach_from_frame(&self) -> V::Scalar {
        self.bounds().reach_from_frame()
    }

    /// The box of an item.
    pub fn get(&self, item: u32) -> Option<&Aabb<V>> {
        let slot = self.slot(item)?;
        Some(&self.nodes[slot.node()].boxes[slot.side()])
    }

    /// Boxes of all nodes with their depth below the root, from the root on: to draw the tree.
    pub fn boxes(&self) -> Vec<(usize, Aabb<V>)> {
        let mut found = vec![(0, self.bounds())];
        let mut open = vec![(0u32, 1)];
        while let Some((node, depth)) = open.pop() {
            let Node { boxes, links } = &self.nodes[node as usize];
            for side in (0..2).rev() {
                if let Child::Node(inner) = links[side].child() {
                    found.push((depth, boxes[side]));
                    open.push((inner, depth + 1));
                }
            }
        }
        found
    }

    fn slot(&self, item: u32) -> Option<Slot> {
        self.places.get(item as usize).copied().filter(|&slot| slot != Slot::NONE)
    }
}

#[cfg(test)]
mod tests;
