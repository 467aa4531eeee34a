//! The vertices of a core, laid out for eight at a time.

use clearance::{Shape3, SupportExt, Vec3, Vector};

use super::height::HeightColumn;

/// The number of vertices that are evaluated side by side.
const LANES: usize = 8;

/// The vertices of a polytopal core relative to its anchor; `None` for a curved core.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Corners {
    /// x, y and z of eight vertices each; the last one is repeated to fill.
    blocks: Vec<[[f64; LANES]; 3]>,
    count: usize,
}

impl Corners {
    /// Those of a shape.
    pub fn of(shape: &Shape3<f64>) -> Self {
        let count = shape.vertex_count();
        let block = |first: u32| {
            let vertex = |lane: usize| shape.vertex((first + lane as u32).min(count - 1));
            let all: [Vec3<f64>; LANES] = std::array::from_fn(vertex);
            [0, 1, 2].map(|k| all.map(|vertex| vertex[k]))
        };
        Corners { blocks: (0..count).step_by(LANES).map(block).collect(), count: count as usize }
    }

    /// How many there are.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.count
    }

    /// A vertex, relative to the anchor.
    #[cfg(test)]
    pub fn get(&self, i: usize) -> Vec3<f64> {
        let block = &self.blocks[i / LANES];
        Vec3::new(block[0][i % LANES], block[1][i % LANES], block[2][i % LANES])
    }

    /// The greatest of `n·y + Σ |w_v(y)|` over the vertices, and where; `None` without vertices.
    pub fn highest(&self, anchor: Vec3<f64>, n: Vec3<f64>, columns: &[HeightColumn]) -> Option<(f64, Vec3<f64>)> {
        let (mut most, mut at) = (f64::NEG_INFINITY, (0, 0));
        for (number, block) in self.blocks.iter().enumerate() {
            let mut heights = along(block, n, 0.0);
            for column in columns {
                let moved = along(block, column.slope, column.start - column.slope.dot(anchor));
                (0..LANES).for_each(|lane| heights[lane] += moved[lane].abs());
            }
            for (lane, &height) in heights.iter().enumerate() {
                if height > most {
                    (most, at) = (height, (number, lane));
                }
            }
        }
        (self.count > 0).then(|| {
            let block = &self.blocks[at.0];
            let point = Vec3::from_fn(|k| block[k][at.1]);
            (n.dot(anchor) + most, anchor + point)
        })
    }
}

/// `g·y − start` of eight vertices.
fn along(block: &[[f64; LANES]; 3], g: Vec3<f64>, start: f64) -> [f64; LANES] {
    std::array::from_fn(|lane| g.x * block[0][lane] + g.y * block[1][lane] + g.z * block[2][lane] - start)
}
