//! The closest approach: the least signed distance over all times, by branch and bound.
//!
//! At both ends of a part of the time, of length `τ`, the bodies are closest along normals `n₀` and `n₁`. At every time
//! the signed distance is at least the gap along any unit direction, also that of bodies that overlap. Two bounds hold
//! over the part:
//! * by both normals, frozen in the world: the larger of the two gaps ([`least_of_two`]). It is near where the pair of
//!   features changes, and at depths, whose normal jumps;
//! * by a normal on the chord from `n₀` to `n₁`: the parabola under the gaps at both ends, with a bend that counts how
//!   the normal turns, and the [length of the chord](along_chord) where the gap is below zero. It is near where faces
//!   and edges turn.
//!
//! Both are below the distance by the square of `τ`. A part is closed once its bound is at least the least distance
//! found so far minus the width of the bounds; the part with the least bound is halved. Around a smooth minimum the
//! length of the parts grows in proportion to their distance from it, so their number is the logarithm of the width.

use alloc::vec::Vec;

use super::SafeTime;
use super::approach::Approach;
use crate::best_first::BestFirst;
use crate::dimension::Dimension;
use crate::enclosure::{along_chord, least_between, least_of_two};
use crate::math::{Pose, Real};
use crate::motion::{ApproachOptions, ClosestApproach};
use crate::proximity::{Bounds, Proximity};

/// How often the first and the last part in which the least distance may be attained are halved at the end.
const HALVINGS: u32 = 16;

/// After this many outer halves in a row in which it may be, it may be all over the part.
const STAYS: u32 = 4;

/// The length of the shortest parts in roundoffs of the time 1: no bound says more of shorter ones.
const SHORTEST: f64 = 16.0;

/// A part of the time, by what is known at both ends.
type Part<V> = [SafeTime<V>; 2];

/// The least distance that was seen, and when.
struct Seen<V: Dimension> {
    time: V::Scalar,
    proximity: Proximity<V>,
}

/// A search for the least signed distance.
pub(super) struct Least<V: Dimension, P> {
    pair: P,
    options: ApproachOptions<V::Scalar>,
    width: V::Scalar,
    open: BestFirst<V::Scalar, u32, Part<V>>,
    /// Parts that are closed, with their bounds.
    closed: Vec<(V::Scalar, Part<V>)>,
    best: Seen<V>,
    steps: u32,
}

impl<V: Dimension, P: Approach<V>> Least<V, P> {
    /// The closest approach of a pair.
    pub fn of(mut pair: P, options: &ApproachOptions<V::Scalar>) -> ClosestApproach<V> {
        let (zero, Bounds { lower: from, upper: to }) = (V::Scalar::ZERO, options.times);
        let [first, last] = [pair.at(from), pair.at(to)];
        // The poses of the start are exact.
        let start = if from == zero { pair.settled(zero) } else { pair.signed(&first) };
        let width = options.width(pair.size()).max(zero);
        let best = Seen { time: from, proximity: start };
        let (open, closed) = (BestFirst::new(), Vec::new());
        let mut search = Least { pair, options: *options, width, open, closed, best, steps: 1 };
        let gap = search.pair.gap(start.normal, &first);
        let begin = SafeTime::unknown(from, first, start.normal, gap);
        let end = search.at(to, Some(last));
        search.take([begin, end]);
        search.run()
    }

    fn upper(&self) -> V::Scalar {
        self.best.proximity.bounds.upper
    }

    /// Bounds from which on a part is closed.
    fn threshold(&self) -> V::Scalar {
        (self.upper() - self.width).min(self.options.below)
    }

    /// What is known at a time; the least distance that was seen may be that.
    fn at(&mut self, time: V::Scalar, poses: Option<[Pose<V>; 2]>) -> SafeTime<V> {
        let poses = poses.unwrap_or_else(|| self.pair.at(time));
        let proximity = self.pair.signed(&poses);
        self.steps += 1;
        if proximity.bounds.upper < self.upper() {
            self.best = Seen { time, proximity };
        }
        let gap = self.pair.gap(proximity.normal, &poses);
        SafeTime::unknown(time, poses, proximity.normal, gap)
    }

