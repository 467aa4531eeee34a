//! The convex parts of bodies, and every query of a pair of them.

use std::borrow::Cow;

use clearance::query::{Pair, Status};
use clearance::{Bounds, Options, Point, Pose, Proximity, Real, Shape, Space};

use crate::Tree;
use crate::between::Between;
use crate::body::Geometry;

/// A geometry where it is.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'s, V: Space> {
    pub geometry: &'s Geometry<V>,
    pub pose: &'s Pose<V>,
}

/// A convex part where it is.
type Part<'s, V> = (&'s Shape<V>, &'s Pose<V>);

/// The one place where pairs of shapes are asked for their signed distance.
pub(crate) fn signed_distance<V: Space>(a: Part<'_, V>, b: Part<'_, V>, options: &Options<V::Scalar>) -> Proximity<V> {
    Pair::in_world(a, b).options(*options).signed_distance()
}

/// The one place where pairs of shapes are asked whether they meet; `None` if rounding leaves it open. Most that are apart are told so by a
/// support evaluation or two; of the others no depth is computed.
pub(crate) fn decide<V: Space>(a: Part<'_, V>, b: Part<'_, V>, options: &Options<V::Scalar>) -> Option<bool> {
    Pair::in_world(a, b).options(*options).collides()
}

/// What the status says, where it is proven.
pub(crate) fn collides<V: Space>(proximity: &Proximity<V>) -> Option<bool> {
    proximity.proven.then_some(proximity.status != Status::Separated)
}

/// How many convex parts a body has.
pub(crate) fn part_count<V: Space>(geometry: &Geometry<V>) -> usize {
    match geometry {
        Geometry::Convex(_) | Geometry::Halfspace(_) => 1,
        Geometry::Compound(compound) => compound.parts().len(),
        Geometry::Mesh(mesh) => mesh.triangles().len(),
    }
}

/// A convex part of a body, by its number.
pub(crate) fn part<V: Space>(geometry: &Geometry<V>, number: u32) -> Cow<'_, Shape<V>> {
    match geometry {
        Geometry::Convex(shape) => Cow::Borrowed(shape),
        Geometry::Halfspace(_) => Cow::Owned(no_part()),
        Geometry::Compound(compound) => Cow::Borrowed(&compound.parts()[number as usize]),
        Geometry::Mesh(mesh) => Cow::Owned(mesh.shape(number)),
    }
}

/// What stands for the bounded parts of a halfspace, of which it has none: never asked for, as [`crate::halfspace`] answers before.
fn no_part<V: Space>() -> Shape<V> {
    Shape::Point(Point::new())
}

/// The convex hull of a body.
pub(crate) fn hull<V: Space>(geometry: &Geometry<V>) -> Cow<'_, Shape<V>> {
    match geometry {
        Geometry::Convex(shape) => Cow::Borrowed(shape),
        Geometry::Compound(compound) => Cow::Borrowed(compound.hull()),
        Geometry::Mesh(mesh) => Cow::Borrowed(mesh.hull()),
        Geometry::Halfspace(_) => Cow::Owned(no_part()),
    }
}

/// The boxes of the parts of a body with several.
fn tree<V: Space>(geometry: &Geometry<V>) -> Option<&Tree<V>> {
    match geometry {
        Geometry::Convex(_) | Geometry::Halfspace(_) => None,
        Geometry::Compound(compound) => Some(compound.tree()),
        Geometry::Mesh(mesh) => Some(mesh.tree()),
    }
}

/// Calls `visit` for pairs of parts, those with the nearest boxes first; it returns the signed distance above which no pair matters any more.
pub(crate) fn near_parts<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    max: V::Scalar,
    mut visit: impl FnMut([u32; 2]) -> V::Scalar,
) {
    // Of the second body in the frame of the first.
    let bounds_in =
        |own: Placed<'_, V>, other: Placed<'_, V>| other.geometry.bounds(&Pose::relative(own.pose, other.pose));
    match (tree(a.geometry), tree(b.geometry)) {
        (None, None) => {
            visit([0, 0]);
        }
        (Some(of_a), Some(of_b)) => {
            let b_in_a = Pose::relative(a.pose, b.pose);
            of_a.closest_between(of_b, &b_in_a, max, |i, j, _| visit([i, j]));
        }
        (Some(of_a), None) => of_a.closest_items(&bounds_in(a, b), max, |i, _| visit([i, 0])),
        (None, Some(of_b)) => of_b.closest_items(&bounds_in(b, a), max, |j, _| visit([0, j])),
    }
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
}

impl<V: Space> PartSearch<V> {
    /// Knows the answer of the first part of each.
    pub fn new(first: Proximity<V>) -> Self {
        let (meets, apart) = (collides(&first) == Some(true), collides(&first) == Some(false));
        PartSearch { parts: [0, 0], best: first, bounds: first.bounds, meets, apart }
    }

    /// Takes the answer of a pair of parts; above what signed distance others do not matter.
    ///
    /// Pairs that are left out have a signed distance above the least upper bound, so the least of all is between the least lower and the
    /// least upper bound of those that are asked; and if all of these are apart, their upper bounds are positive, so the others are apart too.
    pub fn add(&mut self, parts: [u32; 2], found: Proximity<V>) -> V::Scalar {
        let Bounds { lower, upper } = found.bounds;
        self.bounds = Bounds { lower: self.bounds.lower.min(lower), upper: self.bounds.upper.min(upper) };
        self.meets |= collides(&found) == Some(true);
        self.apart &= collides(&found) == Some(false);
        let (new, old) = (found.signed_distance, self.best.signed_distance);
        if new < old || (new == old && parts < self.parts) {
            (self.parts, self.best) = (parts, found);
        }
        self.bounds.upper
    }

    /// The answer of the bodies. `inside` tells whether one is in the other though no parts meet; `depth` is a lower bound of the depth by other
    /// means; `hull_lower` is a lower bound of the signed distance of their hulls, by the lemma of [`crate::compound`].
    pub fn finish(self, inside: Option<bool>, depth: V::Scalar, hull_lower: impl FnOnce() -> V::Scalar) -> Between<V> {
        let PartSearch { parts, best: proximity, bounds, meets, apart } = self;
        if apart && inside == Some(false) {
            let signed_distance = Some(proximity.signed_distance);
            return Between { parts, signed_distance, bounds, collides: Some(false), proximity };
        }
        let meets = meets || inside == Some(true) || depth > V::Scalar::ZERO;
        // Bodies that meet are not at a distance, whatever rounding left to the bounds of their parts.
        let upper = if meets { bounds.upper.min(-depth) } else { bounds.upper };
        let lower = if meets { hull_lower() } else { hull_lower().min(bounds.lower) };
        let bounds = Bounds { lower: lower.min(upper), upper };
        Between { parts, signed_distance: None, bounds, collides: meets.then_some(true), proximity }
    }
}
