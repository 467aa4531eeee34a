//! The scale policy: answers keep their relative quality from 10⁻²⁵⁰ to 10²⁵⁰ (f32: 10⁻²⁰ to 10²⁰), far from the
//! origin, and for huge bodies against tiny ones.

use clearance::query::{self, Within};
use clearance::{Accuracy, Options, Proximity, Real, Vec2, Vec3, Vector};
use clearance_testkit::contract::Referee;
use clearance_testkit::directed::directed;
use clearance_testkit::make::{World, body};
use clearance_testkit::number::{Number, Wide};
use clearance_testkit::pairs::{Pair, Regime};
use clearance_testkit::random::Random;
use clearance_testkit::survey::{count, survey, survey_of};
use clearance_testkit::trial::Trial;

/// Relative errors and widths allowed, in roundings: 10⁻¹³ in `f64`.
const ROUNDINGS: f64 = 900.0;

fn scaled(pair: &Pair, factor: f64) -> Pair {
    Pair { a: pair.a.scaled(factor), b: pair.b.scaled(factor), ..pair.clone() }
}

fn answer<V: World>(pair: &Pair) -> Proximity<V> {
    Trial::<V>::new(pair).answer(&Options::default())
}

/// Whether `small` is `large` times a power of two, bit for bit.
fn same_bits<V: Vector>(large: &Proximity<V>, small: &Proximity<V>, factor: V::Scalar) -> bool {
    let lengths = |p: &Proximity<V>| [p.signed_distance, p.bounds.lower, p.bounds.upper];
    lengths(large).map(|x| x * factor) == lengths(small)
        && large.normal == small.normal
        && (large.witness_a * factor, large.witness_b * factor) == (small.witness_a, small.witness_b)
        && (large.status, large.proven, large.unique) == (small.status, small.proven, small.unique)
}

/// A pair at the size `decimal`, and the same numbers brought back to about 1 by a power of two: the same bits, which
/// keep the contract.
fn judge_scaled<V: World>(pair: &Pair, decimal: f64, exponent: i32) -> Result<String, String> {
    if pair.regime == Regime::ExtremeScale {
        return Ok("skipped".into());
    }
    let single = V::Scalar::UNIT.to_f64() > f64::EPSILON;
    let extreme = scaled(pair, decimal);
    let extreme = if single { extreme.rounded_to_f32() } else { extreme };
    let ordinary = scaled(&extreme, 2f64.powi(-exponent));
    let (far, near) = (answer::<V>(&extreme), answer::<V>(&ordinary));
    // From the larger to the smaller: products that underflow in the smaller one are no difference.
    let factor = V::Scalar::power_of_two(-exponent.abs());
    if !(if exponent < 0 { same_bits(&near, &far, factor) } else { same_bits(&far, &near, factor) }) {
        return Err(format!("other bits: {far:?}\nthan {near:?}"));
    }
    let referee = Referee::new(&ordinary.a, &ordinary.b, V::DIM);
    referee.check_bounds(&near).map_err(|violation| violation.to_string())?;
    Ok(format!("{:?}", near.status))
}

fn check_scaled<V: World>(default: u64, sizes: [(f64, i32); 2]) {
    for (decimal, exponent) in sizes {
        let survey = survey(count(default), V::DIM, |pair| judge_scaled::<V>(pair, decimal, exponent));
        survey.assert_sound();
        for outcome in ["Separated", "Overlapping"] {
            assert!(survey.mix.share(outcome) > 0.2, "{outcome} is too rare: {}", survey.mix);
        }
    }
}

#[test]
fn extreme_sizes_have_the_bits_of_ordinary_ones() {
    check_scaled::<Vec3<f64>>(800, [(1e-250, -831), (1e250, 831)]);
    check_scaled::<Vec2<f64>>(800, [(1e-250, -831), (1e250, 831)]);
    check_scaled::<Vec3<f32>>(500, [(1e-20, -66), (1e20, 66)]);
    check_scaled::<Vec2<f32>>(500, [(1e-20, -66), (1e20, 66)]);
}

