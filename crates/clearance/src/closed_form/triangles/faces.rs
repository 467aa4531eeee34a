//! A triangle's face: what lies over its inside.

use crate::math::{Real, Vector};

/// The parts of the edges from corner 0 at the point of a triangle that is nearest to another point, and the vector from the one
/// to the other.
#[inline]
pub(super) fn near_corner<V: Vector, const M: usize>(point: V, face: [V; M]) -> ([V::Scalar; 2], V) {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let (d, e, x) = (face[1] - face[0], face[2] - face[0], point - face[0]);
    let (dd, de, ee, dx, ex) = (d.norm_squared(), d.dot(e), e.norm_squared(), d.dot(x), e.dot(x));
    // Twice the areas of the triangles of the point below with the edges, times twice that of the face.
    let (over_d, over_e) = (dd * ex - de * dx, ee * dx - de * ex);
    let over_third = dd * ee - de * de - over_d - over_e;
    let parts = if over_d <= zero && dx >= zero && dx <= dd {
        [dx / dd, zero]
    } else if over_e <= zero && ex >= zero && ex <= ee {
        [zero, ex / ee]
    } else if dx <= zero && ex <= zero {
        [zero; 2]
    } else {
        // From corner 1 to corner 2.
        let (along, squared) = (dd - de + ex - dx, dd - V::Scalar::TWO * de + ee);
        if over_third > zero && over_d > zero && over_e > zero {
            let inverse = one / (over_d + over_e + over_third);
            let n = cross(d, e);
            let parts = [over_e * inverse, over_d * inverse];
            return (parts, n * (n.dot(x) / n.norm_squared()));
        }
        let part = (along / squared).max(zero).min(one);
        [one - part, part]
    };
    (parts, x - (d * parts[0] + e * parts[1]))
}

/// The corner nearest to a triangle, over whose inside it is while all the others are on its side, with the parts of the edges from
/// corner 0 below it, and the vector from the triangle to it.
#[inline]
pub(super) fn over_face<V: Vector, const N: usize, const M: usize>(
    points: [V; N],
    face: [V; M],
) -> Option<(usize, [V::Scalar; 2], V)> {
    if M < 3 || V::DIM != 3 {
        return None;
    }
    let (d, e) = (face[1] - face[0], face[2] - face[0]);
    let n = cross(d, e);
    let mut near = 0;
    let heights = points.map(|x| n.dot(x - face[0]));
    for k in 1..N {
        if heights[k].is_negative() != heights[0].is_negative() {
            return None;
        }
        near = if heights[k].abs() < heights[near].abs() { k } else { near };
    }
    let x = points[near] - face[0];
    let squared = n.norm_squared();
    let (s, t) = (cross(x, e).dot(n), cross(d, x).dot(n));
    let inside = s > V::Scalar::ZERO && t > V::Scalar::ZERO && s + t < squared;
    if !inside {
        return None;
    }
    let inverse = V::Scalar::ONE / squared;
    Some((near, [s * inverse, t * inverse], n * (heights[near] * inverse)))
}

/// The product of vectors of space; null in the plane.
#[inline]
pub(super) fn cross<V: Vector>(d: V, e: V) -> V {
    if V::DIM != 3 {
        return V::ZERO;
    }
    V::from_fn(|i| {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        d[k] * e[l] - d[l] * e[k]
    })
}
