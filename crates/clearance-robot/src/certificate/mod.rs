//! Certificates: proofs that a path is free, for others to check.
//!
//! A certificate lists for every pair of bodies over which stretch of time which axis proves them apart. An axis is
//! fixed in a frame, the world or what a joint moves, so two support evaluations of posed bodies and a bound of their
//! motion re-check an entry, without any of the algorithms that found it; [`Certificate::verify`] does that.

mod digest;
mod finer;
mod timed;
mod verify;

pub use digest::Digests;
pub use finer::{FinerBody, FinerPart};
pub use timed::{CellBounds, TimedCertificate, TimedEntry};
pub use verify::Refusal;

use std::collections::HashMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::cell::bodies::{Body, Stage};
use crate::path::{Path, Segment};
use crate::prove::time::{Checker, Edge, EdgeOptions, Entry};

/// The version of the format that is written, and the only one that is read.
const VERSION: u32 = 1;

/// A proof that a path is free.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// 1.
    pub version: u32,
    /// What the path is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What the certificate is about.
    pub digests: Digests,
    /// The configurations of the path, straight from one to the next; of cubics, four control points for each.
    pub path: Vec<Vec<f64>>,
    /// Whether the path is of cubics.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cubic: bool,
    /// The pairs of hulls for which finer shapes stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closer: Vec<CloserPair>,
    /// The finer shapes, in the order in which they are numbered: others can check that parts hold the mesh without
    /// making any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub finer: Vec<FinerBody>,
    /// All pairs that are proven, by the names of links and bodies; of several shapes with one name, `#` and a number
    /// follow it.
    pub pairs: Vec<[String; 2]>,
    /// What proves them.
    pub entries: Vec<CertificateEntry>,
}

/// A pair of hulls, and what stands for those that have a mesh.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloserPair {
    /// The names of two links, or of a link and a body; of several shapes with one name, `#` and a number follow it.
    pub pair: [String; 2],
    /// For each of both `"hull"`, itself; `"parts"`, convex parts that contain the mesh; or `"mesh"`, its triangles. In
    /// the list of pairs their names are the link's with `:parts` or `:mesh`. Older certificates, which do not list the
    /// finer shapes, have one word for both: then the second one is empty.
    #[serde(rename = "as", deserialize_with = "one_or_both")]
    pub stands: [String; 2],
}

impl CloserPair {
    /// Whether it is of a certificate that does not list the finer shapes.
    fn is_old(&self) -> bool {
        self.stands[1].is_empty()
    }
}

/// Two words, or one and nothing.
fn one_or_both<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[String; 2], D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stands {
        Both([String; 2]),
        One(String),
    }
    Ok(match Stands::deserialize(deserializer)? {
        Stands::Both(both) => both,
        Stands::One(word) => [word, String::new()],
    })
}

/// A stretch of time over which an axis proves a pair apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateEntry {
    /// The pair, as in the list of pairs.
    pub pair: [String; 2],
    /// In segments from the start of the path; an entry does not pass the end of a segment.
    pub t0: f64,
    /// The end of the stretch.
    pub t1: f64,
    /// The axis from the first body to the second.
    pub axis: [f64; 3],
    /// What the axis is fixed in: `"world"`, or the name of a joint, for the frame that it moves.
    pub frame: String,
    /// The signed distance is at least this, metres.
    pub bound: f64,
}

impl Checker<'_> {
    /// What is known of a path, with a certificate if it is free.
    pub fn certify(&self, path: &Path, options: &EdgeOptions) -> (Edge, Option<Certificate>) {
        let mut certificate = None;
        let edge = self.closely(false, |checker, _| {
            let (known, proof) = checker.prove(path, options);
            certificate = matches!(known.0, Edge::Free { .. }).then(|| checker.certificate(path, &proof));
            known
        });
        (edge, certificate)
    }

    /// The certificate of what is proven of a path: entries with their segments.
    pub(crate) fn certificate(&self, path: &Path, proof: &[(usize, Entry)]) -> Certificate {
        let stage = self.stage();
        Certificate { closer: self.closer_pairs(), finer: stage.finer_bodies(), ..Certificate::new(stage, path, proof) }
    }

    /// The pairs that are looked at more closely, by name.
    fn closer_pairs(&self) -> Vec<CloserPair> {
        let named = |closer: &crate::cell::stage::Closer| CloserPair {
            pair: closer.bodies.map(|body| self.stage().hull_label(body)),
            stands: self.stage().finely(*closer).map(|detail| detail.name().into()),
        };
        self.closer().iter().map(named).collect()
    }
}

