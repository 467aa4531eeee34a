//! The error and volume of parts that another program made.

use clearance::enclosure::Aabb;
use clearance::{Bounds, Vec3, Vector};

use super::error::error_of;
use super::part::Part;
use crate::mesh::TriangleMesh;
use crate::tree::Tree;

/// What is found of parts beside the mesh that they stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The largest distance of any point in the parts from the mesh: found, and proven.
    pub error: Bounds<f64>,
    /// The sum of the parts' volumes.
    pub volume: f64,
    /// The share of points sampled on the surface that are in no part, each tested by the parts' planes.
    pub surface_outside: f64,
}

/// How many points are sampled on the surface.
const SAMPLES: usize = 20_000;

/// Judges convex parts: the hulls of whatever points they are given by.
pub fn judge(parts: &[Part], mesh: &TriangleMesh<Vec3<f64>>) -> Judgement {
    let error = error_of(&parts.iter().collect::<Vec<_>>(), mesh);
    let volume = parts.iter().map(|part| part.hull().volume()).sum();
    Judgement { error, volume, surface_outside: outside(parts, mesh) }
}

/// Points in proportion to the area, at the places of a low-discrepancy sequence (Roberts, The unreasonable
/// effectiveness of quasirandom sequences, 2018).
fn outside(parts: &[Part], mesh: &TriangleMesh<Vec3<f64>>) -> f64 {
    let tree: Tree<Vec3<f64>> = (0..).zip(parts).map(|(i, part)| (i, *part.bounds())).collect();
    let area = |i: u32| {
        let [a, b, c] = mesh.corners(i);
        (b - a).cross(c - a).norm()
    };
    let count = mesh.triangles().len() as u32;
    let step = (0..count).map(area).sum::<f64>() / SAMPLES as f64;
    let (mut due, mut seen, mut missed) = (0.5 * step, 0usize, 0usize);
    for i in 0..count {
        let [a, b, c] = mesh.corners(i);
        due -= area(i);
        while due < 0.0 && step > 0.0 {
            due += step;
            let fraction = |ratio: f64| (0.5 + ratio * seen as f64).fract();
            let (mut v, mut w) = (fraction(0.754_877_666_246_692_8), fraction(0.569_840_290_998_053_2));
            if v + w > 1.0 {
                (v, w) = (1.0 - v, 1.0 - w);
            }
            let p = a + (b - a) * v + (c - a) * w;
            let mut held = false;
            tree.items_within(&Aabb::at(p), 0.0, |part| held = held || !parts[part as usize].misses(p, Vec3::ZERO));
            seen += 1;
            missed += usize::from(!held);
        }
    }
    if seen == 0 { 0.0 } else { missed as f64 / seen as f64 }
}
