//! A mesh against convex bodies, beside parry's: distances and booleans of bodies that are far, near, grazing and deep.

use clearance::{Ball, Capsule, Cuboid, Polytope, Pose3, Rotor3, Shape3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyPair, TriangleMesh};
use parry3d_f64::math::{Pose, Rotation, Vector as PVector};
use parry3d_f64::query;
use parry3d_f64::shape::SharedShape;
use std::time::Instant;

type Point = Vec3<f64>;

/// How far the bodies of a row are apart.
struct Distances {
    name: &'static str,
    least: f64,
    largest: f64,
}

const DISTANCES: [Distances; 4] = [
    Distances { name: "far", least: 0.3, largest: 3.0 },
    Distances { name: "near", least: 3e-3, largest: 0.3 },
    Distances { name: "grazing", least: -1e-4, largest: 1e-4 },
    Distances { name: "deep", least: -0.08, largest: -0.02 },
];

/// A body of both libraries.
struct Kind {
    name: &'static str,
    ours: Body<Point>,
    theirs: SharedShape,
}

fn kinds(random: &mut Random) -> Vec<Kind> {
    let kind = |name, ours: Shape3<f64>, theirs| Kind { name, ours: Body::new(ours), theirs };
    let corners: Vec<Point> =
        (0..20).map(|_| Vec3::from_fn(|_| random.uniform(-1.0, 1.0)).normalized() * 0.2).collect();
    let others: Vec<PVector> = corners.iter().map(|&corner| super::other(corner)).collect();
    let half = Vec3::new(0.2, 0.15, 0.1);
    let axis = Vec3::new(0.0, 0.0, 1.0);
    vec![
        kind("ball", Ball::new(0.2).expect("a ball").into(), SharedShape::ball(0.2)),
        kind("box", Cuboid::from_half_extents(half).expect("a box").into(), SharedShape::cuboid(0.2, 0.15, 0.1)),
        kind(
            "capsule",
            Capsule::between(-axis * 0.2, axis * 0.2, 0.1).expect("a capsule").into(),
            SharedShape::capsule_z(0.2, 0.1),
        ),
        kind(
            "hull of 20",
            Polytope::new(&corners).expect("a hull").into(),
            SharedShape::convex_hull(&others).expect("a hull"),
        ),
    ]
}

/// Poses at which a body is about as far from the mesh as the row says, no two alike.
fn poses(random: &mut Random, mesh: &Body<Point>, body: &Body<Point>, at: &Distances, count: usize) -> Vec<Pose3<f64>> {
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let axis = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
        let rotor = Rotor3::from_axis_angle(axis, random.uniform(-3.0, 3.0)).expect("a rotor");
        let mut middle = Vec3::from_fn(|_| random.uniform(-1.0, 1.0)).normalized() * 2.5;
        let fraction = random.uniform(0.0, 1.0);
        // Distances that are all positive are spread over magnitudes.
        let gap = match at.least > 0.0 {
            true => at.least * (at.largest / at.least).powf(fraction),
            false => at.least + (at.largest - at.least) * fraction,
        };
        for _ in 0..3 {
            let pose = Pose3::new(rotor, middle).expect("a pose");
            let near = BodyPair::new(mesh, body, &pose).signed_distance().expect("an answer").proximity;
            middle = middle + near.normal * (gap - near.signed_distance);
        }
        found.push(Pose3::new(rotor, middle).expect("a pose"));
    }
    found
}

/// Microseconds that each call took, in ascending order, and the answers.
pub fn timed<T>(count: usize, mut ask: impl FnMut(usize) -> T) -> (Vec<f64>, Vec<T>) {
    let mut found = Vec::with_capacity(count);
    let mut times: Vec<f64> = (0..count)
        .map(|i| {
            let start = Instant::now();
            found.push(ask(i));
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times, found)
}

pub fn print(what: &str, engine: &str, times: &[f64], wrong: usize) {
    let at = |fraction: f64| times[(times.len() as f64 * fraction) as usize];
    let (median, high, count) = (at(0.5), at(0.95), times.len());
    println!("{what:<32} {engine:<10} {median:9.2} us, 95 of 100 below {high:9.2}, {wrong} of {count} wrong");
}

/// Rows of all kinds of bodies and distances.
pub fn run(mesh: &TriangleMesh<Point>, count: usize) {
    let random = &mut Random::new(11);
    let (body, theirs) = (Body::mesh(mesh.clone()), &super::other_mesh(mesh));
    for kind in kinds(random) {
        for at in &DISTANCES {
            let poses = poses(random, &body, &kind.ours, at, count);
            let other: Vec<Pose> = poses.iter().map(of_other).collect();
            let ask = |i: usize| BodyPair::new(&body, &kind.ours, &poses[i]);
            let name = format!("{} {}", kind.name, at.name);
            let (times, found) = timed(count, |i| ask(i).distance().expect("an answer").bounds);
            print(&format!("{name}, distance"), "clearance", &times, 0);
            let (times, answers) = timed(count, |i| query::distance(&Pose::IDENTITY, theirs, &other[i], &*kind.theirs));
            // Off by more than a millionth of the size.
            let is_in = |i: usize, d: f64| found[i].lower - 1e-6 <= d && d <= found[i].upper + 1e-6;
            let is_off = |i: usize| !answers[i].as_ref().is_ok_and(|answer| is_in(i, answer.distance));
            print(&format!("{name}, distance"), "parry", &times, (0..count).filter(|&i| is_off(i)).count());
            let (times, found) = timed(count, |i| ask(i).collides().expect("an answer"));
            print(&format!("{name}, boolean"), "clearance", &times, 0);
            let (times, answers) =
                timed(count, |i| query::intersection_test(&Pose::IDENTITY, theirs, &other[i], &*kind.theirs));
            let is_off =
                |i: usize| found[i].is_some() && answers[i].as_ref().ok().map(|answer| answer.intersecting) != found[i];
            print(&format!("{name}, boolean"), "parry", &times, (0..count).filter(|&i| is_off(i)).count());
            let (times, _) = timed(count, |i| ask(i).signed_distance().expect("an answer").bounds);
            print(&format!("{name}, signed distance"), "clearance", &times, 0);
        }
    }
}

fn of_other(pose: &Pose3<f64>) -> Pose {
    let [x, y, z, w] = pose.rotor().to_xyzw();
    Pose::from_parts(super::other(pose.translation()), Rotation::from_xyzw(x, y, z, w).normalize())
}
