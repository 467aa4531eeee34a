//! The long steps: as far as the gap along one normal proves.

use super::approach::Approach;
use super::{Advance, SafeTime};
use crate::dimension::Dimension;
use crate::enclosure::{Gap, least_between};
use crate::math::Real;

/// Where a long step leads.
pub(super) enum FrozenStep<V: Dimension> {
    /// To a later front.
    To(SafeTime<V>),
    /// Beyond the end.
    Past,
    /// The gap closes too soon to be passed, at this rate.
    Nowhere(V::Scalar),
}

/// What the gap along a normal says.
enum Probe<T> {
    /// The bodies are apart until the time; the gap has closed at the rate.
    Apart(T, T),
    /// The gap may close before this.
    Closing(Sample<T>),
}

/// A time with its gap.
pub(super) type Sample<T> = (T, Gap<T>);

/// Times tried for the root of one gap; the secant needs 2 to 6.
const TRIALS: u32 = 40;

/// The exponent of the part of a gap that is left to the next normal.
const AIM: i32 = -5;

impl<V: Dimension, P: Approach<V>> Advance<V, P> {
    /// The time up to which the bodies are proven to be apart.
    pub(super) fn leap(&mut self, front: &SafeTime<V>) -> FrozenStep<V> {
        let (time, closing) = match self.glance(front) {
            Probe::Apart(time, closing) => (time, closing),
            Probe::Closing(far) => {
                let closing = (front.gap.value - far.1.value) / (far.0 - front.time);
                let unknown = front.closing == V::Scalar::ZERO;
                if let Some(ahead) = self.look_ahead(&SafeTime { closing, ..*front }).filter(|_| unknown) {
                    return FrozenStep::To(ahead);
                }
                self.root(front.normal, (front.time, front.gap), far)
            }
        };
        match time {
            t if t >= V::Scalar::ONE => FrozenStep::Past,
            t if t > front.time => FrozenStep::To(SafeTime { closing, step: t - front.time, ..self.front(t) }),
            _ => FrozenStep::Nowhere(closing),
        }
    }

    /// How far the gap along the front's normal proves that the bodies are apart, if it is far.
    fn glance(&mut self, front: &SafeTime<V>) -> Probe<V::Scalar> {
        let number = V::Scalar::from_f64;
        let n = front.normal;
        let bend = self.pair.bend(n);
        let here = (front.time, front.gap);
        let left = V::Scalar::ONE - front.time;
        // Up to √(2s/κ) no parabola under a positive gap at the end dips below zero; 1.9 leaves room for rounding.
        let sure = if bend > V::Scalar::ZERO { (number(1.9) * front.gap.lower() / bend).sqrt() } else { left };
        // Behind the root, if the gap closes on as it did: the secant from there is sharper than from as far as can be.
        let soon = V::Scalar::TWO * front.gap.value / front.closing;
        let sure = if front.closing > V::Scalar::ZERO { sure.min(soon) } else { sure };
        let end = if sure < left { front.time + sure } else { V::Scalar::ONE };
        let far = (end, self.pair.gap_at(n, end));
        let Some(rate) = self.admit(here, far, bend) else { return Probe::Closing(far) };
        if end == V::Scalar::ONE {
            return Probe::Apart(end, rate);
        }
        // With a gap that continues like this, the parabola would touch zero after 2(s′ + √(2κs))/κ.
        let longest = (V::Scalar::TWO * bend).sqrt() * front.gap.lower().sqrt() - rate;
        let further = (front.time + number(1.9) * longest / bend).min(V::Scalar::ONE);
        if further - front.time > number(1.25) * (end - front.time) {
            let further = (further, self.pair.gap_at(n, further));
            if let Some(rate) = self.admit(here, further, bend) {
                return Probe::Apart(further.0, rate);
            }
        }
        Probe::Apart(end, rate)
    }

    /// How fast the gap closes from one time to the other, if the bodies are proven to be apart between them.
    pub(super) fn admit(
        &mut self,
        from: Sample<V::Scalar>,
        to: Sample<V::Scalar>,
        bend: V::Scalar,
    ) -> Option<V::Scalar> {
        let duration = to.0 - from.0;
        let least = least_between([from.1.lower(), to.1.lower()], duration, bend);
        if !(least > V::Scalar::ZERO) {
            return None;
        }
        self.least = self.least.min(least);
        Some((from.1.value - to.1.value) / duration)
    }

    /// A time shortly before the gap along `n` vanishes, by the Illinois variant of the secant rule (M. Dowell and
    /// P. Jarratt 1971), aimed a little above zero.
    fn root(&mut self, n: V, here: Sample<V::Scalar>, far: Sample<V::Scalar>) -> (V::Scalar, V::Scalar) {
        let bend = self.pair.bend(n);
        let error = here.1.error.max(far.1.error) * V::Scalar::TWO;
        // The normal turns, so a new one beats a sharper root; straight paths keep it.
        let aim = if bend > V::Scalar::ZERO { error.max(here.1.value * V::Scalar::power_of_two(AIM)) } else { error };
        let (mut low, mut high, mut best) = (here, far, here);
        let (mut f_low, mut f_high) = (low.1.value - aim, high.1.value - aim);
        let mut rate = (low.1.value - high.1.value) / (high.0 - low.0);
        let mut last_was_low = None;
        for trial in 0..TRIALS {
            let width = high.0 - low.0;
            let part = if trial % 8 == 7 { V::Scalar::HALF } else { f_low / (f_low - f_high) };
            let time = low.0 + width * part;
            if !(low.0 < time && time < high.0) {
                break;
            }
            let sample = (time, self.pair.gap_at(n, time));
            let value = sample.1.value;
            if sample.1.lower() > V::Scalar::ZERO && time > best.0 && self.admit(here, sample, bend).is_some() {
                best = sample;
            }
            let is_low = value >= aim;
            // An end that stays twice weighs half.
            let weight = if last_was_low == Some(is_low) { V::Scalar::HALF } else { V::Scalar::ONE };
            last_was_low = Some(is_low);
            if is_low {
                (low, f_low, f_high) = (sample, value - aim, f_high * weight);
            } else {
                (high, f_high, f_low) = (sample, value - aim, f_low * weight);
            }
            rate = (low.1.value - high.1.value) / (high.0 - low.0);
            if best.0 == time && value <= aim + aim {
                break;
            }
        }
        (best.0, rate)
    }
}
