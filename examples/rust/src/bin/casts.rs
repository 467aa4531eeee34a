//! What does a ray hit, and when does a spinning box hit a wall? No contact is skipped.

use std::f64::consts::FRAC_PI_2;

use clearance::query::motion::LinearMotion;
use clearance::query::{cast_ray, time_of_impact};
use clearance::{Ball, Cuboid, Pose3, ShapeError, Vec3};
use clearance_world::TriangleMesh;

fn main() -> Result<(), ShapeError> {
    let (origin, ray) = (Vec3::new(-5.0, 0.6, 0.0), Vec3::new(10.0, 0.0, 0.0));
    let impact = cast_ray(&Ball::new(1.0)?, origin, ray)?;
    if let Some(hit) = impact.encounter() {
        println!("ray: hit after {:.6} of its length", hit.time);
    }

    // Many rays at a mesh, on all processors if the crate has its feature `rayon`: a pyramid from the side.
    let corners = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 2.0]];
    let triangles = [[0, 2, 1], [0, 3, 2], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
    let pyramid = TriangleMesh::new(&corners.map(Vec3::from), &triangles)?;
    let rays: Vec<[Vec3<f64>; 2]> =
        (0..5).map(|i| [Vec3::new(-5.0, 0.0, 0.25 + 0.5 * f64::from(i)), Vec3::new(10.0, 0.0, 0.0)]).collect();
    for hit in pyramid.cast_rays(&rays) {
        match hit? {
            Some(found) => println!("mesh: triangle {} after {:.6}", found.triangle, found.hit.nearest),
            None => println!("mesh: no triangle"),
        }
    }

    let cube = Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 1.0))?;
    let wall = Cuboid::from_half_extents(Vec3::new(0.5, 5.0, 5.0))?;
    let still = Vec3::new(0.0, 0.0, 0.0);
    // The corner of the cube is there after 30 degrees.
    let face = (1.0 + 3f64.sqrt()) / 2.0;
    let wall_rests = LinearMotion::new(Pose3::from_translation(Vec3::new(face + 0.5, 0.0, 0.0))?, still, still)?;
    let quarter_turn = LinearMotion::new(Pose3::IDENTITY, still, Vec3::new(0.0, 0.0, FRAC_PI_2))?;
    let impact = time_of_impact((&cube, &quarter_turn), (&wall, &wall_rests));
    if let Some(hit) = impact.encounter() {
        println!("box: hit after {:.6} degrees", 90.0 * hit.time);
    }
    Ok(())
}

// Output:
// ray: hit after 0.420000 of its length
// mesh: triangle 5 after 0.412500
// mesh: triangle 5 after 0.437500
// mesh: triangle 5 after 0.462500
// mesh: triangle 5 after 0.487500
// mesh: no triangle
// box: hit after 30.000000 degrees
