use crate::cell::workcell::Workcell;
use std::sync::Arc;

use clearance::{Ball, Capsule, Pose3, Vec3};

use crate::cell::obstacle::Obstacle;
use crate::cell::stage::Closer;
use crate::certificate::Certificate;
use crate::clearance::RobotClearance;
use crate::model::link_mesh::Detail;
use crate::model::link_mesh::testing::{block, open_robot, robot, two_brackets, two_pieces};
use crate::path::Path;
use crate::plan::{Goal, PlanOptions};
use crate::prove::time::{Checker, EdgeOptions, Found, Keep};
use crate::random::Random;

fn at(x: f64, y: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, 0.05)).unwrap()
}

/// A ball in the notch.
fn pea() -> Vec<Obstacle> {
    vec![Obstacle::new("pea", Ball::new(0.03).unwrap(), at(0.15, 0.2))]
}

fn swing(size: f64) -> Path {
    Path::through(&[vec![-size], vec![size]], 1).unwrap()
}

const OPTIONS: EdgeOptions = EdgeOptions {
    mode: crate::prove::time::Mode::FirstHit,
    max_intervals: 20_000,
    margin: 0.0,
    least: f64::NEG_INFINITY,
    seconds: f64::INFINITY,
};

#[test]
fn a_contact_of_hulls_is_looked_at_more_closely() {
    let (hull, mesh, world) = (robot(false), robot(true), pea());
    assert!(matches!(
        Checker::new(&Workcell::new(&hull, &world).unwrap()).unwrap().path(&swing(0.04), &OPTIONS),
        Found::Hit(_)
    ));
    let checker = Checker::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
    let Found::Free { lower, .. } = checker.path(&swing(0.04), &OPTIONS) else { panic!() };
    // The notch leaves 0.02, and the swing takes 0.01 of it.
    assert!(lower > 0.0 && lower < 0.02, "{lower}");
    let Found::Hit(contact) = checker.path(&swing(0.4), &OPTIONS) else { panic!() };
    assert!(contact.time.upper < 0.5);
}

#[test]
fn what_is_inside_of_a_link_is_in_contact_with_it() {
    // In the thick of a leg: no triangle meets the ball.
    let world = vec![Obstacle::new("seed", Ball::new(0.01).unwrap(), at(0.05, 0.2))];
    let mesh = robot(true);
    let checker = Checker::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
    assert!(matches!(checker.path(&swing(0.001), &OPTIONS), Found::Hit(_)));
}

#[test]
fn triangles_stand_beside_bodies_that_are_too_long_to_be_inside() {
    // A rod through the notch along z, so near its wall that only triangles, or exact parts, leave room.
    let ends = [-1.0, 1.0].map(|z| Vec3::new(0.0, 0.0, z));
    let rod = Capsule::between(ends[0], ends[1], 0.0495).unwrap();
    let world = vec![Obstacle::new("rod", rod, at(0.15, 0.2))];
    let mesh = robot(true);
    let checker = Checker::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
    assert!(matches!(checker.path(&swing(0.0005), &OPTIONS), Found::Free { .. }));
}

#[test]
fn certificates_name_the_triangles_and_what_they_enclose() {
    let (mesh, world) = (robot(true), pea());
    let checker = Checker::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
    let (edge, certificate) = checker.certify(&swing(0.04), &OPTIONS);
    let (Found::Free { lower, .. }, Some(certificate)) = (edge, certificate) else { panic!() };
    // The walls leave 0.02.
    assert!(lower > 0.0 && lower < 0.02, "{lower}");
    assert_eq!((certificate.closer.len(), &certificate.closer[0].stands), (1, &["solid".into(), "hull".into()]));
    assert_eq!((certificate.finer[0].stands.as_str(), certificate.finer[0].parts.len()), ("solid", 0));
    assert_eq!(certificate.verify_path(&checker), Ok(lower));
    for change in [
        |all: &mut Certificate| all.closer[0].stands[0] = "mesh".into(),
        |all: &mut Certificate| all.closer[0].stands[0] = "hull".into(),
        |all: &mut Certificate| all.finer[0].stands = "mesh".into(),
        |all: &mut Certificate| drop(all.pairs.pop()),
    ] {
        let mut changed = certificate.clone();
        change(&mut changed);
        assert!(changed.verify_path(&checker).is_err(), "{:?}", changed.closer);
    }
}

#[test]
fn a_contact_of_parts_is_none_of_a_link() {
    // With 7 × 7 triangles for each of both brackets' own, their pairs of triangles are too many.
    let answer = |away: f64| {
        let cell = Workcell::new(two_brackets(7, away), &[]).unwrap();
        let collides = RobotClearance::new(&cell).unwrap().collides(&[0.0]).unwrap();
        (Checker::new(&cell).unwrap().path(&swing(0.001), &OPTIONS), collides)
    };
    let crossed = answer(-0.05);
    assert!(matches!(crossed, (Found::Undecided(_), None)), "{crossed:?}");
    assert!(matches!(answer(0.2), (Found::Free { .. }, Some(false))));
}

