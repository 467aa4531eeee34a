//! A tree over the cells of a grid, which are halved along the longer side: nothing is sorted.

use clearance::Vector;
use clearance::enclosure::Aabb;

use super::build::Built;
use super::{Link, Slot, Tree};

/// Some rows and columns of a grid: the first of either, and how many.
#[derive(Clone, Copy)]
struct Patch {
    first: [usize; 2],
    counts: [usize; 2],
}

impl Patch {
    /// Two halves across the longer side; none of one cell.
    fn halves(self) -> Option<[Patch; 2]> {
        let k = usize::from(self.counts[1] > self.counts[0]);
        let half = self.counts[k] / 2;
        let (mut low, mut high) = (self, self);
        (low.counts[k], high.first[k], high.counts[k]) = (half, self.first[k] + half, self.counts[k] - half);
        (half > 0).then_some([low, high])
    }
}

impl<V: Vector> Tree<V> {
    /// Two items for each cell of a grid of one cell or more: `2 n` and `2 n + 1` for cell `n`, with the last index of
    /// the cells along the second axis.
    pub(crate) fn over_grid(cells: [usize; 2], bounds: impl Fn(usize, usize) -> [Aabb<V>; 2]) -> Self {
        let len = 2 * cells[0] * cells[1];
        let mut built = Built {
            nodes: Vec::with_capacity(len - 1),
            parents: Vec::with_capacity(len - 1),
            places: vec![Slot::NONE; len],
            len,
        };
        let root = built.push_node(Slot::NONE);
        built.fill(root, Patch { first: [0, 0], counts: cells }, &|i, j| (2 * (i * cells[1] + j), bounds(i, j)));
        let Built { nodes, parents, places, len } = built;
        Tree { nodes, parents, places, free: Vec::new(), len }
    }
}

impl<V: Vector> Built<V> {
    /// What is below a node: the halves of a patch, or both items of a cell.
    fn fill(&mut self, node: u32, patch: Patch, cell: &impl Fn(usize, usize) -> (usize, [Aabb<V>; 2])) {
        let Some(halves) = patch.halves() else {
            let (item, bounds) = cell(patch.first[0], patch.first[1]);
            for (side, around) in bounds.iter().enumerate() {
                self.put(Slot::of(node, side), around, (item + side) as u32);
            }
            return;
        };
        for (side, half) in halves.into_iter().enumerate() {
            let child = self.push_node(Slot::of(node, side));
            self.fill(child, half, cell);
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

    #[test]
    fn every_cell_is_found_where_it_is() {
        for cells in [[1, 1], [1, 5], [4, 3], [17, 9]] {
            let around = |i: usize, j: usize| {
                let at = Vec3::new(i as f64, j as f64, 0.0);
                [at, at + Vec3::new(0.5, 0.5, 0.0)].map(Aabb::at)
            };
            let tree = Tree::over_grid(cells, around);
            assert_eq!(tree.len(), 2 * cells[0] * cells[1]);
            for (i, j) in (0..cells[0]).flat_map(|i| (0..cells[1]).map(move |j| (i, j))) {
                for (side, own) in around(i, j).iter().enumerate() {
                    let number = (2 * (i * cells[1] + j) + side) as u32;
                    assert_eq!(tree.get(number), Some(own));
                    let mut found = Vec::new();
                    tree.items_within(own, 0.0, |item| found.push(item));
                    assert_eq!(found, [number]);
                }
            }
        }
    }
}
