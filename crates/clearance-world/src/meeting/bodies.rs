//! Two bodies that move, as a search for their first contact sees them.

use std::borrow::Cow;

use clearance::enclosure::{Aabb, Axis, Height};
use clearance::query::motion::Motion;
use clearance::query::{Impact, MovingPair, ToiOptions};
use clearance::{Hint, Pose, Real, Shape, Space};

use super::Moving;
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

/// Points in the frame of a body, by which it is looked at along an axis.
#[derive(Clone, Copy)]
pub(super) enum Points<'p, V: Space> {
    Box(Aabb<V>),
    Corners([V; 3]),
    Shape(&'p Shape<V>),
}

impl<V: Space> Points<'_, V> {
    /// The largest height along an axis of the body's frame, and how far it is off. Sums over the corners of a box
    /// round as dot products do.
    pub fn height(&self, axis: &Axis<V>) -> (V::Scalar, V::Scalar) {
        let n = axis.direction;
        match self {
            Points::Box(bounds) => {
                let top = |sum, k: usize| sum + (n[k] * bounds.lower[k]).max(n[k] * bounds.upper[k]);
                ((0..V::DIM).fold(V::Scalar::ZERO, top), axis.height_error(self.reach()) + V::Scalar::SMALLEST)
            }
            Points::Corners(corners) => {
                let top = corners.iter().fold(-V::Scalar::INFINITY, |top, &p| top.max(n.dot(p)));
                (top, axis.height_error(self.reach()) + V::Scalar::SMALLEST)
            }
            Points::Shape(shape) => {
                let found = Height::of(*shape, axis, &mut Hint::NONE.clone());
                (found.value, found.error)
            }
        }
    }

    /// An upper bound of the distance of the points from the origin of the frame.
    pub fn reach(&self) -> V::Scalar {
        match self {
            Points::Box(bounds) => bounds.reach_from_frame(),
            Points::Corners(corners) => {
                corners.iter().fold(Aabb::empty(), |all, &p| all.union(&Aabb::at(p))).reach_from_frame()
            }
            Points::Shape(shape) => clearance::enclosure::reach_from_frame(*shape),
        }
    }
}
