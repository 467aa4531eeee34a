//! A path that was checked as frames of a page: what the robot does, how near it comes, and what proves it.

use std::collections::BTreeMap;

use clearance::Bounds;
use clearance_robot::certificate::Certificate;
use clearance_robot::edge::{self, Checker, Found};
use clearance_robot::path::Path;
use clearance_robot::{Execution, Robot, RobotError};

use crate::outline::place;
use crate::robot::{Interval, RobotPage, Verdict};
use crate::sample::{Nearest, Sample};

/// Maximum number of samples of a segment: a second and a half at 60 a second, in which narrow gaps are seen.
const FINEST: usize = 96;
/// Usual number of samples of a path, at least one for each segment.
const USUAL: usize = 600;
/// Maximum number of samples of a path; longer paths are shown in larger steps.
const MOST: usize = 1500;

/// Bars of a row of the certificate that can be distinguished.
const BARS: f64 = 200.0;

/// What the page's axis of time shows.
#[derive(Clone, Copy)]
pub enum Clock<'t> {
    /// Segments from the start.
    Segments,
    /// Seconds: the times of the path's configurations, in order.
    Seconds(&'t [f64]),
}

impl Clock<'_> {
    fn unit(self) -> &'static str {
        match self {
            Self::Segments => "segments",
            Self::Seconds(_) => "s",
        }
    }

    /// The time shown for a time in segments; linear within each segment.
    pub fn at(self, t: f64) -> f64 {
        let Self::Seconds(times) = self else { return t };
        let i = (t.max(0.0) as usize).min(times.len().saturating_sub(2));
        match times.get(i..i + 2) {
            Some(ends) => ends[0] + (t - i as f64) * (ends[1] - ends[0]),
            None => t,
        }
    }
}

/// Adds a path with what was found of it.
pub fn add(
    page: &mut RobotPage,
    (id, path, clock): (&str, &Path, Clock),
    edge: &Found,
    certificate: Option<&Certificate>,
    checker: &Checker,
) -> Result<(), RobotError> {
    let steps = (USUAL / path.len().max(1)).clamp(1, FINEST);
    let count = (path.len() * steps).clamp(1, MOST);
    let time = |i: usize| i as f64 * path.len() as f64 / count as f64;
    let samples = (0..=count).map(|i| sample(checker, path, (time(i), clock))).collect::<Result<_, _>>()?;
    let mut verdict = verdict(edge, certificate, (path.len() as f64, clock));
    verdict.unit = clock.unit();
    page.add(id, samples, verdict);
    Ok(())
}

/// Number of samples of what is executed if nothing may be off, and otherwise, where each has [`GHOSTS`] copies of all
/// links.
const EXECUTED: [usize; 2] = [600, 150];
/// How many corners of what may be off are drawn.
const GHOSTS: usize = 4;

/// Adds what is executed with what was found of it, in seconds: the robot and the bodies that move, some of where they
/// may be, and the rates of the joints.
pub fn add_executed(
    page: &mut RobotPage,
    (id, robot, execution): (&str, &Robot, &Execution),
    found: &Found,
) -> Result<(), RobotError> {
    let (trajectory, checker) = (execution.trajectory(), execution.checker()?);
    let [start, end] = trajectory.span();
    let count = EXECUTED[usize::from(trajectory.is_loose())];
    let sample = |i: usize| {
        let t = if i == count { end } else { start + (end - start) * i as f64 / count as f64 };
        Sample::executed(robot, (t, execution), (nearest(execution.nearest_at(&checker, t)), GHOSTS))
    };
    let samples = (0..=count).map(sample).collect::<Result<_, _>>()?;
    let clock = Clock::Seconds(execution.break_times());
    let edge = execution.in_segments(found);
    let mut verdict = verdict(&edge, None, (execution.path().len() as f64, clock));
    verdict.unit = clock.unit();
    let moving = trajectory.bodies().iter().map(|body| body.name.clone()).collect();
    let joints = robot.variables().iter().map(|&joint| robot.joints()[joint].name.clone()).collect();
    page.add_executed(id, (moving, joints), (samples, verdict));
    Ok(())
}

fn verdict(edge: &Found, certificate: Option<&Certificate>, (duration, clock): (f64, Clock)) -> Verdict {
    let not_free = |time: Bounds<f64>, pair: &[String; 2]| Verdict {
        result: Some(edge.name()),
        t_lower: Some(clock.at(time.lower)),
        t_upper: Some(clock.at(time.upper)),
        pair: Some(pair.clone()),
        ..Verdict::default()
    };
    match edge {
        Found::Free { lower, .. } => Verdict {
            result: Some("free"),
            clearance_lower: Some(*lower).filter(|lower| lower.is_finite()),
            intervals: certificate.map_or(Vec::new(), |certificate| intervals(certificate, duration, clock)),
            ..Verdict::default()
        },
        Found::Hit(contact) | Found::Undecided(contact) => not_free(contact.time, &contact.pair),
        // A page names a link and what it keeps in place of two bodies.
        Found::Violated(violation) => not_free(violation.time, &["constraint".into(), violation.constraint.clone()]),
    }
}

