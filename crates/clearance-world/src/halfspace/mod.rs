//! Halfspaces in scenes: floors and walls without an end.
//!
//! What is not in a halfspace is convex, so a union of parts is as far from it as the nearest of its parts, and as deep
//! in it as the deepest: the signed distance is exact for any body. A halfspace has no box but all of space, so that
//! each body is checked against each halfspace.

mod parts;

use std::cell::Cell;

use clearance::enclosure::Aabb;
use clearance::query::motion::Motion;
use clearance::query::{Branch, ContactOptions, Impact, Manifold, MovingPair, Overlap, Pair, PoseGradient, ToiOptions};
use clearance::{Bounds, Halfspace, Proximity, Real, Shape, Space};

use crate::answer::{Between, collides};
use crate::arrivals::Arrivals;
use crate::body::Body;
use crate::many::box_around;
use crate::parts::{Placed, hull, part, part_count, tree};
use parts::LeastHeights;

/// A halfspace and a bounded body; whether the halfspace is the second.
struct PlaneAndBody<'s, V: Space> {
    half: &'s Halfspace<V>,
    plane: Placed<'s, V>,
    body: Placed<'s, V>,
    swapped: bool,
}

impl<'s, V: Space> PlaneAndBody<'s, V> {
    /// `None` for two bounded bodies, and for two halfspaces.
    fn of(a: Placed<'s, V>, b: Placed<'s, V>) -> Option<Self> {
        match (a.body.as_halfspace(), b.body.as_halfspace()) {
            (Some(half), None) => Some(PlaneAndBody { half, plane: a, body: b, swapped: false }),
            (None, Some(half)) => Some(PlaneAndBody { half, plane: b, body: a, swapped: true }),
            _ => None,
        }
    }

    /// Asks about the hull of the body.
    fn pair<R>(&self, first: impl FnOnce(Pair<'_, V, Halfspace<V>, Shape<V>>) -> R, swapped: impl FnOnce(R) -> R) -> R {
        let found = first(Pair::in_world((self.half, self.plane.pose), (&*hull(self.body.body), self.body.pose)));
        if self.swapped { swapped(found) } else { found }
    }
}

/// What is between a halfspace and a bounded body, either of which may be the first; `None` for two bounded bodies, and
/// for two halfspaces.
pub(crate) fn between<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Between<V>> {
    let sides = PlaneAndBody::of(a, b)?;
    let found = above(sides.half, sides.plane, sides.body);
    Some(if sides.swapped { found.swapped() } else { found })
}

/// The least signed distance of the parts: the true one is between the least lower and the least upper bound of those
/// that are queried, since others are proven to be above the latter.
fn above<V: Space>(half: &Halfspace<V>, own: Placed<'_, V>, body: Placed<'_, V>) -> Between<V> {
    let ask = |i: u32| Pair::in_world((half, own.pose), (&*part(body.body, i), body.pose)).signed_distance();
    let (mut nearest, mut best) = (0, ask(0));
    let (mut bounds, mut met, mut open) = (best.bounds, collides(&best) == Some(true), collides(&best).is_none());
    let mut add = |i: u32| {
        let found = ask(i);
        bounds = least(bounds, found.bounds);
        (met, open) = (met || collides(&found) == Some(true), open || collides(&found).is_none());
        if (found.signed_distance, i) < (best.signed_distance, nearest) {
            (nearest, best) = (i, found);
        }
        bounds.upper
    };
    let heights = tree(body.body).and_then(|tree| Some((tree, LeastHeights::new(half, own, body, &tree.bounds())?)));
    match heights {
        Some((tree, heights)) => {
            tree.best_items(|bounds| heights.above(bounds), V::Scalar::INFINITY, |i, _| add(i));
        }
        None => (1..part_count(body.body) as u32).for_each(|i| {
            add(i);
        }),
    }
    let collides = if met { Some(true) } else { (!open).then_some(false) };
    let signed_distance = Some(best.signed_distance);
    Between { parts: [0, nearest], signed_distance, bounds, collides, proximity: Proximity { bounds, ..best } }
}

fn least<T: Real>(a: Bounds<T>, b: Bounds<T>) -> Bounds<T> {
    Bounds { lower: a.lower.min(b.lower), upper: a.upper.min(b.upper) }
}

/// The contact of a halfspace and a bounded body, either of which may be the first; `None` for two bounded bodies, and
/// for two halfspaces.
///
/// What is not in a halfspace is convex, so a body touches it where its hull does.
pub(crate) fn contact<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    options: &ContactOptions<V::Scalar>,
) -> Option<Manifold<V>> {
    Some(PlaneAndBody::of(a, b)?.pair(|pair| pair.contact(options), Manifold::swapped))
}

