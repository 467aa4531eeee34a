use super::*;
use crate::math::{Pose, Pose2, Pose3, Rotor2, Rotor3, Vec2, Vec3, Vector};
use crate::query::{FeatureKind, Space, contact};
use crate::shape::Axial;
use crate::shape::{Ball, Capsule, Cuboid, Cylinder, Polytope};
use crate::support::Support;

fn brick(x: f64, y: f64, z: f64) -> Cuboid<Vec3<f64>> {
    Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap()
}

fn exact() -> ContactOptions<f64> {
    ContactOptions { tilt: 0.0, max_points: usize::MAX }
}

fn all<V: Space>(
    a: &impl Support<V>,
    b: &impl Support<V>,
    pose: &Pose<V>,
    options: &ContactOptions<V::Scalar>,
) -> Manifold<V> {
    crate::query::Pair::new(a, b, pose).contact(options)
}

#[test]
fn a_turned_square_on_a_square_has_an_octagon_of_edge_crossings() {
    // Turned by 45°, half extent 1.25/√2: corners at 1.25, crossings at (±1, ±0.25).
    let side = 1.25 / 2f64.sqrt();
    let pose = Pose3::new(
        Rotor3::from_axis_angle(Vec3::axis(2), core::f64::consts::FRAC_PI_4).unwrap(),
        Vec3::new(0.0, 0.0, 1.5),
    )
    .unwrap();
    let found = all(&brick(1.0, 1.0, 1.0), &brick(side, side, 0.75), &pose, &exact());
    assert_eq!(found.points.len(), 8);
    for point in &found.points {
        assert!((point.distance + 0.25).abs() < 1e-15);
        assert!((point.witness_a.x.abs() + point.witness_a.y.abs() - 1.25).abs() < 1e-14);
        assert!(point.features.iter().all(|feature| feature.kind() == FeatureKind::Edge), "{point:?}");
    }
    let four = all(&brick(1.0, 1.0, 1.0), &brick(side, side, 0.75), &pose, &ContactOptions::default());
    assert_eq!(four.points.len(), 4);
}

#[test]
fn features_are_numbered_like_vertices() {
    let found = all(
        &brick(2.0, 2.0, 0.5),
        &brick(1.0, 0.5, 0.25),
        &Pose3::from_translation(Vec3::new(1.5, 0.0, 0.75)).unwrap(),
        &exact(),
    );
    let corner = found.points.iter().find(|p| p.witness_a.x < 1.0 && p.witness_a.y > 0.0).unwrap();
    assert_eq!((corner.features[1].kind(), corner.features[1].vertices()), (FeatureKind::Vertex, &[0b010][..]));
    assert_eq!(corner.features[0].kind(), FeatureKind::Face);
    assert!(corner.features[0].vertices().iter().all(|v| v & 0b100 != 0));
    let cut = found.points.iter().find(|p| p.witness_a.x > 1.0 && p.witness_a.y > 0.0).unwrap();
    let edges = cut.features.map(|f| (f.kind(), f.vertices().iter().fold(0, |bits, v| bits | 1 << v)));
    assert_eq!(edges, [(FeatureKind::Edge, 1 << 0b101 | 1 << 0b111), (FeatureKind::Edge, 1 << 0b010 | 1 << 0b011)]);
}

#[test]
fn a_tilted_box_has_the_depths_of_its_corners() {
    let angle = 0.004;
    let pose = Pose3::new(Rotor3::from_axis_angle(Vec3::axis(1), angle).unwrap(), Vec3::new(0.1, 0.2, 0.98)).unwrap();
    let (table, cube) = (brick(3.0, 3.0, 0.5), brick(0.5, 0.5, 0.5));
    assert_eq!(all(&table, &cube, &pose, &exact()).points.len(), 2);
    let found = contact(&table, &cube, &pose);
    assert_eq!(found.points.len(), 4);
    for point in &found.points {
        let side = if point.witness_b.x > 0.1 { -0.5 } else { 0.5 };
        let height = 0.98 - 0.5 * angle.cos() + side * angle.sin();
        assert!((point.distance - (height - 0.5)).abs() < 1e-14, "{point:?}");
    }
    let deepest = found.points.iter().map(|p| p.distance).fold(1.0, f64::min);
    assert_eq!(deepest, found.proximity.signed_distance);
}

