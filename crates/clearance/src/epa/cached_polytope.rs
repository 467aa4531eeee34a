//! The polytope of a finished growth, kept for the next pose of the same pair.
//!
//! Its vertices are vertices of the difference at any pose, and its facets stay a closed surface whatever the vertices
//! do. While the origin is behind every facet, that surface surrounds it: seen from the origin all facets have the same
//! sense, so their directions cover the sphere. Then a ray along any `n` leaves through a facet at a point `x` of the
//! difference, and `h(n) ≥ n·x = |x|` is at least that facet's distance: the smallest of these bounds the depth from
//! below, convex or not. One support point shows whether the nearest facet is still one of the difference. If it stands
//! out, the facet is replaced by three through the point, a few times; otherwise the growth begins anew.

use alloc::vec::Vec;

use super::Grow;
use super::facets::least_weight;
use super::{Growth, Penetration, Seen};
use crate::difference::{Difference, Vertex};
use crate::math::{Each, Real};
use crate::simplex::Simplex;
use crate::support::Hint;

/// Facets replaced before giving up: about as much work as growing anew.
const SPLITS: u32 = 12;

/// What is kept: numbers only.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CachedPolytope {
    vertices: Vec<[Hint; 2]>,
    facets: Vec<[u32; 3]>,
}

impl CachedPolytope {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.facets.clear();
    }

    /// Whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.facets.is_empty()
    }

    /// Keeps a polytope, if all its vertices have numbers.
    pub fn remember<V: Grow>(&mut self, hull: &V::Growth) {
        self.clear();
        if hull.points().iter().all(|point| point.ids[0] != Hint::NONE && point.ids[1] != Hint::NONE) {
            self.vertices.extend(hull.points().iter().map(|point| point.ids));
            self.facets.extend(hull.facets().map(|facet| facet.corners));
        }
    }

    /// The penetration at a new pose, if the surface still proves it; what is kept is then up to date.
    pub fn penetration<V: Grow>(&mut self, m: &Difference<'_, V>) -> Option<Penetration<V>> {
        let mut points = Vec::with_capacity(self.vertices.len() + SPLITS as usize);
        for &ids in &self.vertices {
            points.push(m.vertex(ids)?);
        }
        let mut facets = Vec::with_capacity(self.facets.len() + 2 * SPLITS as usize);
        for corners in &self.facets {
            facets.push(behind::<V>(&points, corners)?);
        }
        for evaluations in 1..=SPLITS {
            let lowest = (0..facets.len()).reduce(|l, i| if facets[i].floor < facets[l].floor { i } else { l })?;
            let (corners, facet) = (self.facets[lowest], facets[lowest]);
            let near = corners[0] as usize;
            let point = m.support(facet.normal, points[near].ids);
            let higher =
                facet.normal.dot(point.w) - facet.distance > V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.frame.size;
            if higher && !corners[..V::DIM].iter().any(|&i| points[i as usize].same(&point)) {
                let apex = points.len() as u32;
                points.push(point);
                self.vertices.push(point.ids);
                // The facet gives way to those through the point and all but one of its corners.
                for side in 0..V::DIM {
                    let mut through = corners;
                    through[side] = apex;
                    if V::DIM == 2 {
                        through[2] = through[0];
                    }
                    let seen = behind::<V>(&points, &through)?;
                    if side == 0 {
                        (self.facets[lowest], facets[lowest]) = (through, seen);
                    } else {
                        self.facets.push(through);
                        facets.push(seen);
                    }
                }
                continue;
            }
            let ceiling = facet.normal.dot(point.w) / facet.normal.norm();
            let at = |corners: &[u32; 3]| corners.each(|i| points[i as usize]);
            let (simplex, plane) = simplex_of::<V>(at(&corners))?;
            let (floor, tied) = self.floor::<V>(&points, &facets, &plane, V::Scalar::TWO * m.frame.point_error)?;
            let Seen { normal, distance: height, .. } = plane;
            let weights = simplex.weights();
            return Some(Penetration { normal, height, ceiling, floor, simplex, weights, evaluations, tied });
        }
        None
    }

    /// The distance that no facet is below, where those that rounding puts below the final one are computed better, and
    /// whether a facet elsewhere is as near; `None` if one is nearer.
    fn floor<V: Grow>(
        &self,
        points: &[Vertex<V>],
        facets: &[Seen<V>],
        plane: &Seen<V>,
        slack: V::Scalar,
    ) -> Option<(V::Scalar, bool)> {
        let (mut floor, mut tied) = (plane.floor, false);
        for (corners, facet) in self.facets.iter().zip(facets) {
            if facet.floor > plane.distance + slack {
                continue;
            }
            let fine = V::Growth::fine_plane(corners.each(|i| points[i as usize].w));
            floor = floor.min(fine.floor.max(facet.floor));
            tied |= !(fine.normal.dot(plane.normal) > V::Scalar::from_f64(0.999));
        }
        (floor >= plane.floor - slack).then_some((floor, tied))
    }
}

/// A facet that the origin is certainly behind.
fn behind<V: Grow>(points: &[Vertex<V>], corners: &[u32; 3]) -> Option<Seen<V>> {
    let seen = V::Growth::plane(corners.each(|i| points[i as usize].w));
    (seen.floor > V::Scalar::ZERO).then_some(seen)
}

/// The simplex of a facet and its plane at its best, if it holds the projection of the origin.
fn simplex_of<V: Grow>(corners: [Vertex<V>; 3]) -> Option<(Simplex<V>, Seen<V>)> {
    let plane = V::Growth::fine_plane(corners.each(|point| point.w));
    let mut simplex = Simplex::new(corners[0]);
    for point in &corners[1..V::DIM] {
        simplex.push(*point);
    }
    simplex.nearest = plane.normal * plane.distance;
    simplex.squared = simplex.nearest.norm_squared();
    (least_weight(&simplex) >= V::Scalar::ZERO).then_some((simplex, plane))
}
