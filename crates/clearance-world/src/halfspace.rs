//! Halfspaces in scenes: floors and walls without an end.
//!
//! What is not in a halfspace is convex, so a union of parts is as far from it as the nearest of its parts, and as deep in it as the deepest:
//! the signed distance is exact for any body. A halfspace has no box but all of space, so that each body is asked about each halfspace.

use clearance::query::motion::Motion;
use clearance::query::{Impact, ToiOptions};
use clearance::{Bounds, Halfspace, Proximity, Real, Space};

use crate::ask::Arrivals;
use crate::between::Between;
use crate::body::Geometry;
use crate::parts::{Placed, collides, part, part_count};

/// What is between a halfspace and a bounded body, either of which may be the first; `None` for two bounded bodies, and for two halfspaces.
pub(crate) fn between<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Between<V>> {
    match (a.geometry, b.geometry) {
        (Geometry::Halfspace(_), Geometry::Halfspace(_)) => None,
        (Geometry::Halfspace(half), _) => Some(above(half, a, b)),
        (_, Geometry::Halfspace(half)) => Some(swapped(above(half, b, a))),
        _ => None,
    }
}

/// The least signed distance of the parts: the true one is between the least lower and the least upper bound.
fn above<V: Space>(half: &Halfspace<V>, own: Placed<'_, V>, body: Placed<'_, V>) -> Between<V> {
    let ask = |i: u32| half.signed_distance(own.pose, &*part(body.geometry, i), body.pose);
    let (mut nearest, mut best) = (0, ask(0));
    let (mut bounds, mut met, mut open) = (best.bounds, collides(&best) == Some(true), collides(&best).is_none());
    for i in 1..part_count(body.geometry) as u32 {
        let found = ask(i);
        bounds = least(bounds, found.bounds);
        (met, open) = (met || collides(&found) == Some(true), open || collides(&found).is_none());
        if found.signed_distance < best.signed_distance {
            (nearest, best) = (i, found);
        }
    }
    let collides = if met { Some(true) } else { (!open).then_some(false) };
    let signed_distance = Some(best.signed_distance);
    Between { parts: [0, nearest], signed_distance, bounds, collides, proximity: Proximity { bounds, ..best } }
}

fn least<T: Real>(a: Bounds<T>, b: Bounds<T>) -> Bounds<T> {
    Bounds { lower: a.lower.min(b.lower), upper: a.upper.min(b.upper) }
}

fn swapped<V: Space>(between: Between<V>) -> Between<V> {
    let [a, b] = between.parts;
    Between { parts: [b, a], proximity: between.proximity.swapped(), ..between }
}

/// When a body and a halfspace first meet, either of which may be the first and may move; `None` for two bounded bodies, and for two halfspaces.
pub(crate) fn first_contact<V: Space>(
    a: (&Geometry<V>, &dyn Motion<V>),
    b: (&Geometry<V>, &dyn Motion<V>),
    options: &ToiOptions<V::Scalar>,
) -> Option<([u32; 2], Impact<V>)> {
    match (a.0, b.0) {
        (Geometry::Halfspace(_), Geometry::Halfspace(_)) => None,
        (Geometry::Halfspace(half), _) => Some(reached((half, a.1), b, options)),
        (_, Geometry::Halfspace(half)) => {
            let ([i, j], impact) = reached((half, b.1), a, options);
            Some(([j, i], impact.swapped()))
        }
        _ => None,
    }
}

/// The first contact of the parts of a body.
fn reached<V: Space>(
    (half, motion): (&Halfspace<V>, &dyn Motion<V>),
    (geometry, of_body): (&Geometry<V>, &dyn Motion<V>),
    options: &ToiOptions<V::Scalar>,
) -> ([u32; 2], Impact<V>) {
    let (mut arrivals, mut least, mut work) = (Arrivals::new(), V::Scalar::INFINITY, 0);
    for i in 0..part_count(geometry) as u32 {
        let impact = half.time_of_impact(motion, (&*part(geometry, i), of_body), options);
        match &impact {
            Impact::NoContact { lower, iterations } => (least, work) = (least.min(*lower), work + iterations),
            Impact::Hit(encounter) | Impact::Undecided(encounter) => work += encounter.iterations,
        }
        arrivals.add(V::Scalar::ZERO, i, impact);
    }
    match arrivals.finish(|part| part) {
        Some((part, mut impact, bracket, _)) => {
            if let Impact::Hit(encounter) | Impact::Undecided(encounter) = &mut impact {
                (encounter.bracket.lower, encounter.iterations) = (bracket.lower, work);
            }
            ([0, part], impact)
        }
        None => ([0, 0], Impact::NoContact { lower: least, iterations: work }),
    }
}
