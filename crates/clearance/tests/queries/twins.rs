//! Twins, one shape twice, turned and shifted by little, have narrow bounds, points on their bodies, and one depth from
//! either side. `cargo run --release -p clearance-testkit --example twins` shows more of them, by family.

use clearance::{Options, Vec3};
use clearance_testkit::directed::directed;
use clearance_testkit::random::Random;
use clearance_testkit::survey::{count, survey_of};
use clearance_testkit::trial::Trial;
use clearance_testkit::twins::{FAMILIES, twins};

/// Fractions of the sum of both reaches: what bounds may be wide, what an exchange may change, and how far witness
/// points may be outside.
const WIDE: f64 = 1e-10;
const OUTSIDE: f64 = 1e-13;

/// The family and the number in it of a pair of the survey.
fn draw(seed: u64, index: u64) -> clearance_testkit::pairs::Pair {
    let families = FAMILIES.len() as u64;
    twins(FAMILIES[(index % families) as usize], seed, index / families).0
}

#[test]
fn twins_are_told_to_a_ten_thousand_millionth_of_their_size() {
    let survey = survey_of(8 * FAMILIES.len() as u64, draw, |pair| {
        let trial = Trial::<Vec3<f64>>::new(pair);
        let (found, swapped) = (trial.answer(&Options::default()), trial.answer_exchanged());
        let certificate = trial.certificate(&found).map_err(|violation| violation.to_string())?;
        let size = trial.reach();
        let width = found.bounds.width() / size;
        let gap = (found.signed_distance - swapped.signed_distance).abs() / size;
        let outside = certificate.outside / size;
        if width > WIDE || gap > WIDE || outside > OUTSIDE {
            return Err(format!("width {width:e}, exchange {gap:e}, outside {outside:e}"));
        }
        Ok(format!("{:?}", found.status))
    });
    survey.assert_sound();
    assert!(survey.mix.share("Overlapping") > 0.9, "{}", survey.mix);
}

/// Depths between axes at angles down to a rounding, where the plane of both axes is known least.
#[test]
fn needles_along_an_axis_have_one_depth_from_either_side() {
    let draw = |seed: u64, index: u64| directed("needles", &mut Random::new(seed << 32 ^ index));
    let survey = survey_of(count(1_500), draw, |pair| {
        let trial = Trial::<Vec3<f64>>::new(pair);
        let answers = [trial.answer(&Options::default()), trial.answer_exchanged()];
        trial.certificate(&answers[0]).map_err(|violation| violation.to_string())?;
        let [one, other] = answers.map(|answer| answer.bounds);
        if !(one.lower.max(other.lower) <= one.upper.min(other.upper)) {
            return Err(format!("{one:?} and exchanged {other:?} have no number in common"));
        }
        Ok(format!("{:?}", answers[0].status))
    });
    survey.assert_sound();
    assert!(survey.mix.share("Overlapping") > 0.3, "{}", survey.mix);
}
