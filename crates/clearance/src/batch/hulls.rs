//! Two hulls in many poses of one another: GJK side by side.
//!
//! Each lane of a register runs GJK for a pose of its own, and takes the next pose when it is done. All lanes look at the same vertices, so
//! that supports are scans without branches, and they [choose](reduce) where one run alone would branch. Runs lie in a
//! [table](table): it is filled [where they begin](begin), a register of poses at a time, and [read](ends) for the answers in the same way. What
//! takes more than plain steps, on needles and near contacts, is left to the query, and so are depths.

mod approach;
mod begin;
mod ends;
mod reduce;
mod run;
mod step;
mod table;
#[cfg(test)]
mod tests;
mod vector;
mod weights;

use alloc::vec::Vec;

use fearless_simd::{Level, Simd};

use self::run::MOST;
use self::step::Corners;
pub use self::step::Goal;
pub use self::table::{AT_ONCE, Table};
use self::table::{Ended, Stop};
use super::lane::{Wide, on_registers};
use super::{Batch, Pair, Question};
use crate::difference::Vertex;
use crate::gjk::{Closest, DEEP, End, Simplex};
use crate::math::{Pose, Real, Vec3, Vector};
use crate::options::Options;
use crate::query::{Proximity, Stepped};
use crate::support::{Form, Hint, Support};

/// Fewer poses of the same hulls are asked one by one.
const FEWEST: usize = 4;

/// Hulls of up to so many vertices are scanned.
const SCANNED: u32 = 32;

const _: () = assert!(SCANNED <= MOST);

/// The exponents of the reach of hulls for which a scan answers like any other support mapping.
const TAME: i32 = 30;

/// What all runs know of the two bodies.
pub struct Bodies<T> {
    corners: [[[T; 3]; MOST as usize]; 2],
    counts: [usize; 2],
    centers: [[T; 3]; 2],
    reach: [T; 2],
    radius: [T; 2],
    error: [T; 2],
}

impl<T: Real> Bodies<T> {
    fn new<V: Vector<Scalar = T>>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized)) -> Self {
        Bodies {
            corners: [corners(a), corners(b)],
            counts: [a.vertex_count() as usize, b.vertex_count() as usize],
            centers: [array(a.center()), array(b.center())],
            reach: [a.reach(), b.reach()],
            radius: [a.radius(), b.radius()],
            error: [a.support_error(), b.support_error()],
        }
    }

    #[inline(always)]
    fn corners(&self) -> Corners<'_, T> {
        [&self.corners[0][..self.counts[0]], &self.corners[1][..self.counts[1]]]
    }
}

fn corners<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> [[V::Scalar; 3]; MOST as usize] {
    let mut corners = [[V::Scalar::ZERO; 3]; MOST as usize];
    for (id, corner) in (0..shape.vertex_count()).zip(&mut corners) {
        *corner = array(shape.vertex(id));
    }
    corners
}

#[inline]
fn array<V: Vector>(v: V) -> [V::Scalar; 3] {
    [v[0], v[1], v[2]]
}

/// Whether runs of such pairs can go side by side.
#[inline]
pub(super) fn scannable<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> bool {
    V::DIM == 3
        && shape.form() == Form::Vertices
        && shape.vertex_count() <= SCANNED
        && shape.reach().exponent().abs() < TAME
        && shape.anchor() == V::ZERO
}

/// Whether both are pairs of the same two shapes: of one type, too, since a shape may begin where a part of it does.
#[inline]
pub(super) fn alike<V: Vector, A: ?Sized, B: ?Sized>(one: Pair<'_, V, A, B>, other: Pair<'_, V, A, B>) -> bool {
    core::ptr::eq(one.0, other.0) && core::ptr::eq(one.1, other.1)
}

impl<T: Real> Goal<T> {
    /// That of the distance.
    fn nearest() -> Self {
        Goal { relative: Options::<T>::default().relative, cutoff: T::INFINITY, deepest: -T::INFINITY }
    }
}

/// Where the two shapes lie in memory: pairs of the same two have the same.
#[inline]
pub(super) fn addresses<V: Vector, A: ?Sized, B: ?Sized>((a, b, _): Pair<'_, V, A, B>) -> [usize; 2] {
    [core::ptr::from_ref(a).cast::<()>().addr(), core::ptr::from_ref(b).cast::<()>().addr()]
}

