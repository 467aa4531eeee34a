//! The distance sub-algorithm in space: Voronoi regions of the features that hold the newest point (Ericson 2004), with
//! the nearest point taken from normals, never from a weighted sum: `n (n·a)/(n·n)` keeps its direction however close
//! it is.
//!
//! Precondition: the older points span their nearest point `v` with positive weights, and the newest one has `v·a <
//! v·v`.

use super::{Nearest, Simplex, edge_weight};
use crate::math::twofold::TwoVec;
use crate::math::{Each, Real, Vec3, Vector};

/// The feature of the simplex nearest to the origin; `None` if the origin is certainly inside. `a` is the newest point;
/// `error` bounds the error of each.
#[inline(always)]
pub(crate) fn nearest<T: Real>(simplex: &Simplex<Vec3<T>>, a: Vec3<T>, error: T) -> Option<Nearest<Vec3<T>>> {
    let w = |i| simplex.w(i);
    match simplex.len() {
        1 => Some(Nearest::new(a, [0])),
        2 => Some(segment(a, w(0) - a, 1, 0)),
        3 => {
            let (ab, ac) = (w(1) - a, w(0) - a);
            Some(Face { a, ab, ac, normal: ab.cross(ac), indices: [2, 1, 0] }.nearest())
        }
        _ => tetrahedron([a, w(2), w(1), w(0)], error),
    }
}

/// The nearest point of `{a}` or the edge from `a` along `e`.
#[inline(always)]
fn segment<T: Real>(a: Vec3<T>, e: Vec3<T>, i: u8, j: u8) -> Nearest<Vec3<T>> {
    if e.dot(a) >= T::ZERO { Nearest::new(a, [i]) } else { Nearest::new(reject(a, e), [j, i]) }
}

/// The part of `a` perpendicular to `e`: `e × (a × e) / e·e`.
#[inline(always)]
fn reject<T: Real>(a: Vec3<T>, e: Vec3<T>) -> Vec3<T> {
    e.cross(a.cross(e)) * (T::ONE / e.norm_squared())
}

/// A face that holds the newest point `a`, with its edges from there and their cross product.
#[derive(Clone, Copy)]
struct Face<T> {
    a: Vec3<T>,
    ab: Vec3<T>,
    ac: Vec3<T>,
    normal: Vec3<T>,
    indices: [u8; 3],
}

impl<T: Real> Face<T> {
    /// The nearest point of `{a}`, the edges `ab` and `ac`, or the face.
    #[inline(always)]
    fn nearest(self) -> Nearest<Vec3<T>> {
        let Face { a, ab, ac, normal, indices: [i, j, k] } = self;
        // Positive if the origin lies beyond the edge ab, or ac.
        let (beyond_ab, beyond_ac) = (normal.cross(ab).dot(a), ac.cross(normal).dot(a));
        let squared = normal.norm_squared();
        if beyond_ab <= T::ZERO && beyond_ac <= T::ZERO && squared > T::ZERO {
            // The normal errs by 3u|ab||ac|/|n|: below this angle of 2⁻¹⁰ it would cost more than three digits.
            let sound = squared >= T::power_of_two(-20) * (ab.norm_squared() * ac.norm_squared());
            return Nearest::new(normal * (normal.dot(a) / squared), [k, j, i]).sound_if(sound);
        }
        let on_ab = beyond_ab > T::ZERO && ab.dot(a) < T::ZERO;
        let on_ac = beyond_ac > T::ZERO && ac.dot(a) < T::ZERO;
        match (on_ab, on_ac) {
            (true, false) => Nearest::new(reject(a, ab), [j, i]),
            (false, true) => Nearest::new(reject(a, ac), [k, i]),
            (false, false) if squared > T::ZERO => Nearest::new(a, [i]),
            // Beyond both edges, or a triangle without area.
            _ => segment(a, ab, i, j).nearer(segment(a, ac, i, k)),
        }
    }
}

