//! Penetration by signed hull growth: EPA (G. van den Bergen 2001) that cannot fail.
//!
//! The depth is `min h(n)` over unit directions, `h` the support function of the difference. A polytope inside the difference
//! gives a lower bound, the smallest *signed* distance of its facets from the origin; each support plane gives an upper one. The
//! nearest facet is asked for the support point along its normal, which either proves it final or grows the polytope.
//!
//! **Departures.** Distances are signed, so the origin need not be inside to begin: any simplex does, and one that rounding has
//! put beside the origin is overtaken, not an error. Which facets a new point sees is decided by exact orientation signs of the
//! computed points, so the polytope is a convex hull in exact arithmetic: no inverted facet, no gap, no limit on its size. A
//! difference without volume has depth zero, found on the way to the first simplex. Curved cores get second-order steps
//! ([`crate::newton`]) from the best facet, which settle the upper bound; the polytope then only has to prove it.
//!
//! **Termination.** Each growth adds a new vertex of the difference; polytopes have finitely many. Curved cores end by tolerance
//! or by [`Options::max_expansions`](crate::Options::max_expansions), with valid bounds either way.

pub(crate) mod dim2;
pub(crate) mod dim3;

use crate::difference::{Difference, Vertex};
use crate::gjk::Simplex;
use crate::math::{Real, Vector};
use crate::newton::{Lowest, Patch, Pieces};
use crate::space::Space;
use crate::support::{Hint, Support};

/// A facet of the growing polytope.
#[derive(Clone, Copy, Debug)]
pub struct Facet<V: Vector> {
    pub index: usize,
    /// Its vertices' numbers; two in the plane.
    pub corners: [u32; 3],
    /// Outward and unit.
    pub normal: V,
    /// The signed distance of its plane from the origin.
    pub distance: V::Scalar,
    /// Never above the distance of the exact plane through the computed points.
    pub floor: V::Scalar,
}

/// The dimension's part: a convex polytope of computed points, exact in its topology.
pub trait Growth<V: Vector>: Sized {
    /// The polytope of D + 1 affinely independent points.
    fn new(points: &[Vertex<V>]) -> Self;
    /// Whether `w` is outside the flat through at most D points, exactly.
    fn independent(flat: &[Vertex<V>], w: V) -> bool;
    /// The facet with the lowest floor, which stays part of the polytope.
    fn nearest(&mut self) -> Option<Facet<V>>;
    /// Grows by a point if it lies strictly beyond the facet.
    fn insert(&mut self, facet: usize, point: Vertex<V>) -> bool;
    /// All facets.
    fn facets(&self) -> impl Iterator<Item = Facet<V>>;
    /// The vertices by their numbers.
    fn points(&self) -> &[Vertex<V>];
}

/// When to stop; lengths are scaled like the difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal<T> {
    /// Enough if the gap is at most this part of the depth.
    pub relative: T,
    /// Enough if the gap is at most this.
    pub absolute: T,
    pub max_expansions: u32,
}

/// What is known of the depth of the cores, scaled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Penetration<V: Vector> {
    /// The unit direction of the smallest support plane found: outward of the difference, the way B gets free.
    pub normal: V,
    /// Its height, the best estimate of the depth; negative if the origin turned out to be outside.
    pub height: V::Scalar,
    /// The height of the lowest support plane: the depth is at most that, but for rounding.
    pub ceiling: V::Scalar,
    /// No direction's height is smaller, but for the points' errors.
    pub floor: V::Scalar,
    /// The facet, or the flat, that holds the foot of the origin.
    pub simplex: Simplex<V>,
    pub evaluations: u32,
    /// Another direction, not a neighbour of this one, is as good.
    pub tied: bool,
}

/// The penetration of two cores, from any simplex of their difference.
pub(crate) fn penetration<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    seed: &Simplex<V>,
    goal: &Goal<V::Scalar>,
) -> Penetration<V> {
    let mut run = Run { m, evaluations: 0, best: None, patches: alloc::vec::Vec::new() };
    let mut points = alloc::vec::Vec::with_capacity(4);
    for point in seed.points() {
        if points.is_empty() || V::Growth::independent(&points, point.w) {
            points.push(*point);
        }
    }
    while points.len() <= V::DIM {
        match run.leave_flat(&points) {
            Ok(point) => points.push(point),
            Err(normal) => return run.flat(normal, seed, &points),
        }
    }
    run.grow(V::Growth::new(&points), goal)
}

