//! The closest approach of two bodies that move, convex or not.
//!
//! A best-first search over time intervals. The distance of the bodies in the middle of an interval, minus the
//! [travel](Moving::travel) of their points, is a lower bound over the interval. Intervals are halved until few pairs
//! of triangles or shapes may be as near as the least distance found so far. The
//! [core](clearance::query::closest_approach) then searches each of these pairs.
//!
//! That holds for bodies that are apart. Of bodies in contact the depth may jump as they turn, so a time in contact is
//! left as it is, and the least signed distance of the hulls is the lower bound.

use clearance::best_first::BestFirst;
use clearance::enclosure::{Aabb, length_above};
use clearance::query::{ApproachOptions, ClosestApproach, MovingPair};
use clearance::{Bounds, Options, Pose, Real, Space};

use super::{Moving, SPANS};
use crate::answer::Between;
use crate::between::between;
use crate::body::Body;
use crate::parts::{Placed, hull, near_parts, part};
use crate::tree::near::Known;

/// The least signed distance of two moving bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodiesApproach<V: Space> {
    /// Bounds of the least signed distance over all times that count. The upper one is attained at
    /// [`time`](Self::time). Of bodies in contact that are not convex, the lower one is that of their hulls.
    pub least: Bounds<V::Scalar>,
    /// The least signed distance is attained within these times, and nowhere outside of them.
    pub times: Bounds<V::Scalar>,
    /// When the bodies are as near as `least.upper`.
    pub time: V::Scalar,
    /// What is between them at that time, in the world.
    pub between: Between<V>,
    /// Whether the bounds are at most [`ApproachOptions::within`] apart, or the least distance is proven to be at least
    /// [`ApproachOptions::below`].
    pub complete: bool,
}

/// Most pairs of parts that are searched by themselves; each costs as much as a halving. Where more share the nearest
/// vertices, as many as there were halvings.
const FEW: usize = 32;

/// The shortest parts of the time, in powers of two of all of it: contacts begin and end between two of them.
const SHORTEST: i32 = -24;

/// Number of depths over the times in contact, and number of halvings about the deepest.
const DEPTHS: usize = 16;

/// The closest approach of two bodies of which at least one is bounded.
pub(crate) fn closest_approach<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    options: &ApproachOptions<V::Scalar>,
) -> BodiesApproach<V> {
    let sides = [a, b];
    match (a.body.as_halfspace(), b.body.as_halfspace()) {
        // What is not in a halfspace is convex: a body is as near to it as its hull.
        (Some(half), _) => {
            let found = MovingPair::new((half, a.motion), (&*hull(b.body), b.motion)).closest_approach(options);
            return of_hulls(found, sides, options);
        }
        (_, Some(half)) => {
            let found = MovingPair::new((&*hull(a.body), a.motion), (half, b.motion)).closest_approach(options);
            return of_hulls(found, sides, options);
        }
        (None, None) => {}
    }
    if !a.body.has_parts() && !b.body.has_parts() {
        let (of_a, of_b) = (part(a.body, 0), part(b.body, 0));
        let found = MovingPair::new((&*of_a, a.motion), (&*of_b, b.motion)).closest_approach(options);
        let ClosestApproach { least, times, time, proximity, complete, .. } = found;
        return BodiesApproach { least, times, time, between: Between::from(proximity), complete };
    }
    MotionSearch::new(sides, options).run()
}

