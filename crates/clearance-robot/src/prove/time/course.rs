//! A trajectory cut at all its break times, and what is known of it by a checker.

use std::sync::Arc;

use clearance::{Bounds, Pose3, Real};

use super::interval::Open;
use super::runs::Runs;
use super::search::Ended;
use super::{Checker, Contact, EdgeOptions, Entry, Found, Known, Mode, Outcome, PairContact, stretch};
use crate::cell::stage::Closer;
use crate::error::RobotError;
use crate::model::robot::Robot;
use crate::path::{Cell, Path, Segment, Timed};
use crate::random::Random;
use crate::trajectory::Trajectory;

/// What proves a trajectory free.
#[derive(Default)]
pub(crate) struct MotionProof {
    /// With the place of the stretch that each is about.
    pub entries: Vec<(usize, Entry)>,
    /// The cells of errors that the entries of each stretch name by their places.
    pub cells: Vec<Vec<Cell>>,
    /// The pairs that were looked at more closely.
    pub closer: Vec<Closer>,
}

/// A trajectory cut at all its break times.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    trajectory: Trajectory,
    /// Where the break times are.
    times: Vec<f64>,
    path: Path,
}

impl Course {
    /// The course of a trajectory whose bodies are at poses in the scene, in their order.
    pub fn new(trajectory: &Trajectory, scene: &[Pose3<f64>]) -> Self {
        let times = trajectory.breaks();
        let stretch = |ends: &[f64]| {
            let ends = [ends[0], ends[1]];
            Timed {
                curves: trajectory.tracks.iter().map(|track| track.between(ends)).collect(),
                carried: trajectory.bodies().iter().zip(scene).map(|(body, at)| body.between(ends, at)).collect(),
                loose: trajectory.loose_at(ends[0]).map(Arc::new),
            }
        };
        let path = Path::of_stretches(times.windows(2).map(stretch));
        Course { trajectory: trajectory.clone(), times, path }
    }

