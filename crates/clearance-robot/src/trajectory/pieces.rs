//! Pieces of constant jerk and trapezoids of velocity, each joint with its own durations: what jerk-limited generators
//! and point-to-point motions write.
//!
//! Break times are the sums of the durations, rounded to doubles one by one; a piece or a phase of a trapezoid takes
//! the time between its break times, which is its duration up to that rounding. Position, velocity and acceleration at
//! its end follow from the written numbers, and the next piece begins there.

use clearance::Real;

use super::{Jump, Source, TimedPoint, Track, Trajectory, TrajectoryError, Trapezoid, refuse};
use crate::kinematics::LARGEST_ANGLE;
use crate::path::Curve;

/// What one joint does next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointPiece {
    /// A constant jerk.
    Jerk(JerkPiece),
    /// A trapezoid of velocity, from rest to rest: a velocity that is not zero before it is a jump.
    Trapezoid(Trapezoid),
}

impl From<JerkPiece> for JointPiece {
    fn from(piece: JerkPiece) -> Self {
        JointPiece::Jerk(piece)
    }
}

/// A piece of one joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JerkPiece {
    /// Seconds, not negative.
    pub duration: f64,
    /// The acceleration at its beginning, if it is not that at the end of the piece before: a trapezoid of velocities
    /// has jumps of it.
    pub acceleration: Option<f64>,
    /// Constant.
    pub jerk: f64,
}

/// Position, velocity and acceleration of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Radians or metres.
    pub position: f64,
    /// A second.
    pub velocity: f64,
    /// A second squared.
    pub acceleration: f64,
}

/// A state, and how far each of its numbers deviates at most.
#[derive(Clone, Copy)]
struct RoundedState {
    at: State,
    off: [f64; 3],
}

impl Trajectory {
    /// A trajectory of pieces for each joint, from a time and a state on. A joint whose pieces end before those of
    /// others stays where it is.
    pub fn of_pieces(start: f64, joints: &[(State, Vec<JointPiece>)]) -> Result<Self, TrajectoryError> {
        if !start.is_finite() || joints.is_empty() {
            return refuse(format!("pieces need a finite time to begin at and at least one joint, got {start}"));
        }
        let (mut tracks, mut ends, mut jumps) = (Vec::new(), Vec::new(), Vec::new());
        for (joint, (state, pieces)) in joints.iter().enumerate() {
            let made = OneJoint::from(start, *state).and_then(|from| from.through(pieces));
            let own = made.map_err(|error| TrajectoryError(format!("joint {joint}: {error}")))?;
            tracks.push(own.track);
            ends.push(own.known);
            jumps.extend(own.jumps.into_iter().map(|jump| Jump { joint, ..jump }));
        }
        let end = tracks.iter().filter_map(|track| track.breaks.last().copied()).fold(start, f64::max);
        if !(end > start) {
            return refuse("pieces must take some time, got none");
        }
        for (joint, (track, known)) in tracks.iter_mut().zip(&ends).enumerate() {
            let last = track.breaks[track.breaks.len() - 1];
            if last < end {
                // It stays: a velocity that is not zero then is a jump.
                jumps.extend(jump(joint, last, 1, (-known.at.velocity, known.off[1])));
                track.breaks.push(end);
                track.curves.push(Curve::new(&[known.at.position], known.off[0]));
            }
        }
        let source = Source::Pieces(start, joints.to_vec());
        Ok(Trajectory { tracks, source, bodies: Vec::new(), tubes: Vec::new(), jumps })
    }

    /// Adds the jumps from where the pieces are to points that are given as well.
    pub fn compared(mut self, points: &[TimedPoint]) -> Self {
        for point in points {
            for (order, values) in [Some(&point.positions), point.velocities.as_ref(), point.accelerations.as_ref()]
                .into_iter()
                .enumerate()
            {
                let Some(values) = values else { continue };
                for (joint, (track, value)) in self.tracks.iter().zip(values).enumerate() {
                    // At a break of the track, what it comes with.
                    let at = track.breaks.partition_point(|at| *at < point.time).clamp(1, track.curves.len()) - 1;
                    let x = track.place(at, point.time);
                    let [least, most] = track.curves[at].range(order, [x, x]);
                    let scale = (track.breaks[at + 1] - track.breaks[at]).powi(order as i32);
                    let (middle, half) = (0.5 * (least + most) / scale, 0.5 * (most - least) / scale);
                    let rounding = 8.0 * f64::UNIT * (middle.abs() + value.abs());
                    self.jumps.extend(jump(joint, point.time, order, (value - middle, half + rounding)));
                }
            }
        }
        self.jumps.sort_by(|a, b| a.time.total_cmp(&b.time));
        self
    }
}

