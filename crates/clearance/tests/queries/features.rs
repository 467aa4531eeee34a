//! Witness points lie on the vertices, edges and faces that answers name: compared with the planes of the hull.

use clearance::SupportExt;
use clearance::hull::{Hull, convex_hull};
use clearance::{
    Cuboid, FeatureKind, Polytope, Pose3, Proximity, Rotor3, Status, Support, Vec2, Vec3, Vector,
    query::signed_distance,
};
use clearance_testkit::random::Random;

type Point = Vec3<f64>;

fn vector(random: &mut Random) -> Point {
    Vec3::from([(); 3].map(|()| random.uniform(-1.0, 1.0)))
}

/// Bodies with polygons for faces: a lattice box, prisms with many corners, what is left of a lattice, random points.
fn points(kind: usize, random: &mut Random) -> Vec<Point> {
    let lattice = |i: usize| Vec3::new((i % 3) as f64, (i / 3 % 3) as f64 * 0.75, (i / 9) as f64 * 0.5);
    match kind {
        0 => (0..27).map(lattice).collect(),
        1 | 2 => {
            let around = [6, 40][kind - 1];
            let corner = |i: usize| {
                let angle = (i / 2) as f64 / around as f64 * core::f64::consts::TAU;
                Vec3::new(angle.cos(), angle.sin(), (i % 2) as f64)
            };
            (0..2 * around).map(corner).collect()
        }
        3 => (0..9).map(|_| lattice(random.below(27))).collect(),
        _ => (0..30).map(|_| vector(random).normalized()).collect(),
    }
}

/// The corners of the least vertex, edge or face that holds a point of the surface, as ids of input points, ascending,
/// by the planes through it; and whether no other plane is near.
fn corners_at(hull: &Hull<Point>, point: Point) -> (Vec<u32>, bool) {
    let height = |face: &[u32]| {
        let [a, b, c] = [0, 1, face.len() - 1].map(|i| hull.points()[face[i] as usize]);
        (b - a).cross(c - a).normalized().dot(point - a).abs()
    };
    let mut shared: Option<Vec<u32>> = None;
    let mut clear = true;
    for face in hull.faces() {
        let h = height(face);
        if h < 1e-11 {
            let known = shared.take().unwrap_or_else(|| face.to_vec());
            shared = Some(known.into_iter().filter(|v| face.contains(v)).collect());
        }
        clear &= !(1e-11..1e-6).contains(&h);
    }
    let mut ids: Vec<u32> = shared.unwrap_or_default().iter().map(|&v| hull.vertices()[v as usize]).collect();
    ids.sort_unstable();
    (ids, clear)
}

fn kind_of(corners: usize) -> FeatureKind {
    [FeatureKind::Smooth, FeatureKind::Vertex, FeatureKind::Edge, FeatureKind::Face][corners.min(3)]
}

struct Side<'s> {
    shape: &'s dyn Support<Point>,
    hull: &'s Hull<Point>,
}

/// Compares a side of an answer with the planes around its witness point; returns the feature's kind if it was
/// compared.
fn check_side(side: &Side, found: &Proximity<Point>, which: usize, local: Point) -> Option<FeatureKind> {
    let (expected, clear) = corners_at(side.hull, local);
    if !clear || expected.is_empty() {
        return None;
    }
    let feature = &found.features[which];
    let corners = side.shape.feature_corners(feature.vertices());
    assert_eq!(feature.kind(), kind_of(expected.len()), "{feature:?} at {expected:?}");
    assert!(feature.kind() != FeatureKind::Face || corners.iter().min() == corners.first());
    let mut sorted = corners.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected, "{feature:?}");
    Some(feature.kind())
}

