//! When two bodies that move first meet, convex or not.
//!
//! The bodies meet when the first pair of their parts does. So before the least of all lower ends no parts meet, and at
//! the least upper end of a hit some do: the bracket of the bodies is from the one to the other. The pairs that may be
//! the first are found down the trees of both bodies, the earliest boxes first.

mod below;
mod bodies;
mod closest;
mod points;
mod resting;
mod start;
mod straight;
mod turning;

use clearance::enclosure::Aabb;
use clearance::query::motion::Motion;
use clearance::query::{Encounter, Impact, MovingPair, Overlap, ToiOptions};
use clearance::{Bounds, Real, Space};

use crate::arrivals::Arrivals;
use crate::between::{between, meet};
use crate::body::Body;
use crate::halfspace;
use crate::parts::{Placed, part};
use crate::ray::Ray;
pub use below::TimesBelow;
pub(crate) use below::times_below;
use bodies::{Side, Sides};
pub use closest::BodiesApproach;
pub(crate) use closest::closest_approach;
pub(crate) use resting::{Resting, resting};
use straight::Straight;
use turning::Turning;

/// Into how many parts the time is cut to see when boxes come near: each halves what a box along a turning path has too
/// much by four.
pub(crate) const SPANS: usize = 8;

/// A body and how it moves.
#[derive(Clone, Copy)]
pub(crate) struct Moving<'s, V: Space> {
    pub body: &'s Body<V>,
    pub motion: &'s dyn Motion<V>,
}

impl<V: Space> Moving<'_, V> {
    /// Boxes around the body in each part of the time.
    pub fn spans(&self) -> [Aabb<V>; SPANS] {
        if !self.body.is_bounded() {
            return [Aabb::whole(); SPANS];
        }
        let length = V::Scalar::from_f64(1.0 / SPANS as f64);
        let at = |i: usize| self.body.aabb(&self.motion.pose_at(V::Scalar::from_f64(i as f64) * length));
        let reach = self.body.reach_from_frame();
        let mut start = at(0);
        core::array::from_fn(|i| {
            let end = at(i + 1);
            let ends = start.union(&end);
            start = end;
            ends.bent(self.motion, reach, length)
        })
    }
}

/// When two bodies first meet; the bracket begins before any of their parts may.
pub(crate) fn first_contact<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    options: &ToiOptions<V::Scalar>,
) -> ([u32; 2], Impact<V>) {
    match arrival(a, b, options, V::Scalar::ONE) {
        Arrival::Met(parts, impact) => (parts, impact),
        Arrival::Free(Some((lower, iterations))) => ([0, 0], Impact::NoContact { lower, iterations }),
        Arrival::Free(None) => ([0, 0], apart(a, b, options)),
    }
}

/// How two bodies meet before a time.
pub(crate) enum Arrival<V: Space> {
    Met([u32; 2], Impact<V>),
    /// Proven: they do not. If it is known, with a lower bound of their signed distance and the iterations that it
    /// took.
    Free(Option<(V::Scalar, u32)>),
}

impl<V: Space> Arrival<V> {
    fn of((parts, impact): ([u32; 2], Impact<V>)) -> Self {
        match impact {
            Impact::NoContact { lower, iterations } => Arrival::Free(Some((lower, iterations))),
            impact => Arrival::Met(parts, impact),
        }
    }
}

/// When two bodies first meet, if that is not after `limit`; a later contact may be left out.
pub(crate) fn arrival<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    options: &ToiOptions<V::Scalar>,
    limit: V::Scalar,
) -> Arrival<V> {
    arrival_on(a, b, (options, &resting(a, b, options)), limit)
}

