//! How long bodies of 10⁵ parts take to make, and what a boolean of a robot's link costs beside them and beside 10
//! parts: `cargo run --release --example many_times`. On one thread, in seconds of its processor where Linux counts
//! them.

use clearance::{Polytope, Pose3, Rotor3, Shape3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyPair, ManyParts};

/// Seconds that this thread has had a processor, or that have passed.
fn seconds() -> f64 {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let counted = counted.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    counted.map_or_else(|| std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64()), |nanos| nanos * 1e-9)
}

/// A body with about this number of parts, its name, and the time to make it.
fn bodies(random: &mut Random, count: usize) -> Vec<(&'static str, f64, Body<Vec3<f64>>)> {
    let side = (count as f64).cbrt();
    let cells: Vec<[i32; 3]> =
        (0..count).map(|_| core::array::from_fn(|_| random.uniform(0.0, 2.0 * side) as i32)).collect();
    let points: Vec<Vec3<f64>> = (0..count).map(|_| Vec3::from_fn(|_| random.uniform(-1.0, 1.0))).collect();
    let rows = (count as f64 / 2.0).sqrt() as usize + 1;
    let heights: Vec<f64> = (0..rows * rows).map(|_| random.uniform(-0.02, 0.02)).collect();
    let mut made = Vec::new();
    let mut add = |name, build: &mut dyn FnMut() -> ManyParts<Vec3<f64>>| {
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let start = seconds();
            let parts = build();
            best = f64::min(best, seconds() - start);
            drop(parts);
        }
        made.push((name, best, Body::many(build())));
    };
    let refused = "valid parts";
    add("points", &mut || ManyParts::points(points.clone(), 0.005).expect(refused));
    let origin = Vec3::new(-1.0, -1.0, -1.0);
    add("voxels", &mut || ManyParts::voxels(&cells, 1.0 / side, origin).expect(refused));
    add("heightfield", &mut || ManyParts::height_field(heights.clone(), rows, [2.0, 2.0], 1.0).expect(refused));
    made
}

fn main() {
    let mut random = Random::new(0x91a);
    let corners: Vec<Vec3<f64>> = (0..80)
        .map(|_| Vec3::new(random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05), random.uniform(-0.15, 0.15)))
        .collect();
    let link = Body::new(Shape3::from(Polytope::new(&corners).expect("a hull")));
    let poses: Vec<Pose3<f64>> = (0..4000)
        .map(|_| {
            let rotor =
                Rotor3::from_axis_angle(Vec3::from_fn(|_| random.uniform(-1.0, 1.0)), random.uniform(-3.0, 3.0));
            Pose3::new(rotor.expect("a rotation"), Vec3::from_fn(|_| random.uniform(-1.0, 1.0))).expect("a pose")
        })
        .collect();
    for count in [10, 100_000] {
        for (name, time, body) in bodies(&mut random, count) {
            let start = seconds();
            let met =
                poses.iter().filter(|pose| BodyPair::new(&body, &link, pose).collides().expect("a pair") == Some(true));
            let met = met.count();
            let each = (seconds() - start) / poses.len() as f64 * 1e6;
            println!(
                "{count:>6} {name:<12} set-up {:8.3} ms   boolean of a link {each:7.3} us, {met} of {} meet",
                time * 1e3,
                poses.len()
            );
        }
    }
}
