//! The convex parts of bodies, and the search for the closest pair of them.

use std::borrow::Cow;

use clearance::enclosure::{Axis, gap};
use clearance::{Accuracy, Bounds, Hint, Options, Point, Pose, Proximity, Real, Shape, Space};

use crate::answer::{Between, collides};
use crate::body::Body;
use crate::convex::signed_distance;
use crate::mesh::{self, InMesh, closest_items};
use crate::tree::Tree;
use crate::tree::beside::Beside;
use crate::tree::near::{Known, Planes};

/// A body where it is.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'s, V: Space> {
    pub body: &'s Body<V>,
    pub pose: &'s Pose<V>,
}

/// How many convex parts a body has.
pub(crate) fn part_count<V: Space>(body: &Body<V>) -> usize {
    match body {
        Body::Compound(compound) => compound.parts().len(),
        Body::Mesh(mesh) => mesh.triangles().len(),
        Body::Many(parts) => parts.len(),
        _ => 1,
    }
}

/// A convex part of a body, by its number.
pub(crate) fn part<V: Space>(body: &Body<V>, number: u32) -> Cow<'_, Shape<V>> {
    match body {
        Body::Convex(shape) => Cow::Borrowed(shape),
        Body::Compound(compound) => Cow::Borrowed(&compound.parts()[number as usize]),
        Body::Mesh(mesh) => Cow::Owned(mesh.shape(number)),
        Body::Many(parts) => Cow::Owned(parts.part(number)),
        _ => Cow::Owned(no_part()),
    }
}

/// What stands for the bounded parts of a halfspace, of which it has none: never asked for, as [`crate::halfspace`]
/// answers before.
fn no_part<V: Space>() -> Shape<V> {
    Shape::Point(Point::new())
}

/// The convex hull of a body; of many parts a box that holds them.
pub(crate) fn hull<V: Space>(body: &Body<V>) -> Cow<'_, Shape<V>> {
    match body {
        Body::Convex(shape) => Cow::Borrowed(shape),
        Body::Compound(compound) => Cow::Borrowed(compound.hull()),
        Body::Mesh(mesh) => Cow::Borrowed(mesh.hull()),
        Body::Many(parts) => Cow::Borrowed(parts.hull()),
        _ => Cow::Owned(no_part()),
    }
}

/// The boxes of the parts of a body with several.
pub(crate) fn tree<V: Space>(body: &Body<V>) -> Option<&Tree<V>> {
    match body {
        Body::Compound(compound) => Some(compound.tree()),
        Body::Mesh(mesh) => Some(mesh.tree()),
        Body::Many(parts) => Some(parts.tree()),
        _ => None,
    }
}

/// The signed distance of the convex hulls of two bodies.
pub(crate) fn between_hulls<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    options: &Options<V::Scalar>,
) -> Proximity<V> {
    signed_distance((&hull(a.body), a.pose), (&hull(b.body), b.pose), options)
}

/// The search for the closest or deepest pair of parts of any two bodies, ended; early with a pair that is proven to be
/// at most `enough`.
pub(crate) fn closest_parts<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    options: &Options<V::Scalar>,
    enough: V::Scalar,
) -> PartSearch<V> {
    let ask = |[i, j]: [u32; 2]| signed_distance((&part(a.body, i), a.pose), (&part(b.body, j), b.pose), options);
    let mut search = PartSearch::new([0, 0], ask([0, 0]));
    let mut start = search.known(a.pose);
    match [tree(a.body), tree(b.body)] {
        [Some(_), Some(_)] => start.normal = a.pose.vector_back(between_hulls(a, b, options).normal),
        trees => {
            let reach = |tree: Option<&Tree<V>>, body: &Body<V>| {
                tree.map_or_else(|| body.reach_from_frame(), Tree::reach_from_frame)
            };
            let apart = b.pose.translation() - a.pose.translation();
            search = search.without_ties(reach(trees[0], a.body) + reach(trees[1], b.body) + apart.norm(), options);
            start = search.known(a.pose);
        }
    }
    let mut is_enough = false;
    let left = near_parts(a, b, start, |parts| {
        search.add(parts, ask(parts));
        let known = search.known(a.pose);
        is_enough |= known.max <= enough;
        if is_enough { Known { max: -V::Scalar::INFINITY, ..known } } else { known }
    });
    if !is_enough {
        search.lower(left);
    }
    search
}

