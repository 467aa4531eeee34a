//! Time of impact of two moving bodies, rotation included, with a proof of both sides.
//!
//! At a time `t` the signed distance has a normal `n`, and along any direction the gap `s(t) = min n·(b − a)` never
//! exceeds the signed distance. If no path of a point bends it by more than `κ`, the bodies are certainly apart between
//! two times with gaps `s₀, s₁` as long as the parabola under both stays positive
//! ([`least_between`](crate::enclosure::least_between)): the ends cost nothing, the middle `κτ²/8`. Two kinds of
//! direction are used:
//! * *frozen* in the world (`frozen_step.rs`): one support evaluation at any time, and the far end may be anywhere. It
//!   leads over the long part of a motion;
//! * *turning* from the normal of one time to that of another, on a chord (`close.rs`): both gaps are known, so the
//!   proof costs nothing, and `κ` grows by `2|n′||z′|` only. Contact normals turn with the bodies, so the shorter the
//!   step, the surer it is; a frozen normal would lose to edges and faces that turn in proportion to the time, however
//!   short.
//!
//! So the steps go where the closing of the distance predicts the contact, at the order of the secant rule, and each is
//! proven afterwards, halved where it must be. Behind the last one the contact is proven by the simplex that was
//! nearest, with the centre of the difference.
//!
//! Conservative advancement (B. V. Mirtich 1996) steps by the distance over the largest speed, which converges linearly
//! and crawls along bodies that spin; its refinements to a second order bound the speed. Here speeds are not bounded
//! but seen. Unlike root finders on the distance (Vlack and Tachi 2001), no step is trusted that is not proven.
//!
//! **Ends.** Every step passes `√(1.9 s/κ)` or divides the gap; [`ToiOptions::max_steps`] bounds them. Grazing bodies,
//! nearer than rounding can resolve but never certainly in contact, end as [`Impact::Undecided`].

mod approach;
mod close;
mod frozen_step;
mod halfspace;
mod least;
mod pair;
mod part;
mod recede;

use super::body::MovingBody;
use super::closest::{ApproachOptions, ClosestApproach};
use super::encounter::{Encounter, Impact, Overlap, ToiOptions};
use crate::dimension::Dimension;
use crate::enclosure::Gap;
use crate::math::{Pose, Real};
use crate::proximity::{Bounds, Proximity};
use approach::Approach;
use close::UNKNOWN;
use frozen_step::FrozenStep;
pub(crate) use halfspace::{approach_of_halfspace, of_halfspace};
use least::Least;
use pair::TwoBodies;

/// The time of impact of two bodies.
pub(crate) fn of_courses<V: Dimension>(
    a: MovingBody<'_, V>,
    b: MovingBody<'_, V>,
    options: &ToiOptions<V::Scalar>,
) -> Impact<V> {
    Advance::new(TwoBodies::new(&a, &b, options), *options).run()
}

/// The closest approach of two bodies.
pub(crate) fn approach_of_courses<V: Dimension>(
    a: MovingBody<'_, V>,
    b: MovingBody<'_, V>,
    options: &ApproachOptions<V::Scalar>,
) -> ClosestApproach<V> {
    let query = ToiOptions { query: options.query, ..ToiOptions::default() };
    Least::of(TwoBodies::new(&a, &b, &query), options)
}

/// After this many steps a motion is taken to be one that turns fast.
const SOON: u32 = 12;

/// The bodies are proven separated before this time.
#[derive(Clone, Copy)]
struct SafeTime<V: Dimension> {
    time: V::Scalar,
    poses: [Pose<V>; 2],
    /// Where the bodies are closest, in the world frame.
    normal: V,
    /// Along the normal, at this time.
    gap: Gap<V::Scalar>,
    /// How fast the gap closed lately; zero if that is not known.
    closing: V::Scalar,
    /// How long ago the last front was; zero if there was none.
    step: V::Scalar,
    /// The part of the gap that the next prediction of the contact may miss.
    uncertainty: V::Scalar,
}

