//! Products of poses, with a bound on what they inherit and on what rounding adds.

use super::each::Each;
use super::pose::Pose;
use super::real::Real;
use super::vector::{Matrix, Vector};

impl<V: Vector> Pose<V> {
    /// The pose of `c` in the frame of `a`, from that of `b` in `a` and of `c` in `b`: `b_in_a.then(&c_in_b)` maps a
    /// point by `c_in_b` first. Rounded, with the errors of both factors and of the product; not
    /// [exact](Self::is_exact).
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
    // Write `A, a` for matrix and translation of the outer pose, `B, b` for the inner, `R` and `r` for the exact ones
    // that they stand for, `α`, `β` for the rotation errors (so `|A| ≤ 1 + α`) and `τ` for the translation errors.
    //
    // Rotation. `AB − R_A R_B = (A − R_A) B + R_A (B − R_B)`, at most `α (1 + β) + β`. An entry of the rounded product
    // is a dot product of three terms, off by `3u/(1 − 3u)` of the product of absolute values, so the matrix by that
    // times the Frobenius norms, at most `√3 (1 + α)` and `√3 (1 + β)`: together below `9u (1 + 4u) (1 + α)(1 + β)`.
    // The tenth `u` pays for products that underflow, which lose less than 2⁻⁵² of it.
    //
    // Translation. `A b + a − (R_A r_B + r_A) = A b + a − (R_A b + r_A) + R_A (b − r_B)`: the error of [`posed_point`],
    // and `τ_B`.
    //
    // Both bounds are computed by at most six rounded operations in a row on positive numbers: `1 + 8u` makes up for
    // them.
    pub fn then(&self, c_in_b: &Self) -> Self {
        let number = V::Scalar::from_f64;
        let (u, one) = (V::Scalar::UNIT, V::Scalar::ONE);
        let up = one + number(8.0) * u;
        let (alpha, beta) = (self.rotation_error(), c_in_b.rotation_error());
        let rotation_error = alpha + (beta + alpha * beta) + number(10.0) * u * ((one + alpha) * (one + beta));
        let (translation, moved) = posed_point(self, c_in_b.translation());
        Pose::computed(
            self.matrix().compose(c_in_b.matrix()),
            translation,
            rotation_error * up,
            (moved + c_in_b.translation_error()) * up,
        )
    }
}

/// The image of a point of a pose's frame, and how far it is from the exact one at most.
///
/// `M p + t − (R p + r)` is at most `ρ|p| + τ`. The rounded product is off by `3u (1 + 4u) √3 (1 + ρ)|p| < 5.3u
/// (1 + ρ)|p|`, the sum by `u (|M p| + |t|)` of rounded numbers, `(1 + 6u)(1 + ρ)|p| + |t|`: below `u (6.4 (1 +
/// ρ)|p| + |t|)`. Nine products that underflow lose half the smallest positive number each, `√3 · 1.5` of them
/// along the worst direction, of which four are counted. `|·|` is bounded by the sum of the components, rounded
/// by less than `2u`, which 7 for 6.4 and 2 for 1 allow for; and `1 + 8u` makes up for the bound's own rounding.
///
/// ```
/// use clearance::enclosure::posed_point;
/// use clearance::{Pose3, Vec3};
/// let pose = Pose3::from_rpy([0.0, 0.0, 0.5], Vec3::new(1.0, 0.0, 0.0)).unwrap();
/// let (point, error) = posed_point(&pose, Vec3::new(2.0, 0.0, 0.0));
/// assert!((point.x - (1.0 + 2.0 * 0.5f64.cos())).abs() <= error && error < 5e-15);
/// ```
pub fn posed_point<V: Vector>(pose: &Pose<V>, p: V) -> (V, V::Scalar) {
    (pose.point(p), off(pose, [p, pose.translation()]))
}

