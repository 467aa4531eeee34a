//! Configurations: how near a robot is, as a line.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use clearance_robot::{Clearance, ClearanceGradient, ConstraintValue, Robot, RobotClearance, RobotError, Workcell};
use clearance_scene::ReadError;

/// The answer to a configuration.
#[derive(Default, Serialize)]
pub struct ConfigurationLine {
    /// The id as it was given.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "raw")]
    pub id: Option<String>,
    /// The values of the movable joints, if they could be read.
    #[serde(skip)]
    pub q: Option<Vec<f64>>,
    /// What was found.
    #[serde(flatten)]
    pub found: Option<ConfigurationClearance>,
    /// Joints that were moved to a limit which they missed by the tolerance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clamped: Vec<String>,
    /// Joints outside of their limits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beyond_limits: Vec<String>,
    /// The constraints of the cell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<ConstraintLine>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A constraint in a configuration.
#[derive(Serialize)]
pub struct ConstraintLine {
    /// Its name.
    pub name: String,
    /// An angle in radians, or how far a point is outside of its box in metres, below zero inside.
    pub value: f64,
    /// What the value stays below.
    pub limit: f64,
    /// Whether it is proven to; null if rounding cannot decide.
    pub holds: Option<bool>,
}

impl ConstraintLine {
    /// The constraints of a cell in a configuration.
    pub fn all(cell: &Workcell, q: &[f64]) -> Result<Vec<Self>, RobotError> {
        let line = |ConstraintValue { name, value, limit, holds }| ConstraintLine { name, value, limit, holds };
        Ok(cell.constraint_values(q)?.into_iter().map(line).collect())
    }
}

/// The clearance of a configuration. A robot without pairs has none; it does not collide.
#[derive(Default, Serialize)]
pub struct ConfigurationClearance {
    /// Whether any pair is in contact, or as near as its padding; null if rounding cannot decide.
    pub collides: Option<bool>,
    /// Signed distance of the pair, without its padding.
    pub signed_distance: Option<f64>,
    /// Signed distance of the pair less its padding, where links are padded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padded_distance: Option<f64>,
    /// Lower bound of the least signed distance.
    pub lower: Option<f64>,
    /// Upper bound of the least signed distance.
    pub upper: Option<f64>,
    /// How much farther apart the meshes of the links may be than their hulls, whose distance this is: at most `upper`
    /// and this. Absent for bodies as they are; null if a corner of a mesh is on no triangle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hull_error: Option<f64>,
    /// Two links, or a link and a body.
    pub pair: Option<[String; 2]>,
    /// Unit vector from the first to the second.
    pub normal: Option<[f64; 3]>,
    /// On the first.
    pub witness_a: Option<[f64; 3]>,
    /// On the second.
    pub witness_b: Option<[f64; 3]>,
    /// Whether a pair is nearer than its margin, where there are margins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_margin: Option<bool>,
    /// How the signed distance changes.
    #[serde(flatten)]
    pub gradient: Option<Rates>,
}

/// How the least signed distance changes with the joints.
#[derive(Serialize)]
pub struct Rates {
    /// Derivative by each value of a configuration.
    pub gradient: Named<f64>,
    /// Whether it is unique.
    pub differentiable: bool,
    /// All that generates its one-sided rates, where it is not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub generators: Vec<Named<f64>>,
}

fn raw<S: Serializer>(id: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    let raw = id.as_deref().map(|text| RawValue::from_string(text.to_string()));
    raw.transpose().map_err(serde::ser::Error::custom)?.serialize(serializer)
}

/// Names with values, in their order.
pub struct Named<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl ConfigurationClearance {
    /// What is known of a configuration; without pairs nothing collides.
    pub fn of(clearance: &RobotClearance, least: Option<&Clearance>) -> Self {
        let Some(least) = least else {
            return ConfigurationClearance { collides: Some(false), ..ConfigurationClearance::default() };
        };
        let proximity = &least.proximity;
        // Bounds of the least, which other pairs may attain; with margins, bounds of the pair.
        let bounds = if least.margin == 0.0 { least.bounds } else { proximity.bounds };
        ConfigurationClearance {
            collides: least.collides,
            signed_distance: Some(proximity.signed_distance),
            padded_distance: clearance.has_padding().then_some(proximity.signed_distance - least.padding),
            lower: Some(bounds.lower),
            upper: Some(bounds.upper),
            hull_error: clearance.hull_error(least),
            pair: Some(clearance.names(least.pair).map(String::from)),
            normal: Some(proximity.normal.into()),
            witness_a: Some(proximity.witness_a.into()),
            witness_b: Some(proximity.witness_b.into()),
            within_margin: clearance.has_margins().then_some(least.bounds.lower <= 0.0),
            gradient: None,
        }
    }
}

impl Rates {
    /// The derivative by each value of a configuration.
    pub fn of(robot: &Robot, gradient: &ClearanceGradient) -> Self {
        let named = |rates: &Vec<f64>| {
            let names = robot.variables().iter().map(|&joint| robot.joints()[joint].name.clone());
            Named(names.zip(rates.iter().copied()).collect())
        };
        let generators = if gradient.differentiable { Vec::new() } else { gradient.generators().map(named).collect() };
        Rates { gradient: named(&gradient.gradient), differentiable: gradient.differentiable, generators }
    }
}

impl ConfigurationLine {
    /// What is said instead of an answer.
    pub fn failed(id: Option<String>, error: &ReadError) -> Self {
        ConfigurationLine { id, error: Some(error.to_string()), ..Self::default() }
    }

    /// The line, with its end.
    pub fn line(&self) -> String {
        // Strings, numbers and lists of them; what is not finite becomes null.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}
