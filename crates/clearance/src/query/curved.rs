//! How far curved cores are apart: by their nearest points, as smooth ones, or by steps.

use super::steps::goal;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::gjk::{self, Closest, ClosestPair, End, Watch};
use crate::math::{Real, Vector};
use crate::options::Options;
use crate::query::warm::WarmStart;
use crate::support::{Form, Support, SupportExt};

/// What is seen of curved cores without steps: that they are beyond the cutoff, or how far they are apart, by their nearest points.
#[inline]
pub(super) fn seen<V: Dimension>(
    m: &Difference<'_, V>,
    goal: &gjk::Goal<V::Scalar>,
    axis: V,
    watch: &mut Watch<'_, V>,
) -> Option<ClosestPair<V>> {
    if goal.cutoff.is_finite() {
        let first = ClosestPair::along(m, axis, (End::Beyond, 1));
        if first.lower > goal.cutoff {
            return Some(first);
        }
    }
    gjk::projections::closest(m, goal, watch)
}

/// How far curved cores are apart as smooth ones.
#[inline]
pub(super) fn smooth<V: Dimension>(
    m: &Difference<'_, V>,
    goal: &gjk::Goal<V::Scalar>,
    axis: V,
    watch: &mut Watch<'_, V>,
) -> Option<ClosestPair<V>> {
    let bends = of_one_piece(m.a) && of_one_piece(m.b);
    bends.then(|| gjk::smooth::closest(m, axis, goal, watch)).flatten()
}

/// Whether a core is curved, or a point.
#[inline]
fn of_one_piece<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> bool {
    shape.vertex_count() == 0 || matches!(shape.form(), Form::Point(_))
}

/// Whether nothing is left to be looked for.
#[inline]
pub(super) fn is_told<V: Dimension>(m: &Difference<'_, V>, known: &ClosestPair<V>) -> bool {
    known.end == End::Beyond || known.end == End::Apart && !may_meet(m, known.lower, known.upper)
}

/// Whether bounds of the cores' distance leave open whether the bodies meet.
#[inline]
fn may_meet<V: Dimension>(m: &Difference<'_, V>, lower: V::Scalar, upper: V::Scalar) -> bool {
    let (radius, rounding) = ((m.a.radius() + m.b.radius()) * m.frame.scale, V::Scalar::TWO * m.frame.plane_error);
    lower <= radius + rounding && upper >= radius - rounding
}

/// A run on curved cores: where what is seen does not prove enough, by steps that begin there, with a second look at bounds that leave
/// open whether the bodies meet.
#[inline]
pub(super) fn further<V: Dimension>(
    m: &Difference<'_, V>,
    goal: &gjk::Goal<V::Scalar>,
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

/// Looks for a support plane that parts curved bodies in the way that [`overlap`] does, so that both see the same.
#[cold]
fn deny<V: Dimension>(m: &Difference<'_, V>, closest: &mut Closest<V>) {
    let goal = goal(m, m.a.radius() + m.b.radius(), V::Scalar::ZERO, &Options::default());
    let plain = plain(m, &goal);
    if plain.end == End::Beyond && plain.lower > closest.lower {
        (closest.lower, closest.axis, closest.end) = (plain.lower, plain.axis, End::Apart);
    }
}

/// A few plain steps.
pub(super) fn plain<V: Dimension>(m: &Difference<'_, V>, goal: &gjk::Goal<V::Scalar>) -> Closest<V> {
    let mut closest = Closest::along(m, WarmStart::new().axis(m));
    let max_iterations = goal.max_iterations.min(PLAIN_STEPS);
    closest.approach(m, &gjk::Goal { max_iterations, ..*goal }, &mut None);
    closest
}

/// Plain steps on curved cores before a boolean asks for more: past a gap of a thousandth of the size they hardly ever need as many.
const PLAIN_STEPS: u32 = 32;
