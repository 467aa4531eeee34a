//! A clearance without kinks, for optimisers.
//!
//! The least of many distances has a kink wherever two pairs tie, and each distance has kinks of its own. With the
//! smoothed distances `s` of the core, less their margins, the soft least
//!
//! ```text
//! v = −τ ln Σ exp(−s/τ),        τ = blur / ln n, n the number of pairs that are checked
//! ```
//!
//! has neither. The least `m` of the `s` is one term of the sum and each of the others is at most it, so `m − τ ln n ≤
//! v ≤ m`; and the distance `d` of bodies that are apart has `d ≤ s ≤ d + blur`. So `v` is within `blur` of the
//! clearance while nothing overlaps. What is returned as the gap needs none of this: it is how far the value can be
//! from what the clearance is proven to be.
//!
//! Terms beyond `m + τ (ln n + 53 ln 2)` are left out: all of them together are less than a unit roundoff of the sum.

use clearance::query::Smoothed;
use clearance::{Pose3, Vec3};

use super::{Clearance, RobotClearance};
use crate::cell::ask;
use crate::error::RobotError;

/// A clearance without kinks, and its derivative by the joints.
#[derive(Clone, Debug, PartialEq)]
pub struct SmoothedClearance {
    /// Within the blur of the clearance, up to rounding, while no pair overlaps.
    pub value: f64,
    /// The value is at most this far from the clearance, proven.
    pub gap: f64,
    /// The derivative of the value by the values of a configuration.
    pub gradient: Vec<f64>,
    /// The clearance itself.
    pub clearance: Clearance,
}

/// What one pair adds: its smoothed distance less its margin, and how that changes.
struct Term {
    distance: f64,
    rates: Vec<f64>,
}

impl RobotClearance<'_> {
    /// The smoothed clearance in a configuration; `blur` is a length, the largest bias. `None` if there are no pairs.
    ///
    /// Links with meshes are their hulls in the value, also where their hulls touch; the gap is that to the clearance
    /// of the finer shapes. Differentiable while no center of a shape is inside of a body that it is checked with.
    /// Cost: that of the clearance, and a smoothed distance for each pair within a few blurs of it.
    ///
    /// ```
    /// use clearance::{Ball, Pose3, Vec3};
    /// use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, RobotClearance, Workcell};
    /// let ball = |r: f64| Ball::new(r).unwrap();
    /// let along = |x: f64| Pose3::from_xyz(x, 0.0, 0.0).unwrap();
    /// let joint = JointSpec::new("slide", JointKind::Prismatic, "base", "hand");
    /// let hand = LinkShape::new(ball(0.5), Pose3::IDENTITY);
    /// let robot = Robot::builder("r").link("base", vec![]).link("hand", vec![hand]).joint(joint).build().unwrap();
    /// // Between two walls of balls the clearance has a kink in the middle; the smoothed one is level there.
    /// let world = [Obstacle::new("left", ball(0.5), along(-3.0)), Obstacle::new("right", ball(0.5), along(3.0))];
    /// let found = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap().smoothed_at(&[0.0], 0.1).unwrap().unwrap();
    /// assert!(found.gradient[0].abs() < 1e-12 && (found.value - 2.0).abs() <= found.gap && found.gap < 0.1);
    /// ```
    pub fn smoothed_at(&mut self, q: &[f64], blur: f64) -> Result<Option<SmoothedClearance>, RobotError> {
        if !(blur > 0.0 && blur.is_finite()) {
            return Err(RobotError::new(format!("the blur must be positive and finite, got {blur}")));
        }
        self.with_hulls()?;
        let Some(hulls) = self.least_at(q)? else { return Ok(None) };
        let count = libm::log((self.pair_count() as f64).max(2.0));
        let temperature = blur / count;
        let cut = temperature * (count + 53.0 * core::f64::consts::LN_2);
        let terms = self.terms(hulls.bounds.upper + blur + cut, blur);
        let least = terms.iter().map(|term| term.distance).fold(f64::INFINITY, f64::min);
        let (mut sum, mut gradient) = (0.0, vec![0.0; q.len()]);
        for Term { distance, rates } in &terms {
            // Of libm, not the machine's own: the same bits everywhere.
            let weight = libm::exp((least - distance) / temperature);
            sum += weight;
            gradient.iter_mut().zip(rates).for_each(|(total, rate)| *total += weight * rate);
        }
        gradient.iter_mut().for_each(|total| *total /= sum);
        let value = least - temperature * libm::log(sum);
        let clearance = if hulls.bounds.lower > 0.0 { Some(hulls) } else { self.at(q)? };
        let bounds = |clearance: Clearance| {
            // Each difference rounds by half a unit in its last place.
            let gap = (value - clearance.bounds.lower).max(clearance.bounds.upper - value).next_up();
            SmoothedClearance { value, gap, gradient, clearance }
        };
        Ok(clearance.map(bounds))
    }

    /// The terms of all pairs whose distances less margins may be at most `max`, in the order of the pairs; triangles'
    /// insides have none.
    fn terms(&mut self, max: f64, blur: f64) -> Vec<Term> {
        self.collect(max);
        let mut pairs: Vec<usize> = self.order.iter().map(|&(_, pair)| pair).collect();
        pairs.sort_unstable();
        let mut terms = Vec::new();
        for pair in pairs {
            let (poses, margin) = (self.poses_of(pair), self.margin(pair));
            let Some(found) = ask::smoothed(self.stage.pair(pair), [&poses[0], &poses[1]], blur) else { continue };
            let distance = found.distance - margin;
            if distance <= max {
                terms.push(Term { distance, rates: self.smoothed_rates(pair, &found, &poses[0]) });
            }
        }
        terms
    }

    /// `(b − a)/s · (J_B(b) − J_A(a))`, zero where bodies overlap so deeply that `s` is zero.
    fn smoothed_rates(&self, pair: usize, found: &Smoothed<Vec3<f64>>, pose_a: &Pose3<f64>) -> Vec<f64> {
        let direction = pose_a.vector(found.gradient(found.witness_b).linear);
        self.rates(pair, direction, [pose_a.point(found.witness_a), pose_a.point(found.witness_b)])
    }
}

