//! The triangles of a mesh among which is the closest to a convex shape, or the deepest in it.
//!
//! Depth first through the tree of [patches](super::patches), the nearest of four before the others, so that a good
//! answer is soon at hand. What is left out is proven to be farther away than the best answer.

use std::cell::Cell;

use clearance::enclosure::{Aabb, reach_from_frame};
use clearance::support::Hint;
use clearance::{Pose, Real, Shape, Space};

use super::TriangleMesh;
use super::patches::{Before, BesideShape, CoreBox, Patches, Reach};
use crate::sort::sort_few;
use crate::tree::near::Known;
use crate::tree::plane::Limit;
use crate::tree::{Child, Link, Tree};

/// A shape and its pose in the frame of a mesh.
#[derive(Clone, Copy)]
pub(crate) struct InMesh<'s, V: Space> {
    pub shape: &'s Shape<V>,
    pub pose: &'s Pose<V>,
}

impl<V: Space> TriangleMesh<V> {
    /// Calls `visit` for triangles among which is the closest to a shape; it returns what is known then, with normals
    /// of the mesh's frame. Returns a lower bound of the signed distance of the triangles that are left out, which is
    /// above the last signed distance that was known to matter.
    pub(crate) fn closest_triangles(
        &self,
        shape: InMesh<'_, V>,
        known: Known<V>,
        visit: impl FnMut(u32) -> Known<V>,
    ) -> V::Scalar {
        let (patches, core) = (self.patches(), CoreBox::of(shape.shape));
        let reach = [self.bounds().reach_from_frame(), reach_from_frame(shape.shape)];
        let frames = [patches.frame, core.frame(patches.frame.scale)];
        let Some(at) = Reach::new(frames, shape.pose, reach.map(V::Scalar::to_f64)) else {
            // Sizes are so different that patches say nothing.
            return closest_items(&self.tree, shape, known, visit);
        };
        let is_loose = core.is_loose;
        let left = f64::INFINITY;
        let search =
            TriangleSearch { mesh: self, patches, shape, reach: reach[0], is_loose, known, hint: Hint::NONE, left };
        if at.is_near() {
            search.run(&patches.beside_shape::<f32>(&core, &at), visit)
        } else {
            search.run(&patches.beside_shape::<f64>(&core, &at), visit)
        }
    }
}

/// The parts of any body by the tree of their boxes, as [`TriangleMesh::closest_triangles`] visits triangles.
pub(crate) fn closest_items<V: Space>(
    tree: &Tree<V>,
    InMesh { shape, pose }: InMesh<'_, V>,
    known: Known<V>,
    mut visit: impl FnMut(u32) -> Known<V>,
) -> V::Scalar {
    let (around, reach) = (Aabb::of(shape, pose), tree.bounds().reach_from_frame());
    let mut hint = Hint::NONE;
    let mut limit = |along: V| Limit::of_shape(shape, along, pose, reach, &mut hint);
    let (plane, mut normal) = (Cell::new(limit(known.normal)), known.normal);
    let bound = |bounds: &Aabb<V>| {
        let across = plane.get().map_or(-V::Scalar::INFINITY, |plane| plane.gap_to_box(bounds));
        bounds.distance_bound(&around).max(across)
    };
    tree.best_items(bound, known.max, |item, _| {
        let now = visit(item);
        if now.normal != normal {
            normal = now.normal;
            plane.set(limit(normal));
        }
        now.max
    })
}

struct TriangleSearch<'s, V: Space> {
    mesh: &'s TriangleMesh<V>,
    patches: &'s Patches,
    shape: InMesh<'s, V>,
    /// All points of the mesh are within this of the origin of its frame.
    reach: V::Scalar,
    /// Whether the shape is smaller than the box of its core.
    is_loose: bool,
    known: Known<V>,
    hint: Hint,
    /// What is left out is farther away, in the unit of the boxes.
    left: f64,
}

impl<V: Space> TriangleSearch<'_, V> {
    fn run<T: Real>(mut self, boxes: &BesideShape<'_, T>, mut visit: impl FnMut(u32) -> Known<V>) -> V::Scalar {
        let mut left = V::Scalar::INFINITY;
        let mut limit = self.limit(self.known.normal);
        let mut before = limit.as_ref().map(|limit| self.patches.before::<V, T>(limit));
        // The first node has one child, the whole mesh.
        let mut open = vec![(-f64::INFINITY, Link::node(0))];
        while let Some((bound, link)) = open.pop() {
            if bound > self.max() {
                self.left = Real::min(self.left, bound);
                continue;
            }
            match link.child() {
                Child::Item(triangle) => {
                    let bound = limit.map_or(-V::Scalar::INFINITY, |limit| limit.gap_to(&self.mesh.corners(triangle)));
                    if bound > self.known.max {
                        left = left.min(bound);
                        continue;
                    }
                    let now = visit(triangle);
                    if now.normal != self.known.normal {
                        limit = self.limit(now.normal);
                        before = limit.as_ref().map(|limit| self.patches.before(limit));
                    }
                    self.known = now;
                }
                Child::Node(node) => self.open(boxes, node, before.as_ref(), &mut open),
                Child::None => {}
            }
        }
        let of_boxes = self.left / self.patches.frame.scale;
        let rounded = V::Scalar::from_f64(of_boxes);
        left.min(if rounded.to_f64() > of_boxes { rounded.next_down() } else { rounded })
    }

    /// Puts the patches of a node that may matter on the stack, the nearest last.
    fn open<T: Real>(
        &mut self,
        boxes: &BesideShape<'_, T>,
        node: u32,
        before: Option<&Before<T>>,
        open: &mut Vec<(f64, Link)>,
    ) {
        let (max, links) = (self.max(), boxes.links(node));
        let found = boxes.bounds(node, before, max);
        let mut order = [0, 1, 2, 3];
        let about = order.map(|lane| found.about(lane));
        sort_few(&mut order, |&a, &b| about[a].total_cmp(&about[b]).is_gt());
        for lane in order.into_iter().filter(|&lane| links[lane] != Link::NONE) {
            let mut bound = found.bound(lane);
            if self.is_loose && bound <= max {
                let way = found.way(lane);
                if let Some(limit) = self.limit(V::from_fn(|k| V::Scalar::from_f64(way[k]))) {
                    let before = self.patches.before(&limit);
                    bound = f64::max(bound, boxes.bound_before(node, lane, &before).to_f64());
                }
            }
            if bound <= max {
                open.push((bound, links[lane]));
            } else {
                self.left = Real::min(self.left, bound);
            }
        }
    }

    /// The signed distance above which nothing matters, in the unit of the boxes.
    fn max(&self) -> f64 {
        self.known.max.to_f64() * self.patches.frame.scale
    }

    /// The plane that the shape is behind, across a direction of the mesh's frame.
    fn limit(&mut self, along: V) -> Option<Limit<V>> {
        Limit::of_shape(self.shape.shape, along, self.shape.pose, self.reach, &mut self.hint)
    }
}
