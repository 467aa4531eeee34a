//! Features and meshes whose points move on straight lines, with the structs of the header.

use clearance_world::{DeformingMesh, MeshContact, MeshFeatures};
use core_crate::query::deforming::{Contact, FeaturePair, MovingFeatures};
use core_crate::{ShapeError, Status, Vec3};

use crate::refusal::{Answer, Refusal};

const MISS: i32 = 0;
const HIT: i32 = 1;
const UNDECIDED: i32 = -2;

/// What a `clearance_deforming_mesh *` points to.
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_deforming_mesh(DeformingMesh);

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_feature_contact {
    time_lower: f64,
    time_upper: f64,
    weights: [f64; 4],
    normal: [f64; 3],
    outcome: i32,
    reserved: i32,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_mesh_contact {
    kind: i32,
    a: u32,
    b: u32,
    reserved: u32,
    contact: clearance_feature_contact,
}

impl clearance_feature_contact {
    fn of(found: &Contact) -> Self {
        let hit = found.is_hit();
        let or_nan = |value: f64| if hit { value } else { f64::NAN };
        let outcome = match found.status {
            Status::Separated => MISS,
            Status::Touching => HIT,
            _ => UNDECIDED,
        };
        clearance_feature_contact {
            time_lower: or_nan(found.toi.lower),
            time_upper: or_nan(found.toi.upper),
            weights: found.weights,
            normal: found.normal.into(),
            outcome,
            reserved: 0,
        }
    }
}

impl clearance_mesh_contact {
    fn of(found: &MeshContact) -> Self {
        let (kind, a, b) = match found.features {
            MeshFeatures::VertexFace { vertex, face } => (0, vertex, face),
            MeshFeatures::FaceVertex { face, vertex } => (1, face, vertex),
            MeshFeatures::EdgeEdge { a, b } => (2, a, b),
        };
        clearance_mesh_contact { kind, a, b, reserved: 0, contact: clearance_feature_contact::of(&found.contact) }
    }
}

/// The first contact of each pair of features: 24 numbers, four points at 0 and at 1. Nothing is written if one of them
/// is refused.
pub fn first_contacts(
    pair: FeaturePair,
    points: &[[f64; 24]],
    distance: f64,
    out: &mut [clearance_feature_contact],
) -> Answer<()> {
    let distance = checked(distance)?;
    for (row, numbers) in points.iter().enumerate() {
        if let Some(&value) = numbers.iter().find(|value| !value.is_finite()) {
            let error = ShapeError::NotFinite { what: "coordinate of a moving point", value };
            return Err(Refusal::invalid(format!("points[{row}]: {error}")));
        }
    }
    for (numbers, out) in points.iter().zip(out) {
        let at = |time: usize| {
            core::array::from_fn(|point| {
                let first = 12 * time + 3 * point;
                Vec3::new(numbers[first], numbers[first + 1], numbers[first + 2])
            })
        };
        let features = MovingFeatures { pair, start: at(0), end: at(1) };
        *out = clearance_feature_contact::of(&features.first_contact_within(distance));
    }
    Ok(())
}

fn checked(distance: f64) -> Answer<f64> {
    let what = "distance";
    match distance {
        value if !value.is_finite() => Err(Refusal::invalid(ShapeError::NotFinite { what, value })),
        value if value < 0.0 => Err(Refusal::invalid(ShapeError::Negative { what, value })),
        value => Ok(value),
    }
}

/// A mesh at rest.
pub fn mesh(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Answer<clearance_deforming_mesh> {
    DeformingMesh::new(&points(vertices), triangles).map(clearance_deforming_mesh).map_err(Refusal::invalid)
}

fn points(vertices: &[[f64; 3]]) -> Vec<Vec3<f64>> {
    vertices.iter().map(|&vertex| vertex.into()).collect()
}

impl clearance_deforming_mesh {
    /// Sets the vertices at both ends of the step.
    pub fn set_step(&mut self, start: &[[f64; 3]], end: &[[f64; 3]]) -> Answer<()> {
        self.0.set_step(&points(start), &points(end)).map_err(Refusal::invalid)
    }

    /// The number of its vertices.
    pub fn vertex_count(&self) -> usize {
        self.0.start().len()
    }

    /// The ends of its edges.
    pub fn edges(&self) -> &[[u32; 2]] {
        self.0.edges()
    }

    /// The first contact with another mesh or, without one, with itself.
    pub fn first_contact(&self, other: Option<&Self>, distance: f64) -> Answer<Option<clearance_mesh_contact>> {
        let found = match other {
            Some(other) => self.0.first_contact(&other.0, checked(distance)?),
            None => self.0.first_self_contact(checked(distance)?),
        };
        Ok(found.map_err(Refusal::invalid)?.as_ref().map(clearance_mesh_contact::of))
    }

    /// All contacts with another mesh or, without one, with itself.
    pub fn contacts(&self, other: Option<&Self>, distance: f64) -> Answer<Vec<clearance_mesh_contact>> {
        let found = match other {
            Some(other) => self.0.contacts(&other.0, checked(distance)?),
            None => self.0.self_contacts(checked(distance)?),
        };
        Ok(found.map_err(Refusal::invalid)?.iter().map(clearance_mesh_contact::of).collect())
    }

    /// The largest fraction of the step that is free.
    pub fn max_step(&self, other: Option<&Self>, distance: f64) -> Answer<f64> {
        let found = match other {
            Some(other) => self.0.max_step(&other.0, checked(distance)?),
            None => self.0.max_self_step(checked(distance)?),
        };
        found.map_err(Refusal::invalid)
    }
}