/// Squares of their lengths are subnormal or zero.
#[test]
fn needles_and_discs_of_extreme_sizes_have_the_bits_of_ordinary_ones() {
    for (decimal, exponent) in [(1e-159, -528), (1e-250, -831)] {
        let draw = |seed: u64, index: u64| {
            let family = ["thin", "ring_thin", "coaxial"][(index % 3) as usize];
            directed(family, &mut Random::new(seed << 32 ^ index))
        };
        let survey = survey_of(count(200), draw, |pair| judge_scaled::<Vec3<f64>>(pair, decimal, exponent));
        survey.assert_sound();
        assert!(survey.mix.share("Overlapping") > 0.5, "{}", survey.mix);
    }
}

/// Polytopes in the plane and in space, few vertices each.
const POLYTOPES: [&str; 4] = ["box", "hull", "triangle", "capsule"];

/// The error and the width of the bounds, against a length.
fn judge_against<V: World>(pair: &Pair, accuracy: Accuracy, length: f64) -> Result<String, String> {
    let trial = Trial::<V>::new(pair);
    let answer = trial.answer(&Options { accuracy, ..Options::default() });
    let truth = trial.truth(2_000);
    truth.check(&answer).map_err(|violation| violation.to_string())?;
    let allowed = ROUNDINGS * V::Scalar::UNIT.to_f64() * length;
    let distance = Wide::new(answer.signed_distance.to_f64());
    let error = (truth.lower - distance).max(distance - truth.upper).value();
    let width = answer.bounds.width().to_f64();
    if error > allowed || width > allowed {
        return Err(format!("error {:e}, width {:e} of {length:e}: {answer:?}", error / length, width / length));
    }
    Ok(format!("{:?}", answer.status))
}

/// The sizes of the bodies, wherever they are.
fn size(pair: &Pair) -> f64 {
    let still = |body: &clearance_testkit::spec::BodySpec| {
        let mut body = body.clone();
        body.pose.translation.iter_mut().for_each(|c| *c = 0.0);
        body
    };
    Referee::new(&still(&pair.a), &still(&pair.b), pair.dim).size()
}

/// Bodies near to one another, `away` of their sizes from the origin.
fn far_from_origin(seed: u64, index: u64, dim: usize, away: f64) -> Pair {
    let mut random = Random::new(seed ^ index << 16);
    let kinds = [random.pick(&POLYTOPES), random.pick(&POLYTOPES)];
    let mut pair = Pair::of(&mut random, Regime::Flat, kinds, dim);
    let direction = random.direction(dim);
    for body in [&mut pair.a, &mut pair.b] {
        body.pose.translation.iter_mut().zip(&direction).for_each(|(c, d)| *c += away * d);
    }
    pair
}

#[test]
fn bodies_far_from_the_origin_are_measured_by_their_own_size() {
    fn check<V: World>(default: u64, away: f64) {
        let draw = |seed: u64, index: u64| far_from_origin(seed, index, V::DIM, away);
        let judge = |pair: &Pair| {
            let apart = pair.a.pose.translation.iter().zip(&pair.b.pose.translation).map(|(p, q)| (p - q).abs());
            judge_against::<V>(pair, Accuracy::Rounded, size(pair) + apart.fold(0.0, f64::max))
        };
        survey_of(count(default), draw, judge).assert_sound();
    }
    check::<Vec3<f64>>(500, 1e8);
    check::<Vec2<f64>>(500, 1e8);
    check::<Vec3<f32>>(300, 1e4);
}