/// Calls `visit` for pairs of parts among which is the closest; it returns what is known then. Returns a lower bound of
/// the signed distance of those that are left out if one body is convex, else infinity: they are above what was known.
pub(crate) fn near_parts<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    known: Known<V>,
    mut visit: impl FnMut([u32; 2]) -> Known<V>,
) -> V::Scalar {
    match (tree(a.body), tree(b.body)) {
        (None, None) => {
            visit([0, 0]);
            V::Scalar::INFINITY
        }
        (Some(of_a), Some(of_b)) => {
            let b_in_a = Pose::relative(a.pose, b.pose);
            of_a.near_between(of_b, &b_in_a, known, |parts, known, planes| {
                let bodies = [a.body, b.body];
                if are_beyond(bodies, parts, planes, known.max) { *known } else { visit(parts) }
            });
            V::Scalar::INFINITY
        }
        (Some(_), None) => near_part(a, b, known, |i| visit([i, 0])),
        (None, Some(_)) => {
            // The normal is from A to B, in the frame of A.
            let turned = |normal: V| -b.pose.vector_back(a.pose.vector(normal));
            let mirrored = |known: Known<V>| Known { normal: turned(known.normal), ..known };
            near_part(b, a, mirrored(known), |j| mirrored(visit([0, j])))
        }
    }
}

/// Calls `visit` for parts of a body with several among which is the closest to a convex body; normals are from it, in
/// its frame. Returns a lower bound of the signed distance of those that are left out.
pub(crate) fn near_part<V: Space>(
    parts: Placed<'_, V>,
    single: Placed<'_, V>,
    known: Known<V>,
    visit: impl FnMut(u32) -> Known<V>,
) -> V::Scalar {
    let pose = Pose::relative(parts.pose, single.pose);
    let (Some(tree), Body::Convex(shape)) = (tree(parts.body), single.body) else { return -V::Scalar::INFINITY };
    let shape = InMesh { shape, pose: &pose };
    match parts.body {
        Body::Mesh(mesh) => mesh.closest_triangles(shape, known, visit),
        _ => closest_items(tree, shape, known, visit),
    }
}

/// Calls `visit` for pairs of parts until it returns true; other pairs are proven to be apart. Whether one did.
pub(crate) fn any_parts<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>, mut visit: impl FnMut([u32; 2]) -> bool) -> bool {
    match (tree(a.body), tree(b.body)) {
        (None, None) => visit([0, 0]),
        (Some(of_a), None) => any_part(a, b, of_a, |i| visit([i, 0])),
        (None, Some(of_b)) => any_part(b, a, of_b, |j| visit([0, j])),
        (Some(of_a), Some(of_b)) => {
            let poses = [Pose::relative(a.pose, b.pose), Pose::relative(b.pose, a.pose)];
            let planes = Planes::new(&poses[0], [of_a, of_b].map(|tree| tree.bounds().reach_from_frame()));
            of_a.any_between(of_b, [&poses[0], &poses[1]], |parts| {
                !are_beyond([a.body, b.body], parts, &planes, V::Scalar::ZERO) && visit(parts)
            })
        }
    }
}

/// Calls `visit` for parts of a body with several until it returns true; others are proven to be apart from a convex
/// body. Whether one did.
fn any_part<V: Space>(
    parts: Placed<'_, V>,
    single: Placed<'_, V>,
    tree: &Tree<V>,
    mut visit: impl FnMut(u32) -> bool,
) -> bool {
    if let (Body::Mesh(mesh), Body::Convex(shape)) = (parts.body, single.body) {
        let (pose, mut meets) = (Pose::relative(parts.pose, single.pose), false);
        let within = |max| Known { max, normal: V::ZERO };
        mesh.closest_triangles(InMesh { shape, pose: &pose }, within(V::Scalar::ZERO), |triangle| {
            meets = meets || visit(triangle);
            within(if meets { -V::Scalar::INFINITY } else { V::Scalar::ZERO })
        });
        return meets;
    }
    tree.any_beside(&beside(parts, single), |part| !is_above(parts, single, part) && visit(part))
}

/// One part beside a body of several.
fn beside<V: Space>(parts: Placed<'_, V>, single: Placed<'_, V>) -> Beside<V> {
    let pose = Pose::relative(parts.pose, single.pose);
    let reach = parts.body.reach_from_frame();
    Beside::new(&pose, &single.body.aabb(&Pose::IDENTITY), single.body.aabb(&pose), reach)
}

/// Whether a convex body is proven to be above the surface of a part of a height field, along the normal of that.
fn is_above<V: Space>(parts: Placed<'_, V>, single: Placed<'_, V>, number: u32) -> bool {
    let (Body::Many(many), Body::Convex(shape)) = (parts.body, single.body) else { return false };
    let Some(normal) = many.surface_normal(number) else { return false };
    let axis = Axis::along(normal).map(|axis| axis.posed(parts.pose));
    axis.is_some_and(|axis| {
        let hints = &mut [Hint::NONE; 2];
        let of_part = many.part(number);
        gap((&of_part, parts.pose), (shape, single.pose), &axis, hints).lower() > V::Scalar::ZERO
    })
}

