//! The verifier: what a certificate claims is computed again, by supports and kinematics only.
//!
//! It shares with the prover: configurations and rates of segments (`path`), poses and bounds of motion (`bound`), the
//! gap along an axis (`cell/gap.rs`, by `clearance::enclosure::gap`) and the two bounds of a gap over an interval
//! (`least_over`), the readers of robot and scene, and the supports of the shapes. It shares no distance, no ball, no
//! box, no search, and nothing of what the certificate says: pairs are listed anew from robot and scene.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

use clearance::{Hint, Vec3};

use super::{Certificate, CertificateEntry, CloserPair, Digests, VERSION};
use crate::cell::bodies::Stage;
use crate::cell::chain::Side;
use crate::cell::stage::Closer;
use crate::model::link_mesh::Detail;
use crate::path::{Cubic, Path, Segment};
use crate::prove::time::{Checker, Snapshot, Span, least_over};

/// Why a certificate is refused: what is wrong, with names and values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(String);

impl Refusal {
    /// A refusal in words.
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Refusal(why.into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(why.into()))
}

impl Certificate {
    /// A proven lower bound of all signed distances over the path, if the certificate proves that the path is free for
    /// this robot, these bodies and these margins.
    pub fn verify(&self, checker: &Checker) -> Result<f64, Refusal> {
        if self.version != VERSION {
            return refuse(format!("the version must be {VERSION}, got {}", self.version));
        }
        let closer = self.read_closer(checker)?;
        let closer = if closer == checker.closer() { None } else { checker.with_closer(closer) };
        self.verify_by(closer.as_ref().unwrap_or(checker))
    }

    /// The pairs that are looked at more closely, in their order.
    pub(super) fn read_closer(&self, checker: &Checker) -> Result<Vec<Closer>, Refusal> {
        let labels = checker.stage().hull_labels();
        let mut all = Vec::new();
        for closer @ CloserPair { pair, stands } in &self.closer {
            let is_old = closer.is_old();
            let bodies = pair.each_ref().map(|name| labels.iter().position(|label| label == name));
            let details = [0, usize::from(!is_old)].map(|i| Detail::from_name(&stands[i]));
            let (Some([a, b]), Some([first, second])) = (both(bodies), both(details)) else {
                return refuse(format!(
                    "{:?} and {:?} as {stands:?}: no such pair can be looked at more closely",
                    pair[0], pair[1]
                ));
            };
            let closer = Closer { bodies: [a, b], detail: first.max(second) };
            if !is_old && checker.stage().finely(closer) != [first, second] {
                return refuse(format!("{:?} and {:?} cannot stand as {stands:?}", pair[0], pair[1]));
            }
            all.push(closer);
        }
        all.sort_unstable_by_key(|closer| closer.bodies);
        match all.windows(2).find(|pair| pair[0].bodies == pair[1].bodies) {
            Some(pair) => {
                let [a, b] = pair[0].bodies.map(|body| &labels[body]);
                refuse(format!("{a:?} and {b:?} are looked at more closely twice"))
            }
            None => Ok(all),
        }
    }

