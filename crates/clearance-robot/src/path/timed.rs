//! A stretch of a trajectory: every joint a polynomial of time, every moving body at constant rates, and what may be
//! off of both.

use std::sync::Arc;

use clearance::query::motion::{LinearMotion, Motion};
use clearance::{Pose3, Real, Vec3, Vector};

use super::bernstein::Curve;
use super::cell::Cell;
use super::{Configuration, Rates};

/// A stretch of a trajectory over `0 ≤ x ≤ 1`, between two break times.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    /// One for each value of a configuration.
    pub(crate) curves: Vec<Curve>,
    /// One for each carried body.
    pub(crate) carried: Vec<Carry>,
    /// The tolerances of joints and bodies.
    pub(crate) loose: Option<Arc<Cell>>,
}

/// A part of the motion of a body at constant rates.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "one a body; copied, so not boxed")]
pub(crate) enum Carry {
    /// It stands still.
    Still(Pose3<f64>),
    /// Over the part of a motion that begins at a place of it and takes a length, both within `4u`.
    Moving { motion: LinearMotion<Vec3<f64>>, rates: CarriedRates, part: [f64; 2] },
}

/// How fast a carried body moves: over the unit of time of what they are given for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CarriedRates {
    /// Its origin's speed.
    pub speed: f64,
    /// Its angular speed.
    pub spin: f64,
    /// The unit axis that it turns about, through its origin.
    pub axis: Vec3<f64>,
}

impl Carry {
    /// A motion by displacements over its unit of time, over all of it.
    pub fn new(motion: LinearMotion<Vec3<f64>>, [linear, angular]: [Vec3<f64>; 2]) -> Self {
        let rates = CarriedRates { speed: linear.norm(), spin: angular.norm(), axis: angular.normalized() };
        Carry::Moving { motion, rates, part: [0.0, 1.0] }
    }

    /// Where it begins.
    pub fn beginning(self) -> Self {
        Carry::Still(self.pose_at(0.0))
    }

    /// Where it stands, if it does not move.
    pub fn rest(&self) -> Option<Pose3<f64>> {
        match self {
            Carry::Still(pose) => Some(*pose),
            Carry::Moving { rates, .. } => (rates.speed == 0.0 && rates.spin == 0.0).then(|| self.pose_at(0.0)),
        }
    }

    /// Over a part of it, given by its ends.
    pub fn part(self, [x0, x1]: [f64; 2]) -> Self {
        match self {
            Carry::Moving { motion, rates, .. } => Carry::Moving { motion, rates, part: [x0, x1 - x0] },
            still => still,
        }
    }

    /// The pose at a place of the part: the place in the motion has an error of less than `8u`, and what it moves by in
    /// its unit of time by as much of itself.
    fn pose_at(&self, x: f64) -> Pose3<f64> {
        match self {
            Carry::Still(pose) => *pose,
            Carry::Moving { motion, rates, part: [begin, length] } => {
                let off = 32.0 * f64::UNIT;
                motion.pose_at((begin + x * length).clamp(0.0, 1.0)).widened(rates.spin * off, rates.speed * off)
            }
        }
    }

    /// Bounds of the rates over the unit of the part: norms and the length round by less than `8u`, and an arc between
    /// rotations by `16u`.
    fn rates(&self) -> CarriedRates {
        match self {
            Carry::Still(_) => CarriedRates::default(),
            Carry::Moving { rates, part, .. } => {
                let scale = part[1] * (1.0 + 64.0 * f64::UNIT) + 16.0 * f64::UNIT;
                CarriedRates { speed: rates.speed * scale, spin: rates.spin * scale, ..*rates }
            }
        }
    }
}

impl Timed {
    /// The values at a place, nothing being off.
    pub fn at(&self, x: f64) -> Configuration {
        let (values, errors) = self.curves.iter().map(|curve| curve.at(x)).unzip();
        Configuration { values, errors, carried: self.carried.iter().map(|carry| carry.pose_at(x)).collect() }
    }

    /// Bounds of the rates over a part.
    pub fn rates(&self, part: [f64; 2]) -> Rates {
        Rates {
            speeds: self.curves.iter().map(|curve| curve.largest(1, part)).collect(),
            changes: self.curves.iter().map(|curve| curve.largest(2, part)).collect(),
            carried: self.carried.iter().map(Carry::rates).collect(),
        }
    }
}
