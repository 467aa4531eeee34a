//! Space: planes of faces (3), and weights of three points by the cases (A) to (D) of Table 1 with their regions.

use clearance::{Real, Vec3, Vector};

use super::dim2::line_weights;

/// The values of the equation of the plane through `face` at the origin and at a point: `K` and `N`.
pub fn sides<T: Real>([p1, p2, p3]: [Vec3<T>; 3], point: Vec3<T>) -> (T, T) {
    let normal = (p2 - p1).cross(p3 - p1);
    let k = -normal.dot(p1);
    (k, normal.dot(point) + k)
}

/// (4): `λᵢ = Δᵢ/Δ` of the plane through three points, from the cofactors of their pairs.
fn plane_weights<T: Real>([p1, p2, p3]: [Vec3<T>; 3]) -> [T; 3] {
    let (p12, p13, p23) = (p1.dot(p2), p1.dot(p3), p2.dot(p3));
    let pair = |xx: T, xy: T, yy: T| [yy - xy, xx - xy];
    let (p11, p22, p33) = (p1.dot(p1), p2.dot(p2), p3.dot(p3));
    let ([d2_23, d3_23], [d1_13, d3_13], [d1_12, d2_12]) =
        (pair(p22, p23, p33), pair(p11, p13, p33), pair(p11, p12, p22));
    let d1 = d2_23 * (p22 - p12) + d3_23 * (p23 - p13);
    let d2 = d1_13 * (p11 - p12) + d3_13 * (p13 - p23);
    let d3 = d1_12 * (p11 - p13) + d2_12 * (p12 - p23);
    let d = d1 + d2 + d3;
    [d1 / d, d2 / d, d3 / d]
}

/// The weights of the nearest point of the triangle.
pub fn triangle_weights<T: Real>(p: [Vec3<T>; 3]) -> [T; 3] {
    let lambdas = plane_weights(p);
    let is_negative = lambdas.map(|lambda| lambda < T::ZERO);
    let count = is_negative.iter().filter(|&&negative| negative).count();
    // The paper states both cases for the third point; here it is the odd one.
    let odd = |sign: bool| is_negative.iter().position(|&negative| negative == sign).unwrap_or(2);
    match count {
        // (A) On the face. (D), none positive, does not exist: the weights add up to 1.
        0 | 3 => lambdas,
        1 => turned(p, odd(true), beyond_edge),
        _ => turned(p, odd(false), beyond_vertex),
    }
}

/// The weights with the points renumbered so that `third` comes last.
fn turned<T: Real>(p: [Vec3<T>; 3], third: usize, weights: impl Fn([Vec3<T>; 3]) -> [T; 3]) -> [T; 3] {
    let order = [(third + 1) % 3, (third + 2) % 3, third];
    let found = weights(order.map(|i| p[i]));
    let mut lambdas = found;
    for (place, lambda) in order.into_iter().zip(found) {
        lambdas[place] = lambda;
    }
    lambdas
}

/// (B) `λ₃ < 0` alone: the edge `P₁P₂` or one of its ends.
fn beyond_edge<T: Real>([p1, p2, _]: [Vec3<T>; 3]) -> [T; 3] {
    match line_weights([p1, p2]) {
        // (i)
        [_, l2] if l2 < T::ZERO => [T::ONE, T::ZERO, T::ZERO],
        // (ii)
        [l1, _] if l1 < T::ZERO => [T::ZERO, T::ONE, T::ZERO],
        // (iii)
        [l1, l2] => [l1, l2, T::ZERO],
    }
}

/// (C) `λ₃ > 0` alone: behind the vertex `P₃`, on one of its edges, or at the far end of one.
fn beyond_vertex<T: Real>([p1, p2, p3]: [Vec3<T>; 3]) -> [T; 3] {
    let ([l1_13, l3_13], [l2_23, l3_23]) = (line_weights([p1, p3]), line_weights([p2, p3]));
    let zero = T::ZERO;
    if l3_13 < zero {
        // (i)
        [T::ONE, zero, zero]
    } else if l1_13 > zero {
        // (ii)
        [l1_13, zero, l3_13]
    } else if l3_23 < zero {
        // (v)
        [zero, T::ONE, zero]
    } else if l2_23 > zero {
        // (iv)
        [zero, l2_23, l3_23]
    } else {
        // (iii)
        [zero, zero, T::ONE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The weights for the origin, with the triangle moved so that the origin lies at a point of its plane or above it.
    fn seen_from(x: f64, y: f64) -> [f64; 3] {
        // Blunt at the third corner, so that all five regions of (C) exist.
        let corners = [[-4.0, -1.0], [4.5, -1.0], [0.5, 0.25]];
        triangle_weights(corners.map(|[cx, cy]| Vec3::new(cx - x, cy - y, 1.75)))
    }

    #[test]
    fn inside_all_weights_are_positive() {
        assert!(seen_from(0.25, -0.5).iter().all(|&lambda| lambda > 0.0));
    }

    #[test]
    fn beyond_an_edge_the_three_regions_give_ends_and_edge() {
        let [l1, l2, l3] = seen_from(0.25, -3.0);
        assert!(l1 > 0.0 && l2 > 0.0 && l3 == 0.0);
        assert_eq!(seen_from(-4.1, -1.6), [1.0, 0.0, 0.0]);
        assert_eq!(seen_from(4.6, -1.6), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn behind_a_blunt_vertex_lie_both_edges_and_the_vertex() {
        assert_eq!(seen_from(0.5, 2.0), [0.0, 0.0, 1.0]);
        let [l1, l2, l3] = seen_from(-0.6, 2.0);
        assert!(l1 > 0.0 && l2 == 0.0 && l3 > 0.0);
        let [l1, l2, l3] = seen_from(1.6, 2.0);
        assert!(l1 == 0.0 && l2 > 0.0 && l3 > 0.0);
    }

    #[test]
    fn the_face_of_three_points_separates_what_is_behind_it() {
        let face = [[1.0, 0.25, 0.5], [1.0, 2.0, -0.5], [1.0, -1.0, -3.0]].map(Vec3::from);
        let (z, n) = sides(face, Vec3::new(2.5, 0.0, 0.0f64));
        assert!(z * n < 0.0);
    }
}
