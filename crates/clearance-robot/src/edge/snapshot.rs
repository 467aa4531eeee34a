//! Where everything is at a time, and how it moves around it.

use std::rc::Rc;

use clearance::Pose3;

use super::gap::Placed;
use super::stage::{Body, Fixed, Pair, Side, Stage};
use crate::kinematics::compose;
use crate::motion::{Around, Moving, Swing, frame_poses, moving_joints, swing};
use crate::path::{Configuration, Segment};

/// Unit roundoff.
const U: f64 = f64::EPSILON / 2.0;

/// The poses of all frames and bodies at a time of a segment.
pub(crate) struct Snapshot {
    frames: Vec<Pose3<f64>>,
    bodies: Vec<Pose3<f64>>,
}

impl Snapshot {
    pub fn new(stage: &Stage, segment: &Segment, x: f64) -> Self {
        Self::at(stage, &segment.at(x))
    }

    pub fn at(stage: &Stage, configuration: &Configuration) -> Self {
        let frames = frame_poses(stage.robot(), configuration);
        let bodies = stage.bodies().iter().map(|body| match body.part.frame {
            0 => body.part.pose,
            frame => compose(&frames[frame], &body.part.pose),
        });
        Snapshot { bodies: bodies.collect(), frames }
    }

    /// A body of the stage where it is.
    pub fn placed<'s>(&'s self, stage: &'s Stage, body: usize) -> Placed<'s> {
        Placed { solid: &stage.bodies()[body].part.solid, pose: &self.bodies[body] }
    }

    /// The pose of what a direction is fixed in.
    pub fn pose_of(&self, fixed: Fixed) -> Pose3<f64> {
        match fixed {
            Fixed::World => Pose3::IDENTITY,
            Fixed::Frame(frame) => self.frames[frame],
        }
    }

    /// A body's pose in the world.
    pub fn body(&self, body: usize) -> &Pose3<f64> {
        &self.bodies[body]
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
    balls: Vec<Around>,
}

impl Span {
    pub fn new(stage: &Stage, segment: &Segment, [x0, x1]: [f64; 2]) -> Self {
        let middle = Snapshot::new(stage, segment, 0.5 * (x0 + x1));
        let rates = segment.rates([x0, x1]);
        let joints = moving_joints(stage.robot(), &middle.frames, &rates);
        let balls = stage.bodies().iter().zip(&middle.bodies).map(|(body, pose)| ball(body, pose)).collect();
        Span { middle: Rc::new(middle), ends: [x0, x1], half: 0.5 * (x1 - x0), joints, balls }
    }

    /// The joint that moves a frame, in the middle.
    pub fn joint(&self, frame: usize) -> &Moving {
        &self.joints[frame]
    }

    /// The ball about a body in the middle.
    pub fn ball(&self, body: usize) -> &Around {
        &self.balls[body]
    }

    /// How the bodies of a pair move relative to the frame of a side, both together: no point of the one moves faster, or on a path that bends
    /// more, relative to a point of the other along an axis that is fixed in that frame.
    pub fn swing(&self, pair: &Pair, side: Side) -> Swing {
        let [a, b] = pair.bodies.map(|body| self.balls[body]);
        let [up_a, up_b] = &pair.up;
        let joint = |index: &usize| self.joints[*index];
        match side {
            Side::Between => swing(up_a.iter().map(joint), a, self.half) + swing(up_b.iter().map(joint), b, self.half),
            Side::A => swing(up_b.iter().chain(up_a.iter().rev()).map(joint), b, self.half),
            Side::B => swing(up_a.iter().chain(up_b.iter().rev()).map(joint), a, self.half),
        }
    }
}

/// The ball about a body; about a halfspace, which does not move, the origin of its frame.
fn ball(body: &Body, pose: &Pose3<f64>) -> Around {
    match &body.enclosure {
        Some(enclosure) => enclosure.ball(pose),
        None => Around { center: pose.translation(), radius: f64::INFINITY },
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
