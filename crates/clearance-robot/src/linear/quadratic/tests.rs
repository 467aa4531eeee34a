use super::*;
use crate::random::Random;

fn random_program(random: &mut Random) -> QuadraticProgram {
    let (n, count) = (1 + random.below(8), random.below(14));
    let mut list = |length: usize, size: f64| (0..length).map(|_| random.between(-size, size)).collect::<Vec<f64>>();
    let root: Vec<Vec<f64>> = (0..n).map(|_| list(n, 1.0)).collect();
    let rows: Vec<Vec<f64>> = (0..count).map(|_| list(n, 1.0)).collect();
    let (linear, least) = (list(n, 2.0), list(count, 0.5));
    let mut hessian = Matrix::zero(n, n);
    for i in 0..n {
        for j in 0..n {
            *hessian.at_mut(i, j) = dot(&root[i], &root[j]) + if i == j { 0.05 } else { 0.0 };
        }
    }
    let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
    QuadraticProgram { hessian, linear, rows: Matrix::from_rows(n, &rows), least }
}

#[test]
fn random_programs_satisfy_the_optimality_conditions() {
    let mut random = Random::new(3);
    let (mut solved, mut bound, mut refused) = (0, 0, 0);
    for _ in 0..1000 {
        let program = random_program(&mut random);
        match program.solve() {
            Ok(minimum) => {
                assert!(minimum.residual < 1e-11, "seed 3: residual {} of {program:?}", minimum.residual);
                solved += 1;
                bound += usize::from(minimum.multipliers.iter().any(|&m| m > 0.0));
            }
            Err(why) => {
                assert_eq!(why, Infeasible::Rows);
                refused += 1;
            }
        }
    }
    assert!(solved > 300 && bound > 200 && refused > 100, "{solved} solved, {bound} at a row, {refused} infeasible");
}

#[test]
fn rows_that_contradict_each_other_are_refused() {
    let rows = Matrix::from_rows(2, &[&[1.0, 0.3], &[-1.0, -0.3]]);
    let program =
        QuadraticProgram { hessian: Matrix::identity(2), linear: vec![0.1, 0.2], rows, least: vec![1.0, -0.9] };
    assert_eq!(program.solve(), Err(Infeasible::Rows));
}

#[test]
fn a_wrong_multiplier_has_a_residual() {
    let rows = Matrix::from_rows(2, &[&[1.0, 1.0]]);
    let program = QuadraticProgram { hessian: Matrix::identity(2), linear: vec![0.0, 1.0], rows, least: vec![2.0] };
    let minimum = program.solve().unwrap();
    assert!(minimum.residual < 1e-15);
    assert!(program.residual(&minimum.x, &[0.6]) > 0.02);
    assert!(program.residual(&[0.5, 1.4], &minimum.multipliers) > 0.02);
}

#[test]
fn a_flat_hessian_is_refused() {
    let hessian = Matrix::from_rows(2, &[&[1.0, 1.0], &[1.0, 1.0]]);
    let program = QuadraticProgram { hessian, linear: vec![1.0, 0.0], rows: Matrix::zero(0, 2), least: vec![] };
    assert_eq!(program.solve(), Err(Infeasible::Hessian));
}
