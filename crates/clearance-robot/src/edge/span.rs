//! How everything moves over an interval of a segment.

use std::rc::Rc;

use clearance::enclosure::{Ball, least_between};
use clearance::{Real, Vec3};

use super::snapshot::Snapshot;
use super::stage::{Fixed, Pair, Side, Stage};
use crate::motion::{Moving, Swing, moving_joints, swing};
use crate::path::Segment;

/// An interval of a segment with what bounds the motion over it.
pub(crate) struct Span {
    /// In the middle.
    pub middle: Rc<Snapshot>,
    /// Its beginning and its end.
    pub ends: [f64; 2],
    /// Half its length.
    pub half: f64,
    /// One for each frame of the robot; the first one is still.
    joints: Vec<Moving>,
    /// About the robot's bodies, in the middle.
    balls: Vec<Ball<Vec3<f64>>>,
    /// How these move in the world: most pairs are of one of them and of a fixed body.
    swings: Vec<Swing>,
}

impl Span {
    pub fn new(stage: &Stage, segment: &Segment, [x0, x1]: [f64; 2]) -> Self {
        let middle = Snapshot::new(stage, segment, 0.5 * (x0 + x1));
        let rates = segment.rates([x0, x1]);
        let joints = moving_joints(stage.robot(), middle.frames(), &rates);
        let balls: Vec<_> = stage.own().iter().zip(middle.own()).map(|(body, pose)| body.ball_at(pose)).collect();
        let half = 0.5 * (x1 - x0);
        let own = stage.own().iter().zip(&balls);
        let swings =
            own.map(|(body, ball)| swing(body.above.iter().map(|frame| &joints[*frame]), ball, half)).collect();
        Span { middle: Rc::new(middle), ends: [x0, x1], half, joints, balls, swings }
    }

    /// The joint that moves a frame, in the middle.
    pub fn joint(&self, frame: usize) -> &Moving {
        &self.joints[frame]
    }

    /// The ball about a body in the middle.
    pub fn ball<'s>(&'s self, stage: &'s Stage, body: usize) -> &'s Ball<Vec3<f64>> {
        self.balls.get(body).unwrap_or_else(|| &stage.bodies()[body].still)
    }

    /// How far points of one of the robot's bodies may come from where they are in the middle.
    pub fn way(&self, body: usize) -> f64 {
        self.swings[body].speed * self.half
    }

    /// How the bodies of a pair move relative to the frame of a side, both together: no point of the one moves faster, or on a path that bends
    /// more, relative to a point of the other along an axis that is fixed in that frame.
    pub fn swing(&self, stage: &Stage, pair: &Pair, side: Side) -> Swing {
        let [up_a, up_b] = &pair.up;
        if side == Side::Between && pair.common == Fixed::World && up_b.is_empty() {
            return self.swings[pair.bodies[0]];
        }
        let [a, b] = pair.bodies.map(|body| self.ball(stage, body));
        let joint = |index: &usize| &self.joints[*index];
        match side {
            Side::Between => swing(up_a.iter().map(joint), a, self.half) + swing(up_b.iter().map(joint), b, self.half),
            Side::A => swing(up_b.iter().chain(up_a.iter().rev()).map(joint), b, self.half),
            Side::B => swing(up_a.iter().chain(up_b.iter().rev()).map(joint), a, self.half),
        }
    }
}

/// The least value that a gap may take over an interval of a given length, from its values at both ends, with bounds of its first and second
/// derivatives.
///
/// The gap along a fixed axis is the least of `n·(b − a)` over pairs of points, and each of these is `f(t)` with `|f′| ≤ s` and `|f″| ≤ κ`: the
/// larger of the [parabola](least_between) under both ends and of the wedge `f ≥ max(f₀ − sσ, f₁ − s(τ − σ)) ≥ (f₀ + f₁ − sτ)/2`. Both
/// rise with `f₀` and `f₁`, so they hold for the gap. The product and the sums round by `u` each, `4u` of the terms.
pub(crate) fn least_over([f0, f1]: [f64; 2], swing: Swing, duration: f64) -> f64 {
    let way = swing.speed * duration;
    let wedge = 0.5 * (f0 + f1 - way) - 4.0 * f64::UNIT * (f0.abs() + f1.abs() + way);
    wedge.min(f0.min(f1)).max(least_between([f0, f1], duration, swing.bend))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_between_two_times_is_bounded_by_the_wedge_and_by_the_parabola() {
        // With 1 and 2 at the ends of a time 1, |f′| ≤ 3: the wedge is (1 + 2 − 3)/2 = 0; a bend of 8 leaves 1 − (4 − 1)²/16 = 0.4375.
        let least = |speed: f64, bend: f64| least_over([1.0, 2.0], Swing { speed, bend }, 1.0);
        assert!(least(3.0, 1e9) <= 0.0 && least(3.0, 1e9) > -2e-14);
        assert!(least(1e9, 8.0) <= 0.4375 && least(1e9, 8.0) > 0.4375 - 2e-14);
        assert!(least(1.0, 1e9) <= 1.0 && least(1.0, 1e9) > 1.0 - 1e-14);
        // Of a tenth each the rounding is taken off: 0.1 + 0.2 − 0.3 is no zero in floats.
        assert!(least_over([0.1, 0.2], Swing { speed: 0.3, bend: 1e9 }, 1.0) < 0.0);
    }
}
