//! Paths of a robot: straight segments and cubic curves in the space of its joints.
//!
//! Nothing wraps: a segment from 3.1 to −3.1 turns a continuous joint by 6.2 the long way round, as written. Time
//! counts segments: 2.25 is a quarter into the third one.

mod bernstein;
pub(crate) mod cell;
mod chord;
mod cubic;
pub(crate) mod link;
mod timed;

pub(crate) use bernstein::{Curve, polar};
pub(crate) use cell::{Cell, POSE};
pub(crate) use chord::Chord;
pub use cubic::Cubic;
pub(crate) use timed::Carry;
pub use timed::{CarriedRates, Timed};

use std::sync::Arc;

use clearance::{Pose3, Real};

/// A piece of a path, over `0 ≤ x ≤ 1`.
#[derive(Clone, Debug, PartialEq)]
pub enum Segment {
    /// `q(x) = from + x (to − from)`, exactly.
    Straight {
        /// The first configuration.
        from: Vec<f64>,
        /// The last.
        to: Vec<f64>,
    },
    /// A cubic curve by its control points.
    Cubic(Cubic),
    /// A stretch of a [trajectory](crate::Trajectory).
    Timed(Arc<Timed>),
}

/// A configuration, known to an error in each joint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Configuration {
    /// The joints' values.
    pub values: Vec<f64>,
    /// The truth lies within so much of each.
    pub errors: Vec<f64>,
    /// The poses of carried bodies, in the world.
    pub carried: Vec<Pose3<f64>>,
}

/// What bounds the motion of the joints over a part of a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rates {
    /// `|q′| ≤ speeds`, for each joint.
    pub speeds: Vec<f64>,
    /// `|q″| ≤ changes`.
    pub changes: Vec<f64>,
    /// Those of carried bodies.
    pub carried: Vec<CarriedRates>,
}

impl Segment {
    /// How many joints.
    pub fn joints(&self) -> usize {
        match self {
            Self::Straight { from, .. } => from.len(),
            Self::Cubic(curve) => curve.joints(),
            Self::Timed(stretch) => stretch.curves.len(),
        }
    }

    /// The configuration at `x`; at 0 and 1 without an error.
    ///
    /// Of a straight segment the difference `d` rounds by `u|d|`, its product with `x ≤ 1` by as much again, and the
    /// sum by `u|q|`: `3u|d| + u|q|` and terms of `u²`.
    pub fn at(&self, x: f64) -> Configuration {
        match self {
            Self::Straight { from, .. } if x == 0.0 => Configuration::exact(from),
            Self::Straight { to, .. } if x == 1.0 => Configuration::exact(to),
            Self::Straight { from, to } => {
                let point = |(a, b): (&f64, &f64)| {
                    let d = b - a;
                    let q = a + x * d;
                    (q, 4.0 * f64::UNIT * (d.abs() + q.abs()))
                };
                let (values, errors) = from.iter().zip(to).map(point).unzip();
                Configuration { values, errors, carried: Vec::new() }
            }
            Self::Cubic(curve) => curve.at(x),
            Self::Timed(stretch) => stretch.at(x),
        }
    }

    /// Bounds of speeds and accelerations between two places.
    pub fn rates(&self, between: [f64; 2]) -> Rates {
        match self {
            Self::Straight { from, to } => {
                // The difference rounds by u of itself.
                let speeds: Vec<f64> =
                    from.iter().zip(to).map(|(a, b)| (b - a).abs() * (1.0 + 4.0 * f64::UNIT)).collect();
                Rates { changes: vec![0.0; speeds.len()], speeds, carried: Vec::new() }
            }
            Self::Cubic(curve) => curve.rates(between),
            Self::Timed(stretch) => stretch.rates(between),
        }
    }

    /// The tolerances of joints and bodies; `None` if there is none.
    pub(crate) fn loose(&self) -> Option<&Arc<Cell>> {
        match self {
            Self::Timed(stretch) => stretch.loose.as_ref(),
            Self::Straight { .. } | Self::Cubic(_) => None,
        }
    }
}

impl Configuration {
    /// The numbers as they stand.
    pub fn exact(values: &[f64]) -> Self {
        Configuration { values: values.to_vec(), errors: vec![0.0; values.len()], carried: Vec::new() }
    }
}

/// A path: one segment after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    segments: Vec<Segment>,
}

/// Why segments are no path.
#[derive(Clone, Debug, PartialEq)]
pub enum PathError {
    /// A path needs two configurations.
    TooShort {
        /// How many there are.
        count: usize,
    },
    /// All configurations have as many numbers as the robot has joints.
    Length {
        /// Which configuration, from 0.
        index: usize,
        /// How many numbers it has.
        count: usize,
        /// How many are wanted.
        wanted: usize,
    },
    /// A number is NaN or infinite, or above 10⁶ (beyond which sine and cosine lose what an angle resolves).
    Value {
        /// Which configuration, from 0.
        index: usize,
        /// Which joint.
        joint: usize,
        /// The number.
        value: f64,
    },
    /// A segment begins elsewhere than the one before it ends.
    Gap {
        /// Which segment, from 0.
        index: usize,
    },
}

/// The largest value of a joint.
const LARGEST: f64 = 1e6;

