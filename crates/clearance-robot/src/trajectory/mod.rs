//! What a robot executes: its joints as polynomials of time, bodies that move, and how far both may deviate.
//!
//! Times are seconds. Every joint has its own break times; [`Execution`](crate::Execution) cuts at all of them. The
//! polynomials of the written numbers are the truth: what is rounded in their control points is an error of the
//! configuration that every proof includes.

mod body;
mod json;
mod limits;
mod pieces;
mod points;
mod trapezoid;
mod written;

pub use body::{Between, BodyMotion, Waypoint};
pub use limits::{LimitBreach, Quantity, RateLimits};
pub use pieces::{JerkPiece, JointPiece, State};
pub use points::{Interpolation, TimedPoint};
pub use trapezoid::{Pace, Trapezoid};

use std::fmt;

use crate::path::{Cell, Curve, POSE};

/// One joint over time: a polynomial between break times that increase.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Track {
    pub breaks: Vec<f64>,
    pub curves: Vec<Curve>,
}

/// A joint that does not begin where it should.
#[derive(Clone, Debug, PartialEq)]
pub struct Jump {
    /// The place of the value in a configuration.
    pub joint: usize,
    /// Seconds.
    pub time: f64,
    /// What jumps: 0 for the position, 1 for the velocity, 2 for the acceleration.
    pub order: usize,
    /// The size of the jump.
    pub by: f64,
}

/// A motion of all joints and of bodies of the world, over a stretch of time.
///
/// ```
/// use clearance_robot::{Interpolation, TimedPoint, Trajectory};
/// // From 0 to 1 rad in two seconds, at rest at both ends: at half the time it is at half the way, with 1.5 times the mean speed.
/// let point = |time, position| TimedPoint::at(time, vec![position]).with_velocities(vec![0.0]);
/// let trajectory = Trajectory::through(&[point(0.0, 0.0), point(2.0, 1.0)], Interpolation::Cubic).unwrap();
/// assert_eq!(trajectory.at(1.0), [0.5]);
/// assert_eq!(trajectory.rates_at(1.0, 1), [0.75]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    pub(crate) tracks: Vec<Track>,
    /// The numbers as they were given.
    pub(crate) source: Source,
    pub(crate) bodies: Vec<BodyMotion>,
    /// How far each value may deviate from each of some times on; empty if none does.
    pub(crate) tubes: Vec<(f64, Vec<f64>)>,
    pub(crate) jumps: Vec<Jump>,
}

/// What a trajectory is made of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    Points(Vec<TimedPoint>, Interpolation),
    /// Pieces from a time on.
    Pieces(f64, Vec<(State, Vec<JointPiece>)>),
}

/// Why numbers are no trajectory.
#[derive(Clone, Debug, PartialEq)]
pub struct TrajectoryError(pub(crate) String);

impl fmt::Display for TrajectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TrajectoryError {}

pub(crate) fn refuse<T>(what: impl Into<String>) -> Result<T, TrajectoryError> {
    Err(TrajectoryError(what.into()))
}

impl Track {
    /// The piece that a time is in, of two that meet there the later one; and the time as a part of the piece, off by
    /// less than `4u`.
    pub fn piece_at(&self, time: f64) -> (usize, f64) {
        let last = self.curves.len() - 1;
        let piece = self.breaks.partition_point(|at| *at <= time).clamp(1, last + 1) - 1;
        (piece, self.place(piece, time))
    }

    /// A time as a part of a piece.
    pub fn place(&self, piece: usize, time: f64) -> f64 {
        let (start, end) = (self.breaks[piece], self.breaks[piece + 1]);
        if time == end { 1.0 } else { ((time - start) / (end - start)).clamp(0.0, 1.0) }
    }

    /// The polynomial between two times that lie in one piece.
    pub fn between(&self, [start, end]: [f64; 2]) -> Curve {
        let (piece, x0) = self.piece_at(start);
        self.curves[piece].part([x0, self.place(piece, end)])
    }
}

