//! The boxes of a mesh's triangles, four children a node, for rays along the first axis.

use clearance::Vec3;

use super::triangle::Corners;
use crate::tree::{Link, Quads};

type Point = Vec3<f64>;

/// The boxes of four children, and where they lead.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Boxes {
    lower: [[f64; 4]; 3],
    upper: [[f64; 4]; 3],
    pub links: [Link; 4],
}

impl Boxes {
    /// All nodes, the root first.
    pub fn of_all(quads: &Quads, triangles: &[Corners]) -> Vec<Self> {
        let bounds_of = |first: u32, count: u32| {
            let items = &quads.items[first as usize..(first + count) as usize];
            let corners = items.iter().flat_map(|&item| &triangles[item as usize]);
            corners.fold(([f64::INFINITY; 3], [-f64::INFINITY; 3]), |(low, high), &corner| {
                let each = [0, 1, 2];
                (each.map(|k| f64::min(low[k], corner[k])), each.map(|k| f64::max(high[k], corner[k])))
            })
        };
        let node = |quarters: &[crate::tree::Quarter; 4]| {
            let mut boxes = Boxes {
                lower: [[f64::INFINITY; 4]; 3],
                upper: [[-f64::INFINITY; 4]; 3],
                links: quarters.map(|quarter| quarter.link),
            };
            for (lane, quarter) in quarters.iter().enumerate() {
                let (low, high) = bounds_of(quarter.first, quarter.count);
                for k in 0..3 {
                    (boxes.lower[k][lane], boxes.upper[k][lane]) = (low[k], high[k]);
                }
            }
            boxes
        };
        quads.nodes.iter().map(node).collect()
    }

    /// Which boxes a ray along the first axis may meet.
    #[inline(always)]
    pub fn ahead(&self, p: Point) -> [bool; 4] {
        let beside = |k: usize, lane: usize| (self.lower[k][lane] <= p[k]) & (p[k] <= self.upper[k][lane]);
        [0, 1, 2, 3].map(|lane| (self.upper[0][lane] >= p.x) & beside(1, lane) & beside(2, lane))
    }
}
