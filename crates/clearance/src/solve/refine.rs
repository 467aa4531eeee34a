//! The last word on pairs that rounding cannot decide: exact arithmetic.

use super::angles;
use super::request::Termination;
use crate::contact::enough;
use crate::decide::{Rest, decide, rest};
use crate::dimension::Dimension;
use crate::math::{Each, Number, Real};
use crate::options::{Accuracy, Options};
use crate::proximity::{Bounds, Feature, Proximity, Status, status_of};
use crate::support::{Body, Hint, SupportExt};
use crate::tight::{Until, look, narrow};

/// A run that stopped at its limit after this many iterations was not limited to save work: another evaluation may
/// decide its status.
pub(super) const LONG: u32 = 256;

/// What is done to an answer before it is given away; the poses are those of its frame.
impl<V: Dimension> Proximity<V> {
    /// Decides it by exact arithmetic if the bounds do not decide the status.
    pub(crate) fn settle(&mut self, termination: &Termination, a: Body<'_, V>, b: Body<'_, V>) {
        if self.proven {
            return;
        }
        if !termination.cut_short {
            settle(self, a, b);
        } else if self.iterations >= LONG {
            look_again(self, a, b);
        }
    }

    /// Whether nothing has to be done to a signed distance: its sign is proven, and its bounds are narrow. So are most,
    /// and those are not even copied.
    pub(crate) fn is_final(&self, options: &Options<V::Scalar>) -> bool {
        self.proven
            & (options.accuracy == Accuracy::Rounded)
            & !is_coarse(self.bounds.lower, self.bounds.upper, self.signed_distance)
    }

    /// The signed distance, decided and as accurate as the options require.
    pub(crate) fn finish(
        &mut self,
        termination: &Termination,
        options: &Options<V::Scalar>,
        a: Body<'_, V>,
        b: Body<'_, V>,
    ) {
        self.settle(termination, a, b);
        if termination.is_open() {
            resolve(self, termination, options, (a, b));
        }
        sharpen(self, options, a, b);
    }

    /// The distance, decided and as accurate as the options require; where the bodies overlap it is zero, with a common
    /// point for both witnesses.
    pub(crate) fn finish_distance(
        &mut self,
        termination: &Termination,
        options: &Options<V::Scalar>,
        a: Body<'_, V>,
        b: Body<'_, V>,
    ) {
        self.settle(termination, a, b);
        if termination.is_open() {
            resolve(self, termination, options, (a, b));
        }
        if self.status == Status::Separated {
            sharpen(self, options, a, b);
        }
        self.drop_depth();
    }
}

/// Brings a decided signed distance to the accuracy of the options, if the shapes have exact cores. Of vertices that
/// are known exactly no answer keeps bounds that are wide for its own length, so that barely touching bodies have a
/// depth and a normal too.
fn sharpen<V: Dimension>(found: &mut Proximity<V>, options: &Options<V::Scalar>, a: Body<'_, V>, b: Body<'_, V>) {
    let coarse = is_coarse(found.bounds.lower, found.bounds.upper, found.signed_distance);
    match options.accuracy {
        Accuracy::Rounded if coarse && found.iterations < options.max_iterations => refine(found, a, b),
        Accuracy::Rounded => {}
        Accuracy::Tight if tighten(found, a, b) => {}
        Accuracy::Tight | Accuracy::Exact => settle(found, a, b),
    }
}

/// Bounds wider than this power of two times the distance are narrowed without being asked for: distances of polytopes
/// below 10⁻¹³ of their size (f64), 10⁻⁴ (f32).
const COARSE: i32 = -4;

/// Whether bounds are so wide for a distance that they are narrowed.
#[inline(always)]
pub(crate) fn is_coarse<N: Number>(lower: N, upper: N, distance: N) -> N::Mask {
    (upper - lower).above(distance.magnitude() * distance.like(N::Float::power_of_two(COARSE)))
}

/// Twofold bounds, or exact ones, of bodies whose vertices are exact.
#[cold]
#[inline(never)]
fn refine<V: Dimension>(found: &mut Proximity<V>, a: Body<'_, V>, b: Body<'_, V>) {
    if a.shape.has_exact_vertices() && b.shape.has_exact_vertices() && !tighten(found, a, b) {
        settle(found, a, b);
    }
}

/// Twofold bounds, if they suffice.
fn tighten<V: Dimension>(found: &mut Proximity<V>, a: Body<'_, V>, b: Body<'_, V>) -> bool {
    let Some(narrow) = narrow((a.shape, a.pose), (b.shape, b.pose), found.normal) else { return false };
    // Bodies may reach equally deep on either side: the points of the other one are no witnesses of this plane.
    let miss = found.witness_b - found.witness_a - narrow.normal * narrow.distance;
    if a.shape.has_exact_vertices() && b.shape.has_exact_vertices() && miss.max_abs() > enough(size(a, b)) {
        return false;
    }
    (found.signed_distance, found.normal, found.proven) = (narrow.distance, narrow.normal, true);
    found.bounds = Bounds { lower: narrow.lower, upper: narrow.upper };
    found.status = if narrow.distance > V::Scalar::ZERO { Status::Separated } else { Status::Overlapping };
    found.face(enough(size(a, b)));
    true
}

