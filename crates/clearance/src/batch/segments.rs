//! Pairs of segments and points, side by side: capsules and balls, when swept by radii. What [`query::formula`](crate::query) does to
//! one pair, with the same operations in the same order.

use fearless_simd::{Level, Simd};

use super::Question;
use super::answer::{Answer, Named};
use super::frame::{Completed, Setting, each};
use super::lane::{Lanes, Wide, on_registers};
use crate::closed_form::PARALLEL_EXPONENT;
use crate::closed_form::boxes::dot;
use crate::math::{Number, Real, Vec3};
use crate::query::{Proximity, ordinary_lengths};

/// Two cores about the origins of their frames.
#[derive(Clone, Copy)]
pub struct Pair<T> {
    /// Where its answer goes.
    pub(super) number: usize,
    pub(super) setting: Setting<T>,
    /// The second ends of segments, zero for points.
    pub(super) ends: [[T; 3]; 2],
    /// 1 if B's core is a point, which is not turned, else 0.
    pub(super) point: T,
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
    for some in pairs.chunks(Lanes::<S, T>::COUNT) {
        let placed = gather(simd, some);
        let nearest = nearest(&placed);
        let named = features([nearest.s, nearest.t]);
        let (completed, sharp) = completed(&placed, &nearest);
        let answer = Answer::new(question, completed, named, [placed.ordinary & sharp, nearest.single]);
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
        let placed = gather(simd, some);
        let Nearest { v, least, .. } = nearest(&placed);
        let number = |x: T| least.like(x);
        let (squared, rounding) = (dot(v, v), T::from_f64(16.0) * T::UNIT);
        let near = placed.radius * number(T::ONE - rounding) - placed.error;
        let far = placed.radius * number(T::ONE + rounding) + placed.error;
        let zero = number(T::ZERO);
        let apart = Lanes::<S, T>::bits(least.above(zero) & (least * least).above(far * far * squared));
        let meet = Lanes::<S, T>::bits(near.above(zero) & (near * near).above(squared));
        let decided = Lanes::<S, T>::bits(placed.ordinary) & (apart | meet);
        for (k, pair) in some.iter().enumerate() {
            if decided & 1 << k == 0 {
                open(pair.number);
            } else {
                found[pair.number] = apart & 1 << k == 0;
            }
        }
    }
}

/// Some pairs, one in each lane, along the axes of A's frame.
struct Placed<N: Number> {
    given: Setting<N>,
    /// From B's origin to A's.
    apart: [N; 3],
    /// To the second ends.
    half: [[N; 3]; 2],
    error: N,
    radius: N,
    ordinary: N::Mask,
}

#[inline(always)]
fn gather<S: Simd, T: Wide>(simd: S, some: &[Pair<T>]) -> Placed<Lanes<S, T>> {
    let pair = |k: usize| &some[k.min(some.len() - 1)];
    let setting = Setting::gather(simd, |k| &pair(k).setting);
    // One by one: lists of registers that are mapped go through memory.
    let end = |side: usize| each(|i| Lanes::from_fn(simd, |k| pair(k).ends[side][i]));
    placed(setting, [end(0), end(1)], Lanes::from_fn(simd, |k| pair(k).point))
}

/// `query::formula::setting`, of a body A that stands at the identity.
#[inline(always)]
fn placed<N: Number>(given: Setting<N>, [end_a, end_b]: [[N; 3]; 2], point: N) -> Placed<N> {
    let number = |x: N::Float| given.offset_error.like(x);
    let (zero, one) = (number(N::Float::ZERO), number(N::Float::ONE));
    let [x, y, z] = given.offset;
    let size = given.reach[0] + given.reach[1] + (x.magnitude() + y.magnitude() + z.magnitude());
    let rounding = number(N::Float::from_f64(32.0) * N::Float::UNIT);
    let error =
        given.error[0] + given.error[1] + (zero + given.offset_error) + (zero + given.rotation_error + rounding) * size;
    let radius = given.radius[0] + given.radius[1];
    let (largest, range) = (size + radius, number(ordinary_lengths::<N::Float>()));
    let ordinary = largest.above(range) & one.above(largest * range);
    let turned = |turn: [[N; 3]; 3], v: [N; 3]| each(|i| turn[0][i] * v[0] + turn[1][i] * v[1] + turn[2][i] * v[2]);
    let half_b = turned(given.turn, end_b);
    let is_point = point.above(zero);
    // The products with zeros decide the signs of others.
    let half_a = turned([[one, zero, zero], [zero, one, zero], [zero, zero, one]], end_a);
    let half = [half_a, each(|i| N::choose(is_point, zero, half_b[i]))];
    Placed { given, apart: [-x, -y, -z], half, error, radius, ordinary }
}

