//! Contacts of two bodies, with the structs of the header.

use core_crate::query::{ContactOptions, ContactPoint};
use core_crate::{Options, Vec3};

use crate::answer::{Pair, clearance_proximity};
use crate::refusal::{Answer, Refusal};

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_contact_point {
    signed_distance: f64,
    witness_a: [f64; 3],
    witness_b: [f64; 3],
}

impl clearance_contact_point {
    /// A corner as the struct has it.
    pub fn of(point: &ContactPoint<Vec3<f64>>) -> Self {
        clearance_contact_point {
            signed_distance: point.distance,
            witness_a: point.witness_a.into(),
            witness_b: point.witness_b.into(),
        }
    }
}

/// The signed distance, and at most `capacity` corners of the contact polygon.
pub fn contact(
    pair: &Pair,
    options: &Options<f64>,
    most: usize,
) -> Answer<(clearance_proximity, Vec<clearance_contact_point>)> {
    if most == 0 {
        return Err(Refusal::invalid("capacity must be at least 1, got 0"));
    }
    let asked = ContactOptions { max_points: most, ..ContactOptions::default() };
    let found = pair.bodies(options).contact(&asked)?;
    let points = found.points.iter().map(clearance_contact_point::of);
    Ok((clearance_proximity::of(&found.between), points.collect()))
}
