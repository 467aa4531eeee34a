//! How near is a gripper to what a map, a scanner and a terrain give: leaves of an octree, points, heights?

use clearance::{Cuboid, Pose3, Vec3};
use clearance_world::{Body, BodyPair, ManyParts};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Two occupied leaves, a cloud of two points with a radius, and flat ground of 10 by 10 that is 1 thick.
    let leaves = ManyParts::octree(vec![Vec3::new(1.0, 1.0, 1.0), Vec3::new(2.5, 0.5, 0.5)], &[2.0, 1.0])?;
    let cloud = ManyParts::points(vec![Vec3::new(3.5, 0.5, 2.0), Vec3::new(9.0, 0.0, 0.0)], 0.125)?;
    let ground = ManyParts::height_field(vec![0.0; 64], 8, [10.0, 10.0], 1.0)?;
    let gripper = Body::new(Cuboid::from_half_extents(Vec3::new(0.25, 0.25, 0.5))?);
    for z in [1.0, 0.25] {
        let pose = Pose3::from_translation(Vec3::new(3.5, 0.5, z))?;
        for parts in [&leaves, &cloud, &ground] {
            let body = Body::many(parts.clone());
            let found = BodyPair::new(&body, &gripper, &pose).signed_distance()?;
            match found.signed_distance {
                Some(distance) => println!("at {z}: {distance:.6} from the {}", parts.kind()),
                None => println!("at {z}: meets the {}, collides: {:?}", parts.kind(), found.collides),
            }
        }
    }
    Ok(())
}

// Output:
// at 1: 0.250000 from the octree
// at 1: 0.375000 from the points
// at 1: 0.500000 from the heightfield
// at 0.25: 0.250000 from the octree
// at 0.25: 1.125000 from the points
// at 0.25: meets the heightfield, collides: Some(true)
