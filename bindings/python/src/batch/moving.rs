//! Times of impact of the rows of a batch.

use clearance::query::motion::LinearMotion;
use clearance::query::{Impact, ToiOptions};
use clearance::{Pose3, Vec3};
use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;

use super::columns::Columns;
use super::given::Numbers;
use super::rows::Rows;
use super::work::{Ask, Blocks, Refused, one_by_one};
use crate::error::value_error;
use crate::moving;
use crate::options::GivenOptions;
use crate::question;

/// The attributes of `clearance.impacts.Motions`: three numbers a row, or none where nothing moves.
#[derive(FromPyObject)]
pub struct GivenMotions<'py> {
    linear_a: Option<Numbers<'py>>,
    angular_a: Option<Numbers<'py>>,
    linear_b: Option<Numbers<'py>>,
    angular_b: Option<Numbers<'py>>,
    target_distance: PyReadonlyArray1<'py, f64>,
    initial_overlap: String,
}

/// Displacements and rotation vectors of one side.
struct Rates<'r> {
    side: &'static str,
    linear: Option<&'r [f64]>,
    angular: Option<&'r [f64]>,
}

impl Rates<'_> {
    fn motion(&self, row: usize, start: Pose3<f64>) -> Result<LinearMotion<Vec3<f64>>, String> {
        let of_row = |numbers: Option<&[f64]>| {
            let [x, y, z] = numbers.map_or([0.0; 3], |numbers| [0, 1, 2].map(|i| numbers[3 * row + i]));
            Vec3::new(x, y, z)
        };
        LinearMotion::new(start, of_row(self.linear), of_row(self.angular))
            .map_err(|error| format!("motion_{}[{row}]: {error}", self.side))
    }
}

/// Rows, and how their bodies move over times from 0 to 1.
pub struct Moving<'r> {
    rows: Rows<'r>,
    rates: [Rates<'r>; 2],
    targets: &'r [f64],
    options: ToiOptions<f64>,
}

impl<'r> Moving<'r> {
    /// A batch of rows at time 0 and their motions.
    pub fn new(rows: Rows<'r>, given: &'r GivenMotions<'_>, options: Option<GivenOptions>) -> PyResult<Self> {
        let numbers = |name: &str, array: &'r Option<Numbers<'_>>| {
            let Some(array) = array else { return Ok(None) };
            let [count, width] = [array.shape()[0], array.shape()[1]];
            if !array.is_c_contiguous() || width != 3 || count != rows.count {
                let expected = rows.count;
                return Err(value_error(format!("{name} must be {expected} x 3 in C order, got {count} x {width}")));
            }
            array.as_slice().map(Some).map_err(value_error)
        };
        let rates = [
            Rates {
                side: "a",
                linear: numbers("linear_a", &given.linear_a)?,
                angular: numbers("angular_a", &given.angular_a)?,
            },
            Rates {
                side: "b",
                linear: numbers("linear_b", &given.linear_b)?,
                angular: numbers("angular_b", &given.angular_b)?,
            },
        ];
        let targets = given.target_distance.as_slice().map_err(value_error)?;
        if targets.len() != rows.count {
            return Err(value_error(format!("target_distance must have {} rows, got {}", rows.count, targets.len())));
        }
        let initial_overlap = moving::overlap(&given.initial_overlap)?;
        let options = ToiOptions { initial_overlap, ..moving::settings(options)? };
        Ok(Moving { rows, rates, targets, options })
    }

    fn impact(&self, row: usize) -> Result<Impact<Vec3<f64>>, String> {
        let (bodies, [start_a, start_b]) = self.rows.starts(row)?;
        let [rates_a, rates_b] = &self.rates;
        let (motion_a, motion_b) = (rates_a.motion(row, start_a)?, rates_b.motion(row, start_b)?);
        let target_distance = self.targets[row];
        if !moving::is_target(target_distance) {
            return Err(format!("target_distance[{row}] must not be negative, got {target_distance}"));
        }
        let options = ToiOptions { target_distance, ..self.options };
        question::time_of_impact(bodies, [&motion_a, &motion_b], &options)
            .map_err(|question::Refused(refusal)| refusal.to_string())
    }
}

impl Ask for Moving<'_> {
    type Memory = ();

    // A row takes tens of microseconds, and a grazing one a hundred times as long.
    const BLOCKS: Blocks = Blocks { first: 4, largest: 128 };

    fn count(&self) -> usize {
        self.rows.count
    }

    fn answer(&self, first: usize, columns: &mut Columns, (): &mut ()) -> Vec<Refused> {
        one_by_one(first, columns, |row, place, columns| {
            self.impact(row).map(|found| columns.write_impact(place, &found))
        })
    }
}
