//! The times at which a motion is within a distance: all of them.
//!
//! Depth first over intervals of the segments, in the order of time. Over an interval no signed distance of a pair is
//! farther from that in the middle than the way of both bodies. So a pair is left out once it stays above the distance,
//! and an interval is within it as soon as one pair stays below. The others are halved, until their bounds are as near
//! to the distance as [`ApproachOptions::within`].

use clearance::{Bounds, Hint};
use clearance_world::TimesBelow;

use super::{ApproachOptions, Checker, Execution, in_segments, seconds};
use crate::cell::bodies::Stage;
use crate::cell::crowd::Crowd;
use crate::error::RobotError;
use crate::path::{Cell, Path, Segment};
use crate::prove::best_first::{StopRule, is_stopped};
use crate::prove::time::interval::SHORTEST;
use crate::prove::time::span::Span;

/// An interval of a segment in which a pair may be within the distance.
struct IntervalWithin {
    segment: usize,
    ends: [f64; 2],
    proven: bool,
}

struct Below<'s> {
    stage: &'s Stage,
    segments: &'s [Segment],
    distance: f64,
    goal: StopRule<'s>,
    found: Vec<IntervalWithin>,
    /// Pairs in contact of which finer shapes are known.
    touching: Vec<usize>,
    looks_closer: bool,
    intervals: usize,
}

impl Below<'_> {
    fn run(&mut self) {
        for segment in 0..self.segments.len() {
            let cell = self.segments[segment].loose().map(|cell| Cell::clone(cell));
            let pairs = self.pairs(segment, cell.as_ref());
            self.look(segment, cell.as_ref(), [0.0, 1.0], &pairs);
        }
    }

    /// The pairs that may come within the distance over a segment.
    fn pairs(&self, segment: usize, cell: Option<&Cell>) -> Vec<usize> {
        let listed = self.stage.crowd().map_or(self.stage.pairs().len(), Crowd::own_pairs);
        let mut pairs: Vec<usize> = (0..listed).collect();
        let Some(crowd) = self.stage.crowd() else { return pairs };
        let span = Span::new(self.stage, &self.segments[segment], [0.0, 1.0], cell);
        let limit = self.distance.max(0.0);
        for (mover, &body) in crowd.movers().iter().enumerate() {
            let reach = span.ball(self.stage, body).inflated(span.way(self.stage, body));
            crowd.nearest(mover, &reach, limit, |pair| {
                pairs.push(pair);
                limit
            });
        }
        pairs
    }

    fn look(&mut self, segment: usize, cell: Option<&Cell>, ends: [f64; 2], pairs: &[usize]) {
        self.intervals += 1;
        let span = Span::new(self.stage, &self.segments[segment], ends, cell);
        let (mut left, mut is_within, mut proven, mut open) = (Vec::new(), false, false, 0.0f64);
        for &pair in pairs {
            let (apart, way) = span.apart(self.stage, pair, &mut [Hint::NONE; 2], [self.distance; 2]);
            if (apart.lower - way).next_down() > self.distance {
                continue;
            }
            let bounds = span.middle.proximity(self.stage, pair).bounds;
            let (lower, upper) = ((bounds.lower - way).next_down(), (bounds.upper + way).next_up());
            if lower > self.distance {
                continue;
            }
            if bounds.upper <= 0.0 && self.stage.closer(pair).is_some() && !self.touching.contains(&pair) {
                self.touching.push(pair);
            }
            left.push(pair);
            proven |= bounds.upper <= self.distance;
            is_within |= upper <= self.distance;
            open = open.max(upper - lower);
        }
        let is_over = self.intervals >= self.goal.cells
            || is_stopped(self.goal.stop)
            || self.goal.until.is_some_and(|end| std::time::Instant::now() >= end)
            || self.looks_closer && !self.touching.is_empty();
        let length = ends[1] - ends[0];
        if left.is_empty() {
        } else if is_within || is_over || open <= self.goal.width || length <= SHORTEST {
            self.found.push(IntervalWithin { segment, ends, proven });
        } else {
            let middle = 0.5 * (ends[0] + ends[1]);
            self.look(segment, cell, [ends[0], middle], &left);
            self.look(segment, cell, [middle, ends[1]], &left);
        }
    }

    /// The intervals as stretches of time, one for all that follow one another.
    fn stretches(self, time: impl Fn(usize, f64) -> [f64; 2]) -> Vec<TimesBelow<f64>> {
        let mut all: Vec<TimesBelow<f64>> = Vec::new();
        let mut last = None;
        for IntervalWithin { segment, ends, proven } in self.found {
            let follows =
                last == Some((segment, ends[0])) || segment > 0 && ends[0] == 0.0 && last == Some((segment - 1, 1.0));
            let upper = time(segment, ends[1])[1];
            match all.last_mut() {
                Some(stretch) if follows => {
                    stretch.times.upper = upper;
                    stretch.proven |= proven;
                }
                _ => all.push(TimesBelow { times: Bounds { lower: time(segment, ends[0])[0], upper }, proven }),
            }
            last = Some((segment, ends[1]));
        }
        all
    }
}

