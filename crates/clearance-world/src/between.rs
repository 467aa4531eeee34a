//! What is known between two bodies, convex or not: every query of a pair goes through here.

use std::borrow::Cow;

use clearance::query::{Pair, Status};
use clearance::{Bounds, Options, Pose, Proximity, Real, Shape, Space, Vector};

use crate::body::Geometry;
use crate::{Tree, mesh};

/// The signed distance of two bodies with its proof, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between<V: Vector> {
    /// The closest parts of the bodies, or the deepest; 0 for convex bodies. Of equal ones the first.
    pub parts: [u32; 2],
    /// The signed distance of the bodies. `None` if one of them is not convex and they are not proven to be apart: then the bounds are all that
    /// is known, and no part pair tells how deep the bodies are in one another.
    pub signed_distance: Option<V::Scalar>,
    /// `lower ≤ true signed distance of the bodies ≤ upper`. The depth of bodies that are not convex is the least translation that leaves them
    /// without a common point.
    pub bounds: Bounds<V::Scalar>,
    /// Whether the closed bodies have a common point; `None` if rounding leaves it open.
    pub collides: Option<bool>,
    /// Of the two parts. For convex bodies, and for bodies that are apart, these are the bodies' own numbers; else a local depth.
    pub proximity: Proximity<V>,
}

impl<V: Space> Between<V> {
    /// The signed distance, or the upper bound of it where there is none: what answers are sorted by.
    pub fn rank(&self) -> V::Scalar {
        self.signed_distance.unwrap_or(self.bounds.upper)
    }

    /// Whether the numbers are of the bodies, and not of the two parts alone.
    pub fn is_whole(&self) -> bool {
        self.signed_distance.is_some()
    }

    fn of_convex(proximity: Proximity<V>) -> Self {
        Between {
            parts: [0, 0],
            signed_distance: Some(proximity.signed_distance),
            bounds: proximity.bounds,
            collides: collides(&proximity),
            proximity,
        }
    }
}

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

/// The one place where pairs of shapes are asked whether they meet.
fn intersects<V: Space>(a: Part<'_, V>, b: Part<'_, V>) -> bool {
    Pair::in_world(a, b).intersects()
}

/// What the status says, where it is proven.
fn collides<V: Space>(proximity: &Proximity<V>) -> Option<bool> {
    proximity.proven.then_some(proximity.status != Status::Separated)
}

/// What is known between two bodies, asked cold.
pub(crate) fn between<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>, options: &Options<V::Scalar>) -> Between<V> {
    if let (Geometry::Convex(of_a), Geometry::Convex(of_b)) = (a.geometry, b.geometry) {
        return Between::of_convex(signed_distance((of_a, a.pose), (of_b, b.pose), options));
    }
    let ask =
        |[i, j]: [u32; 2]| signed_distance((&part(a.geometry, i), a.pose), (&part(b.geometry, j), b.pose), options);
    let mut search = PartSearch::new(ask([0, 0]));
    near_parts(a, b, search.bounds.upper, |parts| search.add(parts, ask(parts)));
    let inside = if search.apart { is_inside(a, b, search.bounds.lower) } else { Some(false) };
    let depth = if search.apart && inside == Some(false) { V::Scalar::ZERO } else { depth(a, b) };
    let hulls = || signed_distance((hull(a.geometry), a.pose), (hull(b.geometry), b.pose), options).bounds.lower;
    search.finish(inside, depth, hulls)
}

/// Whether one of two bodies, whose surfaces are at least `apart` away from each other, has a part inside of the other, a solid mesh; `None` if
/// rounding leaves it open.
fn is_inside<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>, apart: V::Scalar) -> Option<bool> {
    let within = |outer: Placed<'_, V>, inner: Placed<'_, V>| match outer.geometry {
        Geometry::Mesh(solid) if solid.is_solid() => {
            mesh::is_inside(solid, inner.geometry, &Pose::relative(outer.pose, inner.pose), apart)
        }
        _ => Some(false),
    };
    match (within(a, b), within(b, a)) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

/// A lower bound of the depth, by points of one body that are inside of the other.
fn depth<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>) -> V::Scalar {
    let within = |outer: Placed<'_, V>, inner: Placed<'_, V>| match outer.geometry {
        Geometry::Mesh(solid) if solid.is_solid() => {
            mesh::depth(solid, inner.geometry, &Pose::relative(outer.pose, inner.pose))
        }
        _ => V::Scalar::ZERO,
    };
    within(a, b).max(within(b, a))
}

