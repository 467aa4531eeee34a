//! Motions of one number with limits of velocity, acceleration and jerk: it passes from one velocity to another over a
//! length, at zero acceleration at both ends, by pieces of constant jerk.
//!
//! A ramp from the velocity `w` to `p` is symmetric about its middle, so its mean velocity is `(w + p)/2`, and with
//! `d = |p − w|`, the largest acceleration `a` and the jerk `j` it takes `2√(d/j)` if `d ≤ a²/j`, else `d/a + a/j`. The
//! motion is a ramp to the greatest velocity, a stretch at it, and a ramp to the last (L. Biagiotti and C. Melchiorri,
//! "Trajectory Planning for Automatic Machines and Robots", 2008, 3.4).

/// The largest magnitudes of the first three derivatives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Limits {
    pub velocity: f64,
    pub acceleration: f64,
    pub jerk: f64,
    /// No piece is shorter than this, seconds: the motion is rather a little slower.
    pub shortest: f64,
}

/// A stretch of time with one jerk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Phase {
    pub duration: f64,
    pub jerk: f64,
}

/// A change of the velocity: a phase with a jerk, one at the largest acceleration if need be, one with the opposite
/// jerk.
#[derive(Clone, Copy, Debug)]
struct Ramp {
    ends: [f64; 2],
    /// The duration of each phase with a jerk.
    rise: f64,
    /// The duration at the largest acceleration.
    level: f64,
}

/// Halvings of the range of a number: as many as it has bits, and some for its exponent.
const HALVINGS: usize = 96;

impl Ramp {
    fn between(ends: [f64; 2], limits: &Limits) -> Self {
        let change = (ends[1] - ends[0]).abs();
        if change == 0.0 {
            return Ramp { ends, rise: 0.0, level: 0.0 };
        }
        let full = (limits.acceleration / limits.jerk).max(limits.shortest);
        let level = change / limits.acceleration - full;
        if level >= limits.shortest {
            return Ramp { ends, rise: full, level };
        }
        // Without a level: the acceleration is at most `change / rise`, and the jerk that over `rise`.
        let rise = (change / limits.jerk).sqrt().max(change / limits.acceleration).max(limits.shortest);
        Ramp { ends, rise, level: 0.0 }
    }

    fn duration(&self) -> f64 {
        2.0 * self.rise + self.level
    }

    fn length(&self) -> f64 {
        0.5 * (self.ends[0] + self.ends[1]) * self.duration()
    }

    /// Its phases, each longer by a factor.
    fn phases(&self, factor: f64) -> Vec<Phase> {
        if self.rise == 0.0 {
            return Vec::new();
        }
        let [rise, level] = [self.rise, self.level].map(|duration| factor * duration);
        let jerk = (self.ends[1] - self.ends[0]) / (rise * (rise + level));
        let all = [(rise, jerk), (level, 0.0), (rise, -jerk)];
        all.into_iter()
            .filter(|(duration, _)| *duration > 0.0)
            .map(|(duration, jerk)| Phase { duration, jerk })
            .collect()
    }
}

/// The greatest velocity that can be passed to from another one over a length; lower ones can too, but for few just
/// below a ramp that is the first with a level.
pub(super) fn reach(from: f64, length: f64, limits: &Limits) -> f64 {
    let fits = |to: f64| Ramp::between([from, to], limits).length() <= length;
    greatest([from, limits.velocity.max(from)], fits)
}

/// The fastest motion over a length from one velocity to another, which must be possible.
pub(super) fn fastest(length: f64, [from, to]: [f64; 2], limits: &Limits) -> Vec<Phase> {
    let ramps = |top: f64| [[from, top], [top, to]].map(|ends| Ramp::between(ends, limits));
    let used = |top: f64| ramps(top).iter().map(Ramp::length).sum::<f64>();
    let top = greatest([from.max(to), limits.velocity.max(from).max(to)], |top| used(top) <= length);
    let (ramps, used) = (ramps(top), used(top));
    let rest = if top > 0.0 { (length - used).max(0.0) / top } else { 0.0 };
    // A short stretch at the greatest velocity is given to the ramps.
    let (factor, rest) = if rest < limits.shortest && used > 0.0 { (length / used, 0.0) } else { (1.0, rest) };
    let mut phases = ramps[0].phases(factor);
    phases.extend((rest > 0.0).then_some(Phase { duration: rest, jerk: 0.0 }));
    phases.extend(ramps[1].phases(factor));
    phases
}

