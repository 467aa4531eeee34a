//! Checks the truths of a cell by an oracle that shares no code with `clearance`: branch and bound over all directions.

use clearance_testkit::model::Model;
use clearance_testkit::spec::{BodySpec, PoseSpec, ShapeSpec};
use clearance_testkit::sweep::{self, Enclosure};

use crate::{Cell, Pair, Place, Solid};

/// Supports that the oracle may spend on a pair: its enclosures are then 1e-9 wide, and 2e-8 at worst.
const EVALUATIONS: usize = 20_000;

/// What the oracle found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certified {
    pub pairs: usize,
    /// Pairs whose truth the oracle refutes: the two enclosures have no number in common.
    pub refuted: usize,
    /// The widest of the oracle's enclosures: how sharp the check was.
    pub widest: f64,
}

/// Checks `count` pairs, evenly spread over the cell.
pub fn certify(cell: &Cell, count: usize) -> Certified {
    let pairs = cell.pairs.iter().step_by((cell.pairs.len() / count.max(1)).max(1));
    let mut certified = Certified { pairs: 0, refuted: 0, widest: 0.0 };
    for pair in pairs {
        let found = enclosure(cell, pair);
        certified.pairs += 1;
        certified.refuted += usize::from(found.lower > pair.truth.upper || found.upper < pair.truth.lower);
        certified.widest = certified.widest.max(found.upper - found.lower);
    }
    certified
}

fn enclosure(cell: &Cell, pair: &Pair) -> Enclosure {
    let model = |side: usize| Model::new(&body(&cell.shapes[pair.shapes[side] as usize], &pair.places[side]), 3);
    sweep::signed_distance(&model(0), &model(1), 3, 1e-9, EVALUATIONS)
}

fn body(solid: &Solid, place: &Place) -> BodySpec {
    let axis = None;
    let shape = match solid.clone() {
        Solid::Box(half_extents) => ShapeSpec::Box { half_extents: half_extents.to_vec() },
        Solid::Ball(radius) => ShapeSpec::Sphere { radius },
        Solid::Capsule { radius, half_length } => ShapeSpec::Capsule { radius, half_length, axis },
        Solid::Cylinder { radius, half_length } => ShapeSpec::Cylinder { radius, half_length, axis },
        Solid::Cone { radius, half_length } => ShapeSpec::Cone { radius, half_length, axis },
        Solid::Ellipsoid(radii) => ShapeSpec::Ellipsoid { radii: radii.to_vec() },
        Solid::Hull { vertices, .. } => ShapeSpec::Hull { vertices: vertices.iter().map(|p| p.to_vec()).collect() },
    };
    BodySpec { shape, pose: PoseSpec { translation: place.translation.to_vec(), quaternion: place.rotation } }
}
