//! Trapezoids of velocity: from rest to rest, at a constant acceleration up, at a constant velocity, and down as it
//! came up.
//!
//! With the ramps' time `r`, the whole time `T` and the way `d`, the velocity between the ramps is `d/(T − r)` and
//! each ramp goes `h = d r/(2(T − r))`; by a velocity `v` and an acceleration `a`, `r = v/a` and `h = v²/2a`, or `r =
//! √(d/a)` and `h = d/2` where `v` is not reached. So the control points of the three phases are `p, p, p + h`, then
//! `p + h, q − h`, then `q − h, q, q`, whatever the phases take: a trapezoid ends at `q` exactly.
//!
//! **Rounding.** `|d|` is at most `|p| + |q|`, and `h` at most half of it. `h` rounds by less than `8uh`, that of a
//! wrong choice of the two forms included: it is made where `d a` and `v²` agree to `5u`. So control points err by
//! less than `16u (|p| + |q|)`, and by what `p` deviates, as they are means of `p` and `q`.

use clearance::Real;

use super::{TrajectoryError, refuse};
use crate::kinematics::LARGEST_ANGLE;
use crate::path::Curve;

/// A trapezoid of velocity of one joint, from rest to rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trapezoid {
    /// The position at its end, radians or metres.
    pub to: f64,
    /// How fast it goes.
    pub pace: Pace,
}

/// What gives the times of a trapezoid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// The velocity and the acceleration that it keeps; a triangle where the velocity is not reached.
    Within {
        /// Radians or metres a second.
        velocity: f64,
        /// A second squared.
        acceleration: f64,
    },
    /// In given times: those of joints that begin, cruise and end together.
    Takes {
        /// Seconds from its beginning to its end.
        duration: f64,
        /// Seconds of the ramp up, and of that down; at most half of the duration.
        ramp: f64,
    },
}

/// A phase: how long it takes, and its polynomial.
pub(super) type Phase = (f64, Curve);

impl Trapezoid {
    /// Its three phases from a position on, which is known to an error; those that take no time are none.
    pub(super) fn phases(&self, (from, off): (f64, f64)) -> Result<Vec<Phase>, TrajectoryError> {
        self.check()?;
        let (p, q) = (from, self.to);
        let way = (q - p).abs();
        let (ramp, cruise, rise) = self.times(way);
        let h = rise.copysign(q - p);
        let error = off + 16.0 * f64::UNIT * (p.abs() + q.abs());
        let phases: [(f64, &[f64]); 3] = [(ramp, &[p, p, p + h]), (cruise, &[p + h, q - h]), (ramp, &[q - h, q, q])];
        let taken = phases.into_iter().filter(|(duration, _)| *duration > 0.0);
        Ok(taken.map(|(duration, points)| (duration, Curve::new(points, error))).collect())
    }

    /// Seconds of a ramp and between the ramps, and the way of a ramp.
    fn times(&self, way: f64) -> (f64, f64, f64) {
        match self.pace {
            Pace::Within { velocity, acceleration } if way * acceleration >= velocity * velocity => {
                let ramp = velocity / acceleration;
                (ramp, (way / velocity - ramp).max(0.0), (velocity * ramp / 2.0).min(way / 2.0))
            }
            Pace::Within { acceleration, .. } => ((way / acceleration).sqrt(), 0.0, way / 2.0),
            Pace::Takes { duration, ramp } => (ramp, duration - 2.0 * ramp, way * (ramp / (2.0 * (duration - ramp)))),
        }
    }

