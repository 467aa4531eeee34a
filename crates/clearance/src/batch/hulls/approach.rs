//! The steps of many runs: each lane takes the next when it is done with one.

use fearless_simd::Simd;

use super::super::lane::{Lanes, Wide};
use super::run::{Place, Proven, Run};
use super::step::{Corners, Goal, step};
use super::table::{PROVEN, RUN, RUNNING, Stop, Table, WIDEST};

/// The runs in the lanes, in memory: what they need while they take steps.
struct Held<T> {
    numbers: [[T; WIDEST]; RUNNING],
    /// The columns of the lanes' runs.
    columns: [usize; WIDEST],
    /// Lanes with a run, one bit for each.
    running: u64,
    /// The first column that was not looked at.
    next: usize,
}

impl<T: Wide> Held<T> {
    /// Takes the next run that has not ended in a lane, if there is one.
    #[inline(always)]
    fn take(&mut self, lane: usize, table: &Table<T>, count: usize) {
        self.running &= !(1 << lane);
        while self.next < count {
            let column = self.next;
            self.next += 1;
            if table.stops[column] == Stop::Running {
                self.running |= 1 << lane;
                self.columns[lane] = column;
                for (i, row) in self.numbers.iter_mut().enumerate() {
                    row[lane] = table.number(column, i);
                }
                return;
            }
        }
    }

    /// Writes the end of a lane's run to its column.
    #[inline(always)]
    fn give(&self, lane: usize, table: &mut Table<T>, stop: Stop) {
        table.stops[self.columns[lane]] = stop;
        for i in RUN..RUNNING {
            table.set(self.columns[lane], i, self.numbers[i][lane]);
        }
    }
}

/// Takes the steps of the runs in the first `count` columns.
#[inline(always)]
pub(super) fn approach<S: Simd, T: Wide>(
    simd: S,
    corners: Corners<'_, T>,
    goal: Goal<T>,
    table: &mut Table<T>,
    count: usize,
) {
    let lanes = Lanes::<S, T>::COUNT;
    let mut held = Held { numbers: [[T::ZERO; WIDEST]; RUNNING], columns: [0; WIDEST], running: 0, next: 0 };
    (0..lanes).for_each(|lane| held.take(lane, table, count));
    while held.running != 0 {
        let number = |i: usize| Lanes::<S, T>::load(simd, &held.numbers[i]);
        let place = Place::from_numbers(number);
        let run = Run::from_numbers(|i| number(RUN + i));
        let proven = Proven::from_numbers(|i| number(PROVEN + i));
        let (run, proven, reasons) = step(&place, &run, &proven, goal, corners);
        // These end as they were before the step,
        let inside = reasons.inside & held.running;
        each_lane(inside, |lane| held.give(lane, table, Stop::Inside));
        run.numbers(|i, number| number.store(&mut held.numbers[RUN + i]));
        proven.numbers(|i, number| number.store(&mut held.numbers[PROVEN + i]));
        // and these as they are now.
        let others = (reasons.open | reasons.beyond | reasons.apart) & held.running & !inside;
        each_lane(others, |lane| held.give(lane, table, reasons.stop(lane)));
        each_lane(inside | others, |lane| held.take(lane, table, count));
    }
}

/// Does something with each lane that has its bit set.
#[inline(always)]
fn each_lane(mut lanes: u64, mut with: impl FnMut(usize)) {
    while lanes != 0 {
        with(lanes.trailing_zeros() as usize % WIDEST);
        lanes &= lanes - 1;
    }
}
