//! The expanding polytope algorithm: a polytope inside the difference grows until its facet nearest to the origin is
//! one of the difference itself.
//!
//! G. van den Bergen, Proximity queries and penetration depth computation on 3D game objects, 2001; here in the form of
//! A. Casalino, How to use the GJK_EPA class, 2019, Algorithm 3: the support point along the nearest facet's outward
//! normal either is in the polytope already, which ends the search, or replaces the facets that it sees by a cone.
//!
//! **Where it fails.** Which facets a point sees is decided by rounded heights: nearly coplanar facets (boxes on boxes)
//! can be seen wrongly, the polytope folds over, and a depth too small comes out. Curved shapes have no last facet, so
//! the number of expansions is the end. A difference without volume has no first polytope. And a facet of the
//! difference where edge meets edge is a parallelogram: the search may end at a triangle of it that does not hold the
//! foot of the origin, then the depth is right and the witness points are not. So it is with 10 of 162 random pairs of
//! polytopes of 14 and 9 vertices.

mod polytope;
mod start;

pub use polytope::{Facet, Polytope};

use clearance::{Real, Space, Support, Vector};

use crate::difference::{Difference, Vertex};
use crate::gjk::Simplex;
use crate::lift::lifted;
use crate::subalgorithm::{DistanceSubalgorithm, Plex};

/// When to end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options<T> {
    /// Also if the support plane is above the facet by at most this part of its height; the paper waits for a point to
    /// reoccur. Default `64u`: heights of coplanar points differ by rounding.
    pub relative: T,
    /// Maximum number of expansions. Default 256: the polytopes of Table 2 need at most 60, and every one looks at all
    /// facets.
    pub max_expansions: u32,
}

impl<T: Real> Default for Options<T> {
    fn default() -> Self {
        Options { relative: T::from_f64(64.0) * T::UNIT, max_expansions: 256 }
    }
}

/// What an expansion decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The support point joins the polytope.
    Expand,
    /// The nearest facet is one of the difference: its support point is known already or no higher.
    Final,
    /// The difference has no volume, so the bodies touch only.
    Flat,
    /// No facet is left, or the nearest one is too thin for weights: the end, without an answer.
    Stuck,
    /// The expansions are used up.
    Limit,
}

impl Verdict {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Expand => "expand",
            Verdict::Final => "final",
            Verdict::Flat => "flat",
            Verdict::Stuck => "stuck",
            Verdict::Limit => "limit",
        }
    }
}

/// One expansion, in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expansion<'p, V: Vector> {
    /// Counted from 0.
    pub iteration: u32,
    /// The polytope before it.
    pub polytope: &'p Polytope<V>,
    /// The number of the facet nearest to the origin.
    pub facet: usize,
    /// The foot of the origin in its plane.
    pub nearest: V,
    /// The support point along its outward normal.
    pub support: Vertex<V>,
    /// The height of the facet: the depth of the cores is no less.
    pub lower: V::Scalar,
    /// The least height of a support plane so far: the depth of the cores is no more.
    pub upper: V::Scalar,
    /// What happens next.
    pub verdict: Verdict,
}

/// The depth of the cores, in A's frame; radii are not included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration<V: Vector> {
    /// The height of the last facet.
    pub depth: V::Scalar,
    /// Its outward unit normal: B separates along it.
    pub normal: V,
    /// Witness point on A.
    pub witness_a: V,
    /// Witness point on B.
    pub witness_b: V,
    /// How often the polytope was expanded.
    pub expansions: u32,
    /// Evaluations of the support mapping of the difference.
    pub supports: u32,
    /// How it ended.
    pub verdict: Verdict,
}

/// Grows a polytope from the last simplex of the loop and shows every expansion to `observe`.
pub fn penetration<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    difference: Difference<'_, V, A, B>,
    simplex: &Simplex<V>,
    options: &Options<V::Scalar>,
    mut observe: impl FnMut(&Expansion<'_, V>),
) -> Penetration<V> {
    let (first, mut supports) = start::first(&difference, simplex);
    let mut polytope = match first {
        Ok(polytope) => polytope,
        Err(normal) => {
            let (witness_a, witness_b) = (simplex.weighted(|p| p.a), simplex.weighted(|p| p.b));
            let (depth, verdict) = (V::Scalar::ZERO, Verdict::Flat);
            return Penetration { depth, normal, witness_a, witness_b, expansions: 0, supports, verdict };
        }
    };
    let (mut iteration, mut upper, mut last) = (0, V::Scalar::INFINITY, polytope.facets()[0]);
    loop {
        let Some((facet, found)) = polytope.nearest() else {
            return ended(&polytope, last, Verdict::Stuck, [iteration, supports]);
        };
        last = found;
        let support = difference.support(found.normal, polytope.vertices()[found.corners[0]].ids);
        supports += 1;
        let top = found.normal.dot(support.w);
        upper = upper.min(top);
        let verdict = match () {
            _ if !found.height.is_finite() => Verdict::Stuck,
            _ if polytope.vertices().iter().any(|vertex| vertex.same(&support)) => Verdict::Final,
            _ if top - found.height <= options.relative * top => Verdict::Final,
            _ if iteration >= options.max_expansions => Verdict::Limit,
            _ => Verdict::Expand,
        };
        let (nearest, lower) = (found.normal * found.height, found.height);
        observe(&Expansion { iteration, polytope: &polytope, facet, nearest, support, lower, upper, verdict });
        if verdict != Verdict::Expand {
            return ended(&polytope, found, verdict, [iteration, supports]);
        }
        polytope.expand(support);
        iteration += 1;
        // By rounded heights every facet may see the point.
        if polytope.facets().is_empty() {
            return ended(&polytope, found, Verdict::Stuck, [iteration, supports]);
        }
    }
}

/// The witness points of the last facet: case b of the plex update on its corners.
fn ended<V: Space>(
    polytope: &Polytope<V>,
    facet: Facet<V>,
    verdict: Verdict,
    [expansions, supports]: [u32; 2],
) -> Penetration<V> {
    let corners: Vec<Vertex<V>> = facet.corners().iter().map(|&i| polytope.vertices()[i]).collect();
    let points: Vec<_> = corners.iter().map(|corner| lifted(corner.w)).collect();
    let weights = Plex.reduce(&points, V::DIM).map(|reduced| reduced.lambdas);
    let verdict = if weights.is_none() { Verdict::Stuck } else { verdict };
    let lambdas = weights.unwrap_or([V::Scalar::ONE, V::Scalar::ZERO, V::Scalar::ZERO, V::Scalar::ZERO]);
    let weighted = |part: fn(&Vertex<V>) -> V| {
        corners.iter().zip(lambdas).fold(V::ZERO, |sum, (corner, lambda)| sum + part(corner) * lambda)
    };
    let (witness_a, witness_b) = (weighted(|p| p.a), weighted(|p| p.b));
    Penetration { depth: facet.height, normal: facet.normal, witness_a, witness_b, expansions, supports, verdict }
}
