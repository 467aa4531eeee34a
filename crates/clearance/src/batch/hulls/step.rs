//! A step of many runs at once.

use super::super::frame::each;
use super::reduce::{Reduced, nearest};
use super::run::{Place, Proven, Run, Vertex, pair_number};
use super::vector::{Point, apply_transpose, choose};
use crate::closed_form::boxes::dot;
use crate::math::{Number, Real};

/// When to stop: see [`Goal`](crate::gjk::Goal).
#[derive(Clone, Copy)]
pub struct Goal<T> {
    pub relative: T,
    pub cutoff: T,
    /// Runs whose first lower bound is below this part of the size are left to the query, which has another way for them.
    pub deepest: T,
}

/// The corners of A and of B.
pub(super) type Corners<'c, T> = [&'c [[T; 3]]; 2];

/// The magnitudes of directions for which a scan has the answers of [`Form::Vertices`](crate::Form), also of turned ones.
const TAME: i32 = 28;

/// Runs that are longer are left to the query; none of a small hull is.
const LONGEST: f64 = 128.0;

/// Why runs end, one bit for each lane; of those that hold the first counts.
#[derive(Clone, Copy)]
pub(super) struct Reasons {
    /// The origin is certainly inside of the points before the step and the next one.
    pub inside: u64,
    /// It takes more than a plain step.
    pub open: u64,
    /// The lower bound has passed the cutoff.
    pub beyond: u64,
    /// The bounds have met, or the next vertex is one of the points.
    pub apart: u64,
}

/// The vertex of the difference that lies farthest against a direction from B to A.
#[inline(always)]
pub(super) fn support<N: Number>(place: &Place<N>, v: Point<N>, corners: Corners<'_, N::Float>) -> Vertex<N> {
    let (a, of_a) = farthest(corners[0], each(|i| -v[i]));
    let (b, of_b) = farthest(corners[1], apply_transpose(&place.turn, v));
    Vertex { w: place.point(a, b), pair: pair_number([of_a, of_b]) }
}

/// The half of a step that looks at the plane through the nearest point: what is proven with its support point, which becomes the next
/// of the run; and whether it ends here.
#[inline(always)]
pub(super) fn look<N: Number>(
    place: &Place<N>,
    run: &mut Run<N>,
    before: &Proven<N>,
    goal: Goal<N::Float>,
    corners: Corners<'_, N::Float>,
) -> (Proven<N>, Reasons) {
    let Run { points: [a, b, c], nearest: v, squared, .. } = *run;
    let number = |x: f64| squared.like(N::Float::from_f64(x));
    let next = support(place, v, corners);
    let length = squared.root();
    let bound = dot(v, next.w) / length - place.plane_error;
    let better = bound.above(before.lower);
    let lower = N::choose(better, bound, before.lower);
    let gap = length - (lower + place.plane_error);
    let floor = number(4.0) * squared.like(N::Float::UNIT) * place.size;
    let enough = (squared.like(goal.relative) * length).larger(floor);
    let [two, three] = run.holds();
    let known = same(a.pair, next.pair) | two & same(b.pair, next.pair) | three & same(c.pair, next.pair);
    // What is within rounding of the origin, scanned like nothing else, or too long is not taken further.
    let fit =
        tame(v) & squared.above(place.point_error * place.point_error) & before.iterations.at_most(number(LONGEST));
    run.next = next;
    let reasons = Reasons {
        inside: 0,
        open: N::bits(!fit),
        beyond: N::bits(lower.above(squared.like(goal.cutoff))),
        apart: N::bits(gap.at_most(enough) | known),
    };
    let axis = choose(better, v, before.axis);
    (Proven { lower, axis, iterations: before.iterations + number(1.0) }, reasons)
}

/// One step of [`Closest::approach`](crate::gjk::Closest::approach): takes the next point in, and looks again.
#[inline(always)]
pub(super) fn step<N: Number>(
    place: &Place<N>,
    run: &Run<N>,
    before: &Proven<N>,
    goal: Goal<N::Float>,
    corners: Corners<'_, N::Float>,
) -> (Run<N>, Proven<N>, Reasons) {
    let Run { points: [b, c, d], next: a, .. } = *run;
    let [two, three] = run.holds();
    let reduced = nearest([a.w, b.w, c.w, d.w], [two, three], place.point_error);
    let count = reduced.rest.count();
    let unit = count.like(N::Float::UNIT);
    let number = |x: f64| unit.like(N::Float::from_f64(x));
    let slack = reduced.squared * (number(1.0) - number(64.0) * unit);
    let (point, sound) = (reduced.point, reduced.sound);
    let [of_a, of_b, of_c, of_d] = [dot(point, a.w), dot(point, b.w), dot(point, c.w), dot(point, d.w)];
    let behind = slack.at_most(of_a) & slack.at_most(of_b);
    let behind = behind & (!two | slack.at_most(of_c)) & (!three | slack.at_most(of_d));
    // Nothing was dropped if there are more points than before.
    let optimal = count.above(run.count) | behind;
    let plain = sound & optimal & run.squared.above(reduced.squared) & !reduced.unclear;
    let mut after = after(a, run.points, &reduced, count);
    let (proven, reasons) = look(place, &mut after, before, goal, corners);
    let inside = N::bits(reduced.inside);
    (after, proven, Reasons { inside, open: reasons.open | N::bits(!plain), ..reasons })
}

/// The points of the nearest feature.
#[inline(always)]
fn after<N: Number>(newest: Vertex<N>, [b, c, d]: [Vertex<N>; 3], reduced: &Reduced<N>, count: N) -> Run<N> {
    let [third, fourth] = reduced.rest.first();
    let second = Vertex::choose(fourth, d, Vertex::choose(third, c, b));
    let last = Vertex::choose(fourth, b, Vertex::choose(third, d, c));
    let points = [newest, second, last];
    Run { points, count, nearest: reduced.point, squared: reduced.squared, next: newest }
}

/// Whether a scan has the answers of all other ways to look for a vertex along a direction.
#[inline(always)]
pub(super) fn tame<N: Number>(v: Point<N>) -> N::Mask {
    let largest = v[0].magnitude().larger(v[1].magnitude()).larger(v[2].magnitude());
    let power = |e: i32| largest.like(N::Float::power_of_two(e));
    power(-TAME).at_most(largest) & largest.at_most(power(TAME))
}

#[inline(always)]
fn same<N: Number>(one: N, other: N) -> N::Mask {
    one.at_most(other) & other.at_most(one)
}

/// The first of the vertices farthest along a direction of each lane, and its number.
#[inline(always)]
fn farthest<N: Number>(vertices: &[[N::Float; 3]], dir: Point<N>) -> (Point<N>, N) {
    let like = |x: N::Float| dir[0].like(x);
    let Some((first, rest)) = vertices.split_first() else { return (dir, dir[0]) };
    let mut place = each(|i| like(first[i]));
    let mut height = dot(dir, place);
    let mut best = like(N::Float::ZERO);
    let mut number = best;
    let one = like(N::Float::ONE);
    for vertex in rest {
        number = number + one;
        let next = each(|i| like(vertex[i]));
        let candidate = dot(dir, next);
        let higher = candidate.above(height);
        place = choose(higher, next, place);
        best = N::choose(higher, number, best);
        height = height.larger(candidate);
    }
    (place, best)
}
