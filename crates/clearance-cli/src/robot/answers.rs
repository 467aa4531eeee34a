//! The answer to a configuration, as a line of JSON or as a row of a table.

use clearance_pages::Nearest;
use clearance_robot::{Robot, RobotClearance, RobotError};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::named::Named;
use crate::terminal::Tone;

/// The answer to a configuration.
#[derive(Default, Serialize)]
pub struct Answer {
    /// The id as it was given.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "raw")]
    pub id: Option<String>,
    /// The values of the movable joints, if they could be read.
    #[serde(skip)]
    pub q: Option<Vec<f64>>,
    /// What was found.
    #[serde(flatten)]
    pub found: Option<Found>,
    /// Joints that were moved to a limit which they missed by the tolerance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clamped: Vec<String>,
    /// Joints outside of their limits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beyond_limits: Vec<String>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The clearance of a configuration. A robot without pairs has none; it does not collide.
#[derive(Default, Serialize)]
pub struct Found {
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

impl Found {
    /// What a page shows of it.
    pub fn nearest(&self) -> Nearest {
        let Found { lower, upper, witness_a, witness_b, .. } = *self;
        Nearest { lower, upper, pair: self.pair.clone(), witness_a, witness_b }
    }
}

impl Answer {
    /// The id as people read it.
    pub fn name(&self) -> Option<String> {
        self.id.as_deref().map(|id| id.trim_matches('"').into())
    }

    /// Whether it is not proven free.
    pub fn collides(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.collides != Some(false))
    }

    /// What is said instead of an answer.
    pub fn failed(id: Option<String>, error: &RobotError) -> Self {
        Answer { id, error: Some(error.to_string()), ..Answer::default() }
    }

    /// A line of JSON.
    pub fn line(&self) -> String {
        // Strings, numbers and lists of them; what is not finite becomes null.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// The head of the table.
    pub fn heading(robot: &Robot, clearance: &RobotClearance) -> String {
        let padded = if clearance.has_padding() {
            "\nfree and collides are of the padded links; distances are without padding"
        } else {
            ""
        };
        format!(
            "{}: {} joint values, {} pairs of convex bodies{padded}\n\n{:<16} {:<10} {:>18} {:>10}  pair\n",
            robot.name(),
            robot.dof(),
            clearance.pair_count(),
            "id",
            "",
            "signed distance",
            "width"
        )
    }

    /// A row of the table, and one for each rate.
    pub fn row(&self) -> String {
        let id = self.name().unwrap_or_default();
        if let Some(error) = &self.error {
            return format!("{id:<16} error: {error}\n");
        }
        let Some(found) = &self.found else { return format!("{id:<16}\n") };
        let status = match found.collides {
            Some(true) => "collides",
            Some(false) => "free",
            None => "undecided",
        };
        let (Some(distance), Some(pair)) = (found.signed_distance, &found.pair) else {
            return format!("{id:<16} {} {:>18}\n", painted(status), "no pairs");
        };
        let width = found.upper.zip(found.lower).map_or(0.0, |(upper, lower)| upper - lower);
        let mut row =
            format!("{id:<16} {} {distance:>18.12} {width:>10.1e}  {} - {}", painted(status), pair[0], pair[1]);
        if !self.clamped.is_empty() {
            row += &format!("  (at their limits: {})", self.clamped.join(", "));
        }
        if !self.beyond_limits.is_empty() {
            row += &format!("  (beyond limits: {})", self.beyond_limits.join(", "));
        }
        row.push('\n');
        if let Some(rates) = &found.gradient {
            let several = if rates.differentiable { "" } else { "  (not differentiable: one of several)" };
            for (name, rate) in &rates.gradient.0 {
                row += &format!("{:<16} {name:<30} {rate:>18.12}\n", "");
            }
            row += several;
            row += if several.is_empty() { "" } else { "\n" };
        }
        row
    }
}

/// A status in its colour, ten characters wide.
fn painted(status: &str) -> String {
    Tone::of(status).paint(&format!("{status:<10}"))
}