/// A jump that is more than the error of what it is taken from.
fn jump(joint: usize, time: f64, order: usize, (by, error): (f64, f64)) -> Option<Jump> {
    (by.abs() > error).then_some(Jump { joint, time, order, by })
}

/// A joint from its start on: what is made of its pieces, where it is at the end of them, and where it jumps.
struct OneJoint {
    track: Track,
    known: RoundedState,
    jumps: Vec<Jump>,
}

impl OneJoint {
    fn from(start: f64, state: State) -> Result<Self, TrajectoryError> {
        let first = [state.position, state.velocity, state.acceleration];
        if let Some(value) = first.iter().find(|value| !(value.abs() <= LARGEST_ANGLE)) {
            return refuse(format!("the state must be within {LARGEST_ANGLE:e} of zero, got {value}"));
        }
        let track = Track { breaks: vec![start], curves: Vec::new() };
        Ok(OneJoint { track, known: RoundedState { at: state, off: [0.0; 3] }, jumps: Vec::new() })
    }

    fn through(mut self, pieces: &[JointPiece]) -> Result<Self, TrajectoryError> {
        for (i, piece) in pieces.iter().enumerate() {
            let added = match piece {
                JointPiece::Jerk(piece) => self.add_jerk(piece),
                JointPiece::Trapezoid(trapezoid) => self.add_trapezoid(trapezoid),
            };
            added.map_err(|error| TrajectoryError(format!("piece {i}: {error}")))?;
        }
        Ok(self)
    }

    fn add_jerk(&mut self, piece: &JerkPiece) -> Result<(), TrajectoryError> {
        let is_finite = [piece.jerk, piece.acceleration.unwrap_or(0.0)].iter().all(|value| value.is_finite());
        if !(is_finite && piece.duration >= 0.0 && piece.duration <= LARGEST_ANGLE) {
            return refuse(format!("must have finite numbers and a duration that is not negative, got {piece:?}"));
        }
        if let Some(acceleration) = piece.acceleration {
            (self.known.at.acceleration, self.known.off[2]) = (acceleration, 0.0);
        }
        let (curve, next) = over(self.known, piece);
        if !(next.at.position.abs() <= LARGEST_ANGLE) {
            return refuse(format!("must end within {LARGEST_ANGLE:e} of zero, got {}", next.at.position));
        }
        self.take(piece.duration, curve);
        self.known = next;
        Ok(())
    }

    fn add_trapezoid(&mut self, trapezoid: &Trapezoid) -> Result<(), TrajectoryError> {
        let RoundedState { at, off } = self.known;
        self.jumps.extend(jump(0, self.end(), 1, (-at.velocity, off[1])));
        for (duration, curve) in trapezoid.phases((at.position, off[0]))? {
            self.take(duration, curve);
        }
        self.known = RoundedState { at: State { position: trapezoid.to, ..State::default() }, off: [0.0; 3] };
        Ok(())
    }

    fn end(&self) -> f64 {
        self.track.breaks[self.track.breaks.len() - 1]
    }

    /// Adds a polynomial, unless its duration rounds to none.
    fn take(&mut self, duration: f64, curve: Curve) {
        let end = self.end() + duration;
        if end > self.end() {
            self.track.breaks.push(end);
            self.track.curves.push(curve);
        }
    }
}

