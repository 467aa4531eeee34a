//! One answer about two bodies, with the keys of the format.

use clearance::query::Impact;
use clearance::{Real, Space};
use clearance_world::{Between, BodiesApproach};
use serde::Serialize;

use crate::below::Below;
use crate::representation::Bodies;
use crate::result::{numbers, status};
use crate::shape_json::ReadShape;

/// What is known of two bodies of a scene; the one that is first in the file is A. Coordinates are those of the world.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneRow {
    /// The number of the frame, if there are frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<usize>,
    /// The name of A.
    pub a: String,
    /// The name of B.
    pub b: String,
    /// The places of both in the file.
    #[serde(skip)]
    pub places: [usize; 2],
    /// The closest or deepest part of A, if A has parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_a: Option<u32>,
    /// The closest or deepest part of B, if B has parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_b: Option<u32>,
    /// What is to be said of the bodies: surfaces, and what represents a mesh that is another.
    #[serde(flatten)]
    pub bodies: Bodies,
    /// Whether the closed bodies have a common point; `null` if neither is proven.
    pub collides: Option<bool>,
    /// `separated`, `touching`, `overlapping` or `undecided`.
    pub status: &'static str,
    /// `null` if a body is not convex and they are not proven to be apart.
    pub signed_distance: Option<f64>,
    /// Proven not to be above the true signed distance.
    pub lower: f64,
    /// Proven not to be below the true signed distance.
    pub upper: f64,
    /// The depth of the deepest pair of parts, where `signed_distance` is `null`: less than that of the bodies, or
    /// equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local_depth: Option<f64>,
    /// Whether the pair is nearer than its margin; true unless the contrary is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_margin: Option<bool>,
    /// Unit, from A towards B.
    pub normal: Vec<f64>,
    /// The witness point on A.
    pub witness_a: Vec<f64>,
    /// The witness point on B.
    pub witness_b: Vec<f64>,
    /// Time of the contact of moving bodies, or the last time that is proven to be free if it is not decided.
    #[serde(flatten)]
    pub contact_time: Option<ContactTime>,
    /// When moving bodies are as near as they come; the bounds are those of that distance.
    #[serde(flatten)]
    pub approach: Option<ApproachTime>,
    /// All times at which pairs of the scene are within a distance that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<Below>,
    /// Whether the status is proven.
    pub exact: bool,
    /// On the first row of `closest`: other pairs that may be as close.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<[String; 2]>,
}

/// When two bodies come into contact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ContactTime {
    /// The time.
    pub toi: f64,
    /// Before it no pair of the scene is in contact, proven.
    pub toi_lower: f64,
    /// A time at which this pair is in contact, if that is decided.
    pub toi_upper: f64,
}

/// When two bodies are as near as they come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ApproachTime {
    /// The time.
    pub time: f64,
    /// A pair of the scene is as near within these times, and none at any other.
    pub times: [f64; 2],
    /// Whether the bounds are as near to each other as was asked.
    pub complete: bool,
}

impl SceneRow {
    /// The row of two bodies as they lie at the time when they are nearest.
    pub(crate) fn at_closest<V: ReadShape>(self, found: &BodiesApproach<V>) -> Self {
        let times = [found.times.lower.to_f64(), found.times.upper.to_f64()];
        let approach = Some(ApproachTime { time: found.time.to_f64(), times, complete: found.complete });
        SceneRow { approach, lower: found.least.lower.to_f64(), ..self }
    }

    /// The row of two bodies as they lie at the last time that is proven to be free. Those that meet on the way touch;
    /// what is not decided has bounds that hold zero.
    pub(crate) fn at_impact<V: ReadShape>(self, impact: &Impact<V>, free: V::Scalar) -> Self {
        let (encounter, decided) = match impact {
            Impact::NoContact { .. } => return self,
            Impact::Hit(encounter) => (encounter, true),
            Impact::Undecided(encounter) => (encounter, false),
        };
        let toi_lower = free.to_f64();
        let toi = if decided { encounter.time.to_f64() } else { toi_lower };
        let contact_time = Some(ContactTime { toi, toi_lower, toi_upper: encounter.bracket.upper.to_f64() });
        let row = SceneRow { contact_time, exact: decided, ..self };
        if !decided {
            let (lower, upper) = (row.lower.min(0.0), row.upper.max(0.0));
            return SceneRow { collides: None, status: "undecided", lower, upper, ..row };
        }
        if encounter.initial && row.collides.is_some() {
            // Within the target distance from the start is a contact, too.
            return SceneRow { collides: Some(true), ..row };
        }
        SceneRow { collides: Some(true), status: "touching", ..row }
    }

    /// The row of two bodies by their indices and names.
    pub fn new<V: Space>(between: &Between<V>, places: [usize; 2], names: [&str; 2]) -> Self {
        let found = &between.proximity;
        let (status, collides) = status(between);
        let signed_distance = between.signed_distance.map(Real::to_f64);
        SceneRow {
            frame: None,
            a: names[0].into(),
            b: names[1].into(),
            places,
            part_a: None,
            part_b: None,
            bodies: Bodies::default(),
            collides,
            status,
            signed_distance,
            lower: between.bounds.lower.to_f64(),
            upper: between.bounds.upper.to_f64(),
            local_depth: signed_distance.is_none().then(|| (-found.signed_distance.to_f64()).max(0.0)),
            within_margin: None,
            normal: numbers(found.normal),
            witness_a: numbers(found.witness_a),
            witness_b: numbers(found.witness_b),
            contact_time: None,
            approach: None,
            below: None,
            exact: collides.is_some(),
            ties: Vec::new(),
        }
    }

    /// The row with what is to be said of the bodies, as in results of pairs.
    pub(super) fn of_meshes(self, bodies: Bodies) -> Self {
        let row = SceneRow { bodies, ..self };
        let is_contained = [row.bodies.as_a, row.bodies.as_b].iter().flatten().any(|&form| form != "mesh");
        let is_met = row.contact_time.is_some() && row.collides == Some(true) && is_contained;
        if bodies.as_error_upper.is_none() || !(row.collides.is_none() || is_met) {
            return row;
        }
        let contact_time = row.contact_time.map(|time| ContactTime { toi: time.toi_lower, ..time });
        SceneRow { collides: None, status: "undecided", exact: false, local_depth: None, contact_time, ..row }
    }

    /// What answers are sorted by: the signed distance, or its upper bound where it is not known.
    pub fn rank(&self) -> f64 {
        self.signed_distance.unwrap_or(self.upper)
    }

    /// The names of both.
    pub fn names(&self) -> [&str; 2] {
        [&self.a, &self.b]
    }
}

/// Orders rows by signed distance, and then by names.
pub(super) fn sort(rows: &mut [SceneRow]) {
    rows.sort_by(|a, b| a.rank().total_cmp(&b.rank()).then_with(|| a.names().cmp(&b.names())));
}
