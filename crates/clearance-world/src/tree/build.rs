//! A tree from nothing.

use clearance::enclosure::Aabb;
use clearance::{Real, Vector};

use super::{Link, MAX_ITEM, Node, Slot};
use crate::sort::sort_by;

/// Bins along the widest axis: more than 16 cost more than the better cut saves.
const BINS: usize = 16;

/// Items for each bin, of fewer than [`BINS`]: as many bins as items cost more than they save.
const LOAD: usize = 4;

/// Least number of items that are cut by surface areas. Fewer are halved.
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
        [only] => built.put(Slot::of(0, 0), &only.bounds, only.item),
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
    sort_by(leaves, |a, b| a.item.cmp(&b.item));
    leaves.dedup_by_key(|leaf| leaf.item);
}

impl<V: Vector> Built<V> {
    pub(super) fn push_node(&mut self, parent: Slot) -> u32 {
        self.nodes.push(Node::empty());
        self.parents.push(parent);
        (self.nodes.len() - 1) as u32
    }

    pub(super) fn put(&mut self, slot: Slot, bounds: &Aabb<V>, item: u32) {
        let node = &mut self.nodes[slot.node()];
        (node.boxes[slot.side()], node.links[slot.side()]) = (*bounds, Link::item(item));
        self.places[item as usize] = slot;
    }

    /// The tree of two leaves or more, with nodes in the order in which a search sees them.
    fn grow(&mut self, leaves: &mut [Leaf<V>]) {
        let bounds = leaves.iter().fold(Aabb::empty(), |all, leaf| all.union(&leaf.bounds));
        let mut open = vec![(0u32, Part { leaves, bounds })];
        while let Some((node, part)) = open.pop() {
            let mut inner = [None, None];
            for (side, Part { leaves, bounds }) in split(part).into_iter().enumerate() {
                let slot = Slot::of(node, side);
                if let [only] = leaves {
                    self.put(slot, &only.bounds, only.item);
                    continue;
                }
                let child = self.push_node(slot);
                let node = &mut self.nodes[node as usize];
                (node.boxes[side], node.links[side]) = (bounds, Link::node(child));
                inner[side] = Some((child, Part { leaves, bounds }));
            }
            open.extend(inner.into_iter().rev().flatten());
        }
    }
}

/// Some leaves and the box around them.
struct Part<'l, V> {
    leaves: &'l mut [Leaf<V>],
    bounds: Aabb<V>,
}

/// Two parts, neither empty, along the widest axis.
fn split<V: Vector>(Part { leaves, bounds }: Part<'_, V>) -> [Part<'_, V>; 2] {
    let extent = bounds.extent();
    let axis = (1..V::DIM).fold(0, |widest, k| if extent[k] > extent[widest] { k } else { widest });
    let middle = leaves.len() / 2;
    if leaves.len() > FEW {
        let bins = Bins::new(leaves, axis);
        if let Some((cut, bounds)) = bins.best_cut(leaves) {
            let at = partition(leaves, |leaf| bins.of(leaf) < cut);
            return two(leaves.split_at_mut(at), bounds);
        }
    }
    let along = |leaf: &Leaf<V>| leaf.center[axis];
    leaves.select_nth_unstable_by(middle, |a, b| {
        along(a).partial_cmp(&along(b)).unwrap_or(core::cmp::Ordering::Equal).then(a.item.cmp(&b.item))
    });
    let halves = leaves.split_at_mut(middle);
    let around = |leaves: &[Leaf<V>]| leaves.iter().fold(Aabb::empty(), |all, leaf| all.union(&leaf.bounds));
    let bounds = [around(halves.0), around(halves.1)];
    two(halves, bounds)
}

fn two<'l, V>(
    (first, second): (&'l mut [Leaf<V>], &'l mut [Leaf<V>]),
    [of_first, of_second]: [Aabb<V>; 2],
) -> [Part<'l, V>; 2] {
    [Part { leaves: first, bounds: of_first }, Part { leaves: second, bounds: of_second }]
}

/// Equal parts of the centers' extent along an axis.
struct Bins<T> {
    axis: usize,
    count: usize,
    start: T,
    /// Bins for each unit of length.
    rate: T,
}

/// How many leaves there are in some bins, and the box around them.
type Held<V> = (usize, Aabb<V>);

impl<T: Real> Bins<T> {
    fn new<V: Vector<Scalar = T>>(leaves: &[Leaf<V>], axis: usize) -> Self {
        let count = (leaves.len() / LOAD).clamp(2, BINS);
        let (mut start, mut end) = (T::INFINITY, -T::INFINITY);
        for leaf in leaves {
            (start, end) = (start.min(leaf.center[axis]), end.max(leaf.center[axis]));
        }
        Bins { axis, count, start, rate: T::from_f64(count as f64) / (end - start) }
    }

    fn of<V: Vector<Scalar = T>>(&self, leaf: &Leaf<V>) -> usize {
        let place = (leaf.center[self.axis] - self.start) * self.rate;
        // Saturates, and infinite rates of tiny extents give one of the outer bins, or the first for what is not a
        // number.
        (place.to_f64() as usize).min(self.count - 1)
    }

    /// The first bin of the second part where the sum of surfaces times counts is least, with the boxes around both
    /// parts; `None` if no cut has items on both sides.
    fn best_cut<V: Vector<Scalar = T>>(&self, leaves: &[Leaf<V>]) -> Option<(usize, [Aabb<V>; 2])> {
        let mut bins: [Held<V>; BINS] = [(0, Aabb::empty()); BINS];
        for leaf in leaves {
            let (count, bounds) = &mut bins[self.of(leaf)];
            (*count, *bounds) = (*count + 1, bounds.union(&leaf.bounds));
        }
        let cost = |(count, bounds): &Held<V>| bounds.half_surface().to_f64() * *count as f64;
        let join = |a: &Held<V>, b: &Held<V>| (a.0 + b.0, a.1.union(&b.1));
        let mut after = bins;
        for cut in (0..self.count - 1).rev() {
            after[cut] = join(&bins[cut], &after[cut + 1]);
        }
        let (mut before, mut best) = (bins[0], None);
        for cut in 1..self.count {
            if before.0 > 0 && after[cut].0 > 0 {
                let sum = cost(&before) + cost(&after[cut]);
                if best.is_none_or(|(least, _)| sum < least) {
                    best = Some((sum, (cut, [before.1, after[cut].1])));
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
