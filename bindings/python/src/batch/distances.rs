//! Signed distances of the rows of a batch.

use clearance::{Options, Proximity, Shape3, Vec3, batch};
use clearance_scene::Body;

use super::columns::Columns;
use super::rows::Rows;
use super::work::{Ask, Blocks, Refused};
use crate::pair::Pair;
use crate::question::{self, Refusal};

/// Rows and how each is answered.
pub struct Distances<'r> {
    rows: Rows<'r>,
    options: Options<f64>,
    /// The core's batch has the default options.
    is_default: bool,
}

/// The rows of a block that the core's batch takes, their places in the block, and their answers.
#[derive(Default)]
pub struct Memory<'r> {
    block: Vec<Pair<'r>>,
    places: Vec<usize>,
    found: Vec<Proximity<Vec3<f64>>>,
}

impl<'r> Distances<'r> {
    /// Of rows and options.
    pub fn new(rows: Rows<'r>, options: Options<f64>) -> Self {
        Distances { rows, options, is_default: options == Options::default() }
    }

    /// Whether the core's batch takes it: two bounded bodies in the first one's frame.
    fn is_batched(&self, row: &Pair) -> bool {
        self.is_default && bounded(row).is_some() && row.pose_a.is_none()
    }
}

impl<'r> Ask for Distances<'r> {
    type Memory = Memory<'r>;

    // At most as many rows as keep their poses and answers (400 bytes each) in the second-level cache.
    const BLOCKS: Blocks = Blocks { first: 64, largest: 1024 };

    fn count(&self) -> usize {
        self.rows.count
    }

    fn answer(&self, first: usize, columns: &mut Columns, memory: &mut Memory<'r>) -> Vec<Refused> {
        let mut refused = Vec::new();
        memory.block.clear();
        memory.places.clear();
        for place in 0..columns.count() {
            let answer = match self.rows.row(first + place) {
                Ok(row) if self.is_batched(&row) => {
                    memory.block.push(row);
                    memory.places.push(place);
                    continue;
                }
                Ok(row) => question::signed_distance(&row, &self.options).map_err(|Refusal(what)| what.into()),
                Err(what) => Err(what),
            };
            match answer {
                Ok(found) => columns.write(place, &found),
                Err(what) => refused.push(Refused { row: first + place, what }),
            }
        }
        batch::signed_distances_into(memory.block.iter().filter_map(bounded), &mut memory.found);
        for (place, found) in memory.places.iter().zip(&memory.found) {
            columns.write(*place, found);
        }
        refused
    }
}

fn bounded<'r>(row: &'r Pair) -> Option<batch::Pair<'r, Vec3<f64>, Shape3<f64>, Shape3<f64>>> {
    match (&*row.a, &*row.b) {
        (Body::Bounded(a), Body::Bounded(b)) => Some((a, b, &row.pose_b)),
        _ => None,
    }
}
