//! Products of poses, with a bound on what they inherit and on what rounding adds.

use super::pose::Pose;
use super::real::Real;
use super::vector::{Matrix, Vector};

impl<V: Vector> Pose<V> {
    /// The pose of `c` in the frame of `a`, from that of `b` in `a` and of `c` in `b`: `b_in_a.then(&c_in_b)` maps a point by
    /// `c_in_b` first. Rounded, with the errors of both factors and of the product; not [exact](Self::is_exact).
    ///
    /// ```
    /// use clearance::{Pose3, Rotor3, Vec3};
    /// // An elbow one unit along x turns by a quarter about z; the hand is two units along the forearm.
    /// let elbow = Pose3::new(Rotor3::from_wxyz([1.0, 0.0, 0.0, 1.0]).unwrap(), Vec3::new(1.0, 0.0, 0.0)).unwrap();
    /// let hand = elbow.then(&Pose3::from_translation(Vec3::new(2.0, 0.0, 0.0)).unwrap());
    /// assert_eq!(hand.translation(), Vec3::new(1.0, 2.0, 0.0));
    /// assert!(hand.translation_error() < 3e-15 && hand.rotation_error() < 3e-15);
    /// ```
    //
    // Write `A, a` for matrix and translation of the outer pose, `B, b` for the inner, `R` and `r` for the exact ones that they
    // stand for, `α`, `β` for the rotation errors (so `|A| ≤ 1 + α`) and `τ` for the translation errors.
    //
    // Rotation. `AB − R_A R_B = (A − R_A) B + R_A (B − R_B)`, at most `α (1 + β) + β`. An entry of the rounded product is a dot
    // product of three terms, off by `3u/(1 − 3u)` of the product of absolute values, so the matrix by that times the Frobenius
    // norms, at most `√3 (1 + α)` and `√3 (1 + β)`: together below `9u (1 + 4u) (1 + α)(1 + β)`. The tenth `u` pays for products
    // that underflow, which lose less than 2⁻⁵² of it.
    //
    // Translation. `A b + a − (R_A r_B + r_A) = (A − R_A) b + R_A (b − r_B) + (a − r_A)`, at most `α |b| + τ_B + τ_A`. The
    // rounded product of matrix and vector is off by `3u (1 + 4u) √3 (1 + α) |b| < 5.3u (1 + α) |b|`, the sum by
    // `u (|A b| + |a|)` of rounded numbers, `(1 + 6u)(1 + α)|b| + |a|`: below `u (6.4 (1 + α) |b| + |a|)`. Nine products that
    // underflow lose half the smallest positive number each, √3 · 1.5 of them along the worst direction. `|·|` is bounded by the
    // sum of the components, rounded by less than `2u`, which 7 for 6.4 and 2 for 1 allow for.
    //
    // Both bounds are computed by at most six rounded operations in a row on positive numbers: `1 + 8u` makes up for them.
    pub fn then(&self, c_in_b: &Self) -> Self {
        let number = V::Scalar::from_f64;
        let (u, one) = (V::Scalar::UNIT, V::Scalar::ONE);
        let up = one + number(8.0) * u;
        let size = |v: V| v.abs().dot(V::from_fn(|_| one));
        let (alpha, beta) = (self.rotation_error(), c_in_b.rotation_error());
        let stretch = one + alpha;
        let rotation_error = alpha + (beta + alpha * beta) + number(10.0) * u * (stretch * (one + beta));
        let (outer, inner) = (size(self.translation()), size(c_in_b.translation()));
        let translation_error = self.translation_error()
            + c_in_b.translation_error()
            + alpha * inner
            + u * (number(7.0) * (stretch * inner) + V::Scalar::TWO * outer);
        // Four of the smallest positive numbers, more than the 2.6 that underflow loses.
        let underflow = V::Scalar::SMALLEST * u * number(8.0);
        Pose::computed(
            self.matrix().compose(c_in_b.matrix()),
            self.matrix().apply(c_in_b.translation()) + self.translation(),
            rotation_error * up,
            translation_error * up + underflow,
        )
    }
}

#[cfg(test)]
mod tests {
    use dashu_ratio::RBig;

    use super::*;
    use crate::math::{Pose3, Rotor, Rotor3, Vec3};
    use crate::random::Random;

    type Q = RBig;

    fn q(x: f64) -> Q {
        Q::try_from(x).unwrap()
    }

    /// A rigid map in rationals: the rows of its matrix and its translation.
    struct Exact {
        rows: [[Q; 3]; 3],
        translation: [Q; 3],
    }