impl Trajectory {
    /// When it begins and ends, seconds.
    pub fn span(&self) -> [f64; 2] {
        let ends = |track: &Track| [track.breaks[0], track.breaks[track.breaks.len() - 1]];
        self.tracks.iter().map(ends).fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], [s, e]| [a.min(s), b.max(e)])
    }

    /// How many values a configuration has.
    pub fn joints(&self) -> usize {
        self.tracks.len()
    }

    /// The joints' values at a time, which is brought into its range; rounded.
    pub fn at(&self, time: f64) -> Vec<f64> {
        self.rates_at(time, 0)
    }

    /// The derivatives of an order from 0 to 3 at a time, which is brought into its range; rounded.
    pub fn rates_at(&self, time: f64, order: usize) -> Vec<f64> {
        let of = |track: &Track| {
            let (piece, x) = track.piece_at(time);
            let [least, most] = track.curves[piece].range(order, [x, x]);
            let duration = track.breaks[piece + 1] - track.breaks[piece];
            if order == 0 { track.curves[piece].at(x).0 } else { 0.5 * (least + most) / duration.powi(order as i32) }
        };
        self.tracks.iter().map(of).collect()
    }

    /// Where joints do not begin where the pieces before them end: nothing is repaired.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The motions of bodies, in the order of their names.
    pub fn bodies(&self) -> &[BodyMotion] {
        &self.bodies
    }

    /// With joint values that may deviate by so much, radians or metres, at every time, each by any function of time.
    pub fn with_tube(self, sizes: Vec<f64>) -> Result<Self, TrajectoryError> {
        let start = self.span()[0];
        self.with_tubes(vec![(start, sizes)])
    }

    /// With joint values that may deviate by so much from each of some times on.
    pub fn with_tubes(self, tubes: Vec<(f64, Vec<f64>)>) -> Result<Self, TrajectoryError> {
        for (time, sizes) in &tubes {
            if sizes.len() != self.joints() {
                return refuse(format!("a tube must have {} numbers, got {}", self.joints(), sizes.len()));
            }
            let points = match &self.source {
                Source::Points(points, _) => &points[..],
                Source::Pieces(..) => &[],
            };
            if *time != self.span()[0] && points.iter().all(|point| point.time != *time) {
                return refuse(format!("a tube must begin at a point or at the start, got {time} s"));
            }
            if let Some(size) = sizes.iter().find(|size| !(**size >= 0.0 && size.is_finite())) {
                return refuse(format!("a tube must not be negative, got {size} from {time} s on"));
            }
        }
        Ok(Trajectory { tubes, ..self })
    }

    /// With a body of the world that moves, or whose pose may deviate.
    pub fn with_body(mut self, body: BodyMotion) -> Result<Self, TrajectoryError> {
        match self.bodies.binary_search_by(|known| known.name.cmp(&body.name)) {
            Ok(_) => return refuse(format!("the body {:?} has two motions", body.name)),
            Err(place) => self.bodies.insert(place, body),
        }
        Ok(self)
    }

    /// All times at which a joint or a body passes from one piece to the next, and the ends.
    pub(crate) fn breaks(&self) -> Vec<f64> {
        let [start, end] = self.span();
        let own = self.tracks.iter().flat_map(|track| track.breaks.iter().copied());
        let tubes = self.tubes.iter().map(|(time, _)| *time);
        let all = own.chain(self.bodies.iter().flat_map(BodyMotion::breaks)).chain(tubes);
        let mut times: Vec<f64> = all.filter(|time| start <= *time && *time <= end).collect();
        times.sort_unstable_by(f64::total_cmp);
        times.dedup();
        times
    }

    /// Whether joints or bodies may deviate.
    pub fn is_loose(&self) -> bool {
        self.tubes
            .iter()
            .flat_map(|(_, sizes)| sizes)
            .chain(self.bodies.iter().flat_map(|body| &body.uncertain))
            .any(|size| *size > 0.0)
    }

    /// What may deviate from a time on; `None` for nothing.
    pub(crate) fn loose_at(&self, time: f64) -> Option<Cell> {
        let still = vec![0.0; self.joints()];
        let tube = self.tubes.iter().rev().find(|(from, _)| *from <= time).map_or(&still, |(_, sizes)| sizes);
        let boxes = self.bodies.iter().flat_map(|body| body.uncertain);
        let sizes: Vec<f64> = tube.iter().copied().chain(boxes).collect();
        debug_assert_eq!(sizes.len(), self.joints() + POSE * self.bodies.len());
        sizes.iter().any(|size| *size > 0.0).then(|| Cell::within(&sizes))
    }
}
