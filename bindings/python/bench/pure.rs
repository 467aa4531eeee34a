//! What `bench/batch.py` measures beside NumPy: the core's batch, in a process that shares nothing with Python.
//!
//! `pure SHAPE SHAPE FILE` reads two shapes of docs/reference/formats.md and rows of seven numbers (x y z qw qx qy qz)
//! in little-endian bytes. For every line that it is given it prints nanoseconds a pair: of the batch with poses ready,
//! and of reading the poses, alone and side by side.

use std::error::Error;
use std::hint::black_box;
use std::io::BufRead;

use clearance::{Pose3, Rotor3, Shape3, Vec3, batch};
use clearance_scene::MeshFiles;
use clearance_scene::json::{Json, Node};
use clearance_world::Body;
use cpu_time::ThreadTime;

/// Pairs whose answers are in memory at once.
const AT_ONCE: usize = 1024;

type Place = (Rotor3<f64>, Vec3<f64>);

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, file] = &given[..] else { return Err("expected two shapes and a file".into()) };
    let (a, b) = (shape(a)?, shape(b)?);
    let bytes = std::fs::read(file)?;
    let rows: Vec<[f64; 7]> = bytes.as_chunks::<56>().0.iter().map(numbers).collect();
    let poses = rows.iter().map(|row| Ok(alone(place(row)?)?)).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let (mut found, mut read, mut at_once) = (Vec::new(), Vec::new(), Vec::new());
    for line in std::io::stdin().lock().lines() {
        line?;
        let batch = nanoseconds(|| {
            for some in poses.chunks(AT_ONCE) {
                batch::signed_distances_into(some.iter().map(|pose| (&a, &b, pose)), &mut found);
                black_box(&found);
            }
        });
        let one_by_one = nanoseconds(|| {
            for some in rows.chunks(AT_ONCE) {
                read.clear();
                read.extend(some.iter().filter_map(|row| alone(place(row).ok()?).ok()));
                black_box(&read);
            }
        });
        let side_by_side = nanoseconds(|| {
            for some in rows.chunks(AT_ONCE) {
                batch::poses_into(some.iter().filter_map(|row| place(row).ok()), &mut at_once);
                black_box(&at_once);
            }
        });
        let a_pair = |time: f64| time / rows.len() as f64;
        println!("{} {} {}", a_pair(batch), a_pair(one_by_one), a_pair(side_by_side));
    }
    Ok(())
}

fn shape(text: &str) -> Result<Shape3<f64>, Box<dyn Error>> {
    match clearance_scene::body(&Node::root(&Json::parse(text)?, "shape"), &MeshFiles::relative_to("."))? {
        Body::Convex(shape) => Ok(shape),
        other => Err(format!("expected a bounded shape, got a {}", other.kind()).into()),
    }
}

fn numbers(row: &[u8; 56]) -> [f64; 7] {
    let (numbers, _) = row.as_chunks::<8>();
    [0, 1, 2, 3, 4, 5, 6].map(|i| f64::from_le_bytes(numbers[i]))
}

fn place(&[x, y, z, qw, qx, qy, qz]: &[f64; 7]) -> Result<Place, clearance::ShapeError> {
    Ok((Rotor3::from_wxyz([qw, qx, qy, qz])?, Vec3::new(x, y, z)))
}

fn alone((rotor, translation): Place) -> Result<Pose3<f64>, clearance::ShapeError> {
    Pose3::new(rotor, translation)
}

/// CPU time of this thread.
fn nanoseconds(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64() * 1e9
}
