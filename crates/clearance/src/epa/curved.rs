//! Growth on curved cores: until the polytope proves the depth to the tolerance; the value itself comes from the curvature.

use super::{Expansion, Facet, Goal, Growth, Penetration, Run, corners};
use crate::gjk::Simplex;
use crate::math::{Real, Vector};
use crate::newton::Pieces;
use crate::space::Space;
use crate::support::Support;

/// At most so many second-order steps for one descent.
const ATTEMPT: u32 = 24;

/// At most so many expansions for the sake of the witness points alone.
const EXTRA: u32 = 48;

/// The points that come closest to the foot of the origin on the lowest support plane.
struct Contacts<V: Vector> {
    best: Simplex<V>,
    miss: V::Scalar,
}

impl<V: Space> Contacts<V> {
    fn offer<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &mut self,
        run: &Run<'_, V, A, B>,
        simplex: Option<Simplex<V>>,
    ) {
        // The plane may have changed since the last offer.
        self.miss = run.miss(&self.best);
        if let Some(simplex) = simplex {
            let miss = run.miss(&simplex);
            if miss < self.miss {
                (self.best, self.miss) = (simplex, miss);
            }
        }
    }
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Run<'_, V, A, B> {
    /// Expands the nearest facet until no direction can be deeper by more than the tolerance. Each time a lower support plane
    /// is found, the curvature leads from it to the local minimum.
    pub(super) fn expand_to_tolerance(
        mut self,
        mut hull: V::Growth,
        goal: &Goal<V::Scalar>,
        mut observe: impl FnMut(Expansion<'_, V>),
    ) -> Penetration<V> {
        let mut floor = -self.m.size;
        let mut last = None;
        let mut contacts = Contacts { best: Simplex::new(hull.points()[0]), miss: V::Scalar::INFINITY };
        let enough = V::Scalar::from_f64(64.0) * V::Scalar::UNIT * self.m.size;
        let mut expansions = 0;
        let mut extra = 0;
        while let Some(facet) = hull.nearest() {
            if !facet.refined {
                hull.refine(facet.index);
                continue;
            }
            let proven = self.is_proven(facet.floor, goal);
            if extra == 0 {
                floor = facet.floor;
                last = Some(facet);
                if expansions >= goal.max_expansions || proven {
                    // The polytope proves less than its finest facet tells of the minimum.
                    let contact = self.descend(&facet, &mut hull);
                    contacts.offer(&self, contact);
                }
            }
            contacts.offer(&self, Some(corners(&facet, hull.points())));
            if expansions >= goal.max_expansions || proven {
                extra += 1;
            }
            // Where a flat face decides, its facet may not yet reach to the foot of the origin.
            if extra > 0 && (contacts.miss <= enough || extra > EXTRA) {
                break;
            }
            let before = self.best.map(|b| b.height);
            let point = self.support(facet.normal);
            observe(Expansion::new(&self, &hull, &facet, &point));
            if !hull.insert(facet.index, point) {
                hull.retire(facet.index);
                if extra == 0 {
                    extra = 1;
                }
                continue;
            }
            expansions += 1;
            if self.best.map(|b| b.height) != before {
                let contact = self.descend(&facet, &mut hull);
                contacts.offer(&self, contact);
            }
        }
        let tied = last.is_none_or(|f| self.best.is_none_or(|b| b.normal.dot(f.normal) < V::Scalar::from_f64(0.99)));
        let (normal, height) = self.best.map_or((V::axis(0), self.m.size), |b| (b.normal, b.height));
        let simplex = self.completed((normal, height), contacts.best, contacts.miss);
        Penetration { normal, height, ceiling: height, floor, simplex, evaluations: self.evaluations, tied }
    }

    fn is_proven(&self, floor: V::Scalar, goal: &Goal<V::Scalar>) -> bool {
        self.best.is_some_and(|b| b.height - floor <= goal.absolute.max(goal.relative * b.height))
    }

    /// How far the weighted sum of the points is from the foot of the origin on the lowest support plane.
    fn miss(&self, simplex: &Simplex<V>) -> V::Scalar {
        self.best.map_or(V::Scalar::INFINITY, |b| (simplex.weighted_sum() - b.normal * b.height).norm())
    }

    /// Follows the curvature from the lowest support plane to the local minimum; every point found joins the polytope. The
    /// points on which the minimum rests.
    fn descend(&mut self, facet: &Facet<V>, hull: &mut V::Growth) -> Option<Simplex<V>> {
        let best = self.best?;
        let newest = self.patches.iter().rev().find(|p| p.direction == best.normal);
        let near = facet.corners[..V::DIM].iter().map(|&i| hull.points()[i as usize].w);
        let known = near.filter_map(|w| self.patches.iter().find(|p| p.vertex.w == w));
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
        pieces.simplex()
    }
}
