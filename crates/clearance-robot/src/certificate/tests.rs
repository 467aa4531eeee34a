use clearance::{Ball, Capsule, Cuboid, Pose3, Shape3, Vec3};

use super::testing::{entries, points};
use super::*;
use crate::cell::workcell::Workcell;
use crate::path::Path;
use crate::prove::time::{Checker, EdgeOptions, Found, Mode};
use crate::random::Random;
use crate::{JointKind, JointSpec, LinkShape, Obstacle, Robot};

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, z)).unwrap()
}

/// Two bars of `length`, turning about z and y, and a sled between them.
fn robot(length: f64) -> Robot {
    let bar = |thickness: f64| {
        let shape = Capsule::between(Vec3::new(0.15, 0.0, 0.0), Vec3::new(length - 0.15, 0.0, 0.0), thickness).unwrap();
        vec![LinkShape::new(shape, Pose3::IDENTITY)]
    };
    let joint = |name, kind, parent, child| JointSpec::new(name, kind, parent, child).at(at(length, 0.0, 0.0));
    let block = Cuboid::from_half_extents(Vec3::new(0.02, 0.05, 0.04)).unwrap();
    let shape = |shape: Cuboid<Vec3<f64>>, y| LinkShape::new(shape, at(0.0, y, 0.0));
    Robot::builder("r")
        .link("base", vec![])
        .link("upper", bar(0.03))
        .link("sled", vec![shape(block, 0.1), shape(block, -0.1)])
        .link("lower", bar(0.02))
        .joint(JointSpec::new("turn", JointKind::Continuous, "base", "upper").axis(Vec3::new(0.0, 0.0, 1.0)))
        .joint(joint("slide", JointKind::Prismatic, "upper", "sled").limited(0.0, 0.5))
        .joint(JointSpec::new("bend", JointKind::Revolute, "sled", "lower").axis(Vec3::new(0.0, 1.0, 0.0)))
        .build()
        .unwrap()
}

fn obstacles(y: f64) -> Vec<Obstacle> {
    let ball = Obstacle::new("ball", Ball::new(0.3).unwrap(), at(-1.0, y, 0.4));
    let half = Vec3::new(0.4, 0.2, 0.7);
    let brick: Shape3<f64> = Cuboid::from_half_extents(half).unwrap().into();
    vec![ball, Obstacle::new("brick", brick, at(0.3, 1.9, 0.9))]
}

fn keep(a: &str, b: &str) -> Option<f64> {
    match (a, b) {
        ("upper", "sled") | ("sled", "lower") => None,
        (_, "brick") => Some(0.01),
        _ => Some(0.0),
    }
}

fn path() -> Path {
    Path::through(&[vec![0.1, 0.05, 0.3], vec![0.7, 0.3, -0.4], vec![0.2, 0.4, 0.9]], 3).unwrap()
}

const OPTIONS: EdgeOptions = EdgeOptions {
    mode: Mode::AnyHit,
    max_intervals: 1000,
    margin: 0.0,
    least: f64::NEG_INFINITY,
    seconds: f64::INFINITY,
};

fn proven(robot: &Robot) -> (Checker<'_>, Certificate) {
    let checker = Checker::with_pairs(&Workcell::new(robot, &obstacles(1.2)).unwrap(), keep).unwrap();
    let (edge, certificate) = checker.certify(&path(), &OPTIONS);
    let certificate = certificate.unwrap_or_else(|| panic!("expected a free path, got {edge:?}"));
    (checker, certificate)
}

fn reason(certificate: &Certificate, checker: &Checker) -> String {
    certificate.verify_path(checker).unwrap_err().to_string()
}

#[test]
fn what_is_written_and_read_again_is_verified() {
    let robot = robot(0.8);
    let (checker, certificate) = proven(&robot);
    let Found::Free { lower, .. } = checker.path(&path(), &OPTIONS) else { panic!() };
    assert_eq!(certificate.verify_path(&checker), Ok(lower));
    let text = serde_json::to_string(&certificate).unwrap();
    let again = Certificate::read(&text).unwrap();
    assert_eq!(again, certificate);
    assert_eq!(again.pairs[0], ["upper", "lower"]);
    assert!(again.pairs.contains(&["sled#1".into(), "ball".into()]));
}

#[test]
fn cubics_are_certified() {
    let robot = robot(0.8);
    let checker = Checker::with_pairs(&Workcell::new(&robot, &obstacles(1.2)).unwrap(), keep).unwrap();
    let controls = [[0.1, 0.05, 0.3], [0.9, 0.1, 0.3], [0.9, 0.3, -0.6], [0.4, 0.4, 0.1]].map(|q| q.to_vec());
    let path = Path::of_cubics(vec![crate::path::Cubic::new(controls)], 3).unwrap();
    let (edge, certificate) = checker.certify(&path, &OPTIONS);
    let certificate = certificate.unwrap_or_else(|| panic!("{edge:?}"));
    assert!(certificate.verify_path(&checker).unwrap() > 0.0);
}

