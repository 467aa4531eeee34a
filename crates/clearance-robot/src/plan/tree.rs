//! Configurations that are reached by edges from roots, and the nearest one to any other.

use super::space::JointSpace;

/// How many times as many failures shorten some steps from a node by one more half.
const PERSISTENCE: u32 = 32;

/// A forest of configurations: each but the roots with the one that it was reached from.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    joints: usize,
    /// All configurations in one list.
    values: Vec<f64>,
    /// The node that each was reached from; a root's is itself.
    parents: Vec<usize>,
    /// How many edges from each node were not free.
    failures: Vec<u32>,
    /// Beyond this distance a node that failed is not extended (see [`Tree::reaches`]).
    radius: f64,
}

impl Tree {
    /// A node that failed to grow is not asked again from farther away than `radius`. The roots have the numbers from 0
    /// on.
    pub fn new<'q>(roots: impl IntoIterator<Item = &'q [f64]>, space: &JointSpace, radius: f64) -> Self {
        let (values, parents, failures) = (Vec::new(), Vec::new(), Vec::new());
        let mut tree = Tree { joints: space.dimension(), values, parents, failures, radius };
        for root in roots {
            let own = tree.len();
            tree.add(root, own);
        }
        tree
    }

    pub fn len(&self) -> usize {
        self.parents.len()
    }

    pub fn point(&self, node: usize) -> &[f64] {
        &self.values[node * self.joints..(node + 1) * self.joints]
    }

    /// The new node's number.
    pub fn add(&mut self, point: &[f64], parent: usize) -> usize {
        self.values.extend_from_slice(point);
        self.parents.push(parent);
        self.failures.push(0);
        self.parents.len() - 1
    }

    /// The node nearest to a configuration, the first of several, with the distance. O(nodes), a few nanoseconds each.
    pub fn nearest(&self, point: &[f64], space: &JointSpace) -> (usize, f64) {
        let (node, square) = space.nearest(&self.values, point);
        (node, square.sqrt())
    }

    /// Whether a node takes part when a sample is so far away: nodes beside obstacles have large Voronoi cells behind
    /// these, and would be tried in vain most of the time (dynamic domain, A. Yershova, L. Jaillet, T. Siméon and S.
    /// LaValle 2005).
    pub fn reaches(&self, node: usize, distance: f64) -> bool {
        self.failures[node] == 0 || distance <= self.radius
    }

    /// An edge from the node was not free.
    pub fn failed(&mut self, node: usize) {
        self.failures[node] = self.failures[node].saturating_add(1);
    }

    /// How often a step from the node is worth halving, at most: once after [`PERSISTENCE`]² failures, and once more
    /// whenever there are that many times as many. Long steps leave most places soonest, and where only one in many
    /// thousands is free, short ones lead out.
    pub fn halvings(&self, node: usize) -> usize {
        (self.failures[node] / PERSISTENCE).max(1).ilog(PERSISTENCE) as usize
    }

    /// The nodes from a root to a node.
    pub fn way_to(&self, node: usize) -> Vec<usize> {
        let mut way = vec![node];
        let mut at = node;
        while self.parents[at] != at {
            at = self.parents[at];
            way.push(at);
        }
        way.reverse();
        way
    }

    /// Takes a node and all that was reached by it out of the tree: a tree of its own with the node as its root, and
    /// the number there of one of its nodes. The nodes that stay change their numbers, but for roots.
    pub fn cut(&mut self, node: usize, marked: usize) -> (Tree, usize) {
        let mut is_beyond: Vec<Option<bool>> = vec![None; self.len()];
        is_beyond[node] = Some(true);
        for i in 0..self.len() {
            let mut way = vec![i];
            while let (None, Some(&last)) = (is_beyond[way[way.len() - 1]], way.last()) {
                if self.parents[last] == last {
                    is_beyond[last] = Some(false);
                } else {
                    way.push(self.parents[last]);
                }
            }
            let known = way.last().and_then(|last| is_beyond[*last]);
            way.iter().for_each(|&i| is_beyond[i] = known);
        }
        self.parents[node] = node;
        let place = (0..marked).filter(|&i| is_beyond[i] == Some(true)).count();
        let branch = self.kept(|i| is_beyond[i] == Some(true));
        *self = self.kept(|i| is_beyond[i] != Some(true));
        (branch, place)
    }

    /// The nodes that are kept, in their order; a node's parent is kept with it.
    fn kept(&self, keep: impl Fn(usize) -> bool) -> Tree {
        let mut numbers = vec![usize::MAX; self.len()];
        let old: Vec<usize> = (0..self.len()).filter(|&i| keep(i)).collect();
        old.iter().enumerate().for_each(|(new, &old)| numbers[old] = new);
        Tree {
            values: old.iter().flat_map(|&i| self.point(i).iter().copied()).collect(),
            parents: old.iter().map(|&i| numbers[self.parents[i]]).collect(),
            failures: old.iter().map(|&i| self.failures[i]).collect(),
            ..*self
        }
    }

    /// Adds all nodes of another tree of one root, reached by an edge from `node` to its node `meeting`, less whole
    /// turns so that the edge is short.
    pub fn graft(&mut self, node: usize, branch: &Tree, meeting: usize, space: &JointSpace) {
        let (first, turns) = (self.len(), space.turns(self.point(node), branch.point(meeting)));
        for i in 0..branch.len() {
            self.add(&space.turned(branch.point(i), &turns), first + branch.parents[i]);
        }
        // Edges on the way from the old root to the new one lead back.
        for ends in branch.way_to(meeting).windows(2) {
            self.parents[first + ends[0]] = first + ends[1];
        }
        self.parents[first + meeting] = node;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane() -> JointSpace {
        JointSpace::new(vec![[-9.0, 9.0]; 2])
    }

    fn points(tree: &Tree, node: usize) -> Vec<&[f64]> {
        tree.way_to(node).into_iter().map(|i| tree.point(i)).collect()
    }

    #[test]
    fn the_nearest_node_is_the_first_of_the_nearest() {
        let mut tree = Tree::new([&[0.5, -1.5][..]], &plane(), 6.0);
        let near = tree.add(&[2.5, 0.5], 0);
        let far = tree.add(&[2.5, 4.5], near);
        assert_eq!(tree.nearest(&[2.5, 1.5], &plane()), (near, 1.0));
        assert_eq!(tree.nearest(&[2.5, 2.5], &plane()), (near, 2.0));
        assert_eq!(points(&tree, far), [[0.5, -1.5], [2.5, 0.5], [2.5, 4.5]]);
    }

    #[test]
    fn steps_from_a_node_that_fails_again_and_again_become_shorter() {
        let mut tree = Tree::new([&[0.5, -1.5][..]], &plane(), 6.0);
        let mut after = |failures: u32| {
            (0..failures).for_each(|_| tree.failed(0));
            tree.halvings(0)
        };
        // 0, 1023, 1024, 32 767, 32 768 and 1 048 576 failures in all.
        assert_eq!([0, 1023, 1, 31_743, 1, 1_015_808].map(&mut after), [0, 0, 1, 1, 2, 3]);
        let far = tree.add(&[2.5, 4.5], 0);
        assert!(tree.reaches(far, 7.0) && !tree.reaches(0, 7.0) && tree.reaches(0, 6.0) && tree.halvings(far) == 0);
    }

    #[test]
    fn a_branch_that_was_cut_is_joined_from_another_side() {
        let mut tree = Tree::new([&[0.0, 0.0][..], &[9.0, 9.0]], &plane(), 6.0);
        let a = tree.add(&[1.0, 0.0], 0);
        let b = tree.add(&[2.0, 0.0], a);
        let aside = tree.add(&[1.0, 5.0], a);
        let c = tree.add(&[3.0, 0.0], b);
        let (branch, meeting) = tree.cut(b, c);
        assert_eq!((tree.len(), branch.len()), (4, 2));
        // Numbers behind the branch have moved up.
        let aside = aside - 1;
        assert_eq!(points(&tree, aside), [[0.0, 0.0], [1.0, 0.0], [1.0, 5.0]]);
        // The edge from b to c leads from c to b now.
        assert_eq!(branch.point(meeting), [3.0, 0.0]);
        tree.graft(aside, &branch, meeting, &plane());
        let b = tree.nearest(&[2.0, 0.0], &plane()).0;
        assert_eq!(points(&tree, b), [[0.0, 0.0], [1.0, 0.0], [1.0, 5.0], [3.0, 0.0], [2.0, 0.0]]);
    }
}