impl Certificate {
    /// A line of JSON, with what the path is called.
    pub fn to_line(&self, id: &str) -> String {
        let named = Certificate { id: Some(id.into()), ..self.clone() };
        // Names, lists and finite numbers only.
        serde_json::to_string(&named).unwrap_or_default() + "\n"
    }

    fn new(stage: &Stage, path: &Path, proof: &[(usize, Entry)]) -> Self {
        let labels = stage.all_labels();
        let entry = |(segment, entry): &(usize, Entry)| CertificateEntry::of(stage, &labels, (*segment, entry));
        let cubic = path.segments().iter().any(|segment| matches!(segment, Segment::Cubic(_)));
        Certificate {
            version: VERSION,
            id: None,
            digests: Digests::of(stage, path, &labels),
            path: if cubic { control_points(path) } else { corners(path) },
            cubic,
            closer: Vec::new(),
            finer: Vec::new(),
            entries: proof.iter().map(entry).collect(),
            pairs: labels,
        }
    }
}

impl CertificateEntry {
    /// What is proven over a part of a segment.
    fn of(stage: &Stage, labels: &[[String; 2]], (segment, entry): (usize, &Entry)) -> Self {
        let (pair, begin) = (&stage.pairs()[entry.pair], segment as f64);
        CertificateEntry {
            pair: labels[entry.pair].clone(),
            t0: begin + entry.interval[0],
            t1: begin + entry.interval[1],
            axis: entry.axis.into(),
            frame: pair.frames.side_name(stage.robot(), entry.side).into(),
            bound: entry.bound,
        }
    }
}

fn corners(path: &Path) -> Vec<Vec<f64>> {
    let first = path.at(0.0).values;
    core::iter::once(first).chain(path.segments().iter().map(|segment| segment.at(1.0).values)).collect()
}

fn control_points(path: &Path) -> Vec<Vec<f64>> {
    let of = |segment: &Segment| match segment {
        Segment::Cubic(curve) => curve.controls().to_vec(),
        Segment::Straight { .. } | Segment::Timed(_) => Vec::new(),
    };
    path.segments().iter().flat_map(of).collect()
}

impl Stage {
    /// The names of the bodies of all pairs, with numbers where several have one name.
    pub(crate) fn all_labels(&self) -> Vec<[String; 2]> {
        let labels = self.labels();
        self.pairs().iter().map(|pair| pair.bodies.map(|body| labels[body].clone())).collect()
    }

    /// The names of all bodies, with `:parts` or `:mesh` where they stand for a hull, and with numbers where several
    /// have one name.
    fn labels(&self) -> Vec<String> {
        let detail = |body: &Body| body.part.stands_for.map(|(_, detail)| detail);
        let mut counts = HashMap::new();
        let key = |body: &Body| (body.own, body.name.clone(), detail(body));
        self.bodies().iter().for_each(|body| *counts.entry(key(body)).or_insert(0) += 1);
        let label = |body: &Body| {
            let name = detail(body).map_or(body.name.clone(), |detail| format!("{}:{}", body.name, detail.name()));
            if counts[&key(body)] == 1 { name } else { format!("{name}#{}", body.number) }
        };
        self.bodies().iter().map(label).collect()
    }

    /// The name of a body of a [`Closer`](crate::cell::stage::Closer).
    fn hull_label(&self, body: usize) -> String {
        let place = if body < self.hulls() { body } else { body - self.hulls() + self.own().len() };
        self.labels()[place].clone()
    }

    /// The bodies that may be named in a [`Closer`](crate::cell::stage::Closer), in a stage without any.
    pub(crate) fn hull_labels(&self) -> Vec<String> {
        self.labels()
    }
}

#[cfg(test)]
mod tests;