/// A piece from a state on: `p + vt + at²/2 + jt³/6` by its control points `p, p + vT/3, p + 2vT/3 + aT²/6`, and its
/// end; with what the state errs by and less than `16u` of all terms.
fn over(RoundedState { at, off }: RoundedState, piece: &JerkPiece) -> (Curve, RoundedState) {
    let (t, j) = (piece.duration, piece.jerk);
    let State { position: p, velocity: v, acceleration: a } = at;
    let (vt, att, jttt) = (v * t, a * t * t, j * t * t * t);
    let end = State {
        position: p + vt + att / 2.0 + jttt / 6.0,
        velocity: v + a * t + j * t * t / 2.0,
        acceleration: a + j * t,
    };
    let rounded = 16.0 * f64::UNIT;
    let position = off[0] + off[1] * t + off[2] * t * t + rounded * (p.abs() + vt.abs() + att.abs() + jttt.abs());
    let velocity = off[1] + off[2] * t + rounded * (v.abs() + (a * t).abs() + (j * t * t).abs());
    let acceleration = off[2] + rounded * (a.abs() + (j * t).abs());
    let grown = [position, velocity, acceleration].map(|error| error * (1.0 + rounded));
    let curve = Curve::new(&[p, p + vt / 3.0, p + 2.0 * vt / 3.0 + att / 6.0, end.position], grown[0]);
    (curve, RoundedState { at: end, off: grown })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use dashu_ratio::RBig;

    fn q(x: f64) -> RBig {
        RBig::try_from(x).unwrap()
    }

    /// Position, velocity and acceleration after a time of constant jerk, in rationals.
    fn after([p, v, a]: &[RBig; 3], jerk: &RBig, t: &RBig) -> [RBig; 3] {
        let (half, sixth) = (q(0.5), RBig::ONE / q(6.0));
        [p + v * t + a * t * t * &half + jerk * t * t * t * sixth, v + a * t + jerk * t * t * half, a + jerk * t]
    }

    #[test]
    fn positions_on_any_piece_are_within_their_errors_of_exact_ones() {
        let mut random = Random::new(0x41a);
        let (mut most, mut worst) = (0.0f64, 0.0f64);
        for trial in 0..200 {
            let mut number = |size: f64| random.between(-size, size);
            let state = State { position: number(3.0), velocity: number(2.0), acceleration: number(5.0) };
            let mut known = RoundedState { at: state, off: [0.0; 3] };
            let mut truth = [state.position, state.velocity, state.acceleration].map(q);
            for _ in 0..6 {
                let piece = JerkPiece { duration: number(0.3).abs() + 0.01, acceleration: None, jerk: number(9.0) };
                let x = number(0.5) + 0.5;
                let (curve, next) = over(known, &piece);
                let [position, ..] = after(&truth, &q(piece.jerk), &(q(x) * q(piece.duration)));
                let (value, error) = curve.at(x);
                let off = (q(value) - position).to_f64().value().abs();
                assert!(off <= error, "seed 0x41a, {trial}: {off:e} {error:e}");
                truth = after(&truth, &q(piece.jerk), &q(piece.duration));
                let end = [next.at.position, next.at.velocity, next.at.acceleration];
                for i in 0..3 {
                    let off = (q(end[i]) - &truth[i]).to_f64().value().abs();
                    assert!(off <= next.off[i], "seed 0x41a, {trial}, {i}: {off:e} {:e}", next.off[i]);
                    most = most.max(off / next.off[i]);
                }
                worst = worst.max(error);
                known = next;
            }
        }
        assert!(most > 0.02 && worst < 1e-12, "{most} {worst:e}");
    }

    #[test]
    fn what_a_state_is_off_by_is_carried_on() {
        let mut random = Random::new(0x41d);
        for trial in 0..200 {
            let mut number = |size: f64| random.between(-size, size);
            let at = State { position: number(3.0), velocity: number(2.0), acceleration: number(5.0) };
            let off = [1e-4, 1e-3, 1e-2];
            let piece = JerkPiece { duration: number(0.5).abs() + 0.1, acceleration: None, jerk: number(9.0) };
            let (curve, next) = over(RoundedState { at, off }, &piece);
            for sign in [-1.0, 1.0] {
                let given = [at.position, at.velocity, at.acceleration];
                let state: [RBig; 3] = core::array::from_fn(|i| q(given[i]) + q(sign * off[i]));
                let x = number(0.5) + 0.5;
                let [position, ..] = after(&state, &q(piece.jerk), &(q(x) * q(piece.duration)));
                let (value, error) = curve.at(x);
                assert!((q(value) - position).to_f64().value().abs() <= error, "seed 0x41d, {trial}");
                let truth = after(&state, &q(piece.jerk), &q(piece.duration));
                let end = [next.at.position, next.at.velocity, next.at.acceleration];
                for i in 0..3 {
                    let off = (q(end[i]) - &truth[i]).to_f64().value().abs();
                    assert!(
                        off <= next.off[i] && next.off[i] < 0.02,
                        "seed 0x41d, {trial}, {i}: {off} {}",
                        next.off[i]
                    );
                }
            }
        }
    }
}
