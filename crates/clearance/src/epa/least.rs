//! All support planes that are as low as the lowest: the directions along which the depth is attained.
//!
//! On polytopes these are the facets of the difference at the least distance from the origin, so growth continues until
//! no facet of a lower floor is left. On curved cores each facet leads to the local minimum below it by second-order
//! steps; facets next to a known minimum are not looked at again.

use alloc::vec::Vec;

use super::Grow;
use super::{Facet, Growth, Run};
use crate::difference::Difference;
use crate::math::Real;
use crate::newton::{ActiveSet, Evaluation, Lowest};

/// No more directions than that are listed: lattices of boxes have up to 26, rings of them have no end.
const MOST: usize = 32;

/// Expansions for the list of a curved pair; polytopes end by themselves.
const EXPANSIONS: u32 = 1024;

/// Minima of curved pairs that are closer than that, as a chord of directions, are not distinguished: the polytope
/// would have to grow finer than their distance.
const SAME_CURVED: f64 = 1.0 / 64.0;

/// Directions of least support planes.
pub(crate) struct LeastPlanes<V> {
    pub normals: Vec<V>,
    /// Whether the search ended because there are no others.
    pub complete: bool,
}

/// The unit directions along which the difference reaches no farther than `ceiling + slack`, beginning with `known`;
/// the difference reaches `ceiling` along `known`, and less nowhere.
pub(crate) fn least_planes<V: Grow>(
    m: &Difference<'_, V>,
    known: V,
    ceiling: V::Scalar,
    slack: V::Scalar,
) -> LeastPlanes<V> {
    let mut run = Run { m, evaluations: 0, best: None, patches: Vec::new() };
    let mut points = alloc::vec![run.support(known)];
    while points.len() <= V::DIM {
        match run.leave_flat(&points) {
            Ok(point) => points.push(point),
            // Without volume there is no depth, on either side; at its border there are more normals.
            Err(_) => return LeastPlanes { normals: alloc::vec![known, -known], complete: false },
        }
    }
    let Some(mut hull) = V::Growth::new(&points, m.frame.size) else {
        return LeastPlanes { normals: alloc::vec![known], complete: false };
    };
    let mut found = LeastPlanes { normals: alloc::vec![known], complete: true };
    let mut expansions = 0;
    loop {
        let Some(facet) = hull.nearest().filter(|facet| facet.floor <= ceiling + slack) else { return found };
        if found.normals.len() >= MOST || (!m.polytopal && expansions >= EXPANSIONS) {
            break;
        }
        if !m.polytopal && found.holds(facet.normal, V::Scalar::from_f64(SAME_CURVED)) {
            hull.retire(facet.index);
            continue;
        }
        let point = run.support(facet.normal);
        let grown = rises(&facet, point.w, m.frame.size) && hull.insert(facet.index, point);
        expansions += u32::from(grown);
        if m.polytopal {
            if !grown && !facet.refined {
                hull.refine(facet.index);
            } else if !grown {
                hull.retire(facet.index);
                found.add(facet.normal, V::Scalar::from_f64(16.0) * V::Scalar::UNIT.sqrt());
            }
            continue;
        }
        if !grown {
            hull.retire(facet.index);
        }
        let height = facet.normal.dot(point.w);
        let lowest = run.lowest_below(Lowest { normal: facet.normal, height });
        if lowest.height <= ceiling + slack {
            found.add(lowest.normal, V::Scalar::from_f64(SAME_CURVED));
        }
    }
    found.complete = false;
    found
}

/// Whether a point stands out of a facet's plane by more than rounding.
fn rises<V: Grow>(facet: &Facet<V>, w: V, size: V::Scalar) -> bool {
    facet.normal.dot(w) - facet.distance > V::Scalar::from_f64(4.0) * V::Scalar::UNIT * size
}

impl<V: Grow> LeastPlanes<V> {
    fn holds(&self, normal: V, chord: V::Scalar) -> bool {
        self.normals.iter().any(|known| (*known - normal).norm() <= chord)
    }
    fn add(&mut self, normal: V, chord: V::Scalar) {
        if !self.holds(normal, chord) {
            self.normals.push(normal);
        }
    }
}

impl<V: Grow> Run<'_, V> {
    /// The local minimum that the curvature leads to from a plane.
    fn lowest_below(&mut self, plane: Lowest<V>) -> Lowest<V> {
        let first = Evaluation::find(self.m, plane.normal);
        ActiveSet::new(core::iter::once(&first)).descend(self.m, plane, super::curved::ATTEMPT, |_, _| ())
    }
}