/// The nearest points of two segments: `query::formula::segments`.
struct Nearest<N: Number> {
    /// Their places, from −1 to 1.
    s: N,
    t: N,
    /// From B to A, and its least product with a difference of ends.
    v: [N; 3],
    least: N,
    single: N::Mask,
}

#[inline(always)]
fn nearest<N: Number>(placed: &Placed<N>) -> Nearest<N> {
    let (c, [p, q]) = (placed.apart, placed.half);
    let number = |x: N::Float| placed.error.like(x);
    let (zero, one) = (number(N::Float::ZERO), number(N::Float::ONE));
    let limited = |place: N| place.larger(-one).smaller(one);
    let (pp, qq, pq, pc, qc) = (dot(p, p), dot(q, q), dot(p, q), dot(p, c), dot(q, c));
    let determinant = pp * qq - pq * pq;
    let crossing = determinant.above(number(N::Float::power_of_two(PARALLEL_EXPONENT)) * (pp * qq));
    let s = N::choose(crossing, limited((pq * qc - pc * qq) / determinant), zero);
    let free = (pq * s + qc) * (one / qq);
    let t = limited(free);
    let same = t.at_most(free) & free.at_most(t);
    let again = limited((pq * t - pc) * (one / pp));
    let s = N::choose(crossing & same, s, again);
    let v = each(|i| c[i] + p[i] * s - q[i] * t);
    let least = dot(v, c) - dot(v, p).magnitude() - dot(v, q).magnitude();
    Nearest { s, t, v, least, single: crossing | pp.at_most(zero) | qq.at_most(zero) }
}

/// The answers for the bodies, and those of which the direction is not lost: `query::formula::found`.
#[inline(always)]
fn completed<N: Number>(placed: &Placed<N>, nearest: &Nearest<N>) -> (Completed<N>, N::Mask) {
    let &Placed { ref given, half: [half_a, _], error, radius, .. } = placed;
    let number = |x: f64| error.like(N::Float::from_f64(x));
    let zero = number(0.0);
    let length = dot(nearest.v, nearest.v).root();
    let inverse = number(1.0) / length;
    let (lower, upper) = (nearest.least * inverse - error, length + error);
    let sharp = lower.above(zero) & (upper - lower).at_most(number(4.0) * error);
    let normal = each(|i| nearest.v[i] * -inverse);
    let rounding = error.like(N::Float::from_f64(4.0) * N::Float::UNIT);
    let quantum = error.like(N::Float::QUANTUM);
    let outward = |x: N| rounding * (x.magnitude() + radius) + quantum;
    let distance = length - radius;
    // A's origin is zero, which matters to the sign of another zero.
    let witness_a = each(|i| half_a[i] * nearest.s + normal[i] * given.radius[0] + zero);
    let completed = Completed {
        normal,
        distance,
        lower: lower - radius - outward(lower),
        upper: upper - radius + outward(upper),
        witness_a,
        witness_b: each(|i| witness_a[i] + normal[i] * distance),
    };
    (completed, sharp)
}

/// The features of two places: `Feature::of_segment`.
#[inline(always)]
fn features<N: Number>([s, t]: [N; 2]) -> Named<N> {
    let (a, b) = (side(s), side(t));
    let zero = s.like(N::Float::ZERO);
    Named { counts: [a.0, b.0], vertices: [a.1, b.1], weights: [a.2, b.2], sound: zero.at_most(zero) }
}

/// The number of vertices, the vertices and their weights.
#[inline(always)]
fn side<N: Number>(s: N) -> (N, [N; 3], [N; 3]) {
    let (zero, one) = (s.like(N::Float::ZERO), s.like(N::Float::ONE));
    let part = (one + s) * s.like(N::Float::HALF);
    let ended = one.at_most(part);
    let between = part.above(zero) & !ended;
    let (end, edge) = (N::choose(ended, one, zero), N::choose(between, one, zero));
    (one + edge, [end, edge, zero], [one - part + end, part - end, zero])
}