/// At most so many second-order steps for one descent.
const ATTEMPT: u32 = 24;

struct Run<'m, V: Vector, A: ?Sized, B: ?Sized> {
    m: &'m Difference<'m, V, A, B>,
    evaluations: u32,
    /// The lowest support plane.
    best: Option<Lowest<V>>,
    /// What curved support points know about themselves.
    patches: alloc::vec::Vec<Patch<V>>,
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Run<'_, V, A, B> {
    /// The support point along a unit direction; remembers the lowest plane.
    fn support(&mut self, normal: V) -> Vertex<V> {
        self.evaluations += 1;
        let point = if self.m.polytopal {
            self.m.support(normal, [Hint::NONE; 2])
        } else {
            let patch = Patch::find(self.m, normal);
            self.patches.push(patch);
            patch.vertex
        };
        let height = normal.dot(point.w) / normal.norm();
        if self.best.is_none_or(|lowest| height < lowest.height) {
            self.best = Some(Lowest { normal, height });
        }
        point
    }

    /// A support point outside the flat of these points, or a normal along which the difference has no extent.
    fn leave_flat(&mut self, points: &[Vertex<V>]) -> Result<Vertex<V>, V> {
        let mut directions = [V::ZERO; 3];
        let spanned = orthonormal(points);
        let mut count = 0;
        for normal in complement(&spanned[..points.len() - 1]) {
            directions[count] = normal;
            count += 1;
        }
        for &normal in &directions[..count] {
            for direction in [normal, -normal] {
                let point = self.support(direction);
                if V::Growth::independent(points, point.w) {
                    return Ok(point);
                }
            }
        }
        Err(directions[0])
    }

    /// The answer for a difference without volume: it has no depth.
    fn flat(self, normal: V, seed: &Simplex<V>, points: &[Vertex<V>]) -> Penetration<V> {
        let height = normal.dot(points[0].w);
        let (normal, height) = if height > V::Scalar::ZERO { (-normal, -height) } else { (normal, height) };
        Penetration {
            normal,
            height,
            ceiling: height,
            floor: height,
            simplex: *seed,
            evaluations: self.evaluations,
            tied: true,
        }
    }

    fn grow(mut self, mut hull: V::Growth, goal: &Goal<V::Scalar>) -> Penetration<V> {
        let mut expansions = 0;
        let mut final_facet = None;
        while let Some(facet) = hull.nearest() {
            final_facet = Some(facet);
            if expansions >= goal.max_expansions || self.close_to(facet.floor, goal) {
                break;
            }
            let before = self.best.map(|b| b.height);
            let point = self.support(facet.normal);
            if self.close_to(facet.floor, goal) || !hull.insert(facet.index, point) {
                break;
            }
            expansions += 1;
            if !self.m.polytopal && self.best.map(|b| b.height) != before {
                self.polish(&facet, &mut hull);
            }
        }
        if let Some(facet) = final_facet.filter(|_| !self.m.polytopal) {
            // The polytope proves less than its finest facets tell of the minimum.
            self.polish(&facet, &mut hull);
        }
        self.finish(&hull, final_facet)
    }

    fn close_to(&self, floor: V::Scalar, goal: &Goal<V::Scalar>) -> bool {
        self.best.is_some_and(|b| b.height - floor <= goal.absolute.max(goal.relative * b.height))
    }

    /// Follows the curvature from the best direction to the local minimum; every point found joins the polytope.
    fn polish(&mut self, facet: &Facet<V>, hull: &mut V::Growth) {
        let Some(best) = self.best else { return };
        let newest = self.patches.iter().rev().find(|p| p.direction == best.normal);
        let corners = facet.corners[..V::DIM].iter().map(|&i| hull.points()[i as usize].w);
        let known = corners.filter_map(|w| self.patches.iter().find(|p| p.vertex.w == w));
        let mut pieces = Pieces::new(newest.into_iter().chain(known));
        let mut found = alloc::vec::Vec::new();
        self.best = Some(pieces.descend(self.m, best, ATTEMPT, |patch, _| found.push(*patch)));
        self.evaluations += found.len() as u32;
        for patch in found {
            let w = patch.vertex.w;
            self.patches.push(patch);
            let seen = hull.facets().find(|f| f.normal.dot(w) > f.distance).map(|f| f.index);
            if let Some(index) = seen {
                hull.insert(index, patch.vertex);
            }
        }
    }

    /// Picks the facet that holds the foot of the origin among those that are as near as the best.
    fn finish(mut self, hull: &V::Growth, nearest: Option<Facet<V>>) -> Penetration<V> {
        let Some(best) = self.best else { return self.unknown(hull) };
        let Some(nearest) = nearest else { return self.unknown(hull) };
        let within = nearest.distance.max(best.height) + V::Scalar::TWO * self.m.point_error;
        let mut chosen = (nearest, -V::Scalar::INFINITY);
        let mut tied = false;
        let corner = |i: u32| hull.points()[i as usize];
        for facet in hull.facets().filter(|f| f.floor <= within) {
            tied |= facet.normal.dot(nearest.normal) < V::Scalar::from_f64(0.99);
            let inside = self.least_weight(&facet, hull);
            if inside > chosen.1 {
                chosen = (facet, inside);
            }
        }
        let facet = chosen.0;
        let mut simplex = Simplex::new(corner(facet.corners[0]));
        for &i in &facet.corners[1..V::DIM] {
            simplex.push(corner(i));
        }
        simplex.nearest = facet.normal * facet.distance;
        simplex.squared = simplex.nearest.norm_squared();
        // If the facet's plane is a support plane, as low as any, its normal and distance are computed more carefully.
        let slack = V::Scalar::TWO * self.m.point_error;
        let same = (best.height - facet.distance).abs() <= slack
            && (facet.normal == best.normal || {
                let point = self.support(facet.normal);
                facet.normal.dot(point.w) - facet.distance <= slack
            });
        let (normal, height) = if same { (facet.normal, facet.distance) } else { (best.normal, best.height) };
        Penetration {
            normal,
            height,
            ceiling: best.height,
            floor: nearest.floor,
            simplex,
            evaluations: self.evaluations,
            tied,
        }
    }

    /// A polytope always has a facet and a plane; were it not so, nothing would be known.
    fn unknown(&self, hull: &V::Growth) -> Penetration<V> {
        Penetration {
            normal: V::axis(0),
            height: V::Scalar::ZERO,
            ceiling: self.m.size,
            floor: -self.m.size,
            simplex: Simplex::new(hull.points()[0]),
            evaluations: self.evaluations,
            tied: true,
        }
    }

    fn least_weight(&self, facet: &Facet<V>, hull: &V::Growth) -> V::Scalar {
        let mut simplex = Simplex::new(hull.points()[facet.corners[0] as usize]);
        for &i in &facet.corners[1..V::DIM] {
            simplex.push(hull.points()[i as usize]);
        }
        let weights = V::barycentric(&simplex);
        weights[..V::DIM].iter().fold(V::Scalar::ONE, |least, &w| least.min(w))
    }
}

