//! Points of a surface, spread by area.

use clearance::{Vec3, Vector};

use super::{ThicknessOptions, ThicknessSide};
use crate::mesh::TriangleMesh;

/// A point of a surface, and the direction in which it is measured.
pub(super) struct Sample {
    pub triangle: u32,
    pub at: Vec3<f64>,
    pub along: Vec3<f64>,
    pub area: f64,
}

/// Steps of a sequence that fills the square evenly: powers of the root of `x³ = x + 1` (M. Roberts, The unreasonable
/// effectiveness of quasirandom sequences, 2018).
const STEPS: [f64; 2] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_2];

/// The samples of all triangles that have an area, in their order.
pub(super) fn samples(mesh: &TriangleMesh<Vec3<f64>>, options: &ThicknessOptions) -> Vec<Sample> {
    let whole = mesh.area();
    let mut all = Vec::with_capacity(options.samples.max(mesh.triangles().len()));
    for triangle in 0..mesh.triangles().len() as u32 {
        let [a, b, c] = mesh.corners(triangle);
        let normal = (b - a).cross(c - a);
        let (area, out) = (0.5 * normal.norm(), normal.normalized());
        // What is too small for a normal has no direction.
        if !(area > 0.0 && (out.norm() - 1.0).abs() < 0.5) {
            continue;
        }
        let along = if options.side == ThicknessSide::Wall { -out } else { out };
        let count = ((options.samples as f64 * (area / whole)).round() as usize).max(1);
        for i in 0..count {
            let [v, w] = if count == 1 { [1.0 / 3.0; 2] } else { place(i) };
            let at = a + (b - a) * v + (c - a) * w;
            all.push(Sample { triangle, at, along, area: area / count as f64 });
        }
    }
    all
}

/// Samples keep away from the sides by this part of a height, so that rounding does not put them beside their triangle.
const ASIDE: f64 = 1.0 / 1024.0;

/// The weights of the second and third corner at a sample of many.
fn place(i: usize) -> [f64; 2] {
    let [v, w] = STEPS.map(|step| (step * (i + 1) as f64).fract());
    let inside = if v + w > 1.0 { [1.0 - v, 1.0 - w] } else { [v, w] };
    inside.map(|weight| ASIDE + (1.0 - 3.0 * ASIDE) * weight)
}
