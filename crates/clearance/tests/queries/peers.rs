//! The failures that users of other libraries made public, through the doors of this one: every answer keeps its contract, all
//! queries agree, oracles confirm the rest.

use clearance::{Options, Real, Vec2, Vec3};
use clearance_testkit::case::{Case, corpus_folder, read_file};
use clearance_testkit::contract::Referee;
use clearance_testkit::make::World;
use clearance_testkit::pairs::Pair;
use clearance_testkit::trial::Trial;

/// Support evaluations of branch and bound.
const EVALUATIONS: usize = 20_000;

/// What is wrong with the answers to a pair.
fn judge<V: World>(pair: &Pair) -> Result<(), String> {
    let trial = Trial::<V>::new(pair);
    let [a, b] = trial.specs();
    let answer = trial.answer(&Options::default());
    let referee = Referee::new(a, b, V::DIM);
    let outcome = referee.check(&answer).map(|_| ()).and_then(|()| trial.truth(EVALUATIONS).check(&answer));
    outcome.and_then(|()| trial.check_agreement()).map_err(|violation| format!("{violation}: {answer:?}"))
}

fn check<V: World>(door: &str, pair: impl Fn(&Case) -> Pair) {
    let cases = read_file(&corpus_folder().join("regressions/peers.jsonl")).unwrap();
    let cases: Vec<_> = cases.into_iter().filter(|case| case.dim == V::DIM).collect();
    assert!(!cases.is_empty());
    let failures: Vec<_> = cases
        .iter()
        .filter_map(|case| judge::<V>(&pair(case)).err().map(|reason| format!("{}: {reason}", case.id)))
        .collect();
    assert!(failures.is_empty(), "{door}: {} of {} fail:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

fn check_all<V: World>(precision: f64) {
    assert_eq!(V::Scalar::UNIT.to_f64(), precision);
    check::<V>("as given", |case| Pair::given(case.dim, case.a.clone(), case.b.clone()));
    check::<V>("exchanged", |case| Pair::given(case.dim, case.b.clone(), case.a.clone()));
}

#[test]
fn public_failures_of_others_are_answered_right() {
    check_all::<Vec3<f64>>(f64::UNIT);
    check_all::<Vec2<f64>>(f64::UNIT);
}

#[test]
fn public_failures_of_others_are_answered_right_in_single_precision() {
    check_all::<Vec3<f32>>(f32::UNIT.to_f64());
    check_all::<Vec2<f32>>(f32::UNIT.to_f64());
}
