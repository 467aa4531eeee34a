//! The distance sub-algorithm of last resort: every feature of the simplex, in twofold precision.
//!
//! Called when the fast one breaks its own check, which happens on needles and flat simplices next to the origin. A
//! feature counts if the nearest point of its affine hull has no negative weight; the shortest one wins. It never
//! reports "inside".

use super::{Nearest, Simplex};
use crate::math::twofold::{Two, TwoVec};
use crate::math::{Each, Real, Vector};

/// The feature of the simplex nearest to the origin.
#[cold]
#[inline(never)]
pub(crate) fn nearest<V: Vector>(simplex: &Simplex<V>) -> Nearest<V> {
    let first = Nearest::new(simplex.w(0), [0]);
    (0..simplex.len() as u8).fold(first, |best, i| nearest_with(simplex, i, best))
}

/// The nearest of the features that hold the newest point.
#[cold]
#[inline(never)]
pub(crate) fn nearest_with_newest<V: Vector>(simplex: &Simplex<V>) -> Nearest<V> {
    let newest = simplex.len() as u8 - 1;
    nearest_with(simplex, newest, Nearest::new(simplex.w(newest as usize), [newest]))
}

/// The nearer of `best` and the features whose last point is point `i`.
fn nearest_with<V: Vector>(simplex: &Simplex<V>, i: u8, best: Nearest<V>) -> Nearest<V> {
    let w = |i| simplex.w(i as usize);
    let mut best = best.nearer(Nearest::new(w(i), [i]));
    for j in 0..i {
        if let Some(point) = on_edge(w(j), w(i)) {
            best = best.nearer(Nearest::new(point, [j, i]));
        }
        for k in 0..if V::DIM == 3 { j } else { 0 } {
            if let Some(point) = on_face([w(k), w(j), w(i)]) {
                best = best.nearer(Nearest::new(point, [k, j, i]));
            }
        }
    }
    best
}

/// Computes the nearest point of a final face again in twofold precision, unless its angles are such that nothing is
/// gained.
pub(crate) fn sharpen<V: Vector>(simplex: &mut Simplex<V>) {
    if simplex.len() == 3 && V::DIM == 3 {
        let points = [simplex.w(0), simplex.w(1), simplex.w(2)];
        let (x, y) = (points[1] - points[0], points[2] - points[0]);
        let (xx, xy, yy) = (x.norm_squared(), x.dot(y), y.norm_squared());
        // sin² of the angle below 1/16: the normal may err by more than four roundings of its product form.
        if (xx * yy - xy * xy) * V::Scalar::from_f64(16.0) < xx * yy
            && let Some(point) = on_face(points)
        {
            simplex.keep(Nearest::new(point, [0, 1, 2]));
        }
    }
}

/// The barycentric weights of the origin in the hull of D + 1 points; `None` if it is not strictly inside.
#[cold]
#[inline(never)]
pub(crate) fn inner_weights<V: Vector>(simplex: &Simplex<V>) -> Option<[V::Scalar; 4]> {
    if simplex.len() != V::DIM + 1 {
        return None;
    }
    let part = |i: usize, k: usize| Two::new(simplex.w(i)[k]);
    let area = |i: usize, j: usize, [x, y]: [usize; 2]| part(i, x) * part(j, y) - part(i, y) * part(j, x);
    let volume = |i: usize, j: usize, k: usize| {
        (part(i, 0) * area(j, k, [1, 2]) + part(i, 1) * area(j, k, [2, 0])) + part(i, 2) * area(j, k, [0, 1])
    };
    let zero = Two::new(V::Scalar::ZERO);
    let all = if V::DIM == 2 {
        [area(1, 2, [0, 1]), area(2, 0, [0, 1]), area(0, 1, [0, 1]), zero]
    } else {
        [volume(1, 2, 3), volume(0, 3, 2), volume(0, 1, 3), volume(0, 2, 1)]
    };
    let counted = &all[..simplex.len()];
    let is_inside = counted.iter().all(|&v| positive(v)) || counted.iter().all(|&v| positive(-v));
    let sum = (all[0] + all[1]) + (all[2] + all[3]);
    is_inside.then(|| all.each(|part| (part / sum).value()))
}

fn positive<T: Real>(x: Two<T>) -> bool {
    x.value() > T::ZERO
}

/// The nearest point of the line `ab`, if it lies strictly between the two.
fn on_edge<V: Vector>(a: V, b: V) -> Option<V> {
    let e = TwoVec::difference(b, a);
    let (numerator, ee) = (-TwoVec::new(a).dot(e), e.dot(e));
    if !positive(numerator) || !positive(ee - numerator) {
        return None;
    }
    Some((TwoVec::new(a) + e.scale(numerator / ee)).value())
}

/// The nearest point of the plane `abc`, if it lies strictly inside the triangle.
fn on_face<V: Vector>([a, b, c]: [V; 3]) -> Option<V> {
    let (p, x, y) = (TwoVec::new(a), TwoVec::difference(b, a), TwoVec::difference(c, a));
    let (xx, xy, yy) = (x.dot(x), x.dot(y), y.dot(y));
    let (px, py) = (-p.dot(x), -p.dot(y));
    let determinant = xx * yy - xy * xy;
    let (s, t) = (px * yy - py * xy, py * xx - px * xy);
    if !positive(determinant) || !positive(s) || !positive(t) || !positive(determinant - (s + t)) {
        return None;
    }
    Some((p + x.scale(s / determinant) + y.scale(t / determinant)).value())
}
