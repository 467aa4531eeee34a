//! Times of a path: a fast trajectory along it within limits of velocities, accelerations and jerks, proven as
//! executed.
//!
//! Corners of the path are rounded where that is proven free (`corner.rs`); at all others the robot stops.
//!
//! - Without limits of jerk, corners are parabolas, and along the path the velocity is the greatest that the limits
//!   leave, by reachability analysis (`reach.rs`: H. Pham and Q.-C. Pham, "A new approach to time-optimal path
//!   parameterization based on reachability analysis", 2018). The trajectory is of cubics between points, as
//!   controllers join them.
//! - With them, corners are cubics without jumps of the curvature, which are passed at constant velocity unless they
//!   are gentle (`smooth.rs`); between them velocities change by pieces of constant jerk (`scurve.rs`), which is the
//!   fastest motion along a straight segment. The trajectory is of quintics between points with accelerations, so these
//!   do not jump, and the jerk of each quintic is a polynomial with a bound.
//!
//! The greatest velocities, accelerations and jerks are enclosed at all times, and the trajectory is slowed by what
//! they exceed the limits by, so these are kept by proof. Last, what is executed is proven free, not the path that it
//! was made of.

mod apart;
mod corner;
mod piece;
mod reach;
mod rounded;
mod scurve;
mod smooth;

use clearance::Real;

use crate::certificate::Certificate;
use crate::error::RobotError;
use crate::model::robot::Robot;
use crate::path::Path;
use crate::prove::time::execution::Execution;
use crate::prove::time::{Checker, EdgeOptions, Found, Mode, TOLERANCE};
use crate::trajectory::{Interpolation, RateLimits, TimedPoint, Trajectory};
use corner::Blend;
use reach::{PathInterval, RateBounds};
use rounded::Rounded;

/// Settings of [`timed`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimingOptions {
    /// No joint is farther from a corner than this where the path is rounded, radians or metres; 0 stops at all
    /// corners. Default 0.1, as in MoveIt.
    pub deviation: f64,
    /// How the trajectory is proven. Default: its least clearance within [`TOLERANCE`].
    pub edge: EdgeOptions,
}

impl Default for TimingOptions {
    fn default() -> Self {
        let mode = Mode::LeastClearance { tolerance: TOLERANCE };
        TimingOptions { deviation: 0.1, edge: EdgeOptions { mode, ..EdgeOptions::default() } }
    }
}

/// A path with times.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedPath {
    /// The trajectory from rest to rest: positions and velocities, joined by cubics; with limits of jerk also
    /// accelerations, joined by quintics.
    pub trajectory: Trajectory,
    /// What is known of the trajectory as it is executed.
    pub executed: Found,
    /// The proof of a trajectory that is free.
    pub certificate: Option<Certificate>,
    /// The corners that are rounded.
    pub rounded: usize,
    /// The corners at which the robot stops.
    pub stops: usize,
}

