//! Many runs in memory: each number of all of them side by side.

use alloc::boxed::Box;
use alloc::vec::Vec;

use fearless_simd::Simd;

use super::super::lane::{Lanes, Wide};
use super::run::{MOST, Place, Proven, Run};
use super::step::Reasons;
use crate::math::Real;

/// Runs that are begun at once.
pub const AT_ONCE: usize = 64;

/// The most lanes of any register.
pub(super) const WIDEST: usize = 8;

/// What a run needs while it takes steps.
pub(super) const RUNNING: usize = PROVEN + Proven::<()>::NUMBERS;
/// Where a run's numbers begin among those of a column; its place is first.
pub(super) const RUN: usize = Place::<()>::NUMBERS;
pub(super) const PROVEN: usize = RUN + Run::<()>::NUMBERS;
/// Of the offset as it was given.
const OFFSET: usize = RUNNING;
const NUMBERS: usize = OFFSET + 3;

/// How a run stands, or came to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stop {
    Running,
    /// The bounds have met or a vertex has returned.
    Apart,
    /// The lower bound has passed the cutoff.
    Beyond,
    /// The origin is inside of the points and the next.
    Inside,
    /// It takes more than plain steps.
    Open,
}

impl Reasons {
    /// How the run in a lane stands.
    #[inline(always)]
    pub fn stop(&self, lane: usize) -> Stop {
        let said = |reason: u64| reason & 1 << lane != 0;
        match () {
            () if said(self.inside) => Stop::Inside,
            () if said(self.open) => Stop::Open,
            () if said(self.beyond) => Stop::Beyond,
            () if said(self.apart) => Stop::Apart,
            () => Stop::Running,
        }
    }
}

/// As long as the longest register is wide.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Row<T>([T; AT_ONCE]);

/// A run in each column.
pub struct Table<T> {
    rows: Box<[Row<T>; NUMBERS]>,
    pub(super) stops: [Stop; AT_ONCE],
}

/// The end of a run of plain steps, before anything is made sharper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ended<T> {
    /// The numbers of the vertices of the first `count` points, the oldest first.
    pub ids: [[u32; 2]; 4],
    pub count: usize,
    pub nearest: [T; 3],
    pub squared: T,
    pub lower: T,
    pub axis: [T; 3],
    pub iterations: u32,
}

impl<T: Real> Table<T> {
    pub fn new() -> Self {
        let rows: Vec<_> = (0..NUMBERS).map(|_| Row([T::ZERO; AT_ONCE])).collect();
        // There are as many as that.
        let rows = Box::try_from(rows.into_boxed_slice()).unwrap_or_else(|_| unreachable!());
        Table { rows, stops: [Stop::Running; AT_ONCE] }
    }

    /// A number of the run in a column.
    #[inline(always)]
    pub fn number(&self, column: usize, number: usize) -> T {
        self.rows[number].0[column % AT_ONCE]
    }
    #[inline(always)]
    pub fn set(&mut self, column: usize, number: usize, value: T) {
        self.rows[number].0[column % AT_ONCE] = value;
    }

    /// The end of the run in a column.
    pub(super) fn ended(&self, column: usize) -> Ended<T> {
        let run = Run::from_numbers(|i| self.number(column, RUN + i));
        let proven = Proven::from_numbers(|i| self.number(column, PROVEN + i));
        let pair = |number: T| [number.nearest_integer() % MOST, number.nearest_integer() / MOST];
        let mut count = run.count.nearest_integer() as usize;
        let mut ids = [0, 1, 2, 3].map(|i| pair(run.points[(count - 1).saturating_sub(i)].pair));
        if self.stops[column] == Stop::Inside {
            ids[count] = pair(run.next.pair);
            count += 1;
        }
        Ended {
            ids,
            count,
            nearest: run.nearest,
            squared: run.squared,
            lower: proven.lower,
            axis: proven.axis,
            iterations: proven.iterations.nearest_integer(),
        }
    }
}

/// Some runs, one in each lane.
pub(super) struct Columns<N> {
    pub place: Place<N>,
    pub run: Run<N>,
    pub proven: Proven<N>,
    pub offset: [N; 3],
}

impl<S: Simd, T: Wide> Columns<Lanes<S, T>> {
    /// Those from a column on.
    #[inline(always)]
    pub fn load(simd: S, table: &Table<T>, first: usize) -> Self {
        let row = |i: usize| Lanes::load(simd, &table.rows[i].0[first..]);
        Columns {
            place: Place::from_numbers(row),
            run: Run::from_numbers(|i| row(RUN + i)),
            proven: Proven::from_numbers(|i| row(PROVEN + i)),
            offset: [row(OFFSET), row(OFFSET + 1), row(OFFSET + 2)],
        }
    }

    #[inline(always)]
    pub fn store(&self, table: &mut Table<T>, first: usize) {
        let mut set = |i: usize, number: Lanes<S, T>| number.store(&mut table.rows[i].0[first..]);
        self.place.numbers(&mut set);
        self.run.numbers(|i, number| set(RUN + i, number));
        self.proven.numbers(|i, number| set(PROVEN + i, number));
        (0..3).for_each(|i| set(OFFSET + i, self.offset[i]));
    }
}