/// Answers the pairs with these numbers, all of the same two shapes, at their places in `found`; gives the numbers of those that take
/// more than plain steps to `open`.
pub(super) fn answer<V: Batch, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    question: Question,
    table: &mut Table<V::Scalar>,
    (numbers, pairs): (&[usize], &[Pair<'_, V, A, B>]),
    found: &mut [Proximity<V>],
    open: &mut Vec<usize>,
) {
    let Some(&(a, b, _)) = numbers.first().map(|&first| &pairs[first]) else { return };
    if numbers.len() < FEWEST {
        return open.extend(numbers);
    }
    let bodies = Bodies::new(a, b);
    let mut goal = Goal::nearest();
    if question == Question::Signed && a.gauss_map().is_some() && b.gauss_map().is_some() {
        // Depths of small polytopes may be the least of a list.
        goal.deepest = V::Scalar::from_f64(-DEEP);
    }
    for some in numbers.chunks(AT_ONCE) {
        let poses: Vec<_> = some.iter().map(|&number| pairs[number].2).collect();
        V::run((&bodies, table), &poses, goal);
        let written = V::write(question, (&bodies, table), some, found);
        for (column, &number) in some.iter().enumerate() {
            if written[column] {
                let features = &mut found[number].features;
                *features = [features[0].finished(a), features[1].finished(b)];
            } else if table.stops[column] == Stop::Open {
                open.push(number);
            } else {
                let pair = Stepped::new(pairs[number]);
                let closest = closest(&pair, &table.ended(column), table.stops[column]);
                found[number] = match question {
                    Question::Signed => pair.signed(&closest),
                    Question::Unsigned => pair.unsigned(&closest),
                };
            }
        }
    }
}

/// Whether the pairs with these numbers meet, like [`answer`]; those that support planes and simplices leave open, and rounded ones, go to
/// `open`.
pub(super) fn meet<V: Batch, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    table: &mut Table<V::Scalar>,
    (numbers, pairs): (&[usize], &[Pair<'_, V, A, B>]),
    found: &mut [bool],
    open: &mut Vec<usize>,
) {
    let Some(&(a, b, _)) = numbers.first().map(|&first| &pairs[first]) else { return };
    if numbers.len() < FEWEST || a.radius() + b.radius() > V::Scalar::ZERO {
        return open.extend(numbers);
    }
    let bodies = Bodies::new(a, b);
    for some in numbers.chunks(AT_ONCE) {
        let poses: Vec<_> = some.iter().map(|&number| pairs[number].2).collect();
        V::run((&bodies, table), &poses, Goal { cutoff: V::Scalar::ZERO, ..Goal::nearest() });
        for (&number, stop) in some.iter().zip(table.stops) {
            match stop {
                Stop::Beyond => found[number] = false,
                Stop::Inside => found[number] = true,
                Stop::Running | Stop::Apart | Stop::Open => open.push(number),
            }
        }
    }
}

/// The result of GJK.
fn closest<V: Batch, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    pair: &Stepped<'_, V, A, B>,
    ended: &Ended<V::Scalar>,
    stop: Stop,
) -> Closest<V> {
    let m = pair.difference();
    let vector = |x: [V::Scalar; 3]| V::from_fn(|i| x[i]);
    let vertex = |&[a, b]: &[u32; 2]| {
        let (at_a, at_b) = (m.a.vertex(a), m.b.vertex(b));
        Vertex { w: m.point(at_a, at_b), a: at_a, b: at_b, ids: [Hint::vertex(a), Hint::vertex(b)] }
    };
    let points = [0, 1, 2, 3].map(|i| vertex(&ended.ids[i.min(ended.count - 1)]));
    let simplex = Simplex::known(points, ended.count, vector(ended.nearest), ended.squared);
    let mut closest = Closest::from_simplex(simplex, vector(ended.axis), ended.lower, ended.iterations);
    match stop {
        Stop::Inside => closest.end = End::Inside,
        _ => closest.conclude(m, &pair.goal()),
    }
    closest
}

/// Begins a run for each pose, and takes its plain steps until it ends.
pub(super) fn run<T: Wide>(
    level: Level,
    (bodies, table): (&Bodies<T>, &mut Table<T>),
    poses: &[&Pose<Vec3<T>>],
    goal: Goal<T>,
) {
    on_registers!(level, simd => {
        begin::begin(simd, bodies, poses, goal, table);
        approach::approach(simd, bodies.corners(), goal, table, poses.len());
    });
}

/// Writes the answers of runs that ended apart to the places in `found` that have these numbers; true for those that it has answers for.
pub(super) fn write<T: Wide>(
    level: Level,
    question: Question,
    (bodies, table): (&Bodies<T>, &Table<T>),
    numbers: &[usize],
    found: &mut [Proximity<Vec3<T>>],
) -> [bool; AT_ONCE] {
    let relative = Options::<T>::default().relative;
    let mut written = [false; AT_ONCE];
    on_registers!(level, simd => written = ends::write(simd, question, (bodies, table), relative, (numbers, found)));
    written
}
