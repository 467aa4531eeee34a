//! The re-checker of stretches: every bound is computed again, by supports and kinematics only.

use std::collections::HashMap;
use std::rc::Rc;

use clearance::Hint;

use super::region::Region;
use super::{CellBounds, Stretch};
use crate::cell::bodies::Stage;
use crate::cell::chain::{FixedAxis, Side};
use crate::certificate::refusal::{Refusal, refuse};
use crate::path::{Cell, Path};
use crate::prove::time::{Snapshot, Span, least_over};

/// No errors.
const NOTHING: Cell = Cell { lower: Vec::new(), upper: Vec::new() };

/// An entry with the index of its pair and the region that it is about.
struct Claim<'c> {
    entry: &'c Stretch,
    pair: usize,
    region: Region,
}

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
    let mut check = Recheck { stage, path, span: None, ends: HashMap::new() };
    let mut least = f64::INFINITY;
    for claim in &claims {
        check.claim(claim)?;
        least = least.min(claim.entry.bound);
    }
    Ok(least)
}

/// The region of an entry, which must lie in one segment and in the errors there.
fn region(entry: &Stretch, cells: &[CellBounds], path: &Path) -> Result<Region, Refusal> {
    let in_one = entry.t0 >= 0.0 && entry.t0 < entry.t1 && entry.t1 <= entry.t0.floor() + 1.0;
    if !(in_one && entry.t1 <= path.len() as f64) {
        return refuse(format!("entry of {}: must lie in one segment of the path", named(entry)));
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

/// Every pair covers the whole path and its errors without a gap, by entries that lie in one segment each.
fn covered(stage: &Stage, path: &Path, claims: &[Claim]) -> Result<(), Refusal> {
    let mut by_place: HashMap<(usize, usize), Vec<&Region>> = HashMap::new();
    for Claim { pair, region, .. } in claims {
        by_place.entry((*pair, region.ends[0] as usize)).or_default().push(region);
    }
    for (pair, [a, b]) in stage.all_labels().iter().enumerate() {
        for segment in 0..path.len() {
            let begin = segment as f64;
            let whole = Region { ends: [begin, begin + 1.0], cell: errors(path, segment) };
            let own = by_place.remove(&(pair, segment)).unwrap_or_default();
            if let Some([from, to]) = whole.hole(&own) {
                return refuse(format!("the pair {a:?} and {b:?} is not covered from {from} to {to}"));
            }
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

struct Recheck<'c> {
    stage: &'c Stage,
    path: &'c Path,
    /// The last interval and cell that were checked.
    span: Option<([f64; 2], Option<usize>, Span)>,
    /// Snapshots at ends of intervals of this segment, by the bits of the time and the cell.
    ends: HashMap<(u64, Option<usize>), Rc<Snapshot>>,
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
        let bound = self.bound(claim, FixedAxis { side, axis: entry.axis.into() });
        if !(entry.bound <= bound) {
            return refuse(format!("entry of {}: claims {}, the axis proves {bound}", named(entry), entry.bound));
        }
        Ok(())
    }

    /// What the axis proves over the interval and the cell: the gap in the middle minus half the displacement that may
    /// close it and the errors, or the parabola under the gaps at both ends.
    fn bound(&mut self, claim: &Claim, axis: FixedAxis) -> f64 {
        let (Claim { entry, pair, region }, stage) = (claim, self.stage);
        let index = region.ends[0].floor();
        let segment = &self.path.segments()[index as usize];
        let ends = region.ends.map(|time| time - index);
        let cell = Some(&region.cell).filter(|cell| !cell.lower.is_empty());
        if self.span.as_ref().is_none_or(|(times, of, _)| *times != region.ends || *of != entry.cell) {
            if self.span.as_ref().is_some_and(|(times, ..)| times[0].floor() != index) {
                self.ends.clear();
            }
            self.span = Some((region.ends, entry.cell, Span::new(stage, segment, ends, cell)));
        }
        let Some((.., span)) = &self.span else { return f64::NEG_INFINITY };
        let swing = span.swing_along(stage, &stage.pairs()[*pair], axis);
        let mut hints = [Hint::NONE; 2];
        let first_order = span.middle.gap(stage, *pair, axis, &mut hints) - swing.way(span.half);
        if first_order >= entry.bound {
            return first_order;
        }
        let errors = cell.map(Cell::middle);
        let gaps = ends.map(|x| {
            let make = || Rc::new(Snapshot::new(stage, segment, x, errors.as_deref()));
            let at = self.ends.entry((x.to_bits(), entry.cell)).or_insert_with(make);
            at.gap(stage, *pair, axis, &mut hints)
        });
        first_order.max(least_over(gaps, swing, ends[1] - ends[0]))
    }
}
