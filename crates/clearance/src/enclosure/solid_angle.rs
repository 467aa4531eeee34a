//! The solid angle of a triangle, with a bound of its error.
//!
//! With `a`, `b`, `c` from the point to the corners and `L = |a| |b| |c|`, half the angle is that of the vector
//! `(L + (a·b)|c| + (b·c)|a| + (c·a)|b|, a·(b × c))` (A. van Oosterom and J. Strackee 1983). Differences round by `u`
//! of themselves, so lengths by less than `5u`, products of a dot product and a length by less than `12u L`, and the
//! four terms and their sum by `17u L + 3 · 12u L + 12u L = 65u L`; the determinant rounds by less than `10u L`. A
//! vector of length `h` with an error of `e < h/4` turns by less than `1.1 e/h`.

use crate::math::{Real, Vec3, Vector, angle_of};

/// The error of the two terms together, in `L`: `75u`, rounded up to `128u`.
const ERROR: f64 = 64.0 * f64::EPSILON;

/// The solid angle of a triangle from a point, and a bound of its error. Positive where the corners turn clockwise,
/// seen from the point: from inside of a mesh whose triangles turn counter-clockwise seen from outside. The error is
/// `2π` where rounding does not decide on which side of the triangle the point is.
///
/// Coordinates must be far from the limits of `f64`: products of three lengths are formed, and squared.
///
/// ```
/// use clearance::Vec3;
/// use clearance::enclosure::solid_angle;
/// // One of the eight octants, by a triangle with its corners on the three axes.
/// let (angle, error) = solid_angle([Vec3::axis(0), Vec3::axis(1), Vec3::axis(2)], Vec3::ZERO);
/// assert!((angle - 4.0 * std::f64::consts::PI / 8.0).abs() <= error && error < 1e-13);
/// # use clearance::Vector;
/// ```
pub fn solid_angle(corners: [Vec3<f64>; 3], from: Vec3<f64>) -> (f64, f64) {
    let [a, b, c] = corners.map(|corner| corner - from);
    let [length_a, length_b, length_c] = [a, b, c].map(|v| v.norm());
    let size = length_a * length_b * length_c;
    let height = a.dot(b.cross(c));
    let along = size + a.dot(b) * length_c + b.dot(c) * length_a + c.dot(a) * length_b;
    let error = ERROR * size;
    let length = Real::sqrt(height * height + along * along);
    // On which side the point is decides between 2π and −2π.
    let is_open = along < 0.0 && Real::abs(height) <= error;
    if is_open || !(length > 4.0 * error) {
        return (0.0, FULL);
    }
    let half = if along >= 0.0 {
        angle_of(height, along)
    } else {
        core::f64::consts::PI.copysign(height) - angle_of(height, -along)
    };
    // `angle_of` is within 2 ulp, and π and the difference round once each.
    (2.0 * half, 2.0 * (1.2 * error / length + 4.0 * f64::EPSILON * Real::abs(half)))
}

/// Twice π, rounded up.
const FULL: f64 = 6.283_185_307_179_588;

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The sum of some angles, and the bound of its error.
    fn sum(triangles: &[[Vec3<f64>; 3]], from: Vec3<f64>) -> (f64, f64) {
        let all = triangles.iter().map(|&corners| solid_angle(corners, from));
        all.fold((0.0, 1e-15), |sum, (angle, error)| (sum.0 + angle, sum.1 + error))
    }

    #[test]
    fn a_box_fills_all_directions_from_inside_and_none_from_outside() {
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let corner = |i: usize| Vec3::from_fn(|k| if i >> k & 1 == 0 { -1.0 } else { 1.0 });
        let triangles: Vec<_> =
            faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).map(|t| t.map(corner)).collect();
        let (mut random, mut sharp) = (Random(0x501), 0);
        for k in 0..4000 {
            // Some of them near to a face, within 1e-12.
            let mut p = Vec3::from_fn(|_| random.unit() * 2.0);
            if k % 4 == 0 {
                p.x = 1.0 + random.unit() * 1e-12;
            }
            let whole = if p.max_abs() < 1.0 { 4.0 * core::f64::consts::PI } else { 0.0 };
            let (angle, error) = sum(&triangles, p);
            assert!((angle - whole).abs() <= error, "{angle} of {whole}, {error} at {p:?}");
            sharp += usize::from(error < 1e-12);
        }
        assert!(sharp > 2900, "{sharp}");
    }

    #[test]
    fn the_angle_of_a_triangle_is_that_of_its_parts() {
        let (mut random, mut sharp) = (Random(0x502), 0);
        let mut number = || (random.unit() * 1024.0).round() / 256.0;
        for k in 0..20_000 {
            let [a, b, c] = [0, 1, 2].map(|_| Vec3::from_fn(|_| number()));
            let mut p = Vec3::from_fn(|_| number());
            // In the plane of the triangle, or along an edge, up to a rounding.
            match k % 4 {
                0 => p = a + (b - a) * number() + (c - a) * number(),
                1 => p = a + (b - a) * number() * (1.0 + 1e-15),
                _ => {}
            }
            // The middles of edges are exact.
            let [d, e, f] = [(a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5];
            let (whole, parts) = (solid_angle([a, b, c], p), sum(&[[a, d, f], [d, b, e], [f, e, c], [d, e, f]], p));
            assert!((whole.0 - parts.0).abs() <= whole.1 + parts.1, "{whole:?} {parts:?} at {p:?}");
            sharp += usize::from(whole.1 < 1e-10);
        }
        assert!(sharp > 9000, "{sharp}");
    }
}
