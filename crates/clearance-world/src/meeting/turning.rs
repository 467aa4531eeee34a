//! Bodies that turn as they move: a pair of boxes is apart for as long as a direction shows it.
//!
//! Along a direction that is fixed in the world, the gap of two boxes at two times and the bend of their paths bound it
//! between these ([`least_between`]). So a gap proves that nothing in the boxes meets until a time that may be read off
//! a parabola.

use clearance::enclosure::{Aabb, Axis, Gap, PosedBoxes, least_between};
use clearance::query::Impact;
use clearance::{Pose, Real, Space};

use super::bodies::{Side, Sides};
use super::points::Points;
use crate::arrivals::Arrivals;
use crate::mesh;
use crate::tree::arrive::Approach;

/// Both bodies, and where they are at the time that was looked at last.
pub(super) struct Turning<'s, V: Space> {
    sides: Sides<'s, V>,
    here: Here<V>,
    /// The normal of the first contact so far, in the world.
    axis: Option<Axis<V>>,
    pub arrivals: Arrivals<V, [u32; 2]>,
    limit: V::Scalar,
    pub work: u32,
    /// No signed distance is below this of what is proven to be apart.
    pub least: V::Scalar,
}

/// The bodies at a time.
struct Here<V: Space> {
    time: V::Scalar,
    poses: [Pose<V>; 2],
    /// Boxes of the second body in the frame of the first.
    posing: PosedBoxes<V>,
    b_in_a: Pose<V>,
}

impl<V: Space> Here<V> {
    fn new(sides: [&Side<'_, V>; 2], time: V::Scalar) -> Self {
        let poses = sides.map(|side| side.motion.pose_at(time));
        let b_in_a = Pose::relative(&poses[0], &poses[1]);
        let posing = PosedBoxes::new(&b_in_a, sides[1].tree.bounds().reach_from_frame());
        Here { time, poses, posing, b_in_a }
    }
}

impl<'s, V: Space> Turning<'s, V> {
    pub fn new(sides: Sides<'s, V>, limit: V::Scalar) -> Self {
        let (here, far) = (Here::new(sides.both, V::Scalar::ZERO), V::Scalar::INFINITY);
        Turning { sides, here, axis: None, arrivals: Arrivals::new(), limit, work: 0, least: far }
    }

    fn go_to(&mut self, time: V::Scalar) {
        if time != self.here.time {
            self.here = Here::new(self.sides.both, time);
        }
    }