    fn run(mut self) -> ClosestApproach<V> {
        while self.steps < self.options.max_steps
            && let Some(entry) = self.open.pop_below(self.threshold())
        {
            let [from, to] = entry.item;
            if to.time - from.time <= V::Scalar::UNIT * V::Scalar::from_f64(SHORTEST) {
                self.close(entry.bound, [from, to]);
                continue;
            }
            let [first, second] = self.halves(&[from, to]);
            self.take(first);
            self.take(second);
        }
        self.finish()
    }

    fn halves(&mut self, [from, to]: &Part<V>) -> [Part<V>; 2] {
        let between = self.at(from.time + (to.time - from.time) * V::Scalar::HALF, None);
        [[*from, between], [between, *to]]
    }

    fn take(&mut self, part: Part<V>) {
        let bound = self.bound(&part);
        if bound >= self.threshold() {
            self.close(bound, part);
        } else {
            self.open.push(bound, self.steps, part);
        }
    }

    fn close(&mut self, bound: V::Scalar, part: Part<V>) {
        self.open.close(bound);
        if bound <= self.upper() {
            self.closed.push((bound, part));
        }
    }

    /// No signed distance is below this over a part of the time.
    fn bound(&mut self, [from, to]: &Part<V>) -> V::Scalar {
        let duration = to.time - from.time;
        let ends = [from.gap.lower(), to.gap.lower()];
        let turning = self.pair.bend_between(from, to);
        let turned = along_chord(least_between(ends, duration, turning), from.normal + to.normal);
        let bend = self.pair.bend(from.normal).max(self.pair.bend(to.normal));
        let before = self.pair.gap(to.normal, &from.poses).lower();
        let after = self.pair.gap(from.normal, &to.poses).lower();
        let frozen = least_of_two([[ends[0], after], [before, ends[1]]], duration, bend);
        // What is not a number proves nothing.
        let bound = if turned > frozen { turned } else { frozen };
        if bound <= V::Scalar::INFINITY { bound } else { -V::Scalar::INFINITY }
    }

    fn finish(mut self) -> ClosestApproach<V> {
        let lower = self.open.lower().min(self.upper());
        let complete = lower >= self.threshold() || self.upper() - lower <= self.width;
        while let Some(entry) = self.open.pop() {
            self.closed.push((entry.bound, entry.item));
        }
        let (upper, all) = (self.upper(), core::mem::take(&mut self.closed));
        let times = self.narrowed(all.into_iter().filter(|(bound, _)| *bound <= upper).map(|(_, part)| part).collect());
        let Seen { time, proximity } = self.best;
        let least = Bounds { lower: lower.min(self.upper()), upper: self.upper() };
        let iterations = self.pair.iterations();
        ClosestApproach { least, times, time, proximity, complete, iterations }
    }

    /// Times of all parts in which the least distance may be attained; the first part and the last one are halved some
    /// times, so that of a long part that was closed at once only the place that matters is left.
    fn narrowed(&mut self, mut parts: Vec<Part<V>>) -> Bounds<V::Scalar> {
        for side in [0, 1] {
            let mut stays = 0;
            for _ in 0..if self.upper() < self.options.below { HALVINGS } else { 0 } {
                let ends = parts.iter().map(|part| part[side].time).enumerate();
                let outer = ends.reduce(|a, b| if (b.1 < a.1) == (side == 0) { b } else { a });
                let Some((place, _)) = outer.filter(|_| stays < STAYS) else { break };
                let halves = self.halves(&parts.swap_remove(place));
                let [near, far] = if side == 0 { halves } else { [halves[1], halves[0]] };
                let [outer, inner] = [near, far].map(|half| self.bound(&half) <= self.upper());
                parts.extend(inner.then_some(far));
                parts.extend(outer.then_some(near));
                stays = if outer { stays + 1 } else { 0 };
            }
        }
        let add = |times: Bounds<V::Scalar>, [from, to]: &Part<V>| Bounds {
            lower: times.lower.min(from.time),
            upper: times.upper.max(to.time),
        };
        let here = self.best.time;
        parts.iter().fold(Bounds { lower: here, upper: here }, add)
    }
}
