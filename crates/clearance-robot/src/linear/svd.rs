//! Singular values by one-sided Jacobi rotations (M. R. Hestenes 1958), and what inverts a Jacobian.

use super::{Matrix, norm};

/// Sweeps until the columns are orthogonal; six are usual, convergence is quadratic.
const SWEEPS: usize = 40;

/// `M = U diag(σ) Vᵀ`, the singular values in falling order.
///
/// ```
/// use clearance_robot::linear::{Matrix, Svd};
/// let svd = Svd::new(&Matrix::from_rows(2, &[&[0.0, 3.0], &[4.0, 0.0]]));
/// assert_eq!(svd.values(), [4.0, 3.0]);
/// assert_eq!(svd.solve(&[3.0, 4.0], 1e-9), [1.0, 1.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Svd {
    /// Columns of U, one row of this matrix each.
    left: Matrix,
    values: Vec<f64>,
    /// Columns of V, one row of this matrix each.
    right: Matrix,
}

impl Svd {
    /// The decomposition of any matrix; with fewer rows than columns, by its transpose.
    pub fn new(matrix: &Matrix) -> Self {
        if matrix.rows() < matrix.columns() {
            let Svd { left, values, right } = Self::tall(matrix.transpose());
            return Svd { left: right, values, right: left };
        }
        Self::tall(matrix.clone())
    }

    /// The decomposition of a matrix with at least as many rows as columns: rotations from the right make its columns
    /// orthogonal.
    fn tall(matrix: Matrix) -> Self {
        let mut columns = matrix.transpose();
        let n = columns.rows();
        let mut turns = Matrix::identity(n);
        for _ in 0..SWEEPS {
            let mut settled = true;
            for p in 0..n {
                for q in p + 1..n {
                    settled &= !orthogonalize(&mut columns, &mut turns, (p, q));
                }
            }
            if settled {
                break;
            }
        }
        let lengths: Vec<f64> = (0..n).map(|i| norm(columns.row(i))).collect();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&i, &j| lengths[j].total_cmp(&lengths[i]));
        let mut svd =
            Svd { left: Matrix::zero(n, columns.columns()), values: Vec::with_capacity(n), right: Matrix::zero(n, n) };
        for (to, &from) in order.iter().enumerate() {
            let length = lengths[from];
            svd.values.push(length);
            for i in 0..columns.columns() {
                *svd.left.at_mut(to, i) = if length > 0.0 { columns.at(from, i) / length } else { 0.0 };
            }
            (0..n).for_each(|i| *svd.right.at_mut(to, i) = turns.at(from, i));
        }
        svd
    }

    /// The singular values, the largest first.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The shortest `x` of those with the least `|M x − y|`, where singular values below `threshold` times the largest
    /// count as zero.
    pub fn solve(&self, y: &[f64], threshold: f64) -> Vec<f64> {
        let least = threshold * self.largest();
        self.weighted(y, |value| if value > least { 1.0 / value } else { 0.0 })
    }

    /// The `x` with the least `|M x − y|² + damping² |x|²` (C. W. Wampler 1986; Y. Nakamura and H. Hanafusa 1986):
    /// bounded by `|y| / (2 damping)` also where M is singular.
    pub fn solve_damped(&self, y: &[f64], damping: f64) -> Vec<f64> {
        self.weighted(y, |value| if value > 0.0 { value / (value * value + damping * damping) } else { 0.0 })
    }

    /// `x` without its part that M sees: `(I − M⁺M) x`.
    pub fn project_to_kernel(&self, x: &[f64], threshold: f64) -> Vec<f64> {
        let least = threshold * self.largest();
        let mut rest = x.to_vec();
        for (k, _) in self.values.iter().enumerate().filter(|(_, value)| **value > least) {
            let along = super::dot(self.right.row(k), &rest);
            rest.iter_mut().zip(self.right.row(k)).for_each(|(entry, axis)| *entry -= along * axis);
        }
        rest
    }

    fn largest(&self) -> f64 {
        self.values.first().copied().unwrap_or(0.0)
    }

    /// `V diag(weight(σ)) Uᵀ y`.
    fn weighted(&self, y: &[f64], weight: impl Fn(f64) -> f64) -> Vec<f64> {
        let mut x = vec![0.0; self.right.columns()];
        for (k, &value) in self.values.iter().enumerate() {
            let along = weight(value) * super::dot(self.left.row(k), y);
            x.iter_mut().zip(self.right.row(k)).for_each(|(entry, axis)| *entry += along * axis);
        }
        x
    }
}

