//! Prisms over polygons that are not convex, in all formats with polygons, against the distances that follow from the
//! polygons themselves.

mod outline;
mod prism;

use clearance::{Ball, Pose3, Vec3};
use clearance_scene::mesh::{Format, parse_mesh};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyPair, TriangleMesh};
use outline::Outline;
use prism::Prism;

const FORMATS: [Format; 3] = [Format::Obj, Format::Ply, Format::Dae];

#[test]
fn two_hundred_prisms_are_the_bodies_that_their_files_say() {
    let mut random = Random::new(0xa1);
    let (mut inside, mut concave) = (0, 0);
    for round in 0..200 {
        let outline = Outline::random(&mut random, round);
        concave += usize::from(!outline.is_convex());
        let prism = Prism::random(outline, &mut random);
        let format = FORMATS[round / 4 % 3];
        let text = prism.file(format, &mut random);
        let mesh = parse_mesh(text.as_bytes(), format).unwrap_or_else(|error| panic!("{round}: {error}"));
        let mesh = TriangleMesh::new(&mesh.vertices, &mesh.triangles).unwrap();
        let report = mesh.report();
        assert!(mesh.is_solid() && report.self_intersections == 0, "{round}: {report:?}");
        let (volume, size) = (prism.volume(), prism.size());
        assert!((report.volume.unwrap() - volume).abs() < 1e-12 * size.powi(3), "{round}: {report:?} {volume}");
        inside += of_points(&Body::mesh(mesh), &prism, &mut random, round);
    }
    assert!(concave > 190 && inside > 1000, "{concave} concave, {inside} points inside");
}

/// The distances of points and of balls about them; how many are inside.
fn of_points(body: &Body<Vec3<f64>>, prism: &Prism, random: &mut Random, round: usize) -> usize {
    let (mut inside, rounding) = (0, 1e-12 * prism.size());
    for _ in 0..40 {
        let (point, exact) = prism.point(random);
        let found = body.point_distance(point).unwrap();
        assert!((found.signed_distance.unwrap() - exact).abs() < rounding, "{round}: {found:?} {exact}");
        assert!(exact.abs() < rounding || found.inside == Some(exact < 0.0), "{round}: {found:?} {exact}");
        inside += usize::from(exact < 0.0);
        let (ball, at) = (Body::new(Ball::new(0.05).unwrap()), Pose3::from_translation(point).unwrap());
        let between = BodyPair::new(body, &ball, &at).signed_distance().unwrap();
        assert!(
            (exact - 0.05).abs() < rounding || between.collides == Some(exact < 0.05),
            "{round}: {:?} {exact}",
            between.bounds
        );
        if exact > 0.05 {
            assert!((between.signed_distance.unwrap() - (exact - 0.05)).abs() < rounding, "{round}");
        }
    }
    inside
}

#[test]
fn the_slot_of_a_u_bracket_is_empty() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/meshes/u_bracket.obj");
    let mesh = clearance_scene::mesh::read_mesh(file.as_ref()).unwrap();
    let body = Body::mesh(TriangleMesh::new(&mesh.vertices, &mesh.triangles).unwrap());
    let at = Pose3::from_translation(Vec3::new(1.5, 2.0, 1.0)).unwrap();
    let ball = Body::new(Ball::new(0.2).unwrap());
    let found = BodyPair::new(&body, &ball, &at).signed_distance().unwrap();
    assert!((found.signed_distance.unwrap() - 0.3).abs() < 1e-15 && found.collides == Some(false));
    let point = body.point_distance(Vec3::new(1.5, 2.0, 1.05)).unwrap();
    assert!((point.signed_distance.unwrap() - 0.5f64.hypot(0.05)).abs() < 1e-15);
}
