//! A part of an edge, and the pairs that are open over it.

use std::rc::Rc;

use clearance::{Hint, Proximity, Vec3};

use super::snapshot::Snapshot;
use crate::cell::bodies::Stage;
use crate::cell::chain::FixedAxis;
use crate::path::{Cell, Segment};

/// Intervals as short as this part of the edge are not halved: a graze that is still open there is nearer than the
/// rounding of the poses.
pub(super) const SHORTEST: f64 = 1.0 / (1u64 << 40) as f64;

/// A pair that is open over an interval, with what is known from the one before.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub pair: usize,
    /// The axis that was best.
    pub axis: Option<FixedAxis>,
    /// Whether the axis is that of the least distance at the end of the interval, where the pair is hardly apart: no
    /// other one shows a gap there.
    pub at_end: bool,
    pub hints: [Hint; 2],
    /// The cell of errors of its interval.
    pub cell: usize,
}

impl Open {
    /// Nothing is known yet.
    pub fn fresh(pair: usize, cell: usize) -> Self {
        Open { pair, axis: None, at_end: false, hints: [Hint::NONE; 2], cell }
    }
}

/// An interval that is to be treated, with what is open over it.
pub(super) struct Interval<O = Open> {
    pub ends: [f64; 2],
    /// The cell of errors, by its place.
    pub cell: usize,
    /// Where everything is at its ends, once that was needed.
    pub snapshots: [Option<Rc<Snapshot>>; 2],
    pub open: Vec<O>,
    /// Whether the pairs with a crowded world are open as well, and not listed.
    pub unseen: bool,
}

#[allow(clippy::large_enum_variant, reason = "one at a time, taken apart at once")]
pub(super) enum Answer {
    Apart,
    Open,
    /// A contact in the middle, with other errors than those in the middle of the cell where they are given.
    Contact(Proximity<Vec3<f64>>, Option<Vec<f64>>),
}

impl<O: Clone> Interval<O> {
    pub fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }

    /// Where everything is at one of the ends.
    pub fn snapshot(&mut self, end: usize, stage: &Stage, segment: &Segment, cells: &[Cell]) -> Rc<Snapshot> {
        let x = self.ends[end];
        let make = || {
            let errors = cells.get(self.cell).map(Cell::middle);
            Rc::new(Snapshot::new(stage, segment, x, errors.as_deref()))
        };
        self.snapshots[end].get_or_insert_with(make).clone()
    }

    /// What is before a place and after it, with where everything is there.
    pub fn parts(self, x: f64, at: Rc<Snapshot>) -> [Self; 2] {
        let Interval { ends: [start, end], cell, snapshots: [first, last], open, unseen } = self;
        let left =
            Interval { ends: [start, x], cell, snapshots: [first, Some(at.clone())], open: open.clone(), unseen };
        [left, Interval { ends: [x, end], cell, snapshots: [Some(at), last], open, unseen }]
    }

    /// Without what is after a time.
    pub fn end_by(&mut self, time: f64) {
        if self.ends[1] > time {
            self.ends[1] = time;
            self.snapshots[1] = None;
        }
    }
}
