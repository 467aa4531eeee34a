//! Rays, casts of a ball and points against an icosphere beside parry's, in one run, CPU time of one thread, the least
//! of three passes; and convex bodies against the same with waves on it, see `bodies.rs`.
//!
//! `cargo run --release -p meshes [SUBDIVISIONS] [COUNT]`: by default 6 subdivisions, 81 920 triangles, and 20 000 rays
//! and points. What a library misses is counted by geometry alone: a ray from outside that is aimed at a point deep
//! inside, or at a vertex that is turned towards it, enters the closed mesh, and a ball that flies there meets it.

#[path = "../../../crates/clearance-world/tests/world/motion/shapes.rs"]
mod shapes;

mod bodies;
mod contacts;

use clearance::query::Impact;
use clearance::query::motion::LinearMotion;
use clearance::{Ball, Pose3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, MovingBodies, TriangleMesh};
use cpu_time::ThreadTime;
use parry3d_f64::math::{Pose, Vector as PVector};
use parry3d_f64::query::{PointQuery, Ray, RayCast, ShapeCastOptions, cast_shapes};
use parry3d_f64::shape::{Ball as PBall, TriMesh, TriMeshFlags};

type Point = Vec3<f64>;

/// Aims nearer to the middle than this are deep inside of the unit icosphere.
const DEEP: f64 = 0.95;

/// A question to both libraries: what it is about, how many times it is put, and what of each answer is wrong.
struct Row<'r> {
    what: &'r str,
    count: usize,
    is_wrong: &'r dyn Fn(usize, Option<f64>) -> bool,
}

impl Row<'_> {
    /// Interleaved passes; the least time of each library, and its wrong answers.
    fn run(&self, engines: &[(&str, &dyn Fn(usize) -> Option<f64>)]) {
        let mut least = vec![f64::INFINITY; engines.len()];
        let mut wrong = vec![0; engines.len()];
        for _ in 0..3 {
            for (place, (_, ask)) in engines.iter().enumerate() {
                let start = ThreadTime::now();
                let found: Vec<Option<f64>> = (0..self.count).map(ask).collect();
                least[place] = least[place].min(start.elapsed().as_secs_f64());
                wrong[place] = (0..).zip(&found).filter(|&(i, answer)| (self.is_wrong)(i, *answer)).count();
            }
        }
        for ((name, _), (time, wrong)) in engines.iter().zip(least.iter().zip(&wrong)) {
            let each = time * 1e6 / self.count as f64;
            println!("{:<16} {name:<10} {each:8.2} us each, {wrong} of {} wrong", self.what, self.count);
        }
    }
}

fn argument(place: usize, default: usize) -> usize {
    std::env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn other(v: Point) -> PVector {
    PVector::new(v.x, v.y, v.z)
}

fn other_mesh(mesh: &TriangleMesh<Point>) -> TriMesh {
    let vertices = mesh.vertices().iter().map(|&v| other(v)).collect();
    TriMesh::with_flags(vertices, mesh.triangles().to_vec(), TriMeshFlags::ORIENTED).expect("a mesh")
}

fn main() {
    let (level, count) = (argument(1, 6), argument(2, 20_000));
    let mesh: TriangleMesh<Point> = shapes::icosphere(level, 1.0);
    let theirs = other_mesh(&mesh);
    println!("{} triangles", mesh.triangles().len());
    let random = &mut Random::new(7);
    let mut vector = |size: f64| -> Point { Vec3::from_fn(|_| random.uniform(-size, size)) };
    let mut must = Vec::with_capacity(count);
    let rays: Vec<[Point; 2]> = (0..count)
        .map(|i| {
            let (origin, aim) = (vector(1.0).normalized() * 3.0, vector(1.1));
            let vertex = mesh.vertices()[(i * 7919) % mesh.vertices().len()];
            let aim = if i % 3 == 0 { vertex } else { aim };
            let deep = if i % 3 == 0 { (origin - vertex).dot(vertex) > 0.1 } else { aim.norm() < DEEP };
            must.push(deep);
            [origin, (aim - origin) * 2.0]
        })
        .collect();
    println!("{} of {count} rays must hit", must.iter().filter(|&&must| must).count());
    let missed = |i: usize, answer: Option<f64>| must[i] && answer.is_none();
    Row { what: "rays", count, is_wrong: &missed }.run(&[
        ("clearance", &|i| mesh.cast_ray(rays[i][0], rays[i][1]).ok().flatten().map(|found| found.hit.time.upper)),
        ("parry", &|i| theirs.cast_local_ray(&Ray::new(other(rays[i][0]), other(rays[i][1])), 1.0, false)),
    ]);

    let (body, ball, small) = (Body::mesh(mesh.clone()), Body::new(Ball::new(0.05).expect("a ball")), PBall::new(0.05));
    let still: Pose3<f64> = Pose3::IDENTITY;
    let casts = count.min(2000);
    Row { what: "casts of a ball", count: casts, is_wrong: &missed }.run(&[
        ("clearance", &|i| {
            let start = Pose3::from_translation(rays[i][0]).ok()?;
            let flight = LinearMotion::straight(start, rays[i][1]).ok()?;
            let found = MovingBodies::new((&body, &still), (&ball, &flight)).time_of_impact().ok()?;
            match found.impact {
                Impact::Hit(encounter) => Some(encounter.time),
                _ => None,
            }
        }),
        ("parry", &|i| {
            let (pose, start) = (Pose::IDENTITY, Pose::from_translation(other(rays[i][0])));
            let options = ShapeCastOptions::with_max_time_of_impact(1.0);
            let found = cast_shapes(&pose, PVector::ZERO, &theirs, &start, other(rays[i][1]), &small, options);
            found.ok().flatten().map(|hit| hit.time_of_impact)
        }),
    ]);

    bodies::run(&shapes::bumpy(&mesh), count.min(400));
    contacts::run(count.min(400));

    for (what, size) in [("points around", 1.5), ("points near", 0.0)] {
        let points: Vec<Point> = (0..count)
            .map(|_| if size > 0.0 { vector(size) } else { vector(1.0).normalized() * (1.0 + vector(0.001).x) })
            .collect();
        let bounds: Vec<_> = points.iter().map(|&p| body.point_distance(p).expect("finite").bounds).collect();
        // Off by more than a millionth of the size, or on the other side.
        let off = |i: usize, answer: Option<f64>| {
            answer.is_none_or(|found| found < bounds[i].lower - 1e-6 || found > bounds[i].upper + 1e-6)
        };
        Row { what, count, is_wrong: &off }.run(&[
            ("clearance", &|i| body.point_distance(points[i]).ok().and_then(|found| found.signed_distance)),
            ("parry", &|i| {
                let found = theirs.project_local_point(other(points[i]), false);
                let way = (found.point - other(points[i])).length();
                Some(if found.is_inside { -way } else { way })
            }),
        ]);
    }
}