#[test]
fn edges_that_cross_and_round_bodies_meet_in_a_point() {
    let turned = Rotor3::from_roll_pitch_yaw(core::f64::consts::FRAC_PI_4, 0.0, 0.3).unwrap();
    let pose = Pose3::new(turned, Vec3::new(0.0, 0.0, 2.0)).unwrap();
    let roof = Posed45::new();
    let found = contact(&roof.0, &brick(1.0, 0.5, 0.5), &pose);
    assert_eq!((found.points.len(), found.points[0].distance), (1, found.proximity.signed_distance));
    let ball = Ball::new(0.5).unwrap();
    let found = contact(&ball, &brick(1.0, 1.0, 1.0), &Pose3::from_translation(Vec3::new(0.2, 0.1, 1.25)).unwrap());
    assert!(found.points.len() == 1 && (found.points[0].witness_a - Vec3::new(0.0, 0.0, 0.5)).norm() < 1e-15);
}

/// A roof whose ridge is along y.
struct Posed45(Polytope<Vec3<f64>>);
impl Posed45 {
    fn new() -> Self {
        let corners =
            [[1.0, -2.0, 0.0], [-1.0, -2.0, 0.0], [0.0, -2.0, 1.0], [1.0, 2.0, 0.0], [-1.0, 2.0, 0.0], [0.0, 2.0, 1.0]];
        Posed45(Polytope::new(&corners.map(Vec3::from)).unwrap())
    }
}

#[test]
fn a_capsule_lies_on_two_points_and_a_cylinder_stands_on_many() {
    let table = brick(3.0, 3.0, 0.5);
    let pill = Capsule::along(Axial { radius: 0.25, half_length: 1.0, axis: 0 }).unwrap();
    let found = contact(&table, &pill, &Pose3::from_translation(Vec3::new(2.5, 0.0, 0.75)).unwrap());
    let ends: Vec<f64> = found.points.iter().map(|p| p.witness_b.x).collect();
    assert!(ends.len() == 2 && ends.contains(&1.5) && ends.contains(&3.0), "{ends:?}");
    let can = Cylinder::along(Axial { radius: 0.5, half_length: 1.0, axis: 2 }).unwrap();
    let found = all(&table, &can, &Pose3::from_translation(Vec3::new(0.5, 0.5, 1.25)).unwrap(), &exact());
    assert_eq!(found.points.len(), 16);
    assert!(found.points.iter().all(|p| (p.distance + 0.25).abs() < 1e-14));
    let found = contact(
        &table,
        &can,
        &Pose3::new(
            Rotor3::from_axis_angle(Vec3::axis(0), core::f64::consts::FRAC_PI_2).unwrap(),
            Vec3::new(0.5, 0.5, 1.0),
        )
        .unwrap(),
    );
    assert_eq!(found.points.len(), 2);
}

#[test]
fn a_flat_pyramid_keeps_its_tip() {
    let tip = [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.25, 0.0, 0.01]];
    let pyramid = Polytope::new(&tip.map(Vec3::from)).unwrap();
    let found = contact(&pyramid, &brick(3.0, 3.0, 0.5), &Pose3::from_translation(Vec3::new(0.0, 0.0, 0.505)).unwrap());
    assert_eq!(found.points.len(), 4);
    let deepest = found.points.iter().find(|p| p.distance == found.proximity.signed_distance).unwrap();
    assert!((deepest.witness_a - Vec3::new(0.25, 0.0, 0.01)).norm() < 1e-15);
}

#[test]
fn sides_of_rectangles_meet_in_an_interval() {
    let square = Cuboid::from_half_extents(Vec2::new(1.0, 1.0)).unwrap();
    let pose = Pose2::new(Rotor2::new(1.0, 1.0).unwrap(), Vec2::new(0.5, 1.875)).unwrap();
    let found = contact(&square, &square, &pose);
    let mut places: Vec<f64> = found.points.iter().map(|p| p.witness_a.x).collect();
    places.sort_by(f64::total_cmp);
    assert_eq!(places, [-0.5, 1.0]);
    assert!(found.points.iter().all(|p| p.distance == -0.125));
}
