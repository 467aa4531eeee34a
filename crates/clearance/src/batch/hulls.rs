//! Two hulls in many poses of one another: GJK side by side.
//!
//! Each lane of a register runs GJK for a pose of its own, and takes the next pose when it is done. All lanes look at the same vertices, so
//! that supports are scans without branches, and they [choose](reduce) where one run alone would branch. Steps that are not plain,
//! on needles and near contacts, are left to the query.

mod reduce;
mod run;
mod side_by_side;
#[cfg(test)]
mod tests;
mod vector;

use alloc::vec::Vec;

use self::run::{Run, Setting};
pub use self::side_by_side::{Ended, Stop, solve};
use super::{Batch, Pair, Question};
use crate::difference::Vertex;
use crate::gjk::{Closest, End, Simplex};
use crate::math::{Matrix, Real, Vector};
use crate::query::{Proximity, Stepped};
use crate::support::{Form, Hint, Support};

/// Poses whose runs are begun at once.
const AT_ONCE: usize = 64;

/// Fewer poses of the same hulls are asked one by one.
const FEWEST: usize = 4;

/// Hulls of up to so many vertices are scanned.
const SCANNED: u32 = 32;

/// The exponents of the reach of hulls for which a scan answers like any other support mapping.
const TAME: i32 = 30;

/// A run before its first step, with plain numbers.
pub type Start<T> = Run<T>;

/// What the runs of one block share, and the memory for them.
pub struct Hulls<T> {
    vertices: [Vec<[T; 3]>; 2],
    starts: Vec<Start<T>>,
}

impl<T: Real> Hulls<T> {
    pub(super) fn new() -> Self {
        Hulls { vertices: [const { Vec::new() }; 2], starts: Vec::new() }
    }

    /// Answers pairs of the same two shapes; gives the numbers of those that take more than plain steps to `open`.
    pub(super) fn answer<V: Batch<Scalar = T>, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &mut self,
        question: Question,
        (numbers, pairs): (&[usize], &[Pair<'_, V, A, B>]),
        found: &mut [Proximity<V>],
        open: &mut Vec<usize>,
    ) {
        let Some(&(a, b, _)) = numbers.first().map(|&first| &pairs[first]) else { return };
        if numbers.len() < FEWEST {
            return open.extend(numbers);
        }
        let [of_a, of_b] = &mut self.vertices;
        list(a, of_a);
        list(b, of_b);
        for some in numbers.chunks(AT_ONCE) {
            let known: Vec<_> = some.iter().map(|&number| Stepped::new(pairs[number])).collect();
            self.starts.clear();
            self.starts.extend(known.iter().map(start));
            let [of_a, of_b] = &self.vertices;
            V::approach([of_a, of_b], &self.starts, &mut |k, ended| match ended {
                Some(ended) => {
                    let closest = closest(&known[k], &ended);
                    found[some[k]] = match question {
                        Question::Signed => known[k].signed(&closest),
                        Question::Unsigned => known[k].unsigned(&closest),
                    };
                }
                None => open.push(some[k]),
            });
        }
    }
}

/// Whether runs of such pairs can go side by side.
#[inline]
pub(super) fn scannable<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> bool {
    let exponent = shape.reach().exponent();
    V::DIM == 3 && shape.form() == Form::Vertices && shape.vertex_count() <= SCANNED && exponent.abs() < TAME
}

/// Whether both are pairs of the same shapes.
#[inline]
pub(super) fn alike<V, A: ?Sized, B: ?Sized>(one: Pair<'_, V, A, B>, other: Pair<'_, V, A, B>) -> bool
where
    V: Vector,
{
    core::ptr::addr_eq(one.0, other.0) && core::ptr::addr_eq(one.1, other.1)
}

fn list<V: Vector>(shape: &(impl Support<V> + ?Sized), vertices: &mut Vec<[V::Scalar; 3]>) {
    vertices.clear();
    vertices.extend((0..shape.vertex_count()).map(|id| array(shape.vertex(id))));
}

#[inline]
fn array<V: Vector>(v: V) -> [V::Scalar; 3] {
    [v[0], v[1], v[2]]
}

#[inline]
fn start<V: Batch, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(pair: &Stepped<'_, V, A, B>) -> Start<V::Scalar> {
    let m = pair.difference();
    let column = |j: usize| array(m.turn().column(j));
    let setting = Setting {
        turn: [column(0), column(1), column(2)],
        offset: array(m.scaled_offset()),
        scale: m.scale,
        point_error: m.point_error,
        plane_error: m.plane_error,
        size: m.size,
    };
    Run::new(setting, array(pair.axis()))
}

/// The result of GJK.
fn closest<V: Batch, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    pair: &Stepped<'_, V, A, B>,
    ended: &Ended<V::Scalar>,
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
    match ended.stop {
        Stop::Apart => closest.conclude(m, &pair.goal()),
        Stop::Inside => closest.end = End::Inside,
        Stop::Contact => closest.end = End::Contact,
    }
    closest
}
