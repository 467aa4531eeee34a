//! Every vertex, one after the other.

use clearance::Vector;
use clearance::hull::Hull;

use super::{Heights, Strategy};

/// Looks at all vertices.
#[derive(Clone, Copy, Debug)]
pub struct Scan;

impl<V: Vector> Strategy<V> for Scan {
    fn prepare(_: &Hull<V>) -> Self {
        Scan
    }
    fn farthest(&self, heights: &Heights<'_, V>, _: Option<u32>) -> u32 {
        heights.highest(0..heights.count()).map_or(0, |(best, _)| best)
    }
}
