//! Smoothed distances of the rows of a batch.

use clearance::query::{Pair as ConvexPair, Smoothed};
use clearance::{Options, Vec3};

use super::columns::Columns;
use super::rows::Rows;
use super::work::{Ask, Blocks, Refused, one_by_one};

/// Rows, and the largest bias of their distances.
pub struct Smoothing<'r> {
    rows: Rows<'r>,
    options: Options<f64>,
    blur: f64,
}

impl<'r> Smoothing<'r> {
    /// A batch of rows, a blur and options.
    pub fn new(rows: Rows<'r>, blur: f64, options: Options<f64>) -> Self {
        Smoothing { rows, options, blur }
    }

    fn smoothed(&self, row: usize) -> Result<Smoothed<Vec3<f64>>, String> {
        let pair = self.rows.row(row)?;
        let [a, b] = [("a", &pair.a), ("b", &pair.b)].map(|(name, body)| {
            let refused = || format!("{name}[{row}]: expected a bounded convex shape, got a {}", body.kind());
            body.as_shape().ok_or_else(refused)
        });
        let (a, b) = (a?, b?);
        let asked = match &pair.pose_a {
            None => ConvexPair::new(a, b, &pair.pose_b),
            Some(pose_a) => ConvexPair::in_world((a, pose_a), (b, &pair.pose_b)),
        };
        Ok(asked.options(self.options).smoothed_distance(self.blur))
    }
}

impl Ask for Smoothing<'_> {
    type Memory = ();

    // A row takes microseconds.
    const BLOCKS: Blocks = Blocks { first: 16, largest: 512 };

    fn count(&self) -> usize {
        self.rows.count
    }

    fn answer(&self, first: usize, columns: &mut Columns, (): &mut ()) -> Vec<Refused> {
        one_by_one(first, columns, |row, place, columns| {
            self.smoothed(row).map(|found| columns.write_smoothed(place, &found))
        })
    }
}
