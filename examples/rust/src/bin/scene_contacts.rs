//! Which bodies of a scene touch, and what is nearest to one of them?

use std::error::Error;

use clearance::shape::Axial;
use clearance::{Ball, Cuboid, Cylinder, Pose3, Vec3};
use clearance_world::{Body, Scene};

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, z)).expect("finite")
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut scene = Scene::new();
    scene.add("table", Body::new(Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 0.05))?).fixed())?;
    scene.add("brick", Body::new(Cuboid::from_half_extents(Vec3::new(0.1, 0.05, 0.03))?).at(at(0.2, 0.0, 0.079)))?;
    scene.add("ball", Body::new(Ball::new(0.04)?).at(at(0.2, 0.04, 0.148)))?;
    let lamp = scene.add(
        "lamp",
        Body::new(Cylinder::along(Axial { axis: 2, radius: 0.05, half_length: 0.2 })?).at(at(-0.4, 0.3, 0.26)),
    )?;

    for contact in scene.contacts() {
        let [a, b] = contact.pair;
        let depth = -scene.between(a, b)?.between.proximity.signed_distance;
        println!("{} and {}: {:.3} mm deep", name(&scene, a), name(&scene, b), 1000.0 * depth);
    }
    let closest = &scene.closest_to(lamp, 1)?.pairs[0];
    let other = closest.pair[usize::from(closest.pair[0] == lamp)];
    println!("lamp: {:.1} mm from {}", 1000.0 * closest.between.proximity.signed_distance, name(&scene, other));
    Ok(())
}

fn name(scene: &Scene<Vec3<f64>>, id: clearance_world::BodyId) -> String {
    match scene.key(id) {
        Some(clearance_world::Key::Name(name)) => name.to_string(),
        other => format!("{other:?}"),
    }
}

// Output:
// ball and brick: 1.000 mm deep
// brick and table: 1.000 mm deep
// lamp: 10.0 mm from table
