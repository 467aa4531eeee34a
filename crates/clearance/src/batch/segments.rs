//! Pairs of segments, and pairs of points, side by side: capsules and balls, when swept by radii.

use fearless_simd::{Level, Simd};

use super::Question;
use super::answer::{Answer, Named};
use super::frame::{Frame, Setting, Solved, each};
use super::lane::{Lanes, Wide, on_registers};
use crate::closed_form::PARALLEL_EXPONENT;
use crate::closed_form::boxes::{dot, minus};
use crate::math::{Number, Real, Vec3};
use crate::query::Proximity;

/// A pair of segments, or of points if both ends of each are one.
#[derive(Clone, Copy)]
pub struct Pair<T> {
    /// Where its answer goes.
    pub(super) number: usize,
    pub(super) setting: Setting<T>,
    pub(super) ends: [[[T; 3]; 2]; 2],
}

/// Answers pairs at their places in `found`; gives the numbers of those that the formula has no answer for to `open`.
pub(super) fn solve<T: Wide>(
    level: Level,
    question: Question,
    pairs: &[Pair<T>],
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    if !pairs.is_empty() {
        on_registers!(level, simd => solve_with(simd, question, pairs, found, open));
    }
}

#[inline(always)]
fn solve_with<S: Simd, T: Wide>(
    simd: S,
    question: Question,
    pairs: &[Pair<T>],
    found: &mut [Proximity<Vec3<T>>],
    open: &mut dyn FnMut(usize),
) {
    let lanes = Lanes::<S, T>::COUNT;
    for some in pairs.chunks(lanes) {
        let (frame, ends) = gather(simd, some);
        let nearest = nearest(&frame, ends);
        let named = features([nearest.s, nearest.t]);
        let completed = frame.complete(&nearest.solved);
        let answer = Answer::new(question, &frame, completed, named, [nearest.sound, nearest.single]);
        for (k, pair) in some.iter().enumerate() {
            if !answer.write(k, &mut found[pair.number]) {
                open(pair.number);
            }
        }
    }
}

/// Whether pairs meet, at their places in `found`; gives the numbers of those whose bounds leave it open to `open`.
pub(super) fn meet<T: Wide>(level: Level, pairs: &[Pair<T>], found: &mut [bool], open: &mut dyn FnMut(usize)) {
    if !pairs.is_empty() {
        on_registers!(level, simd => meet_with(simd, pairs, found, open));
    }
}

#[inline(always)]
fn meet_with<S: Simd, T: Wide>(simd: S, pairs: &[Pair<T>], found: &mut [bool], open: &mut dyn FnMut(usize)) {
    for some in pairs.chunks(Lanes::<S, T>::COUNT) {
        let (frame, ends) = gather(simd, some);
        let Nearest { solved, sound, .. } = nearest(&frame, ends);
        let radius = (frame.given.radius[0] + frame.given.radius[1]) * frame.scale;
        let unit = frame.size.like(T::from_f64(4.0) * T::UNIT);
        let rounding = unit * (radius + frame.size);
        let apart = Lanes::<S, T>::bits((solved.lower - rounding).above(radius));
        let decided = Lanes::<S, T>::bits(sound) & (apart | Lanes::<S, T>::bits(radius.above(solved.upper + rounding)));
        for (k, pair) in some.iter().enumerate() {
            if decided & 1 << k == 0 {
                open(pair.number);
            } else {
                found[pair.number] = apart & 1 << k == 0;
            }
        }
    }
}

/// Some pairs, one in each lane.
#[inline(always)]
fn gather<S: Simd, T: Wide>(simd: S, some: &[Pair<T>]) -> Framed<Lanes<S, T>> {
    let pair = |k: usize| &some[k.min(some.len() - 1)];
    let setting = Setting::gather(simd, |k| &pair(k).setting);
    // One by one: lists of registers that are mapped go through memory.
    let end = |side: usize, end: usize| each(|i| Lanes::from_fn(simd, |k| pair(k).ends[side][end][i]));
    (Frame::new(setting, Lanes::power_to_one), [[end(0, 0), end(0, 1)], [end(1, 0), end(1, 1)]])
}