/// Turns two columns (rows of `columns`) until they are orthogonal; whether they were not, up to rounding.
fn orthogonalize(columns: &mut Matrix, turns: &mut Matrix, (p, q): (usize, usize)) -> bool {
    let (a, b) = (columns.row(p), columns.row(q));
    let (aa, bb, ab) = (super::dot(a, a), super::dot(b, b), super::dot(a, b));
    // A cosine below two roundings per entry is zero up to rounding.
    if ab.abs() <= 2.0 * f64::EPSILON * (aa * bb).sqrt() {
        return false;
    }
    let slant = (bb - aa) / (2.0 * ab);
    let tan = 1.0f64.copysign(slant) / (slant.abs() + (1.0 + slant * slant).sqrt());
    let cos = 1.0 / (1.0 + tan * tan).sqrt();
    let sin = cos * tan;
    for matrix in [columns, turns] {
        for i in 0..matrix.columns() {
            let (x, y) = (matrix.at(p, i), matrix.at(q, i));
            *matrix.at_mut(p, i) = cos * x - sin * y;
            *matrix.at_mut(q, i) = sin * x + cos * y;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 3 × 4 matrix of rank 3 with no round numbers.
    fn jacobian() -> Matrix {
        Matrix::from_rows(4, &[&[0.31, -1.27, 0.88, 0.05], &[2.13, 0.41, -0.67, 1.19], &[-0.52, 0.73, 1.61, -0.94]])
    }

    #[test]
    fn the_factors_multiply_to_the_matrix() {
        for matrix in [jacobian(), jacobian().transpose()] {
            let svd = Svd::new(&matrix);
            for i in 0..matrix.rows() {
                for j in 0..matrix.columns() {
                    let entry: f64 = (0..3).map(|k| svd.left.at(k, i) * svd.values[k] * svd.right.at(k, j)).sum();
                    assert!((entry - matrix.at(i, j)).abs() < 1e-14);
                }
            }
        }
    }

    #[test]
    fn the_shortest_solution_is_orthogonal_to_the_kernel() {
        let (matrix, y) = (jacobian(), [0.7, -0.2, 1.1]);
        let svd = Svd::new(&matrix);
        let x = svd.solve(&y, 1e-12);
        for (got, want) in matrix.times(&x).iter().zip(y) {
            assert!((got - want).abs() < 1e-14);
        }
        assert!(norm(&svd.project_to_kernel(&x, 1e-12)) < 1e-14);
        let kernel = svd.project_to_kernel(&[1.3, 0.2, -0.4, 0.9], 1e-12);
        assert!(norm(&kernel) > 0.1 && norm(&matrix.times(&kernel)) < 1e-14);
    }

    #[test]
    fn damping_bounds_the_step_of_a_singular_matrix() {
        let matrix = Matrix::from_rows(2, &[&[1.0, 1.0], &[1.0, 1.0 + 1e-9]]);
        let y = [1.0, -1.0];
        let svd = Svd::new(&matrix);
        assert!(norm(&svd.solve(&y, 1e-15)) > 1e8);
        assert!(norm(&svd.solve_damped(&y, 0.01)) <= norm(&y) / 0.02);
        // Above the threshold only the sum of the unknowns is required, and it is 0.
        assert!(norm(&svd.solve(&y, 1e-6)) < 1e-8);
    }
}