/// [`arrival`] of bodies that rest on contacts which may be those of other bodies, such as the next tile of a floor.
pub(crate) fn arrival_on<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    (options, resting): (&ToiOptions<V::Scalar>, &[Resting<V>]),
    limit: V::Scalar,
) -> Arrival<V> {
    if let Some(found) = halfspace::first_contact((a.body, a.motion), (b.body, b.motion), options) {
        return Arrival::of(found);
    }
    if let Some(ray) = Ray::new(a, b, options) {
        let initial = if ray.may_begin_inside() { meets_at_start(a, b, options) } else { None };
        return initial
            .or_else(|| ray.cast())
            .map_or(Arrival::Free(None), |(parts, impact)| Arrival::Met(parts, impact));
    }
    if !a.body.has_parts() && !b.body.has_parts() && resting.is_empty() {
        let (of_a, of_b) = (part(a.body, 0), part(b.body, 0));
        let pair = MovingPair::new((&*of_a, a.motion), (&*of_b, b.motion));
        return Arrival::of(([0, 0], pair.options(*options).time_of_impact()));
    }
    let counts = options.initial_overlap == Overlap::Counts;
    let may_begin_inside = counts && start::may_be_inside(a, b);
    if may_begin_inside && let Some((parts, impact)) = meets_at_start(a, b, options) {
        return Arrival::Met(parts, impact);
    }
    match search(a, b, (options, resting), limit) {
        // The parts meet: the depth is that of the bodies.
        Arrival::Met(parts, impact) if counts && is_initial(&impact) => {
            let (parts, impact) = meets_at_start(a, b, options).unwrap_or((parts, impact));
            Arrival::Met(parts, impact)
        }
        // Bodies that rest on each other intersect later as well.
        Arrival::Met(parts, Impact::Undecided(encounter)) if resting.is_empty() => {
            Arrival::Met(parts, inside_later(a, b, options, encounter))
        }
        found => found,
    }
}

/// A hit instead of an undecided encounter, if soon after it a body is proven to be inside of the other, a solid mesh:
/// between there is a contact. Points have no depth in triangles, by which it would be proven itself.
fn inside_later<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    options: &ToiOptions<V::Scalar>,
    encounter: Encounter<V>,
) -> Impact<V> {
    let is_solid = [a, b].iter().any(|body| matches!(body.body, Body::Mesh(mesh) if mesh.is_solid()));
    if !is_solid || options.target_distance > V::Scalar::ZERO {
        return Impact::Undecided(encounter);
    }
    let start = encounter.bracket.lower;
    for power in LATER {
        let time = start + options.tolerance * V::Scalar::power_of_two(power);
        if time > V::Scalar::ONE {
            break;
        }
        let [pose_a, pose_b] = [a, b].map(|body| body.motion.pose_at(time));
        let (side_a, side_b) = (Placed { body: a.body, pose: &pose_a }, Placed { body: b.body, pose: &pose_b });
        if meet(side_a, side_b, &options.query) == Some(true) {
            let bracket = Bounds { lower: start, upper: time };
            return Impact::Hit(Encounter { bracket, time: encounter.time.clamp(start, time), ..encounter });
        }
    }
    Impact::Undecided(encounter)
}

/// How long after an undecided encounter bodies are looked at, in powers of two of the tolerance.
const LATER: [i32; 4] = [2, 6, 10, 14];

fn is_initial<V: Space>(impact: &Impact<V>) -> bool {
    matches!(impact, Impact::Hit(encounter) if encounter.initial)
}

/// The search down the trees of the bodies.
fn search<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    (options, resting): (&ToiOptions<V::Scalar>, &[Resting<V>]),
    limit: V::Scalar,
) -> Arrival<V> {
    // One shape is the second.
    let swapped = !a.body.has_parts();
    let [first, second] = if swapped { [Side::new(b), Side::new(a)] } else { [Side::new(a), Side::new(b)] };
    let sides = Sides { both: [&first, &second], swapped, options, resting };
    let found = if let Some(mut straight) = Straight::new(sides, limit) {
        first.tree.arrive(&second.tree, &mut straight);
        // Without a contact of the start, all that was not asked is farther than the target.
        let rests = options.initial_overlap == Overlap::OnlyApproaching && straight.least < V::Scalar::INFINITY;
        let lower = rests.then(|| straight.least.min(options.target_distance));
        finish(straight.arrivals, straight.work, lower)
    } else {
        let mut turning = Turning::new(sides, limit);
        first.tree.arrive(&second.tree, &mut turning);
        finish(turning.arrivals, turning.work, Some(turning.least))
    };
    match found {
        Arrival::Met([j, i], impact) if swapped => Arrival::Met([i, j], impact.swapped()),
        found => found,
    }
}

