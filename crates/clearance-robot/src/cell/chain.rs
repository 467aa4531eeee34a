//! A pair of convex bodies with the joints between them.

use std::sync::Arc;

use clearance::Pose3;

use super::pieces::MeshTree;
use super::stage::{Part, Stage};
use crate::bound::height::{Corners, Lever};
use crate::bound::moving::{joint_at, ratio};
use crate::kinematics::{compose, slide, turn};
use crate::model::joint::JointKind;
use crate::model::robot::Robot;

/// A pair that is checked over a range.
pub(crate) struct RangePair {
    /// Two bodies of the robot, or one and a body of the world, by their places in the stage.
    pub bodies: [usize; 2],
    pub with_world: bool,
    pub margin: f64,
    /// The frames from each body's to the last one that carries both, without that one; those next to the body first.
    pub up: [Vec<usize>; 2],
    /// The frame that carries both.
    pub common: usize,
    /// The variables of the robot that move one against the other, in order.
    pub variables: Vec<usize>,
    pub corners: [Corners; 2],
    /// The triangles of the bodies that are looked at as such; the others are as they are.
    pub trees: [Option<Arc<MeshTree>>; 2],
    /// For each frame of `up` how many frames with a variable are nearer to the body.
    pub inner: [Vec<usize>; 2],
}

/// The frame in which an axis is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The last frame that carries both bodies, or the world.
    Between,
    /// A frame from a body on, by its place in [`RangePair::up`]: the first one is the body's own.
    Carried(usize, usize),
}

impl RangePair {
    /// A pair of the stage by its place.
    pub fn new(robot: &Robot, stage: &Stage, place: usize) -> Self {
        match stage.with_world(place) {
            None => Self::of_own(robot, stage, stage.own_pairs[place]),
            Some(pair @ [mover, body]) => {
                let bodies = [stage.movers[mover], body];
                Self::of(
                    robot,
                    [&stage.own[bodies[0]], &stage.world[body]],
                    (bodies, true),
                    stage.margin_with_world(pair),
                )
            }
        }
    }

    /// Two bodies of the robot.
    pub fn of_own(robot: &Robot, stage: &Stage, bodies: [usize; 2]) -> Self {
        let parts = bodies.map(|body| &stage.own[body]);
        Self::of(robot, parts, (bodies, false), parts[0].margin + parts[1].margin)
    }

    fn of(robot: &Robot, parts: [&Part; 2], (bodies, with_world): ([usize; 2], bool), margin: f64) -> Self {
        let frames = parts.map(|part| part.frame);
        let common = robot.common_frame(frames[0], frames[1]);
        let up = frames.map(|frame| robot.frames_to(frame, common));
        let moved = up.iter().flatten().filter_map(|&frame| robot.joints()[robot.frames()[frame].joint].drive.variable);
        let mut variables: Vec<usize> = moved.collect();
        variables.sort_unstable();
        variables.dedup();
        let corners = parts.map(|part: &Part| part.piece.hull().map_or_else(Corners::default, Corners::of));
        let moves = |frame: &usize| robot.joints()[robot.frames()[*frame].joint].drive.variable.is_some();
        let count = |passed: &mut usize, frame: &usize| {
            *passed += usize::from(moves(frame));
            Some(*passed - usize::from(moves(frame)))
        };
        let inner = up.each_ref().map(|frames: &Vec<usize>| frames.iter().scan(0, count).collect());
        RangePair { bodies, with_world, margin, up, common, variables, corners, trees: [None, None], inner }
    }

    /// Whether triangles stand for a body.
    pub fn has_trees(&self) -> bool {
        self.trees.iter().any(Option::is_some)
    }

    /// The bodies that nodes stand for, with their corners; the root of a body without a tree is itself.
    pub fn nodes<'s>(&'s self, stage: &'s Stage, nodes: [u32; 2]) -> ([&'s Part; 2], [&'s Corners; 2]) {
        let (whole, node) = (self.parts(stage), |body: usize| Some(self.trees[body].as_ref()?.node(nodes[body])));
        let part = |body: usize| node(body).map_or(whole[body], |node| &node.part);
        let corners = |body: usize| node(body).map_or(&self.corners[body], |node| &node.corners);
        ([part(0), part(1)], [corners(0), corners(1)])
    }

    /// The larger of the nodes that have halves, by its place and the radius of its ball; none of bodies and triangles.
    pub fn coarser(&self, stage: &Stage, nodes: [u32; 2]) -> Option<(usize, f64)> {
        let (parts, _) = self.nodes(stage, nodes);
        let has_halves =
            |&body: &usize| self.trees[body].as_ref().is_some_and(|tree| tree.halves(nodes[body]).is_some());
        let sized = [0, 1].into_iter().filter(has_halves).map(|body| (body, parts[body].ball.radius));
        sized.max_by(|(i, a), (j, b)| a.total_cmp(b).then(j.cmp(i)))
    }

    /// The pairs that stand for one together, with the halves of its larger node; none of bodies and triangles.
    pub fn refined(&self, stage: &Stage, nodes: [u32; 2]) -> Option<[[u32; 2]; 2]> {
        let (body, _) = self.coarser(stage, nodes)?;
        let halves = self.trees[body].as_ref()?.halves(nodes[body])?;
        Some(halves.map(|half| if body == 0 { [half, nodes[1]] } else { [nodes[0], half] }))
    }

    /// Its bodies.
    pub fn parts<'s>(&self, stage: &'s Stage) -> [&'s Part; 2] {
        let [a, b] = self.bodies;
        [&stage.own[a], if self.with_world { &stage.world[b] } else { &stage.own[b] }]
    }

    /// The frames in which an axis may be fixed.
    pub fn all_sides(&self) -> Vec<Side> {
        let carried =
            [0, 1].into_iter().flat_map(|body| (0..self.up[body].len()).map(move |place| Side::Carried(body, place)));
        core::iter::once(Side::Between).chain(carried).collect()
    }

    /// The frame of a side.
    pub fn frame_of(&self, side: Side) -> usize {
        match side {
            Side::Between => self.common,
            Side::Carried(body, place) => self.up[body][place],
        }
    }

    /// The place of a variable of the robot among those of the pair.
    fn own(&self, variable: usize) -> usize {
        // Every variable of the frames between the bodies is listed.
        self.variables.binary_search(&variable).unwrap_or(0)
    }

    /// The poses of the frames between the bodies, in the frame that carries both; for each body, in the order of `up`.
    ///
    /// `values` are those of the pair's variables. Nothing of what is nearer to the base matters, so nothing of its
    /// errors is there.
    pub fn frames(&self, robot: &Robot, values: &[f64]) -> [Vec<Pose3<f64>>; 2] {
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

    /// The pose of a body, from those of the frames.
    pub fn pose(&self, part: &Part, body: usize, frames: &[Vec<Pose3<f64>>; 2]) -> Pose3<f64> {
        frames[body].first().map_or(part.pose, |frame| compose(frame, &part.pose))
    }

    /// The joints between the body of one side and the common frame, from the body on, with the half widths of the
    /// pair's variables.
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
