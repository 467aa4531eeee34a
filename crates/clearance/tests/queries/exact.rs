//! Certificates and narrow answers, judged in the rational numbers of another library.

use clearance::query;
use clearance::query::{certify, intersects};
use clearance::{Accuracy, Options, Pose, Real, Status, Vec2, Vec3};
use clearance_testkit::case::{corpus_folder, read_folder};
use clearance_testkit::contract::Referee;
use clearance_testkit::exact::{Lattice, Polytope, signed_distance, wide};
use clearance_testkit::make::{World, body};
use clearance_testkit::number::{Number, Wide};
use clearance_testkit::pairs::{Pair, Regime};
use clearance_testkit::random::Random;
use clearance_testkit::survey::{count, survey_of};
use clearance_testkit::trial::Trial;
use clearance_testkit::triple::Triple;

/// Kinds whose cores are polytopes of few vertices, those of combinators among them.
const POLYTOPES: [&str; 7] = ["point", "segment", "triangle", "sphere", "box", "capsule", "hull"];
const COMBINED: [&str; 6] = ["box", "rounded", "affine", "sum", "hull_of", "swept"];

const ALL: [&str; 3] = ["Separated", "Overlapping", "Touching"];

/// The rational models of a pair, if it has them and they are small.
fn models<V: World>(pair: &Pair) -> Option<(Pair, Polytope, Polytope)> {
    let single = V::Scalar::UNIT.to_f64() > f64::EPSILON;
    let pair = if single { pair.rounded_to_f32() } else { pair.clone() };
    let (a, b) = (Polytope::new(&pair.a, V::DIM)?, Polytope::new(&pair.b, V::DIM)?);
    (a.points.len() + b.points.len() <= 60).then_some((pair, a, b))
}

/// The certificate of a pair proves its status, and booleans agree with it.
fn judge_certificate<V: World>(pair: &Pair) -> Result<String, String> {
    let Some((pair, p, q)) = models::<V>(pair) else { return Ok("skipped".into()) };
    let [(a, at_a), (b, at_b)] = [body::<V>(&pair.a).unwrap(), body::<V>(&pair.b).unwrap()];
    let Some(certificate) = certify((&a, &at_a), (&b, &at_b)) else { return Ok("inexact".into()) };
    let status = Lattice::new(&p, &q).verify(&certificate, V::DIM)?;
    let answer = query::Pair::in_world((&a, &at_a), (&b, &at_b)).signed_distance();
    if answer.status != status || !answer.proven {
        return Err(format!("the answer is {:?}, proven {}, the certificate {status:?}", answer.status, answer.proven));
    }
    if at_a == Pose::IDENTITY && intersects(&a, &b, &at_b) != (status != Status::Separated) {
        return Err("the boolean disagrees".into());
    }
    if query::Pair::in_world((&a, &at_a), (&b, &at_b)).intersects() != (status != Status::Separated) {
        return Err("the boolean in the world disagrees".into());
    }
    Ok(format!("{status:?}"))
}

fn check_certificates<V: World>(kinds: &[&str], outcomes: &[&str], default: u64) {
    let draw = |seed: u64, index: u64| Pair::random_of(kinds, seed, index, V::DIM);
    let survey = survey_of(count(default), draw, judge_certificate::<V>);
    survey.assert_sound();
    for outcome in outcomes {
        assert!(survey.mix.share(outcome) > 0.01, "{outcome} is too rare: {}", survey.mix);
    }
}

#[test]
fn certificates_prove_the_status_in_space() {
    check_certificates::<Vec3<f64>>(&POLYTOPES, &ALL, 1_500);
    check_certificates::<Vec3<f32>>(&POLYTOPES, &ALL, 300);
}

#[test]
fn certificates_prove_the_status_in_the_plane() {
    check_certificates::<Vec2<f64>>(&POLYTOPES, &ALL, 1_500);
    check_certificates::<Vec2<f32>>(&POLYTOPES, &ALL, 300);
}

#[test]
fn certificates_prove_the_status_of_combined_shapes() {
    check_certificates::<Vec3<f64>>(&COMBINED, &["Separated", "Overlapping"], 600);
    check_certificates::<Vec2<f64>>(&COMBINED, &["Separated", "Overlapping"], 300);
}

