//! Where everything is at a time, and how far apart pairs are there.

use std::cell::OnceCell;

use ::clearance::enclosure::{Axis, Ball};
use ::clearance::query::Within;
use ::clearance::{Hint, Pose3, Proximity, Vec3};

use crate::bound::moving::frame_poses;
use crate::cell::ask;
use crate::cell::bodies::Stage;
use crate::cell::chain::FixedAxis;
use crate::cell::crowd::Crowd;
use crate::cell::gap::{Placed, gap};
use crate::kinematics::compose;
use crate::path::{Configuration, Segment};

/// The poses of all frames and of all bodies that move at a time of a segment.
pub(crate) struct Snapshot {
    frames: Vec<Pose3<f64>>,
    /// Those of bodies that were asked for.
    moving: Vec<OnceCell<Pose3<f64>>>,
}

impl Snapshot {
    /// With joints and bodies off by an error, if one is given.
    pub fn new(stage: &Stage, segment: &Segment, x: f64, off: Option<&[f64]>) -> Self {
        let configuration = segment.at(x);
        match off {
            Some(error) => Self::at(stage, &configuration.off_by(error)),
            None => Self::at(stage, &configuration),
        }
    }

    pub fn at(stage: &Stage, configuration: &Configuration) -> Self {
        let mut frames = frame_poses(stage.robot(), configuration);
        // A mover that has no pose in the configuration is where the scene has it.
        frames.extend(stage.cell().movers().iter().skip(configuration.carried.len()).map(|mover| mover.pose));
        Snapshot { moving: stage.moving().iter().map(|_| OnceCell::new()).collect(), frames }
    }

    /// A body of the stage where it is.
    pub fn placed<'s>(&'s self, stage: &'s Stage, body: usize) -> Placed<'s> {
        Placed { piece: &stage.bodies()[body].part.piece, pose: self.body(stage, body) }
    }

    /// The poses of the robot's frames.
    pub fn frames(&self) -> &[Pose3<f64>] {
        &self.frames
    }

    /// The pose of a frame in which a direction is fixed; frame 0 is the world.
    pub fn pose_of(&self, frame: usize) -> &Pose3<f64> {
        if frame == 0 { &Pose3::IDENTITY } else { &self.frames[frame] }
    }

    /// A body's pose in the world.
    pub fn body<'s>(&'s self, stage: &'s Stage, body: usize) -> &'s Pose3<f64> {
        let part = &stage.bodies()[body].part;
        match self.moving.get(body) {
            Some(pose) if part.frame != 0 => pose.get_or_init(|| compose(&self.frames[part.frame], &part.pose)),
            _ => &part.pose,
        }
    }

    /// The gap of a pair along an axis: a lower bound of the signed distance.
    pub fn gap(&self, stage: &Stage, pair: usize, fixed: FixedAxis, hints: &mut [Hint; 2]) -> f64 {
        let pair = &stage.pairs()[pair];
        let frame = pair.frames.frame_of(fixed.side);
        let Some(axis) = Axis::along(fixed.axis) else { return f64::NEG_INFINITY };
        let axis = if frame == 0 { axis } else { axis.posed(self.pose_of(frame)) };
        let [a, b] = pair.bodies.map(|body| self.placed(stage, body));
        gap(&a, &b, &axis, hints)
    }

    /// The signed distance of a pair if it may be at most a length, in the world.
    pub fn proximity_within(&self, stage: &Stage, pair: usize, max: f64) -> Within<Vec3<f64>> {
        let [a, b] = stage.pairs()[pair].bodies;
        let (first, second) = (&stage.bodies()[a].part, &stage.bodies()[b].part);
        ask::within([first, second], [self.body(stage, a), self.body(stage, b)], max.next_up().max(0.0))
    }

    /// The signed distance of a pair, in the world.
    pub fn proximity(&self, stage: &Stage, pair: usize) -> Proximity<Vec3<f64>> {
        let [a, b] = stage.pairs()[pair].bodies;
        let (first, second) = (&stage.bodies()[a].part, &stage.bodies()[b].part);
        ask::nearest([first, second], [self.body(stage, a), self.body(stage, b)])
    }

    /// The least signed distance of all pairs, and the first pair that has it. Pairs are evaluated in the order of
    /// their balls, while these are no farther apart than the least upper bound.
    pub fn nearest(&self, stage: &Stage) -> Option<(Proximity<Vec3<f64>>, usize)> {
        let own: Vec<Ball<Vec3<f64>>> =
            stage.moving().iter().enumerate().map(|(i, body)| body.ball_at(self.body(stage, i))).collect();
        let mut best: Option<(Proximity<Vec3<f64>>, usize)> = None;
        let mut ask = |pair: usize| {
            let found = self.proximity(stage, pair);
            let is_less = |(least, first): &(Proximity<Vec3<f64>>, usize)| {
                found.signed_distance.total_cmp(&least.signed_distance).then(pair.cmp(first)).is_lt()
            };
            if best.as_ref().is_none_or(is_less) {
                best = Some((found, pair));
            }
            best.as_ref().map_or(f64::INFINITY, |(least, _)| least.bounds.upper)
        };
        let bound = |pair: usize| {
            let [a, b] = stage.pairs()[pair].bodies.map(|body| own.get(body).unwrap_or(&stage.bodies()[body].still));
            a.distance_bound(b)
        };
        let listed = stage.crowd().map_or(stage.pairs().len(), Crowd::own_pairs);
        let mut order: Vec<(f64, usize)> = (0..listed).map(|pair| (bound(pair), pair)).collect();
        order.sort_unstable_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j)));
        let mut limit = f64::INFINITY;
        for (bound, pair) in order {
            if bound > limit {
                break;
            }
            limit = ask(pair);
        }
        if let Some(crowd) = stage.crowd() {
            for (mover, &body) in crowd.movers().iter().enumerate() {
                crowd.nearest(mover, &own[body], limit, |pair| {
                    limit = ask(pair);
                    limit
                });
            }
        }
        best
    }
}
