//! Time of impact of two moving bodies, rotation included, with a proof of both sides.
//!
//! At a time `t` the signed distance has a normal `n`. Frozen in the world, `n` gives a gap `s(t) = min n·(b − a)` that costs
//! one support evaluation at any time and never exceeds the signed distance. The path of no point bends by more than `κ`
//! along `n`, so between two times with gaps `s₀, s₁` the bodies are certainly apart as long as the parabola under both gaps
//! stays positive (`least` in `separation.rs`): the ends cost nothing, the middle `κτ²/8`. Each step goes to the far end of what
//! that proves, or to the root of `s` before it; there a new normal is asked for. Once the distance closes, the next step guesses the
//! contact from that and proves the way to it with the normal found there, backwards. Behind the last root the contact is
//! proven by the signed distance itself.
//!
//! Conservative advancement (B. V. Mirtich 1996) steps by the distance over the largest speed, which converges linearly and
//! crawls along bodies that spin; its refinements to a second order bound the speed. Here speeds are never bounded, they are
//! seen. Unlike root finders on the distance (Vlack and Tachi 2001), no step is trusted that is not proven.
//!
//! **Ends.** Every step passes `√(1.9 s/κ)` or divides the gap; [`ToiOptions::max_steps`] bounds them. Grazing bodies, nearer than
//! rounding can tell but never certainly in contact, end as [`Impact::Undecided`].

use super::encounter::{Encounter, Impact, ToiOptions};
use super::motion::Motion;
use super::proximity::{Bounds, Proximity};
use super::separation::{Gap, MovingPair, least};
use super::warm::WarmStart;
use crate::math::Real;
use crate::space::Space;
use crate::support::{Hint, Support};

/// When two moving bodies first come into contact over `0 ≤ t ≤ 1`; touching counts.
///
/// Never passes a contact, however thin the bodies or fast the motion. Cost: some 20 support evaluations without
/// rotation, 40 for turns up to a radian or two, in proportion to the turns beyond.
pub fn time_of_impact<V: Space>(
    a: (&(impl Support<V> + ?Sized), &(impl Motion<V> + ?Sized)),
    b: (&(impl Support<V> + ?Sized), &(impl Motion<V> + ?Sized)),
) -> Impact<V> {
    time_of_impact_with(a, b, &ToiOptions::default())
}

/// [`time_of_impact`] with options.
pub fn time_of_impact_with<V: Space>(
    a: (&(impl Support<V> + ?Sized), &(impl Motion<V> + ?Sized)),
    b: (&(impl Support<V> + ?Sized), &(impl Motion<V> + ?Sized)),
    options: &ToiOptions<V::Scalar>,
) -> Impact<V> {
    let (target, near) = (options.target_distance, [Hint::NONE; 2]);
    let pair = MovingPair { a, b, target, options: options.query, warm: WarmStart::new(), near, iterations: 0 };
    Advance { pair, options: *options, steps: 0, least: V::Scalar::INFINITY }.run()
}

/// Where the proof has come to.
struct Front<V: Space> {
    /// The bodies are apart before it.
    time: V::Scalar,
    proximity: Proximity<V>,
    /// Along the normal, at this time.
    gap: Gap<V::Scalar>,
    /// How fast the gap closed lately; zero if that is not known.
    closing: V::Scalar,
}

struct Advance<'s, V: Space, A: ?Sized, B: ?Sized, MA: ?Sized, MB: ?Sized> {
    pair: MovingPair<'s, V, A, B, MA, MB>,
    options: ToiOptions<V::Scalar>,
    steps: u32,
    /// The least gap proven so far.
    least: V::Scalar,
}

/// A time with its gap.
type Sample<T> = (T, Gap<T>);

/// Times tried for the root of one gap; the secant needs 4 to 6.
const TRIALS: u32 = 40;

/// The exponent of the part of a gap that is left to the next normal.
const AIM: i32 = -12;

/// The same where the distance predicts the contact.
const REST: i32 = -8;