#[test]
fn a_piece_of_a_link_that_is_inside_of_a_mesh_collides_though_another_is_outside() {
    let answer = |block_at: f64| {
        let (robot, world) = (two_pieces(3.0), [block(block_at)]);
        let cell = Workcell::new(&robot, &world).unwrap();
        let collides = RobotClearance::new(&cell).unwrap().collides(&[0.0]).unwrap();
        let checker = Checker::new(&cell).unwrap();
        (checker.path(&swing(0.1), &OPTIONS), checker.certify(&swing(0.1), &OPTIONS).1.is_some(), collides)
    };
    // The first piece is inside, the second one; the block is between them, and meets the hull only.
    assert!(matches!(answer(0.0), (Found::Hit(_), false, Some(true))), "{:?}", answer(0.0));
    assert!(matches!(answer(3.0), (Found::Hit(_), false, Some(true))), "{:?}", answer(3.0));
    assert!(matches!(answer(1.5), (Found::Free { .. }, true, Some(false))), "{:?}", answer(1.5));
}

#[test]
fn certificates_list_what_a_mesh_encloses_beside_each_piece_of_a_link() {
    let (robot, world) = (two_pieces(3.0), [block(1.5)]);
    let checker = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let certificate = checker.certify(&swing(0.1), &OPTIONS).1.unwrap();
    assert_eq!(certificate.verify_path(&checker).map(|lower| lower > 0.0), Ok(true));
    // The last body of the world is what the block encloses: of each triangle of the link it is another pair.
    let is_inside = |pair: &[String; 2]| pair[1] == "block#24";
    assert_eq!(certificate.pairs.iter().filter(|pair| is_inside(pair)).count(), 24);
    let mut changed = certificate.clone();
    let lost = changed.pairs.iter().position(is_inside).unwrap();
    let pair = changed.pairs.remove(lost);
    if let crate::certificate::Proofs::Stretches { entries, .. } = &mut changed.proofs {
        entries.retain(|entry| entry.pair != pair);
    }
    assert!(changed.verify_path(&checker).is_err());
}

#[test]
fn an_open_mesh_is_a_surface() {
    let mesh = open_robot();
    let answer = |x: f64| {
        let world = vec![Obstacle::new("pea", Ball::new(0.03).unwrap(), at(x, 0.2))];
        let cell = Workcell::new(&mesh, &world).unwrap();
        let collides = RobotClearance::new(&cell).unwrap().collides(&[0.0]).unwrap();
        (Checker::new(&cell).unwrap().path(&swing(0.001), &OPTIONS), collides)
    };
    // In the notch, in a leg and in a wall of it.
    assert!(matches!(answer(0.15), (Found::Free { .. }, Some(false))));
    assert!(matches!(answer(0.05), (Found::Free { .. }, Some(false))));
    assert!(matches!(answer(0.09), (Found::Hit(_), Some(true))));
}

#[test]
fn certificates_say_what_stands_for_what_and_are_checked_for_it() {
    let (mesh, world) = (robot(true), pea());
    let checker = Checker::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
    let closer = checker.closer_with(&[0]).unwrap().into_iter().map(|pair| Closer { detail: Detail::Parts, ..pair });
    let in_parts = checker.with_closer(closer.collect()).unwrap();
    let (edge, certificate) = in_parts.certify(&swing(0.04), &OPTIONS);
    let (Found::Free { lower, .. }, Some(certificate)) = (edge, certificate) else { panic!() };
    assert_eq!(certificate.closer.len(), 1);
    assert_eq!(certificate.closer[0].pair, ["bracket", "pea"]);
    assert_eq!(certificate.closer[0].stands, ["parts", "hull"]);
    assert_eq!((certificate.finer.len(), certificate.finer[0].hull.as_str()), (1, "bracket"));
    assert_eq!(certificate.finer[0].parts.len(), certificate.pairs.len());
    assert!(
        certificate.pairs.len() > 1 && certificate.pairs[0][0].starts_with("bracket:parts"),
        "{:?}",
        certificate.pairs
    );
    assert_eq!(certificate.verify_path(&checker), Ok(lower));
    let read = Certificate::read(&certificate.to_line("notch")).unwrap();
    assert_eq!(read.verify_path(&checker), Ok(lower));
    for change in [
        |all: &mut Certificate| all.closer.clear(),
        |all: &mut Certificate| all.closer[0].stands[0] = "hull".into(),
        |all: &mut Certificate| all.closer[0].stands[1] = "parts".into(),
        |all: &mut Certificate| all.closer[0].stands[0] = "wire".into(),
        |all: &mut Certificate| all.finer.clear(),
        |all: &mut Certificate| all.finer[0].parts[0].vertices[0][1] += 1e-9,
        |all: &mut Certificate| all.closer[0].pair[1] = "pear".into(),
        |all: &mut Certificate| all.closer.push(all.closer[0].clone()),
    ] {
        let mut changed = certificate.clone();
        change(&mut changed);
        assert!(changed.verify_path(&checker).is_err(), "{:?}", changed.closer);
    }
    // Of older certificates one word says how finely, and nothing lists the parts: they are made anew.
    let mut old: serde_json::Value = serde_json::from_str(&certificate.to_line("notch")).unwrap();
    old["closer"][0]["as"] = "parts".into();
    let both: Certificate = serde_json::from_value(old.clone()).unwrap();
    assert_eq!(both.verify_path(&checker), Ok(lower));
    old.as_object_mut().unwrap().remove("finer");
    let none: Certificate = serde_json::from_value(old.clone()).unwrap();
    assert_eq!(none.verify_path(&checker), Ok(lower));
    old["closer"][0]["as"] = "wire".into();
    assert!(serde_json::from_value::<Certificate>(old).unwrap().verify_path(&checker).is_err());
    // Without the mesh there is nothing to look at.
    let hull = robot(false);
    assert!(certificate.verify_path(&Checker::new(&Workcell::new(&hull, &world).unwrap()).unwrap()).is_err());
}