/// Orthonormal directions that span the differences of at most three points (Gram–Schmidt).
fn orthonormal<V: Vector>(points: &[Vertex<V>]) -> [V; 2] {
    let mut basis = [V::ZERO; 2];
    for (i, point) in points.iter().enumerate().skip(1).take(2) {
        // Twice is enough (W. Kahan): the second pass removes what rounding left of the first.
        let mut rest = (point.w - points[0].w).normalized();
        for _ in 0..2 {
            rest = (rest - basis[0] * basis[0].dot(rest)).normalized();
        }
        basis[i - 1] = rest;
    }
    basis
}

/// Orthonormal directions perpendicular to the given orthonormal ones.
fn complement<V: Vector>(spanned: &[V]) -> impl Iterator<Item = V> {
    let mut known = [V::ZERO; 3];
    known[..spanned.len()].copy_from_slice(spanned);
    (spanned.len()..V::DIM).map(move |k| {
        let rest = |i: usize| {
            let mut axis = V::axis(i);
            for _ in 0..2 {
                for &d in &known {
                    axis = axis - d * d.dot(axis);
                }
            }
            axis
        };
        let best = (0..V::DIM).fold(0, |b, i| if rest(i).norm_squared() > rest(b).norm_squared() { i } else { b });
        known[k] = rest(best).normalized();
        known[k]
    })
}
