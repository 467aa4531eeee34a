//! The result of a pair case, with the keys of the format.

use clearance::SupportExt;
use std::fmt;

use clearance::query::ContactPoint;
use clearance::{Feature, FeatureKind, Proximity, Real, Shape, Space, Status};
use clearance_world::{Between, Body, BodyContact, ContactId};
use serde::Serialize;

use crate::below::Below;
use crate::case::{CaseLine, Query};
use crate::error::ReadError;
use crate::representation::Bodies;

/// What is known of a pair; keys that were not asked for are left out. All coordinates are those of the world.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PairResult {
    /// Whether the closed bodies have a common point; `null` if neither is proven.
    pub collides: Option<bool>,
    /// `separated`, `touching`, `overlapping`, or `undecided` if none of them is proven.
    pub status: &'static str,
    /// Apart: the distance. Overlapping: minus the depth; `null` of overlapping bodies that are not convex, of whose
    /// depth only the bounds are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed_distance: Option<Option<f64>>,
    /// The distance; 0 if they meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// The penetration depth; 0 if they are apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// The closest or deepest part of A, if A is a compound or a mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_a: Option<u32>,
    /// The closest or deepest part of B, if B is a compound or a mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_b: Option<u32>,
    /// The depth of the deepest pair of parts, where `signed_distance` is `null`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local_depth: Option<f64>,
    /// Proven not to be above the true signed distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<f64>,
    /// Proven not to be below the true signed distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<f64>,
    /// Whether bodies whose poses are boxes have a common point: `never`, `always`, or `maybe` if neither is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersect: Option<&'static str>,
    /// Where poses are boxes, the least signed distance that is attained at most, and the greatest at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attained: Option<[f64; 2]>,
    /// Set if the signed distance is only proven to be above the wanted maximum, by `lower`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub beyond: bool,
    /// Time of the first contact of moving bodies, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toi: Option<Option<f64>>,
    /// Before it they are proven to be apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toi_lower: Option<f64>,
    /// A time at which they are proven to be in contact, if that is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toi_upper: Option<f64>,
    /// When moving bodies are as near as they come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// They are as near within these times, and at no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<[f64; 2]>,
    /// Whether the bounds of a closest approach are as near to each other as was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// All times at which moving bodies are within a distance that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<Below>,
    /// The triangle of a mesh that a ray hits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangle: Option<u32>,
    /// The weights of the triangle's corners where a ray hits it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barycentric: Option<[f64; 3]>,
    /// The weights of the four points of features that deform, at their contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<[f64; 4]>,
    /// The pair of features that meets first: the key of its list, and its index there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature_pair: Option<(&'static str, usize)>,
    /// The rest of a full answer.
    #[serde(flatten)]
    pub contact: Option<Contact>,
    /// Corners of the contact polygon, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contacts: Option<Vec<Corner>>,
    /// What is to be said of the bodies: surfaces, and what represents a mesh that is another.
    #[serde(flatten)]
    pub bodies: Bodies,
    /// Whether the status is proven.
    pub exact: bool,
    /// Support evaluations of the pair; none if the pair was only proven to be far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
}

/// Where two bodies are closest or deepest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contact {
    /// Unit, from A towards B.
    pub normal: Vec<f64>,
    /// The witness point on A.
    pub witness_a: Vec<f64>,
    /// The witness point on B.
    pub witness_b: Vec<f64>,
    /// Features that the witness points lie on; absent where a body has parts.
    #[serde(flatten)]
    pub features: Option<Features>,
}

/// One point of each body, in line with the normal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Corner {
    /// What the points lie on, by which they are found again in the next step: `face/vertex-3`.
    pub id: String,
    /// Signed distance of the two points along the normal; negative where the bodies overlap.
    pub signed_distance: f64,
    /// The point of A.
    pub witness_a: Vec<f64>,
    /// The point of B.
    pub witness_b: Vec<f64>,
    /// What the points lie on; left out where a body has parts.
    #[serde(flatten)]
    pub features: Option<Features>,
}

/// Where two points lie.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Features {
    /// `vertex`, `edge`, `face` or `smooth`.
    pub feature_a: &'static str,
    /// `vertex`, `edge`, `face` or `smooth`.
    pub feature_b: &'static str,
    /// The corners of that vertex, edge or face of A.
    pub feature_vertices_a: Vec<u32>,
    /// The corners of that vertex, edge or face of B.
    pub feature_vertices_b: Vec<u32>,
}