/// `None` if the origin is certainly inside; else the nearest feature of the faces that may look at the origin.
#[inline(always)]
fn tetrahedron<T: Real>([a, b, c, d]: [Vec3<T>; 4], error: T) -> Option<Nearest<Vec3<T>>> {
    let (ab, ac, ad) = (b - a, c - a, d - a);
    let face = |e: Vec3<T>, f: Vec3<T>, indices| Face { a, ab: e, ac: f, normal: e.cross(f), indices };
    let (abc, acd, adb) = (face(ab, ac, [3, 2, 1]), face(ac, ad, [3, 1, 0]), face(ad, ab, [3, 0, 2]));
    let volume = abc.normal.dot(ad);
    let sign = T::ONE.copysign(volume);
    let uncertain = determinant_error([a, b, c, d], error);
    let solid = volume.abs() > uncertain;
    // How far the origin is behind a face that holds a, times twice its area.
    let depth = |f: &Face<T>| -sign * f.normal.dot(a);
    let (depth_abc, depth_acd, depth_adb) = (depth(&abc), depth(&acd), depth(&adb));
    let (behind_abc, behind_acd, behind_adb) = (depth_abc > uncertain, depth_acd > uncertain, depth_adb > uncertain);
    let inside = solid & behind_abc & behind_acd & behind_adb;
    if (depth_abc > T::ZERO) & (depth_acd > T::ZERO) & (depth_adb > T::ZERO) {
        let opposite = sign * (c - b).cross(d - b).dot(b);
        // One bound for all faces is coarse for small ones.
        if inside & (opposite > uncertain) || opposite > T::ZERO && surrounds(&[a, b, c, d], error) {
            return None;
        }
    }
    // Behind all three with only the face opposite to a uncertain, the origin is as good as on that face: look at all.
    let all = !solid | inside;
    let mut best = Nearest::nowhere();
    if all | !behind_abc {
        best = abc.nearest();
    }
    if all | !behind_acd {
        best = best.nearer(acd.nearest());
    }
    if all | !behind_adb {
        best = best.nearer(adb.nearest());
    }
    Some(best)
}

/// A bound on the error of `a·(b × c)` for any three of four points, each of which errs by at most `error`.
///
/// With the largest length `L`: moving the points changes the determinant by at most `3L²·error` to first order (twice
/// that covers the rest), and its evaluation through edges of length at most `2L` rounds by less than `72uL³`.
#[inline(always)]
fn determinant_error<T: Real>(points: [Vec3<T>; 4], error: T) -> T {
    let squared = points.iter().fold(T::ZERO, |m, p| m.max(p.norm_squared()));
    let length = squared.sqrt();
    squared * (T::from_f64(6.0) * error + T::from_f64(72.0) * T::UNIT * length)
}

/// The barycentric weights of the origin's projection on the feature of the first `count` points, in their order;
/// negative beyond an edge.
#[inline(always)]
pub(crate) fn barycentric<T: Real>([a, b, c]: [Vec3<T>; 3], count: usize) -> [T; 3] {
    let (zero, one) = (T::ZERO, T::ONE);
    match count {
        1 => [one, zero, zero],
        2 => {
            let t = edge_weight(a, b);
            [one - t, t, zero]
        }
        _ => {
            let (ab, bc, ca) = (b - a, c - b, a - c);
            let (abab, bcbc, caca) = (ab.norm_squared(), bc.norm_squared(), ca.norm_squared());
            // Seen from the corner opposite to the longest edge the other two edges are the shorter ones.
            if bcbc >= abab && bcbc >= caca {
                from_corner(a, b, c)
            } else if caca >= abab {
                let [wb, wc, wa] = from_corner(b, c, a);
                [wa, wb, wc]
            } else {
                let [wc, wa, wb] = from_corner(c, a, b);
                [wa, wb, wc]
            }
        }
    }
}

