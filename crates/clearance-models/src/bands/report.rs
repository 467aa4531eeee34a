//! Findings for people, tables and continuous integration.

use clearance::Bounds;
use serde_json::{Value, json};

use super::{Band, Finding, Report, Unit};
use crate::junit::{TestCase, Verdict};

/// A number of metres in a unit.
fn shown(unit: Unit) -> impl Fn(f64) -> f64 {
    move |metres| metres / unit.metres()
}

/// A lower bound in a unit: the quotient and the size of the unit are rounded once each.
fn below(bound: f64) -> f64 {
    bound.next_down().next_down()
}

/// An upper bound in a unit.
fn above(bound: f64) -> f64 {
    bound.next_up().next_up()
}

impl Finding {
    /// The finding as a JSON object, lengths in a unit.
    pub fn json(&self, unit: Unit) -> Value {
        let (row, shown) = (&self.row, shown(unit));
        let point = |point: &[f64]| point.iter().map(|&x| shown(x)).collect::<Vec<f64>>();
        let mut keys = json!({
            "a": row.a, "b": row.b, "band": self.band.name(), "unit": unit.name(),
            "min": shown(self.limits.min), "max": self.limits.max.map(&shown),
            "signed_distance": row.signed_distance.map(&shown),
            "lower": below(shown(row.lower)), "upper": above(shown(row.upper)),
            "status": row.status, "exact": row.exact,
            "volume_lower": self.volume_in(unit).map(|volume| volume.lower),
            "volume_upper": self.volume_in(unit).map(|volume| volume.upper),
            "witness_a": point(&row.witness_a), "witness_b": point(&row.witness_b), "normal": row.normal,
        });
        if let Some(tessellation) = row.bodies.tessellation {
            keys["tessellation"] = json!(above(shown(tessellation)));
            keys["tessellation_proven"] = json!(row.bodies.tessellation_proven);
        }
        if row.bodies.surface {
            keys["surface"] = json!(true);
        }
        keys
    }

    /// The volume in common in cubes of a unit; a cube has three quotients.
    fn volume_in(&self, unit: Unit) -> Option<Bounds<f64>> {
        let shown = shown(unit);
        let cubes = |size: f64, outward: fn(f64) -> f64| (0..3).fold(size, |size, _| outward(shown(size)));
        self.volume
            .map(|Bounds { lower, upper }| Bounds { lower: cubes(lower, below).max(0.0), upper: cubes(upper, above) })
    }

    /// What the distance is to be, for people: `at least 0.5`, `0 to 0.05`; empty if it may be anything.
    pub fn expected(&self, unit: Unit) -> String {
        let shown = |metres: f64| digits(metres / unit.metres());
        match self.limits.max {
            Some(max) => format!("{} to {}", shown(self.limits.min), shown(max)),
            None if self.limits.min > 0.0 => format!("at least {}", shown(self.limits.min)),
            None => String::new(),
        }
    }

    /// The volume in common, for people: `volume 1.5 to 1.6 mm³`; empty if it is not known.
    pub fn common_volume(&self, unit: Unit) -> String {
        self.volume_in(unit).map_or(String::new(), |Bounds { lower, upper }| {
            format!("volume {} to {} {}³", digits(lower), digits(upper), unit.name())
        })
    }

    /// What is wrong, in words: the band, the bounds, the volume of a clash, and the limits.
    fn words(&self, unit: Unit) -> String {
        let (row, shown, name) = (&self.row, shown(unit), unit.name());
        let max = self.limits.max.map_or(String::new(), |max| format!(", at most {} {name}", shown(max)));
        let asked = format!("expected at least {} {name}{max}", shown(self.limits.min));
        let bounds = format!("{} to {} {name}", digits(shown(row.lower)), digits(shown(row.upper)));
        let volume = self.volume.map_or(String::new(), |_| format!(", {}", self.common_volume(unit)));
        format!("{}: {bounds}{volume}, {asked}", self.band.name())
    }
}

/// A number for people, with 7 significant digits at most.
pub fn digits(number: f64) -> String {
    let rounded: f64 = format!("{number:.6e}").parse().unwrap_or(number);
    if rounded == 0.0 { "0".into() } else { rounded.to_string() }
}

/// A report as one JSON object.
pub fn json(report: &Report, unit: Unit) -> Value {
    let counts = Band::ALL.map(|band| (band.name().to_string(), json!(report.count(band))));
    let findings: Vec<Value> = report.findings.iter().map(|found| found.json(unit)).collect();
    let counts = Value::Object(counts.into_iter().collect());
    json!({"parts": report.parts, "unit": unit.name(), "counts": counts, "findings": findings})
}

const COLUMNS: [&str; 14] = [
    "a",
    "b",
    "band",
    "signed_distance",
    "lower",
    "upper",
    "tessellation",
    "tessellation_proven",
    "min",
    "max",
    "status",
    "unit",
    "volume_lower",
    "volume_upper",
];

/// A report as a table: the keys of [`Finding::json`], and the coordinates of both witness points.
pub fn csv(report: &Report, unit: Unit) -> String {
    let points = ["witness_a", "witness_b"].into_iter().flat_map(|key| ["x", "y", "z"].map(|axis| (key, axis)));
    let head: Vec<String> = COLUMNS.iter().map(|name| name.to_string()).collect();
    let head: Vec<String> = head.into_iter().chain(points.map(|(key, axis)| format!("{key}_{axis}"))).collect();
    let mut text = head.join(",") + "\n";
    for found in &report.findings {
        let keys = found.json(unit);
        let mut cells: Vec<String> = COLUMNS.iter().map(|name| cell(&keys[name])).collect();
        for key in ["witness_a", "witness_b"] {
            cells.extend(keys[key].as_array().into_iter().flatten().map(cell));
        }
        text += &(cells.join(",") + "\n");
    }
    text
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.contains([',', '"', '\n', '\r']) => format!("\"{}\"", text.replace('"', "\"\"")),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A report in the format of JUnit, with a test for each pair.
pub fn junit(report: &Report, unit: Unit, suite: &str) -> String {
    let test = |found: &Finding| {
        let row = &found.row;
        let verdict = if found.band.holds() {
            Verdict::Passed
        } else {
            let at = format!("at {:?} of {} and {:?} of {}, in metres", row.witness_a, row.a, row.witness_b, row.b);
            Verdict::Failed { message: found.words(unit), details: at }
        };
        TestCase { name: format!("{} and {}", row.a, row.b), verdict }
    };
    crate::junit::junit(suite, &report.findings.iter().map(test).collect::<Vec<_>>())
}
