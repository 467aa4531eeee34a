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