/// All keys of a result line.
const KEYS: [&str; 47] = [
    "surface",
    "surface_a",
    "surface_b",
    "as_a",
    "as_b",
    "as_error_upper",
    "tessellation",
    "tessellation_proven",
    "error_a",
    "error_b",
    "welded_a",
    "welded_b",
    "id",
    "collides",
    "status",
    "signed_distance",
    "distance",
    "depth",
    "part_a",
    "part_b",
    "local_depth",
    "lower",
    "upper",
    "intersect",
    "attained",
    "beyond",
    "toi",
    "toi_lower",
    "toi_upper",
    "time",
    "times",
    "complete",
    "triangle",
    "barycentric",
    "weights",
    "feature_pair",
    "normal",
    "witness_a",
    "witness_b",
    "feature_a",
    "feature_b",
    "feature_vertices_a",
    "feature_vertices_b",
    "contacts",
    "exact",
    "iterations",
    "error",
];

impl PairResult {
    /// Only the status.
    fn status<V: Space>(found: &Between<V>, bodies: [&Body<V>; 2]) -> Self {
        let (status, collides) = status(found);
        // Support evaluations are those of one pair of shapes.
        let iterations = (!has_parts(bodies)).then_some(found.proximity.iterations);
        PairResult { collides, status, exact: collides.is_some(), iterations, ..Self::default() }
    }

    /// All that was found of two bodies.
    pub(crate) fn full<V: Space>(found: &Between<V>, bodies: [&Body<V>; 2]) -> Self {
        let signed = found.signed_distance.map(Real::to_f64);
        let meets = found.collides == Some(true);
        let local_depth = signed.is_none().then(|| (-found.proximity.signed_distance.to_f64()).max(0.0));
        let part = |side: usize| bodies[side].has_parts().then_some(found.parts[side]);
        PairResult {
            signed_distance: Some(signed),
            distance: signed.map(|signed| if signed > 0.0 { signed } else { 0.0 }).or(meets.then_some(0.0)),
            depth: signed.map(|signed| if signed < 0.0 { -signed } else { 0.0 }),
            part_a: part(0),
            part_b: part(1),
            local_depth,
            lower: Some(found.bounds.lower.to_f64()),
            upper: Some(found.bounds.upper.to_f64()),
            contact: Some(Contact::of(&found.proximity, bodies)),
            ..Self::status(found, bodies)
        }
    }

    /// What a query asks for of two bodies.
    pub(crate) fn of_query<V: Space>(query: Query, found: &Between<V>, bodies: [&Body<V>; 2]) -> Self {
        let has_depth =
            if has_parts(bodies) { found.collides == Some(true) } else { found.status() == Status::Overlapping };
        match query {
            Query::Collide => Self::status(found, bodies),
            Query::Penetration if found.collides == Some(false) => {
                PairResult { depth: Some(0.0), ..Self::status(found, bodies) }
            }
            Query::Distance if has_depth => PairResult { distance: Some(0.0), ..Self::status(found, bodies) },
            _ => Self::full(found, bodies),
        }
    }

    /// All that was found, and the corners of the contact polygon.
    pub(crate) fn contact<V: Space>(found: &BodyContact<V>, bodies: [&Body<V>; 2]) -> Self {
        let contacts = found.points.iter().zip(found.ids()).map(|(point, id)| Corner::of(point, id, bodies)).collect();
        PairResult { contacts: Some(contacts), ..Self::full(&found.between, bodies) }
    }

    /// The result with what is to be said of the bodies. Where the status of meshes is not proven by that of what
    /// represents them, no depth and no time of contact of these is either.
    pub(crate) fn of_meshes(self, bodies: Bodies) -> Self {
        let found = PairResult { bodies, ..self };
        let is_contained = [found.bodies.as_a, found.bodies.as_b].iter().flatten().any(|&form| form != "mesh");
        let is_open = found.collides.is_none() || found.toi.is_some() && is_contained && found.collides == Some(true);
        if bodies.as_error_upper.is_none() || !is_open {
            return found;
        }
        let toi = found.toi.map(|_| found.toi_lower);
        let (collides, exact, status) = (None, false, "undecided");
        PairResult { collides, exact, status, toi, toi_upper: None, local_depth: None, ..found }
    }

    /// The same, unless the pair is proven to be farther apart than is of interest.
    pub(crate) fn within(self, max: Option<f64>) -> Self {
        match (self.lower, max) {
            (Some(lower), Some(max)) if lower > max => Self::beyond(lower),
            _ => self,
        }
    }

