//! A level to walk in: ground of squares and on each plot a thing, as one open mesh.

use clearance::{Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::TriangleMesh;

type V = Vec3<f64>;

/// The side of a plot, in metres.
pub const PLOT: f64 = 4.0;

/// Triangles with each face cut into squares of a size.
pub struct Builder {
    cell: f64,
    corners: Vec<V>,
    triangles: Vec<[u32; 3]>,
}

impl Builder {
    pub fn new(cell: f64) -> Self {
        Builder { cell, corners: Vec::new(), triangles: Vec::new() }
    }

    /// A parallelogram from a corner along two sides.
    pub fn face(&mut self, corner: V, u: V, v: V) {
        let [m, n] = [u, v].map(|side| ((side.norm() / self.cell).round() as u32).max(1));
        let first = self.corners.len() as u32;
        for i in 0..=m {
            for j in 0..=n {
                self.corners.push(corner + u * (f64::from(i) / f64::from(m)) + v * (f64::from(j) / f64::from(n)));
            }
        }
        for i in 0..m {
            for j in 0..n {
                let k = first + i * (n + 1) + j;
                self.triangles.extend([[k, k + n + 1, k + n + 2], [k, k + n + 2, k + 1]]);
            }
        }
    }

    /// The five upper faces of a block that stands at a place.
    pub fn block(&mut self, at: V, size: V) {
        let [x, y, z] = [V::axis(0) * size.x, V::axis(1) * size.y, V::axis(2) * size.z];
        self.face(at + z, x, y);
        self.face(at, x, z);
        self.face(at + y, z, x);
        self.face(at, z, y);
        self.face(at + x, y, z);
    }

    /// Two slopes and a ridge between them.
    pub fn ridge(&mut self, at: V, half: f64, depth: f64, height: f64) {
        let along = Vec3::new(0.0, depth, 0.0);
        self.face(at, Vec3::new(half, 0.0, height), along);
        self.face(at + Vec3::new(2.0 * half, 0.0, 0.0), along, Vec3::new(-half, 0.0, height));
    }

    pub fn mesh(self) -> TriangleMesh<V> {
        TriangleMesh::new(&self.corners, &self.triangles).unwrap()
    }
}

/// `n` by `n` plots on flat ground between walls as thin as nothing, each with stairs, slopes, walls or nothing.
pub fn level(n: usize, cell: f64, seed: u64) -> Builder {
    let (mut to, mut random) = (Builder::new(cell), Random::new(seed));
    let side = n as f64 * PLOT;
    let at = |x: f64, y: f64, z: f64| Vec3::new(x, y, z);
    to.face(at(0.0, 0.0, 0.0), at(side, 0.0, 0.0), at(0.0, side, 0.0));
    for (corner, along) in
        [((0.0, 0.0), (side, 0.0)), ((0.0, 0.0), (0.0, side)), ((side, 0.0), (0.0, side)), ((0.0, side), (side, 0.0))]
    {
        to.face(at(corner.0, corner.1, 0.0), at(along.0, along.1, 0.0), at(0.0, 0.0, 3.0));
    }
    for i in 0..n * n {
        let (x, y) = ((i / n) as f64 * PLOT, (i % n) as f64 * PLOT);
        let o = at(x + 0.5, y + 0.5, 0.0);
        match random.below(7) {
            // Stairs of blocks on all four sides.
            0 => (0..4).for_each(|k| {
                let inset = 0.35 * f64::from(k);
                let size = 3.0 - 2.0 * inset;
                to.block(o + at(inset, inset, 0.2 * f64::from(k)), at(size, size, 0.2));
            }),
            1 => to.ridge(o, 1.5, 3.0, 1.5 * 0.5),
            2 => to.ridge(o, 1.0, 3.0, 1.0 * 1.8),
            // Sheets without a thickness: a corner, and a cross.
            3 => {
                to.face(o, at(2.5, 0.0, 0.0), at(0.0, 0.0, 2.0));
                to.face(o, at(0.0, 2.5, 0.0), at(0.0, 0.0, 2.0));
            }
            4 => {
                to.face(o + at(0.0, 1.5, 0.0), at(3.0, 0.4, 0.0), at(0.0, 0.0, 2.0));
                to.face(o + at(1.5, 0.0, 0.0), at(0.3, 3.0, 0.0), at(0.0, 0.0, 2.0));
            }
            // A block that is too high, with a narrow gap beside another.
            5 => {
                to.block(o, at(1.1, 3.0, 0.5));
                to.block(o + at(1.85, 0.0, 0.0), at(1.0, 3.0, 1.5));
            }
            _ => {}
        }
    }
    to
}