impl<V: Dimension> SafeTime<V> {
    /// A front that no step has led to yet.
    fn unknown(time: V::Scalar, poses: [Pose<V>; 2], normal: V, gap: Gap<V::Scalar>) -> Self {
        let (zero, uncertainty) = (V::Scalar::ZERO, V::Scalar::from_f64(UNKNOWN));
        SafeTime { time, poses, normal, gap, closing: zero, step: zero, uncertainty }
    }
}

struct Advance<V: Dimension, P> {
    pair: P,
    options: ToiOptions<V::Scalar>,
    steps: u32,
    /// The least gap proven so far.
    least: V::Scalar,
}

impl<V: Dimension, P: Approach<V>> Advance<V, P> {
    fn new(pair: P, options: ToiOptions<V::Scalar>) -> Self {
        Advance { pair, options, steps: 0, least: V::Scalar::INFINITY }
    }

    fn run(mut self) -> Impact<V> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let poses = self.pair.at(zero);
        let start = self.pair.settled(zero);
        let only_approaching = self.options.initial_overlap == Overlap::OnlyApproaching;
        if only_approaching && let Some(lower) = self.recede(&start) {
            return Impact::NoContact { lower, iterations: self.pair.iterations() };
        }
        let mut front = if start.bounds.upper > self.options.target_distance {
            let gap = self.pair.gap(start.normal, &poses);
            SafeTime::unknown(zero, poses, start.normal, gap)
        } else {
            let counts = match self.options.initial_overlap {
                Overlap::Counts => true,
                Overlap::Ignored => false,
                Overlap::OnlyApproaching => self.approaches(&start),
            };
            if counts {
                return Impact::Hit(self.found(&start, zero, Bounds { lower: zero, upper: zero }));
            }
            match self.part(&start) {
                Ok(front) => front,
                Err(impact) => return impact,
            }
        };
        loop {
            if self.steps >= self.options.max_steps {
                return Impact::Undecided(self.encounter(&front, one));
            }
            if self.steps >= SOON
                && let Some((until, least)) = self.pair.clear_until(front.time, front.normal)
            {
                self.least = self.least.min(least);
                if until >= one {
                    return self.past();
                }
                if until > front.time {
                    front = self.front(until);
                    continue;
                }
            }
            if let Some(ahead) = self.look_ahead(&front) {
                front = ahead;
                continue;
            }
            let closing = if self.is_at_hand(&front) {
                front.closing
            } else {
                match self.leap(&front) {
                    FrozenStep::To(ahead) => {
                        front = ahead;
                        continue;
                    }
                    FrozenStep::Past => return self.past(),
                    FrozenStep::Nowhere(closing) => closing,
                }
            };
            match self.confirm(&SafeTime { closing, ..front }) {
                Ok(separated) => front = separated,
                Err(impact) => return impact,
            }
        }
    }

    /// The whole motion is proven.
    fn past(&self) -> Impact<V> {
        let lower = self.least + self.options.target_distance;
        Impact::NoContact { lower, iterations: self.pair.iterations() }
    }

    fn front(&mut self, time: V::Scalar) -> SafeTime<V> {
        self.steps += 1;
        let poses = self.pair.at(time);
        let (normal, gap) = self.pair.closest(&poses);
        SafeTime::unknown(time, poses, normal, gap)
    }

    /// The contact ahead of a front, at the latest at a time.
    fn encounter(&mut self, front: &SafeTime<V>, until: V::Scalar) -> Encounter<V> {
        let wait = if front.closing > V::Scalar::ZERO { front.gap.value / front.closing } else { V::Scalar::ZERO };
        let time = (front.time + wait).clamp(front.time, until);
        let proximity = match front.time == V::Scalar::ZERO {
            true => self.pair.settled(front.time),
            false => self.pair.nearest(&front.poses),
        };
        self.found(&proximity, time, Bounds { lower: front.time, upper: until })
    }

    fn found(&self, proximity: &Proximity<V>, time: V::Scalar, bracket: Bounds<V::Scalar>) -> Encounter<V> {
        let initial = bracket.upper == V::Scalar::ZERO;
        Encounter { time, bracket, proximity: *proximity, initial, iterations: self.pair.iterations() }
    }
}

#[cfg(test)]
mod tests;
