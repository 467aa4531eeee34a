//! Parts of certificates for tests to change.

use super::{CellBounds, CellNode, Certificate, Proofs, Stretch, Subject};

pub(crate) fn entries(certificate: &mut Certificate) -> &mut Vec<Stretch> {
    stretches(certificate).1
}

pub(crate) fn stretches(certificate: &mut Certificate) -> (&mut Vec<CellBounds>, &mut Vec<Stretch>) {
    let Proofs::Stretches { cells, entries } = &mut certificate.proofs else { panic!("another certificate") };
    (cells, entries)
}

pub(crate) fn cells(certificate: &mut Certificate) -> &mut Vec<Vec<CellNode>> {
    let Proofs::Cells(cells) = &mut certificate.proofs else { panic!("another certificate") };
    cells
}

pub(crate) fn points(certificate: &mut Certificate) -> &mut Vec<Vec<f64>> {
    let Subject::Path { points, .. } = &mut certificate.subject else { panic!("another certificate") };
    points
}

pub(crate) fn trajectory(certificate: &mut Certificate) -> &mut serde_json::Value {
    let Subject::Trajectory(trajectory) = &mut certificate.subject else { panic!("another certificate") };
    trajectory
}

pub(crate) fn sides(certificate: &mut Certificate) -> &mut Vec<[f64; 2]> {
    match &mut certificate.subject {
        Subject::Box { sides, .. } | Subject::Polytope { sides, .. } => sides,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn lower(certificate: &mut Certificate) -> &mut f64 {
    let Subject::Box { lower, .. } = &mut certificate.subject else { panic!("another certificate") };
    lower
}

pub(crate) fn rows(certificate: &mut Certificate) -> (&mut Vec<Vec<f64>>, &mut Vec<f64>) {
    let Subject::Polytope { a, b, .. } = &mut certificate.subject else { panic!("another certificate") };
    (a, b)
}
