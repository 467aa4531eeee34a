//! A crate that has sunk into the floor is moved out along the shortest way.

use clearance::{Cuboid, Pose3, ShapeError, Vec3, query};

fn main() -> Result<(), ShapeError> {
    let floor = Cuboid::from_half_extents(Vec3::new(4.0, 4.0, 0.5))?;
    let parcel = Cuboid::from_half_extents(Vec3::new(0.25, 0.5, 0.75))?;
    // Its lower face is at 1.125 - 0.75 = 0.375, the floor's upper face at 0.5.
    let sunk = Vec3::new(1.0, -2.0, 1.125);

    let found = query::signed_distance(&floor, &parcel, &Pose3::from_translation(sunk)?);
    println!("depth: {}", -found.signed_distance);
    assert_eq!(found.signed_distance, -0.125);

    // The normal is the direction in which the second body separates.
    let free = Pose3::from_translation(sunk - found.signed_distance * found.normal)?;
    let after = query::signed_distance(&floor, &parcel, &free);
    println!("moved to height {}, now {}: {:?}", free.translation().z, after.signed_distance, after.status);
    assert_eq!((free.translation().z, after.status), (1.25, query::Status::Touching));
    Ok(())
}
