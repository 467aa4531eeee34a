//! Twins, one shape twice, turned and shifted by little, have narrow bounds, points on their bodies, and one depth from
//! either side. `cargo run --release -p clearance-testkit --example twins` shows more of them, by family.

use clearance::{Options, Vec3};
use clearance_testkit::survey::survey_of;
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
