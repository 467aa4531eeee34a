//! Every solver that applies to a pair, forced: whichever answers, the enclosures overlap and hold the certified truth.

use clearance::prelude::*;
use clearance::query::Solver;
use clearance_testkit::case::{corpus_folder, read_folder};
use clearance_testkit::make::{World, body};
use clearance_testkit::number::{Number, Wide};

/// How often each solver answered, in the order of [`Solver::ALL`].
type Counts = [usize; Solver::ALL.len()];

/// A body in the world.
type Body<V> = (Shape<V>, Pose<V>);

/// Asks all solvers about a pair whose signed distance is known to lie in an interval; what they contradict each other
/// in, or the truth.
fn contradictions<V: Space>(a: &Body<V>, b: &Body<V>, truth: Option<(Wide, Wide)>, counts: &mut Counts) -> Vec<String> {
    let pair = || Pair::in_world((&a.0, &a.1), (&b.0, &b.1));
    let both = |found: Proximity<V>| [found.bounds.lower.to_f64(), found.bounds.upper.to_f64()];
    let mut found = vec![("the ordinary query", both(pair().signed_distance()))];
    for (solver, count) in Solver::ALL.iter().zip(counts) {
        if let Some(forced) = pair().solved_by(*solver) {
            found.push((solver.name(), both(forced)));
            *count += 1;
        }
    }
    let mut wrong = Vec::new();
    for (i, (name, [lower, upper])) in found.iter().enumerate() {
        for (other, [other_lower, other_upper]) in &found[..i] {
            if lower > other_upper || other_lower > upper {
                wrong.push(format!("{name} [{lower:e}, {upper:e}], {other} [{other_lower:e}, {other_upper:e}]"));
            }
        }
        if truth.is_some_and(|(least, most)| Wide::new(*lower) > most || Wide::new(*upper) < least) {
            wrong.push(format!("{name} [{lower:e}, {upper:e}] excludes the truth"));
        }
    }
    wrong
}

fn check_corpus<V: World>(counts: &mut Counts) {
    let mut cases = read_folder(&corpus_folder()).unwrap();
    cases.retain(|case| case.motion.is_none() && case.dim == V::DIM);
    // In single precision the bodies are others, by the rounding of their numbers.
    let is_double = V::Scalar::UNIT.to_f64() == f64::UNIT;
    let mut wrong = Vec::new();
    for case in &cases {
        let (a, b) = (body::<V>(&case.a).unwrap(), body::<V>(&case.b).unwrap());
        let found = contradictions(&a, &b, case.truth().filter(|_| is_double), counts);
        wrong.extend(found.into_iter().map(|text| format!("{}: {text}", case.id)));
    }
    assert!(wrong.is_empty(), "{} contradictions:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}

/// Cylinders and cones with nearly parallel axes, which the corpus lacks.
fn check_nearly_parallel(counts: &mut Counts) {
    let axial = |radius: f64, half_length: f64| Axial { radius, half_length, axis: 2 };
    let can: Shape3<f64> = Cylinder::along(axial(1.25, 3.0)).unwrap().into();
    let hat: Shape3<f64> = Cone::along(axial(0.75, 1.5)).unwrap().into();
    for shape in [can, hat] {
        for tilt in [0.05, 1e-2, 1e-3, 1e-5] {
            let turned = Pose3::from_axis_angle(Vec3::new(1.0, 0.25, 0.0), tilt, Vec3::new(0.01, 0.02, -0.03)).unwrap();
            let wrong = contradictions(&(shape.clone(), Pose3::IDENTITY), &(shape.clone(), turned), None, counts);
            assert!(wrong.is_empty(), "{shape:?} turned by {tilt}: {wrong:?}");
        }
    }
}

#[test]
fn all_solvers_that_apply_to_a_pair_agree() {
    let mut counts = [0; Solver::ALL.len()];
    check_corpus::<Vec3<f64>>(&mut counts);
    check_corpus::<Vec2<f64>>(&mut counts);
    check_corpus::<Vec3<f32>>(&mut counts);
    check_corpus::<Vec2<f32>>(&mut counts);
    check_nearly_parallel(&mut counts);
    let shown: Vec<String> =
        Solver::ALL.iter().zip(counts).map(|(solver, count)| format!("{} {count}", solver.name())).collect();
    println!("answers: {}", shown.join(", "));
    assert!(counts.iter().all(|&count| count >= 4), "some solvers hardly answered: {}", shown.join(", "));
}
