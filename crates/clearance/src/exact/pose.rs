//! The exact motion that a pose stands for.

use super::{Exact, ExactPoint, ExactVector};
use crate::math::{Each, Pose, Vector};

/// `x ↦ N x / n + t`: the rotation of a quaternion `q` is the integer-like matrix `N = n R` over `n = |q|²`.
#[derive(Clone, Debug)]
pub(crate) struct ExactPose {
    /// The rows of `N` and `n`; none for a pose that only moves.
    rotation: Option<([ExactVector; 3], Exact)>,
    translation: ExactVector,
}

impl ExactPose {
    /// The motion by the pose's quaternion in both of its parts: what was asked for, but for
    /// [`fine_error`](Pose::fine_error). None for a pose that is not [exact](Pose::is_exact): computed ones stand for
    /// another that is not knows.
    pub fn new<V: Vector>(pose: &Pose<V>) -> Option<Self> {
        if !pose.is_exact() {
            return None;
        }
        let [high, low] = pose.fine_quaternion();
        let q = [0, 1, 2, 3].each(|i| &Exact::new(high[i]) + &Exact::new(low[i]));
        let turns = q[1..].iter().any(|c| !c.is_zero());
        Some(ExactPose { rotation: turns.then(|| rotation(&q)), translation: ExactVector::new(pose.translation()) })
    }
    /// The image of a point.
    pub fn point(&self, p: &ExactPoint) -> ExactPoint {
        let (xyz, w) = match &self.rotation {
            None => (p.xyz.clone(), p.w.clone()),
            Some((rows, n)) => (ExactVector::from_fn(|i| rows[i].dot(&p.xyz)), n * &p.w),
        };
        let moved = if self.translation.is_zero() { xyz } else { &xyz + &self.translation.scale(&w) };
        ExactPoint { xyz: moved, w }
    }
    /// The image of a direction times a positive number, and that number.
    pub fn vector(&self, dir: &ExactVector) -> (ExactVector, Exact) {
        match &self.rotation {
            None => (dir.clone(), Exact::ONE),
            Some((rows, n)) => (ExactVector::from_fn(|i| rows[i].dot(dir)), n.clone()),
        }
    }
    pub fn translation(&self) -> &ExactVector {
        &self.translation
    }
    /// A positive multiple of the direction whose image is `dir`.
    pub fn vector_back(&self, dir: &ExactVector) -> ExactVector {
        match &self.rotation {
            None => dir.clone(),
            Some((rows, _)) => {
                let [x, y, z] = &dir.xyz;
                let column = |i: usize| rows.each_ref().each(|row| &row.xyz[i]);
                ExactVector::from_fn(|i| {
                    let [a, b, c] = column(i);
                    Exact::sum([(a, x, false), (b, y, false), (c, z, false)])
                })
            }
        }
    }
}

fn rotation(q: &[Exact; 4]) -> ([ExactVector; 3], Exact) {
    let p = |i: usize, j: usize| &q[i] * &q[j];
    let twice = |x: Exact| &x + &x;
    let (ww, xx, yy, zz) = (p(0, 0), p(1, 1), p(2, 2), p(3, 3));
    let rows = [
        [&(&ww + &xx) - &(&yy + &zz), twice(&p(1, 2) - &p(0, 3)), twice(&p(1, 3) + &p(0, 2))],
        [twice(&p(1, 2) + &p(0, 3)), &(&ww + &yy) - &(&xx + &zz), twice(&p(2, 3) - &p(0, 1))],
        [twice(&p(1, 3) - &p(0, 2)), twice(&p(2, 3) + &p(0, 1)), &(&ww + &zz) - &(&xx + &yy)],
    ];
    (rows.each(|xyz| ExactVector { xyz }), &(&ww + &xx) + &(&yy + &zz))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose3, Rotor3, Vec3};

    #[test]
    fn the_exact_rotation_keeps_scalar_products_and_is_near_the_rounded_one() {
        let rotor = Rotor3::from_wxyz([0.3, -0.7, 0.2, 0.9]).unwrap();
        let pose = Pose3::new(rotor, Vec3::new(0.25, -3.5, 1.75)).unwrap();
        let exact = ExactPose::new(&pose).unwrap();
        let (p, q) = (Vec3::new(1.1, 0.2, -0.7), Vec3::new(-3.3, 0.7, 2.9));
        let image = exact.point(&ExactPoint::new(p));
        assert!((image.to_vector::<Vec3<f64>>() - pose.point(p)).max_abs() < 1e-14);
        // (R p)·q = p·(Rᵀq), where vector_back gives n Rᵀq and the image n R p + n t.
        let (_, n) = exact.rotation.as_ref().unwrap();
        let turned = &image.xyz - &ExactVector::new(pose.translation()).scale(n);
        let back = exact.vector_back(&ExactVector::new(q));
        assert_eq!(turned.dot(&ExactVector::new(q)), ExactVector::new(p).dot(&back));
        assert_eq!(turned.norm_squared(), &ExactVector::new(p).norm_squared() * &n.squared());
    }
}
