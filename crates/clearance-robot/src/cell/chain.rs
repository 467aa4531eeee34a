//! A pair of bodies with the frames between them.

use std::collections::HashMap;
use std::sync::Arc;

use clearance::{Pose3, Vec3};

use crate::bound::height::Lever;
use crate::bound::moving::{joint_at, ratio};
use crate::kinematics::{compose, slide, turn};
use crate::model::joint::JointKind;
use crate::model::robot::Robot;

/// Two bodies that must be farther apart than a margin, and the frames between them.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// Two bodies of the robot, or one and a body of the world, by their indices in the stage: the robot's come first.
    pub bodies: [usize; 2],
    pub margin: f64,
    pub frames: Arc<Frames>,
}

/// The frames between two bodies; pairs of bodies that are rigid in equal frames share them.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    /// The last frame that carries both bodies; 0 for the world.
    pub common: usize,
    /// The frames from each body's own to the common one, which is left out; those next to the body first.
    pub up: [Vec<usize>; 2],
    /// The variables of the robot that move one body against the other, in order.
    pub variables: Vec<usize>,
    /// For each frame of `up` the number of frames with a variable that are nearer to the body.
    pub inner: [Vec<usize>; 2],
}

/// The frame in which an axis is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The last frame that carries both bodies, or the world.
    Between,
    /// A frame from a body on, by its index in [`Frames::up`]: the first one is the body's own.
    Carried(usize, usize),
}

impl Side {
    /// The first body's own frame.
    pub const A: Self = Side::Carried(0, 0);
    /// The second body's own frame.
    pub const B: Self = Side::Carried(1, 0);
}

/// An axis from the first body of a pair to the second, of any length, that is fixed in the frame of a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FixedAxis {
    pub side: Side,
    pub axis: Vec3<f64>,
}

impl FixedAxis {
    /// Fixed in the last frame that carries both bodies.
    pub fn between(axis: Vec3<f64>) -> Self {
        FixedAxis { side: Side::Between, axis }
    }
}

/// The frames between bodies by the frames that these are rigid in, each found once.
pub(crate) struct Chains<'r> {
    robot: &'r Robot,
    known: HashMap<[usize; 2], Arc<Frames>>,
}

impl<'r> Chains<'r> {
    pub fn new(robot: &'r Robot) -> Self {
        Chains { robot, known: HashMap::new() }
    }

    /// The chain of two bodies, by the frames that they are rigid in.
    pub fn chain(&mut self, bodies: [usize; 2], frames: [usize; 2], margin: f64) -> Chain {
        let between = || Arc::new(Frames::between(self.robot, frames));
        Chain { bodies, margin, frames: self.known.entry(frames).or_insert_with(between).clone() }
    }
}

impl Frames {
    /// The frames between two, these included.
    pub fn between(robot: &Robot, ends: [usize; 2]) -> Self {
        let common = robot.common_frame(ends[0], ends[1]);
        let up = ends.map(|frame| robot.frames_to(frame, common));
        let variable = |&frame: &usize| robot.joint_of(frame).and_then(|joint| joint.drive.variable);
        let mut variables: Vec<usize> = up.iter().flatten().filter_map(variable).collect();
        variables.sort_unstable();
        variables.dedup();
        let count = |passed: &mut usize, frame: &usize| {
            let nearer = *passed;
            *passed += usize::from(variable(frame).is_some());
            Some(nearer)
        };
        let inner = up.each_ref().map(|frames| frames.iter().scan(0, count).collect());
        Frames { common, up, variables, inner }
    }

    /// The frames in which an axis may be fixed.
    pub fn all_sides(&self) -> Vec<Side> {
        let carried = [0, 1].into_iter().flat_map(|body| (0..self.up[body].len()).map(move |i| Side::Carried(body, i)));
        core::iter::once(Side::Between).chain(carried).collect()
    }

    /// Whether a side is there: a body that is rigid in the common frame has none of its own.
    pub fn has(&self, side: Side) -> bool {
        match side {
            Side::Between => true,
            Side::Carried(body, index) => index < self.up[body].len(),
        }
    }

    /// The frame of a side.
    pub fn frame_of(&self, side: Side) -> usize {
        match side {
            Side::Between => self.common,
            Side::Carried(body, index) => self.up[body].get(index).copied().unwrap_or(self.common),
        }
    }

    /// The name of the frame of a side: `"world"`, or that of the joint that moves it.
    pub fn side_name<'r>(&self, robot: &'r Robot, side: Side) -> &'r str {
        match self.frame_of(side) {
            0 => "world",
            frame => &robot.joints()[robot.frames()[frame].joint].name,
        }
    }

    /// The index of a variable of the robot among those of the chain.
    fn own(&self, variable: usize) -> usize {
        // Every variable of the frames between the bodies is listed.
        self.variables.binary_search(&variable).unwrap_or(0)
    }

    /// The poses of the frames between the bodies, in the frame that carries both; for each body, in the order of `up`.
    ///
    /// `values` are those of the chain's variables. Frames nearer to the base do not matter, so their errors are left
    /// out.
    pub fn poses(&self, robot: &Robot, values: &[f64]) -> [Vec<Pose3<f64>>; 2] {
        let root = if self.common == 0 { *robot.base() } else { Pose3::IDENTITY };
        [0, 1].map(|body| {
            let mut poses = Vec::with_capacity(self.up[body].len());
            let mut pose = root;
            for &frame in self.up[body].iter().rev() {
                let of = &robot.frames()[frame];
                let joint = &robot.joints()[of.joint];
                let (value, error) = joint.drive.value_by(|variable| values[self.own(variable)]);
                let moved = match joint.kind {
                    JointKind::Prismatic => slide(joint.axis, value, error),
                    _ => turn(joint.axis, value, error),
                };
                pose = compose(&compose(&pose, &of.origin), &moved);
                poses.push(pose);
            }
            poses.reverse();
            poses
        })
    }

    /// The joints between the body of one side and the common frame, from the body on, with the half widths of the
    /// chain's variables.
    pub fn levers(&self, robot: &Robot, body: usize, frames: &[Vec<Pose3<f64>>; 2], halves: &[f64]) -> Vec<Lever> {
        let lever = |(&frame, pose): (&usize, &Pose3<f64>)| {
            let joint = &robot.joints()[robot.frames()[frame].joint];
            let variable = self.own(joint.drive.variable?);
            let speed = (halves[variable] * ratio(&joint.drive)).next_up();
            let speed = if halves[variable] == 0.0 { 0.0 } else { speed };
            let at = crate::bound::swing::Moving { speed, ..joint_at(joint, pose) };
            Some(Lever { joint: at, variable, factor: joint.drive.multiplier })
        };
        self.up[body].iter().zip(&frames[body]).filter_map(lever).collect()
    }
}

/// The levers of a body seen from a frame beyond the one that carries both: its own, then those of the other on the way
/// there in the opposite order and sense.
pub(crate) fn through(own: &[Lever], others: &[Lever]) -> Vec<Lever> {
    let turned = others.iter().rev().map(|lever| Lever { factor: -lever.factor, ..*lever });
    own.iter().copied().chain(turned).collect()
}
