//! Runs of GJK side by side: what each lane knows between two steps, and the step.

use super::super::frame::each;
use super::reduce::{Reduced, nearest};
use super::vector::{Point, apply, apply_transpose, times};
use crate::closed_form::boxes::dot;
use crate::math::{Number, Real};

/// What a run needs to know of its pair; lengths are scaled like the [difference](crate::difference::Difference).
#[derive(Clone, Copy)]
pub struct Setting<N> {
    /// B's rotation in A's frame, by columns.
    pub turn: [Point<N>; 3],
    pub offset: Point<N>,
    pub scale: N,
    pub point_error: N,
    pub plane_error: N,
    pub size: N,
}

/// A point of the difference, with the numbers of the vertices of A and of B that it comes from.
#[derive(Clone, Copy)]
pub struct Vertex<N> {
    pub w: Point<N>,
    pub ids: [N; 2],
}

/// A run between two steps.
#[derive(Clone, Copy)]
pub struct Run<N> {
    pub setting: Setting<N>,
    /// The newest first; of these `count` are meant, none before the first step.
    pub points: [Vertex<N>; 3],
    pub count: N,
    /// The nearest point, before the first step the direction from B to A; and its squared length.
    pub nearest: Point<N>,
    pub squared: N,
    pub lower: N,
    /// The direction in which `lower` was found.
    pub axis: Point<N>,
    pub iterations: N,
}

impl<N> Run<N> {
    /// How many numbers a run is told by.
    pub const NUMBERS: usize = 41;
}

impl<N: Copy> Run<N> {
    /// All its numbers, in order. One by one, since a list that is walked goes through memory as a whole.
    #[inline(always)]
    pub fn numbers(&self, mut each: impl FnMut(usize, N)) {
        let Setting { turn, offset, scale, point_error, plane_error, size } = self.setting;
        let [a, b, c] = self.points;
        tell(&mut each, 0, turn[0]);
        tell(&mut each, 3, turn[1]);
        tell(&mut each, 6, turn[2]);
        tell(&mut each, 9, offset);
        tell(&mut each, 12, a.w);
        tell(&mut each, 15, b.w);
        tell(&mut each, 18, c.w);
        tell(&mut each, 21, self.nearest);
        tell(&mut each, 24, self.axis);
        each(27, scale);
        each(28, point_error);
        each(29, plane_error);
        each(30, size);
        each(31, a.ids[0]);
        each(32, a.ids[1]);
        each(33, b.ids[0]);
        each(34, b.ids[1]);
        each(35, c.ids[0]);
        each(36, c.ids[1]);
        each(37, self.count);
        each(38, self.squared);
        each(39, self.lower);
        each(40, self.iterations);
    }

    /// The run with these numbers.
    #[inline(always)]
    pub fn from_numbers(number: impl Fn(usize) -> N) -> Self {
        let vector = |i: usize| [number(3 * i), number(3 * i + 1), number(3 * i + 2)];
        let single = |i: usize| number(27 + i);
        let vertex = |i: usize| Vertex { w: vector(4 + i), ids: [single(4 + 2 * i), single(5 + 2 * i)] };
        Run {
            setting: Setting {
                turn: [vector(0), vector(1), vector(2)],
                offset: vector(3),
                scale: single(0),
                point_error: single(1),
                plane_error: single(2),
                size: single(3),
            },
            points: [vertex(0), vertex(1), vertex(2)],
            nearest: vector(7),
            axis: vector(8),
            count: single(10),
            squared: single(11),
            lower: single(12),
            iterations: single(13),
        }
    }
}

/// The components of a vector, counted from `i`.
#[inline(always)]
fn tell<N>(each: &mut impl FnMut(usize, N), i: usize, [x, y, z]: [N; 3]) {
    each(i, x);
    each(i + 1, y);
    each(i + 2, z);
}

impl<T: Real> Run<T> {
    /// Before the first step, which goes from B to A along an axis.
    #[inline]
    pub fn new(setting: Setting<T>, axis: Point<T>) -> Self {
        let zero = T::ZERO;
        Run {
            setting,
            points: [Vertex { w: [zero; 3], ids: [zero; 2] }; 3],
            count: zero,
            nearest: axis,
            squared: dot(axis, axis),
            lower: -T::INFINITY,
            axis,
            iterations: zero,
        }
    }
}

/// How runs stand after a step, one bit for each lane.
pub(super) struct Outcome<N> {
    pub run: Run<N>,
    pub newest: Vertex<N>,
    /// The bounds have met or a vertex has returned; the newest point is not part of the run.
    pub apart: u64,
    /// The origin is certainly inside of the points of the run and the newest.
    pub inside: u64,
    /// The nearest point is within rounding of the origin.
    pub contact: u64,
    /// It takes more than a plain step.
    pub open: u64,
}

/// The magnitudes of directions for which a scan has the answers of [`Form::Vertices`](crate::Form), also of turned ones.
const TAME: i32 = 28;

/// Runs that are longer are left to the query; none of a small hull is.
const LONGEST: f64 = 128.0;