/// The exact answer is the rounded truth between its neighbours, the tight one at most four units in the last place
/// wide.
fn judge_accuracy<V: World>(pair: &Pair) -> Result<String, String> {
    let Some((pair, p, q)) = models::<V>(pair) else { return Ok("skipped".into()) };
    if p.points.len() + q.points.len() > 24 {
        return Ok("skipped".into());
    }
    let [(a, at_a), (b, at_b)] = [body::<V>(&pair.a).unwrap(), body::<V>(&pair.b).unwrap()];
    let ask = |accuracy| {
        let options = Options { accuracy, ..Options::default() };
        query::Pair::in_world((&a, &at_a), (&b, &at_b)).options(options).signed_distance()
    };
    let (exact, tight) = (ask(Accuracy::Exact), ask(Accuracy::Tight));
    let truth = signed_distance(&p, &q, V::DIM);
    let (value, radii) = (truth.value(), wide(&truth.radii));
    let (error, zero) = (Wide::new(1e-27) * (value.abs() + radii), Wide::new(0.0));
    let wide_of = |x: V::Scalar| Wide::new(x.to_f64());
    for answer in [&exact, &tight] {
        let (below, above) = (wide_of(answer.bounds.lower) - value, value - wide_of(answer.bounds.upper));
        if below > error || above > error {
            return Err(format!("the bounds exclude {:e}: {answer:?}", value.value()));
        }
        if !answer.proven || answer.status != exact.status {
            return Err(format!("statuses: {:?} {:?}", exact.status, tight.status));
        }
    }
    let neighbours = exact.bounds.lower == exact.bounds.upper || exact.bounds.lower.next_up() == exact.bounds.upper;
    let nearest = (wide_of(exact.signed_distance) - value).abs();
    let other = (wide_of(exact.bounds.lower) - value).abs().max((wide_of(exact.bounds.upper) - value).abs());
    if !neighbours || nearest - other > error {
        return Err(format!("not rounded correctly: {exact:?}"));
    }
    let ulp = V::Scalar::TWO * V::Scalar::UNIT * V::Scalar::power_of_two(exact.signed_distance.exponent());
    let narrow = tight.bounds.width() <= V::Scalar::from_f64(4.0) * ulp;
    let sign = if value > zero { "Separated" } else { "Overlapping" };
    if narrow { Ok(sign.into()) } else { Err(format!("too wide: {tight:?}")) }
}

fn check_accuracy<V: World>(default: u64) {
    let draw = |seed: u64, index: u64| Pair::random_of(&POLYTOPES, seed, index, V::DIM);
    let survey = survey_of(count(default), draw, judge_accuracy::<V>);
    survey.assert_sound();
    for outcome in ["Separated", "Overlapping"] {
        assert!(survey.mix.share(outcome) > 0.2, "{outcome} is too rare: {}", survey.mix);
    }
}

#[test]
fn exact_answers_are_rounded_once_and_tight_ones_are_four_ulp_wide() {
    check_accuracy::<Vec3<f64>>(1_200);
    check_accuracy::<Vec2<f64>>(1_200);
    check_accuracy::<Vec3<f32>>(400);
    check_accuracy::<Vec2<f32>>(400);
}

/// The answers to the corpus, tight and exact, enclose what is certified.
fn check_corpus<V: World>() {
    let mut judged = 0;
    for case in read_folder(&corpus_folder()).unwrap() {
        let Some((lower, upper)) = case.truth().filter(|_| case.dim == V::DIM && case.motion.is_none()) else {
            continue;
        };
        let [(a, at_a), (b, at_b)] = [body::<V>(&case.a).unwrap(), body::<V>(&case.b).unwrap()];
        for accuracy in [Accuracy::Tight, Accuracy::Exact] {
            let options = Options { accuracy, ..Options::default() };
            let found = query::Pair::in_world((&a, &at_a), (&b, &at_b)).options(options).signed_distance();
            let bounds = [found.bounds.lower, found.bounds.upper].map(|x| Wide::new(x.to_f64()));
            assert!(bounds[0] <= upper && lower <= bounds[1], "{}, {accuracy:?}: {found:?}", case.id);
        }
        judged += 1;
    }
    assert!(judged > 100, "only {judged} cases");
}

#[test]
fn tight_and_exact_answers_enclose_the_certified_ones() {
    check_corpus::<Vec3<f64>>();
    check_corpus::<Vec2<f64>>();
}