fn finish<V: Space>(arrivals: Arrivals<V, [u32; 2]>, work: u32, lower: Option<V::Scalar>) -> Arrival<V> {
    match arrivals.finish(|parts| parts) {
        Some((parts, mut impact, bracket, _)) => {
            if let Impact::Hit(encounter) | Impact::Undecided(encounter) = &mut impact {
                (encounter.bracket.lower, encounter.iterations) = (bracket.lower, work);
            }
            Arrival::Met(parts, impact)
        }
        None => Arrival::Free(lower.map(|lower| (lower, work))),
    }
}

/// The proof that two bodies stay apart, with a distance.
fn apart<V: Space>(a: Moving<'_, V>, b: Moving<'_, V>, options: &ToiOptions<V::Scalar>) -> Impact<V> {
    if let Some(ray) = Ray::new(a, b, options) {
        return Impact::NoContact { lower: ray.distance(), iterations: 0 };
    }
    let [first, second] = [Side::new(a), Side::new(b)];
    let mut turning =
        Turning::new(Sides { both: [&first, &second], swapped: false, options, resting: &[] }, V::Scalar::ONE);
    first.tree.arrive(&second.tree, &mut turning);
    Impact::NoContact { lower: turning.least, iterations: turning.work }
}

/// The contact of bodies of which one is a mesh and that meet from the start: one may be wholly inside of the other,
/// where no parts meet. Bodies that are apart cannot come into one another but through their surfaces.
fn meets_at_start<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    options: &ToiOptions<V::Scalar>,
) -> Option<([u32; 2], Impact<V>)> {
    if ![a, b].iter().any(|body| matches!(body.body, Body::Mesh(mesh) if mesh.is_solid())) {
        return None;
    }
    let zero = V::Scalar::ZERO;
    let [pose_a, pose_b] = [a, b].map(|body| body.motion.pose_at(zero));
    let (a, b) = (Placed { body: a.body, pose: &pose_a }, Placed { body: b.body, pose: &pose_b });
    let found = between(a, b, &options.query);
    let (proximity, iterations) = (found.proximity, found.proximity.iterations);
    let bracket = Bounds { lower: zero, upper: zero };
    let hit = Encounter { time: zero, bracket, proximity, initial: true, iterations };
    (found.collides == Some(true)).then_some((found.parts, Impact::Hit(hit)))
}

#[cfg(test)]
mod tests {
    use clearance::query::motion::LinearMotion;
    use clearance::{Pose3, Segment, Vec3};

    use super::*;

    #[test]
    fn boxes_of_a_span_hold_a_body_that_turns_within_it() {
        // Two ends at rest in each span, where half turns lead: what is between them is all of the circle.
        let rod = Body::new(Segment::new(Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0)).unwrap());
        for half_turns in [1, 3, 8, 12, 16] {
            let angle = core::f64::consts::PI * f64::from(half_turns);
            let motion = LinearMotion::new(Pose3::IDENTITY, Vec3::new(0.25, 0.0, 0.5), Vec3::new(0.0, 0.0, angle));
            let motion = motion.unwrap();
            let spans = Moving { body: &rod, motion: &motion }.spans();
            for (k, span) in spans.iter().enumerate() {
                for i in 0..=32 {
                    let time = (k as f64 + f64::from(i) / 32.0) / SPANS as f64;
                    let pose = motion.pose_at(time);
                    for tip in [-1.0, 1.0].map(|x| pose.point(Vec3::new(x, 0.0, 0.0))) {
                        let is_inside = (0..3).all(|j| span.lower[j] <= tip[j] && tip[j] <= span.upper[j]);
                        assert!(is_inside, "{half_turns} half turns, time {time}: {tip:?} is outside of {span:?}");
                    }
                }
            }
        }
    }
}
