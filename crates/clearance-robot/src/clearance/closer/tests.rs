use crate::cell::workcell::Workcell;
use clearance::{Ball, Pose3, Vec3};

use crate::cell::obstacle::Obstacle;
use crate::clearance::RobotClearance;
use crate::model::link_mesh::testing::{open_robot, robot};
use crate::model::robot::Robot;

/// A ball in the notch of the bracket, or elsewhere.
fn pea(x: f64, y: f64, radius: f64) -> Vec<Obstacle> {
    let at = Pose3::from_translation(Vec3::new(x, y, 0.05)).unwrap();
    vec![Obstacle::new("pea", Ball::new(radius).unwrap(), at)]
}

#[test]
fn the_clearance_of_a_ball_in_a_notch_is_that_of_its_walls() {
    let (hull, mesh, world) = (robot(false), robot(true), pea(0.15, 0.2, 0.03));
    let least = |clearance: &mut RobotClearance, q: f64| clearance.at(&[q]).unwrap().unwrap();
    let mut hulls = RobotClearance::new(&Workcell::new(&hull, &world).unwrap()).unwrap();
    // The hull fills the notch, so the ball is as deep as the plate is thick on its side: 0.05 and its radius.
    assert!((least(&mut hulls, 0.0).proximity.signed_distance + 0.08).abs() < 1e-12);
    let mut closer = RobotClearance::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
    let found = least(&mut closer, 0.0);
    // The walls are 0.05 from the middle of the notch; parts are grown by what rounding may have taken off them.
    assert!((found.proximity.signed_distance - 0.02).abs() < 1e-10, "{found:?}");
    assert_eq!((closer.names(found.pair), found.collides), (["bracket", "pea"], Some(false)));
    assert_eq!((closer.collides(&[0.0]), hulls.collides(&[0.0])), (Ok(Some(false)), Ok(Some(true))));
    // As the link turns about z, a wall comes over the ball at 0.2, its distance from the axis along y.
    let gradient = closer.gradient_at(&[0.01]).unwrap().unwrap();
    let rise = (least(&mut closer, 0.0101).bounds.lower - least(&mut closer, 0.0099).bounds.lower) / 2e-4;
    assert!((gradient.gradient[0] - rise).abs() < 1e-6 && rise < -0.1, "{rise} {:?}", gradient.gradient);
}

#[test]
fn links_that_are_apart_are_hulls_and_their_error_bounds_the_distance_of_meshes() {
    // Above the open end of the notch, 0.01 from the hull's face at y = 0.3. The sides of the notch are 0.05 away along
    // x, its floor 0.21 along y: the mesh is as far as the edges (0.1, 0.3) and (0.2, 0.3).
    let (radius, away) = (0.02, 0.01_f64);
    let world = pea(0.15, 0.3 + away + radius, radius);
    let at = |robot: &Robot| {
        let mut clearance = RobotClearance::new(&Workcell::new(robot, &world).unwrap()).unwrap();
        let found = clearance.at(&[0.0]).unwrap().unwrap();
        (clearance.hull_error(&found), found)
    };
    let (error, found) = at(&robot(true));
    let meshes = (0.05_f64.powi(2) + (away + radius).powi(2)).sqrt() - radius;
    assert!((found.proximity.signed_distance - away).abs() < 1e-12 && meshes > away + 0.02, "{found:?}");
    // No corner is farther from a point of the hull than the root of 3/8 of 0.3, 0.3 and 0.1 together.
    let error = error.unwrap();
    assert!((error - 0.6124 * 0.19_f64.sqrt()).abs() < 1e-12 && meshes <= found.bounds.upper + error, "{error}");
    assert_eq!(at(&open_robot()).0, Some(error));
    // A hull is what it is.
    assert_eq!(at(&robot(false)).0, None);
    // Links in contact are their meshes.
    let mut clearance = RobotClearance::new(&Workcell::new(robot(true), &pea(0.15, 0.2, 0.03)).unwrap()).unwrap();
    let found = clearance.at(&[0.0]).unwrap().unwrap();
    assert_eq!(clearance.hull_error(&found), None);
}

#[test]
fn an_answer_depends_on_its_configuration_only() {
    let (mesh, world) = (robot(true), pea(0.15, 0.2, 0.03));
    let mut clearance = RobotClearance::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
    let once = |q: f64| RobotClearance::new(&Workcell::new(&mesh, &world).unwrap()).unwrap().at(&[q]).unwrap().unwrap();
    let (mut closer, mut hulls) = (0, 0);
    for k in 0..60 {
        let q = (f64::from(k) * 0.7).sin() * 3.0;
        let (found, alone) = (clearance.at(&[q]).unwrap().unwrap(), once(q));
        assert_eq!((found.pair, found.collides), (alone.pair, alone.collides), "{q}");
        assert!((found.proximity.signed_distance - alone.proximity.signed_distance).abs() < 1e-13, "{q}");
        if clearance.closer.is_empty() { hulls += 1 } else { closer += 1 }
    }
    assert!(closer > 5 && hulls > 20, "{closer} {hulls}");
}

#[test]
fn what_is_inside_of_a_link_collides_with_it() {
    let (mesh, world) = (robot(true), pea(0.05, 0.2, 0.01));
    let mut clearance = RobotClearance::new(&Workcell::new(&mesh, &world).unwrap()).unwrap();
    assert_eq!(clearance.collides(&[0.0]), Ok(Some(true)));
    let found = clearance.at(&[0.0]).unwrap().unwrap();
    assert!(found.collides == Some(true) && found.proximity.signed_distance < -0.01, "{found:?}");
}
