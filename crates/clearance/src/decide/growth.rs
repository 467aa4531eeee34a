//! The facet of a Minkowski difference nearest to the origin inside it, by exact growth of a hull.
//!
//! The hull of known vertices of `M` contains the origin. Its nearest facet is a lower bound of the depth; if no vertex
//! of `M` lies beyond the facet's plane, it is a facet of `M` and the minimum. Otherwise the vertex beyond joins the
//! hull, which happens finitely often. (Expanding polytopes: G. van den Bergen, Proximity queries and penetration depth
//! computation on 3D game objects, 2001; here every sign is exact, so the topology cannot break.)
//!
//! Only strictly visible facets are removed. A new facet is never degenerate: a vertex on the line of a horizon edge
//! would lie in the plane of the edge's removed facet, which then would not be strictly visible.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::difference::{Difference, Stop, Vertex};
use super::simplex::{edge_weights, face_weights};
use super::surroundings::{Surroundings, spanning};
use crate::exact::number::Leading;
use crate::exact::{Exact, ExactVector};
use crate::math::Vector;

/// How to leave `M` on the shortest way.
pub(super) struct Exit {
    /// Outward normal of the facet, of any length.
    pub normal: ExactVector,
    /// Numerator and denominator of the squared depth.
    pub squared: [Exact; 2],
    /// Vertices that span the projection of the origin on the facet, with its weights times a common factor.
    pub simplex: Vec<Vertex>,
    /// See `simplex`.
    pub weights: Vec<Exact>,
    /// Whether the origin has no other nearest point on the boundary.
    pub single: bool,
}

impl Exit {
    /// Depth zero along the normal of a plane that bounds `M`, through the origin that the simplex spans.
    pub fn along(normal: ExactVector, simplex: Vec<Vertex>, weights: Vec<Exact>) -> Self {
        Exit { normal, squared: [Exact::ZERO, Exact::ONE], simplex, weights, single: true }
    }
}

/// A facet of the hull: as many corners as dimensions.
pub(super) struct Facet {
    corners: Vec<usize>,
    pub normal: ExactVector,
    /// `n·p` on the facet, not negative.
    pub level: Exact,
    /// `(n·p)²/(n·n)` to about fifty bits.
    squared: Leading,
}

/// The nearest facet of `M`, of which `simplex` spans the origin, by `weights` unless it is as large as can be.
pub(super) fn nearest_exit<V>(
    difference: &Difference<'_, V>,
    simplex: Vec<Vertex>,
    weights: Vec<Exact>,
) -> Result<Exit, Stop>
where
    V: Vector,
{
    let vertices = match spanning(difference, simplex.clone())? {
        Surroundings::Hull(vertices) => vertices,
        // A flat M is left at once, along its normal.
        Surroundings::Plane(normal) => return Ok(Exit::along(normal, simplex, weights)),
    };
    let mut hull = Hull::new(vertices);
    loop {
        let nearest = hull.nearest();
        let Facet { normal, level, .. } = &hull.facets[nearest];
        match difference.beyond(normal, level)? {
            Some(vertex) => hull.insert(vertex),
            None => return hull.exit(nearest, difference),
        }
    }
}

/// A direction perpendicular to the affine hull of at most `dimension` affinely independent vertices.
pub(super) fn across(vertices: &[Vertex], dimension: usize) -> ExactVector {
    let edge = |i: usize| &vertices[i].point - &vertices[0].point;
    match (vertices.len(), dimension) {
        (2, 2) => edge(1).cross(&ExactVector::axis(2)),
        (2, _) => {
            let e = edge(1);
            let axes = (0..3).map(|i| e.cross(&ExactVector::axis(i)));
            axes.max_by_key(ExactVector::norm_squared).unwrap_or(ExactVector::ZERO)
        }
        (3, 3) => edge(1).cross(&edge(2)),
        _ => ExactVector::axis(0),
    }
}

/// A growing hull that holds the origin.
pub(super) struct Hull {
    pub vertices: Vec<Vertex>,
    /// The sum of the first vertices, one more than dimensions: inside when divided by their number.
    inside: ExactVector,
    initial: Exact,
    pub facets: Vec<Facet>,
}

impl Hull {
    /// The hull of affinely independent vertices, one more than dimensions.
    pub fn new(vertices: Vec<Vertex>) -> Self {
        let inside = vertices.iter().fold(ExactVector::ZERO, |sum, vertex| &sum + &vertex.point);
        let count = vertices.len();
        let mut hull = Hull { vertices, inside, initial: Exact::new(count as f64), facets: Vec::new() };
        for left_out in 0..count {
            hull.add((0..count).filter(|&i| i != left_out).collect());
        }
        hull
    }