/// The point of a pose's frame whose image is `x`, and how far it is from the exact one at most.
///
/// `Mᵀ(x − t) − Rᵀ(x − r)` is at most `ρ|x − t| + τ`. The difference rounds by `u` of itself, the product by `5.3u (1 +
/// ρ)|x − t|`: below `6.4u (1 + ρ)`, as in [`posed_point`], without the last sum.
pub fn point_in_frame<V: Vector>(pose: &Pose<V>, x: V) -> (V, V::Scalar) {
    let offset = x - pose.translation();
    (pose.vector_back(offset), off(pose, [offset, V::ZERO]))
}

/// The error of [`posed_point`], of a point and of what is added to its turned image.
fn off<V: Vector>(pose: &Pose<V>, [point, added]: [V; 2]) -> V::Scalar {
    let number = V::Scalar::from_f64;
    let [length, moved] = [point, added].each(|v| v.abs().dot(V::from_fn(|_| V::Scalar::ONE)));
    let stretch = V::Scalar::ONE + pose.rotation_error();
    let rounded = number(7.0) * (stretch * length) + V::Scalar::TWO * moved;
    let error = pose.rotation_error() * length + pose.translation_error() + V::Scalar::UNIT * rounded;
    // Four of the smallest positive numbers.
    let underflow = V::Scalar::SMALLEST * V::Scalar::UNIT * number(8.0);
    error * (V::Scalar::ONE + number(8.0) * V::Scalar::UNIT) + underflow
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

    /// The largest component's distance of a point from `Σ mᵢ pᵢ + t` in rationals, as a part of a bound.
    fn off(found: Vec3<f64>, bound: f64, exact: impl Fn(usize) -> Q) -> f64 {
        let squared = (0..3).fold(Q::ZERO, |sum, k| {
            let d = q(found[k]) - exact(k);
            sum + &d * &d
        });
        (squared / (q(bound) * q(bound))).to_f64().value().sqrt()
    }

    #[test]
    fn images_of_points_and_points_of_images_are_within_their_errors() {
        let mut random = Random(20261125);
        let mut most = [0.0f64; 2];
        for trial in 0..6000 {
            let mut vector = |size: f64| Vec3::new(random.unit(), random.unit(), random.unit()) * size;
            let (translation, point) = (vector([0.0, 1.0, 1e3][trial % 3]), vector(3.0));
            let rotor = Rotor3::from_wxyz(core::array::from_fn(|_| random.unit())).unwrap();
            // The matrix itself is the exact map, so that rounding is all that is left.
            let pose = Pose3::computed(*Pose3::new(rotor, translation).unwrap().matrix(), translation, 0.0, 0.0);
            let entry = |row: usize, column: usize| q(pose.matrix().column(column)[row]);
            let (image, error) = posed_point(&pose, point);
            let out = off(image, error, |k| (0..3).fold(q(translation[k]), |sum, i| sum + entry(k, i) * q(point[i])));
            let (inner, error) = point_in_frame(&pose, point);
            let back = off(inner, error, |k| {
                (0..3).fold(Q::ZERO, |sum, i| sum + entry(i, k) * (q(point[i]) - q(translation[i])))
            });
            assert!(out <= 1.0 && back <= 1.0, "trial {trial}: {out} {back}");
            most = [most[0].max(out), most[1].max(back)];
        }
        assert!(most[0] > 0.2 && most[1] > 0.2, "{most:?}");
    }

    #[test]
    fn images_of_points_hold_the_errors_of_their_poses() {
        let loose = Pose3::from_translation(Vec3::new(3.0, 0.0, 0.0)).unwrap().widened(1e-6, 1e-5);
        let (_, error) = posed_point(&loose, Vec3::new(0.0, 7.0, 0.0));
        assert!((error / 1.7e-5 - 1.0).abs() < 1e-9, "{error:e}");
        // Seen from the frame, the point is 4 away.
        let (_, error) = point_in_frame(&loose, Vec3::new(7.0, 0.0, 0.0));
        assert!((error / 1.4e-5 - 1.0).abs() < 1e-9, "{error:e}");
    }
}
