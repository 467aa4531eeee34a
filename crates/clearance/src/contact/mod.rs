//! Where two bodies touch, given a support plane next to the right one: the points whose weighted sum is the projection
//! of the origin on the plane.
//!
//! A support plane gives the depth or the distance, not where the bodies touch it: a flat face needs the right three of
//! its corners, a ring of ties a pair that no step happened to see, and where the surface is nearly flat even the next
//! representable direction is supported somewhere else. On the face itself the question is GJK again, one dimension
//! lower: the support point along the normal tilted towards what is missing is the face's extreme point in that
//! direction.

mod askew;
mod nearest;

use crate::difference::{Difference, Vertex};
use crate::math::{Real, Vector};
use crate::newton::{Lowest, Polished, Round, polished};
use crate::simplex::{Reduce, Simplex, robust};
use crate::support::Hint;

/// The most support points for one tilt: a face is two-dimensional, and its corners are found like those of a polygon.
const BUDGET: u32 = 16;

/// Planes from which the point that touches them is looked for.
const PLANES: u32 = 8;

/// Each tilt is this many times the one before.
const LARGER: f64 = 64.0;

/// A support plane, points of the difference, and how far their weighted sum is from the projection of the origin on
/// it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact<V: Vector> {
    pub plane: Lowest<V>,
    pub simplex: Simplex<V>,
    pub miss: V::Scalar,
}

impl<V: Reduce> Contact<V> {
    /// A plane with the points that are thought to touch it.
    pub fn new(plane: Lowest<V>, simplex: Simplex<V>) -> Self {
        let miss = (simplex.weighted_sum() - plane.normal * plane.height).norm();
        Contact { plane, simplex, miss }
    }

    /// The points with the plane that their own weighted sum is perpendicular to, on the same side as `plane`.
    fn upright(m: &Difference<'_, V>, plane: &Lowest<V>, simplex: Simplex<V>) -> Self {
        let sum = simplex.weighted_sum();
        let direction = if sum.dot(plane.normal) < V::Scalar::ZERO { -sum } else { sum };
        let normal = direction.normalized();
        let height = normal.dot(m.support(normal, [Hint::NONE; 2]).w);
        Contact::new(Lowest { normal, height }, simplex)
    }

    /// The one that misses less.
    pub fn nearer(self, other: Self) -> Self {
        if other.miss < self.miss { other } else { self }
    }
}

/// The error of a contact that is as good as the points.
pub(crate) fn enough<T: Real>(size: T) -> T {
    T::from_f64(24.0) * T::UNIT * size
}

/// The best contact that can be made of a lowest plane and a contact near it; the number of support points asked for.
pub(crate) fn settled<V: Reduce>(m: &Difference<'_, V>, lowest: Lowest<V>, best: Contact<V>) -> (Contact<V>, u32) {
    let (best, evaluations) = found(m, lowest, best);
    if best.miss <= enough(m.frame.size) {
        return (best, evaluations);
    }
    let (best, asked) = pursued(m, lowest, best);
    (best, evaluations + asked)
}

/// The contact of a plane at the point at a depth along its normal that is inside of the difference, as all points are
/// that are no farther than its least height; the number of support points asked for. Its points miss each other by
/// what the depth is less than the plane's height.
pub(crate) fn at_depth<V: Reduce>(
    m: &Difference<'_, V>,
    plane: Lowest<V>,
    depth: V::Scalar,
    known: &Simplex<V>,
) -> (Contact<V>, u32) {
    let (vertex, asked) = nearest::nearest_to(m, plane.normal * depth, known);
    (Contact::new(plane, Simplex::new(vertex)), asked)
}

/// The contact as above, for a search that continues afterwards: without the last means, which takes many support
/// points.
pub(crate) fn found<V: Reduce>(m: &Difference<'_, V>, lowest: Lowest<V>, best: Contact<V>) -> (Contact<V>, u32) {
    let (mut best, mut evaluations) = straightened(m, lowest, best);
    let enough = enough(m.frame.size);
    let valid = |c: &Contact<V>| c.plane.height <= lowest.height + enough;
    if best.miss > enough
        && let Some(found) = polished(m, lowest)
    {
        evaluations += found.evaluations;
        for contact in borne(m, &found) {
            if valid(&contact) {
                best = best.nearer(contact);
            }
        }
    }
    if best.miss > enough {
        let round = Round::find(m, lowest.normal);
        for normal in m.flat_normals(lowest.normal).chain(round.flat_normals(m, lowest.normal)) {
            evaluations += 1;
            let contact = on_flat(m, normal);
            if valid(&contact) {
                best = best.nearer(contact);
            }
        }
    }
    (best, evaluations)
}

/// The contact at the point of the difference nearest to the projection of the origin, from plane to plane as long as
/// they get lower.
#[cold]
fn pursued<V: Reduce>(m: &Difference<'_, V>, mut plane: Lowest<V>, mut best: Contact<V>) -> (Contact<V>, u32) {
    let enough = enough(m.frame.size);
    let (mut evaluations, mut simplex) = (0, best.simplex);
    for _ in 0..PLANES {
        let (vertex, asked) = nearest::nearest_to(m, plane.normal * plane.height, &simplex);
        evaluations += asked + 1;
        simplex = Simplex::new(vertex);
        best = best.nearer(Contact::new(plane, simplex));
        let upright = Contact::upright(m, &plane, simplex);
        let is_lower = upright.plane.height < plane.height;
        if upright.plane.height <= plane.height + enough {
            best = best.nearer(upright);
        }
        if best.miss <= enough || !is_lower {
            break;
        }
        plane = upright.plane;
    }
    (best, evaluations)
}