/// Replaces an answer whose status is not proven by the exact one, if the shapes have exact cores; the answer and the
/// poses are in one frame.
#[cold]
#[inline(never)]
fn settle<V: Dimension>(found: &mut Proximity<V>, a: Body<'_, V>, b: Body<'_, V>) {
    let Some(exact) = decide(a.shape, a.pose, b.shape, b.pose, found.normal) else {
        if !found.proven {
            look_again(found, a, b);
        }
        if !found.proven {
            come_to_rest(found, a, b);
        }
        return;
    };
    let part = |i: usize| exact.features.get(i).copied().unwrap_or(([Hint::NONE; 2], V::Scalar::ZERO));
    let ids = |side: usize| [0, 1, 2].each(|i| part(i).0[side]);
    let (weights, count) = ([0, 1, 2].each(|i| part(i).1), exact.features.len());
    found.features = [(a, 0), (b, 1)].each(|(body, side)| Feature::from_points(body.shape, ids(side), weights, count));
    (found.signed_distance, found.bounds, found.normal) = (exact.distance, exact.bounds, exact.normal);
    // The correctly rounded witness points share what rounding does to their difference.
    let miss = exact.witness_b - exact.witness_a - exact.normal * exact.distance;
    found.witness_a = exact.witness_a + miss * V::Scalar::HALF;
    found.witness_b = found.witness_a + exact.normal * exact.distance;
    (found.unique, found.status, found.proven) = (exact.unique, exact.status, true);
    let slack = angles::slack(a.shape, a.pose) + angles::slack(b.shape, b.pose);
    if slack > V::Scalar::ZERO {
        angles::widen(found, slack, a, b);
    }
}

/// Narrows the bounds of curved bodies that nearly touch by another evaluation in double-double numbers, which mostly
/// decides their status.
fn look_again<V: Dimension>(found: &mut Proximity<V>, a: Body<'_, V>, b: Body<'_, V>) {
    let Some(seen) = look((a.shape, a.pose), (b.shape, b.pose), found.normal, Until::Decided) else { return };
    let Bounds { lower, upper } = found.bounds;
    found.bounds = Bounds { lower: lower.max(seen.lower), upper: upper.min(seen.upper) };
    (found.status, found.proven) = status_of(&found.bounds);
    found.signed_distance = found.signed_distance.clamp(found.bounds.lower, found.bounds.upper);
    if seen.lower > lower {
        // The direction that proves the lower bound, and the points that it is proven next to.
        found.normal = seen.normal;
        if let Some(touch) = seen.touch.filter(|_| seen.upper <= upper) {
            (found.witness_a, found.witness_b) = (touch, touch + found.normal * found.signed_distance);
        }
    }
    found.face(enough(size(a, b)));
}

/// Replaces bounds, normal and points of curved bodies that are apart by those of an evaluation in double-double
/// numbers, if its bounds are half as wide, or as narrow as rounding: its points face each other within them.
#[cold]
#[inline(never)]
fn resolve<V: Dimension>(
    found: &mut Proximity<V>,
    termination: &Termination,
    options: &Options<V::Scalar>,
    (a, b): (Body<'_, V>, Body<'_, V>),
) {
    let was_limited = found.iterations >= options.max_iterations && options.max_iterations < LONG;
    let (length, width) = (V::Scalar::UNIT * size(a, b), found.bounds.width());
    let rounding = V::Scalar::from_f64(4.0) * length;
    if was_limited || found.status != Status::Separated || !termination.unresolved && width <= rounding {
        return;
    }
    let Some(seen) = look((a.shape, a.pose), (b.shape, b.pose), found.normal, Until::Within(length)) else { return };
    let is_narrow = seen.upper - seen.lower <= rounding.max(V::Scalar::HALF * width);
    let Some(touch) = seen.touch.filter(|_| is_narrow) else { return };
    let Bounds { lower, upper } = found.bounds;
    found.bounds = Bounds { lower: lower.max(seen.lower), upper: upper.min(seen.upper) };
    found.signed_distance = seen.upper.clamp(found.bounds.lower, found.bounds.upper);
    found.normal = seen.normal;
    (found.witness_a, found.witness_b) = (touch, touch + found.normal * found.signed_distance);
}

/// Decides curved bodies whose contact is one of rational faces, edges or points.
fn come_to_rest<V: Dimension>(found: &mut Proximity<V>, a: Body<'_, V>, b: Body<'_, V>) {
    match rest((a.shape, a.pose), (b.shape, b.pose), found.normal) {
        Some(Rest::Touching { normal, point }) => {
            let zero = V::Scalar::ZERO;
            (found.signed_distance, found.normal) = (zero, normal);
            (found.witness_a, found.witness_b) = (point, point);
            found.bounds = Bounds { lower: zero, upper: zero };
            (found.unique, found.status, found.proven) = (false, Status::Touching, true);
        }
        Some(Rest::Separated { normal, gap }) if gap.nearest > V::Scalar::ZERO => {
            found.normal = normal;
            found.bounds.lower = found.bounds.lower.max(gap.lower).min(found.bounds.upper);
            found.signed_distance = gap.nearest.max(found.bounds.lower).min(found.bounds.upper);
            (found.status, found.proven) = (Status::Separated, true);
            found.face(enough(size(a, b)));
        }
        _ => return,
    }
    // What was decided is about the poses' rational rotations.
    let slack = angles::slack(a.shape, a.pose) + angles::slack(b.shape, b.pose);
    if slack > V::Scalar::ZERO {
        angles::widen(found, slack, a, b);
    }
}

/// The largest length of two bodies and between them, or nearly.
fn size<V: Dimension>(a: Body<'_, V>, b: Body<'_, V>) -> V::Scalar {
    let apart = (b.pose.translation() - a.pose.translation()).max_abs();
    let reaches = a.shape.reach() + a.shape.radius() + b.shape.reach() + b.shape.radius();
    reaches + a.shape.anchor().max_abs() + b.shape.anchor().max_abs() + apart
}
