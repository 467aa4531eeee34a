//! What a pair of meshes costs: `cargo run --release -p clearance-scene --example mesh_pairs -- a.obj b.obj poses.txt`;
//! two boxes without files.
//!
//! Both meshes are centered and scaled to a longest side of 1. Each line of the poses has a quaternion (w first) and a
//! translation of the second mesh in the frame of the first. Every pose is queried for contact and distance 50 times,
//! then followed for 50 small steps.

use std::path::Path;
use std::time::Instant;

use clearance::{Pose3, Rotor3, Vec3, Vector};
use clearance_scene::mesh::{Format, parse_mesh, read_mesh};
use clearance_world::{Body, BodyId, Scene, TriangleMesh, Watch};

type Problem = Box<dyn std::error::Error>;

/// A box from (0, 0, 0) to (1, 2, 3).
const BOX: &[u8] = b"v 0 0 0\nv 1 0 0\nv 0 2 0\nv 1 2 0\nv 0 0 3\nv 1 0 3\nv 0 2 3\nv 1 2 3\n\
    f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

/// Repetitions, and steps that follow each pose.
const STEPS: usize = 50;

fn mesh(path: Option<&String>) -> Result<TriangleMesh<Vec3<f64>>, Problem> {
    let file = path.map_or_else(|| parse_mesh(BOX, Format::Obj), |path| read_mesh(Path::new(path)))?;
    let bounds = TriangleMesh::new(&file.vertices, &file.triangles)?.bounds();
    let scale = 1.0 / bounds.extent().max_abs();
    let placed: Vec<Vec3<f64>> = file.vertices.iter().map(|&v| (v - bounds.center()) * scale).collect();
    Ok(TriangleMesh::new(&placed, &file.triangles)?)
}

fn poses(path: Option<&String>) -> Result<Vec<Pose3<f64>>, Problem> {
    let text = path.map_or_else(|| Ok("1 0 0 0 1.5 0 0".into()), std::fs::read_to_string)?;
    let pose = |line: &str| -> Result<Pose3<f64>, Problem> {
        let numbers = line.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
        let [w, x, y, z, tx, ty, tz] = numbers[..] else { return Err("expected seven numbers in a line".into()) };
        let rotor = Rotor3::from_wxyz([w, x, y, z])?;
        Ok(Pose3::new(rotor, Vec3::new(tx, ty, tz))?)
    };
    text.lines().map(pose).collect()
}

/// Microseconds that this thread has worked, where the system reports it; else of the clock.
fn micros(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let worked = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    worked.map_or(since.elapsed().as_secs_f64() * 1e6, |nanoseconds| nanoseconds * 1e-3)
}

/// A scene of both, and the handle of the second.
fn scene(a: &Body<Vec3<f64>>, b: &Body<Vec3<f64>>) -> Result<(Scene<Vec3<f64>>, [BodyId; 2]), Problem> {
    let mut scene = Scene::new();
    let ids = [scene.add(0, a.clone())?, scene.add(1, b.clone())?];
    Ok((scene, ids))
}

fn main() -> Result<(), Problem> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [a, b] = [Body::mesh(mesh(files.first())?), Body::mesh(mesh(files.get(1))?)];
    let (mut scene, [first, second]) = scene(&a, &b)?;
    let (mut watch, since) = (Watch::new(), Instant::now());
    let (mut met, mut apart, mut sum, mut cost) = (0, 0, 0.0, [0.0; 3]);
    for pose in poses(files.get(2))? {
        scene.move_to(second, pose)?;
        // Hulls are made once for each mesh, by the first question.
        let collides = !scene.contacts().is_empty();
        let start = micros(since);
        for _ in 0..STEPS {
            std::hint::black_box(scene.contacts());
        }
        cost[0] += micros(since) - start;
        met += usize::from(collides);
        if collides {
            continue;
        }
        let start = micros(since);
        let mut found = scene.between(first, second)?.between;
        for _ in 1..STEPS {
            found = std::hint::black_box(scene.between(first, second)?.between);
        }
        cost[1] += micros(since) - start;
        (apart, sum) = (apart + 1, sum + found.proximity.signed_distance);
        watch.closest(&scene, 1);
        let start = micros(since);
        for step in 1..=STEPS {
            let shift = Vec3::new(0.0, 0.001, 0.0) * step as f64;
            scene.move_to(second, Pose3::new(pose.rotor(), pose.translation() + shift)?)?;
            assert_eq!(watch.closest(&scene, 1).pairs.len(), 1);
        }
        cost[2] += micros(since) - start;
    }
    let each = |cost: f64, count: usize| cost / count.max(1) as f64;
    println!(
        "contact {:.1} µs ({met} of {}), distance {:.1} µs (mean {:.9}), followed {:.1} µs",
        each(cost[0], (met + apart) * STEPS),
        met + apart,
        each(cost[1], apart * STEPS),
        each(sum, apart),
        each(cost[2], apart * STEPS),
    );
    Ok(())
}
