//! The oracles against the corpus, whose answers were certified elsewhere by other means.

use clearance_testkit::case::{Case, corpus_folder, read_folder};
use clearance_testkit::exact::{self, Polytope};
use clearance_testkit::model::Model;
use clearance_testkit::number::{Number, Wide};
use clearance_testkit::sweep;

/// More points than this in all take the exact oracle too long.
const POINTS: usize = 24;

fn still_cases() -> Vec<Case> {
    let mut cases = read_folder(&corpus_folder()).unwrap();
    cases.retain(|case| case.motion.is_none() && case.expect.collides.is_some());
    assert!(cases.len() > 900, "{} cases", cases.len());
    cases
}

#[test]
fn the_exact_oracle_agrees_with_the_corpus() {
    let mut judged = 0;
    for case in still_cases() {
        let polytopes = Polytope::new(&case.a, case.dim).zip(Polytope::new(&case.b, case.dim));
        let Some((a, b)) = polytopes.filter(|(a, b)| a.points.len() + b.points.len() <= POINTS) else { continue };
        let found = exact::signed_distance(&a, &b, case.dim);
        assert_eq!(found.sign().is_le(), case.expect.collides == Some(true), "{}", case.id);
        assert_eq!(found.sign().is_eq(), case.expect.touching == Some(true), "{}", case.id);
        let Some((lower, upper)) = case.truth() else { continue };
        // Radii are added to a root of 106 bits.
        let slack = Wide::new(1e-28 * (exact::wide(&found.radii).value() + found.value().abs().value()));
        let value = found.value();
        assert!(lower - slack <= value && value <= upper + slack, "{}: {value:?} {lower:?} {upper:?}", case.id);
        judged += 1;
    }
    assert!(judged > 400, "only {judged} cases judged");
}

#[test]
fn branch_and_bound_encloses_what_the_corpus_certifies() {
    let (mut judged, mut sharp) = (0, 0);
    for case in still_cases() {
        let Some((lower, upper)) = case.truth() else { continue };
        let (a, b) = (Model::<f64>::new(&case.a, case.dim), Model::<f64>::new(&case.b, case.dim));
        let size = a.extent(case.dim).max(b.extent(case.dim));
        let found = sweep::signed_distance(&a, &b, case.dim, 1e-12 * size, 2_000);
        let (low, high) = (lower.value(), upper.value());
        assert!(found.lower <= high && low <= found.upper, "{}: {found:?} excludes [{low}, {high}]", case.id);
        judged += 1;
        sharp += usize::from(found.upper - found.lower <= 1e-9 * size);
    }
    assert!(judged > 900 && 4 * sharp > 3 * judged, "{sharp} sharp of {judged}");
}