/// Whether two triangles are proven to be farther apart than what matters: along directions that are known, or along
/// their own.
fn are_beyond<V: Space>(bodies: [&Body<V>; 2], [i, j]: [u32; 2], planes: &Planes<'_, V>, max: V::Scalar) -> bool {
    let [Body::Mesh(a), Body::Mesh(b)] = bodies else { return false };
    let (a, b) = (a.corners(i), b.corners(j));
    if planes.bound(max, |plane| plane.between_points(&a, &b)) > max {
        return true;
    }
    let own = planes.across(mesh::between_triangles(a, planes.moved(b)));
    own.is_some_and(|plane| plane.between_points(&a, &b) > max)
}

/// The search for the closest or deepest pair of parts.
pub(crate) struct PartSearch<V: Space> {
    parts: [u32; 2],
    best: Proximity<V>,
    /// The least lower and the least upper bound.
    pub bounds: Bounds<V::Scalar>,
    /// Some pair is proven to meet.
    meets: bool,
    /// Every pair is proven to be apart.
    pub apart: bool,
    /// Pairs that are no closer than this to the best one are not asked.
    ties: V::Scalar,
}

impl<V: Space> PartSearch<V> {
    /// Knows the answer of one pair.
    pub fn new(parts: [u32; 2], first: Proximity<V>) -> Self {
        let (meets, apart) = (collides(&first) == Some(true), collides(&first) == Some(false));
        PartSearch { parts, best: first, bounds: first.bounds, meets, apart, ties: V::Scalar::ZERO }
    }

    /// Asks no pairs that are as close as the best one but for rounding: they widen the bounds by what planes round,
    /// less than `64u` of the sizes. Not where answers are to be tight.
    pub fn without_ties(self, size: V::Scalar, options: &Options<V::Scalar>) -> Self {
        let ties = V::Scalar::from_f64(64.0) * V::Scalar::UNIT * size;
        if options.accuracy == Accuracy::Rounded { PartSearch { ties, ..self } } else { self }
    }

    /// The signed distance above which other pairs do not matter, and the normal of the best pair in the frame of A.
    ///
    /// Of bodies that are apart, pairs at the least lower bound or above it change nothing: so the many that share a
    /// vertex are not asked.
    pub fn known(&self, pose_a: &Pose<V>) -> Known<V> {
        let Bounds { lower, upper } = self.bounds;
        let zero = V::Scalar::ZERO;
        let max = if lower > zero { (lower - self.ties).max(zero).min(lower.next_down()) } else { upper - self.ties };
        Known { max, normal: pose_a.vector_back(self.best.normal) }
    }

    /// Takes the answer of a pair of parts.
    ///
    /// Pairs that are left out have a signed distance of at least the least lower bound, if this is positive, or else
    /// above the least upper bound. So the least of all is between the least lower and the least upper bound of those
    /// that are evaluated; and if all of these are apart, one of the two is positive, so the others are apart too.
    pub fn add(&mut self, parts: [u32; 2], found: Proximity<V>) {
        let Bounds { lower, upper } = found.bounds;
        self.bounds = Bounds { lower: self.bounds.lower.min(lower), upper: self.bounds.upper.min(upper) };
        self.meets |= collides(&found) == Some(true);
        self.apart &= collides(&found) == Some(false);
        let (new, old) = (found.signed_distance, self.best.signed_distance);
        if new < old || (new == old && parts < self.parts) {
            (self.parts, self.best) = (parts, found);
        }
    }

    /// Takes a lower bound of pairs that are not asked for themselves.
    pub fn lower(&mut self, bound: V::Scalar) {
        self.bounds.lower = self.bounds.lower.min(bound);
        self.apart &= bound > V::Scalar::ZERO;
    }

    /// The answer of the bodies. `inside` is whether one is in the other though no parts intersect; `depth` is a lower
    /// bound of the depth by other means; `hull_lower` is a lower bound of the signed distance of their hulls, by the
    /// lemma of [`crate::compound`].
    pub fn finish(self, inside: Option<bool>, depth: V::Scalar, hull_lower: impl FnOnce() -> V::Scalar) -> Between<V> {
        let PartSearch { parts, best: proximity, bounds, meets, apart, .. } = self;
        if apart && inside == Some(false) {
            let signed_distance = Some(proximity.signed_distance);
            return Between { parts, signed_distance, bounds, collides: Some(false), proximity };
        }
        let meets = meets || inside == Some(true) || depth > V::Scalar::ZERO;
        // Bodies that meet are not at a distance, whatever rounding left to the bounds of their parts.
        let upper = if meets { bounds.upper.min(V::Scalar::ZERO - depth) } else { bounds.upper };
        let lower = if meets { hull_lower() } else { hull_lower().min(bounds.lower) };
        let bounds = Bounds { lower: lower.min(upper), upper };
        Between { parts, signed_distance: None, bounds, collides: meets.then_some(true), proximity }
    }
}
