//! What an axis proves over a part of a segment, or over a run of stretches.

use std::collections::HashMap;
use std::rc::Rc;

use clearance::Hint;

use super::Stretch;
use super::region::Region;
use crate::cell::bodies::Stage;
use crate::cell::chain::FixedAxis;
use crate::path::{Cell, Chord, Path, Segment};
use crate::prove::time::{Snapshot, Span, least_over};

/// An entry with the index of its pair and the region that it is about.
pub(super) struct Claim<'c> {
    pub entry: &'c Stretch,
    pub pair: usize,
    pub region: Region,
}

/// Whether an interval of a path passes the end of a segment.
pub(super) fn is_run([start, end]: [f64; 2]) -> bool {
    end > start.floor() + 1.0
}

/// A segment of the path, or the chord of a run of stretches, with what is known of it.
pub(super) struct Over {
    /// Where it begins and ends in the path.
    place: [f64; 2],
    segment: Segment,
    /// For the chord of a run.
    chord: Option<Chord>,
    /// The last interval and cell that were checked.
    span: Option<([f64; 2], Option<usize>, Span)>,
    /// Snapshots at ends of intervals, by the bits of the place and the cell.
    ends: HashMap<(u64, Option<usize>), Rc<Snapshot>>,
}

impl Over {
    /// The segment in which an interval of the path lies, or the chord of a run; `None` of a run if these are no
    /// stretches.
    pub fn new(path: &Path, ends: [f64; 2]) -> Option<Self> {
        let [first, end] = ends.map(|time| time as usize);
        let chord = if is_run(ends) { Some(path.chord(first..end)?) } else { None };
        let (place, segment) = match &chord {
            Some(chord) => (ends, chord.segment.clone()),
            None => ([first as f64, first as f64 + 1.0], path.segments()[first].clone()),
        };
        Some(Over { place, segment, chord, span: None, ends: HashMap::new() })
    }

    /// Whether an interval of the path lies in this segment, or is this run.
    pub fn holds(&self, ends: [f64; 2]) -> bool {
        let is_inside = self.place[0] <= ends[0] && ends[1] <= self.place[1];
        if self.chord.is_some() { self.place == ends } else { is_inside && !is_run(ends) }
    }

    /// Whether it says where the bodies of a pair are: a chord does not of bodies that move on their own.
    pub fn has(&self, stage: &Stage, pair: usize) -> bool {
        self.chord.as_ref().is_none_or(|chord| stage.stands_over(pair, chord))
    }

    /// What the axis proves over the interval and the cell of a claim, or over the run with all that the chord misses:
    /// the gap in the middle minus half the displacement that may close it and the errors, or the parabola under the
    /// gaps at both ends.
    pub fn bound(&mut self, stage: &Stage, claim: &Claim, axis: FixedAxis) -> f64 {
        let Claim { entry, pair, region } = claim;
        let (ends, cell) = match self.segment.loose().filter(|_| self.chord.is_some()) {
            Some(missed) => ([0.0, 1.0], Some(&**missed)),
            None => (region.ends.map(|time| time - self.place[0]), Some(&region.cell)),
        };
        let cell = cell.filter(|cell| !cell.lower.is_empty());
        if self.span.as_ref().is_none_or(|(of, place, _)| *of != ends || *place != entry.cell) {
            self.span = Some((ends, entry.cell, Span::new(stage, &self.segment, ends, cell)));
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
            let make = || Rc::new(Snapshot::new(stage, &self.segment, x, errors.as_deref()));
            let at = self.ends.entry((x.to_bits(), entry.cell)).or_insert_with(make);
            at.gap(stage, *pair, axis, &mut hints)
        });
        first_order.max(least_over(gaps, swing, ends[1] - ends[0]))
    }
}
