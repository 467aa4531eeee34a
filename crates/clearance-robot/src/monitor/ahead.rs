//! How far joints may get while a monitor looks ahead.
//!
//! A sample of age `α` shows the value `q` to `± ε` and the rate `v` to `± ν`. What is bounded is the value at all
//! times from the sample to the end of the horizon:
//! - **Accelerations.** With `|q″| ≤ a` over `T = α + horizon`: `q + (v ± ν) t ± a t²/2`, `0 ≤ t ≤ T`. The upper bound
//!   is convex in `t`, the lower one concave, so each is extreme at 0 or at `T`.
//! - **Brakes.** At rate `v ± ν` for `R = α + reaction`, then to rest with a deceleration of at least `b`: no farther
//!   than `|v| R + v²/(2b)` in the direction of `v`, in at most `reaction + |v|/b`; the longest of the joints is the
//!   horizon.
//! - **A given stop.** Anywhere between `q` and the value where the joint comes to rest.

use clearance::Real;

use super::Fault;

/// What the joints may do while the monitor looks ahead.
#[derive(Clone, Debug, PartialEq)]
pub enum Ahead {
    /// Anything with accelerations of at most these, radians or metres per s², for as long as a horizon, s: also a stop
    /// that begins at any time.
    Accelerations {
        /// s.
        horizon: f64,
        /// For each value of a configuration.
        most: Vec<f64>,
    },
    /// Move as they do for the time of reaction, s, then come to rest, each in its direction, with decelerations of at
    /// least these. The horizon is how long that takes.
    Brakes {
        /// s.
        reaction: f64,
        /// For each value of a configuration.
        least: Vec<f64>,
    },
    /// What each sample says: where the joints come to rest, and how long that takes. Nothing outside of the values
    /// between is evaluated.
    Given,
}

/// Where a joint may be: the middle of an interval, and half of its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct JointInterval {
    pub middle: f64,
    pub half: f64,
}

impl JointInterval {
    /// Between a value less `down` and a value more `up`, both not negative. Sums and differences round by half a unit
    /// in the last place each; the half length counts from the rounded middle.
    fn around(value: f64, down: f64, up: f64) -> Self {
        let (lower, upper) = ((value - down).next_down(), (value + up).next_up());
        let middle = 0.5 * (lower + upper);
        JointInterval { middle, half: (upper - middle).max(middle - lower).next_up() }
    }

    /// The interval of values between two, each to an error.
    pub fn between(a: f64, b: f64, error: f64) -> Self {
        let lower = a.min(b);
        Self::around(lower, error, grown((a.max(b) - lower) + error))
    }

    /// The interval that accelerations reach.
    pub fn accelerated(q: [f64; 2], v: [f64; 2], most: f64, time: f64) -> Self {
        let ([q, error], [v, off]) = (q, v);
        let bend = 0.5 * most * time * time;
        // Four roundings of terms that may cancel.
        let rounded = 8.0 * f64::UNIT * ((v.abs() + off) * time + bend);
        let reach = |rate: f64| grown(error + ((rate + off) * time + bend + rounded).max(0.0));
        Self::around(q, reach(-v), reach(v))
    }

    /// The interval in which brakes bring a joint to rest.
    pub fn braked(q: [f64; 2], v: [f64; 2], least: f64, reaction: f64) -> Self {
        let ([q, error], [v, off]) = (q, v);
        let reach = |rate: f64| {
            let rate = grown((rate + off).max(0.0));
            grown(error + rate * reaction + 0.5 * rate * rate / least)
        };
        Self::around(q, reach(-v), reach(v))
    }
}

/// How long brakes take from the end of the reaction on.
pub(super) fn braking_time([v, off]: [f64; 2], least: f64) -> f64 {
    grown((v.abs() + off) / least)
}

/// A sum or product of few numbers that are not negative, rounded up.
pub(super) fn grown(x: f64) -> f64 {
    x * (1.0 + 16.0 * f64::UNIT) + f64::SMALLEST
}

/// The time since something was seen, rounded up.
pub(super) fn age(now: f64, taken: f64, most: f64, fault: Fault) -> Result<f64, Fault> {
    let age = now - taken;
    // Also refuses what is not a number.
    if age >= 0.0 && age <= most { Ok(age.next_up()) } else { Err(fault) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(found: JointInterval) -> [f64; 2] {
        [found.middle - found.half, found.middle + found.half]
    }

    fn assert_near(found: JointInterval, [lower, upper]: [f64; 2]) {
        let [low, high] = ends(found);
        assert!(low <= lower && high >= upper && lower - low < 1e-12 && high - upper < 1e-12, "{found:?}");
    }

    #[test]
    fn joints_get_as_far_as_their_accelerations_take_them() {
        // At 2 rad/s ± 0.5 with 10 rad/s² for 0.2 s: up to 0.5 + 0.2 beyond, and back by 0.2 − 0.3 < 0, so not at all.
        assert_near(JointInterval::accelerated([1.0, 0.01], [2.0, 0.5], 10.0, 0.2), [0.99, 1.71]);
        // At rest by 10 · 0.04 / 2 on either side.
        assert_near(JointInterval::accelerated([1.0, 0.0], [0.0, 0.0], 10.0, 0.2), [0.8, 1.2]);
    }

    #[test]
    fn brakes_stop_joints_in_the_direction_in_which_they_move() {
        // −2 rad/s for 0.1 s, then 4 / (2 · 5) = 0.4 rad in 0.4 s.
        assert_near(JointInterval::braked([1.0, 0.0], [-2.0, 0.0], 5.0, 0.1), [0.4, 1.0]);
        assert!((braking_time([-2.0, 0.0], 5.0) - 0.4).abs() < 1e-12);
        // A rate of 0.1 ± 0.3 may be −0.2: 0.02 + 0.004 back.
        assert_near(JointInterval::braked([0.0, 0.0], [0.1, 0.3], 5.0, 0.1), [-0.024, 0.056]);
    }

    #[test]
    fn a_given_stop_is_all_that_is_between() {
        assert_near(JointInterval::between(1.5, -0.5, 0.25), [-0.75, 1.75]);
    }
}