    /// The gap beyond the target at a time.
    fn gap(&self, points: [&Points<'_, V>; 2], axis: &Axis<V>, poses: [&Pose<V>; 2]) -> V::Scalar {
        let heights = [points[0].height(&axis.in_frame(poses[0])), points[1].height(&-axis.in_frame(poses[1]))];
        Gap::of_heights(axis, poses, heights).beyond(self.sides.options.target_distance).lower()
    }

    fn gap_at(&self, points: [&Points<'_, V>; 2], axis: &Axis<V>, time: V::Scalar) -> V::Scalar {
        let poses = self.sides.both.map(|side| side.motion.pose_at(time));
        self.gap(points, axis, [&poses[0], &poses[1]])
    }

    /// Until when from here on the gap along an axis proves that nothing meets, infinite if up to the limit; and the
    /// least gap until then.
    fn clear_until(&self, points: [&Points<'_, V>; 2], axis: &Axis<V>) -> (V::Scalar, V::Scalar) {
        let (from, far, number) = (self.here.time, V::Scalar::INFINITY, V::Scalar::from_f64);
        let start = self.gap(points, axis, self.here.poses.each_ref());
        if !(start > V::Scalar::ZERO) {
            return (from, far);
        }
        let bend = |k: usize| self.sides.both[k].motion.bend(axis.direction, points[k].reach());
        // The direction is of length 1 up to its error, and the sum rounds.
        let bend = (bend(0) + bend(1)) * (V::Scalar::ONE + axis.error + number(8.0) * V::Scalar::UNIT);
        let (end, mut best) = (self.limit(), from);
        // Up to √(8s/κ) the bend takes no more than the gap at the start.
        let free = if bend > V::Scalar::ZERO { (number(8.0) * start / bend).sqrt() } else { end };
        // Some of the gap is left to the next direction, so that what is proven is a distance.
        let (kept, mut until) = (start * number(KEPT), end.min(from + free));
        for _ in 0..TRIALS {
            let duration = until - from;
            if !(duration > V::Scalar::ZERO) {
                break;
            }
            let gap = self.gap_at(points, axis, until);
            let least = least_between([start, gap], duration, bend);
            if least >= kept {
                return (if until >= end { far } else { until }, least);
            }
            best = best.max(from + first_below([start, gap], kept, duration, bend));
            // Nearer to where the gap itself is used up.
            let rate = (start - gap) / duration;
            let ahead = from + (start / rate).min(duration) * number(0.75);
            if !(rate > V::Scalar::ZERO && ahead > best) {
                break;
            }
            until = ahead;
        }
        (best, if best > from { kept } else { far })
    }

    /// The larger of the times until which nothing meets, by the axis of the first contact and by another one of the
    /// frame of the first body.
    fn clear(&mut self, points: [&Points<'_, V>; 2], along: V) -> V::Scalar {
        let (known, other) = (self.axis, Axis::along(self.here.poses[0].vector(along)));
        let (mut best, mut least) = (self.here.time, V::Scalar::INFINITY);
        for axis in [known, other].into_iter().flatten() {
            let (until, gap) = self.clear_until(points, &axis);
            if until > best {
                (best, least) = (until, gap);
            }
            if best == V::Scalar::INFINITY {
                break;
            }
        }
        self.least = self.least.min(least + self.sides.options.target_distance);
        best
    }
}

/// Ends that are tried for one direction.
const TRIALS: usize = 3;

/// The part of a gap that is left at the end of what it proves.
const KEPT: f64 = 1.0 / 16.0;

/// A time before which `s₀ + (s₁ − s₀) σ/τ − κσ(τ − σ)/2` is nowhere below `kept`, as it is after it for some of the
/// duration.
///
/// With `m = (s₀ − s₁)/τ + κτ/2` the first root is at `2(s₀ − kept)/(m + √(m² − 2κ(s₀ − kept)))`. It falls as `m` and
/// the root grow, so both are rounded up: the terms of `m` by `8u` of each, the radicand by `16u m²`.
fn first_below<T: Real>([start, end]: [T; 2], kept: T, duration: T, bend: T) -> T {
    let units = |count: f64| T::from_f64(count) * T::UNIT;
    let above = (start - kept) * (T::ONE - units(4.0));
    let slope = (start - end) / duration + units(8.0) * ((start.abs() + end.abs()) / duration);
    let slope = slope + bend * duration * T::HALF * (T::ONE + units(8.0));
    if !(above > T::ZERO && slope > T::ZERO) {
        return T::ZERO;
    }
    let radicand = slope * slope * (T::ONE + units(16.0)) - T::TWO * bend * above * (T::ONE - units(8.0));
    let found = T::TWO * above / (slope + radicand.max(T::ZERO).sqrt()) * (T::ONE - units(16.0));
    // Not a number where nothing closes or all overflows.
    if found > T::ZERO && found <= duration { found } else { T::ZERO }
}

/// The vector between two boxes along the axes on which they are apart; zero if they intersect.
fn between<V: Space>(a: &Aabb<V>, b: &Aabb<V>) -> V {
    V::from_fn(|k| {
        let (ahead, behind) = (b.lower[k] - a.upper[k], a.lower[k] - b.upper[k]);
        if ahead > V::Scalar::ZERO { ahead } else { -behind.max(V::Scalar::ZERO) }
    })
}

impl<V: Space> Approach<V> for Turning<'_, V> {
    fn arrival(&mut self, [a, b]: [&Aabb<V>; 2], from: V::Scalar) -> V::Scalar {
        self.go_to(from);
        let along = between(a, &self.here.posing.of(b));
        self.clear([&Points::Box(*a), &Points::Box(*b)], along)
    }

    fn meet(&mut self, items: [u32; 2], from: V::Scalar, waits: u32) -> V::Scalar {
        let done = V::Scalar::INFINITY;
        self.go_to(from);
        let [a, b] = self.sides.both;
        let [of_a, of_b] = [a.points(items[0]), b.points(items[1])];
        let along = match (&of_a, &of_b) {
            (Points::Corners(p), Points::Corners(q)) => {
                mesh::between_triangles(*p, q.map(|corner| self.here.b_in_a.point(corner)))
            }
            _ => V::ZERO,
        };
        let later = self.clear([&of_a, &of_b], along);
        if later > self.limit() || later > from && waits < WAITS {
            return later;
        }
        let impact = self.sides.ask(items);
        match &impact {
            Impact::NoContact { lower, iterations } => {
                (self.least, self.work) = (self.least.min(*lower), self.work + iterations);
            }
            Impact::Hit(encounter) | Impact::Undecided(encounter) => {
                self.work += encounter.iterations;
                let is_first = encounter.bracket.upper < self.limit();
                if is_first && matches!(impact, Impact::Hit(_)) {
                    self.axis = Axis::along(encounter.proximity.normal);
                }
            }
        }
        self.arrivals.add(V::Scalar::ZERO, items, impact);
        done
    }

    fn limit(&self) -> V::Scalar {
        self.limit.min(self.arrivals.limit())
    }
}

/// How often two items wait before they are queried.
const WAITS: u32 = 2;