#[cfg(test)]
mod tests {
    use clearance::{Cuboid, Pose3, Vec3};

    use super::*;
    use crate::cell::workcell::Workcell;
    use crate::random::Random;
    use crate::{JointKind, JointSpec, LinkShape, Obstacle, Robot};

    /// Two arms of boxes about z and y, boxes around them, and the floor.
    fn scene() -> (Robot, Vec<Obstacle>) {
        let cuboid = |x: f64, y: f64, z: f64| Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap();
        let at = |x: f64, y: f64, z: f64| Pose3::from_xyz(x, y, z).unwrap();
        let arm = || vec![LinkShape::new(cuboid(0.5, 0.1, 0.1), at(0.7, 0.0, 0.0))];
        let shoulder =
            JointSpec::new("shoulder", JointKind::Continuous, "base", "upper").axis(Vec3::new(0.0, 0.0, 1.0));
        let elbow = JointSpec::new("elbow", JointKind::Continuous, "upper", "lower")
            .axis(Vec3::new(0.0, 1.0, 0.0))
            .at(at(1.4, 0.0, 0.0));
        let robot = Robot::builder("arm")
            .link("base", vec![])
            .link("upper", arm())
            .link("lower", arm())
            .joint(shoulder)
            .joint(elbow)
            .build()
            .unwrap();
        let wall = |x: f64, y: f64| Obstacle::new(format!("{x} {y}"), cuboid(0.2, 0.3, 0.4), at(x, y, 0.3));
        let plane = clearance::Halfspace::new(Vec3::new(0.0, 0.0, 1.0), -2.0).unwrap();
        let floor = Obstacle::of("floor", clearance_world::Body::halfspace(plane), Pose3::IDENTITY);
        (robot, vec![wall(2.0, 1.5), wall(-1.7, 1.7), wall(0.0, -2.2), wall(3.2, 0.0), floor])
    }

    #[test]
    fn values_are_within_the_blur_and_the_gap_and_gradients_are_those_of_differences() {
        let (robot, world) = scene();
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let (mut random, seed, mut free, mut overlapping) = (Random::new(11), 11, 0, 0);
        for _ in 0..300 {
            let q = [random.between(-3.0, 3.0), random.between(-1.2, 1.2)];
            let blur = random.between(0.02, 0.3);
            clearance.forget();
            let found = clearance.smoothed_at(&q, blur).unwrap().unwrap();
            clearance.forget();
            let exact = clearance.at(&q).unwrap().unwrap();
            assert_eq!(found.clearance.bounds, exact.bounds, "seed {seed}: {q:?}");
            let [below, above] = [found.value - exact.bounds.lower, exact.bounds.upper - found.value];
            assert!(below.max(above) <= found.gap, "seed {seed}: {q:?} {found:?}");
            if exact.bounds.lower <= 0.0 {
                overlapping += 1;
                continue;
            }
            free += 1;
            assert!(found.gap <= blur * (1.0 + 1e-9), "seed {seed}: {q:?} {found:?}");
            for joint in 0..2 {
                let h = 1e-5;
                let mut at = |step: f64| {
                    let mut moved = q;
                    moved[joint] += step;
                    clearance.smoothed_at(&moved, blur).unwrap().unwrap().value
                };
                let difference = (at(h) - at(-h)) / (2.0 * h);
                let error = (difference - found.gradient[joint]).abs();
                // The gradient is Lipschitz with a constant of the order of reach² / blur.
                assert!(error < 4.0 * 6.0 / blur * h + 1e-6, "seed {seed}: {q:?} {joint} {difference} {found:?}");
            }
        }
        assert!(free > 150 && overlapping > 5, "seed {seed}: {free} free, {overlapping} overlapping");
    }

    #[test]
    fn a_blur_that_is_no_length_is_refused_by_its_value() {
        let (robot, world) = scene();
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        for blur in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let refusal = clearance.smoothed_at(&[0.0, 0.0], blur).unwrap_err().to_string();
            assert_eq!(refusal, format!("the blur must be positive and finite, got {blur}"));
        }
    }
}
