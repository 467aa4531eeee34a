//! A grid of cells on the directions: on the octahedron `|x| + |y| + |z| = 1`, or on the square `|x| + |y| = 1` in the
//! plane.
//!
//! Seen along z, turned by an eighth, each half of the octahedron is the square of `u = x + y` and `v = x − y` from −1
//! to 1, since `|x| + |y| = max(|u|, |v|)`. So the place of a direction takes one division and no choice between axes,
//! which no processor could predict. In the plane `u = x`, and there is no `v`.
//!
//! The number of cells a side is even. Then the map from `u` and `v` back to directions is linear in every cell but in
//! those on the diagonals, and in each half of them: every direction of a cell is a combination of corner directions
//! with weights that are not negative. (Octahedral maps of directions: E. Praun, H. Hoppe, Spherical parametrization
//! and remeshing, 2003.)

use crate::math::{Each, Real, Vec3, Vector};

/// How far, in units of roundoff and by the sum over components, [`Grid::cell`] may place a stretched direction beyond
/// the border of its cell, if its magnitudes add up to 1.
///
/// Stretching errs by one unit, the sum `x ± y` by one more, the sum of magnitudes by three, the quotient and the
/// product by one each, and the scale is smaller by eight: with `|u| ≤ 1` that is 15. Moving the grid to positive
/// numbers rounds by two units of the half side. Of `x`, `y` and `z` none is farther off than the worse of `u` and `v`.
pub(super) const MISPLACED: f64 = 3.0 * 18.0;

/// Flat bodies are stretched by no more than so much.
const FLATTEST: f64 = 1.0 / 1_048_576.0;

/// Cells along a side of the square, and what takes a direction to its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid<V: Vector> {
    side: u32,
    stretch: V,
    scale: V::Scalar,
    shift: V::Scalar,
}

impl<V: Vector> Grid<V> {
    /// The grid with an even number of cells a side for points that reach so far along the axes.
    pub fn new(side: u32, extent: V) -> Self {
        let number = V::Scalar::from_f64;
        let half = number(f64::from(side) * 0.5);
        // A hair inside, so that rounding to the nearest integer cuts [0, side] off.
        let scale = half * (V::Scalar::ONE - number(8.0) * V::Scalar::UNIT);
        let size = extent.max_abs();
        let size = if size > V::Scalar::ZERO { size } else { V::Scalar::ONE };
        let stretch = V::from_fn(|k| (extent[k] / size).max(number(FLATTEST)));
        Grid { side, stretch, scale, shift: half - V::Scalar::HALF }
    }
    /// The grid with another number of cells a side for the same points.
    pub fn with_side(&self, side: u32) -> Self {
        Grid { stretch: self.stretch, ..Grid::new(side, self.stretch) }
    }
    pub fn side(&self) -> u32 {
        self.side
    }
    /// How many cells there are.
    pub fn cells(&self) -> usize {
        2 * (self.side as usize).saturating_pow(V::DIM as u32 - 1)
    }

    /// The cell of a direction, and the sum of its stretched components' magnitudes. Of what is no direction the cell
    /// is any number.
    #[inline(always)]
    pub fn cell(&self, dir: V) -> (usize, V::Scalar) {
        let x = dir[0] * self.stretch[0];
        let y = dir[1] * self.stretch[1];
        let flat = x.abs() + y.abs();
        let sum = if V::DIM == 3 { flat + (dir[2] * self.stretch[2]).abs() } else { flat };
        let scale = self.scale / sum;
        let place = |u: V::Scalar| (u * scale + self.shift).nearest_integer();
        let half = u32::from(dir[V::DIM - 1].is_negative());
        let cell = if V::DIM == 3 {
            let row = half.wrapping_mul(self.side).wrapping_add(place(x + y));
            row.wrapping_mul(self.side).wrapping_add(place(x - y))
        } else {
            half.wrapping_mul(self.side).wrapping_add(place(x))
        };
        (cell as usize, sum)
    }

    /// The cells that have part of a cell of the grid with `side` cells a side.
    pub fn around(&self, cell: u32, side: u32) -> impl Iterator<Item = u32> + use<V> {
        let own = self.side;
        let parts = move |place: u32| place * own / side..=((place + 1) * own - 1) / side;
        let (row, columns) = if V::DIM == 3 { (cell / side, parts(cell % side)) } else { (cell, 0..=0) };
        let (half, row) = (row / side, row % side);
        let columns_each = if V::DIM == 3 { own } else { 1 };
        parts(row).flat_map(move |row| columns.clone().map(move |column| (half * own + row) * columns_each + column))
    }

    /// The corner directions of a cell, stretched; in the plane both ends twice.
    pub fn corners(&self, cell: u32) -> [[f64; 3]; 4] {
        let border = |place: u32| 2.0 * f64::from(place) / f64::from(self.side) - 1.0;
        let (row, column) = if V::DIM == 3 { (cell / self.side, cell % self.side) } else { (cell, 0) };
        let sign = if row < self.side { 1.0 } else { -1.0 };
        let row = row % self.side;
        [(0, 0), (1, 0), (0, 1), (1, 1)].each(|(i, j)| {
            let u = border(row + i);
            if V::DIM == 2 {
                return [u, sign * (1.0 - u.abs()), 0.0];
            }
            let v = border(column + j);
            [(u + v) * 0.5, (u - v) * 0.5, sign * (1.0 - u.abs().max(v.abs()))]
        })
    }

    /// A point's coordinates whose products with stretched directions are heights.
    pub fn compressed(&self, point: Vec3<f64>) -> [f64; 3] {
        core::array::from_fn(|k| if k < V::DIM { point[k] / self.stretch[k].to_f64() } else { 0.0 })
    }
}
