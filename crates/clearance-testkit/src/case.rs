//! The corpus: pair cases with certified answers, one JSON object per line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use dashu_ratio::RBig;
use serde::{Deserialize, Serialize};

use crate::exact::wide;
use crate::number::{Number, Wide};
use crate::spec::BodySpec;

/// Digits that the corpus prints of a certified number: its last digit adds to the half width of the interval.
const PRINTED: f64 = 1e-29;

/// Two posed shapes, what is known about them, and why they are in the corpus.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// Family and number.
    pub id: String,
    /// What the case tests.
    pub family: String,
    /// 2 or 3.
    pub dim: usize,
    /// First body.
    pub a: BodySpec,
    /// Second body.
    pub b: BodySpec,
    /// What is certain about the answer; cases with a `motion` have other keys here.
    #[serde(default)]
    pub expect: Expect,
    /// Why the case is here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Present for times of impact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<serde_json::Value>,
}

/// The certified part of an answer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Expect {
    /// Whether the closed sets meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collides: Option<bool>,
    /// Whether they meet with depth zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touching: Option<bool>,
    /// Decimal digits of the distance; zero where they meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<String>,
    /// Decimal digits of the penetration depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<String>,
    /// Half width of the certified interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hw: Option<String>,
    /// Whether only one pair of points attains the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness_unique: Option<bool>,
    /// How wide bounds in `f64` may be at most, by the size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
}

impl Case {
    /// The certified interval of the signed distance, if there is one.
    pub fn truth(&self) -> Option<(Wide, Wide)> {
        let expect = &self.expect;
        let (digits, sign) = match expect.collides? {
            true => (expect.depth.as_ref()?, -1.0),
            false => (expect.distance.as_ref()?, 1.0),
        };
        let value = wide(&decimal(digits)) * Wide::new(sign);
        let half = expect.hw.as_ref().map_or(0.0, |hw| decimal(hw).to_f64().value());
        let half = Wide::new(half + PRINTED * value.abs().value());
        Some((value - half, value + half))
    }
}

fn decimal(digits: &str) -> RBig {
    RBig::from_str_decimal(digits).or_else(|_| RBig::from_str(digits)).expect("the corpus prints decimal numbers")
}

/// Where the project's corpus lies.
pub fn corpus_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/corpus")
}

/// All cases of the `.jsonl` files of a folder and its subfolders, in the order of their names.
///
/// Fails with file and line where a case does not read.
pub fn read_folder(folder: &Path) -> io::Result<Vec<Case>> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    let mut cases = Vec::new();
    for path in entries {
        if path.is_dir() {
            cases.extend(read_folder(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            cases.extend(read_file(&path)?);
        }
    }
    Ok(cases)
}

/// All cases of one file.
pub fn read_file(path: &Path) -> io::Result<Vec<Case>> {
    let text = fs::read_to_string(path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let place = |number: usize, error| format!("{}:{}: {error}", path.display(), number + 1);
    lines.map(|(number, line)| serde_json::from_str(line).map_err(|e| io::Error::other(place(number, e)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_reads_with_its_certified_interval() {
        let line = r#"{"id": "x/1", "family": "x", "dim": 2, "note": "n", "scale": 1.5,
            "a": {"shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [0.25, 1.5]}},
            "b": {"shape": {"kind": "capsule", "radius": 0.1, "half_length": 2.5, "axis": "y"},
                  "pose": {"translation": [1.0, 0.0], "quaternion": [1.0, 0.0, 0.0, 1.0]}},
            "expect": {"collides": false, "distance": "7.5e-01", "hw": "1e-20"}}"#;
        let case: Case = serde_json::from_str(line).unwrap();
        let (lower, upper) = case.truth().unwrap();
        assert!(lower < Wide::new(0.75) && Wide::new(0.75) < upper);
        assert!((upper - lower).value() < 2.1e-20);
        assert_eq!(case.b.shape.kind(), "capsule");
    }
}