/// The origin's projection on the feature of the first `count` points with its weights, if it lies inside of the
/// feature; of a face only if the sine of its angle at the first point is at least 1/4, so that normal and projection
/// err by four times the roundings of a product.
#[inline(always)]
pub(crate) fn projection<T: Real>([a, b, c]: [Vec3<T>; 3], count: usize) -> Option<(Vec3<T>, [T; 3])> {
    let (zero, one) = (T::ZERO, T::ONE);
    match count {
        1 => Some((a, [one, zero, zero])),
        2 => {
            let t = edge_weight(a, b);
            (t > zero && t < one).then(|| (reject(a, b - a), [one - t, t, zero]))
        }
        _ => {
            let (x, y) = (b - a, c - a);
            let m = x.cross(y);
            let mm = m.norm_squared();
            let (of_b, of_c) = (m.dot(y.cross(a)), m.dot(a.cross(x)));
            let inside = (of_b > zero) & (of_c > zero) & (of_b + of_c < mm);
            if !(inside & (mm * T::from_f64(16.0) >= x.norm_squared() * y.norm_squared())) {
                return None;
            }
            let inverse = one / mm;
            let (of_b, of_c) = (of_b * inverse, of_c * inverse);
            Some((m * (m.dot(a) * inverse), [one - of_b - of_c, of_b, of_c]))
        }
    }
}

/// The weights of `a`, `b` and `c` in the origin's projection on their plane, from the edges at `a`.
#[inline(always)]
fn from_corner<T: Real>(a: Vec3<T>, b: Vec3<T>, c: Vec3<T>) -> [T; 3] {
    let (x, y) = (b - a, c - a);
    let m = x.cross(y);
    let mm = m.norm_squared();
    if mm == T::ZERO {
        return [T::ONE, T::ZERO, T::ZERO];
    }
    let (of_b, of_c) = if mm < T::power_of_two(-10) * (x.norm_squared() * y.norm_squared()) {
        needle_weights(a, b, c)
    } else {
        (m.dot(y.cross(a)) / mm, m.dot(a.cross(x)) / mm)
    };
    [T::ONE - of_b - of_c, of_b, of_c]
}

/// The weights of `b` and `c` in the origin's projection on the plane `abc`, in twofold precision: below an angle of
/// 2⁻⁵ the plain ones would move the projection by 2⁵ roundings and more.
#[cold]
fn needle_weights<T: Real>(a: Vec3<T>, b: Vec3<T>, c: Vec3<T>) -> (T, T) {
    let (p, x, y) = (TwoVec::new(a), TwoVec::difference(b, a), TwoVec::difference(c, a));
    let m = x.cross(y);
    let mm = m.dot(m);
    ((m.dot(y.cross(p)) / mm).value(), (m.dot(p.cross(x)) / mm).value())
}

/// The barycentric weights of the origin inside a tetrahedron, in the order of the points.
pub(crate) fn inner_weights<T: Real>(simplex: &Simplex<Vec3<T>>) -> [T; 4] {
    let [a, b, c, d] = [simplex.w(0), simplex.w(1), simplex.w(2), simplex.w(3)];
    // The volumes of the tetrahedra that the origin makes with the faces, all of one sign.
    let volumes = [b.cross(c).dot(d), -a.cross(c).dot(d), a.cross(b).dot(d), -a.cross(b).dot(c)];
    let sum = volumes[0] + volumes[1] + volumes[2] + volumes[3];
    volumes.each(|v| v / sum)
}

/// Whether the ball of this radius about the origin lies inside the tetrahedron, beyond rounding.
///
/// A body's support function is at least `r` everywhere if it holds the ball, and falls by at most `r` if its points
/// move by that.
#[inline(never)]
pub(crate) fn surrounds<T: Real>(points: &[Vec3<T>; 4], radius: T) -> bool {
    [[0, 1, 2, 3], [0, 3, 1, 2], [0, 2, 3, 1], [1, 3, 2, 0]].into_iter().all(|[i, j, k, opposite]| {
        let (b, c) = (points[j], points[k]);
        let a = points[i];
        let (x, y) = (b - a, c - a);
        let normal = x.cross(y);
        let (height, apex) = (normal.dot(-a), normal.dot(points[opposite] - a));
        let sign = T::ONE.copysign(apex);
        // The cross product rounds by 6u|x||y|, its scalar product by another 3u; of normal numbers.
        let squared = x.norm_squared() * y.norm_squared();
        let rounding = T::from_f64(16.0) * T::UNIT * squared.sqrt();
        let apex_error = rounding * (points[opposite] - a).norm();
        let known = squared > T::SMALLEST / T::UNIT && sign * apex > apex_error;
        known && sign * height > radius * normal.norm() + rounding * (a.norm() + radius)
    })
}
