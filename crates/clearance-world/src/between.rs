//! What is known between two bodies, convex or not.

use clearance::{Bounds, Options, Pose, Proximity, Real, Space, Vector};

use crate::body::Geometry;
use crate::halfspace;
use crate::mesh::{self, Innermost};
use crate::parts::{PartSearch, Placed, collides, decide, hull, near_parts, part, signed_distance};
use crate::surfaces::{Follow, apart};
use crate::tree::near::Known;

/// The signed distance of two bodies with its proof, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between<V: Vector> {
    /// The closest parts of the bodies, or the deepest; 0 for convex bodies. Of equal ones always the same.
    pub parts: [u32; 2],
    /// The signed distance of the bodies. `None` if one of them is not convex and they are not proven to be apart: then the bounds are all that
    /// is known, and no pair of parts has the depth of the bodies.
    pub signed_distance: Option<V::Scalar>,
    /// `lower ≤ true signed distance of the bodies ≤ upper`. The depth of bodies that are not convex is the least translation that leaves them
    /// without a common point.
    pub bounds: Bounds<V::Scalar>,
    /// Whether the closed bodies have a common point; `None` if rounding leaves it open.
    pub collides: Option<bool>,
    /// The answer of the two parts. For convex bodies, and for bodies that are apart, these are the bodies' own numbers; else a local depth: where a body
    /// is wholly inside of a mesh, how far its innermost known point is from the surface.
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

/// What is known between two bodies, asked cold.
pub(crate) fn between<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>, options: &Options<V::Scalar>) -> Between<V> {
    between_from(a, b, options, &mut Follow::default())
}

/// The answer of [`between`], sooner with what is left of the last one.
pub(crate) fn between_from<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    options: &Options<V::Scalar>,
    follow: &mut Follow<V>,
) -> Between<V> {
    if let (Geometry::Convex(of_a), Geometry::Convex(of_b)) = (a.geometry, b.geometry) {
        return Between::of_convex(signed_distance((of_a, a.pose), (of_b, b.pose), options));
    }
    if let Some(found) = halfspace::between(a, b) {
        return found;
    }
    let search = apart(a, b, options, follow).unwrap_or_else(|| all_parts(a, b, options));
    let inside = if search.apart { is_inside(a, b, search.bounds.lower) } else { Some(false) };
    let enclosed = search.apart && inside == Some(true);
    let innermost = if search.apart && inside == Some(false) { None } else { innermost(a, b) };
    let depth = innermost.map_or(V::Scalar::ZERO, |innermost| innermost.depth);
    let found = search.finish(inside, depth, || between_hulls(a, b, options).bounds.lower);
    match innermost {
        // No parts meet: the deepest place is that of the innermost point.
        Some(Innermost { parts, proximity, .. }) if enclosed => Between { parts, proximity, ..found },
        _ => found,
    }
}

/// The search among the parts of any two bodies, ended.
fn all_parts<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>, options: &Options<V::Scalar>) -> PartSearch<V> {
    let ask =
        |[i, j]: [u32; 2]| signed_distance((&part(a.geometry, i), a.pose), (&part(b.geometry, j), b.pose), options);
    let mut search = PartSearch::new([0, 0], ask([0, 0]));
    let start = Known { normal: a.pose.vector_back(between_hulls(a, b, options).normal), ..search.known(a.pose) };
    near_parts(a, b, start, |parts| {
        search.add(parts, ask(parts));
        search.known(a.pose)
    });
    search
}

/// The signed distance of the convex hulls of two bodies.
pub(crate) fn between_hulls<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    options: &Options<V::Scalar>,
) -> Proximity<V> {
    signed_distance((&hull(a.geometry), a.pose), (&hull(b.geometry), b.pose), options)
}

/// The least signed distance of all pairs of parts, from which the depth of the bodies does not follow. Ends early with a pair that is proven to
/// be at most `enough`.
pub(crate) fn least_between<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    options: &Options<V::Scalar>,
    enough: V::Scalar,
) -> Between<V> {
    let ask =
        |[i, j]: [u32; 2]| signed_distance((&part(a.geometry, i), a.pose), (&part(b.geometry, j), b.pose), options);
    let mut search = PartSearch::new([0, 0], ask([0, 0]));
    near_parts(a, b, search.known(a.pose), |parts| {
        search.add(parts, ask(parts));
        let known = search.known(a.pose);
        if known.max <= enough { Known { max: -V::Scalar::INFINITY, ..known } } else { known }
    });
    let lower = search.bounds.lower;
    let inside = if search.apart { is_inside(a, b, lower) } else { Some(false) };
    // Shorter translations than the distance of the surfaces leave one inside of the other.
    let depth = if inside == Some(true) { lower } else { V::Scalar::ZERO };
    search.finish(inside, depth, || -V::Scalar::INFINITY)
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

/// The innermost known point of one body in the other, a solid mesh, in the world.
fn innermost<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Innermost<V>> {
    let within = |outer: Placed<'_, V>, inner: Placed<'_, V>| match outer.geometry {
        Geometry::Mesh(solid) if solid.is_solid() => {
            let found = mesh::innermost(solid, inner.geometry, &Pose::relative(outer.pose, inner.pose))?;
            Some(Innermost { proximity: in_world(outer.pose, found.proximity), ..found })
        }
        _ => None,
    };
    let b_in_a = within(a, b);
    let a_in_b = within(b, a).map(|Innermost { depth, parts: [j, i], proximity }| {
        let proximity = proximity.swapped();
        Innermost { depth, parts: [i, j], proximity }
    });
    match (b_in_a, a_in_b) {
        (Some(first), Some(second)) => Some(if second.depth > first.depth { second } else { first }),
        (first, second) => first.or(second),
    }
}

/// An answer in the frame at a pose as one in the world.
fn in_world<V: Space>(pose: &Pose<V>, found: Proximity<V>) -> Proximity<V> {
    let (normal, witness_a) = (pose.vector(found.normal).normalized(), pose.point(found.witness_a));
    Proximity { normal, witness_a, witness_b: witness_a + normal * found.signed_distance, ..found }
}

/// Whether two bodies meet, as [`between`] says and mostly sooner; `None` if rounding leaves it open.
pub(crate) fn meet<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>, options: &Options<V::Scalar>) -> Option<bool> {
    if let (Geometry::Convex(of_a), Geometry::Convex(of_b)) = (a.geometry, b.geometry) {
        return decide((of_a, a.pose), (of_b, b.pose), options);
    }
    if let Some(found) = halfspace::between(a, b) {
        return found.collides;
    }
    if decide((&hull(a.geometry), a.pose), (&hull(b.geometry), b.pose), options) == Some(false) {
        return Some(false);
    }
    let (known, mut meets, mut open) = (Known { max: V::Scalar::ZERO, normal: V::ZERO }, false, false);
    near_parts(a, b, known, |[i, j]| {
        let found = decide((&part(a.geometry, i), a.pose), (&part(b.geometry, j), b.pose), options);
        (meets, open) = (found == Some(true), open || found.is_none());
        // One pair is enough, and every pair beyond it is then too far.
        if meets { Known { max: -V::Scalar::INFINITY, ..known } } else { known }
    });
    let solid = |body: Placed<'_, V>| matches!(body.geometry, Geometry::Mesh(mesh) if mesh.is_solid());
    if meets {
        return Some(true);
    }
    // Surfaces that do not meet may be inside of one another.
    if solid(a) || solid(b) { between(a, b, options).collides } else { (!open).then_some(false) }
}