/// Whether two bodies meet: exactly as the status of [`between`], and mostly sooner.
pub(crate) fn meet<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    if let (Geometry::Convex(of_a), Geometry::Convex(of_b)) = (a.geometry, b.geometry) {
        return intersects((of_a, a.pose), (of_b, b.pose));
    }
    let (zero, mut found) = (V::Scalar::ZERO, false);
    near_parts(a, b, zero, |[i, j]| {
        found = found || intersects((&part(a.geometry, i), a.pose), (&part(b.geometry, j), b.pose));
        if found { -V::Scalar::INFINITY } else { zero }
    });
    let solid = |body: Placed<'_, V>| matches!(body.geometry, Geometry::Mesh(mesh) if mesh.is_solid());
    // Surfaces that do not meet may be inside of one another; what rounding leaves open is said to meet.
    found || (solid(a) || solid(b)) && between(a, b, &Options::default()).collides.unwrap_or(true)
}

/// How many convex parts a body has.
pub(crate) fn part_count<V: Space>(geometry: &Geometry<V>) -> usize {
    match geometry {
        Geometry::Convex(_) => 1,
        Geometry::Compound(compound) => compound.parts().len(),
        Geometry::Mesh(mesh) => mesh.triangles().len(),
    }
}

/// A convex part of a body, by its number.
pub(crate) fn part<V: Space>(geometry: &Geometry<V>, number: u32) -> Cow<'_, Shape<V>> {
    match geometry {
        Geometry::Convex(shape) => Cow::Borrowed(shape),
        Geometry::Compound(compound) => Cow::Borrowed(&compound.parts()[number as usize]),
        Geometry::Mesh(mesh) => Cow::Owned(mesh.shape(number)),
    }
}

fn hull<V: Space>(geometry: &Geometry<V>) -> &Shape<V> {
    match geometry {
        Geometry::Convex(shape) => shape,
        Geometry::Compound(compound) => compound.hull(),
        Geometry::Mesh(mesh) => mesh.hull(),
    }
}

/// The boxes of the parts of a body with several.
fn tree<V: Space>(geometry: &Geometry<V>) -> Option<&Tree<V>> {
    match geometry {
        Geometry::Convex(_) => None,
        Geometry::Compound(compound) => Some(compound.tree()),
        Geometry::Mesh(mesh) => Some(mesh.tree()),
    }
}

/// Calls `visit` for pairs of parts, those with the nearest boxes first; it returns the signed distance above which no pair matters any more.
fn near_parts<V: Space>(
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
struct PartSearch<V: Space> {
    parts: [u32; 2],
    best: Proximity<V>,
    /// The least lower and the least upper bound.
    bounds: Bounds<V::Scalar>,
    /// Some pair is proven to meet.
    meets: bool,
    /// Every pair is proven to be apart.
    apart: bool,
}

impl<V: Space> PartSearch<V> {
    /// Knows the answer of the first part of each.
    fn new(first: Proximity<V>) -> Self {
        let (meets, apart) = (collides(&first) == Some(true), collides(&first) == Some(false));
        PartSearch { parts: [0, 0], best: first, bounds: first.bounds, meets, apart }
    }

    /// Takes the answer of a pair of parts; above what signed distance others do not matter.
    ///
    /// Pairs that are left out have a signed distance above the least upper bound, so the least of all is between the least lower and the
    /// least upper bound of those that are asked; and if all of these are apart, their upper bounds are positive, so the others are apart too.
    fn add(&mut self, parts: [u32; 2], found: Proximity<V>) -> V::Scalar {
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
    fn finish(self, inside: Option<bool>, depth: V::Scalar, hull_lower: impl FnOnce() -> V::Scalar) -> Between<V> {
        let PartSearch { parts, best: proximity, bounds, meets, apart } = self;
        if apart && inside == Some(false) {
            let signed_distance = Some(proximity.signed_distance);
            return Between { parts, signed_distance, bounds, collides: Some(false), proximity };
        }
        let meets = meets || inside == Some(true);
        // Bodies that meet are not at a distance, whatever rounding left to the bounds of their parts.
        let upper = if meets { bounds.upper.min(-depth) } else { bounds.upper };
        let lower = if meets { hull_lower() } else { hull_lower().min(bounds.lower) };
        let bounds = Bounds { lower: lower.min(upper), upper };
        Between { parts, signed_distance: None, bounds, collides: meets.then_some(true), proximity }
    }
}
