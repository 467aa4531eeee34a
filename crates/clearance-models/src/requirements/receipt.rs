//! Receipts: what was found of requirements, with digests of all that it depends on.

use serde::{Deserialize, Serialize};

use super::{Answer, Outcome, Requirements};
use crate::junit::{TestCase, Verdict};

/// What was found of the requirements of a file, to be kept beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// 1.
    pub version: u32,
    /// `"requirements"`.
    pub what: String,
    /// One for each requirement that could be answered.
    pub results: Vec<Recorded>,
}

/// What was found of a requirement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// What it is called.
    pub name: String,
    /// SHA-256 of all numbers that the answer depends on.
    pub digest: String,
    /// `"holds"`, `"violated"` or `"undecided"`.
    pub result: String,
    /// The clearance that is to be kept.
    pub at_least: f64,
    /// The least clearance is not below this, if that is known.
    pub lower: Option<f64>,
    /// Nor above this.
    pub upper: Option<f64>,
    /// The nearest pair.
    pub pair: Option<[String; 2]>,
    /// The configuration with the clearance `upper`.
    #[serde(alias = "worst")]
    pub at: Vec<f64>,
}

impl Receipt {
    /// The receipt of answers.
    pub fn of(answers: &[Answer]) -> Self {
        let recorded = |answer: &Answer| {
            let found = answer.found.as_ref().ok()?;
            Some(Recorded {
                name: answer.name.clone(),
                digest: answer.digest.clone(),
                result: found.outcome.name().into(),
                at_least: answer.at_least,
                lower: Some(found.lower).filter(|lower| lower.is_finite()),
                upper: found.upper,
                pair: found.pair.clone(),
                at: found.at.clone(),
            })
        };
        Receipt { version: 1, what: "requirements".into(), results: answers.iter().filter_map(recorded).collect() }
    }

    /// For each requirement of a file what the receipt says: its result, or `"stale"` if an input has changed since, or
    /// there is no result.
    pub fn compared_with(&self, requirements: &Requirements) -> Vec<(String, String)> {
        let one = |(name, digest): (String, String)| {
            let known = self.results.iter().find(|row| row.name == name && row.digest == digest && !digest.is_empty());
            let said = known.map_or("stale", |row| row.result.as_str()).to_string();
            (name, said)
        };
        requirements.digests().into_iter().map(one).collect()
    }
}

/// Answers as a JUnit report.
pub fn junit(answers: &[Answer], suite: &str) -> String {
    let test = |answer: &Answer| {
        let verdict = match &answer.found {
            Ok(found) if found.outcome == Outcome::Holds => Verdict::Passed,
            Ok(found) => {
                let pair = found.pair.as_ref().map_or(String::new(), |[a, b]| format!(", {a} and {b}"));
                let upper = found.upper.map_or(String::new(), |upper| format!(", clearance {upper}"));
                let message = format!("{}: at least {}{upper}{pair}", found.outcome.name(), answer.at_least);
                Verdict::Failed { message, details: format!("at configuration {:?}", found.at) }
            }
            Err(error) => Verdict::Error(error.to_string()),
        };
        TestCase { name: answer.name.clone(), verdict }
    };
    crate::junit::junit(suite, &answers.iter().map(test).collect::<Vec<_>>())
}