    /// The result of a pair that is proven to be separated.
    pub(crate) fn apart() -> Self {
        PairResult { collides: Some(false), status: "separated", exact: true, ..Self::default() }
    }

    /// The result of a pair that is farther apart than the largest distance.
    pub(crate) fn beyond(lower: f64) -> Self {
        PairResult { lower: Some(lower), beyond: true, ..Self::apart() }
    }
}

impl fmt::Display for PairResult {
    /// One JSON object.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// The word of a status, and whether it means a common point.
pub(crate) fn status<V: Space>(found: &Between<V>) -> (&'static str, Option<bool>) {
    match found.status() {
        Status::Separated => ("separated", Some(false)),
        Status::Touching => ("touching", Some(true)),
        Status::Overlapping => ("overlapping", Some(true)),
        Status::Undecided => ("undecided", None),
    }
}

fn has_parts<V: Space>(bodies: [&Body<V>; 2]) -> bool {
    bodies.iter().any(|body| body.has_parts())
}

impl Contact {
    fn of<V: Space>(found: &Proximity<V>, bodies: [&Body<V>; 2]) -> Self {
        Contact {
            normal: numbers(found.normal),
            witness_a: numbers(found.witness_a),
            witness_b: numbers(found.witness_b),
            features: (!has_parts(bodies)).then(|| Features::of::<V>(&found.features, bodies)),
        }
    }
}

impl Corner {
    fn of<V: Space>(point: &ContactPoint<V>, id: ContactId, bodies: [&Body<V>; 2]) -> Self {
        Corner {
            id: id.to_string(),
            signed_distance: point.distance.to_f64(),
            witness_a: numbers(point.witness_a),
            witness_b: numbers(point.witness_b),
            features: (!has_parts(bodies)).then(|| Features::of::<V>(&point.features, bodies)),
        }
    }
}

impl Features {
    fn of<V: Space>(features: &[Feature<V::Scalar>; 2], bodies: [&Body<V>; 2]) -> Self {
        let [(feature_a, vertices_a), (feature_b, vertices_b)] =
            [0, 1].map(|i| feature::<V>(&features[i], bodies[i].as_shape()));
        Features { feature_a, feature_b, feature_vertices_a: vertices_a, feature_vertices_b: vertices_b }
    }
}

pub(crate) fn numbers<V: Space>(v: V) -> Vec<f64> {
    (0..V::DIM).map(|i| v[i].to_f64()).collect()
}

/// What a witness point lies on. A ball swept over a core leaves its faces flat (in the plane: its edges straight) and
/// makes all the rest smooth.
fn feature<V: Space>(feature: &Feature<V::Scalar>, shape: Option<&Shape<V>>) -> (&'static str, Vec<u32>) {
    let Some(shape) = shape else { return ("smooth", Vec::new()) };
    let round = shape.radius() > V::Scalar::ZERO;
    let kind = match feature.kind() {
        FeatureKind::Vertex if !round => "vertex",
        FeatureKind::Edge if !round || V::DIM == 2 => "edge",
        FeatureKind::Face => "face",
        _ => return ("smooth", Vec::new()),
    };
    (kind, shape.feature_corners(feature.vertices()))
}

/// The result as a line of JSON without its end: the case's name first, foreign keys last.
pub fn result_line(case: &CaseLine, result: &PairResult) -> String {
    line(case, &result.to_string(), &KEYS)
}

/// The object `ours` with the case's name, and with its foreign keys but those that are `taken`.
pub(crate) fn line(case: &CaseLine, ours: &str, taken: &[&str]) -> String {
    let mut line = named(case);
    if !line.ends_with('{') {
        line.push(',');
    }
    line.push_str(&ours[1..ours.len() - 1]);
    case.carry_along(&mut line, taken);
    line.push('}');
    line
}

/// The line of a case without an answer. What is no object has neither a name nor foreign keys.
pub fn error_line(case: Option<&CaseLine>, error: &ReadError) -> String {
    refused(case, error, &["error"])
}

/// An error with the case's name, and with its foreign keys but those that are `taken`.
pub(crate) fn refused(case: Option<&CaseLine>, error: &ReadError, taken: &[&str]) -> String {
    let ours = format!("{{\"error\":{}}}", serde_json::Value::from(error.to_string()));
    case.map_or(ours.clone(), |case| line(case, &ours, taken))
}

fn named(case: &CaseLine) -> String {
    match case.id() {
        Ok(Some(id)) => format!("{{\"id\":{id}"),
        _ => "{".into(),
    }
}
