//! A tree of configurations that are reached by proven edges, and its nearest one to any other.

/// Configurations, each but the root with the one that it was reached from.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    joints: usize,
    /// All configurations in one list.
    values: Vec<f64>,
    parents: Vec<usize>,
    /// Beyond this distance a node is not extended (see [`Tree::failed`]).
    radii: Vec<f64>,
    /// The radius of a node that failed to grow.
    shrunk: f64,
}

impl Tree {
    /// A node that failed to grow is not asked again from farther away than `shrunk`.
    pub fn new(root: &[f64], shrunk: f64) -> Self {
        let (values, parents, radii) = (Vec::new(), Vec::new(), Vec::new());
        let mut tree = Tree { joints: root.len(), values, parents, radii, shrunk };
        tree.add(root, 0);
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
        self.radii.push(f64::INFINITY);
        self.parents.len() - 1
    }

    /// The node nearest to a configuration, the first of several, with the distance. O(nodes), a few nanoseconds each: an edge costs
    /// more than a thousand of them.
    pub fn nearest(&self, point: &[f64]) -> (usize, f64) {
        let (mut node, mut least) = (0, f64::INFINITY);
        for (i, other) in self.values.chunks_exact(self.joints.max(1)).enumerate() {
            let square: f64 = other.iter().zip(point).map(|(a, b)| (a - b) * (a - b)).sum();
            if square < least {
                (node, least) = (i, square);
            }
        }
        (node, least.sqrt())
    }

    /// Whether a node takes part when a sample is so far away: nodes beside obstacles have large Voronoi cells behind these, and would
    /// be tried in vain most of the time (dynamic domain, A. Yershova, L. Jaillet, T. Siméon and S. LaValle 2005).
    pub fn reaches(&self, node: usize, distance: f64) -> bool {
        distance <= self.radii[node]
    }

    /// An edge from the node was not free.
    pub fn failed(&mut self, node: usize) {
        self.radii[node] = self.shrunk;
    }

    /// From the root to a node.
    pub fn path_to(&self, node: usize) -> Vec<Vec<f64>> {
        let mut path = vec![self.point(node).to_vec()];
        let mut at = node;
        while at != 0 {
            at = self.parents[at];
            path.push(self.point(at).to_vec());
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_node_is_the_first_of_the_nearest() {
        let mut tree = Tree::new(&[0.5, -1.5], 6.0);
        let near = tree.add(&[2.5, 0.5], 0);
        let far = tree.add(&[2.5, 4.5], near);
        assert_eq!(tree.nearest(&[2.5, 1.5]), (near, 1.0));
        assert_eq!(tree.nearest(&[2.5, 2.5]), (near, 2.0));
        assert_eq!(tree.path_to(far), [[0.5, -1.5], [2.5, 0.5], [2.5, 4.5]]);
    }
}
