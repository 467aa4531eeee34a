//! A box along the principal axes of some triangles.

use clearance::{Real, Vec3, Vector};

/// The box `c + Σ tᵢ gᵢ`, `|tᵢ| ≤ 1`, in single precision. Its half edges `g` are perpendicular up to rounding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub center: [f32; 3],
    pub half: [[f32; 3]; 3],
}

/// No corner is farther outside of its box than this, of a mesh whose coordinates are at most 1.
///
/// A corner at m + Σ tᵢ eᵢ, |tᵢ| ≤ 1, is no farther from the same place of the rounded box than what m and the eᵢ were
/// rounded by: 2⁻²⁴ of their lengths, which are at most 3, and √3 each. The relative errors of axes of twelve
/// rotations, and of products and sums of such lengths, are far below 2⁻⁴⁰ in double precision.
pub(super) const OUTSIDE: f64 = 8.5 / (1 << 24) as f64;

/// About the smallest box along the principal axes of the corners, whose coordinates are at most 1.
pub(super) fn fit(triangles: &[[Vec3<f64>; 3]]) -> Fit {
    let axes = principal_axes(triangles);
    let corners = || triangles.iter().flatten();
    let (mut low, mut high) = ([f64::INFINITY; 3], [-f64::INFINITY; 3]);
    for &corner in corners() {
        for k in 0..3 {
            let along = axes[k].dot(corner);
            (low[k], high[k]) = (Real::min(low[k], along), Real::max(high[k], along));
        }
    }
    let middle = (0..3).fold(Vec3::ZERO, |sum, k| sum + axes[k] * (0.5 * (low[k] + high[k])));
    let edges: [Vec3<f64>; 3] = core::array::from_fn(|k| axes[k] * (0.5 * (high[k] - low[k])));
    Fit { center: rounded(middle), half: edges.map(rounded) }
}

fn rounded(v: Vec3<f64>) -> [f32; 3] {
    [v.x as f32, v.y as f32, v.z as f32]
}

/// The directions along which the corners are spread most and least, by triangles' areas: eigenvectors of their second
/// moments. Any three perpendicular directions would do; these make thin boxes of flat patches.
fn principal_axes(triangles: &[[Vec3<f64>; 3]]) -> [Vec3<f64>; 3] {
    let area = |[a, b, c]: &[Vec3<f64>; 3]| (*b - *a).cross(*c - *a).norm() + f64::MIN_POSITIVE;
    let (mut middle, mut whole) = (Vec3::ZERO, 0.0);
    for triangle in triangles {
        let weight = area(triangle);
        middle = triangle.iter().fold(middle, |sum, &corner| sum + corner * weight);
        whole += 3.0 * weight;
    }
    let middle = middle * (1.0 / whole);
    let mut moments = [[0.0; 3]; 3];
    for triangle in triangles {
        let weight = area(triangle) / whole;
        for corner in triangle.map(|corner| corner - middle) {
            for (row, moments) in moments.iter_mut().enumerate() {
                for (column, moment) in moments.iter_mut().enumerate() {
                    *moment += weight * corner[row] * corner[column];
                }
            }
        }
    }
    eigenvectors(moments)
}

/// Eigenvectors of a symmetric matrix, by rotations in the planes of two axes that make its entries off the diagonal
/// zero (C. Jacobi 1846). Four rounds: each squares what is left.
fn eigenvectors(mut m: [[f64; 3]; 3]) -> [Vec3<f64>; 3] {
    let mut vectors = [0, 1, 2].map(Vec3::axis);
    for (p, q) in [(0, 1), (0, 2), (1, 2)].repeat(4) {
        let cotangent = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
        let tangent = cotangent.signum() / (cotangent.abs() + (cotangent * cotangent + 1.0).sqrt());
        // Nothing to do, or too small for the quotient.
        if !tangent.is_finite() {
            continue;
        }
        let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
        let sine = tangent * cosine;
        for row in &mut m {
            (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
        }
        let (of_p, of_q) = (m[p], m[q]);
        m[p] = [0, 1, 2].map(|k| cosine * of_p[k] - sine * of_q[k]);
        m[q] = [0, 1, 2].map(|k| sine * of_p[k] + cosine * of_q[k]);
        let (u, v) = (vectors[p], vectors[q]);
        (vectors[p], vectors[q]) = (u * cosine - v * sine, u * sine + v * cosine);
    }
    vectors
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_testkit::random::Random;

    fn exact(v: [f32; 3]) -> Vec3<f64> {
        Vec3::from_fn(|k| f64::from(v[k]))
    }

    #[test]
    fn no_corner_is_farther_outside_than_told_and_flat_patches_have_flat_boxes() {
        let mut random = Random::new(0xf17);
        for round in 0..500 {
            let thin = random.magnitude(-9.0, 0.0);
            let frame: [Vec3<f64>; 3] = [0, 1, 2].map(|_| Vec3::from_fn(|_| random.uniform(-0.5, 0.5)));
            let mut corner = || {
                let [x, y, z] = frame.map(|axis| axis * random.uniform(-1.0, 1.0));
                x + y * 0.3 + z * thin
            };
            let triangles: Vec<[Vec3<f64>; 3]> = (0..1 + round % 7).map(|_| [corner(), corner(), corner()]).collect();
            let found = fit(&triangles);
            let [x, y, z] = found.half.map(|half| exact(half).norm());
            for &corner in triangles.iter().flatten() {
                // The box's point nearest to the corner, one edge after the other.
                let (mut rest, mut at) = (corner - exact(found.center), [0.0; 3]);
                for k in [0, 1, 2].repeat(10) {
                    let half = exact(found.half[k]);
                    rest += half * at[k];
                    let t = half.dot(rest) / half.dot(half);
                    at[k] = if t.is_nan() { 0.0 } else { t.clamp(-1.0, 1.0) };
                    rest = rest - half * at[k];
                }
                assert!(rest.norm() <= OUTSIDE, "{rest:?} {found:?}");
            }
            assert!(x.min(y).min(z) <= 2.0 * thin + 1e-7, "{x} {y} {z}, {thin}");
        }
    }
}
