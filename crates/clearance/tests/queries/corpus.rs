//! Every case of the corpus through every door: storage enum, static types, `dyn`, both precisions, exchanged, moved,
//! scaled.

use clearance::query;
use clearance::{Options, Pose, Proximity, Real, Shape, Status, Support, Vec2, Vec3, Vector};
use clearance_testkit::case::{Case, corpus_folder, read_folder};
use clearance_testkit::contract::Referee;
use clearance_testkit::make::{World, body};
use clearance_testkit::number::{Number, Wide};
use clearance_testkit::pairs::Pair;
use clearance_testkit::spec::{BodySpec, PoseSpec};
use clearance_testkit::trial::Trial;

/// Roundings by which moving or scaling changes the bodies themselves, relative to their largest coordinate.
const CHANGED: f64 = 32.0;

/// In units of the size: what is farther from contact is decided in `f64`, curved or not.
const CLEAR: f64 = 1e-17;

fn still_cases(dim: usize) -> Vec<Case> {
    let mut cases = read_folder(&corpus_folder()).unwrap();
    cases.retain(|case| case.motion.is_none() && case.dim == dim);
    assert!(cases.len() > 100, "{} cases", cases.len());
    cases
}

/// A changed copy of a case: its truth times `factor`, off by at most `slack`.
struct Door {
    a: BodySpec,
    b: BodySpec,
    factor: f64,
    slack: f64,
}

/// Judges the answer to one door in the precision of `V`: certified interval, status, contract.
fn enter<V: World>(case: &Case, door: &Door) -> Result<(), String> {
    let trial = Trial::<V>::new(&Pair::given(case.dim, door.a.clone(), door.b.clone()));
    let [a, b] = trial.specs();
    let referee = Referee::new(a, b, case.dim);
    let answer = trial.answer(&Options::default());
    referee.check(&answer).map_err(|violation| format!("{violation}, {answer:?}"))?;
    let is_double = V::Scalar::UNIT.to_f64() == f64::UNIT;
    let width = answer.bounds.width().to_f64() / referee.size();
    if is_double && case.expect.width.is_some_and(|most| width > most) {
        return Err(format!("bounds {width:e} of the size wide: {answer:?}"));
    }
    let Some((lower, upper)) = case.truth() else { return Ok(()) };
    let rounded = if is_double { 0.0 } else { CHANGED * V::Scalar::UNIT.to_f64() * referee.size() };
    let (factor, slack) = (Wide::new(door.factor), Wide::new(door.slack + rounded));
    let (lower, upper) = (lower * factor - slack, upper * factor + slack);
    let bounds = (Wide::new(answer.bounds.lower.to_f64()), Wide::new(answer.bounds.upper.to_f64()));
    if bounds.0 > upper || bounds.1 < lower {
        return Err(format!("bounds exclude [{:e}, {:e}]: {answer:?}", lower.value(), upper.value()));
    }
    let exact = slack == Wide::new(0.0);
    let expected = match (case.expect.collides, case.expect.touching) {
        (Some(false), _) if exact || lower > Wide::new(0.0) => Status::Separated,
        (Some(true), Some(true)) if exact => Status::Touching,
        (Some(true), _) if upper < Wide::new(0.0) => Status::Overlapping,
        _ => return Ok(()),
    };
    if exact && !answer.proven && (lower.value() > CLEAR * referee.size() || upper.value() < -CLEAR * referee.size()) {
        return Err(format!("undecided at [{:e}, {:e}]: {answer:?}", lower.value(), upper.value()));
    }
    if answer.proven && answer.status != expected {
        return Err(format!("proven to be {:?}, not {expected:?}", answer.status));
    }
    Ok(())
}

fn check_doors<V: World>(dim: usize, door: impl Fn(&Case) -> Door) {
    let cases = still_cases(dim);
    let failures: Vec<_> = cases
        .iter()
        .filter_map(|case| enter::<V>(case, &door(case)).err().map(|reason| format!("{}: {reason}", case.id)))
        .collect();
    let shown = failures.iter().take(8).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {} cases fail:\n{shown}", failures.len(), cases.len());
}

