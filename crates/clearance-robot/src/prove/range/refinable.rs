//! A pair whose bodies may be refined to the triangles of their meshes.

use std::sync::Arc;

use clearance::Pose3;

use crate::bound::height::Corners;
use crate::cell::chain::Chain;
use crate::cell::pieces::MeshTree;
use crate::cell::stage::{Part, Stage};
use crate::kinematics::compose;

/// A pair that is checked over a range.
pub(crate) struct Refinable {
    pub chain: Chain,
    pub corners: [Corners; 2],
    /// The triangles of the bodies that are refined; `None` for a body that is taken whole.
    pub trees: [Option<Arc<MeshTree>>; 2],
}

impl Refinable {
    /// A pair of whole bodies.
    pub fn new(stage: &Stage, chain: Chain) -> Self {
        let corners = |body: usize| stage.part(body).piece.hull().map_or_else(Corners::default, Corners::of);
        Refinable { corners: chain.bodies.map(corners), chain, trees: [None, None] }
    }

    /// Whether a body is refined to triangles.
    pub fn has_trees(&self) -> bool {
        self.trees.iter().any(Option::is_some)
    }

    /// The nodes as bodies, with their corners; the root of a body without a tree is itself.
    pub fn nodes<'s>(&'s self, stage: &'s Stage, nodes: [u32; 2]) -> ([&'s Part; 2], [&'s Corners; 2]) {
        let (whole, node) = (self.parts(stage), |body: usize| Some(self.trees[body].as_ref()?.node(nodes[body])));
        let part = |body: usize| node(body).map_or(whole[body], |node| &node.part);
        let corners = |body: usize| node(body).map_or(&self.corners[body], |node| &node.corners);
        ([part(0), part(1)], [corners(0), corners(1)])
    }

    /// The larger of the nodes that have halves, by its index and the radius of its ball; `None` for bodies and
    /// triangles.
    pub fn coarser(&self, stage: &Stage, nodes: [u32; 2]) -> Option<(usize, f64)> {
        let (parts, _) = self.nodes(stage, nodes);
        let has_halves =
            |&body: &usize| self.trees[body].as_ref().is_some_and(|tree| tree.halves(nodes[body]).is_some());
        let sized = [0, 1].into_iter().filter(has_halves).map(|body| (body, parts[body].ball.radius));
        sized.max_by(|(i, a), (j, b)| a.total_cmp(b).then(j.cmp(i)))
    }

    /// The two pairs that replace one, with the halves of its larger node; `None` for bodies and triangles.
    pub fn refined(&self, stage: &Stage, nodes: [u32; 2]) -> Option<[[u32; 2]; 2]> {
        let (body, _) = self.coarser(stage, nodes)?;
        let halves = self.trees[body].as_ref()?.halves(nodes[body])?;
        Some(halves.map(|half| if body == 0 { [half, nodes[1]] } else { [nodes[0], half] }))
    }

    /// The whole bodies.
    pub fn parts<'s>(&self, stage: &'s Stage) -> [&'s Part; 2] {
        self.chain.bodies.map(|body| stage.part(body))
    }

    /// The pose of a body, by the poses of the frames between the bodies.
    pub fn pose(&self, part: &Part, body: usize, frames: &[Vec<Pose3<f64>>; 2]) -> Pose3<f64> {
        frames[body].first().map_or(part.pose, |frame| compose(frame, &part.pose))
    }
}