#[test]
fn a_missing_pair_is_refused() {
    let robot = robot(0.8);
    let (checker, certificate) = proven(&robot);
    for i in 0..certificate.pairs.len() {
        let mut changed = certificate.clone();
        let gone = changed.pairs.remove(i);
        let expected = format!("the list lacks the pair {:?} and {:?}", gone[0], gone[1]);
        assert_eq!(reason(&changed, &checker), expected);
        // With its entries gone but not its name.
        let mut changed = certificate.clone();
        entries(&mut changed).retain(|entry| entry.pair != gone);
        let expected = format!("the pair {:?} and {:?} is not covered from 0 to 1", gone[0], gone[1]);
        assert_eq!(reason(&changed, &checker), expected);
    }
}

#[test]
fn every_entry_is_needed() {
    let robot = robot(0.8);
    let (checker, certificate) = proven(&robot);
    for i in 0..certificate.proofs.entries().len() {
        let mut changed = certificate.clone();
        entries(&mut changed).remove(i);
        assert!(reason(&changed, &checker).contains("is not covered from"));
    }
}

#[test]
fn a_bound_above_the_truth_is_refused() {
    let robot = robot(0.8);
    let (checker, certificate) = proven(&robot);
    for i in 0..certificate.proofs.entries().len() {
        let mut changed = certificate.clone();
        entries(&mut changed)[i].bound += 3.0;
        assert!(reason(&changed, &checker).contains("the axis proves"));
        // Not above the margin either.
        entries(&mut changed)[i].bound = 0.0;
        assert!(reason(&changed, &checker).contains("is not above the margin"));
    }
}

#[test]
fn another_robot_scene_path_or_margin_is_refused() {
    let (own, other) = (robot(0.8), robot(0.8000001));
    let (checker, certificate) = proven(&own);
    let about = |checker: &Checker, certificate: &Certificate| reason(certificate, checker);
    let longer = Checker::with_pairs(&Workcell::new(&other, &obstacles(1.2)).unwrap(), keep).unwrap();
    assert_eq!(about(&longer, &certificate), "the certificate is about another robot");
    let moved = Checker::with_pairs(&Workcell::new(&own, &obstacles(1.2000001)).unwrap(), keep).unwrap();
    assert_eq!(about(&moved, &certificate), "the certificate is about another scene");
    let more =
        Checker::with_pairs(&Workcell::new(&own, &obstacles(1.2)).unwrap(), |a, b| keep(a, b).or(Some(0.0))).unwrap();
    assert_eq!(about(&more, &certificate), "the certificate is about another list of allowed pairs");
    let wider = Checker::with_pairs(&Workcell::new(&own, &obstacles(1.2)).unwrap(), |a, b| {
        keep(a, b).map(|margin| margin + 1e-6)
    })
    .unwrap();
    assert_eq!(about(&wider, &certificate), "the certificate is about another list of margins");
    let mut changed = certificate.clone();
    points(&mut changed)[1][0] += 1e-9;
    assert_eq!(about(&checker, &changed), "the certificate is about another path");
    points(&mut changed).pop();
    points(&mut changed).pop();
    assert!(about(&checker, &changed).starts_with("the path is none"));
}

#[test]
fn a_certificate_proves_no_other_path() {
    let robot = robot(0.8);
    let (checker, certificate) = proven(&robot);
    assert_eq!(certificate.check_path(&path()), Ok(()));
    assert!(certificate.verify_path(&checker).is_ok());
    let about = |points: &[Vec<f64>]| {
        let other = Path::through(points, 3).unwrap();
        certificate.check_path(&other).unwrap_err().to_string()
    };
    let mut corners = certificate.subject.points().to_vec();
    corners[2][1] = corners[2][1].next_up();
    assert_eq!(about(&corners), "the certificate is about another path: segment 1 differs");
    assert_eq!(about(&corners[..2]), "the certificate is about another path: of 2 segments, not 1");
    corners.reverse();
    assert_eq!(about(&corners), "the certificate is about another path: segment 0 differs");
}

#[test]
fn random_changes_are_refused_or_leave_a_true_claim() {
    let robot = robot(0.8);
    let (checker, certificate) = proven(&robot);
    let least = EdgeOptions { mode: Mode::LeastClearance { tolerance: 1e-6 }, ..OPTIONS };
    let Found::Free { lower: truth, .. } = checker.path(&path(), &least) else { panic!() };
    let mut random = Random::new(17);
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..2000 {
        let mut changed = certificate.clone();
        let entry = random.below(certificate.proofs.entries().len());
        let amount = 10f64.powf(random.between(-14.0, 1.0));
        let entry = &mut entries(&mut changed)[entry];
        match random.below(5) {
            0 => entry.t0 += amount,
            1 => entry.t1 -= amount,
            2 => entry.axis[random.below(3)] += amount,
            3 => entry.bound += amount * random.between(-1.0, 1.0),
            _ => entry.frame = "bend".into(),
        }
        match changed.verify_path(&checker) {
            Ok(bound) => {
                assert!(bound <= truth + 1e-6, "seed 17: {bound} above {truth}");
                accepted += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 500 && accepted > 100, "{refused} refused, {accepted} accepted");
}
