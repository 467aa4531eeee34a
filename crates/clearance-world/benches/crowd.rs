//! What questions about many bodies cost: boxes, capsules and ellipsoids in a cube, one to each unit of volume.
//!
//! `cargo run --release -p clearance-world --example crowd [BODIES] [SCALE]` draws them; a file in place of the number
//! has a body on each line: kind (0 box, 1 capsule, 2 ellipsoid), position (3), quaternion (4, w first), sizes (3).

use std::time::Instant;

use clearance::{Axial, Capsule, Cuboid, Ellipsoid, Pose3, Rotor3, Shape3, Vec3};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyId, Object, Scene, Watch};

type Space3 = Vec3<f64>;
type Line = [f64; 11];

fn drawn(count: usize, scale: f64) -> Vec<Line> {
    let (mut random, side) = (Random::new(1), (count as f64).cbrt());
    let one = |i: usize| {
        let at: [f64; 3] = std::array::from_fn(|_| random.uniform(0.0, side));
        let q = random.quaternion(3);
        let size: [f64; 3] = std::array::from_fn(|_| random.uniform(0.05, 0.3) * scale);
        [(i % 3) as f64, at[0], at[1], at[2], q[0], q[1], q[2], q[3], size[0], size[1], size[2]]
    };
    (0..count).map(one).collect()
}

fn read(path: &str) -> std::io::Result<Vec<Line>> {
    let text = std::fs::read_to_string(path)?;
    let numbers =
        |line: &str| line.split_whitespace().map(|word| word.parse().unwrap_or(f64::NAN)).collect::<Vec<f64>>();
    Ok(text.lines().filter_map(|line| numbers(line).try_into().ok()).collect())
}

fn body([kind, x, y, z, qw, qx, qy, qz, a, b, c]: Line) -> Object<Space3> {
    let shape = match kind as u32 {
        0 => Shape3::from(Cuboid::from_half_extents(Vec3::new(a, b, c)).unwrap()),
        1 => Shape3::from(Capsule::along(Axial { radius: a, half_length: b, axis: 2 }).unwrap()),
        _ => Shape3::from(Ellipsoid::from_radii(Vec3::new(a, b, c)).unwrap()),
    };
    Body::new(shape).at(Pose3::new(Rotor3::from_wxyz([qw, qx, qy, qz]).unwrap(), Vec3::new(x, y, z)).unwrap())
}

/// Seconds of processor time that this thread has had, where the system reports it; else of the clock.
fn seconds(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or(since.elapsed().as_secs_f64(), |count| count * 1e-9)
}

/// Bytes that the program holds, where the system reports it.
fn held() -> f64 {
    let told = std::fs::read_to_string("/proc/self/statm").ok();
    told.and_then(|text| text.split_whitespace().nth(1)?.parse::<f64>().ok()).map_or(0.0, |pages| pages * 4096.0)
}

/// The mean of several times, in milliseconds, and what came out.
fn timed<T>(runs: usize, mut ask: impl FnMut() -> T) -> (f64, T) {
    let since = Instant::now();
    let start = seconds(since);
    for _ in 1..runs {
        std::hint::black_box(ask());
    }
    let found = ask();
    ((seconds(since) - start) * 1e3 / runs.max(1) as f64, found)
}

fn main() {
    let first = std::env::args().nth(1).unwrap_or_else(|| "1000".into());
    let scale = std::env::args().nth(2).and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let lines = match first.parse() {
        Ok(count) => drawn(count, scale),
        Err(_) => read(&first).expect("the first argument must be a number of bodies or a file"),
    };
    let bodies: Vec<Object<Space3>> = lines.into_iter().map(body).collect();
    let runs = (200_000 / bodies.len().max(1)).clamp(1, 50);

    let build = || {
        let mut scene = Scene::new();
        for (i, body) in bodies.iter().enumerate() {
            scene.add(i as u64, body.clone()).unwrap();
        }
        scene.tree();
        scene
    };
    let before = held();
    let kept = build();
    println!("{:.0} bytes a body with the tree", (held() - before) / bodies.len().max(1) as f64);
    drop(kept);
    let (add, mut scene) = timed(runs, build);
    let (contacts, found) = timed(runs, || scene.contacts().len());
    let (anew, _) = timed(runs, || build().contacts().len());
    println!(
        "{} bodies: build {add:.3} ms, all contacts {contacts:.3} ms ({found} pairs), both {anew:.3} ms",
        bodies.len()
    );
    let (time, closest) = timed(runs, || scene.closest(1));
    println!("closest pair {time:.3} ms: {:?}, {} ties", closest.bounds, closest.ties.len());

    let ids: Vec<BodyId> = scene.ids().collect();
    let mut random = Random::new(2);
    let mut step = |scene: &mut Scene<Space3>| {
        for _ in 0..ids.len() / 100 {
            let id = random.pick(&ids);
            let Some(pose) = scene.get(id).map(Object::pose) else { continue };
            let shift = Vec3::new(random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02), 0.01);
            let pose = Pose3::new(pose.rotor(), pose.translation() + shift).unwrap();
            scene.move_to(id, pose).unwrap();
        }
    };
    let (mut watch, runs) = (Watch::new(), 10 * runs);
    watch.contacts(&scene);
    let (contacts, _) = timed(runs, || {
        step(&mut scene);
        watch.contacts(&scene).len()
    });
    watch.closest(&scene, 1);
    let (closest, _) = timed(runs, || {
        step(&mut scene);
        watch.closest(&scene, 1).ties.len()
    });
    println!("1 % moved: contacts {contacts:.3} ms, closest pair {closest:.3} ms, each with the moves");
}
