//! How long signed distances of many points from a mesh of 81 920 triangles take: `cargo run --release --example
//! point_times [POINTS]`.
//!
//! On one thread, in seconds of its processor where Linux counts them.

#[path = "../tests/world/points/sphere.rs"]
mod sphere;

use clearance::{Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::Body;

/// Seconds that this thread has had a processor, or that have passed.
fn seconds() -> f64 {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let counted = counted.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    counted.map_or_else(|| std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64()), |nanos| nanos * 1e-9)
}

fn main() {
    let count: usize = std::env::args().nth(1).map_or(200_000, |count| count.parse().expect("a number of points"));
    let mesh = Body::mesh(sphere::icosphere(6));
    let mut random = Random::new(0x919);
    let mut draw = |size: f64| Vec3::from_fn(|_| random.uniform(-size, size));
    let near: Vec<Vec3<f64>> = (0..count).map(|_| draw(1.0).normalized() + draw(1e-3)).collect();
    let around: Vec<Vec3<f64>> = (0..count).map(|_| draw(1.5)).collect();
    let start = seconds();
    mesh.point_distance(Vec3::ZERO).expect("a point");
    println!("set-up and the middle, as far from all triangles: {:.1} ms", (seconds() - start) * 1e3);
    for (name, points) in [("in a box around", &around), ("near the surface", &near)] {
        let start = seconds();
        let found = mesh.point_distances(points);
        let time = seconds() - start;
        let widest = found.iter().flatten().map(|found| found.bounds.width()).fold(0.0, f64::max);
        let inside = found.iter().flatten().filter(|found| found.inside == Some(true)).count();
        println!(
            "{name}: {:.3} us a point, {inside} of {count} inside, at most {widest:e} wide",
            time / count as f64 * 1e6
        );
    }
}