fn check_both(door: impl Fn(&Case) -> Door) {
    check_doors::<Vec3<f64>>(3, &door);
    check_doors::<Vec2<f64>>(2, &door);
}

fn size(case: &Case) -> f64 {
    Referee::new(&case.a, &case.b, case.dim).size()
}

fn as_given(case: &Case) -> Door {
    Door { a: case.a.clone(), b: case.b.clone(), factor: 1.0, slack: 0.0 }
}

fn scaled(case: &Case, factor: f64) -> Door {
    // A power of two rounds nothing.
    let exact = factor.log2().fract() == 0.0;
    let slack = if exact { 0.0 } else { CHANGED * f64::UNIT * factor * size(case) };
    Door { a: case.a.scaled(factor), b: case.b.scaled(factor), factor, slack }
}

/// Both bodies turned about the origin and moved, in rounded arithmetic.
fn moved(case: &Case) -> Door {
    let turn = if case.dim == 2 { [0.8, 0.0, 0.0, -0.35] } else { [0.3, -0.55, 0.2, 0.7] };
    let motion = PoseSpec { translation: vec![0.7, -1.9, 1.3][..case.dim].to_vec(), quaternion: turn };
    let (a, b) = (after(&motion, &case.a, case.dim), after(&motion, &case.b, case.dim));
    let size = size(case).max(Referee::new(&a, &b, case.dim).size());
    Door { slack: CHANGED * f64::UNIT * size, a, b, factor: 1.0 }
}

fn after(motion: &PoseSpec, body: &BodySpec, dim: usize) -> BodySpec {
    let [aw, ax, ay, az] = motion.quaternion;
    let [bw, bx, by, bz] = body.pose.quaternion;
    let quaternion = [
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    ];
    let columns = clearance_testkit::model::rotation::<f64>(motion.quaternion);
    let place = |i: usize| {
        let turned: f64 = (0..dim).map(|j| columns[j].0[i] * body.pose.translation[j]).sum();
        turned + motion.translation[i]
    };
    BodySpec { shape: body.shape.clone(), pose: PoseSpec { translation: (0..dim).map(place).collect(), quaternion } }
}

#[test]
fn cases_are_answered_as_certified() {
    check_both(as_given);
}

#[test]
fn cases_are_answered_as_certified_in_single_precision() {
    check_doors::<Vec3<f32>>(3, as_given);
    check_doors::<Vec2<f32>>(2, as_given);
}

#[test]
fn all_fields_of_the_answers_about_cases_are_right() {
    fn failures<V: World>() -> Vec<String> {
        let judge = |case: &Case| {
            let trial = Trial::<V>::new(&Pair::given(V::DIM, case.a.clone(), case.b.clone()));
            trial.check_fields().err().map(|violation| format!("{}: {violation}", case.id))
        };
        still_cases(V::DIM).iter().filter_map(judge).collect()
    }
    let failures = [failures::<Vec3<f64>>(), failures::<Vec2<f64>>()].concat();
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures[..failures.len().min(40)].join("\n"));
}

#[test]
fn gradients_of_a_share_of_the_cases_are_those_of_differences() {
    fn judged<V: World<Scalar = f64>>() -> Vec<Result<(), String>> {
        let own = |case: &Case| case.expect.width.is_some();
        let share = |(i, case): &(usize, Case)| i % 16 == 0 || own(case);
        let judge = |(_, case): (usize, Case)| {
            let trial = Trial::<V>::new(&Pair::given(V::DIM, case.a.clone(), case.b.clone()));
            let verdicts = [trial.check_differences(), trial.check_rates()].into_iter().flatten();
            verdicts.map(|verdict| verdict.map_err(|violation| format!("{}: {violation}", case.id))).collect::<Vec<_>>()
        };
        still_cases(V::DIM).into_iter().enumerate().filter(share).flat_map(judge).collect()
    }
    let judged = [judged::<Vec3<f64>>(), judged::<Vec2<f64>>()].concat();
    let failures: Vec<_> = judged.iter().filter_map(|verdict| verdict.as_ref().err()).collect();
    assert!(failures.is_empty(), "{} of {}: {:?}", failures.len(), judged.len(), &failures[..failures.len().min(8)]);
    assert!(judged.len() > 40, "{} judged", judged.len());
}

