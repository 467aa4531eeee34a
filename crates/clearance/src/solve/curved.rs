//! Curved cores: by their nearest points, as smooth ones, by the depth of frusta, or by steps; and the answer from what is found.

use super::request::{Depth, Observer, goal, show_finish};
use super::solution::{Core, Swept};
use super::warm::WarmStart;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::epa::Penetration;
use crate::frustum;
use crate::gjk::{self, Closest, ClosestPair, End, Watch};
use crate::math::{Real, Vector};
use crate::options::Options;
use crate::proximity::{Feature, Proximity};
use crate::simplex::Simplex;
use crate::support::{Form, Support, SupportExt};

/// What is found of curved cores.
pub(crate) enum Curved<V: Dimension> {
    /// Their distance, about which nothing is left to be looked for.
    ClosestPair(ClosestPair<V>),
    /// Their depth.
    Depth(Penetration<V>),
    /// Where GJK ended.
    Closest(Closest<V>),
}

/// Curved cores: by their projections, by the depth of frusta, as smooth ones, by steps.
pub(crate) fn of_curved<V: Dimension>(
    m: &Difference<'_, V>,
    goal: &gjk::Goal<V::Scalar>,
    axis: V,
    depth: Depth,
    watch: &mut Watch<'_, V>,
) -> Curved<V> {
    let known = seen(m, goal, axis, watch);
    if let Some(facing) = known.filter(|known| is_told(m, known)) {
        return Curved::ClosestPair(facing);
    }
    let open = known.is_none_or(|known| known.end == End::Limit && !(known.lower > V::Scalar::ZERO));
    if open
        && depth == Depth::Wanted
        && let Some(found) = between_frusta(m)
    {
        return Curved::Depth(found);
    }
    let known = known.or_else(|| smooth(m, goal, axis, watch));
    if let Some(facing) = known.filter(|known| is_told(m, known)) {
        return Curved::ClosestPair(facing);
    }
    Curved::Closest(further(m, goal, axis, known, watch))
}

/// The depth of frusta, where no growth is needed for it.
fn between_frusta<V: Dimension>(m: &Difference<'_, V>) -> Option<Penetration<V>> {
    frustum::penetration(m).or_else(|| frustum::between_cylinders(m)).or_else(|| frustum::nearly_parallel(m))
}

/// What is seen of curved cores without steps: that they are beyond the cutoff, or how far they are apart, by their nearest points.
#[inline]
pub(crate) fn seen<V: Dimension>(
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
pub(crate) fn smooth<V: Dimension>(
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
pub(crate) fn is_told<V: Dimension>(m: &Difference<'_, V>, known: &ClosestPair<V>) -> bool {
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
pub(crate) fn further<V: Dimension>(
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
pub(crate) fn plain<V: Dimension>(m: &Difference<'_, V>, goal: &gjk::Goal<V::Scalar>) -> Closest<V> {
    let mut closest = Closest::along(m, WarmStart::new().axis(m));
    let max_iterations = goal.max_iterations.min(PLAIN_STEPS);
    closest.approach(m, &gjk::Goal { max_iterations, ..*goal }, &mut None);
    closest
}

/// Plain steps on curved cores before a boolean asks for more: past a gap of a thousandth of the size they hardly ever need as many.
const PLAIN_STEPS: u32 = 32;

impl<V: Dimension> Swept<'_, V> {
    /// From points of curved cores that face each other.
    #[inline(always)]
    pub(crate) fn facing(&self, found: &ClosestPair<V>, warm: &mut WarmStart<V>) -> Proximity<V> {
        let ClosestPair { vertex, lower, axis, end, .. } = *found;
        let upper = self.m.frame.upper(found.upper.min(vertex.w.norm()));
        warm.remember_vertex(vertex.ids, axis * (V::Scalar::ONE / axis.norm()));
        let distance = (lower + self.m.frame.plane_error).max(lower).min(upper);
        let core = Core { normal: -axis.normalized(), distance, lower, upper };
        if end == End::Apart && self.is_askew(&core, vertex.w) {
            return self.straightened(core, Simplex::new(vertex), found.iterations);
        }
        let features = [Feature::at_vertex(self.m.a, vertex.ids[0]), Feature::at_vertex(self.m.b, vertex.ids[1])];
        self.assembled(&core, [vertex.a, vertex.b], features, found.iterations, true)
    }

    /// From a depth that was found without steps.
    pub(crate) fn of_depth(
        &self,
        found: &Penetration<V>,
        warm: &mut WarmStart<V>,
        observer: &mut Observer<'_, V>,
    ) -> Proximity<V> {
        let closest = Closest {
            end: End::Inside,
            ..Closest::from_simplex(found.simplex, -found.normal, -V::Scalar::INFINITY, 0)
        };
        show_finish(observer, &closest, &self.m);
        warm.remember(&closest);
        self.overlapping(&closest, found)
    }
}