/// The greatest number of a range for which a claim holds, that holds below any for which it holds; the least if none.
fn greatest([mut least, mut most]: [f64; 2], holds: impl Fn(f64) -> bool) -> f64 {
    if holds(most) {
        return most;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (least + most);
        if holds(middle) { least = middle } else { most = middle }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn run(length: f64, ends: [f64; 2], limits: &Limits) -> f64 {
        let phases = fastest(length, ends, limits);
        let (mut s, mut v, mut a, mut time) = (0.0, ends[0], 0.0, 0.0);
        for Phase { duration: t, jerk } in phases {
            assert!(jerk.abs() <= limits.jerk * (1.0 + 1e-9) && t >= limits.shortest, "{t} {jerk}");
            s += v * t + a * t * t / 2.0 + jerk * t * t * t / 6.0;
            v += a * t + jerk * t * t / 2.0;
            a += jerk * t;
            time += t;
            assert!(v <= limits.velocity * (1.0 + 1e-9) && a.abs() <= limits.acceleration * (1.0 + 1e-9), "{v} {a}");
        }
        assert!((s - length).abs() < 1e-9 * (1.0 + length) && (v - ends[1]).abs() < 1e-9 && a.abs() < 1e-9);
        time
    }

    #[test]
    fn from_rest_to_rest_it_takes_the_time_of_the_closed_form() {
        let limits = Limits { velocity: 1.5, acceleration: 3.0, jerk: 12.0, shortest: 1e-6 };
        // All limits: 1.5/3 + 3/12 s for each ramp over 0.5625, and 1.875/1.5 s between.
        assert!((run(3.0, [0.0, 0.0], &limits) - (2.0 * 0.75 + 1.875 / 1.5)).abs() < 1e-9);
        // No velocity: p²/3 + p/4 = 0.5 at the top p = 0.9061.., in 2 (p/3 + 1/4) s.
        let top = 1.5 * ((0.0625f64 + 2.0 / 3.0).sqrt() - 0.25);
        assert!((run(0.5, [0.0, 0.0], &limits) - 2.0 * (top / 3.0 + 0.25)).abs() < 1e-6);
        // No acceleration: four equal phases, L = 2 j t³.
        let quarter = (0.01f64 / 24.0).cbrt();
        assert!((run(0.01, [0.0, 0.0], &limits) - 4.0 * quarter).abs() < 1e-6);
    }

    #[test]
    fn random_motions_keep_their_limits_and_are_possible_where_they_are_said_to_be() {
        let mut random = Random::new(0x5c);
        let (mut limited, mut skipped) = ([0; 2], 0);
        for _ in 0..5000 {
            let mut size = || 10f64.powf(random.between(-2.0, 2.0));
            let (velocity, acceleration, jerk) = (size(), size(), 10.0 * size());
            let shortest = 1e-4;
            let limits = Limits { velocity, acceleration, jerk, shortest };
            let length = size();
            let from = velocity * random.unit();
            let most = reach(from, length, &limits);
            assert!((from..=velocity).contains(&most));
            limited[usize::from(most < velocity)] += 1;
            let to = random.between(from, most);
            // Ramps with a level are shorter by `shortest` than those just below them: few are not possible.
            if Ramp::between([from, to], &limits).length() > length {
                skipped += 1;
                continue;
            }
            let duration = run(length, [from, to], &limits);
            assert!(duration >= length / velocity * (1.0 - 1e-12));
            // Backwards it takes as long.
            assert!((run(length, [to, from], &limits) - duration).abs() < 1e-6 * duration);
        }
        assert!(limited.iter().all(|count| *count > 500) && skipped < 20, "{limited:?} {skipped}");
    }
}
