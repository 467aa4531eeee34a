//! What does a ray hit, and when does a spinning box hit a wall? No contact is skipped.

use std::f64::consts::FRAC_PI_2;

use clearance::query::motion::LinearMotion;
use clearance::query::{cast_ray, time_of_impact};
use clearance::{Ball, Cuboid, Pose3, ShapeError, Vec3};

fn main() -> Result<(), ShapeError> {
    let (origin, ray) = (Vec3::new(-5.0, 0.6, 0.0), Vec3::new(10.0, 0.0, 0.0));
    let impact = cast_ray(&Ball::new(1.0)?, origin, ray)?;
    if let Some(hit) = impact.encounter() {
        println!("ray: hit after {:.6} of its length", hit.time);
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
// box: hit after 30.000000 degrees
