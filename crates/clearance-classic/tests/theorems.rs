//! What the papers prove and recommend, on random pairs.

use clearance::SupportExt;
use clearance::query::signed_distance;
use clearance::{Axial, Capsule, Cuboid, Inflated, Polytope, Pose, Pose3, Rotor3, Status, Vec3, Vector};
use clearance_classic::gjk::{Decision, Options, Start};
use clearance_classic::{Algorithm, Difference};
use clearance_testkit::random::Random;

type V = Vec3<f64>;

fn cloud(random: &mut Random, count: usize) -> Polytope<V> {
    let mut point = || V::from_fn(|_| random.uniform(-0.9, 1.1));
    Polytope::new(&(0..count).map(|_| point()).collect::<Vec<_>>()).unwrap()
}

fn pose(random: &mut Random, away: f64) -> Pose3<f64> {
    let dir = V::from_fn(|_| random.uniform(-1.0, 1.0)).normalized();
    Pose::new(Rotor3::from_wxyz(random.quaternion(3)).unwrap(), dir * away).unwrap()
}

#[test]
fn at_every_step_the_gap_bounds_the_square_of_the_error() {
    // Revisión, Theorem 1, 3: |v − v*|² ≤ g(v) = |v|² + h_K(−v).
    let mut random = Random::new(21);
    let mut steps = 0;
    for _ in 0..100 {
        let (a, b) = (cloud(&mut random, 20), cloud(&mut random, 12));
        let pose = pose(&mut random, 4.0);
        let truth = signed_distance(&a, &b, &pose);
        let nearest = -(truth.normal * truth.signed_distance);
        Algorithm::JohnsonBackup.closest(Difference::new((&a, &b, &pose)), &Options::default(), |step| {
            let v = step.nearest;
            let gap = v.norm_squared() - v.dot(step.support.unwrap().w);
            assert!((v - nearest).norm_squared() <= gap + 1e-13, "{step:?}");
            steps += 1;
        });
    }
    assert!(steps > 200, "{steps} steps");
}

#[test]
fn the_inner_ball_of_the_last_simplex_is_a_lower_bound_of_the_depth() {
    // (1.14).
    let mut random = Random::new(22);
    let mut inside = 0;
    for _ in 0..100 {
        let (a, b) = (cloud(&mut random, 20), cloud(&mut random, 12));
        let pose = pose(&mut random, 0.8);
        let truth = signed_distance(&a, &b, &pose);
        let found = Algorithm::SignedVolumes.closest(Difference::new((&a, &b, &pose)), &Options::default(), |_| {});
        let bound = found.depth_at_least();
        let depth = (-truth.signed_distance).max(0.0);
        assert!(bound <= depth + 1e-13, "{bound} {depth}");
        // Computed as a square, so a face that is very near to the origin may come out at zero.
        assert!(bound == 0.0 || found.last.decision == Decision::Inside);
        inside += u32::from(bound > 0.0);
    }
    assert!(inside > 50, "{inside} simplices around the origin");
}

#[test]
fn the_centroid_is_a_better_start_than_an_axis() {
    let mut random = Random::new(23);
    let mut iterations = [0; 2];
    for _ in 0..200 {
        let (a, b) = (cloud(&mut random, 40), cloud(&mut random, 30));
        let pose = pose(&mut random, 6.0);
        for (count, start) in iterations.iter_mut().zip([Start::Centroid, Start::Axis]) {
            let options = Options { start, ..Options::default() };
            let found = Algorithm::JohnsonBackup.closest(Difference::new((&a, &b, &pose)), &options, |_| {});
            *count += found.last.iteration;
        }
    }
    assert!(2 * iterations[0] < iterations[1], "{iterations:?}");
}

#[test]
fn bodies_swept_by_a_ball_are_their_cores_less_the_radii() {
    let mut random = Random::new(24);
    let mut overlapping = 0;
    let brick = Inflated::new(Cuboid::from_half_extents(V::new(0.4, 0.7, 0.3)).unwrap(), 0.25).unwrap();
    let capsule = Capsule::along(Axial { radius: 0.5, half_length: 0.8, axis: 2 }).unwrap();
    for _ in 0..100 {
        let away = random.uniform(1.0, 3.0);
        let pose = pose(&mut random, away);
        let truth = signed_distance(&brick, &capsule, &pose);
        for algorithm in [Algorithm::Voronoi, Algorithm::SignedVolumes, Algorithm::JohnsonBackup] {
            let found = algorithm.run((&brick, &capsule, &pose), |_| {});
            assert!((found.distance - truth.signed_distance).abs() < 1e-12, "{algorithm}: {found:?} {truth:?}");
            let witness = found.witness_b - found.witness_a - found.normal * found.distance;
            assert!(
                witness.norm() < 1e-12 || truth.signed_distance < -brick.radius() - capsule.radius(),
                "{algorithm}"
            );
        }
        overlapping += u32::from(truth.status == Status::Overlapping);
    }
    assert!((20..90).contains(&overlapping), "{overlapping} overlap");
}
