use clearance::enclosure::reach_from_frame;
use clearance::query::Pair;
use clearance::{Ball, Capsule, Cuboid, Hint, Polytope, Pose3, Real, Rotor3, Shape3, Vec3, Vector};
use clearance_testkit::number::{Number, Wide};
use clearance_testkit::random::Random;
use clearance_testkit::triple::Triple;

use super::bound::Bounding;
use super::facing;
use super::{CoreBox, Meshes, Patches, Place, Reach};
use crate::body::Body;
use crate::mesh::TriangleMesh;
use crate::pair::BodyPair;
use crate::tree::Child;
use crate::tree::plane::Limit;

type Point = Vec3<f64>;

/// A bumpy sphere of `2 n²` triangles about a point, about as large as `size`.
pub(crate) fn bumpy(random: &mut Random, n: u32, middle: Point, size: f64) -> TriangleMesh<Point> {
    let waves: Vec<(Point, f64)> =
        (0..4).map(|_| (Vec3::from_fn(|_| random.uniform(-5.0, 5.0)), random.uniform(0.0, 6.0))).collect();
    let at = |i: u32, j: u32| {
        let (around, down) =
            (f64::from(j) * core::f64::consts::TAU / f64::from(n), f64::from(i) * core::f64::consts::PI / f64::from(n));
        let along = Vec3::new(down.sin() * around.cos(), down.sin() * around.sin(), down.cos());
        let bumps: f64 = waves.iter().map(|(wave, phase)| 0.06 * (wave.dot(along) + phase).sin()).sum();
        middle + along * ((1.0 + bumps) * size)
    };
    let vertices: Vec<Point> = (0..=n).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| at(i, j)).collect();
    let number = |i: u32, j: u32| i * n + j % n;
    let squares = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let triangles: Vec<[u32; 3]> = squares
        .flat_map(|(i, j)| {
            let [a, b, c, d] = [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    TriangleMesh::new(&vertices, &triangles).unwrap()
}

/// The triangles below a place.
fn below(patches: &Patches, place: Place) -> Vec<u32> {
    match patches.link(place).child() {
        Child::Item(item) => vec![item],
        Child::Node(node) => (0..4).flat_map(|lane| below(patches, Place::of(node, lane))).collect(),
        Child::None => Vec::new(),
    }
}

fn turned(random: &mut Random, shift: Point) -> Pose3<f64> {
    let axis = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
    Pose3::new(Rotor3::from_axis_angle(axis, random.uniform(-3.0, 3.0)).unwrap(), shift).unwrap()
}

/// The bounds of every node of the first mesh and some patches of the other, and the other way round, against all
/// triangles.
fn check<T: Real>(at: &Meshes<'_, Point>, tight: &mut usize) {
    let bounding = Bounding::<T>::new(at.patches, &at.reach);
    for side in [0, 1] {
        let nodes = at.patches[side].nodes.len() as u32;
        for number in 1..nodes {
            let one = Place::of(number % (at.patches[1 - side].nodes.len() as u32), (number % 3) as usize);
            let theirs = below(at.patches[1 - side], one);
            if theirs.is_empty() {
                continue;
            }
            for (lane, bound) in bounding.of(side, number, one).lower.into_iter().enumerate() {
                let mut least = f64::INFINITY;
                for i in below(at.patches[side], Place::of(number, lane)) {
                    for &j in &theirs {
                        let [a, b] = at.corners(if side == 0 { [i, j] } else { [j, i] });
                        least = least.min(facing::between(&a, &b, facing::about(&a, &b)).upper);
                    }
                }
                let bound = bound.to_f64();
                assert!(bound <= least, "{bound} of {least}");
                *tight += usize::from(bound > 0.9 * least);
            }
        }
    }
}

#[test]
fn the_first_query_makes_few_boxes() {
    let mut random = Random::new(0x9a7d);
    let bodies = [(); 2].map(|()| Body::mesh(bumpy(&mut random, 60, Vec3::ZERO, 1.0)));
    let pose = turned(&mut random, Vec3::new(3.0, 0.5, 0.25));
    let found = BodyPair::new(&bodies[0], &bodies[1], &pose).signed_distance().unwrap();
    assert!(found.bounds.lower > 0.5 && found.bounds.width() < 1e-12, "{found:?}");
    for body in &bodies {
        let Body::Mesh(mesh) = body else { panic!("{body:?}") };
        let nodes = &mesh.patches().nodes;
        let made = nodes.iter().filter(|node| node.get().is_some()).count();
        assert!(made > 3 && 10 * made < nodes.len(), "{made} of {}", nodes.len());
    }
}

#[test]
fn no_triangles_are_nearer_than_the_bound_of_their_patches() {
    let mut random = Random::new(0x9a7c);
    let mut tight = 0;
    for round in 0..6 {
        let middle = Vec3::from_fn(|_| random.uniform(-1.0, 1.0)) * [0.0, 0.3, 1e4][round % 3];
        let ratio = [1.0, 40.0, 1e-3][round % 3];
        let meshes = [bumpy(&mut random, 7, middle, 1.0), bumpy(&mut random, 6, Vec3::ZERO, ratio)];
        let shift = middle + Vec3::from_fn(|_| random.uniform(-1.0, 1.0)) * (1.5 + ratio);
        let pose = turned(&mut random, shift);
        let reach = [0, 1].map(|side| meshes[side].bounds().reach_from_frame());
        let patches = [meshes[0].patches(), meshes[1].patches()];
        let reach = Reach::new(patches.map(|patches| patches.frame), &pose, reach).unwrap();
        let at = Meshes { meshes: [&meshes[0], &meshes[1]], patches, reach };
        check::<f32>(&at, &mut tight);
        check::<f64>(&at, &mut tight);
    }
    assert!(tight > 1000, "{tight}");
}

/// The bounds of every node beside a shape, against all triangles.
fn check_beside<T: Real>(mesh: &TriangleMesh<Point>, shape: &Shape3<f64>, pose: &Pose3<f64>, tight: &mut [usize; 2]) {
    let (patches, core) = (mesh.patches(), CoreBox::of(shape));
    let reach = [mesh.bounds().reach_from_frame(), reach_from_frame(shape)];
    let at = Reach::new([patches.frame, core.frame(patches.frame.scale)], pose, reach).unwrap();
    let boxes = patches.beside_shape::<T>(&core, &at);
    let answers: Vec<_> =
        (0..mesh.triangles().len() as u32).map(|i| Pair::new(&mesh.shape(i), shape, pose).signed_distance()).collect();
    let nearest = answers.iter().min_by(|a, b| a.signed_distance.total_cmp(&b.signed_distance)).unwrap();
    let limit = Limit::of_shape(shape, nearest.normal, pose, reach[0], &mut { Hint::NONE }).unwrap();
    for node in 1..patches.nodes.len() as u32 {
        let found = boxes.bounds(node, Some(&patches.before(&limit)), -f64::MIN_POSITIVE);
        for lane in 0..4 {
            let below = below(patches, Place::of(node, lane));
            let least = below.iter().fold(f64::INFINITY, |least, &i| least.min(answers[i as usize].bounds.upper));
            let (bound, least) = (found.bound(lane), least * patches.frame.scale);
            assert!(below.is_empty() || bound <= least, "{bound} of {least}: {shape:?} {pose:?}");
            let is_tight = !below.is_empty() && bound > least - 0.1 * least.abs();
            tight[usize::from(least < 0.0)] += usize::from(is_tight);
        }
    }
}

#[test]
fn no_triangle_is_nearer_to_a_shape_or_deeper_in_it_than_the_bound_of_its_patch() {
    let mut random = Random::new(0x9a7e);
    let (mut tight, half) = ([0; 2], Vec3::new(0.4, 0.3, 0.1));
    let points: Vec<Point> = (0..12).map(|_| Vec3::from_fn(|_| random.uniform(-0.5, 0.5))).collect();
    let shapes: [Shape3<f64>; 4] = [
        Ball::new(0.4).unwrap().into(),
        Capsule::between(Vec3::new(-0.2, 0.4, 0.1), Vec3::new(0.3, 0.1, 0.2), 0.1).unwrap().into(),
        Cuboid::from_half_extents(half).unwrap().into(),
        Polytope::new(&points).unwrap().into(),
    ];
    for round in 0..12 {
        let middle = Vec3::from_fn(|_| random.uniform(-1.0, 1.0)) * [0.0, 0.3, 1e4][round % 3];
        let mesh = bumpy(&mut random, 7, middle, 1.0);
        let shift = middle + Vec3::from_fn(|_| random.uniform(-1.0, 1.0)) * [1.0, 2.5, 1.5][round % 3];
        let pose = turned(&mut random, shift);
        check_beside::<f32>(&mesh, &shapes[round % 4], &pose, &mut tight);
        check_beside::<f64>(&mesh, &shapes[round % 4], &pose, &mut tight);
    }
    assert!(tight[0] > 400 && tight[1] > 20, "{tight:?}");
}

#[test]
fn points_of_one_mesh_are_within_the_error_of_where_they_are_in_the_frame_of_the_other() {
    let mut random = Random::new(0x9a7d);
    let wide = |v: Point| Triple::<Wide>::from_vector(v);
    let mut most = 0.0f64;
    for round in 0..60 {
        let mut middle = |size: f64| Vec3::from_fn(|_| random.uniform(-size, size));
        let middles = [middle(1e3), middle(1e3)];
        let shift = middles[0] - middles[1] + middle(1.0);
        let meshes = middles.map(|middle| bumpy(&mut random, 3, middle, 1.0));
        // A pose that does not turn is exact.
        let pose = Pose3::from_translation(shift).unwrap();
        let patches = [meshes[0].patches(), meshes[1].patches()];
        let reach = [0, 1].map(|side| meshes[side].bounds().reach_from_frame());
        let reach = Reach::new(patches.map(|patches| patches.frame), &pose, reach).unwrap();
        let [a, b] = patches;
        let between = (wide(b.frame.center) + wide(shift) - wide(a.frame.center)) * Wide::new(a.frame.scale);
        for _ in 0..20 {
            let point = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
            let exact = wide(point) * (Wide::new(a.frame.scale) / Wide::new(b.frame.scale)) + between;
            let off = (wide(reach.moved(point)) - exact).norm().value();
            assert!(off <= reach.error, "seed 0x9a7d, {round}: {off:e} {:e}", reach.error);
            most = most.max(off / reach.error);
        }
    }
    assert!(most > 0.01, "{most}");
}