/// The derivative of the signed distance of a halfspace and a bounded body; `None` for two bounded bodies, and for two
/// halfspaces.
///
/// That of its hull, which has the same points next to the plane.
pub(crate) fn gradient<V: Space>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<PoseGradient<V>> {
    Some(PlaneAndBody::of(a, b)?.pair(|pair| pair.gradient(), swapped))
}

/// A derivative with the bodies exchanged.
fn swapped<V: Space>(found: PoseGradient<V>) -> PoseGradient<V> {
    let branches = found.branches.into_iter().map(|Branch { normal, pairs }| {
        let pairs = pairs.into_iter().map(|[p, q]| [q, p]).collect();
        Branch { normal: -normal, pairs }
    });
    PoseGradient { proximity: found.proximity.swapped(), branches: branches.collect(), ..found }
}

/// When a body and a halfspace first meet, either of which may be the first and may move; `None` for two bounded
/// bodies, and for two halfspaces.
pub(crate) fn first_contact<V: Space>(
    a: (&Body<V>, &dyn Motion<V>),
    b: (&Body<V>, &dyn Motion<V>),
    options: &ToiOptions<V::Scalar>,
) -> Option<([u32; 2], Impact<V>)> {
    match (a.0.as_halfspace(), b.0.as_halfspace()) {
        (Some(half), None) => Some(reached((half, a.1), b, options)),
        (None, Some(half)) => {
            let ([i, j], impact) = reached((half, b.1), a, options);
            Some(([j, i], impact.swapped()))
        }
        _ => None,
    }
}

/// The first contact of a body.
fn reached<V: Space>(
    (half, own): (&Halfspace<V>, &dyn Motion<V>),
    body: (&Body<V>, &dyn Motion<V>),
    options: &ToiOptions<V::Scalar>,
) -> ([u32; 2], Impact<V>) {
    // What is not in a halfspace is convex: a hull that does not touch it says so for the body.
    let ask = |shape: &Shape<V>| MovingPair::new((half, own), (shape, body.1)).options(*options).time_of_impact();
    if options.initial_overlap == Overlap::Counts
        && part_count(body.0) > 1
        && let impact @ Impact::NoContact { .. } = ask(&hull(body.0))
    {
        return ([0, 0], impact);
    }
    reached_by_parts((half, own), body, options)
}

/// The first contact of the parts of a body: of those whose boxes come first down its tree, until no box may come
/// before a part that does.
fn reached_by_parts<V: Space>(
    (half, motion): (&Halfspace<V>, &dyn Motion<V>),
    (body, of_body): (&Body<V>, &dyn Motion<V>),
    options: &ToiOptions<V::Scalar>,
) -> ([u32; 2], Impact<V>) {
    let ask = |shape: &Shape<V>, options: ToiOptions<V::Scalar>| {
        MovingPair::new((half, motion), (shape, of_body)).options(options).time_of_impact()
    };
    // The least lower bound of the distance of what has no contact, and the iterations so far.
    let free = Cell::new((V::Scalar::INFINITY, 0));
    let note = |lower: V::Scalar, iterations: u32| {
        let (least, work) = free.get();
        free.set((least.min(lower), work + iterations));
    };
    let noted = |impact: &Impact<V>| match impact {
        Impact::NoContact { lower, iterations } => note(*lower, *iterations),
        Impact::Hit(encounter) | Impact::Undecided(encounter) => note(V::Scalar::INFINITY, encounter.iterations),
    };
    let mut arrivals = Arrivals::new();
    let mut add = |i: u32| {
        let impact = ask(&part(body, i), *options);
        noted(&impact);
        arrivals.add(V::Scalar::ZERO, i, impact);
        arrivals.limit().min(V::Scalar::ONE)
    };
    // What is in a box does not come before the box, which may overlap where its parts do not.
    let entry = |bounds: &Aabb<V>| {
        let Ok(shape) = box_around(bounds) else { return V::Scalar::ZERO };
        let impact = ask(&shape, ToiOptions { initial_overlap: Overlap::Counts, ..*options });
        noted(&impact);
        impact.encounter().map_or(V::Scalar::INFINITY, |encounter| encounter.bracket.lower)
    };
    match tree(body) {
        Some(tree) => {
            tree.best_items(entry, V::Scalar::ONE, |i, _| add(i));
        }
        None => (0..part_count(body) as u32).for_each(|i| {
            add(i);
        }),
    }
    let (least, work) = free.get();
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