    pub fn trajectory(&self) -> &Trajectory {
        &self.trajectory
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The stretch that a time is in, and its place there; rounded.
    pub fn place(&self, time: f64) -> (usize, f64) {
        let last = self.times.len() - 2;
        let piece = self.times.partition_point(|at| *at <= time).clamp(1, last + 1) - 1;
        (piece, ((time - self.times[piece]) / (self.times[piece + 1] - self.times[piece])).clamp(0.0, 1.0))
    }

    /// The poses of bodies that move, or may be off, at a time; rounded.
    pub fn bodies_at(&self, time: f64) -> Vec<(String, Pose3<f64>)> {
        let (piece, x) = self.place(time);
        self.named(self.path.segments()[piece].at(x).carried)
    }

    /// Corners of what may be off at a time, each chosen by the bits of a number of its own.
    pub fn corners_at(&self, time: f64, count: usize) -> Vec<super::execution::Corner> {
        let (piece, x) = self.place(time);
        let segment = &self.path.segments()[piece];
        let Some(cell) = segment.loose() else { return Vec::new() };
        let corner = |k: usize| {
            let mut random = Random::new(k as u64 + 1);
            let sides = cell.lower.iter().zip(&cell.upper);
            let errors: Vec<f64> = sides.map(|(low, high)| if random.below(2) == 0 { *low } else { *high }).collect();
            let configuration = segment.at(x).off_by(&errors);
            (configuration.values, self.named(configuration.carried))
        };
        (0..count).map(corner).collect()
    }

    /// What is known, with times in stretches.
    pub fn in_segments(&self, found: &Found) -> Found {
        let place = |time: f64| {
            let last = self.times.len() - 2;
            let piece = self.times.partition_point(|at| *at <= time).clamp(1, last + 1) - 1;
            piece as f64 + (time - self.times[piece]) / (self.times[piece + 1] - self.times[piece])
        };
        found.clone().map_time(|Bounds { lower, upper }| Bounds { lower: place(lower), upper: place(upper) })
    }

    /// The largest factor of all that may be off that is proven free, of those that are tried by halving; none if the
    /// trajectory itself is not.
    pub fn largest_scale(&self, checker: &Checker, options: &EdgeOptions, halvings: u32) -> Option<f64> {
        let options = EdgeOptions { mode: Mode::AnyHit, ..*options };
        let is_free = |factor: f64| {
            let scaled = self.scaled(factor);
            scaled.prove(checker, &options, None).is_free()
        };
        if !is_free(0.0) {
            return None;
        }
        let (mut free, mut open) = (0.0, 1.0);
        for _ in 0..halvings {
            let middle = 0.5 * (free + open);
            *if is_free(middle) { &mut free } else { &mut open } = middle;
        }
        Some(free)
    }

    /// With all that may be off times a factor.
    fn scaled(&self, factor: f64) -> Self {
        let of = |segment: &Segment| match segment {
            Segment::Timed(stretch) => {
                let loose = stretch.loose.as_ref().filter(|_| factor > 0.0);
                Timed { loose: loose.map(|cell| Arc::new(cell.scaled(factor))), ..Timed::clone(stretch) }
            }
            _ => unreachable!("a trajectory has stretches only"),
        };
        Course { path: Path::of_stretches(self.path.segments().iter().map(of)), ..self.clone() }
    }

    /// What is known, by a checker; with the proof if one is wanted.
    pub fn prove(&self, checker: &Checker, options: &EdgeOptions, proof: Option<&mut MotionProof>) -> Found {
        let found = self.prove_apart(checker, options, proof);
        checker.obeying(found, options, |constraints, options| self.prove(constraints, options, None))
    }

    /// What is known without constraints, by a checker; with the proof if one is wanted.
    pub fn prove_apart(&self, checker: &Checker, options: &EdgeOptions, mut proof: Option<&mut MotionProof>) -> Found {
        checker.closely(false, |checker, _| {
            if let Some(proof) = proof.as_deref_mut() {
                *proof = MotionProof { closer: checker.closer().to_vec(), ..MotionProof::default() };
            }
            self.prove_by(checker, options, proof.as_deref_mut())
        })
    }

    fn prove_by(&self, checker: &Checker, options: &EdgeOptions, mut proof: Option<&mut MotionProof>) -> Known {
        if let Some(proof) = proof.as_deref_mut() {
            proof.cells = vec![Vec::new(); self.path.len()];
            if let Some(runs) = Runs::of(checker, &self.path, options) {
                return self.prove_runs(checker, options, runs, proof);
            }
        }
        let mut all = (Found::NO_PAIR, None);
        for i in 0..self.path.len() {
            all = self.stretch(checker, options, i, None, all, proof.as_deref_mut());
            if !all.0.is_free() {
                break;
            }
        }
        all
    }

    /// Proves runs of stretches free, and what these leave of single stretches.
    fn prove_runs(&self, checker: &Checker, options: &EdgeOptions, mut runs: Runs, proof: &mut MotionProof) -> Known {
        let mut all = (Found::Free { lower: f64::INFINITY, upper: runs.nearest }, None);
        while let Some((i, open)) = runs.next() {
            all = self.stretch(checker, options, i, Some(&open), all, Some(proof));
            let Found::Free { upper, .. } = all.0 else { return all };
            runs.nearest = runs.nearest.min(upper);
        }
        proof.entries.append(&mut runs.entries);
        (all.0.and(Found::Free { lower: runs.lower, upper: f64::INFINITY }), None)
    }

    /// What is known with a stretch, of some of its pairs or of all, when all before are free; with the pair that is
    /// not.
    fn stretch(
        &self,
        checker: &Checker,
        options: &EdgeOptions,
        i: usize,
        open: Option<&[Open]>,
        (before, _): Known,
        proof: Option<&mut MotionProof>,
    ) -> Known {
        let Found::Free { upper: nearest, .. } = before else { return (before, None) };
        let mut entries = Vec::new();
        let keep = proof.is_some().then_some(&mut entries);
        let segment = &self.path.segments()[i];
        let Ended { outcome, errors, cells } = stretch::known(checker, segment, open, options, nearest, keep);
        match outcome {
            Outcome::Free { lower, upper } => {
                if let Some(proof) = proof {
                    proof.entries.extend(entries.iter().map(|entry| (i, *entry)));
                    proof.cells[i] = cells;
                }
                (before.and(Found::Free { lower, upper }), None)
            }
            Outcome::Hit(seen) => (Found::Hit(self.contact(checker, i, seen, errors)), Some(seen.pair)),
            Outcome::Undecided(seen) => {
                let open = self.contact(checker, i, seen, errors);
                match self.hit_as_written(checker, i + 1, options) {
                    Some((hit, pair)) => {
                        let time = Bounds { lower: open.time.lower, upper: hit.time.upper };
                        (Found::Hit(Contact { time, ..hit }), Some(pair))
                    }
                    None => (Found::Undecided(open), Some(seen.pair)),
                }
            }
        }
    }

    /// The first contact of what is written in the stretches from one on, if joints or bodies may be off there; with
    /// its pair.
    fn hit_as_written(&self, checker: &Checker, from: usize, options: &EdgeOptions) -> Option<(Contact, usize)> {
        let later = self.path.segments().iter().enumerate().skip(from);
        later.filter(|(_, segment)| segment.loose().is_some()).find_map(|(i, segment)| {
            let seen = stretch::hit_as_written(checker, segment, options)?;
            Some((self.contact(checker, i, seen, None), seen.pair))
        })
    }

    fn contact(&self, checker: &Checker, piece: usize, seen: PairContact, errors: Option<Vec<f64>>) -> Contact {
        let segment = &self.path.segments()[piece];
        let configuration = match &errors {
            Some(errors) => segment.at(seen.bracket.upper).off_by(errors),
            None => segment.at(seen.bracket.upper),
        };
        let ends = [self.times[piece], self.times[piece + 1]];
        let Bounds { lower, upper } = seen.bracket;
        Contact {
            pair: checker.stage().names(seen.pair),
            time: Bounds { lower: seconds(ends, lower)[0], upper: seconds(ends, upper)[1] },
            proximity: seen.proximity,
            values: configuration.values,
            bodies: self.named(configuration.carried),
            off: errors.is_some_and(|errors| errors.iter().any(|error| *error != 0.0)),
        }
    }

    fn named(&self, poses: Vec<Pose3<f64>>) -> Vec<(String, Pose3<f64>)> {
        self.trajectory.bodies().iter().map(|body| body.name.clone()).zip(poses).collect()
    }
}

/// A place of a stretch in seconds, enclosed: a difference, a product and a sum round by `u` each.
pub(super) fn seconds([start, end]: [f64; 2], x: f64) -> [f64; 2] {
    if x == 0.0 || x == 1.0 {
        return [if x == 0.0 { start } else { end }; 2];
    }
    let (time, error) = (start + x * (end - start), 8.0 * f64::UNIT * (start.abs() + end.abs()));
    [(time - error).max(start), (time + error).min(end)]
}

impl Checker<'_> {
    /// What is known of a trajectory in which no body moves, nor may be off: without the robot and the bodies being
    /// read anew, as for an [execution](crate::Execution).
    pub fn trajectory(&self, trajectory: &Trajectory, options: &EdgeOptions) -> Result<Found, RobotError> {
        if let Some(body) = trajectory.bodies().first() {
            return Err(RobotError::new(format!("the body {:?} moves: ask an execution", body.name)));
        }
        check_joints(self.robot(), trajectory)?;
        Ok(Course::new(trajectory, &[]).prove(self, options, None))
    }
}

/// Refuses a trajectory of another robot.
pub(super) fn check_joints(robot: &Robot, trajectory: &Trajectory) -> Result<(), RobotError> {
    if trajectory.joints() == robot.dof() {
        return Ok(());
    }
    let what = format!("a trajectory of {} joint values, got one of {}", robot.dof(), trajectory.joints());
    Err(RobotError::new(format!("expected {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use dashu_ratio::RBig;

    #[test]
    fn seconds_of_a_place_hold_the_exact_time() {
        let q = |x: f64| RBig::try_from(x).unwrap();
        let mut random = Random::new(0x41c);
        for _ in 0..2000 {
            let start = random.between(-1e3, 1e3);
            let end = start + random.between(1e-3, 10.0);
            let x = random.unit();
            let [early, late] = seconds([start, end], x);
            let truth = q(start) + q(x) * (q(end) - q(start));
            assert!(q(early) <= truth && truth <= q(late) && late - early < 1e-11, "seed 0x41c: {start} {end} {x}");
        }
        assert_eq!([seconds([0.1, 0.7], 0.0), seconds([0.1, 0.7], 1.0)], [[0.1; 2], [0.7; 2]]);
    }
}