/// Bounds of default answers, in roundings of the size: 10⁻¹³ in `f64`.
const WIDTH_ROUNDINGS: f64 = 900.0;

/// Default answers to polytopes have narrow bounds; below 10⁻¹³ of the size they are right to the last bits, normal
/// included.
fn judge_width<V: World>(pair: &Pair) -> Result<String, String> {
    let trial = Trial::<V>::new(pair);
    let answer = trial.answer(&Options::default());
    let [a, b] = trial.specs();
    let size = Referee::new(a, b, V::DIM).size();
    let unit = V::Scalar::UNIT.to_f64();
    if answer.bounds.width().to_f64() > WIDTH_ROUNDINGS * unit * size {
        return Err(format!("wide: {:e} of the size, {answer:?}", answer.bounds.width().to_f64() / size));
    }
    let truth = trial.truth(1);
    let distance = Wide::new(answer.signed_distance.to_f64());
    let error = (truth.lower - distance).abs().value();
    let barely = answer.signed_distance.abs().to_f64() <= 400.0 * unit * size;
    if barely && error > 8.0 * unit * distance.abs().value() {
        return Err(format!("{error:e} off: {answer:?}, {:e}", truth.lower.value()));
    }
    let proven = Referee::new(a, b, V::DIM).plane(Triple::from_vector(answer.normal)).value();
    if answer.signed_distance.to_f64() - proven > 16.0 * unit * size {
        return Err(format!("the normal proves {proven:e} only: {answer:?}"));
    }
    Ok(format!("{:?}", answer.status))
}

fn check_width<V: World>(regime: Regime, default: u64) {
    let draw = |seed: u64, index: u64| {
        let mut random = Random::new(seed ^ index << 20);
        let kinds = [random.pick(&["box", "triangle", "hull"]), random.pick(&["box", "triangle", "hull"])];
        Pair::of(&mut random, regime, kinds, V::DIM)
    };
    let small = |pair: &Pair| {
        let points = |body| Polytope::new(body, V::DIM).map_or(99, |p| p.points.len());
        if points(&pair.a) + points(&pair.b) > 24 { Ok("skipped".into()) } else { judge_width::<V>(pair) }
    };
    survey_of(count(default), draw, small).assert_sound();
}

#[test]
fn nearly_identical_and_barely_touching_polytopes_are_right_to_the_last_bits() {
    for regime in [Regime::Identical, Regime::Touch, Regime::Shallow, Regime::Near] {
        check_width::<Vec3<f64>>(regime, 500);
        check_width::<Vec2<f64>>(regime, 500);
        check_width::<Vec3<f32>>(regime, 200);
    }
}

#[test]
fn a_contact_within_the_error_of_a_computed_pose_is_never_called_proven() {
    // Two cubes of half extents 1 that touch, 2 apart; the pose as given is decided, as a product it is not.
    let cube: clearance::Shape3<f64> = clearance::Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 1.0)).unwrap().into();
    let hull: clearance::Shape3<f64> = clearance::Polytope::new(
        &[-1.0, 1.0].map(|x| [-1.0, 1.0].map(|y| [-1.0, 1.0].map(|z| Vec3::new(x, y, z)))).concat().concat(),
    )
    .unwrap()
    .into();
    let half = Pose::from_translation(Vec3::new(1.0, 0.0, 0.0)).unwrap();
    let (given, computed) = (Pose::from_translation(Vec3::new(2.0, 0.0, 0.0)).unwrap(), half.then(&half));
    for (a, b) in [(&cube, &cube), (&hull, &hull), (&cube, &hull)] {
        let ask = |pose: &Pose<Vec3<f64>>, accuracy| {
            let options = Options { accuracy, ..Options::default() };
            query::Pair::in_world((a, &Pose::IDENTITY), (b, pose)).options(options).signed_distance()
        };
        for accuracy in [Accuracy::Rounded, Accuracy::Tight, Accuracy::Exact] {
            let (decided, open) = (ask(&given, accuracy), ask(&computed, accuracy));
            assert!(decided.proven && decided.status == Status::Touching, "{decided:?}");
            assert!(!open.proven && open.bounds.lower < 0.0 && open.bounds.upper > 0.0, "{accuracy:?}: {open:?}");
        }
        assert!(certify((a, &given), (b, &Pose::IDENTITY)).is_some());
        assert!(certify((a, &computed), (b, &Pose::IDENTITY)).is_none());
    }
}
