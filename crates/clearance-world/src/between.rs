//! What is known between two bodies, convex or not.

use clearance::{Options, Pose, Proximity, Real, Shape, Space};

use crate::answer::Between;
use crate::body::Body;
use crate::convex::{decide, signed_distance};
use crate::halfspace;
use crate::inside::{self, Innermost};
use crate::parts::{PartSearch, Placed, any_parts, between_hulls, closest_parts, hull, part};
use crate::surfaces::{Follow, apart};

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
    if let (Body::Convex(of_a), Body::Convex(of_b)) = (a.body, b.body) {
        return Between::of_convex(signed_distance((of_a, a.pose), (of_b, b.pose), options));
    }
    if let Some(found) = halfspace::between(a, b) {
        return found;
    }
    let inside = |search: &PartSearch<V>| {
        if search.apart { is_inside(a, b, search.bounds.lower) } else { Some(false) }
    };
    let surfaces = apart(a, b, options, follow).map(|search| (inside(&search), search));
    if !matches!(surfaces, Some((Some(false), _)))
        && let Some(found) = hulls_that_meet(a, b, options)
    {
        return found;
    }
    let (inside, search) = surfaces.unwrap_or_else(|| {
        let search = closest_parts(a, b, options, -V::Scalar::INFINITY);
        (inside(&search), search)
    });
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

/// The answer of two bodies that are [their hulls](crate::TriangleMesh::dents) but for shallow dents, unless these are
/// proven to be apart, or may be: the parts are then what decides.
fn hulls_that_meet<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>, options: &Options<V::Scalar>) -> Option<Between<V>> {
    let ((hull_a, dents_a), (hull_b, dents_b)) = (nearly_hull(a.body)?, nearly_hull(b.body)?);
    let mut found = Between::of_convex(signed_distance((hull_a, a.pose), (hull_b, b.pose), options));
    let dents = (dents_a + dents_b).next_up();
    if dents_a + dents_b > V::Scalar::ZERO {
        found.bounds.upper = (found.bounds.upper + dents).next_up();
        found.proximity.bounds = found.bounds;
        if !(found.bounds.upper < V::Scalar::ZERO) {
            return None;
        }
    }
    if found.collides == Some(false) {
        return None;
    }
    let part = |side: Placed<'_, V>, witness: V| match side.body {
        Body::Mesh(mesh) => mesh.nearest_triangle(side.pose.vector_back(witness - side.pose.translation())).0,
        _ => 0,
    };
    let parts = [part(a, found.proximity.witness_a), part(b, found.proximity.witness_b)];
    Some(Between { parts, ..found })
}

/// The hull that a body is but for shallow dents, and how deep these are.
fn nearly_hull<V: Space>(body: &Body<V>) -> Option<(&Shape<V>, V::Scalar)> {
    match body {
        Body::Mesh(mesh) => {
            let dents = if mesh.is_nearly_convex() { mesh.dents()? } else { return None };
            Some((mesh.hull(), dents))
        }
        _ => body.as_shape().map(|shape| (shape, V::Scalar::ZERO)),
    }
}

/// The least signed distance of all pairs of parts, from which the depth of the bodies does not follow. Ends early with
/// a pair that is proven to be at most `enough`.
pub(crate) fn least_between<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    options: &Options<V::Scalar>,
    enough: V::Scalar,
) -> Between<V> {
    let search = closest_parts(a, b, options, enough);
    let lower = search.bounds.lower;
    let inside = if search.apart { is_inside(a, b, lower) } else { Some(false) };
    // Shorter translations than the distance of the surfaces leave one inside of the other.
    let depth = if inside == Some(true) { lower } else { V::Scalar::ZERO };
    search.finish(inside, depth, || -V::Scalar::INFINITY)
}

/// Whether one of two bodies, whose surfaces are at least `apart` away from each other, has a part inside of the other,
/// a solid mesh; `None` if rounding leaves it open.
fn is_inside<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>, apart: V::Scalar) -> Option<bool> {
    let within = |outer: Placed<'_, V>, inner: Placed<'_, V>| match outer.body {
        Body::Mesh(solid) if solid.is_solid() => {
            inside::is_inside(solid, inner.body, &Pose::relative(outer.pose, inner.pose), apart)
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
pub(crate) fn innermost<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Innermost<V>> {
    let within = |outer: Placed<'_, V>, inner: Placed<'_, V>| match outer.body {
        Body::Mesh(solid) if solid.is_solid() => {
            let found = inside::innermost(solid, inner.body, &Pose::relative(outer.pose, inner.pose))?;
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
    if let (Body::Convex(of_a), Body::Convex(of_b)) = (a.body, b.body) {
        return decide((of_a, a.pose), (of_b, b.pose), options);
    }
    if let Some(found) = halfspace::between(a, b) {
        return found.collides;
    }
    if let (Some(of_a), Some(of_b)) = (a.body.as_convex(), b.body.as_convex()) {
        return decide((of_a, a.pose), (of_b, b.pose), options);
    }
    if decide((&hull(a.body), a.pose), (&hull(b.body), b.pose), options) == Some(false) {
        return Some(false);
    }
    let mut open = false;
    let meets = any_parts(a, b, |[i, j]| {
        let found = decide((&part(a.body, i), a.pose), (&part(b.body, j), b.pose), options);
        open |= found.is_none();
        found == Some(true)
    });
    let solid = |body: Placed<'_, V>| matches!(body.body, Body::Mesh(mesh) if mesh.is_solid());
    if meets {
        return Some(true);
    }
    if !solid(a) && !solid(b) {
        return (!open).then_some(false);
    }
    // Surfaces that do not meet may be inside of one another.
    let inside = if open { None } else { has_part_inside(a, b) };
    inside.or_else(|| between(a, b, options).collides)
}

/// Whether one of two bodies whose surfaces do not meet has a part inside of the other, a solid mesh; `None` if points
/// of them are too near to the surface.
fn has_part_inside<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
    let outside = |outer: Placed<'_, V>, inner: Placed<'_, V>| match outer.body {
        Body::Mesh(solid) if solid.is_solid() => {
            inside::is_outside(solid, inner.body, &Pose::relative(outer.pose, inner.pose))
        }
        _ => Some(true),
    };
    match (outside(a, b), outside(b, a)) {
        (Some(false), _) | (_, Some(false)) => Some(true),
        (Some(true), Some(true)) => Some(false),
        _ => None,
    }
}