#[test]
fn huge_against_tiny_is_right_to_the_huge_size_and_to_the_distance_on_demand() {
    fn check<V: World>(default: u64) {
        let draw = |seed: u64, index: u64| {
            let mut random = Random::new(seed ^ index << 18);
            let kinds = [random.pick(&POLYTOPES), random.pick(&POLYTOPES)];
            let pair = Pair::of(&mut random, Regime::SizeRatio, kinds, V::DIM);
            Pair { a: pair.a.scaled(1e3), b: pair.b.scaled(1e3), ..pair }
        };
        let judge = |pair: &Pair| {
            let length = Referee::new(&pair.a, &pair.b, V::DIM).size();
            judge_against::<V>(pair, Accuracy::Rounded, length)?;
            let tight = Trial::<V>::new(pair).answer(&Options { accuracy: Accuracy::Tight, ..Options::default() });
            let ulp = V::Scalar::TWO * V::Scalar::UNIT * V::Scalar::power_of_two(tight.signed_distance.exponent());
            if tight.bounds.width() > V::Scalar::from_f64(4.0) * ulp {
                return Err(format!("not tight: {tight:?}"));
            }
            Ok(format!("{:?}", tight.status))
        };
        survey_of(count(default), draw, judge).assert_sound();
    }
    check::<Vec3<f64>>(400);
    check::<Vec2<f64>>(400);
}

#[test]
fn what_is_beyond_a_maximum_of_subnormal_length_is_proven_beyond_it() {
    let mut random = Random::new(20_261_125);
    let mut beyond = 0;
    for index in 0..count(2_000) {
        let pair = scaled(&Pair::random_of(&["hull", "box", "triangle", "segment", "cylinder"], 7, index, 3), 1e-42);
        let rounded = pair.rounded_to_f32();
        let (Ok(a), Ok(b)) = (body::<Vec3<f32>>(&rounded.a), body::<Vec3<f32>>(&rounded.b)) else { continue };
        let max = random.uniform(0.0, 2e-42) as f32;
        let asked = query::Pair::in_world((&a.0, &a.1), (&b.0, &b.1)).distance_within(max);
        match asked {
            Within::Beyond { lower } => {
                assert!(lower > max, "{lower:e} is not above {max:e}: {}", pair.to_line(7, index));
                beyond += 1;
            }
            Within::Near(near) => assert!(near.bounds.lower <= max, "{near:?}"),
        }
    }
    assert!(beyond > 100, "{beyond}");
}

/// Those numbers times `2¹⁰⁰⁰`, which is exact, at a size where rounding is relative.
fn enlarged(pair: &Pair) -> Pair {
    scaled(&scaled(pair, 2f64.powi(500)), 2f64.powi(500))
}

#[test]
fn bounds_of_subnormal_bodies_hold_the_distance_that_their_numbers_have() {
    let draw = |seed: u64, index: u64| {
        let mut random = Random::new(seed ^ index << 20);
        scaled(&scaled(&Pair::random(seed, index, 3), 1e-200), random.magnitude(-122.5, -109.0))
    };
    let judge = |pair: &Pair| {
        if pair.regime == Regime::ExtremeScale {
            return Ok("skipped".into());
        }
        let large = enlarged(pair);
        let admitted = |pair: &Pair| body::<Vec3<f64>>(&pair.a).is_ok() && body::<Vec3<f64>>(&pair.b).is_ok();
        if !admitted(pair) || !admitted(&large) {
            return Ok("refused".into());
        }
        let (small, large) = (answer::<Vec3<f64>>(pair), answer::<Vec3<f64>>(&large));
        let back = |x: f64| x * 2f64.powi(500) * 2f64.powi(500);
        if back(small.bounds.lower) > large.bounds.upper || back(small.bounds.upper) < large.bounds.lower {
            return Err(format!("{:?} instead of {:?}, in quanta", quanta(&small), quanta_of(&large)));
        }
        Ok(format!("{:?}", large.status))
    };
    let survey = survey_of(count(3_000), draw, judge);
    survey.assert_sound();
    for outcome in ["Separated", "Overlapping"] {
        assert!(survey.mix.share(outcome) > 0.2, "{outcome} is too rare: {}", survey.mix);
    }
}

/// The bounds by the smallest number.
fn quanta(found: &Proximity<Vec3<f64>>) -> [f64; 2] {
    [found.bounds.lower, found.bounds.upper].map(|x| x / f64::QUANTUM)
}

/// [`quanta`] of an enlarged pair.
fn quanta_of(found: &Proximity<Vec3<f64>>) -> [f64; 2] {
    [found.bounds.lower, found.bounds.upper].map(|x| x * 2f64.powi(74))
}