/// The fastest trajectory along a path from rest to rest within the limits, with its corners rounded where that is
/// proven free, and what is proven of it as it is executed. Where a rounded one is not proven free, it stops at all
/// corners.
///
/// Limits of velocities that are not given are those of the robot. Without limits of jerk, accelerations jump. With
/// them, the motion along a straight segment is the fastest; corners are passed at constant velocity.
///
/// Refuses a path that is none, and joints that move without a positive limit of velocity, of acceleration, and of jerk
/// if any is given.
///
/// ```
/// use clearance_robot::edge::Checker;
/// use clearance_robot::timing::{TimingOptions, timed};
/// use clearance_robot::{JointKind, JointSpec, RateLimits, Robot, Workcell};
/// let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm");
/// let robot = Robot::builder("r").link("base", vec![]).link("arm", vec![]).joint(turn).build().unwrap();
/// let cell = Workcell::new(robot, &[]).unwrap();
/// let limits = RateLimits { velocities: vec![Some(1.5)], accelerations: vec![Some(3.0)], ..RateLimits::default() };
/// let path = [vec![0.0], vec![3.0]];
/// let found = timed(&Checker::new(&cell).unwrap(), &path, &limits, &TimingOptions::default()).unwrap();
/// // Half a second up to 1.5 rad/s, over 0.375 rad, and as much down; 2.25 rad at 1.5 rad/s between.
/// assert!((found.trajectory.span()[1] - 2.5).abs() < 0.01);
/// assert!(found.trajectory.beyond_limits(cell.robot(), &limits).is_empty());
/// assert!(found.executed.is_free());
/// ```
pub fn timed(
    checker: &Checker,
    points: &[Vec<f64>],
    limits: &RateLimits,
    options: &TimingOptions,
) -> Result<TimedPath, RobotError> {
    let robot = checker.robot();
    let path = Path::through(points, robot.dof()).map_err(|error| RobotError::new(error.to_string()))?;
    if !(options.deviation >= 0.0 && options.deviation.is_finite()) {
        return Err(RobotError::new(format!("a deviation must not be negative, got {}", options.deviation)));
    }
    let limits = rates(robot, points, limits)?;
    let blend = if limits.jerks.is_empty() { Blend::Parabola } else { Blend::Cubics };
    let rounded = Rounded::of(&path, options.deviation, blend, |curve| is_free(checker, curve, options));
    let found = executed(checker, &rounded, &limits, options)?;
    if found.executed.is_free() || found.rounded == 0 {
        return Ok(found);
    }
    executed(checker, &Rounded::of(&path, 0.0, blend, |_| false), &limits, options)
}

fn is_free(checker: &Checker, curve: &Path, options: &TimingOptions) -> bool {
    let options = EdgeOptions { mode: Mode::AnyHit, ..options.edge };
    checker.path(curve, &options).is_free()
}

/// The limits of all joints; those of joints that do not move are infinite.
fn rates(robot: &Robot, points: &[Vec<f64>], limits: &RateLimits) -> Result<RateBounds, RobotError> {
    let mut all = RateBounds { velocities: Vec::new(), accelerations: Vec::new(), jerks: Vec::new() };
    let has_jerks = limits.jerks.iter().any(Option::is_some);
    for (joint, &place) in robot.variables().iter().enumerate() {
        let spec = &robot.joints()[place];
        let given = |list: &[Option<f64>]| list.get(joint).copied().flatten();
        let moves = points.iter().any(|q| q[joint] != points[0][joint]);
        let limit = |what: &str, value: Option<f64>| match value {
            _ if !moves => Ok(f64::INFINITY),
            Some(value) if value > 0.0 && value.is_finite() => Ok(value),
            other => {
                let got = other.map_or("none".into(), |value| value.to_string());
                Err(RobotError::new(format!(
                    "joint {:?} moves: its limit of {what} must be positive, got {got}",
                    spec.name
                )))
            }
        };
        all.velocities.push(limit("velocity", given(&limits.velocities).or(spec.velocity))?);
        all.accelerations.push(limit("acceleration", given(&limits.accelerations))?);
        if has_jerks {
            all.jerks.push(limit("jerk", given(&limits.jerks))?);
        }
    }
    Ok(all)
}

/// The trajectory along a rounded path, with what is proven of it.
fn executed(
    checker: &Checker,
    rounded: &Rounded,
    limits: &RateBounds,
    options: &TimingOptions,
) -> Result<TimedPath, RobotError> {
    let trajectory = match limits.jerks.is_empty() {
        true => within_limits(&fastest(rounded, limits), Interpolation::Cubic, limits)?,
        false => within_limits(&smooth::fastest(rounded, limits), Interpolation::Quintic, limits)?,
    };
    let execution = Execution::new(checker.cell(), &trajectory)?;
    let (executed, certificate) = execution.certify(&options.edge)?;
    let (rounded, stops) = (rounded.blends, rounded.stops);
    Ok(TimedPath { trajectory, executed, certificate, rounded, stops })
}