    fn verify_by(&self, checker: &Checker) -> Result<f64, Refusal> {
        let stage = checker.stage();
        let path = self.read_path(stage.robot().dof())?;
        let labels = stage.all_labels();
        self.compare_digests(&Digests::of(stage, &path, &labels))?;
        let places = self.compare_pairs(&labels)?;
        // Older ones do not list the parts of links either.
        let is_old = self.closer.is_empty() || self.closer.iter().any(CloserPair::is_old);
        let lists_none = self.finer.is_empty() && is_old;
        if !lists_none && self.finer != stage.finer_bodies() {
            return refuse("the finer shapes are not those of this robot");
        }
        let mut entries = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let Some(&pair) = places.get(&entry.pair) else {
                return refuse(format!("entry of {}: no such pair must stay apart", named(entry)));
            };
            entries.push((pair, entry));
        }
        covered(&labels, path.len(), &mut entries)?;
        let mut check = Recheck { stage, path: &path, span: None, ends: HashMap::new() };
        // By time, so that poses are computed once for all pairs.
        entries.sort_by(|(_, a), (_, b)| a.t0.total_cmp(&b.t0).then(a.t1.total_cmp(&b.t1)));
        let mut least = f64::INFINITY;
        for (pair, entry) in entries {
            check.entry(pair, entry)?;
            least = least.min(entry.bound);
        }
        Ok(least)
    }

    /// [`verify`](Self::verify) of a certificate that must be about this very path: the certificate of a harmless path
    /// proves nothing of another one.
    pub fn verify_for(&self, path: &Path, checker: &Checker) -> Result<f64, Refusal> {
        let own = self.read_path(checker.stage().robot().dof())?;
        let (count, given) = (own.len(), path.len());
        if count != given {
            return refuse(format!("the certificate is about another path: of {count} segments, not {given}"));
        }
        match own.segments().iter().zip(path.segments()).position(|(own, given)| own != given) {
            Some(i) => refuse(format!("the certificate is about another path: segment {i} differs")),
            None => self.verify(checker),
        }
    }

    fn read_path(&self, joints: usize) -> Result<Path, Refusal> {
        let path = if self.cubic {
            if !self.path.len().is_multiple_of(4) {
                return refuse(format!("a path of cubics must have 4 points for each, got {}", self.path.len()));
            }
            let cubic = |points: &[Vec<f64>]| Cubic::new(core::array::from_fn(|i| points[i].clone()));
            Path::of_cubics(self.path.chunks_exact(4).map(cubic).collect(), joints)
        } else {
            Path::through(&self.path, joints)
        };
        path.or_else(|error| refuse(format!("the path is none: {error}")))
    }

    pub(super) fn compare_digests(&self, found: &Digests) -> Result<(), Refusal> {
        let (d, f) = (&self.digests, found);
        let all = [
            ("robot", &d.robot, &f.robot),
            // Other bodies are other pairs and margins too: what is reported first is the cause.
            ("scene", &d.scene, &f.scene),
            ("list of allowed pairs", &d.srdf, &f.srdf),
            ("list of margins", &d.margins, &f.margins),
            ("path", &d.path, &f.path),
        ];
        match all.into_iter().find(|(_, claimed, found)| claimed != found) {
            Some((what, ..)) => refuse(format!("the certificate is about another {what}")),
            None => Ok(()),
        }
    }

    /// The places of the pairs by name, if the certificate lists exactly the pairs that must stay apart.
    pub(super) fn compare_pairs(&self, wanted: &[[String; 2]]) -> Result<HashMap<[String; 2], usize>, Refusal> {
        let mut places = HashMap::new();
        for (i, pair) in wanted.iter().enumerate() {
            if places.insert(pair.clone(), i).is_some() {
                return refuse(format!("two pairs are named {:?} and {:?}", pair[0], pair[1]));
            }
        }
        if let Some(pair) = self.pairs.iter().find(|pair| !places.contains_key(*pair)) {
            return refuse(format!("the list has the pair {:?} and {:?}, which need not stay apart", pair[0], pair[1]));
        }
        let listed: HashSet<&[String; 2]> = self.pairs.iter().collect();
        match wanted.iter().find(|pair| !listed.contains(pair)) {
            Some(pair) => refuse(format!("the list lacks the pair {:?} and {:?}", pair[0], pair[1])),
            None => Ok(places),
        }
    }
}

fn both<T: Copy>([a, b]: [Option<T>; 2]) -> Option<[T; 2]> {
    Some([a?, b?])
}

pub(super) fn named(entry: &CertificateEntry) -> String {
    format!("{:?} and {:?} over [{}, {}]", entry.pair[0], entry.pair[1], entry.t0, entry.t1)
}

