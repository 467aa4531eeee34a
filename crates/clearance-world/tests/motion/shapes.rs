//! Meshes to cast at.

use std::collections::HashMap;

use clearance::{Vec3, Vector};
use clearance_world::TriangleMesh;

type Point = Vec3<f64>;

/// Corners and faces of an icosahedron whose triangles are cut in four some times, on a sphere.
pub fn sphere(level: usize, radius: f64) -> (Vec<Point>, Vec<[u32; 3]>) {
    let g = (1.0 + 5f64.sqrt()) / 2.0;
    let flat = [[-1.0, g], [1.0, g], [-1.0, -g], [1.0, -g]];
    let mut corners: Vec<Point> = Vec::new();
    for k in 0..3 {
        for [x, y] in flat {
            let at = [x, y, 0.0];
            corners.push(Vec3::from_fn(|i| at[(i + k) % 3]).normalized() * radius);
        }
    }
    // The faces are the triples of corners that are nearest to one another.
    let near = |i: usize, j: usize| (corners[i] - corners[j]).norm() < 1.2 * radius;
    let mut faces = Vec::new();
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                if near(i, j) && near(j, k) && near(k, i) {
                    let out = (corners[j] - corners[i]).cross(corners[k] - corners[i]).dot(corners[i]) > 0.0;
                    faces.push(if out { [i as u32, j as u32, k as u32] } else { [i as u32, k as u32, j as u32] });
                }
            }
        }
    }
    for _ in 0..level {
        let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
        let mut middle = |corners: &mut Vec<Point>, a: u32, b: u32| {
            *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                corners.push((corners[a as usize] + corners[b as usize]).normalized() * radius);
                corners.len() as u32 - 1
            })
        };
        let mut finer = Vec::with_capacity(4 * faces.len());
        for [a, b, c] in faces {
            let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(p, q)| middle(&mut corners, p, q));
            finer.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
        }
        faces = finer;
    }
    (corners, faces)
}

pub fn icosphere(level: usize, radius: f64) -> TriangleMesh<Point> {
    let (corners, faces) = sphere(level, radius);
    TriangleMesh::new(&corners, &faces).unwrap()
}

/// A mesh with waves on it, as animals have.
pub fn bumpy(mesh: &TriangleMesh<Point>) -> TriangleMesh<Point> {
    let wave = |p: Point| 1.0 + 0.12 * (5.0 * p.x).sin() * (4.0 * p.y + 1.0).cos() + 0.06 * (9.0 * p.z).sin();
    let corners: Vec<Point> = mesh.vertices().iter().map(|&p| p * wave(p)).collect();
    TriangleMesh::new(&corners, mesh.triangles()).unwrap()
}
