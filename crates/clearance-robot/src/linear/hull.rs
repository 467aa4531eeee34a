//! The point of a convex hull that is nearest to zero: of gradients, the direction of steepest ascent.

use super::nonnegative::nonnegative_weights;
use super::{Matrix, dot, norm};

/// The point of a hull nearest to zero.
#[derive(Clone, Debug, PartialEq)]
pub struct HullPoint {
    /// The point.
    pub point: Vec<f64>,
    /// Its weights over the given points: not negative, of sum 1.
    pub weights: Vec<f64>,
}

/// The point of least norm in the convex hull of `points`, which have one length; `None` for no points.
///
/// With weights `x ≥ 0` of sum `s`, `|Σ xⱼ pⱼ|² + (1 − s)²` is `s²|p|² + (1 − s)²` for a point `p` of the hull; the
/// best `s` leaves `|p|²/(1 + |p|²)`, which rises with `|p|`. So the minimiser over all weights, divided by its sum, is
/// the point (Lawson and Hanson 1974).
///
/// ```
/// use clearance_robot::linear::least_norm_point;
/// let near = least_norm_point(&[vec![1.0, 2.0], vec![1.0, -1.0], vec![3.0, 0.0]]).unwrap();
/// assert!((near.point[0] - 1.0).abs() < 1e-15 && near.point[1].abs() < 1e-15);
/// ```
pub fn least_norm_point(points: &[Vec<f64>]) -> Option<HullPoint> {
    let dimension = points.first()?.len();
    // Lengths near 1, so that the last coordinate weighs as much as the others.
    let scale = points.iter().map(|point| norm(point)).fold(0.0, f64::max);
    let scale = if scale > 0.0 { scale } else { 1.0 };
    let mut columns = Matrix::zero(points.len(), dimension + 1);
    for (j, point) in points.iter().enumerate() {
        point.iter().enumerate().for_each(|(i, entry)| *columns.at_mut(j, i) = entry / scale);
        *columns.at_mut(j, dimension) = 1.0;
    }
    let mut target = vec![0.0; dimension + 1];
    target[dimension] = 1.0;
    let weights = nonnegative_weights(&columns, &target);
    let sum: f64 = weights.iter().sum();
    let weights: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
    let mut point = vec![0.0; dimension];
    for (weight, corner) in weights.iter().zip(points) {
        point.iter_mut().zip(corner).for_each(|(entry, part)| *entry += weight * part);
    }
    Some(HullPoint { point, weights })
}

impl HullPoint {
    /// How much nearer to zero some point of the hull may be: `(|p|² − min p·pⱼ)/|p|`, at most
    /// `|p|`, and zero at the optimum (P. Wolfe 1976) up to rounding.
    pub fn gap(&self, points: &[Vec<f64>]) -> f64 {
        let length = norm(&self.point);
        if length == 0.0 {
            return 0.0;
        }
        let least = points.iter().map(|corner| dot(corner, &self.point)).fold(f64::INFINITY, f64::min);
        ((length * length - least).max(0.0) / length).min(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_around_zero_has_zero() {
        let near = least_norm_point(&[vec![1.0, 1.0], vec![-2.0, 0.5], vec![0.5, -3.0]]).unwrap();
        assert!(norm(&near.point) < 1e-15);
        assert!((near.weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn no_corner_of_random_hulls_is_nearer_along_the_point() {
        let mut random = crate::random::Random::new(11);
        for _ in 0..300 {
            let (n, count) = (1 + random.below(7), 1 + random.below(12));
            let center: Vec<f64> = (0..n).map(|_| random.between(-1.0, 1.0)).collect();
            let points: Vec<Vec<f64>> =
                (0..count).map(|_| center.iter().map(|c| c + random.between(-0.7, 0.7)).collect()).collect();
            let near = least_norm_point(&points).unwrap();
            assert!(near.gap(&points) < 1e-12, "seed 11: gap {}", near.gap(&points));
        }
    }

    #[test]
    fn large_and_tiny_points_are_scaled() {
        for size in [1e-150, 1.0, 1e150] {
            let near = least_norm_point(&[vec![3.0 * size, 1.0 * size], vec![3.0 * size, -2.0 * size]]).unwrap();
            assert!((near.point[0] / size - 3.0).abs() < 1e-14 && (near.point[1] / size).abs() < 1e-14);
        }
        assert!(least_norm_point(&[]).is_none());
    }
}
