//! Boxes, and boxes with segments: answered by a formula for their difference.

use super::request::{Memory, Pair, Request, Termination};
use super::solution::{Core, Swept};
use super::steps;
use crate::closed_form::{self, Found};
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::math::Real;
use crate::proximity::{Feature, Proximity};
use crate::simplex::FeaturePair;
use crate::support::SupportExt;

/// The answer by a formula for the difference, first by the features that were nearest, if they still are; by steps where there is none.
pub(crate) fn in_closed_form<V: Dimension>(
    (a, b, b_in_a): Pair<'_, V>,
    request: &Request<'_, V::Scalar>,
    memory: &mut Memory<'_, V>,
    termination: &mut Termination,
) -> Proximity<V> {
    let pair = Swept { m: Difference::new(a, b, b_in_a), radius: [a.radius(), b.radius()] };
    let goal = pair.goal(request.max, request.options);
    if let Some(cached) = memory.warm.standing(&pair.m).filter(|cached| cached.holds(&pair.m, &goal)) {
        termination.beyond = cached.lower > goal.cutoff;
        return pair.standing(&cached);
    }
    // Looked at where it lies, since it is large too.
    let Some(found) = &closed_form::signed_distance(&pair.m) else {
        return steps::remembered((a, b, b_in_a), request, memory, termination);
    };
    if closed_form::are_boxes(&a.body, &b.body) {
        memory.warm.remember_sum(&found.sum);
    }
    termination.beyond = found.lower > goal.cutoff;
    pair.found(found)
}

impl<V: Dimension> Swept<'_, V> {
    /// From a formula.
    #[inline]
    pub(crate) fn found(&self, found: &Found<V>) -> Proximity<V> {
        let Found { normal, lower, upper, .. } = *found;
        let core = Core { normal, distance: found.distance.max(lower).min(upper), lower, upper };
        let (a, b, sum) = (self.m.a, self.m.b, &found.sum);
        let features = match sum.spread {
            FeaturePair::Unknown => return self.assemble(&core, sum, 1, found.unique),
            FeaturePair::FaceOfA => {
                [Feature::of_face(a, sum.ids[0], sum.weights), Feature::of_corner(b, sum.ids[1], sum.weights)]
            }
            FeaturePair::FaceOfB => {
                [Feature::of_corner(a, sum.ids[0], sum.weights), Feature::of_face(b, sum.ids[1], sum.weights)]
            }
            FeaturePair::Edges => {
                [Feature::of_edge(a, sum.ids[0], sum.weights), Feature::of_edge(b, sum.ids[1], sum.weights)]
            }
        };
        self.assembled(&core, [sum.a, sum.b], features, 1, found.unique)
    }
}
