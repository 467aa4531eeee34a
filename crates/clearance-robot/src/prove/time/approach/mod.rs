//! The closest approach of a motion: the least signed distance of all pairs over all of its time, with bounds.

mod below;
mod block;
mod bound;
mod search;

use std::sync::Arc;

use clearance::{Bounds, Pose3, Proximity, Vec3};

use self::search::{ApproachSearch, Asked, LeastDistance};
use super::Checker;
use super::course::seconds;
use super::execution::Execution;
use crate::cell::bodies::Stage;
use crate::cell::piece::Piece;
use crate::error::RobotError;
use crate::path::{Path, Segment};
use crate::prove::best_first::{StopRule, in_seconds};
use crate::trajectory::BodyMotion;

/// Settings of the search for a closest approach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ApproachOptions {
    /// The bounds of the least distance are at most this apart, in metres. Default 10⁻⁶.
    pub within: f64,
    /// Maximum number of intervals. Default 200 000.
    pub max_intervals: usize,
    /// The most time. Default: no limit.
    pub seconds: f64,
    /// Whether the margin of each pair is subtracted from its distance, as it is in ranges. Default: false.
    pub padded: bool,
}

impl Default for ApproachOptions {
    fn default() -> Self {
        ApproachOptions { within: 1e-6, max_intervals: 200_000, seconds: f64::INFINITY, padded: false }
    }
}

/// The closest approach of a motion.
///
/// The signed distance of bodies of several convex parts is the least of all pairs of parts. The hull of a mesh counts
/// while it is separated, then its triangles and what they enclose, as in all questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// Bounds of the least signed distance of all pairs over all the motion; with [`ApproachOptions::padded`] the
    /// margin of each pair is subtracted. The upper one is attained. Links in contact are at most as deep as their
    /// hulls. The lower one is negative infinity in contact with a closed mesh of the world: its depth has no bound.
    pub least: Bounds<f64>,
    /// The least signed distance is attained between these times, and nowhere else. In segments from the start of a
    /// path, in seconds of a trajectory.
    pub times: Bounds<f64>,
    /// When the pair is as near as `least.upper`.
    pub time: f64,
    /// Two links, or a link and a body.
    pub pair: [String; 2],
    /// Where the bodies are closest then, in the world.
    pub proximity: Proximity<Vec3<f64>>,
    /// The values of the joints then, with their errors.
    pub values: Vec<f64>,
    /// The poses of bodies that move, or may deviate, then.
    pub bodies: Vec<(String, Pose3<f64>)>,
    /// Whether joints or bodies deviate then from what is written.
    pub off: bool,
    /// Whether the bounds are at most [`ApproachOptions::within`] apart.
    pub complete: bool,
}

impl Checker<'_> {
    /// The closest approach of a path; `None` without pairs.
    ///
    /// ```
    /// use clearance::{Ball, Pose3};
    /// use clearance_robot::edge::{ApproachOptions, Checker};
    /// use clearance_robot::path::Path;
    /// use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, Workcell};
    /// let at = |x, y| Pose3::from_xyz(x, y, 0.0).unwrap();
    /// let joint = JointSpec::new("slide", JointKind::Prismatic, "base", "hand");
    /// let hand = LinkShape::new(Ball::new(0.25).unwrap(), at(0.0, 0.0));
    /// let robot = Robot::builder("r").link("base", vec![]).link("hand", vec![hand]).joint(joint).build().unwrap();
    /// let cell = Workcell::new(&robot, &[Obstacle::new("cup", Ball::new(0.5).unwrap(), at(3.0, 1.0))]).unwrap();
    /// // Past the cup, 1 m beside it: nearest at 3 of 4 m, the path's second segment.
    /// let path = Path::through(&[vec![0.0], vec![2.0], vec![4.0]], 1).unwrap();
    /// let found = Checker::new(&cell).unwrap().closest_approach(&path, &ApproachOptions::default()).unwrap();
    /// assert!(found.least.lower <= 0.25 && 0.25 <= found.least.upper && found.least.width() <= 1e-6);
    /// assert!((found.time - 1.5).abs() < 1e-2 && found.pair == ["hand", "cup"]);
    /// ```
    pub fn closest_approach(&self, path: &Path, options: &ApproachOptions) -> Option<Approach> {
        let found = self.approach(path.segments(), options)?;
        Some(described(found, path.segments(), &[], in_segments))
    }

    /// The least distances of each segment of a path: the profile of a recording, between its samples. `None` without
    /// pairs.
    pub fn approaches(&self, path: &Path, options: &ApproachOptions) -> Option<Vec<Approach>> {
        let all = path.segments().iter().enumerate().map(|(i, segment)| {
            let segments = std::slice::from_ref(segment);
            let found = self.approach(segments, options)?;
            Some(described(found, segments, &[], |_, x| in_segments(i, x)))
        });
        all.collect()
    }

    /// The closest approaches of at most `count` pairs, by their names: those that come nearest on a path, the nearest
    /// first.
    pub fn closest_pairs(&self, path: &Path, count: usize, options: &ApproachOptions) -> Vec<Approach> {
        let found = self.nearest_pairs(path.segments(), count, options);
        found.into_iter().map(|found| described(found, path.segments(), &[], in_segments)).collect()
    }

    fn nearest_pairs(
        &self,
        segments: &[Segment],
        count: usize,
        options: &ApproachOptions,
    ) -> Vec<(LeastDistance, [String; 2])> {
        let (mut all, mut without) = (Vec::new(), Vec::new());
        while all.len() < count
            && let Some(found) = self.approach_without(&without, segments, options)
        {
            without.push(found.1.clone());
            all.push(found);
        }
        all
    }

    /// The least distance, and the names of the pair.
    fn approach(&self, segments: &[Segment], options: &ApproachOptions) -> Option<(LeastDistance, [String; 2])> {
        self.approach_without(&[], segments, options)
    }

    /// The least distance of all pairs but some.
    fn approach_without(
        &self,
        without: &[[String; 2]],
        segments: &[Segment],
        options: &ApproachOptions,
    ) -> Option<(LeastDistance, [String; 2])> {
        self.closer_until(|checker| {
            let goal = checker.goal(options);
            let over = |stage: &Stage, looks_closer| {
                let asked = Asked { stage, segments, padded: options.padded, without };
                ApproachSearch::over(asked, goal, looks_closer)
            };
            let mut found = over(checker.stage(), checker.is_refined)?;
            let touches = found.place.proximity.bounds.upper <= 0.0;
            if touches && checker.is_refined && checker.stage().is_stand_in(found.place.pair) {
                // What touches only contains a body.
                (found.upper, found.complete) = (f64::INFINITY, false);
            }
            if touches && has_interiors(self.stage()) {
                (found.lower, found.complete) = (f64::NEG_INFINITY, false);
            } else if touches && !checker.closer().is_empty() {
                // Bodies in contact are as deep as their hulls at most; their triangles say nothing of it.
                (found.lower, found.complete) = (found.lower.min(over(self.stage(), false)?.lower), false);
            }
            let (names, touching) = (checker.stage().names(found.place.pair), std::mem::take(&mut found.touching));
            Some(((found, names), touching))
        })
    }

    fn goal(&self, options: &ApproachOptions) -> StopRule<'_> {
        StopRule {
            width: options.within.max(0.0),
            target: None,
            stop_at_contact: false,
            cells: options.max_intervals,
            until: in_seconds(options.seconds),
            stop: self.stop,
        }
    }

    /// The answer of a search that also returns the pairs in contact, once no finer shapes of these are known.
    fn closer_until<T>(&self, search: impl Fn(&Checker) -> Option<(T, Vec<usize>)>) -> Option<T> {
        let mut finer: Option<Arc<Checker>> = None;
        loop {
            let checker = finer.as_deref().unwrap_or(self);
            let (found, touching) = search(checker)?;
            match checker.closer_with(&touching).and_then(|closer| self.looks.get(self, closer)) {
                Some(next) => finer = Some(next),
                None => return Some(found),
            }
        }
    }
}

