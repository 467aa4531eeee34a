//! Questions of two shapes, with the structs of the header.

use clearance_world::{Between, BodiesWithin, BodyPair};
use core_crate::math::OFF_UNIT;
use core_crate::{Accuracy, Options, Pose3, Proximity, Rotor3, ShapeError, Status, Vec3, query};

use crate::refusal::{Answer, Refusal};
use crate::shape::clearance_shape;

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_pose {
    translation: [f64; 3],
    quaternion_wxyz: [f64; 4],
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_options {
    size: u32,
    relative: f64,
    absolute: f64,
    max_iterations: u32,
    accuracy: u32,
    max_expansions: u32,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_proximity {
    signed_distance: f64,
    lower: f64,
    upper: f64,
    normal: [f64; 3],
    witness_a: [f64; 3],
    witness_b: [f64; 3],
    status: i32,
    proven: i32,
}

impl clearance_pose {
    /// The core's pose.
    pub fn read(&self) -> Answer<Pose3<f64>> {
        let (rotor, translation) = self.parts()?;
        Pose3::new(rotor, translation).map_err(Refusal::invalid)
    }

    /// The rotation as it is, at another place.
    pub fn moved_to(&self, translation: [f64; 3]) -> Self {
        clearance_pose { translation, ..*self }
    }

    /// The core's pose, or nothing if it breaks a rule: for loops that may not take memory, not even for a text.
    pub fn read_quietly(&self) -> Option<Pose3<f64>> {
        self.length().ok()?;
        Pose3::new(Rotor3::from_wxyz(self.quaternion_wxyz).ok()?, self.translation.into()).ok()
    }

    /// A pose as C has it.
    pub fn of(pose: &Pose3<f64>) -> Self {
        clearance_pose { translation: pose.translation().into(), quaternion_wxyz: pose.rotor().to_wxyz() }
    }

    /// Its rotation and translation, for what checks translations itself.
    pub fn parts(&self) -> Answer<(Rotor3<f64>, Vec3<f64>)> {
        self.length().map_err(|length| Refusal::invalid(not_unit(length)))?;
        Ok((Rotor3::from_wxyz(self.quaternion_wxyz).map_err(Refusal::invalid)?, self.translation.into()))
    }

    /// The rules of a pose, for less than reading it.
    pub fn check(&self) -> Result<(), String> {
        self.length().map_err(not_unit)?;
        let translation: Vec3<f64> = self.translation.into();
        ShapeError::check_point("pose translation", translation).map(|_| ()).map_err(|error| error.to_string())
    }

    /// Refuses a quaternion by its length if that is not 1.
    fn length(&self) -> Result<(), f64> {
        let length = self.quaternion_wxyz.iter().map(|c| c * c).sum::<f64>().sqrt();
        // Not finite fails too.
        if (length - 1.0).abs() <= OFF_UNIT { Ok(()) } else { Err(length) }
    }
}

fn not_unit(length: f64) -> String {
    format!("quaternion must be of unit length within {OFF_UNIT:e}, got norm {length}")
}

impl clearance_options {
    /// The core's defaults.
    pub fn defaults() -> Self {
        let Options { relative, absolute, max_iterations, max_expansions, .. } = Options::<f64>::default();
        let size = size_of::<Self>() as u32;
        clearance_options { size, accuracy: 0, relative, absolute, max_iterations, max_expansions }
    }

    /// What the core asks with.
    pub fn read(&self) -> Answer<Options<f64>> {
        if (self.size as usize) < size_of::<Self>() {
            let least = size_of::<Self>();
            return Err(Refusal::invalid(format!("options size must be at least {least}, got {}", self.size)));
        }
        let accuracy = match self.accuracy {
            0 => Accuracy::Rounded,
            1 => Accuracy::Tight,
            2 => Accuracy::Exact,
            other => return Err(Refusal::out_of_range(format!("accuracy must be 0, 1 or 2, got {other}"))),
        };
        for (what, value) in [("relative", self.relative), ("absolute", self.absolute)] {
            if !(value >= 0.0) {
                return Err(Refusal::invalid(format!("{what} must not be negative, got {value}")));
            }
        }
        let default = Options::default();
        let or_default = |value, default| if value == 0 { default } else { value };
        Ok(Options {
            relative: self.relative,
            absolute: self.absolute,
            max_iterations: or_default(self.max_iterations, default.max_iterations),
            max_expansions: or_default(self.max_expansions, default.max_expansions),
            accuracy,
            ..default
        })
    }
}

impl clearance_proximity {
    /// What is known between two bodies. Without a signed distance the normal and the witness points are those of the
    /// deepest parts.
    pub fn of(found: &Between<Vec3<f64>>) -> Self {
        let parts = &found.proximity;
        clearance_proximity {
            signed_distance: found.signed_distance.unwrap_or(f64::NAN),
            lower: found.bounds.lower,
            upper: found.bounds.upper,
            normal: parts.normal.into(),
            witness_a: parts.witness_a.into(),
            witness_b: parts.witness_b.into(),
            status: status_number(found.status()),
            proven: found.collides.is_some().into(),
        }
    }

    /// What is known between two convex shapes.
    pub fn of_shapes(found: &Proximity<Vec3<f64>>) -> Self {
        clearance_proximity {
            signed_distance: found.signed_distance,
            lower: found.bounds.lower,
            upper: found.bounds.upper,
            normal: found.normal.into(),
            witness_a: found.witness_a.into(),
            witness_b: found.witness_b.into(),
            status: status_number(found.status),
            proven: found.proven.into(),
        }
    }

    /// Proven to be farther apart than is of interest.
    pub fn beyond(lower: f64) -> Self {
        let (unknown, none) = (f64::NAN, [f64::NAN; 3]);
        clearance_proximity {
            signed_distance: unknown,
            lower,
            upper: f64::INFINITY,
            normal: none,
            witness_a: none,
            witness_b: none,
            status: 1,
            proven: 1,
        }
    }

    /// With an upper bound.
    pub fn below(self, upper: f64) -> Self {
        clearance_proximity { upper, ..self }
    }
}

/// A status as the header numbers it.
pub fn status_number(status: Status) -> i32 {
    match status {
        Status::Separated => 1,
        Status::Touching => 0,
        Status::Overlapping => -1,
        Status::Undecided => -2,
    }
}

/// What a `clearance_ready_pose *` points to: a pose as queries read it.
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_ready_pose(pub Pose3<f64>);

/// Two shapes; the pose of the first one if the answer is to be in the world.
pub struct Pair<'s> {
    pub a: &'s clearance_shape,
    pub b: &'s clearance_shape,
    pub pose_a: Option<&'s Pose3<f64>>,
    pub pose_b: &'s Pose3<f64>,
}

impl Pair<'_> {
    /// The two bodies as the query takes them.
    pub fn bodies(&self, options: &Options<f64>) -> BodyPair<'_, Vec3<f64>> {
        let pair = match self.pose_a {
            None => BodyPair::new(&self.a.0, &self.b.0, self.pose_b),
            Some(pose_a) => BodyPair::in_world((&self.a.0, pose_a), (&self.b.0, self.pose_b)),
        };
        pair.options(*options)
    }

    /// The signed distance.
    pub fn signed_distance(&self, options: &Options<f64>) -> Answer<Between<Vec3<f64>>> {
        Ok(self.bodies(options).signed_distance()?)
    }

    /// The signed distance in the frame of the first as C has it, for the least that it costs beside the query.
    pub fn signed_distance_at_once(&self, options: &Options<f64>) -> Answer<clearance_proximity> {
        match (self.a.0.as_shape(), self.b.0.as_shape(), self.pose_a) {
            (Some(a), Some(b), None) => Ok(clearance_proximity::of_shapes(
                &query::Pair::new(a, b, self.pose_b).options(*options).signed_distance(),
            )),
            _ => Ok(clearance_proximity::of(&self.signed_distance(options)?)),
        }
    }

    /// The distance; zero with a common point if the bodies meet.
    pub fn distance(&self, options: &Options<f64>) -> Answer<Between<Vec3<f64>>> {
        Ok(self.bodies(options).distance()?)
    }

    /// Whether the closed bodies have a common point.
    pub fn intersects(&self) -> Answer<bool> {
        Ok(self.bodies(&Options::default()).intersects()?)
    }

    /// The signed distance if it is at most `max`, and whether it is not.
    pub fn distance_within(&self, max: f64, options: &Options<f64>) -> Answer<(clearance_proximity, bool)> {
        if max.is_nan() {
            return Err(Refusal::invalid("max_distance must be a number, got NaN"));
        }
        Ok(match self.bodies(options).distance_within(max)? {
            BodiesWithin::Near(found) if found.bounds.lower > max => {
                (clearance_proximity::beyond(found.bounds.lower), true)
            }
            BodiesWithin::Near(found) => (clearance_proximity::of(&found), false),
            BodiesWithin::Beyond { lower } => (clearance_proximity::beyond(lower), true),
        })
    }
}
