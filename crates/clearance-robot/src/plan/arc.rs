//! Arcs of a circle of a tip, covered by chords: a tube about each chord lies within the radius of the arc.
//!
//! An arc of the radius `R` and the angle `φ` is at most the sagitta `σ = R (1 − cos φ/2)` from its chord, on one side.
//! The chord moved outwards by `σ/2` is nowhere farther than that from the arc, and the arc nowhere farther from it,
//! for `φ ≤ π`. So a point that is within `r − σ/2` of the moved chord is within `r` of the arc, and there is room for
//! the arc.

use clearance::math::{Rotor, sin_cos};
use clearance::{Pose3, Rotor3, ShapeError, Vec3, Vector};

use super::follow::potential::Tip;
use super::inverse::Target;
use crate::error::RobotError;

/// An arc of a circle of a tip, from where it is.
///
/// ```
/// use clearance::{Vec3, Vector};
/// use clearance_robot::plan::{Arc, ArcAxes, ArcCurve, Tip};
/// // A quarter of a circle of a handle about a vertical hinge.
/// let curve = ArcCurve::About { center: Vec3::ZERO, axis: Vec3::axis(2), angle: core::f64::consts::FRAC_PI_2 };
/// let arc = Arc { tip: Tip { link: 6, point: Vec3::ZERO }, curve, axes: ArcAxes::Turning };
/// # let _ = arc;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// The point that moves.
    pub tip: Tip,
    /// Where it moves.
    pub curve: ArcCurve,
    /// How the axes of its link turn.
    pub axes: ArcAxes,
}

/// A circle, and how far a point moves on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArcCurve {
    /// Through a point to another one.
    Via {
        /// Between both ends.
        via: Vec3<f64>,
        /// The end.
        to: Vec3<f64>,
    },
    /// About a line.
    About {
        /// A point of the line.
        center: Vec3<f64>,
        /// Its direction, of any length but zero.
        axis: Vec3<f64>,
        /// Radians, counterclockwise about the axis; at most a whole turn.
        angle: f64,
    },
}

/// How the axes of a link turn on an arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArcAxes {
    /// They turn as the joints happen to.
    Free,
    /// They do not turn.
    Still,
    /// They turn with the arc, as those of a hand on the handle of a door.
    Turning,
    /// They turn the short way to a rotation.
    To(Rotor3<f64>),
}

/// The parts of an arc, each with its chord.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chords {
    center: Vec3<f64>,
    /// Vectors from the center to the start and to the point a quarter of a turn on, and the direction of the axis.
    frame: [Vec3<f64>; 3],
    angle: f64,
    pub count: u32,
}

/// The part of a tube's radius that chords are moved by at most: of the sides of a tube's box, 0.6 of what is left, a
/// fourth is then room for the robot's own deviations.
const MOVED: f64 = 0.3;

/// The largest angle of a chord.
const WIDEST: f64 = 2.0 * core::f64::consts::FRAC_PI_3;

/// The least sine of the angle at the middle one of three points of an arc: beyond it the circle is a thousand times
/// larger than the arc at least.
const STRAIGHT: f64 = 1e-3;

impl Chords {
    /// The chords of an arc from a point, whose tubes have a radius.
    pub fn of(start: Vec3<f64>, curve: &ArcCurve, radius: f64) -> Result<Self, RobotError> {
        let refuse = |what: String| Err(RobotError::new(what));
        if !(radius > 0.0 && radius.is_finite()) {
            return refuse(format!("the radius of a tube must be positive, got {radius}"));
        }
        let mut made = match *curve {
            ArcCurve::Via { via, to } => Self::through([start, via, to])?,
            ArcCurve::About { center, axis, angle } => Self::about(start, (center, axis), angle)?,
        };
        let size = made.frame[0].norm();
        // σ = R (1 − cos φ/2) ≤ 2 MOVED r.
        let cosine = (1.0 - 2.0 * MOVED * radius / size).max((0.5 * WIDEST).cos());
        made.count = (made.angle.abs() / (2.0 * cosine.acos())).ceil().max(1.0) as u32;
        Ok(made)
    }

