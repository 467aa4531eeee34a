//! Time of impact of two moving bodies, rotation included, with a proof of both sides.
//!
//! At a time `t` the signed distance has a normal `n`. Frozen in the world, `n` gives a gap `s(t) = min n·(b − a)` that costs
//! one support evaluation at any time and never exceeds the signed distance. The path of no point bends by more than `κ`
//! along `n`, so between two times with gaps `s₀, s₁` the bodies are certainly apart as long as the parabola under both gaps
//! stays positive (`least` in `pair.rs`): the ends cost nothing, the middle `κτ²/8`. Each step goes to the far end of what
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

mod close;
mod leap;
mod pair;

use super::encounter::{Encounter, Impact, ToiOptions};
use super::motion::Motion;
use super::proximity::{Bounds, Proximity};
use super::warm::WarmStart;
use crate::math::{Pose, Real};
use crate::space::Space;
use crate::support::{Hint, Support};
use close::UNKNOWN;
use leap::Leap;
use pair::{Gap, MovingPair};

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

/// Where the proof has come to: the bodies are apart before the time.
#[derive(Clone, Copy)]
struct Front<V: Space> {
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
    doubt: V::Scalar,
}

impl<V: Space> Front<V> {
    /// A front of which nothing is known yet, in the place of this one.
    fn at(&self, time: V::Scalar, poses: [Pose<V>; 2], normal: V) -> Self {
        let zero = V::Scalar::ZERO;
        let doubt = V::Scalar::from_f64(UNKNOWN);
        Front { time, poses, normal, closing: zero, step: zero, doubt, ..*self }
    }
}

struct Advance<'s, V: Space, A: ?Sized, B: ?Sized, MA: ?Sized, MB: ?Sized> {
    pair: MovingPair<'s, V, A, B, MA, MB>,
    options: ToiOptions<V::Scalar>,
    steps: u32,
    /// The least gap proven so far.
    least: V::Scalar,
}

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
        let poses = self.pair.at(zero);
        let start = self.pair.nearest(&poses, true);
        if start.bounds.upper <= self.options.target_distance {
            return Impact::Hit(self.found(&start, zero, Bounds { lower: zero, upper: zero }));
        }
        let gap = self.pair.gap(start.normal, &poses);
        let doubt = V::Scalar::from_f64(UNKNOWN);
        let mut front = Front { time: zero, poses, normal: start.normal, gap, closing: zero, step: zero, doubt };
        loop {
            if self.steps >= self.options.max_steps {
                return Impact::Undecided(self.encounter(&front, one));
            }
            if let Some(ahead) = self.look_ahead(&front) {
                front = ahead;
                continue;
            }
            let closing = if self.is_at_hand(&front) {
                front.closing
            } else {
                match self.leap(&front) {
                    Leap::To(ahead) => {
                        front = ahead;
                        continue;
                    }
                    Leap::Past => {
                        let lower = self.least + self.options.target_distance;
                        return Impact::NoContact { lower, iterations: self.pair.iterations };
                    }
                    Leap::Nowhere(closing) => closing,
                }
            };
            match self.confirm(&Front { closing, ..front }) {
                Ok(separated) => front = separated,
                Err(impact) => return impact,
            }
        }
    }

    fn front(&mut self, time: V::Scalar) -> Front<V> {
        self.steps += 1;
        let poses = self.pair.at(time);
        let (normal, gap) = self.pair.closest(&poses);
        let zero = V::Scalar::ZERO;
        let doubt = V::Scalar::from_f64(UNKNOWN);
        Front { time, poses, normal, gap, closing: zero, step: zero, doubt }
    }

    /// The contact ahead of a front, at the latest at a time.
    fn encounter(&mut self, front: &Front<V>, until: V::Scalar) -> Encounter<V> {
        let wait = if front.closing > V::Scalar::ZERO { front.gap.value / front.closing } else { V::Scalar::ZERO };
        let time = (front.time + wait).clamp(front.time, until);
        let proximity = self.pair.nearest(&front.poses, front.time == V::Scalar::ZERO);
        self.found(&proximity, time, Bounds { lower: front.time, upper: until })
    }

    fn found(&self, proximity: &Proximity<V>, time: V::Scalar, bracket: Bounds<V::Scalar>) -> Encounter<V> {
        let initial = bracket.upper == V::Scalar::ZERO;
        Encounter { time, bracket, proximity: *proximity, initial, iterations: self.pair.iterations }
    }
}

#[cfg(test)]
mod tests;