/// One step of [`Closest::approach`](crate::gjk::Closest::approach). The vertices are those of A and of B.
#[inline(always)]
pub(super) fn step<N: Number>(run: Run<N>, relative: N, vertices: [&[[N::Float; 3]]; 2]) -> Outcome<N> {
    let Run { setting, points, count, nearest: v, squared, .. } = run;
    let number = |x: f64| count.like(N::Float::from_f64(x));
    let zero = number(0.0);
    let fresh = count.at_most(zero);
    let down = each(|i| -v[i]);
    let turned_down = apply_transpose(setting.turn, down);
    let down_in_b = each(|i| -turned_down[i]);
    let (a, id_a) = farthest(vertices[0], down);
    let (b, id_b) = farthest(vertices[1], down_in_b);
    let [x, y, z] = setting.turn;
    let turned = apply([times(x, setting.scale), times(y, setting.scale), times(z, setting.scale)], b);
    let newest = Vertex { w: each(|i| a[i] * setting.scale - (turned[i] + setting.offset[i])), ids: [id_a, id_b] };

    let length = squared.root();
    let bound = dot(v, newest.w) / length - setting.plane_error;
    let better = bound.above(run.lower);
    let lower = N::choose(better, bound, run.lower);
    let axis = each(|i| N::choose(better, v[i], run.axis[i]));
    let gap = length - (lower + setting.plane_error);
    let floor = number(4.0) * zero.like(N::Float::UNIT) * setting.size;
    let enough = (relative * length).larger(floor);
    let apart = !fresh & (gap.at_most(enough) | run.knows(&newest));

    let grown = count + number(1.0);
    let [b, c, d] = points;
    let Reduced { point, squared: reduced, places, sound, inside } =
        nearest([newest.w, b.w, c.w, d.w], grown, setting.point_error);
    let inside = inside & !apart;
    let kept = [places[0].above(zero), places[1].above(zero)];
    let count = number(1.0) + N::choose(kept[0], number(1.0), zero) + N::choose(kept[1], number(1.0), zero);
    let slack = reduced * (number(1.0) - number(64.0) * zero.like(N::Float::UNIT));
    let mut least = slack.smaller(dot(point, newest.w));
    least = N::choose(run.holds(0), least.smaller(dot(point, b.w)), least);
    least = N::choose(run.holds(1), least.smaller(dot(point, c.w)), least);
    least = N::choose(run.holds(2), least.smaller(dot(point, d.w)), least);
    let optimal = grown.at_most(count) | slack.at_most(least);
    let nearer = fresh | squared.above(reduced);
    let largest = v[0].magnitude().larger(v[1].magnitude()).larger(v[2].magnitude());
    let power = |e: i32| zero.like(N::Float::power_of_two(e));
    let tame = power(-TAME).at_most(largest) & largest.at_most(power(TAME));
    let tame = tame & run.iterations.at_most(number(LONGEST));
    let goes_on = !apart & !inside & sound & optimal & nearer & tame;
    let contact = goes_on & reduced.at_most(setting.point_error * setting.point_error);

    let after = Run {
        setting,
        points: [newest, Vertex::at(places[0], points), Vertex::at(places[1], points)],
        count,
        nearest: point,
        squared: reduced,
        lower,
        axis,
        iterations: run.iterations + number(1.0),
    };
    let before = Run { lower, axis, iterations: after.iterations, ..run };
    Outcome {
        run: choose(goes_on, &after, &before),
        newest,
        apart: N::bits(apart & tame),
        inside: N::bits(inside & tame),
        contact: N::bits(contact),
        open: N::bits(!tame | !goes_on & !apart & !inside),
    }
}

/// The points and the nearest point of `first` where the claim holds, else of `second`; all else they have in common.
#[inline(always)]
fn choose<N: Number>(claim: N::Mask, first: &Run<N>, second: &Run<N>) -> Run<N> {
    let ([a, b, c], [d, e, f]) = (first.points, second.points);
    Run {
        points: [Vertex::choose(claim, a, d), Vertex::choose(claim, b, e), Vertex::choose(claim, c, f)],
        count: N::choose(claim, first.count, second.count),
        nearest: each(|i| N::choose(claim, first.nearest[i], second.nearest[i])),
        squared: N::choose(claim, first.squared, second.squared),
        ..*first
    }
}

impl<N: Number> Vertex<N> {
    #[inline(always)]
    fn choose(claim: N::Mask, first: Self, second: Self) -> Self {
        let [a, b] = first.ids;
        let [c, d] = second.ids;
        Vertex {
            w: each(|i| N::choose(claim, first.w[i], second.w[i])),
            ids: [N::choose(claim, a, c), N::choose(claim, b, d)],
        }
    }

    /// The one at a place counted from one.
    #[inline(always)]
    fn at(place: N, [first, second, third]: [Self; 3]) -> Self {
        let beyond = |x: f64| place.like(N::Float::from_f64(x));
        let later = Self::choose(place.above(beyond(2.5)), third, second);
        Self::choose(place.above(beyond(1.5)), later, first)
    }
}

impl<N: Number> Run<N> {
    /// Whether so many points and one more are meant.
    #[inline(always)]
    fn holds(&self, points: u8) -> N::Mask {
        self.count.above(self.count.like(N::Float::from_f64(f64::from(points))))
    }

    /// Whether a vertex is one of the points.
    #[inline(always)]
    fn knows(&self, vertex: &Vertex<N>) -> N::Mask {
        let [a, b, c] = self.points;
        self.holds(0) & same(&a, vertex) | self.holds(1) & same(&b, vertex) | self.holds(2) & same(&c, vertex)
    }
}

#[inline(always)]
fn same<N: Number>(one: &Vertex<N>, other: &Vertex<N>) -> N::Mask {
    let ([a, b], [c, d]) = (one.ids, other.ids);
    a.at_most(c) & c.at_most(a) & b.at_most(d) & d.at_most(b)
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
        place = each(|i| N::choose(higher, next[i], place[i]));
        best = N::choose(higher, number, best);
        height = height.larger(candidate);
    }
    (place, best)
}
