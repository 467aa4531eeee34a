//! Answers of runs that ended apart: what [`Closest::approach`](crate::gjk::Closest::approach) does after its steps, and what
//! [`query`](crate::query) makes of it, a register of runs at a time.

use fearless_simd::Simd;

use super::super::Question;
use super::super::answer::{Answer, Named};
use super::super::frame::{Frame, Setting, Solved, each};
use super::super::lane::{Lanes, Wide};
use super::Bodies;
use super::run::{MOST, Place, Run, Vertex};
use super::table::{AT_ONCE, Columns, Stop, Table, WIDEST};
use super::vector::{Point, times};
use super::weights::weights;
use crate::closed_form::boxes::{dot, minus};
use crate::math::{Number, Real, Vec3};
use crate::query::Proximity;

/// Writes the answers of the runs in the first columns to `found`, which has a place for each; true for those that it has one for.
/// Features are told by the bodies' own vertices, their kinds by the number of these.
#[inline(always)]
pub(super) fn write<S: Simd, T: Wide>(
    simd: S,
    question: Question,
    (bodies, table): (&Bodies<T>, &Table<T>),
    relative: T,
    (numbers, found): (&[usize], &mut [Proximity<Vec3<T>>]),
) -> [bool; AT_ONCE] {
    let lanes = Lanes::<S, T>::COUNT;
    let mut written = [false; AT_ONCE];
    for (first, some) in (0..).step_by(lanes).zip(numbers.chunks(lanes)) {
        let stops = &table.stops[first..first + some.len()];
        if !stops.contains(&Stop::Apart) {
            continue;
        }
        let columns = Columns::load(simd, table, first);
        let (answer, iterations) = answer(simd, question, bodies, relative, &columns);
        for (k, &number) in some.iter().enumerate() {
            if stops[k] == Stop::Apart && answer.write(k, &mut found[number]) {
                found[number].iterations = iterations.lane(k).nearest_integer();
                written[first + k] = true;
            }
        }
    }
    written
}

#[inline(always)]
fn answer<S: Simd, T: Wide>(
    simd: S,
    question: Question,
    bodies: &Bodies<T>,
    relative: T,
    columns: &Columns<Lanes<S, T>>,
) -> (Answer<Lanes<S, T>>, Lanes<S, T>) {
    let Columns { place, run, proven, .. } = columns;
    let frame = frame(bodies, columns);
    let number = |x: f64| frame.number(x);
    let zero = number(0.0);
    let [two, three] = run.holds();
    let points = oldest_first(run);
    let length = run.squared.root();
    let floor = number(4.0) * zero.like(T::UNIT) * place.size;
    let enough = (zero.like(relative) * length).larger(floor + floor);
    let closed = (length - (proven.lower + place.plane_error)).at_most(enough);
    let far = run.squared.above(number(1.0).like(T::power_of_two(-20)) * place.size * place.size);
    let apart = proven.lower.above(zero);
    let w = [points[0].w, points[1].w, points[2].w];
    let blunt = !three | blunt(w);
    let (weights, precise) = weights(w, [two, three]);
    let weighted = (weights[1].above(zero) | !two) & (weights[2].above(zero) | !three) & weights[0].above(zero);

    let of_b = each(|i| second_of(&frame, points[i].pair));
    let of_a = each(|i| points[i].pair - of_b[i] * number(f64::from(MOST)));
    let places = [sources(simd, &frame, &bodies.corners[0], &of_a), sources(simd, &frame, &bodies.corners[1], &of_b)];
    let sum = |points: [Point<Lanes<S, T>>; 3]| {
        each(|i| zero + points[0][i] * weights[0] + points[1][i] * weights[1] + points[2][i] * weights[2])
    };
    let w = sum(w);
    let solved = Solved {
        normal: times(run.nearest, -(number(1.0) / length)),
        distance: length,
        lower: proven.lower,
        upper: frame.upper(dot(w, w).root()),
        a: sum(places[0]),
        b: sum(places[1]),
    };
    let (a, b) = (named(of_a, weights, [two, three]), named(of_b, weights, [two, three]));
    let named = Named {
        counts: [a.0, b.0],
        vertices: [a.1, b.1],
        weights: [a.2, b.2],
        sound: blunt & closed & far & apart & precise,
    };
    let completed = frame.complete(&solved);
    let always = zero.at_most(zero);
    (Answer::new(question, completed, named, [weighted, always]), proven.iterations)
}

