//! When a spinning box hits a wall.

use std::f64::consts::{FRAC_PI_2, PI};

use clearance::query::motion::LinearMotion;
use clearance::query::time_of_impact;
use clearance::{Cuboid, Pose3, ShapeError, Vec3};

fn main() -> Result<(), ShapeError> {
    let cube = Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 1.0))?;
    let wall = Cuboid::from_half_extents(Vec3::new(0.5, 5.0, 5.0))?;
    // The corner at (1, 1) is √2 from the axis and 45° above the x axis; 30° later it is at x = √2 cos 15° = (1 + √3)
    // / 2.
    let face = (1.0 + 3f64.sqrt()) / 2.0;
    let wall_in_world = Pose3::from_translation(Vec3::new(face + 0.5, 0.0, 0.0))?;
    let still = LinearMotion::straight(wall_in_world, Vec3::new(0.0, 0.0, 0.0))?;
    let quarter = LinearMotion::new(Pose3::IDENTITY, Vec3::new(0.0, 0.0, 0.0), Vec3::new(0.0, 0.0, FRAC_PI_2))?;

    let impact = time_of_impact((&cube, &quarter), (&wall, &still));
    let hit = impact.encounter().expect("the cube hits the wall");
    println!("hit after {} of a quarter turn", hit.time); // 30° of 90°
    assert!((hit.time - 1.0 / 3.0).abs() < 1e-12 && hit.bracket.contains(hit.time));
    assert!((hit.time * FRAC_PI_2 - PI / 6.0).abs() < 1e-12);
    Ok(())
}