/// The trajectory of points, slowed until all limits are proven to be kept.
fn within_limits(points: &[TimedPoint], kind: Interpolation, limits: &RateBounds) -> Result<Trajectory, RobotError> {
    let mut factor = 1.0;
    for _ in 0..ROUNDS {
        let made = Trajectory::through(&slowed(points, factor), kind);
        let made = made.map_err(|error| RobotError::new(error.to_string()))?;
        match slowness(&made, limits) {
            slowness if slowness <= 1.0 => return Ok(made),
            // Another factor rounds otherwise, by less than the room.
            slowness => factor *= slowness * (1.0 + ROOM),
        }
    }
    Err(RobotError::new("the limits are too small to be kept: the path takes too long"))
}

/// Points of the fastest motion along a rounded path, from rest to rest.
fn fastest(rounded: &Rounded, limits: &RateBounds) -> Vec<TimedPoint> {
    let parts = rounded.parts();
    let intervals: Vec<PathInterval> = parts.iter().map(|part| rounded.interval(part)).collect();
    let squares = reach::fastest(&intervals, limits);
    let still = vec![0.0; limits.velocities.len()];
    let start = rounded.pieces.first().map_or(still.clone(), |piece| piece.at(0.0));
    let mut points = vec![TimedPoint::at(0.0, start).with_velocities(still)];
    let (mut time, mut before) = (0.0, None);
    for (i, (part, interval)) in parts.iter().zip(&intervals).enumerate() {
        let rates = [squares[i], squares[i + 1]].map(f64::sqrt);
        time += 2.0 * interval.length / (rates[0] + rates[1]);
        let piece = &rounded.pieces[part.piece];
        let acceleration = (squares[i + 1] - squares[i]) / interval.length;
        // Along a line at one acceleration two intervals are one parabola.
        if piece.is_line() && before.is_some_and(|(of, known)| of == part.piece && near(known, acceleration)) {
            points.pop();
        }
        // Plus zero: readers of JSON may take -0 for the integer 0, which is another number to digests.
        let velocities = interval.ends[1].first.iter().map(|rate| rate * rates[1] + 0.0).collect();
        points.push(TimedPoint::at(time, piece.at(part.ends[1])).with_velocities(velocities));
        before = Some((part.piece, acceleration));
    }
    // Where blends take nearly all of an edge, the line between is too short for its accelerations to be known.
    apart::apart(points, apart::shortest(rounded, limits))
}

/// Whether two accelerations along a path differ by rounding only: they are differences of squares of velocities.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// How much longer a trajectory must take to keep all limits: by enclosures of its velocities, accelerations and jerks,
/// which fall with the time, its square and its cube. At most 1 if it keeps them.
fn slowness(trajectory: &Trajectory, limits: &RateBounds) -> f64 {
    // A power of the duration and a quotient round by less, here and where the limits are checked.
    let outward = 1.0 + 64.0 * f64::UNIT;
    let mut factor = 0.0f64;
    for (joint, track) in trajectory.tracks.iter().enumerate() {
        for (curve, times) in track.curves.iter().zip(track.breaks.windows(2)) {
            let duration = times[1] - times[0];
            let largest = |order: usize| outward * curve.largest(order, [0.0, 1.0]) / duration.powi(order as i32);
            factor = factor.max(largest(1) / limits.velocities[joint]);
            factor = factor.max((largest(2) / limits.accelerations[joint]).sqrt());
            factor = limits.jerks.get(joint).map_or(factor, |jerk| factor.max((largest(3) / jerk).cbrt()));
        }
    }
    factor
}

/// Slower by this than what was measured: a trajectory that is made again rounds otherwise.
const ROOM: f64 = 1e-9;

/// The second round almost always holds.
const ROUNDS: u32 = 32;

/// The points at times that are longer by a factor.
fn slowed(points: &[TimedPoint], factor: f64) -> Vec<TimedPoint> {
    let slow = |point: &TimedPoint| TimedPoint {
        time: point.time * factor,
        velocities: point.velocities.as_ref().map(|all| all.iter().map(|rate| rate / factor).collect()),
        accelerations: point
            .accelerations
            .as_ref()
            .map(|all| all.iter().map(|rate| rate / (factor * factor)).collect()),
        ..point.clone()
    };
    points.iter().map(slow).collect()
}

#[cfg(test)]
mod tests;
