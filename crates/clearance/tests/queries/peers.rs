//! Failures of the past, those that users of other libraries made public and our own, through the doors of this one:
//! every answer keeps its contract, all queries agree, oracles confirm the rest.

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

fn check<V: World>((file, door): (&str, &str), pair: impl Fn(&Case) -> Pair) {
    let cases = read_file(&corpus_folder().join("regressions").join(file)).unwrap();
    let cases: Vec<_> = cases.into_iter().filter(|case| case.dim == V::DIM).collect();
    assert!(!cases.is_empty());
    let failures: Vec<_> = cases
        .iter()
        .filter_map(|case| judge::<V>(&pair(case)).err().map(|reason| format!("{}: {reason}", case.id)))
        .collect();
    assert!(
        failures.is_empty(),
        "{file}, {door}: {} of {} fail:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

fn check_all<V: World>(file: &str, precision: f64) {
    assert_eq!(V::Scalar::UNIT.to_f64(), precision);
    check::<V>((file, "as given"), |case| Pair::given(case.dim, case.a.clone(), case.b.clone()));
    check::<V>((file, "exchanged"), |case| Pair::given(case.dim, case.b.clone(), case.a.clone()));
}

fn check_both_dimensions(file: &str) {
    check_all::<Vec3<f64>>(file, f64::UNIT);
    check_all::<Vec2<f64>>(file, f64::UNIT);
}

fn check_both_dimensions_in_single_precision(file: &str) {
    check_all::<Vec3<f32>>(file, f32::UNIT.to_f64());
    check_all::<Vec2<f32>>(file, f32::UNIT.to_f64());
}

#[test]
fn public_failures_of_others_are_answered_right() {
    check_both_dimensions("peers.jsonl");
}

#[test]
fn public_failures_of_others_are_answered_right_in_single_precision() {
    check_both_dimensions_in_single_precision("peers.jsonl");
}

#[test]
fn own_failures_are_answered_right() {
    check_both_dimensions("own.jsonl");
}

#[test]
fn own_failures_are_answered_right_in_single_precision() {
    check_both_dimensions_in_single_precision("own.jsonl");
}
