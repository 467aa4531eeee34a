//! A person walks up stairs and along a wall as thin as nothing, and never comes nearer to anything than the skin.

use clearance::{Axial, Capsule, Cuboid, Pose3, Vec3};
use clearance_world::{Body, Scene, SceneError, TriangleMesh, WalkOptions};

fn main() -> Result<(), SceneError> {
    let cuboid = |x, y, z| Cuboid::from_half_extents(Vec3::new(x, y, z)).map(Body::new);
    let at = |x, y, z| Pose3::from_translation(Vec3::new(x, y, z));
    let mut level = Scene::new();
    level.add("ground", cuboid(20.0, 20.0, 0.5)?.at(at(0.0, 0.0, -0.5)?))?;
    for (i, name) in ["stair 0", "stair 1", "stair 2", "stair 3"].into_iter().enumerate() {
        let i = i as f64;
        level.add(name, cuboid(1.4 - 0.35 * i, 1.0, 0.1)?.at(at(3.0, 0.0, 0.1 + 0.2 * i)?))?;
    }
    let corners = [[6.0, -4.0, 0.0], [6.0, 4.0, 0.0], [6.0, 4.0, 3.0], [6.0, -4.0, 3.0]].map(Vec3::from);
    level.add("wall", Body::mesh(TriangleMesh::new(&corners, &[[0, 1, 2], [0, 2, 3]])?))?;

    let person = Body::new(Capsule::along(Axial { axis: 2, radius: 0.3, half_length: 0.6 })?);
    let options = WalkOptions::default();
    let (mut pose, mut fall, mut nearest) = (at(0.0, 0.0, 0.91)?, 0.0, f64::INFINITY);
    for step in 1..=150 {
        let walk = level.move_and_slide(&person, (pose, Vec3::new(0.05, 0.005, -fall)), &options)?;
        fall = if walk.floor.is_some() { 0.01 } else { fall + 0.003 };
        (pose, nearest) = (walk.pose, nearest.min(walk.clearance));
        if step % 30 == 0 {
            let Vec3 { x, y, z } = pose.translation();
            let below = walk.floor.and_then(|floor| level.key(floor.body)).map(|key| format!("on {key}"));
            println!("after {step} steps at {x:.2} {y:.2} {z:.2}, {}", below.unwrap_or("in the air".into()));
        }
    }
    println!("never nearer than {nearest:.5} m, proven");

    let fast = level.move_and_slide(&person, (at(5.0, 0.0, 0.91)?, Vec3::new(400.0, 1.0, 0.0)), &options)?;
    println!("at 400 m a step: stopped at {:.2}", fast.pose.translation().x);
    if let Some(free) = level.push_out(&person, at(0.0, 0.0, 0.7)?, 0.3, &options)? {
        println!("out of the ground by {:.3} m, at least {:.3}", free.least.upper, free.least.lower);
    }
    Ok(())
}

// Output:
// after 30 steps at 1.50 0.15 1.09, on stair 0
// after 60 steps at 3.00 0.30 1.71, on stair 3
// after 90 steps at 4.50 0.45 1.09, on stair 0
// after 120 steps at 5.69 0.60 0.91, on ground
// after 150 steps at 5.69 0.75 0.91, on ground
// never nearer than 0.01000 m, proven
// at 400 m a step: stopped at 5.69
// out of the ground by 0.210 m, at least 0.210