/// Every pair covers the whole path without a gap, by entries that lie in one segment each.
fn covered(labels: &[[String; 2]], segments: usize, entries: &mut [(usize, &CertificateEntry)]) -> Result<(), Refusal> {
    for (_, entry) in entries.iter() {
        let in_one = entry.t0 >= 0.0 && entry.t0 < entry.t1 && entry.t1 <= entry.t0.floor() + 1.0;
        if !(in_one && entry.t1 <= segments as f64) {
            return refuse(format!("entry of {}: must lie in one segment of the path", named(entry)));
        }
    }
    entries.sort_by(|(i, a), (j, b)| i.cmp(j).then(a.t0.total_cmp(&b.t0)));
    let mut rest = &entries[..];
    for (pair, [a, b]) in labels.iter().enumerate() {
        let count = rest.iter().take_while(|(of, _)| *of == pair).count();
        let (own, others) = rest.split_at(count);
        rest = others;
        let mut reached = 0.0;
        for (_, entry) in own {
            if entry.t0 > reached {
                break;
            }
            reached = entry.t1.max(reached);
        }
        if reached < segments as f64 {
            return refuse(format!("the pair {a:?} and {b:?} is not covered behind {reached}"));
        }
    }
    Ok(())
}

struct Recheck<'c> {
    stage: &'c Stage,
    path: &'c Path,
    /// The last interval that was checked.
    span: Option<([f64; 2], Span)>,
    /// Snapshots at ends of intervals of this segment.
    ends: HashMap<u64, Rc<Snapshot>>,
}

impl Recheck<'_> {
    fn entry(&mut self, pair: usize, entry: &CertificateEntry) -> Result<(), Refusal> {
        let margin = self.stage.pairs()[pair].margin;
        if !(entry.bound > margin) {
            return refuse(format!(
                "entry of {}: the bound {} is not above the margin {margin}",
                named(entry),
                entry.bound
            ));
        }
        let Some(side) = side_of(self.stage, pair, &entry.frame) else {
            return refuse(format!("entry of {}: {:?} is no frame of the pair", named(entry), entry.frame));
        };
        let axis = (side, Vec3::from(entry.axis));
        let bound = self.bound(pair, entry, axis);
        if !(entry.bound <= bound) {
            return refuse(format!("entry of {}: claims {}, the axis proves {bound}", named(entry), entry.bound));
        }
        Ok(())
    }

    /// What the axis proves over the interval: the gap in the middle less half the way that it may close, or the
    /// parabola under the gaps at both ends.
    fn bound(&mut self, pair: usize, entry: &CertificateEntry, axis: (Side, Vec3<f64>)) -> f64 {
        let index = entry.t0.floor();
        let segment = &self.path.segments()[index as usize];
        let ends = [entry.t0 - index, entry.t1 - index];
        if self.span.as_ref().is_none_or(|(times, _)| *times != [entry.t0, entry.t1]) {
            if self.span.as_ref().is_some_and(|(times, _)| times[0].floor() != index) {
                self.ends.clear();
            }
            self.span = Some(([entry.t0, entry.t1], Span::new(self.stage, segment, (ends, None))));
        }
        let Some((_, span)) = &self.span else { return f64::NEG_INFINITY };
        let swing = span.swing(self.stage, &self.stage.pairs()[pair], axis.0);
        let mut hints = [Hint::NONE; 2];
        let first_order = span.middle.gap(self.stage, pair, axis, &mut hints) - swing.way(span.half);
        if first_order >= entry.bound {
            return first_order;
        }
        let gaps = ends.map(|x| {
            let snapshot = snapshot(&mut self.ends, self.stage, segment, x);
            snapshot.gap(self.stage, pair, axis, &mut hints)
        });
        first_order.max(least_over(gaps, swing, ends[1] - ends[0]))
    }
}

/// The side of a pair whose frame has a name.
pub(super) fn side_of(stage: &Stage, pair: usize, frame: &str) -> Option<Side> {
    let frames = &stage.pairs()[pair].frames;
    let is_named = |side: &Side| frames.has(*side) && frames.side_name(stage.robot(), *side) == frame;
    [Side::Between, Side::A, Side::B].into_iter().find(is_named)
}

fn snapshot(known: &mut HashMap<u64, Rc<Snapshot>>, stage: &Stage, segment: &Segment, x: f64) -> Rc<Snapshot> {
    known.entry(x.to_bits()).or_insert_with(|| Rc::new(Snapshot::new(stage, segment, (x, None)))).clone()
}