#[test]
fn plans_start_and_end_where_only_hulls_touch() {
    let (mesh, world) = (robot(true), pea());
    let checker = Checker::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
    let mut plan = checker.plan(&[-0.04], &Goal::at(vec![0.04]), &PlanOptions::default()).unwrap().unwrap();
    let lower = plan.lower;
    assert_eq!(plan.certify(&checker).unwrap().verify_path(&checker), Ok(plan.lower));
    assert!((plan.lower - lower).abs() < 1e-12);
    let hull = robot(false);
    let refused = Checker::new(&Workcell::new(&hull, &world).unwrap()).unwrap().plan(
        &[-0.04],
        &Goal::at(vec![0.04]),
        &PlanOptions::default(),
    );
    assert!(refused.unwrap().is_err());
}

#[test]
fn a_pair_that_does_not_touch_stays_a_pair_of_hulls() {
    let mesh = robot(true);
    let world = vec![Obstacle::new("pea", Ball::new(0.03).unwrap(), at(0.15, 0.5))];
    let (edge, certificate) =
        Checker::new(&Workcell::new(&mesh, &world).unwrap()).unwrap().certify(&swing(0.04), &OPTIONS);
    assert!(matches!(edge, Found::Free { .. }));
    let certificate = certificate.unwrap();
    assert!(certificate.closer.is_empty() && certificate.pairs == [["bracket".to_string(), "pea".into()]]);
}

#[test]
fn first_contacts_of_finer_shapes_are_those_of_finer_shapes_from_the_start() {
    let mesh = robot(true);
    let mut random = Random::new(81);
    let (mut free, mut later, mut hits) = (0, 0, 0);
    for _ in 0..200 {
        let place = at(random.between(0.05, 0.25), random.between(0.1, 0.35));
        let world = vec![Obstacle::new("pea", Ball::new(random.between(0.005, 0.045)).unwrap(), place)];
        let checker = Checker::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
        let middle = random.between(-0.2, 0.2);
        let path = Path::through(&[vec![middle], vec![random.between(-0.6, 0.6)], vec![middle]], 1).unwrap();
        let pair = checker.stage().closer(0).unwrap();
        let finer = checker.with_closer(vec![Closer { detail: Detail::Mesh, ..pair }]).unwrap();
        let known = |checker: &Checker| checker.path(&path, &OPTIONS);
        match (known(&checker), known(&finer)) {
            (Found::Free { .. }, Found::Free { .. }) => free += 1,
            (Found::Hit(ours), Found::Hit(judge)) => {
                let [a, b] = [&ours.time, &judge.time];
                assert!(a.lower <= b.upper && b.lower <= a.upper, "seed 81: {ours:?}, {judge:?}");
                let hulls =
                    checker.all(&path, 0.0, |_, segment, _| checker.search(segment, &OPTIONS, Keep::Gaps).run());
                let Found::Hit(hulls) = hulls.0 else { panic!("seed 81: {hulls:?}") };
                later += usize::from(hulls.time.upper < a.lower);
                hits += 1;
            }
            other => panic!("seed 81: {other:?}"),
        }
    }
    assert!(free > 20 && hits > 50 && later > 20, "{free} free, {hits} hits, {later} after the hull's");
}

#[test]
fn what_was_made_for_a_closer_look_is_used_again() {
    let (mesh, world) = (robot(true), pea());
    let checker = Checker::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
    let closer = checker.closer_with(&[0]).unwrap();
    let first = checker.looks.get(&checker, closer.clone()).unwrap();
    let again = checker.looks.get(&checker, closer).unwrap();
    assert!(Arc::ptr_eq(&first, &again) && first.pair_count() > 1);
    // Without a change of any answer.
    let found = checker.path(&swing(0.04), &OPTIONS);
    assert_eq!(found, checker.path(&swing(0.04), &OPTIONS));
    assert_eq!(found, Checker::new(&Workcell::new(&mesh, &world).unwrap()).unwrap().path(&swing(0.04), &OPTIONS));
}
