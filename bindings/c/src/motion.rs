//! When two moving bodies first come into contact, and how near they come, with the structs of the header.

use clearance_world::{BodiesApproach, MovingBodies};
use core_crate::query::motion::LinearMotion;
use core_crate::query::{ApproachOptions, Impact, Overlap, ToiOptions};
use core_crate::{Bounds, Options, Vec3};

use crate::answer::{clearance_pose, clearance_proximity};
use crate::refusal::{Answer, Refusal};
use crate::shape::clearance_shape;

const MISS: i32 = 0;
const HIT: i32 = 1;
const UNDECIDED: i32 = -2;

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_motion {
    start: clearance_pose,
    linear: [f64; 3],
    angular: [f64; 3],
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_impact {
    time: f64,
    time_lower: f64,
    time_upper: f64,
    proximity: clearance_proximity,
    outcome: i32,
    initial: i32,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_approach {
    lower: f64,
    upper: f64,
    time: f64,
    time_lower: f64,
    time_upper: f64,
    proximity: clearance_proximity,
    part_a: u32,
    part_b: u32,
    complete: i32,
    reserved: i32,
}

impl clearance_motion {
    /// The core's motion.
    pub fn read(&self, what: &str) -> Answer<LinearMotion<Vec3<f64>>> {
        let start = self.start.read().map_err(|refusal| refusal.about(what))?;
        let motion = LinearMotion::new(start, self.linear.into(), self.angular.into());
        motion.map_err(|error| Refusal::invalid(error).about(what))
    }
}

impl clearance_impact {
    /// Nothing is met; no one number bounds all distances.
    pub fn free() -> Self {
        Self::of(&Impact::NoContact { lower: f64::NEG_INFINITY, iterations: 0 })
    }

    /// With the times of the first of many.
    pub fn within(self, bracket: Bounds<f64>) -> Self {
        let time = if self.outcome == HIT { self.time } else { bracket.lower };
        clearance_impact { time, time_lower: bracket.lower, time_upper: bracket.upper, ..self }
    }

    /// What the core found.
    pub fn of(found: &Impact<Vec3<f64>>) -> Self {
        let (encounter, outcome) = match found {
            Impact::Hit(encounter) => (encounter, HIT),
            Impact::Undecided(encounter) => (encounter, UNDECIDED),
            Impact::NoContact { lower, .. } => {
                let proximity = clearance_proximity::beyond(*lower);
                let [time, time_lower, time_upper] = [f64::NAN; 3];
                return clearance_impact { time, time_lower, time_upper, proximity, outcome: MISS, initial: 0 };
            }
        };
        let bracket = encounter.bracket;
        clearance_impact {
            // Of what is undecided, the last time that is proven free.
            time: if outcome == HIT { encounter.time } else { bracket.lower },
            time_lower: bracket.lower,
            time_upper: bracket.upper,
            proximity: clearance_proximity::of(&encounter.proximity.into()),
            outcome,
            initial: encounter.initial.into(),
        }
    }
}

impl clearance_approach {
    /// What the world found.
    pub fn of(found: &BodiesApproach<Vec3<f64>>) -> Self {
        let [part_a, part_b] = found.between.parts;
        clearance_approach {
            lower: found.least.lower,
            upper: found.least.upper,
            time: found.time,
            time_lower: found.times.lower,
            time_upper: found.times.upper,
            proximity: clearance_proximity::of(&found.between),
            part_a,
            part_b,
            complete: found.complete.into(),
            reserved: 0,
        }
    }
}

/// The closest approach over times from 0 to 1; without options the core's.
pub fn closest_approach(
    (a, motion_a): (&clearance_shape, &clearance_motion),
    (b, motion_b): (&clearance_shape, &clearance_motion),
    within: f64,
    options: Option<Options<f64>>,
) -> Answer<clearance_approach> {
    let (motion_a, motion_b) = (motion_a.read("motion_a")?, motion_b.read("motion_b")?);
    let options = approach_options(within, options)?;
    let found = MovingBodies::new((&a.0, &motion_a), (&b.0, &motion_b)).closest_approach(&options)?;
    Ok(clearance_approach::of(&found))
}

/// The options of closest approaches; 0 is the default width.
pub fn approach_options(within: f64, options: Option<Options<f64>>) -> Answer<ApproachOptions<f64>> {
    if !(within >= 0.0 && within.is_finite()) {
        return Err(Refusal::invalid(format!("within must not be negative, got {within}")));
    }
    let default = ApproachOptions::default();
    let within = (within > 0.0).then_some(within);
    Ok(ApproachOptions { within, query: options.unwrap_or(default.query), ..default })
}

/// The first contact over times from 0 to 1.
pub fn time_of_impact(
    (a, motion_a): (&clearance_shape, &clearance_motion),
    (b, motion_b): (&clearance_shape, &clearance_motion),
    options: ToiOptions<f64>,
) -> Answer<clearance_impact> {
    let (motion_a, motion_b) = (motion_a.read("motion_a")?, motion_b.read("motion_b")?);
    let found = MovingBodies::new((&a.0, &motion_a), (&b.0, &motion_b)).options(options).time_of_impact()?;
    Ok(clearance_impact::of(&found.impact))
}

/// What bodies in contact at the start mean.
fn overlap(number: i32) -> Answer<Overlap> {
    match number {
        0 => Ok(Overlap::Counts),
        1 => Ok(Overlap::Ignored),
        2 => Ok(Overlap::OnlyApproaching),
        other => Err(Refusal::invalid(format!("initial_overlap must be a CLEARANCE_OVERLAP constant, got {other}"))),
    }
}

/// The options of times of impact; without any of distances the core's.
pub fn impact_options(
    target_distance: f64,
    initial_overlap: i32,
    options: Option<Options<f64>>,
) -> Answer<ToiOptions<f64>> {
    if !(target_distance >= 0.0 && target_distance.is_finite()) {
        return Err(Refusal::invalid(format!("target_distance must not be negative, got {target_distance}")));
    }
    let (initial_overlap, default) = (overlap(initial_overlap)?, ToiOptions::default());
    Ok(ToiOptions { target_distance, initial_overlap, query: options.unwrap_or(default.query), ..default })
}
