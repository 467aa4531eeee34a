//! Certificates of trajectories: proofs that all that is executed is free, for others to check.
//!
//! Entries are those of [paths](super::Certificate), with times in stretches: 2.25 is a quarter into the third interval
//! between break times, which follow from the trajectory's own numbers. Where joints or bodies may be off, an entry may
//! hold for a cell of their errors alone.

use std::collections::HashMap;
use std::rc::Rc;

use clearance::{Hint, Vec3};
use serde::{Deserialize, Serialize};

use super::verify::{Refusal, named, refuse, side_of};
use super::{Certificate, CertificateEntry, CloserPair, Digests, FinerBody};
use crate::cell::bodies::Stage;
use crate::cell::chain::Side;
use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::path::{Cell, Path};
use crate::prove::time::execution::{Executed, Execution, Proof};
use crate::prove::time::{Checker, EdgeOptions, Snapshot, Span, least_over};
use crate::trajectory::Trajectory;

/// The version of the format that is written, and the only one that is read.
const VERSION: u32 = 1;

/// What it is about.
const WHAT: &str = "trajectory";

/// A proof that a trajectory is free.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedCertificate {
    /// 1.
    pub version: u32,
    /// `"trajectory"`.
    pub what: String,
    /// What the trajectory is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What the certificate is about.
    pub digests: Digests,
    /// The trajectory, for all values of the robot.
    pub trajectory: serde_json::Value,
    /// The pairs of hulls for which finer shapes stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closer: Vec<CloserPair>,
    /// The finer shapes, as in certificates of paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub finer: Vec<FinerBody>,
    /// All pairs that are proven.
    pub pairs: Vec<[String; 2]>,
    /// Boxes of errors that entries hold for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellBounds>,
    /// What proves them.
    pub entries: Vec<TimedEntry>,
}

/// The least and the greatest error of each value of a configuration, then six of each body that moves: a translation
/// in its own frame, and a rotation vector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellBounds {
    /// The least of each.
    pub lower: Vec<f64>,
    /// The greatest of each.
    pub upper: Vec<f64>,
}

/// An entry, and the place of its cell; without one it holds for all that may be off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimedEntry {
    /// What is proven, along which axis.
    #[serde(flatten)]
    pub entry: CertificateEntry,
    /// The place in the list of cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
}

impl Execution {
    /// What is known over all of the time, with a certificate if it is free. What is proven then is the trajectory as
    /// the certificate writes it.
    pub fn certify(&self, options: &EdgeOptions) -> Result<(Executed, Option<TimedCertificate>), RobotError> {
        let text = self.trajectory().to_json(self.cell().robot()).to_string();
        let written = Trajectory::from_json(&text, self.cell().robot(), &self.cell().robot().no_rest())?;
        let execution = Execution::new(self.cell(), &written)?;
        let mut proof = Proof::default();
        let checker = execution.checker()?;
        let executed = execution.prove(&checker, options, &mut proof);
        if !matches!(executed, Executed::Free { .. }) {
            return Ok((executed, None));
        }
        let checker = checker.with_closer(proof.closer.clone()).filter(|_| !proof.closer.is_empty()).unwrap_or(checker);
        let trajectory = serde_json::from_str(&text).unwrap_or_default();
        let certificate = TimedCertificate::new(&checker, execution.path(), (trajectory, &proof));
        Ok((executed, Some(certificate)))
    }
}

impl TimedCertificate {
    /// A line of JSON, with what the trajectory is called.
    pub fn to_line(&self, id: &str) -> String {
        let named = TimedCertificate { id: Some(id.into()), ..self.clone() };
        // Names, lists and finite numbers only.
        serde_json::to_string(&named).unwrap_or_default() + "\n"
    }

    fn new(checker: &Checker, path: &Path, (trajectory, proof): (serde_json::Value, &Proof)) -> Self {
        let stage = checker.stage();
        let labels = stage.all_labels();
        let mut cells: Vec<CellBounds> = Vec::new();
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        let entries = proof.entries.iter().map(|(segment, entry)| {
            let cell = proof.cells[*segment].get(entry.cell).filter(|_| entry.cell > 0).map(|cell| {
                *known.entry((*segment, entry.cell)).or_insert_with(|| {
                    cells.push(CellBounds { lower: cell.lower.clone(), upper: cell.upper.clone() });
                    cells.len() - 1
                })
            });
            TimedEntry { entry: CertificateEntry::of(stage, &labels, (*segment, entry)), cell }
        });
        let entries = entries.collect();
        TimedCertificate {
            version: VERSION,
            what: WHAT.into(),
            id: None,
            digests: Digests::of(stage, path, &labels),
            trajectory,
            closer: checker.closer_pairs(),
            finer: stage.finer_bodies(),
            pairs: labels,
            cells,
            entries,
        }
    }

