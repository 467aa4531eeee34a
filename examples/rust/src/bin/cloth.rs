//! A cloth of masses and springs falls over a bust: the largest free step keeps them apart at every time.

use std::error::Error;

use clearance::{Vec3, Vector};
use clearance_scene::mesh::read_mesh;
use clearance_world::{DeformingMesh, MeshFeatures};

fn main() -> Result<(), Box<dyn Error>> {
    let marble = read_mesh(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/meshes/bust.obj").as_ref())?;
    let bust = DeformingMesh::new(&marble.vertices, &marble.triangles)?;
    // Squares of 2 cm, each of two triangles.
    let places = (0..400).map(|i| (f64::from(i % 20) - 9.5, f64::from(i / 20) - 9.5));
    let mut x: Vec<Vec3<f64>> = places.map(|(i, j)| Vec3::new(0.02 * i, 0.02 * j, 0.52)).collect();
    let split = |i: u32| [[i, i + 1, i + 21], [i, i + 21, i + 20]];
    let triangles: Vec<[u32; 3]> = (0..380).filter(|i| i % 20 < 19).flat_map(split).collect();
    let mut cloth = DeformingMesh::new(&x, &triangles)?;
    let springs: Vec<[usize; 2]> = cloth.edges().iter().map(|ends| ends.map(|i| i as usize)).collect();
    let rest: Vec<f64> = springs.iter().map(|&[p, q]| (x[q] - x[p]).norm()).collect();
    let (mut v, mut least) = (vec![Vec3::ZERO; x.len()], 1f64);
    for _ in 0..12 {
        let mut ends: Vec<_> = x.iter().zip(&v).map(|(x, v)| *x + (*v - Vec3::axis(2) * 0.1635) / 60.0).collect();
        for _ in 0..20 {
            for (&[p, q], rest) in springs.iter().zip(&rest) {
                let pull = (ends[q] - ends[p]) * (0.25 - 0.25 * rest / (ends[q] - ends[p]).norm());
                (ends[p], ends[q]) = (ends[p] + pull, ends[q] - pull);
            }
        }
        for _ in 0..8 {
            cloth.set_step(&x, &ends)?;
            for found in cloth.contacts(&bust, 0.004)? {
                let (weights, normal) = (found.contact.weights, found.contact.normal);
                let (points, weights, out) = match found.features {
                    MeshFeatures::VertexFace { vertex, .. } => (vec![vertex], &weights[..1], -normal),
                    MeshFeatures::FaceVertex { face, .. } => (triangles[face as usize].to_vec(), &weights[1..], normal),
                    MeshFeatures::EdgeEdge { a, .. } => (cloth.edges()[a as usize].to_vec(), &weights[..2], -normal),
                };
                let parts = || points.iter().map(|&i| i as usize).zip(weights);
                // What would lead into the bust after the contact is taken out of the step, and no more.
                let into: f64 = parts().map(|(i, w)| (x[i] - ends[i]).dot(out) * w).sum();
                let squares: f64 = weights.iter().map(|w| w * w).sum();
                let share = (into * (1.0 - found.contact.toi.lower)).max(0.0) / squares;
                for (i, w) in parts() {
                    let most = (x[i] - ends[i]).dot(out).max(0.0);
                    ends[i] += out * (share * w).min(most);
                }
            }
        }
        cloth.set_step(&x, &ends)?;
        let free = cloth.max_step(&bust, 0.0)?.min(cloth.max_self_step(0.0)?); // before it nothing touches
        v = x.iter().zip(&ends).map(|(&x, &end)| (end - x) * (58.8 * free)).collect();
        x.iter_mut().zip(&v).for_each(|(x, v)| *x += *v / 60.0);
        least = least.min(free);
    }
    println!("12 steps, each free up to {least:.3} of it at least; the centre is at {:.3}", x[189].z);
    Ok(())
}

// Output:
// 12 steps, each free up to 1.000 of it at least; the centre is at 0.508
