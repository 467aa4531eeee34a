//! Pairs of boxes side by side.
//!
//! All lanes of a register go one way, so pairs are sorted by their way first: by the axis of the largest gap, or to the
//! projections. Each of these sixteen ways then takes its pairs a register at a time. A pair that no way has a settled answer
//! for is left to the query.

mod answer;
mod meet;
mod sorted;
mod ways;

use fearless_simd::{Level, Simd};

pub(super) use self::answer::write;
use self::answer::{along_spans, at_ends};
pub(super) use self::meet::meet;
pub use self::sorted::Sorted;
use self::sorted::{keep, kept};
use self::ways::{Solution, along, apart, largest_gap};
use super::Question;
use super::frame::{Frame, Setting, each};
use super::lane::{Lanes, Wide, on_registers};
use crate::closed_form::boxes::{Axis, Boxes};
use crate::math::{Number, Vec3};
use crate::query::Proximity;

/// Pairs that are sorted at once: enough that most registers are full, few enough to stay in the cache.
pub(super) const BLOCK: usize = 256;

/// The most lanes of any register.
const WIDEST: usize = 8;

/// The axes in the order in which they are tried.
const AXES: [Axis; 15] = {
    let mut axes = [Axis::OfA(0); 15];
    let mut n = 0;
    while n < 15 {
        axes[n] = match n {
            0..3 => Axis::OfA(n),
            3..6 => Axis::OfB(n - 3),
            _ => Axis::Across(n / 3 - 2, n % 3),
        };
        n += 1;
    }
    axes
};

/// The way of pairs that no axis serves.
const PROJECTED: usize = AXES.len();

/// A pair.
#[derive(Clone, Copy)]
pub struct Pair<T> {
    /// Where its answer goes.
    pub(super) number: usize,
    pub(super) setting: Setting<T>,
    /// Half extents.
    pub(super) half: [[T; 3]; 2],
}

/// Answers at most [`BLOCK`] pairs at their places in `found`, with the instructions of a level; gives the numbers of those that
/// it has no answer for to `open`.
pub(super) fn solve<T: Wide>(
    level: Level,
    question: Question,
    (pairs, sorted): (&[Pair<T>], &mut Sorted<T>),
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    if !pairs.is_empty() {
        on_registers!(level, simd => solve_with(simd, question, pairs, sorted, found, open));
    }
}

#[inline(always)]
fn solve_with<S: Simd, T: Wide>(
    simd: S,
    question: Question,
    pairs: &[Pair<T>],
    sorted: &mut Sorted<T>,
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    let lanes = Lanes::<S, T>::COUNT;
    sorted.clear();
    for first in (0..pairs.len()).step_by(lanes) {
        let last = pairs.len() - 1;
        let (frame, boxes) = gather(simd, |k| &pairs[(first + k).min(last)]);
        let count = lanes.min(pairs.len() - first);
        if let Some(gap) = largest_gap(&frame, &boxes) {
            keep(sorted, first, &gap);
            (0..count).for_each(|k| sorted.add(gap.axis.lane(k).whole() as usize, first + k));
        } else {
            let solution = apart(&frame, &boxes);
            (0..count).for_each(|k| write_apart(question, &solution, &boxes, k, &pairs[first + k], found, open));
        }
    }
    for (way, &axis) in AXES.iter().enumerate() {
        for first in (0..sorted.count(way)).step_by(lanes) {
            let (numbers, count) = sorted.register(way, first, lanes);
            let (frame, boxes) = gather(simd, |k| &pairs[numbers[k]]);
            let gap = kept(simd, sorted, &numbers);
            let solution = along(&frame, &boxes, &gap, axis);
            for (k, &number) in numbers.iter().enumerate().take(count) {
                match &solution {
                    Some(solution) if solution.sound & 1 << k != 0 => {
                        let place = &mut found[pairs[number].number];
                        if !along_spans(question, solution, axis, k, place) {
                            open(pairs[number].number);
                        }
                    }
                    _ => sorted.add(PROJECTED, number),
                }
            }
        }
    }
    for first in (0..sorted.count(PROJECTED)).step_by(lanes) {
        let (numbers, count) = sorted.register(PROJECTED, first, lanes);
        let (frame, boxes) = gather(simd, |k| &pairs[numbers[k]]);
        let solution = apart(&frame, &boxes);
        for (k, &number) in numbers.iter().enumerate().take(count) {
            write_apart(question, &solution, &boxes, k, &pairs[number], found, open);
        }
    }
}

/// The answer of one lane by projections.
#[inline(always)]
fn write_apart<S: Simd, T: Wide>(
    question: Question,
    solution: &Solution<Lanes<S, T>>,
    boxes: &Boxes<Lanes<S, T>>,
    k: usize,
    pair: &Pair<T>,
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    if solution.sound & 1 << k == 0 || !at_ends(question, solution, boxes, k, &mut found[pair.number]) {
        open(pair.number);
    }
}

/// Boxes in their frame.
type Framed<N> = (Frame<N>, Boxes<N>);

/// Some pairs, one in each lane.
#[inline(always)]
fn gather<'p, S: Simd, T: Wide>(simd: S, pair: impl Fn(usize) -> &'p Pair<T>) -> Framed<Lanes<S, T>> {
    let mut chosen = [pair(0); WIDEST];
    for (k, place) in chosen.iter_mut().enumerate().take(Lanes::<S, T>::COUNT) {
        *place = pair(k);
    }
    let setting = Setting::gather(simd, |k| &chosen[k].setting);
    let frame = Frame::new(setting, Lanes::power_to_one);
    let half = |side: usize| each(|i| Lanes::from_fn(simd, |k| chosen[k].half[side][i]) * frame.scale);
    let (turn, t) = (frame.given.turn, frame.offset);
    let boxes = Boxes {
        r: turn,
        t,
        t_in_b: each(|j| turn[j][0] * t[0] + turn[j][1] * t[1] + turn[j][2] * t[2]),
        h: half(0),
        g: half(1),
        noise: frame.plane_error + frame.number(3.0) * frame.given.rotation_error * frame.size,
        size: frame.size,
        exact_turn: frame.given.rotation_error.at_most(frame.number(0.0)),
    };
    (frame, boxes)
}