    fn about(start: Vec3<f64>, (center, axis): (Vec3<f64>, Vec3<f64>), angle: f64) -> Result<Self, RobotError> {
        let refuse = |what: String| Err(RobotError::new(what));
        if !(axis.norm() > 0.0 && axis.norm() < f64::INFINITY && center.is_finite()) {
            return refuse("the axis of an arc must be finite and not zero, and its center finite".into());
        }
        if !(angle != 0.0 && angle.abs() <= core::f64::consts::TAU) {
            return refuse(format!("the angle of an arc must not be zero and at most 2π, radians, got {angle}"));
        }
        let axis = axis.normalized();
        let center = center + axis * (start - center).dot(axis);
        let arm = start - center;
        if !(arm.norm() > 0.0) {
            return refuse("the tip must not be on the axis of its arc".into());
        }
        Ok(Chords { center, frame: [arm, axis.cross(arm), axis], angle, count: 1 })
    }

    fn through([start, via, to]: [Vec3<f64>; 3]) -> Result<Self, RobotError> {
        let (a, b) = (via - start, to - start);
        let normal = a.cross(to - via);
        let straight = STRAIGHT * a.norm() * (to - via).norm();
        if !(normal.norm() > straight) {
            return Err(RobotError::new("the ends of an arc and the point between must not be on a line: take a line"));
        }
        // The center is where the bisecting planes of both chords from the start meet: a·x = a²/2 and b·x = b²/2.
        let arm = (b.cross(normal) * a.dot(a) - a.cross(normal) * b.dot(b)) * (0.5 / a.cross(b).dot(normal));
        let (center, axis) = (start + arm, normal.normalized());
        let frame = [start - center, axis.cross(start - center), axis];
        let turned = (to - center).dot(frame[1]).atan2((to - center).dot(frame[0]));
        let angle = if turned > 0.0 { turned } else { turned + core::f64::consts::TAU };
        Ok(Chords { center, frame, angle, count: 1 })
    }

    /// The point at a part of the arc.
    fn at(&self, x: f64) -> Vec3<f64> {
        let (sine, cosine) = sin_cos(x * self.angle);
        self.center + self.frame[0] * cosine + self.frame[1] * sine
    }

    /// The ends of a chord, moved outwards, and how far it is moved.
    pub fn chord(&self, k: u32) -> ([Vec3<f64>; 2], f64) {
        let [from, middle, to] =
            [0.0, 0.5, 1.0].map(|x| (f64::from(k) + x) / f64::from(self.count)).map(|x| self.at(x));
        let moved = (middle - (from + to) * 0.5) * 0.5;
        ([from + moved, to + moved], moved.norm())
    }

    /// Where a tip is at a part of the arc, whose link began with a rotation.
    pub fn target(&self, arc: &Arc, began: Rotor3<f64>, x: f64) -> Result<Target, RobotError> {
        let refused = |error: ShapeError| RobotError::new(error.to_string());
        let rotor = match arc.axes {
            ArcAxes::Free | ArcAxes::Still => began,
            ArcAxes::To(end) => part_of_turn([began, end], x)?,
            ArcAxes::Turning => {
                let turn = Rotor3::from_axis_angle(self.frame[2], x * self.angle).map_err(refused)?;
                began.then(&turn)
            }
        };
        let to = match arc.curve {
            ArcCurve::Via { to, .. } if x == 1.0 => to,
            _ => self.at(x),
        };
        let pose = Pose3::new(rotor, to).map_err(refused)?;
        Ok(Target { tip: arc.tip, pose, oriented: arc.axes != ArcAxes::Free })
    }
}

/// A part of the short way from one rotation to another.
pub(super) fn part_of_turn(ends: [Rotor3<f64>; 2], x: f64) -> Result<Rotor3<f64>, RobotError> {
    let [a, b] = ends.map(|rotor| rotor.to_unit_wxyz());
    // A quaternion and its negative are one rotation: the nearer one is the short way.
    let dot: f64 = a.iter().zip(&b).map(|(p, q)| p * q).sum();
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    let mixed = core::array::from_fn(|i| a[i] + x * (sign * b[i] - a[i]));
    Rotor3::from_wxyz(mixed).map_err(|error| RobotError::new(error.to_string()))
}