/// The intervals of each pair in the order of time; what is too short to be seen is joined to what follows, with the
/// lesser bound.
fn intervals(certificate: &Certificate, duration: f64, clock: Clock) -> Vec<Interval> {
    let mut by_pair: BTreeMap<&[String; 2], Vec<Interval>> = BTreeMap::new();
    for entry in certificate.proofs.entries() {
        let interval = Interval { pair: entry.pair.clone(), t0: entry.t0, t1: entry.t1, bound: entry.bound };
        by_pair.entry(&entry.pair).or_default().push(interval);
    }
    let shortest = duration / BARS;
    let mut all: Vec<Interval> = Vec::new();
    for mut intervals in by_pair.into_values() {
        intervals.sort_by(|a, b| a.t0.total_cmp(&b.t0));
        let first = all.len();
        for interval in intervals {
            match all[first..].last_mut() {
                Some(last) if last.t1 == interval.t0 && interval.t1 - last.t0 <= shortest => {
                    (last.t1, last.bound) = (interval.t1, last.bound.min(interval.bound));
                }
                _ => all.push(interval),
            }
        }
    }
    all.iter_mut().for_each(|bar| (bar.t0, bar.t1) = (clock.at(bar.t0), clock.at(bar.t1)));
    all
}

fn sample(checker: &Checker, path: &Path, (t, clock): (f64, Clock)) -> Result<Sample, RobotError> {
    let q = path.at(t).values;
    Sample::new(checker.robot(), clock.at(t), &q, nearest(checker.nearest(&q)?))
}

pub(crate) fn nearest(found: Option<edge::Nearest>) -> Nearest {
    let shown = found.map(|(found, pair)| Nearest {
        lower: Some(found.bounds.lower),
        upper: Some(found.bounds.upper),
        pair: Some(pair),
        witness_a: Some(place(found.witness_a)),
        witness_b: Some(place(found.witness_b)),
    });
    shown.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_robot::Workcell;
    use clearance_robot::edge::EdgeOptions;
    use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot};

    #[test]
    fn seconds_are_those_of_the_configurations_and_linear_between() {
        let clock = Clock::Seconds(&[0.0, 0.5, 2.5]);
        assert_eq!([0.0, 0.5, 1.0, 1.25, 2.0].map(|t| clock.at(t)), [0.0, 0.25, 0.5, 1.0, 2.5]);
        assert_eq!(Clock::Segments.at(1.25), 1.25);
    }

    #[test]
    fn joined_intervals_cover_the_path_with_bounds_that_hold() {
        use clearance::{Ball, Pose3, Vec3};
        let at = |x: f64| Pose3::from_translation(Vec3::new(x, 0.3, 0.0)).unwrap();
        let hand = LinkShape::new(Ball::new(0.25).unwrap(), at(2.0));
        let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm").axis(Vec3::new(0.0, 0.0, 1.0));
        let robot = Robot::builder("r").link("base", vec![]).link("arm", vec![hand]).joint(turn).build().unwrap();
        let checker =
            Checker::new(&Workcell::new(&robot, &[Obstacle::new("cup", Ball::new(0.5).unwrap(), at(-3.0))]).unwrap())
                .unwrap();
        let points: Vec<Vec<f64>> = (0..=500).map(|i| vec![0.1 + 0.007 * f64::from(i)]).collect();
        let path = Path::through(&points, 1).unwrap();
        let certificate = checker.certify(&path, &EdgeOptions::default()).1.unwrap();
        let (joined, count) = (intervals(&certificate, 500.0, Clock::Segments), certificate.proofs.entries().len());
        assert!(joined.len() <= 400 && joined.len() < count && count >= 500, "{} bars of {count}", joined.len());
        assert_eq!((joined[0].t0, joined.last().unwrap().t1), (0.0, 500.0));
        assert!(joined.windows(2).all(|pair| pair[0].t1 == pair[1].t0));
        let holds = |bar: &Interval| {
            let within = certificate.proofs.entries().iter().filter(|entry| bar.t0 <= entry.t0 && entry.t1 <= bar.t1);
            within.map(|entry| entry.bound).fold(f64::INFINITY, f64::min) == bar.bound
        };
        assert!(joined.iter().all(holds));
    }
}