/// A frame and the ends of both segments.
type Framed<N> = (Frame<N>, [[[N; 3]; 2]; 2]);

/// The distances of the cores, and where on the segments they are attained.
struct Nearest<N: Number> {
    solved: Solved<N>,
    s: N,
    t: N,
    sound: N::Mask,
    single: N::Mask,
}

/// What `closed_form::segments` does to one pair.
#[inline(always)]
fn nearest<N: Number>(frame: &Frame<N>, [a, b]: [[[N; 3]; 2]; 2]) -> Nearest<N> {
    let (zero, one) = (frame.number(0.0), frame.number(1.0));
    let p = [each(|i| a[0][i] * frame.scale), each(|i| a[1][i] * frame.scale)];
    let q = [frame.scaled_b_in_a(b[0]), frame.scaled_b_in_a(b[1])];
    let (d1, d2, r) = (minus(p[1], p[0]), minus(q[1], q[0]), minus(p[0], q[0]));
    let (aa, bb, ab) = (dot(d1, d1), dot(d2, d2), dot(d1, d2));
    let (ar, br) = (dot(d1, r), dot(d2, r));
    let part = |x: N, y: N| (x / y).larger(zero).smaller(one);
    let determinant = aa * bb - ab * ab;
    let crossing = determinant.above(zero.like(N::Float::power_of_two(PARALLEL_EXPONENT)) * (aa * bb));
    let s = N::choose(crossing, part(ab * br - ar * bb, determinant), zero);
    let free = (ab * s + br) / bb;
    let t = free.larger(zero).smaller(one);
    let same = t.at_most(free) & free.at_most(t);
    let s = N::choose(crossing & same, s, part(ab * t - ar, aa));
    let v = each(|i| (p[0][i] + d1[i] * s) - (q[0][i] + d2[i] * t));
    let least = dot(v, p[0]).smaller(dot(v, p[1])) - dot(v, q[0]).larger(dot(v, q[1]));
    let on = |x: [[N; 3]; 2], t: N| each(|i| x[0][i] + (x[1][i] - x[0][i]) * t);
    let (found, sound) = frame.apart(v, least, [on(a, s), on(b, t)]);
    let single = crossing | aa.at_most(zero) | bb.at_most(zero);
    Nearest { solved: found, s, t, sound, single }
}

/// The features of the two places, of which a part may be null.
#[inline(always)]
fn features<N: Number>([s, t]: [N; 2]) -> Named<N> {
    let (zero, one) = (s.like(N::Float::ZERO), s.like(N::Float::ONE));
    let first = t.at_most(s);
    let (most, least) = (N::choose(first, s, t), N::choose(first, t, s));
    let [low, middle, high] = [one - most, most - least, least];
    let a = side([N::choose(first, low, low + middle), N::choose(first, middle + high, high)]);
    let b = side([N::choose(first, low + middle, low), N::choose(first, high, middle + high)]);
    Named { counts: [a.0, b.0], vertices: [a.1, b.1], weights: [a.2, b.2], sound: zero.at_most(zero) }
}

/// The number of vertices, the vertices and their weights, for those of both ends.
#[inline(always)]
fn side<N: Number>([low, high]: [N; 2]) -> (N, [N; 3], [N; 3]) {
    let (zero, one) = (low.like(N::Float::ZERO), low.like(N::Float::ONE));
    let at_start = !high.above(zero);
    let at_end = !(at_start | low.above(zero));
    let at_any = at_start | at_end;
    let vertices = [N::choose(at_end, one, zero), N::choose(at_any, zero, one), zero];
    let weights = [N::choose(at_end, high, low), N::choose(at_any, zero, high), zero];
    (N::choose(at_any, one, one + one), vertices, weights)
}
