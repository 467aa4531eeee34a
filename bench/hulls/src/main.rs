//! `hulls FILE...`: the convex hull of each file's points, three little-endian `f64` each, by every engine.
//!
//! One line of JSON for a file and an engine: the shortest thread time in milliseconds of at least three runs, and how
//! many vertices and faces came out; or why there is no answer. Loading is not timed.

use std::error::Error;
use std::panic::catch_unwind;
use std::time::Duration;

use chull::ConvexHullWrapper;
use clearance::Vec3;
use clearance::hull::convex_hull;
use clearance::shape::Polytope;
use cpu_time::ThreadTime;
use parry3d_f64::math::Vector;
use parry3d_f64::transformation::try_convex_hull;

/// chull takes minutes beyond, by far.
const CHULL_AT_MOST: usize = 2000;

/// Vertices and faces, or what went wrong.
type Counts = Result<[usize; 2], String>;

fn main() -> Result<(), Box<dyn Error>> {
    std::panic::set_hook(Box::new(|_| {}));
    for file in std::env::args().skip(1) {
        let bytes = std::fs::read(&file)?;
        let numbers: Vec<f64> = bytes.as_chunks::<8>().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect();
        let points = numbers.as_chunks::<3>().0;
        let ours: Vec<Vec3<f64>> = points.iter().map(|&p| Vec3::from(p)).collect();
        report(&file, "clearance", || {
            let hull = convex_hull(&ours).map_err(|error| error.to_string())?;
            Ok([hull.vertices().len(), hull.face_count()])
        });
        report(&file, "clearance, with supports", || {
            let polytope = Polytope::new(&ours).map_err(|error| error.to_string())?;
            Ok([polytope.vertices().len(), 0])
        });
        let theirs: Vec<Vector> = points.iter().map(|p| Vector::new(p[0], p[1], p[2])).collect();
        report(&file, "parry", || {
            let (vertices, faces) = try_convex_hull(&theirs).map_err(|error| error.to_string())?;
            Ok([vertices.len(), faces.len()])
        });
        let lists: Vec<Vec<f64>> = points.iter().map(|p| p.to_vec()).collect();
        report(&file, "chull", || {
            if lists.len() > CHULL_AT_MOST {
                return Err("not asked: too many points".into());
            }
            let hull = ConvexHullWrapper::try_new(&lists, None).map_err(|error| format!("{error:?}"))?;
            let (vertices, indices) = hull.vertices_indices();
            Ok([vertices.len(), indices.len() / 3])
        });
    }
    Ok(())
}

fn report(file: &str, engine: &str, run: impl Fn() -> Counts + std::panic::RefUnwindSafe) {
    let mut best = Duration::MAX;
    let mut spent = Duration::ZERO;
    let mut counts = Err("never ran".to_string());
    for pass in 0..200 {
        let start = ThreadTime::now();
        counts = catch_unwind(&run).unwrap_or_else(|_| Err("panicked".into()));
        let took = start.elapsed();
        (best, spent) = (best.min(took), spent + took);
        if counts.is_err() || (pass >= 2 && spent > Duration::from_millis(400)) {
            break;
        }
    }
    let ms = best.as_secs_f64() * 1e3;
    match counts {
        Ok([vertices, faces]) => println!(
            "{{\"file\": {file:?}, \"engine\": {engine:?}, \"ms\": {ms}, \"vertices\": {vertices}, \"faces\": {faces}}}"
        ),
        Err(error) => println!("{{\"file\": {file:?}, \"engine\": {engine:?}, \"error\": {error:?}}}"),
    }
}
