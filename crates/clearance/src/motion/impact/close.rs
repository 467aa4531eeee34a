//! The short steps: towards the contact that the closing of the distance predicts, and the proof that it is one.

use super::approach::Approach;
use super::{Advance, Impact, SafeTime};
use crate::dimension::Dimension;
use crate::math::Real;

/// Each failure to prove a contact looks four times as far ahead, so that these cover the whole motion.
const PROBES: u32 = 32;

/// How much of a gap a prediction may miss that nothing is known about.
pub(super) const UNKNOWN: f64 = 1.0 / 16.0;

/// Predictions tried from one front.
const TRIALS: u32 = 3;

/// How often a step that is not proven is halved.
const SPLITS: u32 = 2;

/// Predictions miss by a quarter of what is left for it; one that misses more costs a step.
const SAFETY: f64 = 4.0;

impl<V: Dimension, P: Approach<V>> Advance<V, P> {
    /// Whether the contact is nearer than rounding lets a gap be seen, or than the tolerance.
    pub(super) fn is_at_hand(&self, front: &SafeTime<V>) -> bool {
        let rate = front.closing.max(V::Scalar::ZERO);
        let noise = V::Scalar::from_f64(4.0) * front.gap.error;
        front.gap.value <= noise.max(rate * self.options.tolerance * V::Scalar::HALF)
    }

    /// Shortly before the contact that the closing of the distance itself predicts, if the normal there proves the way
    /// to it.
    ///
    /// Edges and faces that turn leave a frozen normal in proportion to the time, so roots along it gain a constant
    /// factor each; seen from the contact, the way back to the last distance is as short, and its gap starts large.
    /// Predictions from the last step miss by the product of the last step's length and this one's, so the order is
    /// that of the secant rule.
    pub(super) fn look_ahead(&mut self, front: &SafeTime<V>) -> Option<SafeTime<V>> {
        let number = V::Scalar::from_f64;
        let straight = self.pair.bend(front.normal) == V::Scalar::ZERO;
        if straight || !(front.closing > V::Scalar::ZERO) || self.is_at_hand(front) {
            return None;
        }
        let mut uncertainty = front.uncertainty;
        for _ in 0..TRIALS {
            let (time, rest) = self.predicted(front, uncertainty)?;
            let ahead = self.front(time);
            if ahead.gap.lower() > V::Scalar::ZERO {
                let last = self.cover(front, &ahead, SPLITS)?;
                let closing = (last.gap.value - ahead.gap.value) / (time - last.time);
                let step = time - last.time;
                let missed = (ahead.gap.value - rest).abs() / front.gap.value;
                let mut known = SafeTime { closing, step, ..ahead };
                if front.step > V::Scalar::ZERO && last.time == front.time {
                    known.uncertainty = (missed * number(SAFETY) * step / front.step).min(known.uncertainty);
                }
                return Some(known);
            }
            // Beyond the contact: halfway back.
            uncertainty = (uncertainty * number(SAFETY)).max(V::Scalar::HALF * V::Scalar::HALF);
        }
        None
    }

    /// The time at which all but a part of the gap will have closed, and what is left then.
    fn predicted(&self, front: &SafeTime<V>, uncertainty: V::Scalar) -> Option<(V::Scalar, V::Scalar)> {
        let SafeTime { time: now, closing, .. } = *front;
        let value = front.gap.value;
        let least =
            (closing * self.options.tolerance * V::Scalar::from_f64(0.25)).max(front.gap.error + front.gap.error);
        let rest = (value * uncertainty).max(least);
        let time = now + (value - rest) / closing;
        (now < time && time < V::Scalar::ONE).then_some((time, rest))
    }

    /// Proves that the bodies are apart between two fronts, with others between them if need be; the last front before
    /// the later one.
    fn cover(&mut self, front: &SafeTime<V>, ahead: &SafeTime<V>, splits: u32) -> Option<SafeTime<V>> {
        if self.bridge(front, ahead).is_some() {
            return Some(*front);
        }
        let middle = front.time + (ahead.time - front.time) * V::Scalar::HALF;
        if splits == 0 || !(front.time < middle && middle < ahead.time) {
            return None;
        }
        let between = self.front(middle);
        if !(between.gap.lower() > V::Scalar::ZERO) {
            return None;
        }
        self.cover(front, &between, splits - 1)?;
        self.cover(&between, ahead, splits - 1)
    }

    /// Proves the contact that is at hand, or that there is none there: then where the proof continues.
    pub(super) fn confirm(&mut self, front: &SafeTime<V>) -> Result<SafeTime<V>, Impact<V>> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let number = V::Scalar::from_f64;
        let u = V::Scalar::UNIT;
        let tolerance = self.options.tolerance * V::Scalar::HALF;
        let mut step = tolerance;
        if front.closing > zero {
            let margin = (number(32.0) * front.gap.error).max(tolerance * front.closing * V::Scalar::HALF);
            step = ((front.gap.value.max(zero) + margin) / front.closing).min(one);
        }
        step = step.max(number(4.0) * u * front.time).max(u * u);
        let mut until = front.time;
        for _ in 0..PROBES {
            until = (front.time + step).min(one);
            let poses = self.pair.at(until);
            self.steps += 1;
            if self.pair.meet(&poses) {
                return Err(Impact::Hit(self.encounter(front, until)));
            }
            let near = self.pair.nearest(&poses);
            if near.bounds.upper <= self.options.target_distance {
                return Err(Impact::Hit(self.encounter(front, until)));
            }
            let apart = near.bounds.lower > self.options.target_distance;
            // Bodies that meet with a corner may overlap without a point that is seen without their depth.
            if !apart && self.pair.depth(&poses).upper <= self.options.target_distance {
                return Err(Impact::Hit(self.encounter(front, until)));
            }
            if !apart && until >= one && self.pair.settled(one).bounds.upper <= self.options.target_distance {
                return Err(Impact::Hit(self.encounter(front, one)));
            }
            let ahead = SafeTime::unknown(until, poses, near.normal, self.pair.gap(near.normal, &poses));
            if apart && let Some(closing) = self.bridge(front, &ahead) {
                return Ok(SafeTime { closing, step: until - front.time, ..ahead });
            }
            if until >= one || apart && ahead.gap.value > number(4.0) * front.gap.value.max(ahead.gap.error) {
                break;
            }
            step *= number(4.0);
        }
        Err(Impact::Undecided(self.encounter(front, until)))
    }

    /// How fast the distance closes up to the front ahead, if the bodies are proven to be apart between the two: by a
    /// normal that turns from the one to the other, or by the one ahead.
    fn bridge(&mut self, front: &SafeTime<V>, ahead: &SafeTime<V>) -> Option<V::Scalar> {
        if !(ahead.gap.lower() > V::Scalar::ZERO) {
            return None;
        }
        let there = (ahead.time, ahead.gap);
        let bend = self.pair.bend_between(front, ahead);
        if self.admit((front.time, front.gap), there, bend).is_none() {
            let before = self.pair.gap(ahead.normal, &front.poses);
            let bend = self.pair.bend(ahead.normal);
            self.admit((front.time, before), there, bend)?;
        }
        Some((front.gap.value - ahead.gap.value) / (ahead.time - front.time))
    }
}
