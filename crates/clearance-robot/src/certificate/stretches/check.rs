//! The re-checker of stretches: every bound is computed again, by supports and kinematics only.

use std::collections::HashMap;

use super::over::{Claim, Over, is_run};
use super::region::Region;
use super::{CellBounds, Stretch};
use crate::cell::bodies::Stage;
use crate::cell::chain::{FixedAxis, Side};
use crate::certificate::refusal::{Refusal, refuse};
use crate::path::{Cell, Path};

/// No errors.
const NOTHING: Cell = Cell { lower: Vec::new(), upper: Vec::new() };

/// The least bound of all stretches of a path, if for every pair they cover all of it and each is proven.
pub(in crate::certificate) fn least(
    stage: &Stage,
    path: &Path,
    places: &HashMap<[String; 2], usize>,
    cells: &[CellBounds],
    entries: &[Stretch],
) -> Result<f64, Refusal> {
    let mut claims = Vec::with_capacity(entries.len());
    for entry in entries {
        let region = region(entry, cells, path)?;
        let Some(&pair) = places.get(&entry.pair) else {
            return refuse(format!("entry of {}: no such pair must stay apart", named(entry)));
        };
        claims.push(Claim { entry, pair, region });
    }
    // By time, so that poses are computed once for all pairs.
    claims.sort_by(|a, b| {
        let ([a0, a1], [b0, b1]) = (a.region.ends, b.region.ends);
        a0.total_cmp(&b0).then(a1.total_cmp(&b1))
    });
    covered(stage, path, &claims)?;
    let mut check = Recheck { stage, path, over: None };
    let mut least = f64::INFINITY;
    for claim in &claims {
        check.claim(claim)?;
        least = least.min(claim.entry.bound);
    }
    Ok(least)
}

/// The region of an entry, which must lie in one segment and in the errors there, or cover whole segments.
fn region(entry: &Stretch, cells: &[CellBounds], path: &Path) -> Result<Region, Refusal> {
    let ends = [entry.t0, entry.t1];
    let is_placed = entry.t0 >= 0.0 && entry.t0 < entry.t1 && entry.t1 <= path.len() as f64;
    if is_placed && is_run(ends) && ends.iter().all(|end| end.fract() == 0.0) && entry.cell.is_none() {
        return Ok(Region { ends, cell: NOTHING });
    }
    if !is_placed || is_run(ends) {
        return refuse(format!(
            "entry of {}: must lie in one segment of the path, or cover some of them",
            named(entry)
        ));
    }
    let whole = errors(path, entry.t0 as usize);
    let cell = match entry.cell.map(|place| cells.get(place)) {
        None => whole,
        Some(Some(CellBounds { lower, upper })) => {
            let cell = Cell { lower: lower.clone(), upper: upper.clone() };
            let is_box = lower.iter().zip(upper).all(|(low, high)| low <= high);
            if !(is_box && whole.holds(&cell)) {
                return refuse(format!("entry of {}: its cell is not in the box of errors", named(entry)));
            }
            cell
        }
        Some(None) => return refuse(format!("entry of {}: no cell is at {:?}", named(entry), entry.cell)),
    };
    Ok(Region { ends: [entry.t0, entry.t1], cell })
}

/// The box of errors of a segment.
fn errors(path: &Path, segment: usize) -> Cell {
    path.segments()[segment].loose().map_or(NOTHING, |cell| Cell::clone(cell))
}

/// Every pair covers the whole path and its errors without a gap, by entries in single segments and by runs of whole
/// segments.
fn covered(stage: &Stage, path: &Path, claims: &[Claim]) -> Result<(), Refusal> {
    let mut by_place: HashMap<(usize, usize), Vec<&Region>> = HashMap::new();
    let mut runs = vec![Vec::new(); stage.pairs().len()];
    for Claim { pair, region, .. } in claims {
        let [first, end] = region.ends.map(|time| time as usize);
        if is_run(region.ends) {
            runs[*pair].push([first, end]);
        } else {
            by_place.entry((*pair, first)).or_default().push(region);
        }
    }
    let labels = stage.all_labels();
    for (pair, runs) in runs.into_iter().enumerate() {
        // In the order of their beginnings; what comes last ends with the path.
        let mut reached = 0;
        for [first, end] in runs.into_iter().chain([[path.len(); 2]]) {
            for segment in reached..first {
                let begin = segment as f64;
                let whole = Region { ends: [begin, begin + 1.0], cell: errors(path, segment) };
                let own = by_place.remove(&(pair, segment)).unwrap_or_default();
                if let Some([from, to]) = whole.hole(&own) {
                    let [a, b] = &labels[pair];
                    return refuse(format!("the pair {a:?} and {b:?} is not covered from {from} to {to}"));
                }
            }
            reached = reached.max(end);
        }
    }
    Ok(())
}

fn named(entry: &Stretch) -> String {
    format!("{:?} and {:?} over [{}, {}]", entry.pair[0], entry.pair[1], entry.t0, entry.t1)
}

/// The side of a pair whose frame has a name.
fn side_of(stage: &Stage, pair: usize, frame: &str) -> Option<Side> {
    let frames = &stage.pairs()[pair].frames;
    let is_named = |side: &Side| frames.has(*side) && stage.side_name(pair, *side) == frame;
    [Side::Between, Side::A, Side::B].into_iter().find(is_named)
}

/// Checks claims one after the other, in the order of time.
struct Recheck<'c> {
    stage: &'c Stage,
    path: &'c Path,
    /// The segment or the run of the last claim.
    over: Option<Over>,
}

impl Recheck<'_> {
    fn claim(&mut self, claim: &Claim) -> Result<(), Refusal> {
        let (entry, margin) = (claim.entry, self.stage.pairs()[claim.pair].margin);
        if !(entry.bound > margin) {
            let what = format!("the bound {} is not above the margin {margin}", entry.bound);
            return refuse(format!("entry of {}: {what}", named(entry)));
        }
        let Some(side) = side_of(self.stage, claim.pair, &entry.frame) else {
            return refuse(format!("entry of {}: {:?} is no frame of the pair", named(entry), entry.frame));
        };
        if !self.over.as_ref().is_some_and(|over| over.holds(claim.region.ends)) {
            self.over = Over::new(self.path, claim.region.ends);
        }
        let Some(over) = self.over.as_mut().filter(|over| over.has(self.stage, claim.pair)) else {
            let what = "only a trajectory of bodies that do not move on their own has entries over several segments";
            return refuse(format!("entry of {}: {what}", named(entry)));
        };
        let bound = over.bound(self.stage, claim, FixedAxis { side, axis: entry.axis.into() });
        if !(entry.bound <= bound) {
            return refuse(format!("entry of {}: claims {}, the axis proves {bound}", named(entry), entry.bound));
        }
        Ok(())
    }
}
