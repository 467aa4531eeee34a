//! An iteration limit widens the bounds and breaks nothing: every query ends, and its bracket holds the truth.

use clearance::{Options, Real, Vec2, Vec3};
use clearance_testkit::contract::{PROVEN, Referee};
use clearance_testkit::directed::{FAMILIES, directed};
use clearance_testkit::make::World;
use clearance_testkit::pairs::Pair;
use clearance_testkit::random::Random;
use clearance_testkit::survey::{count, survey, survey_of};
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

/// Expansions of so few directions that caps and cells are left over, and of as many as prove the depth.
const BUDGETS: [u32; 6] = [1, 4, 16, 64, 256, 1024];

#[test]
fn curved_depths_of_any_budget_hold_the_depth_and_their_normal_proves_it() {
    let draw = |seed: u64, index: u64| {
        let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
        directed(family, &mut Random::new(seed << 32 ^ index))
    };
    let judge = |pair: &Pair| {
        let trial = Trial::<Vec3<f64>>::new(pair);
        let [a, b] = trial.specs();
        let referee = Referee::new(a, b, 3);
        let whole = trial.answer(&Options::default());
        for budget in BUDGETS {
            let answer = trial.answer(&Options { max_expansions: budget, ..Options::default() });
            let judged = referee.check_bounds(&answer).map_err(|violation| format!("at {budget}: {violation}"))?;
            let short = (answer.bounds.lower - judged.lower) / referee.size();
            if short > PROVEN * f64::UNIT {
                return Err(format!("at {budget}: the normal proves {short:e} of the size less than the bound"));
            }
            if !(answer.bounds.lower.max(whole.bounds.lower) <= answer.bounds.upper.min(whole.bounds.upper)) {
                return Err(format!("at {budget}: {:?} excludes {:?}", answer.bounds, whole.bounds));
            }
        }
        Ok(format!("{:?}", whole.status))
    };
    let survey = survey_of(count(400), draw, judge);
    survey.assert_sound();
    assert!(survey.mix.share("Overlapping") > 0.5, "{}", survey.mix);
}
