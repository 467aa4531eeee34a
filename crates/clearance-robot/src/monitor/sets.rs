//! Where everything may be within the horizon of a tick.

use clearance::enclosure::Ball;
use clearance::{Pose3, Vec3};

use super::ahead::{Ahead, JointInterval, age, braking_time, grown};
use super::watch::Cast;
use super::{Fault, MonitorOptions};
use crate::bound::moving::{joint_at, ratio};
use crate::bound::swing::{Moving, swing};
use crate::error::RobotError;
use crate::kinematics::{LARGEST_ANGLE, Placement, compose};

/// What was seen of the robot and of the bodies that are watched. Times are of one clock, s.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'s> {
    /// The time of the tick; the horizon begins here.
    pub now: f64,
    /// When the joints had these values and rates.
    pub taken: f64,
    /// A value for each joint that moves and mimics none.
    pub configuration: &'s [f64],
    /// Their rates, per s.
    pub velocity: &'s [f64],
    /// The bodies that are watched, in the order of the set-up.
    pub bodies: &'s [Seen],
    /// The stop, if the monitor is one of [`Ahead::Given`].
    pub stop: Option<Stop<'s>>,
}

/// Where a body was, and when.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// s.
    pub taken: f64,
    /// In the world.
    pub pose: Pose3<f64>,
}

/// A stop that begins now.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'s> {
    /// Where the joints come to rest.
    pub configuration: &'s [f64],
    /// How long that takes, s.
    pub time: f64,
}

/// The state of a tick before its pairs are bounded.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The middle of the intervals of the joints.
    middle: Vec<f64>,
    halves: Vec<f64>,
    placement: Placement,
    /// For each frame its joint, with `H` as its tolerance.
    joints: Vec<Moving>,
    /// For each body.
    poses: Vec<Pose3<f64>>,
    balls: Vec<Ball<Vec3<f64>>>,
    /// How far the points of a body may be from where they are in the middle.
    ways: Vec<f64>,
}

impl Sets {
    pub fn new(cast: &Cast) -> Result<Self, RobotError> {
        let values = cast.robot.dof();
        let mut placement = Placement::default();
        cast.robot.place_into(&vec![0.0; values], &mut placement)?;
        Ok(Sets {
            middle: vec![0.0; values],
            halves: vec![0.0; values],
            joints: vec![Moving::STILL; placement.frames.len()],
            placement,
            poses: cast.bodies.iter().map(|body| body.part.pose).collect(),
            balls: cast.bodies.iter().map(|body| body.still).collect(),
            ways: vec![0.0; cast.bodies.len()],
        })
    }

    /// Finds out where everything may be; the horizon.
    pub fn place(&mut self, cast: &Cast, options: &MonitorOptions, sample: &Sample) -> Result<f64, Fault> {
        let horizon = self.place_joints(options, sample)?;
        if sample.bodies.len() != cast.watched.len() {
            return Err(Fault::Count);
        }
        cast.robot.place_into(&self.middle, &mut self.placement).map_err(|_| Fault::NotFinite)?;
        for (place, frame) in cast.robot.frames().iter().enumerate().skip(1) {
            let joint = &cast.robot.joints()[frame.joint];
            let off = joint.drive.variable.map_or(0.0, |variable| self.halves[variable] * ratio(&joint.drive));
            self.joints[place] = Moving { off, ..joint_at(joint, &self.placement.frames[place]) };
        }
        for (i, body) in cast.bodies.iter().enumerate() {
            if i < cast.own {
                if body.part.frame == 0 {
                    continue;
                }
                self.poses[i] = compose(&self.placement.frames[body.part.frame], &body.part.pose);
                self.balls[i] = body.ball_at(&self.poses[i]);
                let above = body.above.iter().map(|frame| &self.joints[*frame]);
                self.ways[i] = swing(above, &self.balls[i], 0.0, 0.0).off;
            } else if let Some(walker) = cast.walkers[i] {
                let seen = &sample.bodies[walker];
                let age = age(sample.now, seen.taken, options.max_age, Fault::StaleBody(walker as u32))?;
                self.poses[i] = compose(&seen.pose, &body.part.pose);
                self.balls[i] = body.ball_at(&self.poses[i]);
                self.ways[i] = grown(cast.watched[walker].speed * (age + horizon));
            }
        }
        Ok(horizon)
    }

    /// The intervals of the joints; the horizon.
    fn place_joints(&mut self, options: &MonitorOptions, sample: &Sample) -> Result<f64, Fault> {
        let values = self.middle.len();
        let counts = [sample.configuration.len(), sample.velocity.len()];
        let stop = match (&options.ahead, &sample.stop) {
            (Ahead::Given, Some(stop)) => stop.configuration,
            (Ahead::Given, None) | (_, Some(_)) => return Err(Fault::Count),
            _ => sample.configuration,
        };
        if counts != [values; 2] || stop.len() != values {
            return Err(Fault::Count);
        }
        let is_placed = |value: &f64| value.abs() <= LARGEST_ANGLE;
        if !(sample.configuration.iter().chain(stop).all(is_placed) && sample.velocity.iter().all(|v| v.is_finite())) {
            return Err(Fault::NotFinite);
        }
        let age = age(sample.now, sample.taken, options.max_age, Fault::StaleJoints)?;
        let mut horizon = match (&options.ahead, &sample.stop) {
            (Ahead::Accelerations { horizon, .. }, _) => *horizon,
            (Ahead::Brakes { reaction, .. }, _) => *reaction,
            (Ahead::Given, Some(stop)) if stop.time >= 0.0 && stop.time.is_finite() => stop.time,
            (Ahead::Given, _) => return Err(Fault::NotFinite),
        };
        for i in 0..values {
            let q = [sample.configuration[i], options.position_errors[i]];
            let v = [sample.velocity[i], options.velocity_errors[i]];
            let found = match &options.ahead {
                Ahead::Accelerations { horizon, most } => {
                    JointInterval::accelerated(q, v, most[i], grown(age + horizon))
                }
                Ahead::Brakes { reaction, least } => {
                    horizon = horizon.max(grown(reaction + braking_time(v, least[i])));
                    JointInterval::braked(q, v, least[i], grown(age + reaction))
                }
                Ahead::Given => JointInterval::between(q[0], stop[i], q[1]),
            };
            if !(found.middle.abs() <= LARGEST_ANGLE && found.half.is_finite()) {
                return Err(Fault::NotFinite);
            }
            (self.middle[i], self.halves[i]) = (found.middle, found.half);
        }
        Ok(horizon)
    }

    pub fn joint(&self, frame: usize) -> &Moving {
        &self.joints[frame]
    }
    pub fn frame(&self, frame: usize) -> &Pose3<f64> {
        &self.placement.frames[frame]
    }
    pub fn pose(&self, body: usize) -> &Pose3<f64> {
        &self.poses[body]
    }
    pub fn ball(&self, body: usize) -> &Ball<Vec3<f64>> {
        &self.balls[body]
    }
    pub fn way(&self, body: usize) -> f64 {
        self.ways[body]
    }
}
