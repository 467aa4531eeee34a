//! Pairs of boxes side by side.
//!
//! A register of pairs takes the fifteen axes first, whichever axis each lane then goes along. Those that have no
//! answer there are gathered once more for projections, and those that end on two edges for the axis of these. A pair
//! that none of this has a final answer for is left to the query.

mod axes;
mod gaps;
mod names;
mod touch;
mod ways;

use alloc::vec::Vec;

use fearless_simd::{Level, Simd};

use self::gaps::largest_gap;
use self::ways::{Apart, along, apart, crossing};
use super::answer::Answer;
use super::lane::{Lanes, Wide, on_registers};
use super::question::Question;
use super::setting::{LaneSetting, Scaled, each};
use crate::closed_form::boxes::Boxes;
use crate::math::{Number, Vec3};
use crate::proximity::Proximity;

/// Pairs that are taken at once: enough that few registers are half empty, few enough to stay in the cache.
pub(super) const BLOCK: usize = 256;

/// The most lanes of any register.
const WIDEST: usize = 8;

/// A pair.
#[derive(Clone, Copy)]
pub struct Pair<T> {
    /// Where its answer goes.
    pub(super) number: usize,
    pub(super) setting: LaneSetting<T>,
    /// Half extents.
    pub(super) half: [[T; 3]; 2],
}

/// Numbers of pairs that one way has no answer for.
pub struct Left<T> {
    projected: Vec<usize>,
    /// With the axes of their edges.
    crossing: Vec<(usize, T)>,
}

impl<T> Left<T> {
    pub(super) fn new() -> Self {
        Left { projected: Vec::new(), crossing: Vec::new() }
    }
}

/// Answers pairs at their places in `found`, with the instructions of a level; gives the numbers of those that it has
/// no answer for to `open`. `left` is memory.
pub(super) fn solve<T: Wide>(
    level: Level,
    question: Question,
    (pairs, left): (&[Pair<T>], &mut Left<T>),
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    if !pairs.is_empty() {
        left.projected.clear();
        left.crossing.clear();
        on_registers!(level, simd => by_axes(simd, question, (pairs, left), found, open));
        on_registers!(level, simd => by_projections(simd, question, (pairs, left), found, open));
        on_registers!(level, simd => by_edges(simd, question, (pairs, &left.crossing), found, open));
    }
}

#[inline(always)]
fn by_axes<S: Simd, T: Wide>(
    simd: S,
    question: Question,
    (pairs, left): (&[Pair<T>], &mut Left<T>),
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    let lanes = Lanes::<S, T>::COUNT;
    for (first, some) in (0..).step_by(lanes).zip(pairs.chunks(lanes)) {
        let framed = gather(simd, |k| &some[k.min(some.len() - 1)]);
        let (scaled, boxes) = &framed;
        let Some(gap) = largest_gap(scaled, boxes) else {
            left.projected.extend(first..first + some.len());
            continue;
        };
        let (answer, holds) = along(question, scaled, boxes, &gap);
        for (k, pair) in some.iter().enumerate() {
            if holds & 1 << k == 0 {
                left.projected.push(first + k);
            } else {
                write(&answer, k, pair, found, open);
            }
        }
    }
}

#[inline(always)]
fn by_projections<S: Simd, T: Wide>(
    simd: S,
    question: Question,
    (pairs, left): (&[Pair<T>], &mut Left<T>),
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    for numbers in left.projected.chunks(Lanes::<S, T>::COUNT) {
        let framed = gather(simd, |k| &pairs[numbers[k.min(numbers.len() - 1)]]);
        project(question, &framed, (pairs, numbers.iter().copied()), &mut left.crossing, found, open);
    }
}

/// Answers by projections those of a register, whose places are given; edges that may cross are left to `crossing`.
#[inline(always)]
fn project<S: Simd, T: Wide>(
    question: Question,
    (scaled, boxes): &Framed<Lanes<S, T>>,
    (pairs, places): (&[Pair<T>], impl Iterator<Item = usize>),
    crossing: &mut Vec<(usize, T)>,
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    let Apart { answer, crossing: may_cross, axis } = apart(question, scaled, boxes);
    for (k, place) in places.enumerate() {
        if may_cross & 1 << k == 0 {
            write(&answer, k, &pairs[place], found, open);
        } else {
            crossing.push((place, axis.lane(k)));
        }
    }
}

#[inline(always)]
fn by_edges<S: Simd, T: Wide>(
    simd: S,
    question: Question,
    (pairs, edges): (&[Pair<T>], &[(usize, T)]),
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    for some in edges.chunks(Lanes::<S, T>::COUNT) {
        let one = |k: usize| some[k.min(some.len() - 1)];
        let (scaled, boxes) = gather(simd, |k| &pairs[one(k).0]);
        let axis = Lanes::from_fn(simd, |k| one(k).1);
        let answer = crossing(question, &scaled, &boxes, axis);
        some.iter().enumerate().for_each(|(k, &(number, _))| write(&answer, k, &pairs[number], found, open));
    }
}

/// The answer of one lane.
#[inline(always)]
fn write<S: Simd, T: Wide>(
    answer: &Answer<Lanes<S, T>>,
    k: usize,
    pair: &Pair<T>,
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    if !answer.write(k, &mut found[pair.number]) {
        open(pair.number);
    }
}

/// Boxes in their frame.
type Framed<N> = (Scaled<N>, Boxes<N>);

/// Some pairs, one in each lane.
#[inline(always)]
fn gather<'p, S: Simd, T: Wide>(simd: S, pair: impl Fn(usize) -> &'p Pair<T>) -> Framed<Lanes<S, T>> {
    let mut chosen = [pair(0); WIDEST];
    for (k, place) in chosen.iter_mut().enumerate().take(Lanes::<S, T>::COUNT) {
        *place = pair(k);
    }
    let setting = LaneSetting::gather(simd, |k| &chosen[k].setting);
    let scaled = Scaled::new(setting, Lanes::power_to_one);
    let half = |side: usize| each(|i| Lanes::from_fn(simd, |k| chosen[k].half[side][i]) * scaled.frame.scale);
    let (turn, t) = (scaled.given.turn, scaled.offset);
    let boxes = Boxes {
        r: turn,
        t,
        t_in_b: each(|j| turn[j][0] * t[0] + turn[j][1] * t[1] + turn[j][2] * t[2]),
        h: half(0),
        g: half(1),
        noise: scaled.frame.plane_error + scaled.number(3.0) * scaled.given.rotation_error * scaled.frame.size,
        size: scaled.frame.size,
        exact_turn: scaled.given.rotation_error.at_most(scaled.number(0.0)),
    };
    (scaled, boxes)
}
