//! What motion against large meshes costs, in CPU microseconds: rays, casts of balls and boxes, first contacts of
//! meshes that turn.
//!
//! `cargo run --release -p clearance-world --example motion [SUBDIVISIONS] [RAYS] [PART OF A NAME]`: by default 6
//! subdivisions of an icosahedron, 81 920 triangles, and 20 000 rays.

#[path = "../tests/world/motion/shapes.rs"]
mod shapes;

use std::hint::black_box;

use clearance::query::motion::LinearMotion;
use clearance::query::{Impact, ToiOptions};
use clearance::{Ball, Cuboid, Pose3, Rotor3, Shape3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, MovingBodies, Scene, TriangleMesh};

type Point = Vec3<f64>;

fn argument(place: usize, default: usize) -> usize {
    std::env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// CPU seconds of this thread's process.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

fn measure(what: &str, count: usize, mut run: impl FnMut(usize) -> bool) {
    if std::env::args().nth(3).is_some_and(|part| !what.contains(&part)) {
        return;
    }
    (0..count.min(64)).for_each(|i| {
        run(i);
    });
    let start = cpu();
    let hits = (0..count).filter(|&i| black_box(run(i))).count();
    println!("{what}: {:.2} us each, {hits} of {count} hit", (cpu() - start) * 1e6 / count as f64);
}

fn main() {
    let (level, count) = (argument(1, 6), argument(2, 20_000));
    let mesh = shapes::icosphere(level, 1.0);
    println!("{} triangles", mesh.triangles().len());
    let random = &mut Random::new(7);
    let mut vector = |size: f64| -> Point { Vec3::from_fn(|_| random.uniform(-size, size)) };
    let rays: Vec<[Point; 2]> = (0..count)
        .map(|_| {
            let origin = vector(1.0).normalized() * 3.0;
            [origin, (vector(1.1) - origin) * 2.0]
        })
        .collect();
    measure("mesh.cast_ray", count, |i| mesh.cast_ray(rays[i][0], rays[i][1]).unwrap().is_some());
    for (name, pose) in [
        ("as it is", Pose3::IDENTITY),
        (
            "turned by a quaternion",
            Pose3::new(Rotor3::from_xyzw([0.1, 0.2, 0.3, 0.9]).unwrap(), Vec3::new(0.1, 0.0, 0.0)).unwrap(),
        ),
        ("turned by angles", Pose3::from_rpy([0.1, 0.2, 0.3], Vec3::new(0.1, 0.0, 0.0)).unwrap()),
    ] {
        let mut scene = Scene::new();
        scene.add(0, Body::mesh(mesh.clone()).at(pose)).unwrap();
        measure(&format!("scene.cast_ray, {name}"), count, |i| {
            scene.cast_ray(rays[i][0], rays[i][1]).unwrap().first.is_some()
        });
    }
    let mut scene = Scene::new();
    scene.add(0, Body::mesh(mesh.clone())).unwrap();
    let ball = Shape3::from(Ball::new(0.1).unwrap());
    let block = Shape3::from(Cuboid::from_half_extents(Vec3::new(0.1, 0.05, 0.07)).unwrap());
    for (name, shape) in [("ball", ball), ("box", block)] {
        let few = count.min(2000);
        measure(&format!("scene.cast_shape of a {name}"), few, |i| {
            let start = Pose3::from_translation(rays[i][0]).unwrap();
            scene.cast_shape(&shape, start, rays[i][1]).unwrap().first.is_some()
        });
    }
    turns(&mesh, random);
}

/// Two bumpy meshes that come together while both turn.
fn turns(mesh: &TriangleMesh<Point>, random: &mut Random) {
    let bumpy = Body::mesh(shapes::bumpy(mesh));
    let mut vector = |size: f64| -> Point { Vec3::from_fn(|_| random.uniform(-size, size)) };
    let courses: Vec<[LinearMotion<Point>; 2]> = (0..20)
        .map(|_| {
            let (from, turns) = (vector(1.0).normalized() * 2.6, [vector(1.0).normalized(), vector(1.0).normalized()]);
            let still = LinearMotion::new(Pose3::IDENTITY, Vec3::ZERO, turns[0]).unwrap();
            [still, LinearMotion::new(Pose3::from_translation(from).unwrap(), from * -0.7, turns[1]).unwrap()]
        })
        .collect();
    measure("first contact of two meshes that turn", courses.len(), |i| {
        let [a, b] = &courses[i];
        let found =
            MovingBodies::new((&bumpy, a), (&bumpy, b)).options(ToiOptions::default()).time_of_impact().unwrap();
        matches!(found.impact, Impact::Hit(_))
    });
}