/// The answer of bodies as near as their hulls. The hull of height fields, voxels and clouds is a box: its bound is
/// valid, if wide.
fn of_hulls<V: Space>(
    found: ClosestApproach<V>,
    sides: [Moving<'_, V>; 2],
    options: &ApproachOptions<V::Scalar>,
) -> BodiesApproach<V> {
    let between = at(sides, found.time, &options.query).0;
    let least = Bounds { lower: found.least.lower.min(between.bounds.upper), upper: between.bounds.upper };
    let is_hull = !sides.iter().any(|side| matches!(side.body, Body::Many(_)));
    let times = if is_hull { found.times } else { options.times };
    let width = options.width(size(sides));
    let complete = found.complete && (is_hull || least.width() <= width || least.lower >= options.below);
    BodiesApproach { least, times, time: found.time, between, complete }
}

/// What is between two bodies at a time, and their poses.
pub(super) fn at<V: Space>(
    sides: [Moving<'_, V>; 2],
    time: V::Scalar,
    options: &Options<V::Scalar>,
) -> (Between<V>, [Pose<V>; 2]) {
    let poses = sides.map(|side| side.motion.pose_at(time));
    let [a, b] = [0, 1].map(|i| Placed { body: sides[i].body, pose: &poses[i] });
    (between(a, b, options), poses)
}

/// About how large the bodies are.
pub(super) fn size<V: Space>(sides: [Moving<'_, V>; 2]) -> V::Scalar {
    let bounded = sides.iter().filter(|side| side.body.is_bounded());
    bounded.map(|side| side.body.aabb(&Pose::IDENTITY).ball().radius).fold(V::Scalar::ZERO, |sum, radius| sum + radius)
}

impl<V: Space> Moving<'_, V> {
    /// No point of the body is farther from where it is in the middle of a part of the time, at `poses[1]`, than this;
    /// at the ends it is at the other two poses.
    ///
    /// Between two times, a point is within `κτ²/8` of the chord from the one place to the other, for each coordinate.
    fn travel(&self, poses: [&Pose<V>; 3], duration: V::Scalar) -> V::Scalar {
        self.travel_of(&self.body.aabb(&Pose::IDENTITY), poses, duration)
    }

    /// [`travel`](Self::travel) of what is in a box of the body's frame.
    pub(super) fn travel_of(&self, bounds: &Aabb<V>, poses: [&Pose<V>; 3], duration: V::Scalar) -> V::Scalar {
        let ball = bounds.ball();
        let way = ball.travel(poses[1], poses[0]).max(ball.travel(poses[1], poses[2]));
        let half = duration * V::Scalar::HALF;
        let reach = bounds.reach_from_frame();
        let bend = length_above(V::from_fn(|k| self.motion.bend(V::axis(k), reach)));
        // Five products and a sum round by less than 8u of the whole.
        let above = V::Scalar::ONE + V::Scalar::from_f64(8.0) * V::Scalar::UNIT;
        ((way + bend * (half * half * V::Scalar::from_f64(0.125))) * above).next_up()
    }
}

/// A part of the time, and what is known in its middle.
struct Span<V: Space> {
    ends: [V::Scalar; 2],
    poses: [Pose<V>; 2],
    between: Between<V>,
    travel: V::Scalar,
}

impl<V: Space> Span<V> {
    fn is_apart(&self) -> bool {
        self.between.collides == Some(false)
    }

    /// No signed distance is below this while the bodies stay apart; minus infinity if they may not.
    fn bound(&self) -> V::Scalar {
        let bound = (self.between.bounds.lower - self.travel).next_down();
        if self.is_apart() && bound > V::Scalar::ZERO { bound } else { -V::Scalar::INFINITY }
    }
}

struct MotionSearch<'s, V: Space> {
    sides: [Moving<'s, V>; 2],
    options: &'s ApproachOptions<V::Scalar>,
    width: V::Scalar,
    open: BestFirst<V::Scalar, u32, Span<V>>,
    /// Parts of the time in which the least distance may be attained, with their bounds.
    closed: Vec<(V::Scalar, Bounds<V::Scalar>)>,
    best: (V::Scalar, Between<V>),
    steps: u32,
}

impl<'s, V: Space> MotionSearch<'s, V> {
    fn new(sides: [Moving<'s, V>; 2], options: &'s ApproachOptions<V::Scalar>) -> Self {
        let width = options.width(size(sides)).max(V::Scalar::ZERO);
        let start = options.times.lower;
        let best = (start, at(sides, start, &options.query).0);
        MotionSearch { sides, options, width, open: BestFirst::new(), closed: Vec::new(), best, steps: 1 }
    }

    fn upper(&self) -> V::Scalar {
        self.best.1.bounds.upper
    }

    /// Whether the bodies are apart wherever they were seen.
    fn is_apart(&self) -> bool {
        self.best.1.collides == Some(false)
    }

    /// Bounds from which on a part of the time is closed: all above zero once the bodies may be in contact.
    fn threshold(&self) -> V::Scalar {
        let enough = if self.is_apart() { (self.upper() - self.width).max(V::Scalar::ZERO) } else { V::Scalar::ZERO };
        enough.min(self.options.below)
    }

    /// What is between the bodies at a time; that may be the least distance. Contacts come before distances.
    fn see(&mut self, time: V::Scalar) -> (Between<V>, [Pose<V>; 2]) {
        let (found, poses) = at(self.sides, time, &self.options.query);
        self.steps += 1;
        let rank = |found: &Between<V>| (found.collides == Some(false), found.bounds.upper);
        if rank(&found) < rank(&self.best.1) {
            self.best = (time, found);
        }
        (found, poses)
    }

    fn span(&mut self, ends: [V::Scalar; 2]) -> Span<V> {
        let (between, poses) = self.see(ends[0] + (ends[1] - ends[0]) * V::Scalar::HALF);
        let travel = [0, 1].map(|i| {
            let motion = self.sides[i].motion;
            let [first, last] = ends.map(|end| motion.pose_at(end));
            self.sides[i].travel([&first, &poses[i], &last], ends[1] - ends[0])
        });
        Span { ends, poses, between, travel: (travel[0] + travel[1]).next_up() }
    }

    fn run(mut self) -> BodiesApproach<V> {
        let Bounds { lower: from, upper: to } = self.options.times;
        self.see(to);
        let step = (to - from) * V::Scalar::from_f64(1.0 / SPANS as f64);
        let time = |k: usize| if k == SPANS { to } else { from + step * V::Scalar::from_f64(k as f64) };
        let spans: Vec<Span<V>> = (0..SPANS).map(|k| self.span([time(k), time(k + 1)])).collect();
        spans.into_iter().for_each(|span| self.push(span));
        while self.steps < self.options.max_steps
            && let Some(entry) = self.open.pop_below(self.threshold().next_up())
        {
            self.look(entry.item);
        }
        self.finish()
    }

    /// Parts of the time that are not closed wait for their turn.
    fn push(&mut self, span: Span<V>) {
        let bound = span.bound();
        if bound > self.threshold() {
            self.close(bound, span.ends);
        } else {
            self.open.push(bound, self.steps, span);
        }
    }

    fn close(&mut self, bound: V::Scalar, [lower, upper]: [V::Scalar; 2]) {
        self.open.close(bound);
        if bound <= self.upper() {
            self.closed.push((bound, Bounds { lower, upper }));
        }
    }

    fn look(&mut self, span: Span<V>) {
        let is_shortest = span.ends[1] - span.ends[0] <= V::Scalar::power_of_two(SHORTEST);
        if !span.is_apart() || is_shortest {
            return self.close(span.bound(), span.ends);
        }
        if let Some(pairs) = self.few_pairs(&span)
            && let Some((bound, times)) = self.least_of(&pairs, &span)
        {
            return self.close(bound, times);
        }
        let middle = span.ends[0] + (span.ends[1] - span.ends[0]) * V::Scalar::HALF;
        for half in [[span.ends[0], middle], [middle, span.ends[1]]] {
            let half = self.span(half);
            self.push(half);
        }
    }

    /// The pairs of parts that may be nearer than what is seen within a part of the time, if these are few: all others
    /// stay apart by more than the threshold.
    fn few_pairs(&self, span: &Span<V>) -> Option<Vec<[u32; 2]>> {
        let max = (self.threshold() + span.travel).next_up();
        let [a, b] = [0, 1].map(|i| Placed { body: self.sides[i].body, pose: &span.poses[i] });
        let normal = a.pose.vector_back(span.between.proximity.normal);
        let (few, mut pairs) = (FEW.max(self.steps as usize), Vec::new());
        near_parts(a, b, Known { max, normal }, |parts| {
            pairs.push(parts);
            Known { max: if pairs.len() > few { -V::Scalar::INFINITY } else { max }, normal }
        });
        (pairs.len() <= few).then_some(pairs)
    }

    /// The bound of a part of the time by its pairs of parts, and when they may be as near; `None` if they may meet.
    fn least_of(&mut self, pairs: &[[u32; 2]], span: &Span<V>) -> Option<(V::Scalar, [V::Scalar; 2])> {
        let [a, b] = self.sides;
        let whole = Bounds { lower: span.ends[0], upper: span.ends[1] };
        let (mut bound, mut all) = (self.threshold().next_up(), Vec::new());
        for &[i, j] in pairs {
            let (of_a, of_b) = (part(a.body, i), part(b.body, j));
            let below = self.threshold().max(V::Scalar::SMALLEST);
            let options = ApproachOptions { within: Some(self.width), below, times: whole, ..*self.options };
            let found = MovingPair::new((&*of_a, a.motion), (&*of_b, b.motion)).closest_approach(&options);
            self.steps += 1;
            if found.least.upper < self.upper() {
                self.see(found.time);
            }
            if !(found.least.lower > V::Scalar::ZERO) {
                return None;
            }
            bound = bound.min(found.least.lower);
            all.push((found.least.lower, found.times));
        }
        let upper = self.upper();
        let may_be = all.into_iter().filter(|(lower, _)| *lower <= upper).map(|(_, times)| times);
        let times = may_be.reduce(around).unwrap_or(whole);
        Some((bound, [times.lower, times.upper]))
    }

    fn finish(mut self) -> BodiesApproach<V> {
        let mut lower = self.open.lower().min(self.upper());
        while let Some(entry) = self.open.pop() {
            let Span { ends: [lower, upper], .. } = entry.item;
            self.closed.push((entry.bound, Bounds { lower, upper }));
        }
        let upper = self.upper();
        let may_be: Vec<_> = self.closed.iter().filter(|(bound, _)| *bound <= upper).map(|(_, times)| *times).collect();
        if !self.is_apart() {
            self.deepen(&may_be);
        }
        if !(lower > V::Scalar::ZERO) {
            lower = lower.max(self.hulls());
        }
        let (time, between) = self.best;
        let least = Bounds { lower: lower.min(self.upper()), upper: self.upper() };
        let times = may_be.into_iter().fold(Bounds { lower: time, upper: time }, around);
        let complete = least.lower >= self.options.below || least.width() <= self.width;
        BodiesApproach { least, times, time, between, complete }
    }

    /// Looks for greater depths within stretches of the time: first all over them, then about the deepest place.
    fn deepen(&mut self, stretches: &[Bounds<V::Scalar>]) {
        let Some(all) = stretches.iter().copied().reduce(around) else { return };
        let mut step = all.width() * V::Scalar::from_f64(1.0 / DEPTHS as f64);
        for k in 1..DEPTHS {
            self.see(all.lower + step * V::Scalar::from_f64(k as f64));
        }
        for _ in 0..DEPTHS {
            step *= V::Scalar::HALF;
            let middle = self.best.0;
            for time in [middle - step, middle + step] {
                if all.lower <= time && time <= all.upper {
                    self.see(time);
                }
            }
        }
    }

    /// A lower bound of the signed distance at all times, by the hulls.
    fn hulls(&self) -> V::Scalar {
        let [a, b] = self.sides;
        let (of_a, of_b) = (hull(a.body), hull(b.body));
        let options = ApproachOptions { within: Some(self.width), below: V::Scalar::INFINITY, ..*self.options };
        MovingPair::new((&*of_a, a.motion), (&*of_b, b.motion)).closest_approach(&options).least.lower
    }
}

fn around<T: Real>(a: Bounds<T>, b: Bounds<T>) -> Bounds<T> {
    Bounds { lower: a.lower.min(b.lower), upper: a.upper.max(b.upper) }
}
