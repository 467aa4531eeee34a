//! All queries tell one story about a pair: `intersects`, `distance`, `signed_distance`, `distance_within` and their bounds,
//! cold and warm, and with the bodies exchanged.

use clearance::{Options, Vec2, Vec3};
use clearance_testkit::make::World;
use clearance_testkit::pairs::Pair;
use clearance_testkit::survey::{count, survey};
use clearance_testkit::trial::Trial;

fn judge<V: World>(pair: &Pair) -> Result<String, String> {
    let trial = Trial::<V>::new(pair);
    trial.check_agreement().map_err(|violation| violation.to_string())?;
    Ok(format!("{:?}", trial.answer(&Options::default()).status))
}

fn check<V: World>(default: u64) {
    let survey = survey(count(default), V::DIM, judge::<V>);
    survey.assert_sound();
    survey.mix.assert_balanced(V::DIM);
}

#[test]
fn queries_in_space_agree() {
    check::<Vec3<f64>>(10_000);
}

#[test]
fn queries_in_the_plane_agree() {
    check::<Vec2<f64>>(10_000);
}

#[test]
fn queries_in_space_agree_in_single_precision() {
    check::<Vec3<f32>>(5_000);
}

#[test]
fn queries_in_the_plane_agree_in_single_precision() {
    check::<Vec2<f32>>(5_000);
}