/// Each failure to prove a contact looks four times as far ahead, so that these cover the whole motion.
const PROBES: u32 = 32;

impl<V, A, B, MA, MB> Advance<'_, V, A, B, MA, MB>
where
    V: Space,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    MA: Motion<V> + ?Sized,
    MB: Motion<V> + ?Sized,
{
    fn run(mut self) -> Impact<V> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let mut front = self.front(zero, zero);
        if front.proximity.bounds.upper <= self.options.target_distance {
            return Impact::Hit(self.encounter(&front, zero));
        }
        loop {
            if self.steps >= self.options.max_steps {
                return self.undecided(&front, one);
            }
            if let Some(ahead) = self.look_ahead(&front) {
                front = ahead;
                continue;
            }
            let (time, closing) = if self.is_at_hand(&front) { (front.time, front.closing) } else { self.leap(&front) };
            if time >= one {
                let lower = self.least + self.options.target_distance;
                return Impact::NoContact { lower, iterations: self.pair.iterations };
            }
            front = if time > front.time {
                self.front(time, closing)
            } else {
                match self.confirm(&Front { closing, ..front }) {
                    Ok(separated) => separated,
                    Err(impact) => return impact,
                }
            };
        }
    }

    fn front(&mut self, time: V::Scalar, closing: V::Scalar) -> Front<V> {
        self.steps += 1;
        let proximity = self.pair.nearest(time);
        let gap = self.pair.gap(proximity.normal, time);
        Front { time, proximity, gap, closing }
    }

    /// Whether the contact is nearer than rounding lets a gap be seen, or than the tolerance.
    fn is_at_hand(&self, front: &Front<V>) -> bool {
        let Gap { value, error } = front.gap;
        let rate = front.closing.max(V::Scalar::ZERO);
        value <= V::Scalar::from_f64(4.0) * error || value <= rate * self.options.tolerance
    }

    /// Shortly before the contact that the closing of the distance itself predicts, if the normal there proves the way to it.
    ///
    /// Edges and faces that turn leave a frozen normal in proportion to the time, so roots along it gain a constant factor
    /// each; seen from the contact, the way back to the last distance is as short, and its gap starts large.
    fn look_ahead(&mut self, front: &Front<V>) -> Option<Front<V>> {
        let Gap { value, error } = front.gap;
        let straight = self.pair.bend(front.proximity.normal) == V::Scalar::ZERO;
        if straight || !(front.closing > V::Scalar::ZERO) || self.is_at_hand(front) {
            return None;
        }
        let rest = (value * V::Scalar::power_of_two(REST)).max(error + error);
        let time = front.time + (value - rest) / front.closing;
        if !(front.time < time && time < V::Scalar::ONE) {
            return None;
        }
        let ahead = self.front(time, front.closing);
        self.bridge(front, &ahead)?;
        let closing = (value - ahead.gap.value) / (time - front.time);
        Some(Front { closing, ..ahead })
    }

    /// A later time until which the bodies are proven to be apart, and how fast the gap closes there.
    fn leap(&mut self, front: &Front<V>) -> (V::Scalar, V::Scalar) {
        let number = V::Scalar::from_f64;
        let n = front.proximity.normal;
        let bend = self.pair.bend(n);
        let here = (front.time, front.gap);
        let left = V::Scalar::ONE - front.time;
        // Up to √(2s/κ) no parabola under a positive gap at the end dips below zero; 1.9 leaves room for rounding.
        let sure = if bend > V::Scalar::ZERO { (number(1.9) * front.gap.lower() / bend).sqrt() } else { left };
        // Behind the root, if the gap closes on as it did: the secant from there is sharper than from as far as can be.
        let soon = V::Scalar::TWO * front.gap.value / front.closing;
        let sure = if front.closing > V::Scalar::ZERO { sure.min(soon) } else { sure };
        let end = if sure < left { front.time + sure } else { V::Scalar::ONE };
        let far = (end, self.pair.gap(n, end));
        let Some(rate) = self.admit(here, far, bend) else { return self.root(n, here, far, bend) };
        if end == V::Scalar::ONE {
            return (end, rate);
        }
        // With a gap that goes on like this, the parabola would touch zero after 2(s′ + √(2κs))/κ.
        let longest = (V::Scalar::TWO * bend * front.gap.lower()).sqrt() - rate;
        let further = (front.time + number(1.9) * longest / bend).min(V::Scalar::ONE);
        if further - front.time > number(1.25) * (end - front.time) {
            let further = (further, self.pair.gap(n, further));
            if let Some(rate) = self.admit(here, further, bend) {
                return (further.0, rate);
            }
        }
        (end, rate)
    }

    /// How fast the gap closes from one time to the other, if the bodies are proven to be apart between them.
    fn admit(&mut self, from: Sample<V::Scalar>, to: Sample<V::Scalar>, bend: V::Scalar) -> Option<V::Scalar> {
        let duration = to.0 - from.0;
        let least = least(&from.1, &to.1, duration, bend);
        if !(least > V::Scalar::ZERO) {
            return None;
        }
        self.least = self.least.min(least);
        Some((from.1.value - to.1.value) / duration)
    }

    /// A time shortly before the gap along `n` vanishes, by the Illinois variant of the secant rule (M. Dowell and
    /// P. Jarratt 1971), aimed a little above zero.
    fn root(
        &mut self,
        n: V,
        here: Sample<V::Scalar>,
        far: Sample<V::Scalar>,
        bend: V::Scalar,
    ) -> (V::Scalar, V::Scalar) {
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
            let sample = (time, self.pair.gap(n, time));
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

    /// Proves the contact that is at hand, or that there is none there: then where the proof goes on.
    fn confirm(&mut self, front: &Front<V>) -> Result<Front<V>, Impact<V>> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let number = V::Scalar::from_f64;
        let u = V::Scalar::UNIT;
        let target = self.options.target_distance;
        let mut step = self.options.tolerance * V::Scalar::HALF;
        if front.closing > zero {
            // Shallower contacts take a simplex many steps to see.
            let depth = front.gap.value.max(zero) + number(32.0) * front.gap.error;
            step = (depth / front.closing).min(one);
        }
        step = step.max(number(4.0) * u * front.time).max(u * u);
        let mut until = front.time;
        for _ in 0..PROBES {
            let time = (front.time + step).min(one);
            until = time;
            let ahead = self.front(time, front.closing);
            if ahead.proximity.bounds.upper <= target {
                return Err(Impact::Hit(self.encounter(front, time)));
            }
            let apart = ahead.proximity.bounds.lower > target;
            if apart && let Some(closing) = self.bridge(front, &ahead) {
                return Ok(Front { closing, ..ahead });
            }
            if time >= one || apart && ahead.gap.value > number(4.0) * front.gap.value.max(ahead.gap.error) {
                break;
            }
            step *= number(4.0);
        }
        Err(self.undecided(front, until))
    }

    /// How fast the gap closes along the normal of the time ahead, if that proves that the bodies are apart up to it.
    fn bridge(&mut self, front: &Front<V>, ahead: &Front<V>) -> Option<V::Scalar> {
        let n = ahead.proximity.normal;
        let before = self.pair.gap(n, front.time);
        let bend = self.pair.bend(n);
        self.admit((front.time, before), (ahead.time, ahead.gap), bend)
    }

    fn undecided(&self, front: &Front<V>, until: V::Scalar) -> Impact<V> {
        Impact::Undecided(self.encounter(front, until))
    }

    fn encounter(&self, front: &Front<V>, until: V::Scalar) -> Encounter<V> {
        let wait = if front.closing > V::Scalar::ZERO { front.gap.value / front.closing } else { V::Scalar::ZERO };
        Encounter {
            time: (front.time + wait).clamp(front.time, until),
            bracket: Bounds { lower: front.time, upper: until },
            proximity: front.proximity,
            initial: until == V::Scalar::ZERO,
            iterations: self.pair.iterations,
        }
    }
}

#[cfg(test)]
mod tests;