#[test]
fn answers_name_the_vertex_edge_or_face_that_holds_the_witness_point() {
    let mut random = Random::new(0xfea7);
    let mut counts = [[0; 3]; 2];
    for round in 0..6000 {
        let bodies = [points(round % 5, &mut random), points(round / 5 % 5, &mut random)];
        let hulls = [convex_hull(&bodies[0]).unwrap(), convex_hull(&bodies[1]).unwrap()];
        if hulls.iter().any(|hull| hull.dimension() < 3) {
            continue;
        }
        let polytopes = [Polytope::from_hull(&hulls[0]), Polytope::from_hull(&hulls[1])];
        let turn = Rotor3::from_wxyz(random.quaternion(3)).unwrap();
        let pose = Pose3::new(turn, vector(&mut random) * 3.0).unwrap();
        let found = signed_distance(&polytopes[0], &polytopes[1], &pose);
        let apart = found.status == Status::Separated;
        for (which, point) in [found.witness_a, pose.inverse().point(found.witness_b)].into_iter().enumerate() {
            let side = Side { shape: &polytopes[which], hull: &hulls[which] };
            match check_side(&side, &found, which, point) {
                Some(FeatureKind::Vertex) => counts[apart as usize][0] += 1,
                Some(FeatureKind::Edge) => counts[apart as usize][1] += 1,
                Some(_) => counts[apart as usize][2] += 1,
                None => {}
            }
        }
    }
    assert!(counts.iter().flatten().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn a_box_names_the_features_of_its_hull() {
    let mut random = Random::new(0xb0c5);
    let half = Vec3::new(0.7, 1.3, 0.4);
    let brick = Cuboid::from_half_extents(half).unwrap();
    let hull = convex_hull(&(0..8).map(|id| brick.vertex(id)).collect::<Vec<_>>()).unwrap();
    let mut counts = [0; 3];
    for _ in 0..4000 {
        let turn = Rotor3::from_wxyz(random.quaternion(3)).unwrap();
        let pose = Pose3::new(turn, vector(&mut random) * 2.5).unwrap();
        let found = signed_distance(&brick, &brick, &pose);
        for (which, point) in [found.witness_a, pose.inverse().point(found.witness_b)].into_iter().enumerate() {
            match check_side(&Side { shape: &brick, hull: &hull }, &found, which, point) {
                Some(FeatureKind::Vertex) => counts[0] += 1,
                Some(FeatureKind::Edge) => counts[1] += 1,
                Some(_) => counts[2] += 1,
                None => {}
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

#[test]
fn parallel_faces_are_faces_whatever_diagonal_was_held() {
    let cube = |h: f64| -> Vec<Point> { (0..8).map(|i| Vec3::new(h, h, h).scaled_by(sign(i))).collect() };
    fn sign(i: u32) -> Point {
        Vec3::new((i & 1) as f64 * 2.0 - 1.0, (i & 2) as f64 - 1.0, (i / 4) as f64 * 2.0 - 1.0)
    }
    let (large, small) = (Polytope::new(&cube(2.0)).unwrap(), Polytope::new(&cube(0.5)).unwrap());
    let mut random = Random::new(3);
    let mut faces = 0;
    for _ in 0..300 {
        let at = Vec3::new(random.uniform(-1.4, 1.4), random.uniform(-1.4, 1.4), random.uniform(2.6, 4.0));
        let found = signed_distance(&large, &small, &Pose3::from_translation(at).unwrap());
        let [below, above] = &found.features;
        assert_eq!(below.kind(), FeatureKind::Face, "{below:?}");
        assert_eq!(large.feature_corners(below.vertices()), [4, 5, 7, 6]);
        let corners = small.feature_corners(above.vertices());
        assert!(corners.iter().all(|&v| v < 4) && corners.len() == kind_corners(above.kind()));
        faces += (above.kind() == FeatureKind::Face) as u32;
    }
    assert!(faces > 10, "{faces}");
}

fn kind_corners(kind: FeatureKind) -> usize {
    match kind {
        FeatureKind::Vertex => 1,
        FeatureKind::Edge => 2,
        _ => 4,
    }
}

#[test]
fn polygons_name_their_corners_and_sides() {
    let mut random = Random::new(0x2d);
    let mut counts = [0; 2];
    for _ in 0..3000 {
        let cloud = |random: &mut Random| -> Vec<Vec2<f64>> {
            (0..12).map(|_| Vec2::new(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0))).collect()
        };
        let (a, b) = (Polytope::new(&cloud(&mut random)).unwrap(), Polytope::new(&cloud(&mut random)).unwrap());
        let at = Vec2::new(random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0));
        let found = signed_distance(&a, &b, &clearance::Pose2::from_translation(at).unwrap());
        for (side, shape, local) in [(0, &a, found.witness_a), (1, &b, found.witness_b - at)] {
            let point = |v: u32| shape.anchor() + shape.vertex(v);
            let sides = (0..shape.vertex_count()).flat_map(|v| shape.neighbours(v).map(move |w| [v, w]));
            let holds = |&[v, w]: &[u32; 2]| {
                let way = point(w) - point(v);
                let along = way.dot(local - point(v));
                v < w && way.cross(local - point(v)).abs() < 1e-12 && along > -1e-12 && along < way.dot(way) + 1e-12
            };
            let on: Vec<[u32; 2]> = sides.filter(holds).collect();
            let feature = &found.features[side];
            let corners = shape.feature_corners(feature.vertices());
            match &on[..] {
                [edge] => assert_eq!(corners, edge.map(|v| shape.input_id(v))),
                [first, second] => {
                    let shared = first.iter().find(|v| second.contains(v)).unwrap();
                    assert_eq!(corners, [shape.input_id(*shared)]);
                }
                other => panic!("{other:?}"),
            }
            counts[on.len() - 1] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}