/// A time in segments from the start of a path, between two numbers.
fn in_segments(segment: usize, x: f64) -> [f64; 2] {
    let (start, time) = (segment as f64, segment as f64 + x);
    [if time - start > x { time.next_down() } else { time }, time.next_up().min(start + 1.0)]
}

/// Whether a body is what a mesh encloses.
fn has_interiors(stage: &Stage) -> bool {
    stage.bodies().iter().any(|body| matches!(body.part.piece, Piece::Interior(_)))
}

/// The answer, with times by segments and places in them, each between two numbers, and with the bodies that move.
fn described(
    (found, pair): (LeastDistance, [String; 2]),
    segments: &[Segment],
    bodies: &[BodyMotion],
    time: impl Fn(usize, f64) -> [f64; 2],
) -> Approach {
    let place = found.place;
    let mut configuration = segments[place.segment].at(place.x);
    if let Some(errors) = &place.off {
        configuration = configuration.off_by(errors);
    }
    let [(first, begin), (last, end)] = found.times;
    Approach {
        least: Bounds { lower: found.lower, upper: found.upper },
        times: Bounds { lower: time(first, begin)[0], upper: time(last, end)[1] },
        time: time(place.segment, place.x)[0],
        pair,
        proximity: place.proximity,
        values: configuration.values,
        bodies: bodies.iter().map(|body| body.name.clone()).zip(configuration.carried).collect(),
        off: place.off.is_some_and(|errors| errors.iter().any(|error| *error != 0.0)),
        complete: found.complete,
    }
}

impl Execution {
    /// The closest approach of what is executed, with all that may deviate; `None` without pairs.
    pub fn closest_approach(&self, options: &ApproachOptions) -> Result<Option<Approach>, RobotError> {
        let (checker, times, segments) = (self.checker()?, self.break_times(), self.path().segments());
        let in_time = |segment: usize, x: f64| seconds([times[segment], times[segment + 1]], x);
        let found = checker.approach(segments, options);
        Ok(found.map(|found| described(found, segments, self.trajectory().bodies(), in_time)))
    }

    /// The closest approaches of at most `count` pairs, by their names: those that come nearest, the nearest first.
    pub fn closest_pairs(&self, count: usize, options: &ApproachOptions) -> Result<Vec<Approach>, RobotError> {
        let (checker, times, segments) = (self.checker()?, self.break_times(), self.path().segments());
        let in_time = |segment: usize, x: f64| seconds([times[segment], times[segment + 1]], x);
        let found = checker.nearest_pairs(segments, count, options);
        Ok(found.into_iter().map(|found| described(found, segments, self.trajectory().bodies(), in_time)).collect())
    }

    /// The least distances of each stretch between break times, in seconds; `None` without pairs.
    pub fn approaches(&self, options: &ApproachOptions) -> Result<Option<Vec<Approach>>, RobotError> {
        let (checker, times, segments) = (self.checker()?, self.break_times(), self.path().segments());
        let all = segments.iter().zip(times.windows(2)).map(|(segment, ends)| {
            let segments = std::slice::from_ref(segment);
            let found = checker.approach(segments, options)?;
            let bodies = self.trajectory().bodies();
            Some(described(found, segments, bodies, |_, x| seconds([ends[0], ends[1]], x)))
        });
        Ok(all.collect())
    }
}

#[cfg(test)]
mod tests;
