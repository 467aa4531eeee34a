//! Pages built from `viewer/`, filled with data.

use std::time::{SystemTime, UNIX_EPOCH};

use clearance::math::Matrix;
use clearance::{Pose, Real, Vector};
use serde::Serialize;

/// Where the data go.
const PLACE: &str = "{{data}}";

/// What made a page, and when.
#[derive(Clone, Debug, Serialize)]
pub struct Made {
    command: String,
    version: &'static str,
    /// Seconds since 1970.
    at: u64,
}

impl Made {
    /// A page that is made now by a command; at `SOURCE_DATE_EPOCH` where that is set, so that builds can be repeated.
    pub fn by(command: impl Into<String>) -> Self {
        let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Made { command: command.into(), version: env!("CARGO_PKG_VERSION"), at: fixed.unwrap_or_else(now) }
    }
}

#[derive(Serialize)]
struct Filled<'d, T> {
    made: &'d Made,
    #[serde(flatten)]
    data: &'d T,
}

/// A page with data in it, an object.
pub fn fill(page: &str, made: &Made, data: &impl Serialize) -> Result<String, serde_json::Error> {
    // No text of the data can end the script element that holds it.
    let data = serde_json::to_string(&Filled { made, data })?.replace('<', "\\u003c");
    Ok(page.replacen(PLACE, &data, 1))
}

/// The rows of a pose's rotation, then its translation; in the plane that of the space about its normal.
pub(crate) fn pose_numbers<V: Vector>(pose: &Pose<V>) -> [f64; 12] {
    let mut numbers = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    for row in 0..V::DIM {
        for column in 0..V::DIM {
            numbers[3 * row + column] = pose.matrix().column(column)[row].to_f64();
        }
        numbers[9 + row] = pose.translation()[row].to_f64();
    }
    numbers
}

/// A pose by a translation and a quaternion `w x y z`, as precise as it is drawn.
pub(crate) fn seven(pose: &[f64; 12]) -> [f32; 7] {
    let m = |i: usize, j: usize| pose[3 * i + j];
    // The component of the largest square is the safe one to divide by (Shepperd, Quaternion from rotation matrix,
    // 1978).
    let squares = [
        1.0 + m(0, 0) + m(1, 1) + m(2, 2),
        1.0 + m(0, 0) - m(1, 1) - m(2, 2),
        1.0 - m(0, 0) + m(1, 1) - m(2, 2),
        1.0 - m(0, 0) - m(1, 1) + m(2, 2),
    ];
    let largest = (0..4).max_by(|&i, &j| squares[i].total_cmp(&squares[j])).unwrap_or(0);
    let (minus, plus) = (|i, j| m(i, j) - m(j, i), |i, j| m(i, j) + m(j, i));
    let row = match largest {
        0 => [squares[0], minus(2, 1), minus(0, 2), minus(1, 0)],
        1 => [minus(2, 1), squares[1], plus(1, 0), plus(0, 2)],
        2 => [minus(0, 2), plus(1, 0), squares[2], plus(2, 1)],
        _ => [minus(1, 0), plus(0, 2), plus(2, 1), squares[3]],
    };
    let half = 0.5 / squares[largest].sqrt();
    let [w, x, y, z] = row.map(|number| number * half);
    [pose[9], pose[10], pose[11], w, x, y, z].map(|number| number as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::{Pose3, Rotor3, Vec3};

    #[test]
    fn a_pose_is_drawn_by_the_quaternion_that_it_has() {
        for q in [
            [1.0, 0.0, 0.0, 0.0],
            [0.1, -0.7, 0.5, 0.5],
            [0.0, 0.6, -0.8, 0.0],
            [-0.5, 0.5, 0.5, -0.5],
            [0.2, 0.1, 0.1, 0.97],
        ] {
            let pose = Pose3::new(Rotor3::from_wxyz(q).unwrap(), Vec3::new(1.0, -2.0, 0.5)).unwrap();
            let [x, y, z, found @ ..] = seven(&pose_numbers(&pose));
            assert_eq!([x, y, z], [1.0, -2.0, 0.5]);
            let length = q.iter().map(|c: &f64| c * c).sum::<f64>().sqrt();
            let product: f64 = q.iter().zip(found).map(|(a, b)| a / length * f64::from(b)).sum();
            assert!((product.abs() - 1.0).abs() < 1e-6, "{q:?} is drawn as {found:?}");
        }
    }
}
