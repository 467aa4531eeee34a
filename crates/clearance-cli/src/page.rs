//! Pages of their own: built from `viewer/`, checked in under `assets/`, filled with data.

use clearance::math::Matrix;
use clearance::{Pose, Real, Vector};
use serde::Serialize;

/// Where the data go.
const PLACE: &str = "{{data}}";

/// A page with data in it.
pub fn fill(page: &str, data: &impl Serialize) -> anyhow::Result<String> {
    // No text of the data can end the script element that holds it.
    let data = serde_json::to_string(data)?.replace('<', "\\u003c");
    Ok(page.replacen(PLACE, &data, 1))
}

/// The rows of a pose's rotation, then its translation; in the plane that of the space about its normal.
pub fn pose_numbers<V: Vector>(pose: &Pose<V>) -> [f64; 12] {
    let mut numbers = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    for row in 0..V::DIM {
        for column in 0..V::DIM {
            numbers[3 * row + column] = pose.matrix().column(column)[row].to_f64();
        }
        numbers[9 + row] = pose.translation()[row].to_f64();
    }
    numbers
}
