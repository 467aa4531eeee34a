//! Two bodies that move, as a search for their first contact sees them.

use std::borrow::Cow;

use clearance::enclosure::Aabb;
use clearance::query::motion::Motion;
use clearance::query::{Impact, MovingPair, ToiOptions};
use clearance::{Pose, Space};

use super::Moving;
use super::points::Points;
use super::resting::Resting;
use crate::body::Body;
use crate::parts::{part, tree};
use crate::tree::Tree;

/// A body and the boxes of its parts.
pub(super) struct Side<'s, V: Space> {
    pub body: &'s Body<V>,
    pub motion: &'s dyn Motion<V>,
    pub tree: Cow<'s, Tree<V>>,
}

impl<'s, V: Space> Side<'s, V> {
    pub fn new(moving: Moving<'s, V>) -> Self {
        let tree = match tree(moving.body) {
            Some(tree) => Cow::Borrowed(tree),
            None => Cow::Owned(Tree::build(vec![(0, moving.body.aabb(&Pose::IDENTITY))])),
        };
        Side { body: moving.body, motion: moving.motion, tree }
    }

    /// The convex set of a part.
    pub fn points(&self, part: u32) -> Points<'_, V> {
        match self.body {
            Body::Mesh(mesh) => Points::Corners(mesh.corners(part)),
            Body::Convex(shape) => Points::Shape(shape),
            _ => self.tree.get(part).map_or(Points::Box(Aabb::whole()), |bounds| Points::Box(*bounds)),
        }
    }
}

/// Two bodies, the one of the parts first.
#[derive(Clone, Copy)]
pub(super) struct Sides<'s, V: Space> {
    pub both: [&'s Side<'s, V>; 2],
    /// Whether they were given in the other order, in which the core is queried.
    pub swapped: bool,
    pub options: &'s ToiOptions<V::Scalar>,
    /// What is touched at the start and not approached, by these bodies or by others in their place; normals are those
    /// of the order in which the bodies were given.
    pub resting: &'s [Resting<V>],
}

impl<V: Space> Sides<'_, V> {
    /// Whether two parts come no nearer than a contact of the start; then by a lower bound of their distance.
    pub fn rest(&self, parts: [u32; 2], poses: &[Pose<V>; 2]) -> Option<V::Scalar> {
        let order = if self.swapped { [1, 0] } else { [0, 1] };
        let bodies = order.map(|k| self.both[k].body);
        let (parts, poses) = (order.map(|k| parts[k]), order.map(|k| &poses[k]));
        self.resting.iter().find_map(|resting| resting.holds(bodies, parts, poses))
    }

    /// The first contact of a part of either body.
    pub fn ask(&self, [i, j]: [u32; 2]) -> Impact<V> {
        let [a, b] = self.both;
        let (of_a, of_b) = (part(a.body, i), part(b.body, j));
        if self.swapped {
            let pair = MovingPair::new((&*of_b, b.motion), (&*of_a, a.motion));
            return pair.options(*self.options).time_of_impact().swapped();
        }
        MovingPair::new((&*of_a, a.motion), (&*of_b, b.motion)).options(*self.options).time_of_impact()
    }
}
