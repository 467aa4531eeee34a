//! A thousand pairs that move a little at a time: each query begins where the last one of its pair ended.

use clearance::query::Tracks;
use clearance::{Polytope, Pose3, ShapeError, Vec3};

fn main() -> Result<(), ShapeError> {
    // Octahedra with corners one unit from the centre, side by side: the gap of a pair is its distance of centres
    // minus 2.
    let corners: [[f64; 3]; 6] =
        [[1., 0., 0.], [-1., 0., 0.], [0., 1., 0.], [0., -1., 0.], [0., 0., 1.], [0., 0., -1.]];
    let octahedron = Polytope::new(&corners.map(Vec3::from))?;
    let shapes = vec![octahedron; 2000];
    let mut tracks = Tracks::new((0..1000).map(|pair| [2 * pair, 2 * pair + 1]));

    let mut nearest = f64::INFINITY;
    for frame in 0..10 {
        let approach = 0.01 * f64::from(frame);
        let place = |body: u32| {
            let (pair, is_second) = (f64::from(body / 2), f64::from(body % 2));
            let centres = 2.5 + 0.001 * pair - approach;
            Pose3::from_translation(Vec3::new(is_second * centres, 4.0 * pair, 0.0))
        };
        let poses = (0..2000).map(place).collect::<Result<Vec<_>, _>>()?;
        nearest = tracks.signed_distances(&shapes, &poses).map(|found| found.signed_distance).fold(nearest, f64::min);
    }

    println!("nearest of 1000 pairs in 10 frames: {nearest}"); // 2.5 - 0.09 - 2
    assert!((nearest - 0.41).abs() < 1e-12);
    Ok(())
}
