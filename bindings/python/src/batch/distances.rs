//! Signed distances of the rows of a batch.

use clearance::Options;

use super::block::{Block, Pair};
use super::columns::Columns;
use super::rows::Rows;
use super::work::{Ask, Blocks, Refused};
use crate::pose::unit_rotor;
use crate::question;

/// Rows and how each is answered.
pub struct Distances<'r> {
    rows: Rows<'r>,
    options: Options<f64>,
    /// The core's batch has the default options.
    is_default: bool,
}

impl<'r> Distances<'r> {
    /// A batch of rows with options.
    pub fn new(rows: Rows<'r>, options: Options<f64>) -> Self {
        Distances { rows, options, is_default: options == Options::default() }
    }

    /// A row that the core's batch takes: two bounded bodies, and a quaternion in the first one's frame.
    fn side_by_side(&self, row: usize) -> Option<Pair<'r>> {
        let Rows { a, b, pose_a: None, pose_b, .. } = &self.rows else { return None };
        let (true, [x, y, z, qw, qx, qy, qz]) = (self.is_default, pose_b.seven(row)?) else { return None };
        let (a, b) = (a.body("a", row).ok()?.as_shape()?, b.body("b", row).ok()?.as_shape()?);
        Some(Pair { shapes: [a, b], rotor: unit_rotor([qw, qx, qy, qz]).ok()?, translation: [x, y, z].into() })
    }
}

impl<'r> Ask for Distances<'r> {
    type Memory = Block<'r>;

    // At most as many rows as keep their poses and answers (400 bytes each) in the second-level cache.
    const BLOCKS: Blocks = Blocks { first: 64, largest: 1024 };

    fn count(&self) -> usize {
        self.rows.count
    }

    fn answer(&self, first: usize, columns: &mut Columns, block: &mut Block<'r>) -> Vec<Refused> {
        let mut refused = Vec::new();
        block.clear();
        for place in 0..columns.count() {
            let row = first + place;
            if let Some(pair) = self.side_by_side(row) {
                block.add(place, pair);
                continue;
            }
            let answer = self.rows.row(row).and_then(|pair| {
                question::signed_distance(&pair, &self.options)
                    .map_err(|question::Refused(refusal)| refusal.to_string())
            });
            match answer {
                Ok(found) => columns.write_bodies(place, &found),
                Err(what) => refused.push(Refused { row, what }),
            }
        }
        block.answer(|place, answer| match answer {
            Ok(found) => columns.write(place, found),
            Err(what) => {
                let row = first + place;
                refused.push(Refused { row, what: self.rows.wrong_pose(row, what) });
            }
        });
        refused
    }
}
