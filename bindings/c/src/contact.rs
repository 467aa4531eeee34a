//! Contacts of two bodies, with the structs of the header.

use clearance_world::{ContactId, Touched};
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
    id: [u32; 10],
}

/// An id as numbers: of each body the part, the kind of feature and its vertices; then the number among points of the
/// same features.
fn numbers(id: &ContactId) -> [u32; 10] {
    let side = |k: usize| {
        let (kind, [i, j]) = match id.features[k] {
            Touched::Vertex(i) => (0, [i, 0]),
            Touched::Edge(ends) => (1, ends),
            Touched::Face => (2, [0, 0]),
            Touched::Smooth => (3, [0, 0]),
        };
        [id.parts[k], kind, i, j]
    };
    let ([a, b, c, d], [e, f, g, h]) = (side(0), side(1));
    [a, b, c, d, e, f, g, h, id.number, 0]
}

impl clearance_contact_point {
    /// A corner as the struct has it.
    pub fn of(point: &ContactPoint<Vec3<f64>>, id: &ContactId) -> Self {
        clearance_contact_point {
            signed_distance: point.distance,
            witness_a: point.witness_a.into(),
            witness_b: point.witness_b.into(),
            id: numbers(id),
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
    let points = found.points.iter().zip(found.ids());
    let points = points.map(|(point, id)| clearance_contact_point::of(point, &id));
    Ok((clearance_proximity::of(&found.between), points.collect()))
}
