//! Growth on curved cores: until the polytope proves the depth to the tolerance; the value itself comes from the
//! curvature.

use super::Grow;
use super::revolution::Revolving;
use super::{Expansion, Facet, Growth, Penetration, Run, Watch, corners};
use crate::contact::{Contact, at_depth, enough};
use crate::goal::Goal;
use crate::math::Real;
use crate::newton::{ActiveSet, Lowest};
use crate::simplex::Simplex;

/// The most second-order steps of one descent.
pub(super) const ATTEMPT: u32 = 24;

/// The most expansions for the sake of the witness points alone.
const EXTRA: u32 = 48;

/// The most expansions on round bodies: where these do not end it, caps prove more in less time. Twins that are hulls
/// of round bodies take 2.1 ms with 512, 5.4 with 4096; with 128 others, whose polytope would soon be fine enough, take
/// up to five times as long.
const ON_ROUND: u32 = 512;

/// The most expansions on two bodies of revolution, whose cells of polar angles and azimuths prove more in less time.
const ON_REVOLVING: u32 = 128;

impl<V: Grow> Run<'_, V> {
    /// Expands the nearest facet until no direction can be deeper by more than the tolerance. Each time a lower support
    /// plane is found, the curvature leads from it to the local minimum.
    pub(super) fn expand_to_tolerance(
        mut self,
        mut hull: V::Growth,
        goal: &Goal<V::Scalar>,
        watch: &mut Watch<'_, V>,
    ) -> Penetration<V> {
        let mut floor = -self.m.frame.size;
        let mut last = None;
        let mut contact = Contact::new(self.lowest(), Simplex::new(hull.points()[0]));
        let mut expansions = 0;
        let mut extra = 0;
        let (mut is_round, mut revolving) = (false, None);
        while let Some(facet) = hull.nearest() {
            if !facet.refined {
                hull.refine(facet.index);
                continue;
            }
            let proven = self.is_proven(facet.floor, goal);
            is_round = is_round || expansions == ON_ROUND && self.is_round();
            if expansions == ON_REVOLVING {
                revolving = revolving.or_else(|| Revolving::of(self.m));
            }
            let spent = is_round || revolving.is_some() || expansions >= goal.max_iterations;
            if extra == 0 {
                floor = facet.floor;
                last = Some(facet);
                if spent || proven {
                    // The polytope proves less than its finest facet shows of the minimum.
                    contact = self.descend(&facet, &mut hull, &contact.simplex);
                }
            }
            let lowest = self.lowest();
            if contact.plane.normal != lowest.normal {
                contact = Contact::new(lowest, contact.simplex);
            }
            contact = contact.nearer(Contact::new(lowest, corners(&facet, hull.points())));
            if spent || proven {
                extra += 1;
            }
            // Where a flat face decides, its facet may not yet reach to the projection of the origin.
            if extra > 0 && (contact.miss <= enough(self.m.frame.size) || extra > EXTRA) {
                break;
            }
            let before = self.best.map(|b| b.height);
            let point = self.support(facet.normal);
            if let Some(watch) = watch {
                watch(Expansion::new(&self, &hull, &facet, &point));
            }
            if !hull.insert(facet.index, point) {
                hull.retire(facet.index);
                if extra == 0 {
                    extra = 1;
                }
                continue;
            }
            expansions += 1;
            if self.best.map(|b| b.height) != before {
                contact = self.descend(&facet, &mut hull, &contact.simplex);
            }
        }
        let is_wide = |run: &Self, floor: V::Scalar| run.lowest().height - floor > goal.absolute;
        let tolerance = goal.absolute * V::Scalar::HALF;
        if is_wide(&self, floor)
            && let Some(bodies) = revolving.or_else(|| Revolving::of(self.m))
        {
            floor = floor.max(self.turned(&bodies, tolerance, goal.max_iterations));
        }
        if is_wide(&self, floor) && (is_round || self.is_round()) {
            floor = floor.max(self.covered(tolerance, goal.max_iterations));
        }
        let tied = last.is_none_or(|f| self.best.is_none_or(|b| b.normal.dot(f.normal) < V::Scalar::from_f64(0.99)));
        let contact = self.lowest_contact(contact, floor);
        let height = contact.plane.height;
        let (normal, simplex, weights) = (contact.plane.normal, contact.simplex, contact.simplex.weights());
        Penetration {
            normal,
            height,
            ceiling: height.min(self.lowest().height),
            floor,
            simplex,
            weights,
            evaluations: self.evaluations,
            tied,
        }
    }

    /// The contact at the lowest plane, or a known one whose points are better. No height is below `floor`, so where
    /// the points of the plane are not found, those at that depth along its normal are, whichever normal that is.
    fn lowest_contact(&mut self, known: Contact<V>, floor: V::Scalar) -> Contact<V> {
        let (lowest, enough) = (self.lowest(), enough(self.m.frame.size));
        let known = self.settled(known);
        let found =
            if lowest.height >= known.plane.height { known } else { self.settled(Contact::new(lowest, known.simplex)) };
        // The contact at another minimum may have better points, but its plane is not the one that proves the depth.
        let found = if known.plane.height <= lowest.height + enough && found.miss > enough {
            known.nearer(found)
        } else {
            found
        };
        if found.miss <= enough || !(floor > V::Scalar::ZERO) {
            return found;
        }
        let (inner, evaluations) = at_depth(self.m, found.plane, floor.min(found.plane.height), &found.simplex);
        self.evaluations += evaluations;
        found.nearer(inner)
    }

    /// The lowest support plane found.
    pub(super) fn lowest(&self) -> Lowest<V> {
        self.best.unwrap_or(Lowest { normal: V::axis(0), height: self.m.frame.size })
    }

    fn is_proven(&self, floor: V::Scalar, goal: &Goal<V::Scalar>) -> bool {
        self.best.is_some_and(|b| goal.is_met(b.height - floor, b.height, V::Scalar::ZERO))
    }

    /// Follows the curvature from the lowest support plane to the local minimum; every point found joins the polytope.
    /// The best contact there, `known` points included.
    fn descend(&mut self, facet: &Facet<V>, hull: &mut V::Growth, known: &Simplex<V>) -> Contact<V> {
        let best = self.lowest();
        let newest = self.patches.iter().rev().find(|p| p.direction == best.normal);
        let near = facet.corners[..V::DIM].iter().map(|&i| hull.points()[i as usize].w);
        let corners = near.filter_map(|w| self.patches.iter().find(|p| p.vertex.w == w));
        let mut pieces = ActiveSet::new(newest.into_iter().chain(corners));
        let mut found = alloc::vec::Vec::new();
        let best = pieces.descend(self.m, best, ATTEMPT, |patch, _| found.push(*patch));
        self.best = Some(best);
        self.evaluations += found.len() as u32;
        for patch in found {
            let w = patch.vertex.w;
            self.patches.push(patch);
            let seen = hull.facets().find(|f| f.normal.dot(w) > f.distance).map(|f| f.index);
            if let Some(index) = seen {
                hull.insert(index, patch.vertex);
            }
        }
        let known = Contact::new(best, *known);
        pieces.simplex().map_or(known, |simplex| known.nearer(Contact::new(best, simplex)))
    }
}
