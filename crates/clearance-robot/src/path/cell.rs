//! The tolerances: a box of errors of joint values and of poses of bodies, cut into cells.

use clearance::{Pose3, Real, Vec3, Vector};

use super::Configuration;

/// The number of errors of a pose: a translation along the axes of the body's frame, then a rotation vector about
/// its origin.
pub const POSE: usize = 6;

/// A box of errors: those of each value of a configuration, in its unit, then six of each carried body.
///
/// A value with an error `e` is `q + e` at every time; `e` may be any function of time. A body whose pose has an error
/// of `(t, φ)` is at `P · (Exp(φ) x + t)` for its points `x`, with its pose `P`.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The least of each.
    pub lower: Vec<f64>,
    /// The greatest of each.
    pub upper: Vec<f64>,
}

impl Cell {
    /// The box of all that is within some numbers of zero.
    pub fn within(sizes: &[f64]) -> Self {
        Cell { lower: sizes.iter().map(|size| -size).collect(), upper: sizes.to_vec() }
    }

    /// All of it scaled about zero.
    pub fn scaled(&self, factor: f64) -> Self {
        let by = |ends: &[f64]| ends.iter().map(|end| end * factor).collect();
        Cell { lower: by(&self.lower), upper: by(&self.upper) }
    }

    /// Its middle, which is in it.
    pub fn middle(&self) -> Vec<f64> {
        self.lower.iter().zip(&self.upper).map(|(low, high)| low + 0.5 * (high - low)).collect()
    }

    /// How far its points are from the middle, in each of its directions.
    pub fn half(&self) -> Vec<f64> {
        let ends = self.lower.iter().zip(&self.upper).zip(self.middle());
        // A difference rounds by u of itself.
        ends.map(|((low, high), middle)| (high - middle).max(middle - low) * (1.0 + 2.0 * f64::UNIT)).collect()
    }

    /// Its halves along one of its directions; `None` if the middle is not between the ends any more.
    pub fn halves(&self, direction: usize) -> Option<[Self; 2]> {
        let (low, high) = (self.lower[direction], self.upper[direction]);
        let middle = low + 0.5 * (high - low);
        if !(low < middle && middle < high) {
            return None;
        }
        let mut halves = [self.clone(), self.clone()];
        halves[0].upper[direction] = middle;
        halves[1].lower[direction] = middle;
        Some(halves)
    }

    /// Whether another one lies in it.
    pub fn holds(&self, other: &Self) -> bool {
        let below = |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x <= y);
        below(&self.lower, &other.lower) && below(&other.upper, &self.upper)
    }
}

impl Configuration {
    /// The configuration of one of the errors of a cell; a sum rounds by `u` of itself.
    pub(crate) fn off_by(mut self, error: &[f64]) -> Self {
        for ((value, off), e) in self.values.iter_mut().zip(&mut self.errors).zip(error) {
            if *e != 0.0 {
                *value += e;
                *off += 2.0 * f64::UNIT * value.abs();
            }
        }
        let poses = error[self.values.len()..].chunks_exact(POSE);
        for (pose, e) in self.carried.iter_mut().zip(poses) {
            if e.iter().any(|e| *e != 0.0) {
                *pose = pose.then(&off_pose(e));
            }
        }
        self
    }
}

/// The pose of a body with an error, in its own frame. The angle is a norm, with an error of `4u` of itself.
fn off_pose(e: &[f64]) -> Pose3<f64> {
    let (translation, turn) = (Vec3::new(e[0], e[1], e[2]), Vec3::new(e[3], e[4], e[5]));
    let moved = Pose3::from_translation(translation).unwrap_or(Pose3::IDENTITY);
    if turn == Vec3::ZERO {
        return moved;
    }
    let angle = turn.norm();
    Pose3::from_axis_angle(turn, angle, translation).unwrap_or(moved).widened(8.0 * f64::UNIT * angle, 0.0)
}