    impl Exact {
        fn new([w, x, y, z]: [f64; 4], translation: Vec3<f64>) -> Self {
            let [w, x, y, z] = [w, x, y, z].map(q);
            let n = &w * &w + &x * &x + &y * &y + &z * &z;
            let two = q(2.0);
            let rows = [
                [&w * &w + &x * &x - &y * &y - &z * &z, &two * (&x * &y - &w * &z), &two * (&x * &z + &w * &y)],
                [&two * (&x * &y + &w * &z), &w * &w + &y * &y - &x * &x - &z * &z, &two * (&y * &z - &w * &x)],
                [&two * (&x * &z - &w * &y), &two * (&y * &z + &w * &x), &w * &w + &z * &z - &x * &x - &y * &y],
            ];
            Exact {
                rows: rows.map(|row| row.map(|entry| entry / &n)),
                translation: [0, 1, 2].map(|i| q(translation[i])),
            }
        }
        fn then(&self, inner: &Self) -> Self {
            let row = |i: usize, column: &dyn Fn(usize) -> Q| {
                (0..3).fold(Q::ZERO, |sum, k| sum + &self.rows[i][k] * column(k))
            };
            Exact {
                rows: [0, 1, 2].map(|i| [0, 1, 2].map(|j| row(i, &|k| inner.rows[k][j].clone()))),
                translation: [0, 1, 2].map(|i| row(i, &|k| inner.translation[k].clone()) + &self.translation[i]),
            }
        }
    }

    /// The parts of its error bounds that a pose uses, squared: at most 1 if the bounds hold.
    fn used(pose: &Pose3<f64>, exact: &Exact) -> [f64; 2] {
        let squared = |differences: &mut dyn Iterator<Item = Q>| differences.fold(Q::ZERO, |sum, d| sum + &d * &d);
        let turned = (0..9).map(|k| q(pose.matrix().column(k % 3)[k / 3]) - &exact.rows[k / 3][k % 3]);
        let moved = (0..3).map(|i| q(pose.translation()[i]) - &exact.translation[i]);
        let part = |square: Q, bound: f64| (square / (q(bound) * q(bound))).to_f64().value();
        [
            part(squared(&mut turned.into_iter()), pose.rotation_error()),
            part(squared(&mut moved.into_iter()), pose.translation_error()),
        ]
    }

    #[test]
    fn products_of_chains_stay_within_their_errors() {
        let mut random = Random(20260923);
        let mut most = [0.0f64; 2];
        for trial in 0..200 {
            let size = [1e-3, 1.0, 1e4][trial % 3];
            let factor = |random: &mut Random| {
                let rotor: [f64; 4] = core::array::from_fn(|_| random.unit());
                let translation = Vec3::new(random.unit(), random.unit(), random.unit()) * size;
                let pose = Pose3::new(Rotor3::from_wxyz(rotor).unwrap(), translation).unwrap();
                (pose, Exact::new(pose.rotor().quaternion(), translation))
            };
            let (mut pose, mut exact) = factor(&mut random);
            for _ in 0..6 {
                let (next, next_exact) = factor(&mut random);
                (pose, exact) = (pose.then(&next), exact.then(&next_exact));
                let parts = used(&pose, &exact);
                assert!(parts[0] <= 1.0 && parts[1] <= 1.0, "trial {trial}: {parts:?} of the bounds, squared");
                most = [most[0].max(parts[0]), most[1].max(parts[1])];
            }
        }
        // The bounds are near enough to the truth for this test to see one that is 20 times too small.
        assert!(most[0] > 0.0025 && most[1] > 0.0025, "{most:?}");
    }

    #[test]
    fn a_product_inherits_the_errors_of_its_factors() {
        let elbow = Pose3::new(Rotor3::from_wxyz([0.3, -0.7, 0.2, 0.9]).unwrap(), Vec3::new(0.25, -3.5, 1.75)).unwrap();
        let loose = elbow.widened(1e-6, 1e-5).then(&elbow.widened(3e-6, 2e-5));
        // α + β + αβ and τ_A + τ_B + α |b|₁, where |b|₁ = 5.5.
        assert!((loose.rotation_error() / (4e-6 + 3e-12) - 1.0).abs() < 1e-8, "{:e}", loose.rotation_error());
        assert!((loose.translation_error() / (3e-5 + 5.5e-6) - 1.0).abs() < 1e-8, "{:e}", loose.translation_error());
        assert!(elbow.is_exact() && !loose.is_exact() && !loose.inverse().is_exact());
    }
}