#[test]
fn exchanged_cases_are_answered_as_certified() {
    check_both(|case| Door { a: case.b.clone(), b: case.a.clone(), factor: 1.0, slack: 0.0 });
}

#[test]
fn moved_cases_are_answered_as_certified() {
    check_both(moved);
}

#[test]
fn scaled_cases_are_answered_as_certified() {
    for factor in [1e-6, 1e-3, 2f64.powi(-40), 2f64.powi(33), 1e3, 1e6] {
        check_both(|case| scaled(case, factor));
    }
}

#[test]
fn all_queries_tell_one_story_about_a_case() {
    fn failures<V: World>() -> Vec<String> {
        let story = |case: &Case| {
            let trial = Trial::<V>::new(&Pair::given(V::DIM, case.a.clone(), case.b.clone()));
            trial.check_agreement().err().map(|violation| format!("{}: {violation}", case.id))
        };
        still_cases(V::DIM).iter().filter_map(story).collect()
    }
    let failures =
        [failures::<Vec3<f64>>(), failures::<Vec2<f64>>(), failures::<Vec3<f32>>(), failures::<Vec2<f32>>()].concat();
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures[..failures.len().min(8)].join("\n"));
}

/// The world answer about shapes behind any door.
fn ask<V: World>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized), poses: [&Pose<V>; 2]) -> Proximity<V> {
    query::Pair::in_world((a, poses[0]), (b, poses[1])).signed_distance()
}

/// The corpus behind the shapes' own types, for a choice of pairs: every pair costs its own copy of the algorithms.
fn ask_static<V: World>(a: &Shape<V>, b: &Shape<V>, poses: [&Pose<V>; 2]) -> Option<Proximity<V>> {
    Some(match (a, b) {
        (Shape::Polytope(a), Shape::Polytope(b)) => ask(a, b, poses),
        (Shape::Cuboid(a), Shape::Cuboid(b)) => ask(a, b, poses),
        (Shape::Ball(a), Shape::Polytope(b)) => ask(a, b, poses),
        (Shape::Capsule(a), Shape::Capsule(b)) => ask(a, b, poses),
        (Shape::Ellipsoid(a), Shape::Ellipsoid(b)) => ask(a, b, poses),
        (Shape::Cylinder(a), Shape::Cylinder(b)) => ask(a, b, poses),
        _ => return None,
    })
}

fn check_types<V: World + Vector>(dim: usize) {
    let mut statically = 0;
    for case in still_cases(dim) {
        let (a, pose_a) = body::<V>(&case.a).unwrap();
        let (b, pose_b) = body::<V>(&case.b).unwrap();
        let poses = [&pose_a, &pose_b];
        let stored = ask(&a, &b, poses);
        let (da, db): (&dyn Support<V>, &dyn Support<V>) = (&a, &b);
        assert_eq!(stored, ask(da, db, poses), "{}: dyn differs", case.id);
        if let Some(found) = ask_static(&a, &b, poses) {
            statically += 1;
            assert_eq!(stored, found, "{}: static types differ", case.id);
        }
    }
    assert!(statically > 50, "only {statically} pairs of plain types");
}

#[test]
fn static_types_the_enum_and_dyn_give_the_same_bits() {
    check_types::<Vec3<f64>>(3);
    check_types::<Vec2<f64>>(2);
}
