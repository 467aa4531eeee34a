//! Every answer about every pair keeps the witness contract, judged in 106 bits from the definitions.
//!
//! `CLEARANCE_TEST_PAIRS=4000000 cargo test --release -p clearance --test queries contract` draws millions.

use clearance::{Options, Vec2, Vec3};
use clearance_testkit::make::World;
use clearance_testkit::pairs::Pair;
use clearance_testkit::survey::{count, survey};
use clearance_testkit::trial::Trial;

fn judge<V: World>(pair: &Pair) -> Result<String, String> {
    let trial = Trial::<V>::new(pair);
    trial.check_contract().map_err(|violation| violation.to_string())?;
    Ok(format!("{:?}", trial.answer(&Options::default()).status))
}

fn check<V: World>(default: u64) {
    let survey = survey(count(default), V::DIM, judge::<V>);
    survey.assert_sound();
    survey.mix.assert_balanced(V::DIM);
}

#[test]
fn bodies_in_space_keep_the_contract() {
    check::<Vec3<f64>>(20_000);
}

#[test]
fn bodies_in_the_plane_keep_the_contract() {
    check::<Vec2<f64>>(10_000);
}

#[test]
fn bodies_in_space_keep_the_contract_in_single_precision() {
    check::<Vec3<f32>>(7_000);
}

#[test]
fn bodies_in_the_plane_keep_the_contract_in_single_precision() {
    check::<Vec2<f32>>(3_000);
}
