//! Linear maps in twofold numbers, and products of them.

use super::twofold::{Two, TwoVec};
use super::{Each, Matrix, Real, Vec3, Vector};

/// A linear map in twofold numbers of `f64`, whatever the scalar that it was given in: `magnitude` times three columns,
/// whose largest entry is near 1.
///
/// With `ε = 2⁻¹⁰⁶`, an entry of a product is off by `8ε` of three products and two sums each, so by less than `32ε` of
/// their magnitudes; what both factors are off by is added. Lengths of columns are those of Frobenius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FineMap {
    columns: [TwoVec<Vec3<f64>>; 3],
    magnitude: f64,
    /// How far the exact map over `magnitude` may be from the columns, as a norm.
    error: f64,
}

impl FineMap {
    /// A map as it was given; `None` for zero.
    pub fn of<V: Vector>(matrix: &V::Matrix) -> Option<Self> {
        let largest = (0..V::DIM).fold(0.0, |largest: f64, i| largest.max(matrix.column(i).max_abs().to_f64()));
        if largest == 0.0 {
            return None;
        }
        let magnitude = f64::power_of_two(largest.exponent());
        let entry = |i: usize, j: usize| {
            if i < V::DIM && j < V::DIM { matrix.column(j)[i].to_f64() * (1.0 / magnitude) } else { 0.0 }
        };
        let columns = [0, 1, 2].each(|j| TwoVec::new(Vec3::from_fn(|i| entry(i, j))));
        // Entries that are subnormal over the magnitude.
        Some(FineMap { columns, magnitude, error: f64::QUANTUM * 8.0 })
    }

    /// This map after another one; `None` for zero, or beyond the range of the numbers.
    pub fn after(&self, first: &Self) -> Option<Self> {
        let columns = first.columns.each(|column| self.columns_times(column));
        let largest = columns.iter().fold(0.0, |largest: f64, column| largest.max(column.hi.max_abs()));
        let (own, other) = (self.frobenius(), first.frobenius());
        let rounding = 32.0 * f64::UNIT * f64::UNIT;
        let error = own * (other * rounding + first.error) + self.error * (other + first.error);
        let power = f64::power_of_two(largest.exponent());
        let magnitude = self.magnitude * first.magnitude * power;
        // Below, scaled columns or the rounded map would be subnormal.
        let low = f64::SMALLEST / (f64::UNIT * f64::UNIT);
        if !(largest > low && magnitude > low && magnitude < f64::LARGEST) {
            return None;
        }
        let inverse = 1.0 / power;
        let columns = columns.each(|column| TwoVec { hi: column.hi * inverse, lo: column.lo * inverse });
        Some(FineMap { columns, magnitude, error: error * inverse * (1.0 + 64.0 * f64::UNIT) + f64::QUANTUM * 8.0 })
    }

    /// The power of two that was taken out of the columns.
    pub fn magnitude(&self) -> f64 {
        self.magnitude
    }

    /// How far a unit vector's image may be from that of the exact map, over the magnitude.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// The image of a point over the magnitude.
    pub fn columns_times(&self, p: TwoVec<Vec3<f64>>) -> TwoVec<Vec3<f64>> {
        let [x, y, z] = [0, 1, 2].each(|i| self.columns[i].scale(p.get(i)));
        x + y + z
    }

    /// The image of a direction under the transpose, over the magnitude.
    pub fn transposed_times(&self, dir: TwoVec<Vec3<f64>>) -> TwoVec<Vec3<f64>> {
        TwoVec::from_fn(|i| self.columns[i].dot(dir))
    }

    /// The columns rounded to another scalar, over the magnitude: off by less than `2u` of the norm beside the error.
    pub fn rounded<V: Vector>(&self) -> V::Matrix {
        let entry = |i: usize, j: usize| -> Two<f64> { self.columns[j].get(i) };
        V::Matrix::from_columns(|j| V::from_fn(|i| V::Scalar::from_f64(entry(i, j).value())))
    }

    fn frobenius(&self) -> f64 {
        let squared: f64 = self.columns.iter().map(|column| column.hi.norm_squared()).sum();
        squared.sqrt() * (1.0 + 64.0 * f64::UNIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Exact;
    use crate::math::Mat3;
    use crate::random::Random;

    /// A map with singular values of very different size.
    fn uneven(random: &mut Random) -> Mat3<f64> {
        let mut part = || Mat3::from_columns(|_| Vec3::from_fn(|_| random.unit()));
        let (left, right) = (part(), part());
        let values = [1e6, 1.0, 1e-6];
        let stretched = Mat3::from_columns(|i| left.column(i) * values[i]);
        stretched.compose(&right)
    }

    #[test]
    fn products_are_those_of_exact_numbers_to_their_error() {
        let mut random = Random(20_261_126);
        let mut needed = 0;
        for round in 0..400 {
            let [a, b] = [(); 2].map(|()| uneven(&mut random));
            let (fine_a, fine_b) = (FineMap::of::<Vec3<f64>>(&a).unwrap(), FineMap::of::<Vec3<f64>>(&b).unwrap());
            let product = fine_a.after(&fine_b).unwrap();
            let mut squared = Exact::ZERO;
            for (i, j) in (0..9).map(|k| (k % 3, k / 3)) {
                let exact = (0..3)
                    .fold(Exact::ZERO, |sum, k| &sum + &(&Exact::new(a.column(k)[i]) * &Exact::new(b.column(j)[k])));
                let Two { hi, lo } = product.columns[j].get(i);
                let magnitude = Exact::new(product.magnitude);
                let found = &(&Exact::new(hi) + &Exact::new(lo)) * &magnitude;
                squared = &squared + &(&found - &exact).squared();
            }
            let allowed = &Exact::new(product.error) * &Exact::new(product.magnitude);
            assert!(squared <= allowed.squared(), "round {round}");
            let small = &allowed * &Exact::new(1.0 / 256.0);
            needed += u32::from(squared > small.squared());
        }
        assert!(needed > 20, "{needed} need a part of it");
    }

    #[test]
    fn products_that_vanish_or_leave_the_range_are_none() {
        let of =
            |x: f64, y: f64| FineMap::of::<Vec3<f64>>(&Mat3::from_columns(|i| Vec3::axis(i) * [x, y, 0.0][i])).unwrap();
        assert!(of(1.0, 0.0).after(&of(0.0, 1.0)).is_none());
        assert!(of(1e200, 0.0).after(&of(1e200, 1.0)).is_none() && of(1e-200, 0.0).after(&of(1e-200, 0.0)).is_none());
        assert!(FineMap::of::<Vec3<f64>>(&Mat3::from_columns(|_| Vec3::ZERO)).is_none());
    }
}
