//! Items that come, go and move.

use clearance::enclosure::Aabb;
use clearance::{Real, Vector};

use super::{Child, Link, MAX_ITEM, Node, Slot, Tree};

impl<V: Vector> Tree<V> {
    /// Gives an item another box and brings the boxes above it to the union of what they hold; `false` if there is no
    /// such item.
    ///
    /// The tree keeps its structure, so that searches become slower when many items have moved far: remove and insert
    /// such. O(depth).
    pub fn refit(&mut self, item: u32, bounds: Aabb<V>) -> bool {
        let Some(slot) = self.slot(item) else { return false };
        self.nodes[slot.node()].boxes[slot.side()] = bounds;
        self.refit_above(slot.node());
        true
    }

    /// Gives every item another box and brings all boxes above to the union of what they hold. O(n).
    pub fn refit_all(&mut self, bounds: impl Fn(u32) -> Aabb<V>) {
        // Nodes after the nodes above them.
        let mut order = vec![0u32];
        let mut next = 0;
        while let Some(&number) = order.get(next) {
            let children = self.nodes[number as usize].links.map(Link::child);
            order.extend(children.into_iter().filter_map(|child| match child {
                Child::Node(inner) => Some(inner),
                _ => None,
            }));
            next += 1;
        }
        for &number in order.iter().rev() {
            for side in 0..2 {
                self.nodes[number as usize].boxes[side] = match self.nodes[number as usize].links[side].child() {
                    Child::Node(inner) => self.nodes[inner as usize].bounds(),
                    Child::Item(item) => bounds(item),
                    Child::None => Aabb::empty(),
                };
            }
        }
    }

    /// Adds an item where it enlarges the boxes above it least; one that is there already gets the box. O(depth).
    pub fn insert(&mut self, item: u32, bounds: Aabb<V>) {
        debug_assert!(item <= MAX_ITEM, "item number {item} is above {MAX_ITEM}");
        self.remove(item);
        if self.places.len() <= item as usize {
            self.places.resize(item as usize + 1, Slot::NONE);
        }
        self.len += 1;
        let slot = self.best_slot(&bounds);
        if self.nodes[slot.node()].links[slot.side()] == Link::NONE {
            self.set(slot, Link::item(item), bounds);
        } else {
            self.pair_up(slot, item, bounds);
        }
        self.refit_above(slot.node());
    }

    /// Updates an item that is now within `bounds`: nothing happens if its box holds them, else it is put where it
    /// belongs, in a box that is larger by `room` on all sides. Whether the tree was changed. O(depth).
    pub fn update(&mut self, item: u32, bounds: Aabb<V>, room: V::Scalar) -> bool {
        if self.get(item).is_some_and(|known| known.contains(&bounds)) {
            return false;
        }
        self.insert(item, bounds.inflated(room));
        true
    }

    /// Takes an item out; `false` if there is no such item. O(depth).
    pub fn remove(&mut self, item: u32) -> bool {
        let Some(slot) = self.slot(item) else { return false };
        self.places[item as usize] = Slot::NONE;
        self.len -= 1;
        let node = slot.node();
        if node == 0 {
            self.set(slot, Link::NONE, Aabb::empty());
            return true;
        }
        let (sibling, bounds) = {
            let Node { boxes, links } = &self.nodes[node];
            (links[1 - slot.side()], boxes[1 - slot.side()])
        };
        let above = self.parents[node];
        self.set(above, sibling, bounds);
        self.free.push(node as u32);
        self.refit_above(above.node());
        true
    }

    /// Where an item is to be put: the slot whose content becomes its sibling, or an empty one.
    ///
    /// From the root down to the child whose surface grows least, as long as that costs less than a new node here (E.
    /// Catto, Dynamic bounding volume hierarchies, 2019).
    fn best_slot(&self, bounds: &Aabb<V>) -> Slot {
        let mut node = 0;
        loop {
            let Node { boxes, links } = &self.nodes[node];
            if let Some(side) = (0..2).find(|&side| links[side] == Link::NONE) {
                return Slot::of(node as u32, side);
            }
            let growth = |side: usize| boxes[side].union(bounds).half_surface() - boxes[side].half_surface();
            let side = usize::from(growth(1) < growth(0));
            let slot = Slot::of(node as u32, side);
            let Child::Node(inner) = links[side].child() else { return slot };
            // A new node here costs the surface of the union; below, at least the growth of this box and the item's own
            // surface.
            if growth(side) + bounds.half_surface() >= boxes[side].union(bounds).half_surface() {
                return slot;
            }
            node = inner as usize;
        }
    }

    /// A new node in a slot, of what the slot held and an item.
    fn pair_up(&mut self, slot: Slot, item: u32, bounds: Aabb<V>) {
        let (link, held) = {
            let node = &self.nodes[slot.node()];
            (node.links[slot.side()], node.boxes[slot.side()])
        };
        let number = self.free.pop().unwrap_or_else(|| {
            self.nodes.push(Node::empty());
            self.parents.push(Slot::NONE);
            (self.nodes.len() - 1) as u32
        });
        self.set(Slot::of(number, 0), link, held);
        self.set(Slot::of(number, 1), Link::item(item), bounds);
        self.set(slot, Link::node(number), held.union(&bounds));
    }

    /// Fills a slot, and records the slot in its content.
    fn set(&mut self, slot: Slot, link: Link, bounds: Aabb<V>) {
        let node = &mut self.nodes[slot.node()];
        (node.links[slot.side()], node.boxes[slot.side()]) = (link, bounds);
        match link.child() {
            Child::Node(inner) => self.parents[inner as usize] = slot,
            Child::Item(item) => self.places[item as usize] = slot,
            Child::None => {}
        }
    }

    /// Brings the boxes above a node to what they hold.
    fn refit_above(&mut self, mut node: usize) {
        loop {
            let slot = self.parents[node];
            if slot == Slot::NONE {
                return;
            }
            let bounds = self.nodes[node].bounds();
            let above = &mut self.nodes[slot.node()].boxes[slot.side()];
            if *above == bounds {
                return;
            }
            *above = bounds;
            node = slot.node();
        }
    }

    /// The sum of the surfaces of all nodes: in proportion to what a search costs. To learn when a tree that was
    /// refitted is worth building anew.
    pub fn cost(&self) -> V::Scalar {
        let inner = |node: &Node<V>, side: usize| matches!(node.links[side].child(), Child::Node(_));
        let mut sum = V::Scalar::ZERO;
        let mut open = vec![0u32];
        while let Some(number) = open.pop() {
            let node = &self.nodes[number as usize];
            for side in 0..2 {
                if inner(node, side) {
                    sum += node.boxes[side].half_surface();
                    open.push(node.links[side].0);
                }
            }
        }
        sum
    }
}
