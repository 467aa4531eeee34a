//! A sphere of triangles.

use clearance::{Vec3, Vector};
use clearance_world::TriangleMesh;

type Point = Vec3<f64>;

/// An icosahedron whose sides were split a few times, its corners on a sphere.
pub fn icosphere(rounds: u32) -> TriangleMesh<Point> {
    let g = (1.0 + 5f64.sqrt()) / 2.0;
    let mut corners: Vec<Point> = [[-1.0, g, 0.0], [1.0, g, 0.0], [-1.0, -g, 0.0], [1.0, -g, 0.0]]
        .iter()
        .flat_map(|&[a, b, c]| [[a, b, c], [c, a, b], [b, c, a]])
        .map(|p| Vec3::from(p).normalized())
        .collect();
    // The faces are the triples at the least distance of one another.
    let near = |a: Point, b: Point| (a - b).norm() < 1.1;
    let mut triangles = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                let [p, q, r] = [a, b, c].map(|i| corners[i]);
                if near(p, q) && near(q, r) && near(r, p) {
                    let outside = (q - p).cross(r - p).dot(p) > 0.0;
                    triangles.push([a, if outside { b } else { c }, if outside { c } else { b }].map(|i| i as u32));
                }
            }
        }
    }
    for _ in 0..rounds {
        let mut middles = std::collections::HashMap::new();
        let mut middle = |a: u32, b: u32| {
            *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                corners.push((corners[a as usize] + corners[b as usize]).normalized());
                corners.len() as u32 - 1
            })
        };
        let split = |&[a, b, c]: &[u32; 3], middle: &mut dyn FnMut(u32, u32) -> u32| {
            let [d, e, f] = [middle(a, b), middle(b, c), middle(c, a)];
            [[a, d, f], [d, b, e], [f, e, c], [d, e, f]]
        };
        triangles = triangles.iter().flat_map(|triangle| split(triangle, &mut middle)).collect();
    }
    TriangleMesh::new(&corners, &triangles).unwrap()
}
