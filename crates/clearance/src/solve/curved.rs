//! The means of curved cores: their nearest points, Newton's method for smooth ones, and steps.

use super::request::goal;
use super::warm::WarmStart;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::gjk::{self, Closest, ClosestPair, End, Watch};
use crate::goal::Goal;
use crate::math::{Real, Vector};
use crate::options::Options;
use crate::support::{Support, SupportExt};

/// The proof by one support plane that curved cores are beyond the cutoff; `None` where there is none.
#[inline]
pub(crate) fn beyond<V: Dimension>(m: &Difference<'_, V>, goal: &Goal<V::Scalar>, axis: V) -> Option<ClosestPair<V>> {
    if !goal.cutoff.is_finite() {
        return None;
    }
    let first = ClosestPair::along(m, axis, (End::Beyond, 1));
    (first.lower > goal.cutoff).then_some(first)
}

/// What is seen of curved cores without steps: that they are beyond the cutoff, or how far they are apart, by their
/// nearest points.
#[inline]
pub(crate) fn seen<V: Dimension>(
    m: &Difference<'_, V>,
    goal: &Goal<V::Scalar>,
    axis: V,
    watch: &mut Watch<'_, V>,
) -> Option<ClosestPair<V>> {
    beyond(m, goal, axis).or_else(|| gjk::projections::closest(m, goal, watch))
}

/// How far curved cores are apart as smooth ones.
#[inline]
pub(crate) fn smooth<V: Dimension>(
    m: &Difference<'_, V>,
    goal: &Goal<V::Scalar>,
    axis: V,
    watch: &mut Watch<'_, V>,
) -> Option<ClosestPair<V>> {
    let bends = of_one_piece(m.a) && of_one_piece(m.b);
    bends.then(|| gjk::smooth::closest(m, axis, goal, watch)).flatten()
}

/// Whether a core is curved, or a point.
#[inline]
fn of_one_piece<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> bool {
    shape.vertex_count() == 0 || shape.form().point().is_some()
}

/// Whether a pair of points answers the query.
#[inline]
pub(crate) fn is_answer<V: Dimension>(m: &Difference<'_, V>, known: &ClosestPair<V>) -> bool {
    known.end == End::Beyond || known.end == End::Apart && !may_meet(m, known.lower, known.upper)
}

/// Whether bounds of the cores' distance cannot decide whether the bodies meet.
#[inline]
fn may_meet<V: Dimension>(m: &Difference<'_, V>, lower: V::Scalar, upper: V::Scalar) -> bool {
    let (radius, rounding) = ((m.a.radius() + m.b.radius()) * m.frame.scale, V::Scalar::TWO * m.frame.plane_error);
    lower <= radius + rounding && upper >= radius - rounding
}

/// A run on curved cores: where what is seen does not prove enough, by steps that begin there, with a second evaluation
/// of bounds that cannot open whether the bodies meet.
#[inline]
pub(crate) fn further<V: Dimension>(
    m: &Difference<'_, V>,
    goal: &Goal<V::Scalar>,
    axis: V,
    known: Option<ClosestPair<V>>,
    watch: &mut Watch<'_, V>,
) -> Closest<V> {
    let known = known.map(|known| known.closest());
    let mut closest = match known {
        Some(found) if found.end != End::Limit => found,
        Some(found) => gjk::curved::closest(m, found.axis, Some(&found), goal, watch),
        None => gjk::curved::closest(m, axis, None, goal, watch),
    };
    if matches!(closest.end, End::Apart | End::Contact) && may_meet(m, closest.lower, closest.upper) {
        deny(m, &mut closest);
    }
    closest
}

/// Runs the same plain steps as [`overlap`](super::overlap), so both find the same separating plane.
#[cold]
fn deny<V: Dimension>(m: &Difference<'_, V>, closest: &mut Closest<V>) {
    let goal = goal(m, m.a.radius() + m.b.radius(), V::Scalar::ZERO, &Options::default());
    let plain = plain(m, &goal);
    if plain.end == End::Beyond && plain.lower > closest.lower {
        (closest.lower, closest.axis, closest.end) = (plain.lower, plain.axis, End::Apart);
    }
}

/// A few plain steps.
pub(crate) fn plain<V: Dimension>(m: &Difference<'_, V>, goal: &Goal<V::Scalar>) -> Closest<V> {
    let mut closest = Closest::along(m, WarmStart::new().axis(m));
    let max_iterations = goal.max_iterations.min(PLAIN_STEPS);
    closest.approach(m, &Goal { max_iterations, ..*goal }, &mut None);
    closest
}

/// Plain steps on curved cores before a boolean asks for more: past a gap of a thousandth of the size they hardly ever
/// need as many.
const PLAIN_STEPS: u32 = 32;