    fn add(&mut self, corners: Vec<usize>) {
        let points: Vec<&ExactVector> = corners.iter().map(|&i| &self.vertices[i].point).collect();
        let normal = match points[..] {
            [a, b, c] => (b - a).cross(&(c - a)),
            [a, b] => (b - a).cross(&ExactVector::axis(2)),
            _ => return,
        };
        let level = normal.dot(points[0]);
        let inwards = normal.dot(&self.inside) > &level * &self.initial;
        let (normal, level) = (normal.negated_if(inwards), level.negated_if(inwards));
        let squared = level.squared().leading().over(normal.norm_squared().leading());
        self.facets.push(Facet { corners, normal, level, squared });
    }

    /// The facet nearest to the origin.
    fn nearest(&self) -> usize {
        let nearer = |best: usize, i: usize| if self.compare(i, best).is_lt() { i } else { best };
        (1..self.facets.len()).fold(0, nearer)
    }

    /// Compares the distances of two facets: by the leading bits, exactly if these agree to 40 bits.
    fn compare(&self, i: usize, j: usize) -> Ordering {
        let (f, g) = (&self.facets[i], &self.facets[j]);
        if f.level.is_zero() || g.level.is_zero() {
            return f.level.cmp(&g.level);
        }
        const AGREE: f64 = 1.0 / (1u64 << 40) as f64;
        let ratio: f64 = f.squared.over(g.squared).value();
        if ratio > 1.0 + AGREE {
            return Ordering::Greater;
        }
        if ratio < 1.0 - AGREE {
            return Ordering::Less;
        }
        let scaled = |f: &Facet, g: &Facet| &f.level.squared() * &g.normal.norm_squared();
        scaled(f, g).cmp(&scaled(g, f))
    }

    pub fn insert(&mut self, vertex: Vertex) {
        let sees = |facet: &Facet| facet.normal.dot(&vertex.point) > facet.level;
        let (visible, kept): (Vec<Facet>, Vec<Facet>) =
            core::mem::take(&mut self.facets).into_iter().partition(|facet| sees(facet));
        self.facets = kept;
        self.vertices.push(vertex);
        let mut ridges: Vec<Vec<usize>> = visible.iter().flat_map(ridges).collect();
        ridges.sort_unstable();
        for shared in ridges.chunk_by(|a, b| a == b) {
            // A ridge of one visible facet only is part of the horizon.
            if let [ridge] = shared {
                let mut corners = ridge.clone();
                corners.push(self.vertices.len() - 1);
                self.add(corners);
            }
        }
    }

    fn exit<V>(self, nearest: usize, difference: &Difference<'_, V>) -> Result<Exit, Stop>
    where
        V: Vector,
    {
        // If the origin is on the boundary it is itself the nearest point of every facet that ties.
        let mut single = true;
        let inside = !self.facets[nearest].level.is_zero();
        for (i, facet) in self.facets.iter().enumerate() {
            if single && inside && self.compare(i, nearest).is_eq() && !self.coplanar(i, nearest) {
                single = difference.beyond(&facet.normal, &facet.level)?.is_some();
            }
        }
        let holding = (0..self.facets.len()).filter(|&i| self.coplanar(i, nearest)).find_map(|i| self.projection(i));
        // The projection on the nearest plane is in the facet: along the path out of it, a nearer plane would be
        // crossed.
        let (corners, weights) = holding.ok_or(Stop::Inexact)?;
        let simplex = corners.iter().map(|&i| self.vertices[i].clone()).collect();
        let Some(Facet { normal, level, .. }) = self.facets.into_iter().nth(nearest) else { return Err(Stop::Inexact) };
        let squared = [level.squared(), normal.norm_squared()];
        Ok(Exit { normal, squared, simplex, weights, single })
    }

    fn coplanar(&self, i: usize, j: usize) -> bool {
        let Facet { normal, level, .. } = &self.facets[j];
        self.facets[i].corners.iter().all(|&corner| normal.dot(&self.vertices[corner].point) == *level)
    }

    /// The corners and weights of the origin's projection on a facet, if it is in it.
    fn projection(&self, i: usize) -> Option<(Vec<usize>, Vec<Exact>)> {
        let corners = self.facets[i].corners.clone();
        let points: Vec<&ExactVector> = corners.iter().map(|&corner| &self.vertices[corner].point).collect();
        let weights: Vec<Exact> = match points[..] {
            [a, b, c] => face_weights(a, b, c).into(),
            [a, b] => edge_weights(a, b).into(),
            _ => return None,
        };
        weights.iter().all(|weight| weight.sign() >= 0).then_some((corners, weights))
    }
}

/// The ridges of a facet, corners in increasing order.
fn ridges(facet: &Facet) -> Vec<Vec<usize>> {
    let mut corners = facet.corners.clone();
    corners.sort_unstable();
    let without = |left_out: usize| corners.iter().copied().filter(|&corner| corner != left_out).collect();
    corners.iter().map(|&corner| without(corner)).collect()
}
