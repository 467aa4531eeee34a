//! Triangles with triangles, segments and points that they are apart from: the nearest points lie on two edges, or on a corner
//! and a face (C. Ericson, Real-Time Collision Detection, 2004, sections 5.1.5 and 5.1.10).
//!
//! Features that are nearest have the rest of both cores behind them, which ends the search; where rounding leaves no such
//! pair, the nearest one goes to the proof. Across two edges, and over a face, the direction is the normal of both features and
//! not the vector between two points, of which little is left where cores nearly touch.

mod faces;

use self::faces::{cross, near_corner, over_face};
use super::segments::Nearest;
use super::{Bounds, Found, apart_along, bounds_apart, is_settled};
use crate::difference::Difference;
use crate::gjk::Weighted;
use crate::math::{Real, Vector};
use crate::support::Support;

/// The nearest places of two cores.
#[derive(Clone, Copy)]
enum Places<T> {
    /// On the edges that begin at a corner of each, at these parts.
    Edges([usize; 2], [T; 2]),
    /// Inside of A, over a corner of B: the parts of the edges from corner 0.
    InA([T; 2], usize),
    /// The same with the sides exchanged.
    InB(usize, [T; 2]),
}

impl<T: Real> Places<T> {
    /// From the one of B to that of A.
    #[inline]
    fn apart<V: Vector<Scalar = T>, const N: usize, const M: usize>(self, p: [V; N], q: [V; M]) -> V {
        match self {
            Places::Edges([i, j], [s, t]) => on_edge(p, i, s) - on_edge(q, j, t),
            Places::InA(parts, j) => in_face(p, parts) - q[j],
            Places::InB(i, parts) => p[i] - in_face(q, parts),
        }
    }
}

/// The signed distance of cores of one, two or three corners that are apart.
#[inline]
pub(super) fn of_corners<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized, const N: usize, const M: usize>(
    m: &Difference<'_, V, A, B>,
    a: [V; N],
    b: [V; M],
) -> Option<Found<V>> {
    let (p, q) = (a.map(|x| x * m.scale), b.map(|x| m.scaled_b_in_a(x)));
    let (places, v) = nearest(p, q);
    let (heights, depths, least) = heights(p, q, v);
    let length = v.norm();
    let noise = m.plane_error * length;
    let lowest = heights.iter().filter(|&&x| x <= noise).count();
    let highest = depths.iter().filter(|&&x| x <= noise).count();
    let crossing = matches!(places, Places::Edges(_, parts) if parts.iter().all(|&x| is_inside(x)));
    let unique = lowest == 1 || highest == 1 || (crossing && lowest + highest == 4);
    let w = places.apart(p, q);
    // Nor is the direction any good if its own plane proves less than the places do.
    let shown = length * length - least <= V::Scalar::from_f64(8.0) * V::Scalar::UNIT * m.size * length;
    if !(shown && is_settled(m.size, w - v)) {
        return None;
    }
    apart_along(m, (v, length), least, named(places, w, a, b), unique)
}

/// The bounds alone.
#[inline]
pub(super) fn bounds<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized, const N: usize, const M: usize>(
    m: &Difference<'_, V, A, B>,
    a: [V; N],
    b: [V; M],
) -> Option<Bounds<V::Scalar>> {
    let (p, q) = (a.map(|x| x * m.scale), b.map(|x| m.scaled_b_in_a(x)));
    let (places, v) = nearest(p, q);
    bounds_apart(m, places.apart(p, q).norm(), heights(p, q, v).2 / v.norm())
}

/// How far the corners are behind the support planes of both cores along a vector from B to A, and how far these are apart.
#[inline]
fn heights<V: Vector, const N: usize, const M: usize>(
    p: [V; N],
    q: [V; M],
    v: V,
) -> ([V::Scalar; N], [V::Scalar; M], V::Scalar) {
    let (heights, depths) = (p.map(|x| v.dot(x - q[0])), q.map(|x| v.dot(x - q[0])));
    let (mut low, mut high) = (heights[0], depths[0]);
    for &x in &heights[1..] {
        low = low.min(x);
    }
    for &x in &depths[1..] {
        high = high.max(x);
    }
    (heights.map(|x| x - low), depths.map(|x| high - x), low - high)
}

/// Strictly between an edge's ends.
#[inline]
fn is_inside<T: Real>(part: T) -> bool {
    part > T::ZERO && part < T::ONE
}

/// The corner after another one; a single one follows itself.
#[inline]
const fn after<const N: usize>(i: usize) -> usize {
    if i + 1 < N { i + 1 } else { 0 }
}

#[inline]
fn on_edge<V: Vector, const N: usize>(x: [V; N], i: usize, part: V::Scalar) -> V {
    x[i] + (x[after::<N>(i)] - x[i]) * part
}

#[inline]
fn in_face<V: Vector, const N: usize>(x: [V; N], [s, t]: [V::Scalar; 2]) -> V {
    x[0] + (x[1] - x[0]) * s + (x[2] - x[0]) * t
}

