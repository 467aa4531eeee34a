//! Small strictly convex quadratic programs.
//!
//! `min ½ xᵀH x − cᵀx` over `A x ≥ b` is, with `H = LLᵀ` and `y = Lᵀx − L⁻¹c`, the least `|y|` over `G y ≥ h`: a least
//! distance problem, which non-negative least squares solves (Lawson and Hanson 1974, chapter 23.4) without a starting
//! point and with a plain answer where nothing is feasible. The residual of the conditions of Karush, Kuhn and Tucker
//! is computed from the given numbers, never from the transformed ones.

use super::nonnegative::nonnegative_weights;
use super::{Matrix, dot, norm};

/// `min ½ xᵀH x − cᵀx` over all `x` with `A x ≥ b`.
///
/// ```
/// use clearance_robot::linear::{Matrix, QuadraticProgram};
/// // The point of the halfplane x + y ≥ 2 nearest to (0, 1).
/// let program = QuadraticProgram {
///     hessian: Matrix::identity(2),
///     linear: vec![0.0, 1.0],
///     rows: Matrix::from_rows(2, &[&[1.0, 1.0]]),
///     least: vec![2.0],
/// };
/// let minimum = program.solve().unwrap();
/// assert!((minimum.x[0] - 0.5).abs() < 1e-15 && (minimum.x[1] - 1.5).abs() < 1e-15);
/// assert!((minimum.multipliers[0] - 0.5).abs() < 1e-15);
/// ```
#[derive(Clone, Debug)]
pub struct QuadraticProgram {
    /// `H`, symmetric and positive definite.
    pub hessian: Matrix,
    /// `c`.
    pub linear: Vec<f64>,
    /// `A`.
    pub rows: Matrix,
    /// `b`.
    pub least: Vec<f64>,
}

/// The minimum of a quadratic program.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimum {
    /// Where it is.
    pub x: Vec<f64>,
    /// The multipliers of the rows, not negative.
    pub multipliers: Vec<f64>,
    /// The largest violation of `H x − c = Aᵀλ`, `A x ≥ b`, `λ ≥ 0` and `λᵢ (A x − b)ᵢ = 0`, each relative to the size
    /// of its terms.
    pub residual: f64,
}

/// Why there is no minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Infeasible {
    /// No `x` satisfies all rows, up to rounding.
    Rows,
    /// The Hessian is not positive definite, up to rounding.
    Hessian,
}

impl std::fmt::Display for Infeasible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rows => write!(f, "the rows of the quadratic program must admit a point, got none"),
            Self::Hessian => {
                write!(f, "the Hessian of the quadratic program must be positive definite, got one that is not")
            }
        }
    }
}

impl std::error::Error for Infeasible {}