    fn check(&self) -> Result<(), TrajectoryError> {
        if !(self.to.abs() <= LARGEST_ANGLE) {
            return refuse(format!("a trapezoid must end within {LARGEST_ANGLE:e} of zero, got {}", self.to));
        }
        let is_some = |size: f64| (LARGEST_ANGLE.recip()..=LARGEST_ANGLE).contains(&size);
        match self.pace {
            Pace::Within { velocity, acceleration } if !(is_some(velocity) && is_some(acceleration)) => {
                let range = format!("between {:e} and {LARGEST_ANGLE:e}", LARGEST_ANGLE.recip());
                refuse(format!(
                    "the velocity and the acceleration of a trapezoid must be {range}, got {velocity} and {acceleration}"
                ))
            }
            Pace::Takes { duration, ramp } if !(is_some(duration) && ramp >= 0.0 && 2.0 * ramp <= duration) => {
                refuse(format!(
                    "a trapezoid must take some time, and each ramp at most half of it, got a duration of {duration} and a ramp of {ramp}"
                ))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{JerkPiece, State};
    use super::*;
    use crate::random::Random;
    use crate::{JointPiece, Trajectory};
    use dashu_ratio::RBig;

    fn q(x: f64) -> RBig {
        RBig::try_from(x).unwrap()
    }

    fn one(from: f64, pieces: &[JointPiece]) -> Trajectory {
        let state = State { position: from, ..State::default() };
        Trajectory::of_pieces(1.0, &[(state, pieces.to_vec())]).unwrap()
    }

    fn trapezoid(to: f64, pace: Pace) -> JointPiece {
        JointPiece::Trapezoid(Trapezoid { to, pace })
    }

    #[test]
    fn a_trapezoid_ramps_cruises_and_ramps() {
        // Down from 2 to -1 at 1.5 with 3: ramps of 0.5 s and 0.375, and 2.25 at 1.5 for 1.5 s.
        let down = one(2.0, &[trapezoid(-1.0, Pace::Within { velocity: 1.5, acceleration: 3.0 })]);
        assert_eq!(down.span(), [1.0, 3.5]);
        let places: Vec<f64> = [1.25, 1.5, 2.0, 3.0, 3.25, 3.5].into_iter().map(|time| down.at(time)[0]).collect();
        assert_eq!(places, [1.90625, 1.625, 0.875, -0.625, -0.90625, -1.0]);
        assert_eq!(
            (down.rates_at(2.0, 1)[0], down.rates_at(1.25, 1)[0], down.rates_at(3.25, 2)[0]),
            (-1.5, -0.75, 3.0)
        );
        // Too short for its velocity: 0.75 at 3 are two ramps of half a second, up to 1.5.
        let short = one(0.25, &[trapezoid(1.0, Pace::Within { velocity: 4.0, acceleration: 3.0 })]);
        assert_eq!((short.span(), short.at(1.5), short.rates_at(1.5, 1)), ([1.0, 2.0], vec![0.625], vec![1.5]));
        // In two seconds with ramps of a quarter: 3.5 at a velocity of 2.
        let timed = one(-1.0, &[trapezoid(2.5, Pace::Takes { duration: 2.0, ramp: 0.25 })]);
        assert_eq!((timed.span(), timed.at(1.25), timed.at(2.0)), ([1.0, 3.0], vec![-0.75], vec![0.75]));
        assert_eq!((timed.rates_at(2.0, 1), timed.at(3.0)), (vec![2.0], vec![2.5]));
    }

    #[test]
    fn a_trapezoid_takes_no_velocity_over_and_says_so() {
        let still = trapezoid(1.0, Pace::Takes { duration: 1.0, ramp: 0.5 });
        let rising = JerkPiece { duration: 2.0, acceleration: Some(0.25), jerk: 0.0 };
        let found = one(0.0, &[rising.into(), still, still]);
        let [jump] = found.jumps() else { panic!("{:?}", found.jumps()) };
        assert_eq!((jump.joint, jump.time, jump.order, jump.by), (0, 3.0, 1, -0.5));
        // The second one has no way to go, and takes its time all the same.
        assert_eq!((found.span(), found.at(4.0), found.at(4.5)), ([1.0, 5.0], vec![1.0], vec![1.0]));
    }

    #[test]
    fn phases_are_within_their_errors_of_exact_ones() {
        let mut random = Random::new(0x41e);
        let (mut triangles, mut most) = (0, 0.0f64);
        for trial in 0..400 {
            let (from, to) = (random.between(-3.0, 3.0), random.between(-3.0, 3.0));
            let way = (to - from).abs();
            let pace = match trial % 3 {
                0 => Pace::Within { velocity: random.between(0.1, 3.0), acceleration: random.between(0.1, 9.0) },
                // So near to a triangle that rounding decides.
                1 => {
                    let velocity = random.between(0.1, 3.0);
                    Pace::Within { velocity, acceleration: velocity * velocity / way }
                }
                _ => {
                    let duration = random.between(0.1, 3.0);
                    Pace::Takes { duration, ramp: duration * random.between(0.0, 0.5) }
                }
            };
            let phases = Trapezoid { to, pace }.phases((from, 0.0)).unwrap();
            let length = if to > from { q(to) - q(from) } else { q(from) - q(to) };
            let rise = match pace {
                Pace::Within { velocity, acceleration } => {
                    let whole = q(velocity) * q(velocity) / q(acceleration);
                    triangles += usize::from(whole > length);
                    whole.min(length.clone()) / q(2.0)
                }
                Pace::Takes { duration, ramp } => &length * q(ramp) / (q(2.0) * (q(duration) - q(ramp))),
            };
            let rise = if to > from { rise } else { -rise };
            let (up, down) = (q(from) + &rise, q(to) - &rise);
            let truth = [vec![q(from), q(from), up.clone()], vec![up, down.clone()], vec![down, q(to), q(to)]];
            // A phase that is left out takes no time: it is the one between the ramps.
            let kept = if phases.len() == 3 { vec![0, 1, 2] } else { vec![0, 2] };
            for ((_, curve), place) in phases.iter().zip(kept) {
                let (_, error) = curve.at(0.0);
                for (control, exact) in curve.controls().iter().zip(&truth[place]) {
                    let off = (q(*control) - exact).to_f64().value().abs();
                    assert!(off <= error, "seed 0x41e, {trial}: {off:e} {error:e}");
                    most = most.max(off / error);
                }
            }
        }
        assert!(most > 0.01 && (80..320).contains(&triangles), "{most} {triangles}");
    }

    #[test]
    fn what_is_no_trapezoid_is_refused() {
        let refused = |pace| {
            let made = Trajectory::of_pieces(0.0, &[(State::default(), vec![trapezoid(1.0, pace)])]);
            made.unwrap_err().to_string()
        };
        assert_eq!(
            refused(Pace::Within { velocity: 0.0, acceleration: 1.0 }),
            "joint 0: piece 0: the velocity and the acceleration of a trapezoid must be between 1e-6 and 1e6, got 0 and 1"
        );
        assert_eq!(
            refused(Pace::Takes { duration: 1.0, ramp: 0.75 }),
            "joint 0: piece 0: a trapezoid must take some time, and each ramp at most half of it, got a duration of 1 and a ramp of 0.75"
        );
    }
}
