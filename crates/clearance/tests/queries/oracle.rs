//! Answers against oracles that share no code with the algorithms.
//!
//! Polytopes and rounded polytopes: rational arithmetic over every direction that can matter decides status and value.
//! Everything else: branch and bound over all directions decides whether the bounds hold the truth.

use clearance::{Options, Real, Vec2, Vec3};
use clearance_testkit::contract::Referee;
use clearance_testkit::make::World;
use clearance_testkit::number::{Number, Wide};
use clearance_testkit::pairs::Pair;
use clearance_testkit::survey::{count, survey, survey_of};
use clearance_testkit::trial::Trial;

/// Kinds whose cores have few vertices.
const POLYTOPES: [&str; 7] = ["point", "segment", "triangle", "sphere", "box", "capsule", "hull"];
/// Support evaluations of branch and bound.
const EVALUATIONS: usize = 2_000;
/// How far the distance of polytopes may be off, in roundings of the largest coordinate: 10⁻¹³ in `f64`.
const VALUE_ROUNDINGS: f64 = 900.0;

fn judge_exactly<V: World>(pair: &Pair) -> Result<String, String> {
    let trial = Trial::<V>::new(pair);
    let truth = trial.truth(EVALUATIONS);
    let answer = trial.answer(&Options::default());
    truth.check(&answer).map_err(|violation| violation.to_string())?;
    let [a, b] = trial.specs();
    let size = Referee::new(a, b, V::DIM).size();
    let distance = Wide::new(answer.signed_distance.to_f64());
    let error = (truth.lower - distance).max(distance - truth.upper).value() / size;
    if error > VALUE_ROUNDINGS * V::Scalar::UNIT.to_f64() {
        return Err(format!("the distance is off by {error:e} of the size"));
    }
    Ok(format!("{:?}", answer.status))
}

fn judge_by_enclosure<V: World>(pair: &Pair) -> Result<String, String> {
    let trial = Trial::<V>::new(pair);
    let answer = trial.answer(&Options::default());
    trial.truth(EVALUATIONS).check(&answer).map_err(|violation| violation.to_string())?;
    Ok(format!("{:?}", answer.status))
}

fn check_exactly<V: World>(default: u64) {
    let draw = |seed: u64, index: u64| Pair::random_of(&POLYTOPES, seed, index, V::DIM);
    let survey = survey_of(count(default), draw, judge_exactly::<V>);
    survey.assert_sound();
    for outcome in ["Separated", "Overlapping", "Touching"] {
        assert!(survey.mix.share(outcome) > 0.01, "{outcome} is too rare: {}", survey.mix);
    }
}

fn check_by_enclosure<V: World>(default: u64) {
    let survey = survey(count(default), V::DIM, judge_by_enclosure::<V>);
    survey.assert_sound();
    survey.mix.assert_balanced(V::DIM);
}

#[test]
fn polytopes_in_space_have_their_exact_distance() {
    check_exactly::<Vec3<f64>>(3_000);
}

#[test]
fn polytopes_in_the_plane_have_their_exact_distance() {
    check_exactly::<Vec2<f64>>(3_000);
}

#[test]
fn polytopes_in_space_have_their_exact_distance_in_single_precision() {
    check_exactly::<Vec3<f32>>(1_000);
}

#[test]
fn polytopes_in_the_plane_have_their_exact_distance_in_single_precision() {
    check_exactly::<Vec2<f32>>(1_000);
}

#[test]
fn bounds_in_space_hold_the_truth() {
    check_by_enclosure::<Vec3<f64>>(3_000);
}

#[test]
fn bounds_in_the_plane_hold_the_truth() {
    check_by_enclosure::<Vec2<f64>>(3_000);
}

#[test]
fn bounds_in_space_hold_the_truth_in_single_precision() {
    check_by_enclosure::<Vec3<f32>>(1_000);
}

#[test]
fn bounds_in_the_plane_hold_the_truth_in_single_precision() {
    check_by_enclosure::<Vec2<f32>>(1_000);
}
