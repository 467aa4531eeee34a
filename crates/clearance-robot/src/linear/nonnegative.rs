//! Least squares over non-negative weights, by an active set (C. L. Lawson and R. J. Hanson 1974, chapter 23).
//!
//! Columns enter one at a time where the residual still asks for them; after each, the least-squares weights of the
//! entered columns are walked towards as far as none turns negative, and a column whose weight reaches zero leaves.
//! Every accepted set lowers the residual, so no set returns. The small least-squares problems are solved by
//! Householder reflections, not by normal equations: generators of nearly parallel contacts are nearly equal.

use super::{Matrix, dot, norm};

/// Weights `x ≥ 0` with the least `|Σ xⱼ cⱼ − target|`, where the columns `cⱼ` are the **rows** of `columns`.
pub(super) fn nonnegative_weights(columns: &Matrix, target: &[f64]) -> Vec<f64> {
    let n = columns.rows();
    let mut weights = vec![0.0; n];
    let mut entered: Vec<usize> = Vec::new();
    let largest = (0..n).map(|j| norm(columns.row(j))).fold(0.0, f64::max);
    // Each set is visited once at most; 3n steps are the customary bound.
    for _ in 0..3 * n.max(1) {
        let residual = residual(columns, target, &weights);
        let pull = |j: usize| dot(columns.row(j), &residual);
        // A product of a column with the residual below this is zero up to the rounding of the residual's terms.
        let terms = norm(target) + largest * weights.iter().sum::<f64>();
        let rounding = 16.0 * f64::EPSILON * largest * terms;
        let Some(next) = (0..n)
            .filter(|j| !entered.contains(j) && pull(*j) > rounding)
            .max_by(|&i, &j| pull(i).total_cmp(&pull(j)).then(j.cmp(&i)))
        else {
            break;
        };
        entered.push(next);
        loop {
            let best = least_squares(columns, &entered, target);
            let turned = |k: &usize| best[*k] <= 0.0;
            let step = (0..entered.len())
                .filter(turned)
                .map(|k| weights[entered[k]] / (weights[entered[k]] - best[k]))
                .fold(1.0, f64::min);
            for (k, &j) in entered.iter().enumerate() {
                weights[j] += step * (best[k] - weights[j]);
            }
            if step >= 1.0 {
                break;
            }
            let least = (0..entered.len()).filter(turned).min_by(|&i, &k| {
                let way = |k: usize| weights[entered[k]];
                way(i).total_cmp(&way(k))
            });
            let leaving = least.map(|k| entered.remove(k));
            entered.retain(|&j| weights[j] > 0.0);
            (0..n).filter(|j| !entered.contains(j)).for_each(|j| weights[j] = 0.0);
            // The column that has just entered turns back at once only by rounding: it belongs to the others.
            if leaving == Some(next) && step == 0.0 {
                return weights;
            }
        }
    }
    weights
}

fn residual(columns: &Matrix, target: &[f64], weights: &[f64]) -> Vec<f64> {
    let reached = columns.transpose_times(weights);
    target.iter().zip(reached).map(|(t, r)| t - r).collect()
}

/// The weights of the entered columns with the least residual, by Householder reflections with column pivots; columns
/// that depend on those before them up to rounding get none.
fn least_squares(columns: &Matrix, entered: &[usize], target: &[f64]) -> Vec<f64> {
    let (m, n) = (columns.columns(), entered.len());
    let mut work: Vec<Vec<f64>> = entered.iter().map(|&j| columns.row(j).to_vec()).collect();
    let mut right = target.to_vec();
    let mut order: Vec<usize> = (0..n).collect();
    let largest = work.iter().map(|column| norm(column)).fold(0.0, f64::max);
    let mut rank = 0;
    while rank < n.min(m) {
        let tail = |k: usize| norm(&work[k][rank..]);
        let pivot = (rank..n).max_by(|&i, &k| tail(i).total_cmp(&tail(k)).then(k.cmp(&i))).unwrap_or(rank);
        let length = tail(pivot);
        if length <= 4.0 * f64::EPSILON * m as f64 * largest {
            break;
        }
        work.swap(rank, pivot);
        order.swap(rank, pivot);
        let mut mirror = work[rank][rank..].to_vec();
        mirror[0] += length.copysign(mirror[0]);
        let square = dot(&mirror, &mirror);
        let reflect = |list: &mut [f64]| {
            let along = 2.0 * dot(&mirror, list) / square;
            list.iter_mut().zip(&mirror).for_each(|(entry, part)| *entry -= along * part);
        };
        work[rank..].iter_mut().for_each(|column| reflect(&mut column[rank..]));
        reflect(&mut right[rank..]);
        rank += 1;
    }
    let mut best = vec![0.0; n];
    for i in (0..rank).rev() {
        let known: f64 = (i + 1..rank).map(|k| work[k][i] * best[order[k]]).sum();
        best[order[i]] = (right[i] - known) / work[i][i];
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_outside_the_cone_is_met_at_its_border() {
        // The cone of (1, 0) and (1, 1); the target (1, −2) is nearest to 1·(1, 0).
        let columns = Matrix::from_rows(2, &[&[1.0, 0.0], &[1.0, 1.0]]);
        assert_eq!(nonnegative_weights(&columns, &[1.0, -2.0]), [1.0, 0.0]);
        let inside = nonnegative_weights(&columns, &[3.0, 1.0]);
        assert!((inside[0] - 2.0).abs() < 1e-15 && (inside[1] - 1.0).abs() < 1e-15);
    }

    #[test]
    fn no_column_pulls_at_the_residual_of_random_problems() {
        let mut random = crate::random::Random::new(7);
        let (mut border, mut inside) = (0, 0);
        for _ in 0..400 {
            let (m, n) = (2 + random.below(5), 1 + random.below(9));
            let rows: Vec<Vec<f64>> = (0..n).map(|_| (0..m).map(|_| random.between(-1.0, 1.0)).collect()).collect();
            let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
            let columns = Matrix::from_rows(m, &rows);
            let target: Vec<f64> = (0..m).map(|_| random.between(-1.0, 1.0)).collect();
            let weights = nonnegative_weights(&columns, &target);
            let residual = residual(&columns, &target, &weights);
            for (j, &weight) in weights.iter().enumerate() {
                let pull = dot(columns.row(j), &residual);
                assert!(weight >= 0.0 && pull < 1e-12, "seed 7: weight {weight}, pull {pull}");
                assert!(weight == 0.0 || pull > -1e-12, "seed 7: weight {weight}, pull {pull}");
            }
            if norm(&residual) > 1e-9 { border += 1 } else { inside += 1 }
        }
        assert!(border > 50 && inside > 50, "{border} outside the cone, {inside} inside");
    }
}