    /// A proven lower bound of all signed distances over the trajectory, if the certificate proves that it is free for
    /// this robot and these bodies.
    pub fn verify(&self, cell: &Workcell) -> Result<f64, Refusal> {
        if self.version != VERSION || self.what != WHAT {
            return refuse(format!("expected version {VERSION} of a {WHAT}, got {} of {:?}", self.version, self.what));
        }
        let execution = self.execution(cell).or_else(|error| refuse(format!("the trajectory: {error}")))?;
        let checker = execution.checker().or_else(|error| refuse(error.to_string()))?;
        let head = self.head();
        let closer = head.read_closer(&checker)?;
        let checker = if closer.is_empty() { checker } else { checker.with_closer(closer).unwrap_or(checker) };
        let (stage, path) = (checker.stage(), execution.path());
        let labels = stage.all_labels();
        head.compare_digests(&Digests::of(stage, path, &labels))?;
        let places = head.compare_pairs(&labels)?;
        let lists_none = self.finer.is_empty() && self.closer.is_empty();
        if !lists_none && self.finer != stage.finer_bodies() {
            return refuse("the finer shapes are not those of this robot");
        }
        let mut entries: Vec<Vec<Claim>> = vec![Vec::new(); labels.len()];
        let mut check = Recheck { stage, path, span: None, ends: HashMap::new() };
        for entry in &self.entries {
            let claim = self.claim(entry, path)?;
            let Some(&pair) = places.get(&entry.entry.pair) else {
                return refuse(format!("entry of {}: no such pair must stay apart", named(&entry.entry)));
            };
            entries[pair].push(claim);
        }
        for (pair, claims) in entries.iter().enumerate() {
            let [a, b] = &labels[pair];
            for (i, segment) in path.segments().iter().enumerate() {
                let whole = segment.loose().map_or(NOTHING, |cell| Cell::clone(cell));
                let region = Region { ends: [i as f64, i as f64 + 1.0], cell: whole };
                let own: Vec<&Region> =
                    claims.iter().map(|claim| &claim.region).filter(|of| of.meets(&region)).collect();
                if let Some(hole) = region.hole(&own) {
                    return refuse(format!("the pair {a:?} and {b:?} is not covered from {} to {}", hole[0], hole[1]));
                }
            }
        }
        let mut least = f64::INFINITY;
        let mut all: Vec<(usize, &Claim)> = entries
            .iter()
            .enumerate()
            .flat_map(|(pair, claims)| claims.iter().map(move |claim| (pair, claim)))
            .collect();
        // By time, so that poses are computed once for all pairs.
        all.sort_by(|(_, a), (_, b)| {
            a.region.ends[0].total_cmp(&b.region.ends[0]).then(a.region.ends[1].total_cmp(&b.region.ends[1]))
        });
        for (pair, claim) in all {
            check.entry(pair, claim)?;
            least = least.min(claim.entry.bound);
        }
        Ok(least)
    }

    /// What it has in common with the certificate of a path.
    fn head(&self) -> Certificate {
        Certificate {
            version: self.version,
            id: None,
            digests: self.digests.clone(),
            path: Vec::new(),
            cubic: false,
            closer: self.closer.clone(),
            finer: self.finer.clone(),
            pairs: self.pairs.clone(),
            entries: Vec::new(),
        }
    }

    /// The trajectory that it is about, in a world.
    pub fn execution(&self, cell: &Workcell) -> Result<Execution, RobotError> {
        let robot = cell.robot();
        let trajectory = Trajectory::from_json(&self.trajectory.to_string(), robot, &robot.no_rest())?;
        Execution::new(cell, &trajectory)
    }

    /// An entry with the region that it is about.
    fn claim<'c>(&self, TimedEntry { entry, cell }: &'c TimedEntry, path: &Path) -> Result<Claim<'c>, Refusal> {
        let in_one = entry.t0 >= 0.0 && entry.t0 < entry.t1 && entry.t1 <= entry.t0.floor() + 1.0;
        if !(in_one && entry.t1 <= path.len() as f64) {
            return refuse(format!("entry of {}: must lie in one stretch of the trajectory", named(entry)));
        }
        let whole = path.segments()[entry.t0 as usize].loose().map_or(NOTHING, |cell| Cell::clone(cell));
        let own = match cell.map(|place| self.cells.get(place)) {
            None => whole,
            Some(Some(CellBounds { lower, upper })) => {
                let cell = Cell { lower: lower.clone(), upper: upper.clone() };
                let is_box = lower.iter().zip(upper).all(|(low, high)| low <= high);
                if !(is_box && whole.holds(&cell)) {
                    return refuse(format!("entry of {}: its cell is not in what may be off", named(entry)));
                }
                cell
            }
            Some(None) => return refuse(format!("entry of {}: no cell is at {cell:?}", named(entry))),
        };
        Ok(Claim { entry, cell: *cell, region: Region { ends: [entry.t0, entry.t1], cell: own } })
    }
}

/// Where nothing may be off.
const NOTHING: Cell = Cell { lower: Vec::new(), upper: Vec::new() };

#[derive(Clone)]
struct Claim<'c> {
    entry: &'c CertificateEntry,
    cell: Option<usize>,
    region: Region,
}

/// A stretch of time, and a box of errors.
#[derive(Clone, Debug)]
struct Region {
    ends: [f64; 2],
    cell: Cell,
}

