//! An iteration limit widens the bounds and breaks nothing: every query ends, and its bracket holds the truth.

use clearance::{Options, Real, Vec2, Vec3};
use clearance_testkit::contract::Referee;
use clearance_testkit::make::World;
use clearance_testkit::pairs::Pair;
use clearance_testkit::survey::{count, survey};
use clearance_testkit::trial::Trial;

/// Support evaluations of branch and bound.
const EVALUATIONS: usize = 500;

fn judge<V: World>(pair: &Pair) -> Result<String, String> {
    let trial = Trial::<V>::new(pair);
    let [a, b] = trial.specs();
    let referee = Referee::new(a, b, V::DIM);
    let truth = trial.truth(EVALUATIONS);
    let whole = trial.answer(&Options::default());
    for limit in [0, 1, 2, 3, 4, 6, 9, 13] {
        let options = Options { max_iterations: limit, max_expansions: limit, ..Options::default() };
        let answer = trial.answer(&options);
        let checked = referee.check_bounds(&answer).map(|_| ()).and_then(|()| truth.check(&answer));
        checked.map_err(|violation| format!("at limit {limit}: {violation}"))?;
        let gap = answer.bounds.lower.max(whole.bounds.lower) > answer.bounds.upper.min(whole.bounds.upper);
        if gap {
            return Err(format!("at limit {limit}: the bounds exclude those of the whole run"));
        }
    }
    Ok(format!("{:?}", whole.status))
}

fn check<V: World>(default: u64) {
    let survey = survey(count(default), V::DIM, judge::<V>);
    survey.assert_sound();
    survey.mix.assert_balanced(V::DIM);
}

#[test]
fn limited_queries_in_space_bracket_the_truth() {
    check::<Vec3<f64>>(1_500);
}

#[test]
fn limited_queries_in_the_plane_bracket_the_truth() {
    check::<Vec2<f64>>(1_500);
}

#[test]
fn limited_queries_bracket_the_truth_in_single_precision() {
    check::<Vec3<f32>>(1_000);
}
