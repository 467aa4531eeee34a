//! Where everything is at a time, and how it moves around it.

use std::rc::Rc;

use clearance::Pose3;

use super::gap::Placed;
use super::stage::{Fixed, Pair, Side, Stage};
use crate::kinematics::compose;
use crate::motion::{Around, Moving, Swing, frame_poses, moving_joints, swing};
use crate::path::{Configuration, Segment};

/// Unit roundoff.
const U: f64 = f64::EPSILON / 2.0;

/// The poses of all frames and of the robot's bodies at a time of a segment.
pub(crate) struct Snapshot {
    frames: Vec<Pose3<f64>>,
    own: Vec<Pose3<f64>>,
}

impl Snapshot {
    pub fn new(stage: &Stage, segment: &Segment, x: f64) -> Self {
        Self::at(stage, &segment.at(x))
    }

    pub fn at(stage: &Stage, configuration: &Configuration) -> Self {
        let frames = frame_poses(stage.robot(), configuration);
        let own = stage.own().iter().map(|body| match body.part.frame {
            0 => body.part.pose,
            frame => compose(&frames[frame], &body.part.pose),
        });
        Snapshot { own: own.collect(), frames }
    }

    /// A body of the stage where it is.
    pub fn placed<'s>(&'s self, stage: &'s Stage, body: usize) -> Placed<'s> {
        Placed { solid: &stage.bodies()[body].part.solid, pose: self.body(stage, body) }
    }

    /// The pose of what a direction is fixed in.
    pub fn pose_of(&self, fixed: Fixed) -> Pose3<f64> {
        match fixed {
            Fixed::World => Pose3::IDENTITY,
            Fixed::Frame(frame) => self.frames[frame],
        }
    }

    /// A body's pose in the world.
    pub fn body<'s>(&'s self, stage: &'s Stage, body: usize) -> &'s Pose3<f64> {
        self.own.get(body).unwrap_or_else(|| &stage.bodies()[body].part.pose)
    }
}

/// An interval of a segment with what bounds the motion over it.
pub(crate) struct Span {
    /// In the middle.
    pub middle: Rc<Snapshot>,
    /// From when to when.
    pub ends: [f64; 2],
    /// Half its length.
    pub half: f64,
    /// One for each frame of the robot; the first one is still.
    joints: Vec<Moving>,
    /// About the robot's bodies, in the middle.
    balls: Vec<Around>,
    /// How these move in the world: most pairs are of one of them and of a fixed body.
    swings: Vec<Swing>,
}

impl Span {
    pub fn new(stage: &Stage, segment: &Segment, [x0, x1]: [f64; 2]) -> Self {
        let middle = Snapshot::new(stage, segment, 0.5 * (x0 + x1));
        let rates = segment.rates([x0, x1]);
        let joints = moving_joints(stage.robot(), &middle.frames, &rates);
        let balls: Vec<Around> = stage.own().iter().zip(&middle.own).map(|(body, pose)| body.ball_at(pose)).collect();
        let half = 0.5 * (x1 - x0);
        let own = stage.own().iter().zip(&balls);
        let swings =
            own.map(|(body, ball)| swing(body.above.iter().map(|frame| joints[*frame]), *ball, half)).collect();
        Span { middle: Rc::new(middle), ends: [x0, x1], half, joints, balls, swings }
    }

    /// The joint that moves a frame, in the middle.
    pub fn joint(&self, frame: usize) -> &Moving {
        &self.joints[frame]
    }

    /// The ball about a body in the middle.
    pub fn ball<'s>(&'s self, stage: &'s Stage, body: usize) -> &'s Around {
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
        let [a, b] = pair.bodies.map(|body| *self.ball(stage, body));
        let joint = |index: &usize| self.joints[*index];
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
/// The gap along a fixed axis is the least of `n·(b − a)` over pairs of points, and each of these is `f(t)` with `|f′| ≤ s` and `|f″| ≤ κ`, hence with
/// `x = t/τ`:
/// * `f ≥ f₀ (1 − x) + f₁ x − κτ² x(1 − x)/2`, whose least value is `(f₀ + f₁)/2 − D/4 − (f₁ − f₀)²/(4D)` with `D = κτ²/2`, if `|f₁ − f₀| < D`, and that of
///   an end otherwise;
/// * `f ≥ max(f₀ − sτx, f₁ − sτ(1 − x)) ≥ (f₀ + f₁ − sτ)/2`.
///
/// Both bounds rise with `f₀` and `f₁`, so they hold for the gap. The sums round by less than `16u` of the terms.
pub(crate) fn least_between([f0, f1]: [f64; 2], swing: Swing, duration: f64) -> f64 {
    let (drop, way) = (swing.bend * duration * duration * 0.5, swing.speed * duration);
    let (ends, rise, size) = (f0.min(f1), f1 - f0, f0.abs() + f1.abs());
    let rounding = |terms: f64| 16.0 * U * (size + terms);
    let vertex = if rise.abs() < drop { 0.5 * (f0 + f1) - 0.25 * drop - rise * rise / (4.0 * drop) } else { ends };
    let parabola = vertex.min(ends) - rounding(drop);
    let wedge = (0.5 * (f0 + f1 - way)).min(ends) - rounding(way);
    parabola.max(wedge)
}