#[inline]
fn named<V: Vector, const N: usize, const M: usize>(
    places: Places<V::Scalar>,
    w: V,
    a: [V; N],
    b: [V; M],
) -> Weighted<V> {
    match places {
        Places::Edges([i, j], [s, t]) => {
            let mut sum = Weighted::of(w, on_edge(a, i, s), on_edge(b, j, t));
            let corner = |far: bool, i: usize, next: usize| if far { next as u32 } else { i as u32 };
            let ids = |far_a, far_b| [corner(far_a, i, after::<N>(i)), corner(far_b, j, after::<M>(j))];
            sum.name_in_parallelogram(ids, s, t);
            sum
        }
        Places::InA(parts, j) => {
            let mut sum = Weighted::of(w, in_face(a, parts), b[j]);
            name_in_face(&mut sum, parts, |i| [i, j as u32]);
            sum
        }
        Places::InB(i, parts) => {
            let mut sum = Weighted::of(w, a[i], in_face(b, parts));
            name_in_face(&mut sum, parts, |j| [i as u32, j]);
            sum
        }
    }
}

#[inline]
fn name_in_face<V: Vector>(sum: &mut Weighted<V>, [s, t]: [V::Scalar; 2], ids: impl Fn(u32) -> [u32; 2]) {
    sum.name(ids(0), V::Scalar::ONE - s - t);
    sum.name(ids(1), s);
    sum.name(ids(2), t);
}

/// The nearest places of cores that are apart, with a direction from B to A. Edges are more often nearest than the inside of a
/// face, and a single corner has none.
#[inline]
fn nearest<V: Vector, const N: usize, const M: usize>(p: [V; N], q: [V; M]) -> (Places<V::Scalar>, V) {
    if N == 1 {
        let (parts, v) = near_corner(p[0], q);
        return (Places::InB(0, parts), v);
    }
    if M == 1 {
        let (parts, v) = near_corner(q[0], p);
        return (Places::InA(parts, 0), -v);
    }
    let OnEdges { places, settled } = on_edges(p, q);
    if settled { places } else { on_faces(p, q).unwrap_or(places) }
}

#[inline]
fn on_faces<V: Vector, const N: usize, const M: usize>(p: [V; N], q: [V; M]) -> Option<(Places<V::Scalar>, V)> {
    if let Some((j, parts, v)) = over_face(q, p) {
        return Some((Places::InA(parts, j), -v));
    }
    over_face(p, q).map(|(i, parts, v)| (Places::InB(i, parts), v))
}

struct OnEdges<V: Vector> {
    places: (Places<V::Scalar>, V),
    /// Whether the rest of both cores is behind them.
    settled: bool,
}

/// The nearest places of edges. Those are tried first that are most likely to have them: one or two pairs are enough mostly.
#[inline]
fn on_edges<V: Vector, const N: usize, const M: usize>(p: [V; N], q: [V; M]) -> OnEdges<V> {
    let way = center(q) - center(p);
    let (first, second) = (opposite(p, way), opposite(q, -way));
    let (mut best, mut least) = (([first, second], [V::Scalar::ZERO; 2], V::ZERO), V::Scalar::INFINITY);
    let mut settled = false;
    let mut i = first;
    'pairs: for _ in 0..edges::<N>() {
        let mut j = second;
        for _ in 0..edges::<M>() {
            let (k, l) = (after::<N>(i), after::<M>(j));
            let Nearest { s, t, v, .. } = Nearest::new([p[i], p[k]], [q[j], q[l]]);
            let squared = v.norm_squared();
            if squared < least {
                let behind = |far: V, near: V| v.dot(far - near) >= V::Scalar::ZERO;
                settled = behind(p[after::<N>(k)], on_edge(p, i, s)) && behind(on_edge(q, j, t), q[after::<M>(l)]);
                (best, least) = (([i, j], [s, t], v), squared);
                if settled {
                    break 'pairs;
                }
            }
            j = l;
        }
        i = after::<N>(i);
    }
    let ([i, j], [s, t], v) = best;
    let crossing = is_inside(s) && is_inside(t);
    let v = if crossing { across(p[after::<N>(i)] - p[i], q[after::<M>(j)] - q[j], v) } else { v };
    OnEdges { places: (Places::Edges([i, j], [s, t]), v), settled }
}

/// Six times the middle.
#[inline]
fn center<V: Vector, const N: usize>(x: [V; N]) -> V {
    match N {
        1 => x[0] * V::Scalar::from_f64(6.0),
        2 => (x[0] + x[1]) * V::Scalar::from_f64(3.0),
        _ => (x[0] + x[1] + x[2]) * V::Scalar::TWO,
    }
}

/// The edge of a triangle without the corner that lies farthest back.
#[inline]
fn opposite<V: Vector, const N: usize>(x: [V; N], way: V) -> usize {
    if N < 3 {
        return 0;
    }
    let heights = x.map(|x| x.dot(way));
    match (heights[0] < heights[1], heights[0].min(heights[1]) < heights[2]) {
        (true, true) => 1,
        (false, true) => 2,
        _ => 0,
    }
}

/// A triangle has three edges, a segment one, and a point one without length.
#[inline]
const fn edges<const N: usize>() -> usize {
    if N == 3 { 3 } else { 1 }
}

/// `v` along the normal of two edges; in the plane `v` itself.
#[inline]
fn across<V: Vector>(d: V, e: V, v: V) -> V {
    let n = cross(d, e);
    let squared = n.norm_squared();
    if squared > V::Scalar::ZERO { n * (n.dot(v) / squared) } else { v }
}
