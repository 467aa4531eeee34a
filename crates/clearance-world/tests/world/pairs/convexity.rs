//! Whether large meshes bound convex bodies, and how long that takes.

use std::f64::consts::{PI, TAU};
use std::time::Instant;

use clearance::exact::orient3d;
use clearance::hull::convex_hull;
use clearance::{Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::TriangleMesh;

/// A closed surface of rings of `sides` vertices between two poles, from a radius of height and angle.
fn globe(
    rings: usize,
    sides: usize,
    radius: impl Fn(f64, f64) -> f64,
    round: impl Fn(f64) -> f64,
) -> TriangleMesh<Vec3<f64>> {
    let at = |latitude: f64, angle: f64| {
        let ((sin, cos), (y, x), r) = (latitude.sin_cos(), angle.sin_cos(), radius(latitude, angle));
        Vec3::new(round(r * sin * x), round(r * sin * y), round(r * cos))
    };
    let mut vertices = vec![at(0.0, 0.0), at(PI, 0.0)];
    for ring in 1..=rings {
        let latitude = PI * ring as f64 / (rings + 1) as f64;
        vertices.extend((0..sides).map(|i| at(latitude, TAU * i as f64 / sides as f64)));
    }
    let place = |ring: usize, i: usize| (2 + ring * sides + i % sides) as u32;
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for i in 0..sides {
        triangles.push([0, place(0, i), place(0, i + 1)]);
        triangles.push([1, place(rings - 1, i + 1), place(rings - 1, i)]);
        for ring in 1..rings {
            let [a, b, c, d] = [place(ring - 1, i), place(ring, i), place(ring, i + 1), place(ring - 1, i + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    TriangleMesh::new(&vertices, &triangles).unwrap()
}

fn exact(x: f64) -> f64 {
    x
}

fn single(x: f64) -> f64 {
    f64::from(x as f32)
}

#[test]
fn globes_are_nearly_convex_and_bumpy_or_pinched_ones_are_not() {
    let round = |_, _| 1.0;
    let bumpy = |latitude: f64, angle: f64| 1.0 + 1e-3 * (9.0 * latitude).sin() * (8.0 * angle).cos();
    let pinched = |latitude: f64, _| 1.0 - 0.6 * latitude.sin();
    for (rings, sides) in [(7, 12), (40, 64), (90, 120)] {
        assert!(globe(rings, sides, round, exact).is_nearly_convex(), "{rings}");
        let rounded = globe(rings, sides, round, single);
        assert!(rounded.is_nearly_convex() && !rounded.is_convex(), "{rings}");
        for mesh in [globe(rings, sides, bumpy, single), globe(rings, sides, pinched, exact)] {
            assert!(mesh.is_solid() && !mesh.is_nearly_convex() && !mesh.is_convex(), "{rings}");
        }
    }
}

/// Whether no vertex is in front of a triangle, by exact signs: O(n²).
fn has_nothing_in_front(mesh: &TriangleMesh<Vec3<f64>>) -> bool {
    let vertices = mesh.vertices();
    mesh.triangles().iter().all(|&triangle| {
        let [a, b, c] = triangle.map(|i| vertices[i as usize]);
        vertices.iter().all(|&vertex| orient3d(a, b, c, vertex) <= 0)
    })
}

#[test]
fn folds_alone_decide_as_all_vertices_against_all_triangles_do() {
    let mut random = Random::new(0xc0f5);
    let (mut convex, all) = (0, 300);
    for round in 0..all {
        let points: Vec<Vec3<f64>> = (0..12)
            .map(|_| Vec3::from_fn(|_| random.uniform(-1.0, 1.0)).normalized() * (1.0 + random.uniform(0.0, 1e-3)))
            .collect();
        let hull = convex_hull(&points).unwrap();
        let faces = hull.faces().map(|face| [face[0], face[1], face[2]]);
        let mut vertices = hull.points().to_vec();
        // One vertex is pulled in, or pushed out.
        let (moved, size) = (random.below(vertices.len()), 10f64.powf(random.uniform(-2.0, 0.0)));
        vertices[moved] = vertices[moved] * (1.0 - size * random.uniform(-0.3, 0.9));
        let mesh = TriangleMesh::new(&vertices, &faces.collect::<Vec<_>>()).unwrap();
        assert_eq!(mesh.is_convex(), has_nothing_in_front(&mesh), "{round}");
        convex += usize::from(mesh.is_convex());
    }
    assert!((all / 5..4 * all / 5).contains(&convex), "{convex} of {all} are convex");
}

#[test]
#[ignore = "a measurement: cargo test -p clearance-world --test world million -- --ignored --nocapture"]
fn a_million_triangles_take_a_second() {
    let bumpy = |latitude: f64, angle: f64| 1.0 + 1e-3 * (9.0 * latitude).sin() * (8.0 * angle).cos();
    let meshes = [
        ("globe", globe(500, 1000, |_, _| 1.0, exact)),
        ("globe of f32", globe(500, 1000, |_, _| 1.0, single)),
        ("bumpy globe", globe(500, 1000, bumpy, exact)),
        ("pinched globe", globe(500, 1000, |latitude, _| 1.0 - 0.6 * latitude.sin(), exact)),
    ];
    for (name, mesh) in meshes {
        let start = Instant::now();
        println!("{name}, {} triangles: convex {} {:?}", mesh.triangles().len(), mesh.is_convex(), start.elapsed());
        let start = Instant::now();
        println!("  nearly {} {:?}", mesh.is_nearly_convex(), start.elapsed());
    }
}