/// The contact by the points around it alone, without memory from the heap.
pub(crate) fn straightened<V: Reduce>(
    m: &Difference<'_, V>,
    lowest: Lowest<V>,
    mut best: Contact<V>,
) -> (Contact<V>, u32) {
    let enough = enough(m.frame.size);
    let mut evaluations = 0;
    // A plane is as good as the lowest if it is not higher but for rounding.
    let valid = |c: &Contact<V>| c.plane.height <= lowest.height + enough;
    let mut tilt = V::Scalar::from_f64(128.0) * V::Scalar::UNIT;
    let mut simplex = best.simplex;
    while best.miss > enough {
        evaluations += 1;
        let upright = Contact::upright(m, &lowest, simplex);
        if valid(&upright) {
            best = best.nearer(upright);
        }
        if tilt > V::Scalar::UNIT.sqrt() {
            break;
        }
        evaluations += around(m, &best.plane, tilt, &mut simplex);
        best = best.nearer(Contact::new(best.plane, simplex));
        tilt *= V::Scalar::from_f64(LARGER);
    }
    (best, evaluations)
}

/// The contact on a flat end with a round border, next to the projection of the origin.
fn on_flat<V: Reduce>(m: &Difference<'_, V>, normal: V) -> Contact<V> {
    let plane = Lowest { normal, height: normal.dot(m.support(normal, [Hint::NONE; 2]).w) };
    let vertex = Round::find(m, normal).nearest_on_flat(m, normal, normal * plane.height);
    Contact::new(plane, Simplex::new(vertex))
}

/// The contacts of a plane and of the upright one with the points that bear it.
fn borne<V: Reduce>(m: &Difference<'_, V>, found: &Polished<V>) -> impl Iterator<Item = Contact<V>> {
    let normal = found.plane.normal;
    let plane = Lowest { normal, height: normal.dot(m.support(normal, [Hint::NONE; 2]).w) };
    let simplex = seen_from_projection(m, normal, found.points.iter());
    let contacts = simplex.map(|simplex| [Contact::new(plane, simplex), Contact::upright(m, &plane, simplex)]);
    contacts.into_iter().flatten()
}

/// The simplex of at most three points, reduced to those that span the point nearest to the projection of the origin on
/// the planes along a normal.
fn seen_from_projection<'p, V: Reduce>(
    m: &Difference<'_, V>,
    normal: V,
    points: impl Iterator<Item = &'p Vertex<V>>,
) -> Option<Simplex<V>> {
    let mut flattened = points.map(|p| Vertex { w: p.w - normal * normal.dot(p.w), ..*p });
    let mut simplex = Simplex::new(flattened.next()?);
    flattened.for_each(|point| simplex.push(point));
    simplex.keep(robust::nearest(&simplex));
    placed(m, &simplex)
}

/// The points of a simplex where their sources have them.
fn placed<V: Reduce>(m: &Difference<'_, V>, simplex: &Simplex<V>) -> Option<Simplex<V>> {
    let mut points = simplex.points().map(|p| m.placed(p));
    let mut found = Simplex::new(points.next()?);
    points.for_each(|point| found.push(point));
    Some(found)
}

/// Brings points of the face of the difference along a plane's normal around the projection of the origin, beginning
/// with those of the simplex that lie in it; the number of support points.
fn around<V: Reduce>(m: &Difference<'_, V>, plane: &Lowest<V>, tilt: V::Scalar, known: &mut Simplex<V>) -> u32 {
    let (normal, height) = (plane.normal, plane.height);
    let enough = enough(m.frame.size);
    // Points of the face seen from the projection.
    let flattened = |p: &Vertex<V>| Vertex { w: p.w - normal * normal.dot(p.w), ..*p };
    let slack = enough.max(tilt * m.frame.size);
    let mut on_plane = known.points().filter(|p| height - normal.dot(p.w) <= slack).take(V::DIM);
    let mut evaluations = 0;
    let first = on_plane.next().copied().unwrap_or_else(|| {
        evaluations += 1;
        m.support(normal, [Hint::NONE; 2])
    });
    let mut simplex = Simplex::new(flattened(&first));
    for point in on_plane {
        simplex.push(flattened(point));
    }
    simplex.keep(robust::nearest(&simplex));
    while evaluations < BUDGET {
        let gap = -simplex.nearest;
        let length = gap.norm();
        if length <= enough {
            break;
        }
        evaluations += 1;
        let point = m.support(normal + gap * (tilt / length), [Hint::NONE; 2]);
        let before = simplex;
        simplex.push(flattened(&point));
        simplex.keep(robust::nearest(&simplex));
        if !(simplex.nearest.norm() < length) {
            simplex = before;
            break;
        }
    }
    if let Some(found) = placed(m, &simplex) {
        *known = found;
    }
    evaluations
}
