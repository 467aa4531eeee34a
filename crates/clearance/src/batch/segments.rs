//! Pairs of segments, and pairs of points, side by side: capsules and balls, when swept by radii.

use fearless_simd::{Level, Simd};

use super::Question;
use super::boxes::write;
use super::frame::{Frame, Setting, Solved, each};
use super::lane::{Lanes, Wide, on_registers};
use crate::closed_form::PARALLEL_EXPONENT;
use crate::closed_form::boxes::{dot, minus};
use crate::math::{Number, Real, Vec3};
use crate::query::{Feature, FeatureKind, Proximity};

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
        let completed = frame.complete(&nearest.solved);
        for (k, pair) in some.iter().enumerate() {
            let features = features([nearest.s.lane(k), nearest.t.lane(k)]);
            let place = &mut found[pair.number];
            let sound = nearest.sound & 1 << k != 0;
            if !(sound && write(question, &completed, nearest.single & 1 << k != 0, features, k, place)) {
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
        let decided = sound & (apart | Lanes::<S, T>::bits(radius.above(solved.upper + rounding)));
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
    let ends = [0, 1].map(|side| [0, 1].map(|end| each(|i| Lanes::from_fn(simd, |k| pair(k).ends[side][end][i]))));
    (Frame::new(setting, Lanes::power_to_one), ends)
}

/// A frame and the ends of both segments.
type Framed<N> = (Frame<N>, [[[N; 3]; 2]; 2]);

/// The distances of the cores, and where on the segments they are attained.
struct Nearest<N> {
    solved: Solved<N>,
    s: N,
    t: N,
    /// One bit for each lane.
    sound: u64,
    single: u64,
}

/// What `closed_form::segments` does to one pair.
#[inline(always)]
fn nearest<N: Number>(frame: &Frame<N>, [a, b]: [[[N; 3]; 2]; 2]) -> Nearest<N> {
    let (zero, one) = (frame.number(0.0), frame.number(1.0));
    let p = a.map(|end| each(|i| end[i] * frame.scale));
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
    Nearest { solved: found, s, t, sound: N::bits(sound), single: N::bits(single) }
}

/// The features of the two places, of which a part may be null.
#[inline(always)]
fn features<T: Real>([s, t]: [T; 2]) -> [Feature<T>; 2] {
    let (most, least) = if s >= t { (s, t) } else { (t, s) };
    let [low, middle, high] = [T::ONE - most, most - least, least];
    let (early, late) = ([low, middle + high], [low + middle, high]);
    let (of_a, of_b) = if s >= t { (early, late) } else { (late, early) };
    [of_a, of_b].map(|[low, high]| {
        if !(high > T::ZERO) {
            Feature::known(FeatureKind::Vertex, 1, [0, 0, 0], [low, T::ZERO, T::ZERO])
        } else if !(low > T::ZERO) {
            Feature::known(FeatureKind::Vertex, 1, [1, 0, 0], [high, T::ZERO, T::ZERO])
        } else {
            Feature::known(FeatureKind::Edge, 2, [0, 1, 0], [low, high, T::ZERO])
        }
    })
}