impl QuadraticProgram {
    /// The minimum, with its residual; the caller decides what residual it takes.
    pub fn solve(&self) -> Result<Minimum, Infeasible> {
        let factor = cholesky(&self.hessian).ok_or(Infeasible::Hessian)?;
        // x = L⁻ᵀ (y + z), z = L⁻¹c; rows G = A L⁻ᵀ, right sides h = b − G z.
        let z = solve_lower(&factor, &self.linear);
        let (count, n) = (self.rows.rows(), self.linear.len());
        // Rows of length 1; one that is zero asks for 0 ≥ b.
        let mut columns = Matrix::zero(count, n + 1);
        let mut lengths = vec![0.0; count];
        for (i, known) in lengths.iter_mut().enumerate() {
            let row = solve_lower(&factor, self.rows.row(i));
            let length = norm(&row);
            let height = self.least[i] - dot(&row, &z);
            if length == 0.0 {
                if self.least[i] > 0.0 {
                    return Err(Infeasible::Rows);
                }
                continue;
            }
            *known = length;
            row.iter().enumerate().for_each(|(j, entry)| *columns.at_mut(i, j) = entry / length);
            *columns.at_mut(i, n) = height / length;
        }
        // Heights near 1, as the rows.
        let scale = (0..count).map(|i| columns.at(i, n).abs()).fold(0.0, f64::max);
        let scale = if scale > 0.0 { scale } else { 1.0 };
        (0..count).for_each(|i| *columns.at_mut(i, n) /= scale);
        let mut target = vec![0.0; n + 1];
        target[n] = 1.0;
        let weights = nonnegative_weights(&columns, &target);
        let reached = columns.transpose_times(&weights);
        let rest = 1.0 - reached[n];
        // |residual|² = rest at the optimum: zero, up to the rounding of its terms, if no y satisfies all rows.
        let terms = 1.0 + (0..count).map(|i| weights[i] * columns.at(i, n).abs()).sum::<f64>();
        if rest <= 64.0 * f64::EPSILON * terms {
            return Err(Infeasible::Rows);
        }
        let y: Vec<f64> = (0..n).map(|j| z[j] + scale * reached[j] / rest).collect();
        let x = solve_upper(&factor, &y);
        let multipliers: Vec<f64> =
            (0..count).map(|i| if lengths[i] > 0.0 { scale * weights[i] / (rest * lengths[i]) } else { 0.0 }).collect();
        let residual = self.residual(&x, &multipliers);
        Ok(Minimum { x, multipliers, residual })
    }

    /// The largest violation of the conditions of Karush, Kuhn and Tucker at a point with multipliers, relative to the
    /// size of the terms.
    pub fn residual(&self, x: &[f64], multipliers: &[f64]) -> f64 {
        let (slope, pull) = (self.hessian.times(x), self.rows.transpose_times(multipliers));
        let (heights, mut worst) = (self.rows.times(x), 0.0f64);
        for i in 0..x.len() {
            let size = slope[i].abs() + self.linear[i].abs() + pull[i].abs() + norm(&self.linear);
            worst = worst.max((slope[i] - self.linear[i] - pull[i]).abs() / size.max(f64::MIN_POSITIVE));
        }
        for (i, &multiplier) in multipliers.iter().enumerate() {
            let size = norm(self.rows.row(i)) * norm(x) + self.least[i].abs();
            let excess = (heights[i] - self.least[i]) / size.max(f64::MIN_POSITIVE);
            worst = worst.max(-excess).max(-multiplier);
            if multiplier > 0.0 {
                worst = worst.max(excess);
            }
        }
        worst
    }
}

/// The lower factor of a symmetric positive definite matrix; `None` if a pivot vanishes up to rounding.
fn cholesky(matrix: &Matrix) -> Option<Matrix> {
    let n = matrix.rows();
    let mut factor = Matrix::zero(n, n);
    for j in 0..n {
        for i in j..n {
            let known: f64 = (0..j).map(|k| factor.at(i, k) * factor.at(j, k)).sum();
            let rest = matrix.at(i, j) - known;
            if i > j {
                *factor.at_mut(i, j) = rest / factor.at(j, j);
            } else if rest > 4.0 * f64::EPSILON * matrix.at(j, j).abs() {
                *factor.at_mut(j, j) = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    Some(factor)
}

/// `L⁻¹ v`.
fn solve_lower(factor: &Matrix, v: &[f64]) -> Vec<f64> {
    let mut y = v.to_vec();
    for i in 0..y.len() {
        let known = dot(&factor.row(i)[..i], &y[..i]);
        y[i] = (y[i] - known) / factor.at(i, i);
    }
    y
}

/// `L⁻ᵀ v`.
fn solve_upper(factor: &Matrix, v: &[f64]) -> Vec<f64> {
    let mut x = v.to_vec();
    for i in (0..x.len()).rev() {
        let known: f64 = (i + 1..x.len()).map(|k| factor.at(k, i) * x[k]).sum();
        x[i] = (x[i] - known) / factor.at(i, i);
    }
    x
}

#[cfg(test)]
mod tests;
