//! What the calls of call.c cost in Rust: `call SHAPE SHAPE COUNT` prints, for every line that it is given, nanoseconds
//! of processor time a pair with its pose read from a quaternion as C's is, with poses ready, and the sum of the
//! distances.

use std::error::Error;
use std::io::BufRead;

use clearance_scene::MeshFiles;
use clearance_scene::json::{Json, Node};
use clearance_world::Body;
use core_crate::query::signed_distance;
use core_crate::{Pose3, Rotor3, Shape3, ShapeError, Vec3};
use cpu_time::ThreadTime;

struct Place {
    quaternion: [f64; 4],
    translation: [f64; 3],
}

impl Place {
    fn pose(&self) -> Result<Pose3<f64>, ShapeError> {
        Pose3::new(Rotor3::from_wxyz(self.quaternion)?, Vec3::from(self.translation))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, count] = &given[..] else { return Err("expected two shapes and a count".into()) };
    let (a, b) = (shape(a)?, shape(b)?);
    let mut state = 1u64;
    let mut number = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 * 2f64.powi(-52) - 1.0
    };
    let mut place = || {
        let translation = [0; 3].map(|_| 3.0 * number());
        let [w, x, y, z] = [0; 4].map(|_| number());
        let length = (w * w + x * x + y * y + z * z).sqrt();
        Place { translation, quaternion: [w, x, y, z].map(|entry| entry / length) }
    };
    let places: Vec<Place> = (0..count.parse()?).map(|_| place()).collect();
    let poses = places.iter().map(Place::pose).collect::<Result<Vec<_>, _>>()?;
    for line in std::io::stdin().lock().lines() {
        line?;
        let begin = ThreadTime::now();
        let mut sum = 0.0;
        for place in &places {
            sum += signed_distance(&a, &b, &place.pose()?).signed_distance;
        }
        let read = begin.elapsed();
        let begin = ThreadTime::now();
        let ready: f64 = poses.iter().map(|pose| signed_distance(&a, &b, pose).signed_distance).sum();
        let a_pair = |time: std::time::Duration| time.as_secs_f64() * 1e9 / places.len() as f64;
        assert_eq!(sum, ready);
        println!("{:.3} {:.3} {sum:?}", a_pair(read), a_pair(begin.elapsed()));
    }
    Ok(())
}

fn shape(text: &str) -> Result<Shape3<f64>, Box<dyn Error>> {
    match clearance_scene::body(&Node::root(&Json::parse(text)?, "shape"), &MeshFiles::relative_to("."))? {
        Body::Convex(shape) => Ok(shape),
        other => Err(format!("expected a bounded shape, got a {}", other.kind()).into()),
    }
}
