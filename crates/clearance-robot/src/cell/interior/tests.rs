//! A ball that slides along x through a hollow cube of half width 1, given by its triangles.

use crate::cell::workcell::Workcell;
use clearance::{Ball, Pose3, Vec3, Vector};
use clearance_world::TriangleMesh;

use crate::certificate::Certificate;
use crate::path::Path;
use crate::prove::time::{Checker, EdgeOptions, Found, Mode};
use crate::{JointKind, JointSpec, LinkShape, Obstacle, Robot, RobotClearance};

fn slider() -> Robot {
    let ball = LinkShape::new(Ball::new(0.25).unwrap(), Pose3::IDENTITY);
    let slide = JointSpec::new("slide", JointKind::Prismatic, "base", "ball").axis(Vec3::new(1.0, 0.0, 0.0));
    Robot::builder("slider").link("base", vec![]).link("ball", vec![ball]).joint(slide).build().unwrap()
}

/// The first `count` of the cube's twelve triangles, five metres up.
fn cube(count: usize) -> [Obstacle; 1] {
    let corner = |i: usize| Vec3::from_fn(|k| if i >> k & 1 == 0 { -1.0 } else { 1.0 });
    let corners: Vec<Vec3<f64>> = (0..8).map(corner).collect();
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[u32; 3]> = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mesh = TriangleMesh::new(&corners, &triangles[..count]).unwrap();
    [Obstacle::mesh("cube", mesh, Pose3::from_translation(Vec3::new(5.0, 0.0, 0.0)).unwrap())]
}

#[test]
fn a_ball_inside_of_a_closed_mesh_collides_and_outside_is_as_far_as_its_triangles() {
    let robot = slider();
    let world = cube(12);
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let outside = clearance.at(&[8.0]).unwrap().unwrap();
    // 8 - 5 - 1 - 0.25
    assert!(outside.bounds.contains(1.75) && outside.bounds.width() < 1e-12, "{outside:?}");
    assert_eq!(outside.collides, Some(false));
    let inside = clearance.at(&[5.0]).unwrap().unwrap();
    // The cube lets go of the ball after 1.25.
    assert!(inside.bounds.contains(-1.25) && inside.bounds.upper < -0.99 && inside.collides == Some(true));
    assert_eq!(clearance.collides(&[5.0]).unwrap(), Some(true));
    assert_eq!(clearance.collides(&[8.0]).unwrap(), Some(false));
    let touching = clearance.at(&[6.0]).unwrap().unwrap();
    assert_eq!(touching.collides, Some(true));
}

#[test]
fn an_open_mesh_is_its_surface() {
    let robot = slider();
    let world = cube(11);
    let found = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap().at(&[5.0]).unwrap().unwrap();
    assert!(found.bounds.contains(0.75) && found.collides == Some(false), "{found:?}");
}

#[test]
fn edges_past_a_closed_mesh_are_proven_and_edges_within_it_are_hits() {
    let robot = slider();
    let world = cube(12);
    let checker = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let options = EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() };
    let path = Path::through(&[vec![7.0], vec![6.5]], 1).unwrap();
    let (edge, certificate) = checker.certify(&path, &options);
    let Found::Free { lower, .. } = edge else { panic!("{edge:?}") };
    assert!(lower > 0.0 && lower <= 0.25);
    let line = certificate.unwrap().to_line("past");
    let certificate = Certificate::read(&line).unwrap();
    assert_eq!(certificate.verify_path(&checker), Ok(lower));
    for (from, to) in [(5.1, 4.9), (5.0, 5.0)] {
        let Found::Hit(contact) = checker.edge(&[from], &[to], &options).unwrap() else {
            panic!("free within the cube")
        };
        assert!(contact.time.upper == 0.0 && contact.pair == ["ball".to_string(), "cube".to_string()], "{contact:?}");
    }
    let Found::Hit(contact) = checker.edge(&[8.0], &[5.0], &options).unwrap() else { panic!("free into the cube") };
    // At 5 + 1 + 0.25 after 1.75 of 3.
    assert!(contact.time.contains(1.75 / 3.0) && contact.time.width() < 1e-10, "{contact:?}");
}

#[test]
fn a_point_whose_pose_may_lead_it_through_the_surface_is_neither_inside_nor_outside() {
    let [world] = cube(12);
    let clearance_world::Body::Mesh(mesh) = &world.body else { panic!("no mesh") };
    let ball = Ball::new(0.0).unwrap().into();
    let place = |x: f64, off: f64| {
        let pose = Pose3::from_translation(Vec3::new(x, 0.25, 0.125)).unwrap().widened(0.0, off);
        super::place(&ball, &pose, mesh, &world.pose)
    };
    // The surface is at 6.
    assert!(matches!(place(5.75, 0.125), super::Place::Inside(depth) if depth <= 0.125 && depth > 0.12));
    assert_eq!(place(6.25, 0.125), super::Place::Outside);
    assert_eq!([place(5.75, 0.375), place(6.25, 0.375)], [super::Place::Open; 2]);
}
