//! A tree from nothing.

use clearance::{Real, Vector};

use super::{Link, MAX_ITEM, Node, Slot};
use crate::Aabb;

/// Bins along the widest axis: more than 16 cost more than the better cut saves.
const BINS: usize = 16;

/// From how many items on the cut is looked for by surface areas. Fewer are halved: as many bins as items cost more than they save.
const FEW: usize = 8;

/// The parts of a tree without holes.
pub(super) struct Built<V: Vector> {
    pub nodes: Vec<Node<V>>,
    pub parents: Vec<Slot>,
    pub places: Vec<Slot>,
    pub len: usize,
}

/// An item while the tree is built.
#[derive(Clone, Copy)]
struct Leaf<V> {
    center: V,
    bounds: Aabb<V>,
    item: u32,
}

pub(super) fn build<V: Vector>(items: Vec<(u32, Aabb<V>)>) -> Built<V> {
    let mut leaves: Vec<Leaf<V>> = Vec::with_capacity(items.len());
    for (item, bounds) in items {
        debug_assert!(item <= MAX_ITEM, "item number {item} is above {MAX_ITEM}");
        leaves.push(Leaf { center: bounds.center(), bounds, item });
    }
    drop_repeated(&mut leaves);
    let count = leaves.iter().map(|leaf| leaf.item as usize + 1).max().unwrap_or(0);
    let inner = leaves.len().saturating_sub(1).max(1);
    let mut built = Built {
        nodes: Vec::with_capacity(inner),
        parents: Vec::with_capacity(inner),
        places: vec![Slot::NONE; count],
        len: leaves.len(),
    };
    built.push_node(Slot::NONE);
    match leaves.as_mut_slice() {
        [] => {}
        [only] => built.put(Slot::of(0, 0), only),
        all => built.grow(all),
    }
    built
}

/// Keeps the last of the leaves with one number.
fn drop_repeated<V: Vector>(leaves: &mut Vec<Leaf<V>>) {
    if leaves.windows(2).all(|pair| pair[0].item < pair[1].item) {
        return;
    }
    leaves.reverse();
    leaves.sort_by_key(|leaf| leaf.item);
    leaves.dedup_by_key(|leaf| leaf.item);
}

impl<V: Vector> Built<V> {
    fn push_node(&mut self, parent: Slot) -> u32 {
        self.nodes.push(Node::empty());
        self.parents.push(parent);
        (self.nodes.len() - 1) as u32
    }

    fn put(&mut self, slot: Slot, leaf: &Leaf<V>) {
        let node = &mut self.nodes[slot.node()];
        (node.boxes[slot.side()], node.links[slot.side()]) = (leaf.bounds, Link::item(leaf.item));
        self.places[leaf.item as usize] = slot;
    }

    /// The tree of two leaves or more, with nodes in the order in which a search sees them.
    fn grow(&mut self, leaves: &mut [Leaf<V>]) {
        let mut open = vec![(0u32, leaves)];
        while let Some((node, leaves)) = open.pop() {
            let parts: [&mut [Leaf<V>]; 2] = split(leaves).into();
            let mut inner = Vec::with_capacity(2);
            for (side, part) in parts.into_iter().enumerate() {
                let slot = Slot::of(node, side);
                if let [only] = part {
                    self.put(slot, only);
                    continue;
                }
                let child = self.push_node(slot);
                let bounds = part.iter().fold(Aabb::empty(), |all, leaf| all.union(&leaf.bounds));
                let node = &mut self.nodes[node as usize];
                (node.boxes[side], node.links[side]) = (bounds, Link::node(child));
                inner.push((child, part));
            }
            open.extend(inner.into_iter().rev());
        }
    }
}

/// Two parts, neither empty.
fn split<V: Vector>(leaves: &mut [Leaf<V>]) -> (&mut [Leaf<V>], &mut [Leaf<V>]) {
    let centers = leaves.iter().fold(Aabb::empty(), |all, leaf| all.union(&Aabb::at(leaf.center)));
    let extent = centers.extent();
    let axis = (1..V::DIM).fold(0, |widest, k| if extent[k] > extent[widest] { k } else { widest });
    let middle = leaves.len() / 2;
    if leaves.len() > FEW && extent[axis] > V::Scalar::ZERO {
        let bins = Bins::new(&centers, axis);
        if let Some(cut) = bins.best_cut(leaves) {
            let at = partition(leaves, |leaf| bins.of(leaf) < cut);
            return leaves.split_at_mut(at);
        }
    }
    let along = |leaf: &Leaf<V>| leaf.center[axis];
    leaves.select_nth_unstable_by(middle, |a, b| {
        along(a).partial_cmp(&along(b)).unwrap_or(core::cmp::Ordering::Equal).then(a.item.cmp(&b.item))
    });
    leaves.split_at_mut(middle)
}

/// Equal parts of the centers' extent along an axis.
struct Bins<T> {
    axis: usize,
    start: T,
    /// Bins for each unit of length.
    rate: T,
}

impl<T: Real> Bins<T> {
    fn new<V: Vector<Scalar = T>>(centers: &Aabb<V>, axis: usize) -> Self {
        let rate = T::from_f64(BINS as f64) / (centers.upper[axis] - centers.lower[axis]);
        Bins { axis, start: centers.lower[axis], rate }
    }

    fn of<V: Vector<Scalar = T>>(&self, leaf: &Leaf<V>) -> usize {
        let place = (leaf.center[self.axis] - self.start) * self.rate;
        // Saturates, and infinite rates of tiny extents give one of the outer bins.
        (place.to_f64() as usize).min(BINS - 1)
    }

    /// The first bin of the second part where the sum of surfaces times counts is least; `None` if no cut has items on both sides.
    fn best_cut<V: Vector<Scalar = T>>(&self, leaves: &[Leaf<V>]) -> Option<usize> {
        let mut bins = [(0usize, Aabb::<V>::empty()); BINS];
        for leaf in leaves {
            let (count, bounds) = &mut bins[self.of(leaf)];
            (*count, *bounds) = (*count + 1, bounds.union(&leaf.bounds));
        }
        let cost = |(count, bounds): &(usize, Aabb<V>)| bounds.half_surface().to_f64() * *count as f64;
        let join = |a: &(usize, Aabb<V>), b: &(usize, Aabb<V>)| (a.0 + b.0, a.1.union(&b.1));
        let mut after = bins;
        for cut in (0..BINS - 1).rev() {
            after[cut] = join(&bins[cut], &after[cut + 1]);
        }
        let (mut before, mut best) = (bins[0], None);
        for cut in 1..BINS {
            if before.0 > 0 && after[cut].0 > 0 {
                let sum = cost(&before) + cost(&after[cut]);
                if best.is_none_or(|(least, _)| sum < least) {
                    best = Some((sum, cut));
                }
            }
            before = join(&before, &bins[cut]);
        }
        best.map(|(_, cut)| cut)
    }
}

/// Brings those for which the claim holds to the front; how many there are.
fn partition<T>(list: &mut [T], claim: impl Fn(&T) -> bool) -> usize {
    let mut front = 0;
    for i in 0..list.len() {
        if claim(&list[i]) {
            list.swap(front, i);
            front += 1;
        }
    }
    front
}