impl Region {
    fn holds(&self, other: &Self) -> bool {
        self.ends[0] <= other.ends[0] && other.ends[1] <= self.ends[1] && self.cell.holds(&other.cell)
    }

    /// Whether both have more in common than a border; in directions in which they have no extent, a point counts.
    fn meets(&self, other: &Self) -> bool {
        let crosses =
            |[a, b]: [f64; 2], [c, d]: [f64; 2]| a.max(c) < b.min(d) || (a == b || c == d) && a.max(c) <= b.min(d);
        let sides = |of: &Self| {
            of.cell.lower.iter().copied().zip(of.cell.upper.iter().copied()).map(|(a, b)| [a, b]).collect::<Vec<_>>()
        };
        crosses(self.ends, other.ends) && sides(self).into_iter().zip(sides(other)).all(|(a, b)| crosses(a, b))
    }

    /// A stretch of time in which some regions do not cover this one; they all meet it.
    fn hole(&self, regions: &[&Region]) -> Option<[f64; 2]> {
        if regions.iter().any(|region| region.holds(self)) {
            return None;
        }
        let Some((direction, at)) = regions.iter().find_map(|region| self.cut_by(region)) else {
            return Some(self.ends);
        };
        let mut halves = [self.clone(), self.clone()];
        match direction {
            None => (halves[0].ends[1], halves[1].ends[0]) = (at, at),
            Some(i) => (halves[0].cell.upper[i], halves[1].cell.lower[i]) = (at, at),
        }
        halves.iter().find_map(|half| {
            let own: Vec<&Region> = regions.iter().copied().filter(|region| region.meets(half)).collect();
            half.hole(&own)
        })
    }

    /// A side of another region that lies within this one: of time, or of a direction of the errors.
    fn cut_by(&self, other: &Region) -> Option<(Option<usize>, f64)> {
        let inside = |at: f64, [low, high]: [f64; 2]| low < at && at < high;
        if let Some(&at) = other.ends.iter().find(|&&at| inside(at, self.ends)) {
            return Some((None, at));
        }
        (0..self.cell.lower.len()).find_map(|i| {
            let side = [self.cell.lower[i], self.cell.upper[i]];
            let at = [other.cell.lower[i], other.cell.upper[i]].into_iter().find(|&at| inside(at, side))?;
            Some((Some(i), at))
        })
    }
}

struct Recheck<'c> {
    stage: &'c Stage,
    path: &'c Path,
    /// The last interval and cell that were asked about.
    span: Option<([f64; 2], Option<usize>, Span)>,
    /// Snapshots at ends of intervals, by the bits of the time and the cell.
    ends: HashMap<(u64, Option<usize>), Rc<Snapshot>>,
}

impl Recheck<'_> {
    fn entry(&mut self, pair: usize, claim: &Claim) -> Result<(), Refusal> {
        let (entry, margin) = (claim.entry, self.stage.pairs()[pair].margin);
        if !(entry.bound > margin) {
            let what = format!("the bound {} is not above the margin {margin}", entry.bound);
            return refuse(format!("entry of {}: {what}", named(entry)));
        }
        let Some(side) = side_of(self.stage, pair, &entry.frame) else {
            return refuse(format!("entry of {}: {:?} is no frame of the pair", named(entry), entry.frame));
        };
        let bound = self.bound(pair, claim, (side, Vec3::from(entry.axis)));
        if !(entry.bound <= bound) {
            return refuse(format!("entry of {}: claims {}, the axis proves {bound}", named(entry), entry.bound));
        }
        Ok(())
    }

    /// What the axis proves over the interval and the cell, as for [paths](super::Certificate), less what may be off.
    fn bound(&mut self, pair: usize, claim: &Claim, axis: (Side, Vec3<f64>)) -> f64 {
        let Region { ends: times, cell } = &claim.region;
        let index = times[0].floor();
        let segment = &self.path.segments()[index as usize];
        let (ends, cell) = (times.map(|time| time - index), Some(cell).filter(|cell| !cell.lower.is_empty()));
        if self.span.as_ref().is_none_or(|(known, of, _)| known != times || *of != claim.cell) {
            if self.span.as_ref().is_some_and(|(known, ..)| known[0].floor() != index) {
                self.ends.clear();
            }
            self.span = Some((*times, claim.cell, Span::new(self.stage, segment, (ends, cell))));
        }
        let Some((.., span)) = &self.span else { return f64::NEG_INFINITY };
        let swing = span.swing_along(self.stage, &self.stage.pairs()[pair], axis);
        let mut hints = [Hint::NONE; 2];
        let first_order = span.middle.gap(self.stage, pair, axis, &mut hints) - swing.way(span.half);
        if first_order >= claim.entry.bound {
            return first_order;
        }
        let errors = cell.map(Cell::middle);
        let gaps = ends.map(|x| {
            let make = || Rc::new(Snapshot::new(self.stage, segment, (x, errors.as_deref())));
            let at = self.ends.entry((x.to_bits(), claim.cell)).or_insert_with(make);
            at.gap(self.stage, pair, axis, &mut hints)
        });
        first_order.max(least_over(gaps, swing, ends[1] - ends[0]))
    }
}

#[cfg(test)]
mod tests;
