//! Ranges of the signed distances of rows whose poses are boxes.

use clearance_world::{DistanceRange, PoseBox, RangeOptions, signed_distance_range};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;

use super::columns::Columns;
use super::given::Numbers;
use super::rows::Rows;
use super::work::{Ask, Blocks, Refused, one_by_one};
use crate::error::value_error;
use crate::robot::length;
use crate::uncertain::pose_box;

/// The attributes of `clearance.tolerances.Boxes`: three sizes a row, or none where nothing is off.
#[derive(FromPyObject)]
pub struct GivenBoxes<'py> {
    translation_a: Option<Numbers<'py>>,
    rotation_a: Option<Numbers<'py>>,
    translation_b: Option<Numbers<'py>>,
    rotation_b: Option<Numbers<'py>>,
    relative: f64,
    max_cells: u32,
}

/// Sizes of one side: translations and rotations.
type OfSide<'r> = [Option<&'r [f64]>; 2];

/// Rows, and how far their poses may be off.
pub struct Boxes<'r> {
    rows: Rows<'r>,
    sizes: [OfSide<'r>; 2],
    options: RangeOptions,
}

impl<'r> Boxes<'r> {
    /// A batch of rows and the boxes of their poses.
    pub fn new(rows: Rows<'r>, given: &'r GivenBoxes<'_>) -> PyResult<Self> {
        let numbers = |name: &str, array: &'r Option<Numbers<'_>>| {
            let Some(array) = array else { return Ok(None) };
            let [count, width] = [array.shape()[0], array.shape()[1]];
            if !array.is_c_contiguous() || width != 3 || count != rows.count {
                let expected = rows.count;
                return Err(value_error(format!("{name} must be {expected} x 3 in C order, got {count} x {width}")));
            }
            array.as_slice().map(Some).map_err(value_error)
        };
        let sizes = [
            [numbers("translation_a", &given.translation_a)?, numbers("rotation_a", &given.rotation_a)?],
            [numbers("translation_b", &given.translation_b)?, numbers("rotation_b", &given.rotation_b)?],
        ];
        let options = RangeOptions { relative: length("relative", given.relative)?, max_cells: given.max_cells };
        Ok(Boxes { rows, sizes, options })
    }

    fn range(&self, row: usize) -> Result<DistanceRange, String> {
        let (bodies, starts) = self.rows.starts(row)?;
        let mut boxes = starts.map(PoseBox::exactly);
        for ((known, sizes), side) in boxes.iter_mut().zip(&self.sizes).zip(["a", "b"]) {
            let [translation, rotation] =
                sizes.map(|numbers| numbers.map_or([0.0; 3], |numbers| [0, 1, 2].map(|i| numbers[3 * row + i])));
            *known = pose_box(known.pose, (translation, rotation))
                .map_err(|wrong| format!("uncertain_{side}[{row}] {wrong}"))?;
        }
        let [a, b] = bodies.map(|body| body.as_shape().ok_or_else(|| format!("got a {}", body.kind())));
        let convex = |shape: Result<_, String>, side: &str| {
            shape.map_err(|got| format!("{side}[{row}]: expected a convex body where poses are boxes, {got}"))
        };
        Ok(signed_distance_range((convex(a, "a")?, &boxes[0]), (convex(b, "b")?, &boxes[1]), &self.options))
    }
}

impl Ask for Boxes<'_> {
    type Memory = ();

    // A row takes milliseconds.
    const BLOCKS: Blocks = Blocks { first: 1, largest: 16 };

    fn count(&self) -> usize {
        self.rows.count
    }

    fn answer(&self, first: usize, columns: &mut Columns, (): &mut ()) -> Vec<Refused> {
        one_by_one(first, columns, |row, place, columns| {
            self.range(row).map(|found| columns.write_range(place, &found))
        })
    }
}
