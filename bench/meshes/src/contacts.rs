//! A brick that is a millimetre deep in a floor of squares: time, number of contact points, and how far they span.

use clearance::query::ContactOptions;
use clearance::{Cuboid, Pose3, Rotor3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyPair, ManyParts, TriangleMesh};

type Point = Vec3<f64>;

/// Half the side of the floor, in metres.
const HALF: f64 = 5.0;

/// A flat mesh of squares, each cut in two.
fn mesh(squares: usize) -> Body<Point> {
    let step = 2.0 * HALF / squares as f64;
    let at = |i: usize| i as f64 * step - HALF;
    let row = squares + 1;
    let vertices: Vec<Point> = (0..row * row).map(|i| Vec3::new(at(i / row), at(i % row), 0.0)).collect();
    let faces = (0..squares * squares).flat_map(|i| {
        let first = (i / squares * row + i % squares) as u32;
        let [a, b, c, d] = [first, first + row as u32, first + row as u32 + 1, first + 1];
        [[a, b, c], [a, c, d]]
    });
    Body::mesh(TriangleMesh::new(&vertices, &faces.collect::<Vec<_>>()).expect("a mesh"))
}

fn height_field(squares: usize) -> Body<Point> {
    let row = squares + 1;
    Body::many(ManyParts::height_field(vec![0.0; row * row], row, [2.0 * HALF; 2], 1.0).expect("a field"))
}

fn voxels(squares: usize) -> Body<Point> {
    let cells: Vec<[i32; 3]> =
        (0..squares * squares).map(|i| [(i / squares) as i32, (i % squares) as i32, 0]).collect();
    let size = 2.0 * HALF / squares as f64;
    Body::many(ManyParts::voxels(&cells, size, Vec3::new(-HALF, -HALF, -size)).expect("voxels"))
}

/// Rows of all floors: of 10 by 10 squares, and of about as many parts as asked.
pub fn run(count: usize) {
    let brick = Body::new(Cuboid::from_half_extents(Vec3::new(0.5, 0.5, 0.25)).expect("a brick"));
    let fine = 203;
    for (name, floor) in [
        ("mesh of 200 triangles", mesh(10)),
        ("mesh of 82 418 triangles", mesh(fine)),
        ("height field of 100 squares", height_field(10)),
        ("height field of 41 209 squares", height_field(fine)),
        ("100 voxels", voxels(10)),
        ("41 209 voxels", voxels(fine)),
    ] {
        let random = &mut Random::new(13);
        let poses: Vec<Pose3<f64>> = (0..count)
            .map(|_| {
                let rotor = Rotor3::from_axis_angle(Vec3::axis(2), random.uniform(-3.0, 3.0)).expect("a rotor");
                let [x, y] = [0, 1].map(|_| random.uniform(-4.0, 4.0));
                Pose3::new(rotor, Vec3::new(x, y, 0.249)).expect("a pose")
            })
            .collect();
        let options = ContactOptions::default();
        let (times, found) = super::bodies::timed(count, |i| {
            BodyPair::new(&floor, &brick, &poses[i]).contact(&options).expect("an answer").points
        });
        let span = |points: &[clearance::query::ContactPoint<Point>]| {
            let apart = |i: usize, j: usize| (points[i].witness_a - points[j].witness_a).norm();
            (0..points.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| apart(i, j)).fold(0.0, f64::max)
        };
        let least = found.iter().map(|points| span(points)).fold(f64::INFINITY, f64::min);
        let counts = found.iter().map(Vec::len);
        let (few, many) = (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0));
        super::bodies::print(&format!("brick on {name}"), "clearance", &times, 0);
        println!("    {few} to {many} points, at least {least:.3} m across");
    }
}