impl std::fmt::Display for PathError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooShort { count } => write!(f, "a path must have at least 2 configurations, got {count}"),
            Self::Length { index, count, wanted } => {
                write!(f, "configuration {index} must have {wanted} numbers, got {count}")
            }
            Self::Value { index, joint, value } => {
                write!(f, "joint {joint} of configuration {index} must be finite and at most {LARGEST}, got {value}")
            }
            Self::Gap { index } => write!(f, "segment {index} must begin where the one before it ends, got a gap"),
        }
    }
}

impl std::error::Error for PathError {}

impl Path {
    /// A path straight from configuration to configuration, each of `dof` joints.
    ///
    /// ```
    /// use clearance_robot::path::Path;
    /// let path = Path::through(&[vec![0.0, 1.0], vec![2.0, 1.0], vec![2.0, -3.0]], 2).unwrap();
    /// assert_eq!(path.len(), 2);
    /// assert_eq!(path.at(1.25).values, [2.0, 0.0]);
    /// assert_eq!(path.length(), 6.0);
    /// ```
    pub fn through(points: &[Vec<f64>], joints: usize) -> Result<Self, PathError> {
        if points.len() < 2 {
            return Err(PathError::TooShort { count: points.len() });
        }
        points.iter().enumerate().try_for_each(|(index, point)| check(index, point, joints))?;
        let straight = |ends: &[Vec<f64>]| Segment::Straight { from: ends[0].clone(), to: ends[1].clone() };
        Ok(Path { segments: points.windows(2).map(straight).collect() })
    }

    /// One cubic after the other.
    pub fn of_cubics(curves: Vec<Cubic>, joints: usize) -> Result<Self, PathError> {
        for (index, curve) in curves.iter().enumerate() {
            curve.controls().iter().try_for_each(|point| check(index, point, joints))?;
            if index > 0 && curves[index - 1].controls()[3] != curve.controls()[0] {
                return Err(PathError::Gap { index });
            }
        }
        if curves.is_empty() {
            return Err(PathError::TooShort { count: 0 });
        }
        Ok(Path { segments: curves.into_iter().map(Segment::Cubic).collect() })
    }

    /// One stretch of a trajectory after the other.
    pub(crate) fn of_stretches(stretches: impl IntoIterator<Item = Timed>) -> Self {
        Path { segments: stretches.into_iter().map(|stretch| Segment::Timed(Arc::new(stretch))).collect() }
    }

    /// The segments.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }
    /// How many segments: the time at the end.
    pub fn len(&self) -> usize {
        self.segments.len()
    }
    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }
    /// The configuration at a time, which is brought into the path's range.
    pub fn at(&self, time: f64) -> Configuration {
        let last = self.len().saturating_sub(1);
        let index = (time.max(0.0) as usize).min(last);
        match self.segments.get(index) {
            Some(segment) => segment.at((time - index as f64).clamp(0.0, 1.0)),
            None => Configuration::default(),
        }
    }
    /// The Euclidean length in the space of the joints; of a cubic, that of its control polygon, and of a stretch of a
    /// trajectory that of its chord.
    pub fn length(&self) -> f64 {
        let distance = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (y - x) * (y - x)).sum::<f64>().sqrt();
        let of = |segment: &Segment| match segment {
            Segment::Straight { from, to } => distance(from, to),
            Segment::Cubic(curve) => curve.controls().windows(2).map(|ends| distance(&ends[0], &ends[1])).sum(),
            Segment::Timed(_) => distance(&segment.at(0.0).values, &segment.at(1.0).values),
        };
        self.segments.iter().map(of).sum()
    }
}

fn check(index: usize, point: &[f64], joints: usize) -> Result<(), PathError> {
    if point.len() != joints {
        return Err(PathError::Length { index, count: point.len(), wanted: joints });
    }
    match point.iter().position(|value| !(value.abs() <= LARGEST)) {
        Some(joint) => Err(PathError::Value { index, joint, value: point[joint] }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_wraps() {
        let path = Path::through(&[vec![3.1], vec![-3.1]], 1).unwrap();
        assert_eq!(path.at(0.5).values, [0.0]);
        assert!(path.segments()[0].rates([0.0, 1.0]).speeds[0] >= 6.2);
    }

    #[test]
    fn the_ends_are_exact_and_the_middle_is_within_its_error() {
        let path = Path::through(&[vec![0.1, -2.7], vec![0.3, 1.9]], 2).unwrap();
        assert_eq!(path.at(1.0), Configuration::exact(&[0.3, 1.9]));
        // 0.1 and 0.3 in units of 2⁻⁵⁵ and 2⁻⁵⁴; a third of the way is no number, but three times it is compared.
        let third = 1.0 / 3.0;
        let middle = path.at(third);
        assert!((3.0 * (middle.values[0] - 0.1) - 0.2).abs() <= 3.0 * middle.errors[0] + 4.0 * f64::UNIT);
        assert!(middle.errors.iter().all(|error| *error > 0.0 && *error < 1e-14));
    }

    #[test]
    fn what_is_no_path_is_refused() {
        assert_eq!(Path::through(&[vec![0.0]], 1), Err(PathError::TooShort { count: 1 }));
        let wrong = Path::through(&[vec![0.0], vec![0.0, 1.0]], 1).unwrap_err();
        assert_eq!(wrong.to_string(), "configuration 1 must have 1 numbers, got 2");
        let wrong = Path::through(&[vec![0.0], vec![f64::NAN]], 1).unwrap_err();
        assert_eq!(wrong.to_string(), "joint 0 of configuration 1 must be finite and at most 1000000, got NaN");
    }
}