/// Whether the angle at the first point is such that nothing is gained in twofold precision.
#[inline(always)]
fn blunt<N: Number>([a, b, c]: [Point<N>; 3]) -> N::Mask {
    let (x, y) = (minus(b, a), minus(c, a));
    let (xx, xy, yy) = (dot(x, x), dot(x, y), dot(y, y));
    (xx * yy).at_most((xx * yy - xy * xy) * xx.like(N::Float::from_f64(16.0)))
}

/// The frame that the runs began in.
#[inline(always)]
fn frame<S: Simd, T: Wide>(bodies: &Bodies<T>, columns: &Columns<Lanes<S, T>>) -> Frame<Lanes<S, T>> {
    let Columns { place: Place { turn, offset, scale, size, point_error, plane_error }, .. } = *columns;
    let both = |[a, b]: [T; 2]| [size.like(a), size.like(b)];
    // What the errors of the frame were made of is in them.
    let zero = size.like(T::ZERO);
    let given = Setting {
        turn,
        offset: columns.offset,
        rotation_error: zero,
        offset_error: zero,
        reach: both(bodies.reach),
        radius: both(bodies.radius),
        error: both(bodies.error),
    };
    Frame { given, scale, unscale: size.like(T::ONE) / scale, offset, size, point_error, plane_error }
}

/// The points in the order of [`Simplex::points`](crate::gjk::Simplex::points); those that do not count repeat others.
#[inline(always)]
fn oldest_first<N: Number>(run: &Run<N>) -> [Vertex<N>; 3] {
    let [two, three] = run.holds();
    let [a, b, c] = run.points;
    [Vertex::choose(three, c, Vertex::choose(two, b, a)), Vertex::choose(three, b, a), a]
}

/// The number of the vertex of B.
#[inline(always)]
fn second_of<N: Number>(frame: &Frame<N>, pair: N) -> N {
    // To this number nothing but whole ones can be added.
    let whole = frame.ones() * frame.number(1.5);
    let most = f64::from(MOST);
    (pair * frame.number(1.0 / most) - frame.number(0.5 - 0.5 / most) + whole) - whole
}

/// The vertices of one body with these numbers.
#[inline(always)]
fn sources<S: Simd, T: Wide>(
    simd: S,
    frame: &Frame<Lanes<S, T>>,
    corners: &[[T; 3]; MOST as usize],
    ids: &[Lanes<S, T>; 3],
) -> [Point<Lanes<S, T>>; 3] {
    let source = |id: Lanes<S, T>| {
        let counted = id + frame.ones();
        let mut chosen = [[T::ZERO; 3]; WIDEST];
        for (k, corner) in chosen.iter_mut().enumerate().take(Lanes::<S, T>::COUNT) {
            *corner = corners[usize::from(counted.lane(k).last_bits()) % MOST as usize];
        }
        each(|i| Lanes::from_fn(simd, |k| chosen[k][i]))
    };
    [source(ids[0]), source(ids[1]), source(ids[2])]
}

/// What [`Feature::from_points`](crate::query::Feature) names of one side: the number of different vertices, these, and their weights.
#[inline(always)]
fn named<N: Number>(ids: [N; 3], weights: [N; 3], [two, three]: [N::Mask; 2]) -> (N, [N; 3], [N; 3]) {
    let number = |x: f64| ids[0].like(N::Float::from_f64(x));
    let (zero, one) = (number(0.0), number(1.0));
    let same = |x: N, y: N| x.at_most(y) & y.at_most(x);
    let pick = |claim, x, y| N::choose(claim, x, y);
    let [u, v, w] = ids;
    let second_is_first = two & same(u, v);
    let second = two & !second_is_first;
    let (mut first_weight, mut second_id) = (pick(second_is_first, weights[0] + weights[1], weights[0]), zero);
    let mut second_weight = pick(second, weights[1], zero);
    second_id = pick(second, v, second_id);
    let third_is_first = three & same(u, w);
    let third_is_second = three & !third_is_first & second & same(v, w);
    first_weight = pick(third_is_first, first_weight + weights[2], first_weight);
    second_weight = pick(third_is_second, second_weight + weights[2], second_weight);
    let added = three & !third_is_first & !third_is_second;
    let (as_second, as_third) = (added & !second, added & second);
    second_id = pick(as_second, w, second_id);
    second_weight = pick(as_second, weights[2], second_weight);
    let count = one + pick(second | as_second, one, zero) + pick(as_third, one, zero);
    (count, [u, second_id, pick(as_third, w, zero)], [first_weight, second_weight, pick(as_third, weights[2], zero)])
}