impl Checker<'_> {
    /// All times of a path at which the least signed distance of all pairs is at most a distance.
    ///
    /// ```
    /// use clearance::{Ball, Pose3};
    /// use clearance_robot::edge::{ApproachOptions, Checker};
    /// use clearance_robot::path::Path;
    /// use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, Workcell};
    /// let at = |x| Pose3::from_xyz(x, 0.0, 0.0).unwrap();
    /// let joint = JointSpec::new("slide", JointKind::Prismatic, "base", "hand");
    /// let hand = LinkShape::new(Ball::new(0.25).unwrap(), at(0.0));
    /// let robot = Robot::builder("r").link("base", vec![]).link("hand", vec![hand]).joint(joint).build().unwrap();
    /// let cell = Workcell::new(&robot, &[Obstacle::new("cup", Ball::new(0.25).unwrap(), at(4.0))]).unwrap();
    /// // Past the cup and out again, to 8 m in one segment: within 0.5 m of it from 3 m to 5 m.
    /// let path = Path::through(&[vec![0.0], vec![8.0]], 1).unwrap();
    /// let all = Checker::new(&cell).unwrap().times_below(&path, 0.5, &ApproachOptions::default());
    /// assert!(all.len() == 1 && all[0].proven);
    /// assert!((all[0].times.lower - 0.375).abs() < 1e-6 && (all[0].times.upper - 0.625).abs() < 1e-6);
    /// ```
    pub fn times_below(&self, path: &Path, distance: f64, options: &ApproachOptions) -> Vec<TimesBelow<f64>> {
        self.below(path.segments(), distance, options, in_segments)
    }

    fn below(
        &self,
        segments: &[Segment],
        distance: f64,
        options: &ApproachOptions,
        time: impl Fn(usize, f64) -> [f64; 2],
    ) -> Vec<TimesBelow<f64>> {
        let found = self.closer_until(|checker| {
            let (stage, goal) = (checker.stage(), checker.goal(options));
            let looks_closer = checker.is_refined;
            let (found, touching) = Default::default();
            let mut below = Below { stage, segments, distance, goal, found, touching, looks_closer, intervals: 0 };
            below.run();
            let (touching, stretches) = (std::mem::take(&mut below.touching), below.stretches(&time));
            Some((stretches, touching))
        });
        found.unwrap_or_default()
    }
}

impl Execution {
    /// All times, in seconds, at which the least signed distance of what is executed may be at most a distance, with
    /// all that may deviate.
    pub fn times_below(&self, distance: f64, options: &ApproachOptions) -> Result<Vec<TimesBelow<f64>>, RobotError> {
        let (checker, times) = (self.checker()?, self.break_times());
        let in_time = |segment: usize, x: f64| seconds([times[segment], times[segment + 1]], x);
        Ok(checker.below(self.path().segments(), distance, options, in_time))
    }
}
