//! How far is a ball from a tray? The program of the guide's first page.

use clearance::{Ball, Cuboid, Pose3, ShapeError, Vec3, query};

fn main() -> Result<(), ShapeError> {
    let tray = Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 0.5))?;
    let ball = Ball::new(0.25)?;
    let found = query::signed_distance(&tray, &ball, &Pose3::from_translation(Vec3::new(0.5, 0.0, 1.0))?);
    println!("{} in {}", found.signed_distance, found.bounds);
    Ok(())
}

// Output:
// 0.25 in [0.249999999999989, 0.250000000000011]
