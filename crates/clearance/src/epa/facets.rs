//! Growth on polytopes: until the nearest facet is one of the difference itself and holds the projection of the origin.

use super::Grow;
use super::{CachedPolytope, Expansion, Facet, Growth, Penetration, Run, Watch, corners};
use crate::contact::{Contact, enough};
use crate::goal::Goal;
use crate::math::{Each, Real};
use crate::newton::Lowest;
use crate::simplex::{Simplex, convex};

impl<V: Grow> Run<'_, V> {
    /// Expands the nearest facet until it proves final. Among final facets of the same distance (several directions tie
    /// in a lattice of boxes) the search continues to one that holds the projection of the origin, which gives the
    /// witness points.
    pub(super) fn expand_to_facet(
        mut self,
        hull: &mut V::Growth,
        goal: &Goal<V::Scalar>,
        kept: Option<&mut CachedPolytope>,
        watch: &mut Watch<'_, V>,
    ) -> Penetration<V> {
        let slack = V::Scalar::TWO * self.m.frame.point_error;
        // Points that stand out no more than that are points of the facet's plane.
        let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * self.m.frame.size;
        // A final facet with the weights of the origin's projection.
        let mut chosen: Option<(Facet<V>, [V::Scalar; 3])> = None;
        let mut floor: Option<V::Scalar> = None;
        let mut tied = false;
        let mut expansions = 0;
        while let Some(facet) = hull.nearest() {
            let lowest = floor.map_or(facet.floor, |f| f.min(facet.floor));
            let parallel = |c: &Facet<V>| c.normal.dot(facet.normal) > V::Scalar::from_f64(0.999);
            if let Some((best, _)) = &chosen
                && facet.floor > best.distance + slack
            {
                break;
            }
            if expansions >= goal.max_iterations || self.is_enough(lowest, goal) {
                floor = Some(lowest);
                break;
            }
            if !facet.steady {
                let point = self.support(facet.normal);
                if let Some(watch) = watch {
                    watch(Expansion::new(&self, hull, &facet, &point));
                }
                let higher = facet.normal.dot(point.w) - facet.distance > rounding;
                let known = facet.corners[..V::DIM].iter().any(|&i| hull.points()[i as usize].same(&point));
                if higher && !known && hull.insert(facet.index, point) {
                    expansions += 1;
                    continue;
                }
                if !facet.refined {
                    hull.refine(facet.index);
                    continue;
                }
            }
            hull.retire(facet.index);
            floor = Some(lowest);
            tied |= chosen.as_ref().is_some_and(|(best, _)| !parallel(best));
            let weights = V::barycentric_of(facet.corners.each(|i| hull.points()[i as usize].w), V::DIM);
            let inside = least::<V>(&weights);
            if chosen.as_ref().is_none_or(|(_, weights)| inside > least::<V>(weights)) {
                chosen = Some((facet, weights));
            }
            // The weights of a projection on a common edge are zero but for rounding.
            if inside >= V::Scalar::from_f64(-64.0) * V::Scalar::UNIT {
                tied |= hull.nearest().is_some_and(|next| next.floor <= facet.distance + slack && !parallel(&next));
                break;
            }
        }
        if let Some(kept) = kept {
            kept.remember::<V>(hull);
        }
        self.conclude(hull, chosen, floor, tied)
    }

    /// Whether the caller's own tolerance is met; the default asks for the exact facet.
    fn is_enough(&self, floor: V::Scalar, goal: &Goal<V::Scalar>) -> bool {
        goal.absolute > V::Scalar::ZERO
            && self.best.is_some_and(|b| goal.is_met(b.height - floor, b.height, V::Scalar::ZERO))
    }

    fn conclude(
        mut self,
        hull: &mut V::Growth,
        chosen: Option<(Facet<V>, [V::Scalar; 3])>,
        floor: Option<V::Scalar>,
        tied: bool,
    ) -> Penetration<V> {
        let facet = chosen.map(|(facet, _)| facet).or_else(|| hull.nearest());
        let mut simplex = facet.map_or(Simplex::new(hull.points()[0]), |f| corners(&f, hull.points()));
        let mut weights = chosen.map_or_else(|| simplex.weights(), |(_, weights)| convex(weights));
        let (normal, ceiling) = self.best.map_or((V::axis(0), self.m.frame.size), |b| (b.normal, b.height));
        // A final facet's normal and distance are computed more carefully than a support plane's.
        let (mut normal, height) = chosen.map_or((normal, ceiling), |(f, _)| (f.normal, f.distance));
        let floor = floor.unwrap_or(-self.m.frame.size);
        let miss = simplex.points().zip(&weights).fold(normal * -height, |miss, (p, &weight)| miss + p.w * weight);
        if !(miss.norm() <= enough(self.m.frame.size)) {
            let contact = self.settled(Contact::new(Lowest { normal, height }, simplex));
            (normal, simplex, weights) = (contact.plane.normal, contact.simplex, contact.simplex.weights());
        }
        Penetration { normal, height, ceiling, floor, simplex, weights, evaluations: self.evaluations, tied }
    }
}

pub(super) fn least_weight<V: Grow>(simplex: &Simplex<V>) -> V::Scalar {
    least::<V>(&V::barycentric(simplex))
}

pub(super) fn least<V: Grow>(weights: &[V::Scalar; 3]) -> V::Scalar {
    weights[..V::DIM].iter().fold(V::Scalar::ONE, |least, &weight| least.min(weight))
}
