//! `clearance mesh --thickness`: walls of a solid mesh and gaps across its outside, at samples of its surface.

use std::path::Path;

use clearance::{Bounds, Vec3};
use clearance_world::{Thickness, ThicknessAt, ThicknessOptions, ThicknessSide, TriangleMesh};
use serde_json::{Value, json};

use crate::report::block;

/// Stretches of a histogram.
const STRETCHES: usize = 10;
/// The longest bar of a histogram.
const BAR: usize = 40;

/// The walls and the gaps of a mesh.
pub struct Measured {
    sides: [(&'static str, Thickness); 2],
}

impl Measured {
    /// Both sides, at some number of samples each; `None` for a mesh that is not solid.
    pub fn new(mesh: &TriangleMesh<Vec3<f64>>, samples: usize, within: Option<f64>) -> Option<Self> {
        let of = |side| mesh.thickness(&ThicknessOptions { side, samples, within });
        Some(Measured { sides: [("wall", of(ThicknessSide::Wall)?), ("gap", of(ThicknessSide::Gap)?)] })
    }

    /// One JSON object: for each side the least ray and the least ball with the sample that has it, and the histogram.
    pub fn object(&self) -> String {
        let mut object = json!({"samples": self.sides[0].1.samples.len()});
        for (name, found) in &self.sides {
            let shares = found.histogram(STRETCHES);
            let shares: Vec<Value> =
                shares.iter().map(|share| json!({"from": share.from, "to": share.to, "area": share.area})).collect();
            object[*name] = json!({
                "ray": found.least_ray().map(|at| value(at, at.ray, at.ray_triangle)),
                "ball": found.least_ball().map(|at| value(at, at.ball, at.ball_triangle)),
                "histogram": shares,
            });
        }
        object.to_string() + "\n"
    }

    /// Lines for people.
    pub fn text(&self, path: &Path) -> String {
        let samples = &self.sides[0].1.samples;
        let triangles = samples.chunk_by(|a, b| a.triangle == b.triangle).count();
        let mut rows = vec![
            ("file", path.display().to_string()),
            ("samples", format!("{} on {triangles} triangles; each value is proven for its sample", samples.len())),
        ];
        for (labels, (_, found)) in [["least wall", "by balls"], ["least gap", "by balls"]].into_iter().zip(&self.sides)
        {
            rows.push(("", String::new()));
            let nothing = || "none: the surface does not face itself".to_string();
            rows.push((labels[0], found.least_ray().map_or_else(nothing, |at| length(at, at.ray))));
            rows.push((labels[1], found.least_ball().map_or_else(nothing, |at| length(at, at.ball))));
        }
        block(&rows) + &self.bars()
    }

    /// The histograms as bars.
    fn bars(&self) -> String {
        let mut text = String::new();
        for (name, found) in &self.sides {
            let mut shares = found.histogram(STRETCHES);
            if shares.len() > 1 && short(shares[0].from) == short(shares[STRETCHES - 1].to) {
                shares = found.histogram(1);
            }
            let whole: f64 = found.samples.iter().map(|sample| sample.area).sum();
            let most = shares.iter().map(|share| share.area).fold(0.0, f64::max);
            if shares.is_empty() {
                continue;
            }
            text += &format!("\n{name}s along normals, by area\n");
            for share in shares {
                let bar = "█".repeat((BAR as f64 * share.area / most).round() as usize);
                let part = 100.0 * share.area / whole;
                let row = format!("{:>10} to {:<10} {part:5.1} %  {bar}", short(share.from), short(share.to));
                text += &format!("{}\n", row.trim_end());
            }
        }
        text
    }
}

/// A length with four digits.
fn short(length: f64) -> String {
    let rounded: f64 = format!("{length:.3e}").parse().unwrap_or(length);
    rounded.to_string()
}

fn value(at: &ThicknessAt, bounds: Option<Bounds<f64>>, to: Option<u32>) -> Value {
    json!({
        "lower": bounds.map(|bounds| bounds.lower),
        "upper": bounds.map(|bounds| bounds.upper),
        "at": <[f64; 3]>::from(at.at),
        "along": <[f64; 3]>::from(at.along),
        "triangle": at.triangle,
        "to_triangle": to,
    })
}

fn length(at: &ThicknessAt, bounds: Option<Bounds<f64>>) -> String {
    let [x, y, z] = <[f64; 3]>::from(at.at).map(short);
    let bounds = bounds.map_or(String::new(), |bounds| format!("{} to {}", bounds.lower, bounds.upper));
    format!("{bounds}   at [{x}, {y}, {z}] of triangle {}", at.triangle)
}
