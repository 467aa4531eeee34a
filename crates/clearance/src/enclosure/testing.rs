//! Exact rationals for the tests of enclosures.

use dashu_ratio::RBig;

use crate::math::{Matrix, Pose3, Rotor3, Vec3, sin_cos};
use crate::random::Random;

/// A number, exactly.
pub(super) fn q(x: f64) -> RBig {
    RBig::try_from(x).unwrap()
}

/// A vector of rationals.
#[derive(Clone, Debug)]
pub(super) struct Wide3([RBig; 3]);

impl From<Vec3<f64>> for Wide3 {
    fn from(v: Vec3<f64>) -> Self {
        Wide3([q(v.x), q(v.y), q(v.z)])
    }
}

impl Wide3 {
    pub fn dot(&self, v: &Vec3<f64>) -> RBig {
        (0..3).fold(RBig::ZERO, |sum, k| sum + &self.0[k] * q(v[k]))
    }
    /// The scalar product of two vectors of rationals.
    pub fn times(&self, other: &Self) -> RBig {
        (0..3).fold(RBig::ZERO, |sum, k| sum + &self.0[k] * &other.0[k])
    }
    /// How many times this is longer than a parallel vector.
    pub fn scale_of(&self, v: Vec3<f64>) -> RBig {
        let k = (0..3).find(|&k| v[k] != 0.0).unwrap();
        &self.0[k] / q(v[k])
    }
    pub fn minus(&self, other: &Self) -> Self {
        Wide3([0, 1, 2].map(|k| &self.0[k] - &other.0[k]))
    }
    pub fn plus(&self, v: Vec3<f64>) -> Self {
        Wide3([0, 1, 2].map(|k| &self.0[k] + q(v[k])))
    }
    pub fn squared(&self) -> RBig {
        self.0.iter().fold(RBig::ZERO, |sum, x| sum + x * x)
    }
    /// The vector with length 1 to some 40 digits.
    pub fn unit(&self) -> Self {
        let squared = self.squared();
        // Scaled by a power of two to a square near 1, so that the root of its rounding is a good start for Newton's
        // steps.
        let mut scale = RBig::ONE;
        let big = RBig::from(4u8);
        let mut near = squared.clone();
        while near > big {
            near /= RBig::from(1u64 << 40);
            scale /= RBig::from(1u32 << 20);
        }
        while &near * &big < RBig::ONE {
            near *= RBig::from(4u8);
            scale *= RBig::from(2u8);
        }
        let mut root = q(near.to_f64().value().sqrt());
        for _ in 0..2 {
            root = (&root + &near / &root) / RBig::from(2u8);
        }
        Wide3([0, 1, 2].map(|k| &self.0[k] * &scale / &root))
    }
    /// The image under the matrix of a pose.
    pub fn mapped(&self, pose: &Pose3<f64>) -> Self {
        Wide3([0, 1, 2].map(|k| (0..3).fold(RBig::ZERO, |sum, i| sum + q(pose.matrix().column(i)[k]) * &self.0[i])))
    }
    /// The image under the transposed matrix.
    pub fn mapped_back(&self, pose: &Pose3<f64>) -> Self {
        Wide3([0, 1, 2].map(|k| (0..3).fold(RBig::ZERO, |sum, i| sum + q(pose.matrix().column(k)[i]) * &self.0[i])))
    }
}

/// The pose whose exact map is the matrix and the translation that it holds, so that rounding is all that is left.
pub(super) fn as_map(pose: &Pose3<f64>) -> Pose3<f64> {
    Pose3::computed(*pose.matrix(), pose.translation(), 0.0, 0.0)
}

/// A pose, one that is turned against it by `angle` about the third axis, and by how much the image of a point may
/// differ for each unit of its length.
pub(super) fn turned(angle: f64) -> (Pose3<f64>, Pose3<f64>, f64) {
    let at = |angle: f64| {
        let (sin, cos) = sin_cos(0.5 * angle);
        let rotor = Rotor3::from_wxyz([cos, 0.0, 0.0, sin]).unwrap();
        Pose3::new(rotor, Vec3::new(0.0, 0.0, 0.0)).unwrap()
    };
    (at(0.0), at(angle), 2.0 * sin_cos(0.5 * angle).0 * (1.0 + 1e-12))
}

impl Random {
    /// Components in (−1, 1).
    pub(super) fn vector(&mut self) -> Vec3<f64> {
        Vec3::new(self.unit(), self.unit(), self.unit())
    }
    /// A turned pose with a translation of at most `far` along each axis.
    pub(super) fn pose(&mut self, far: f64) -> Pose3<f64> {
        let rotor = Rotor3::from_wxyz([self.unit(), self.unit(), self.unit(), self.unit()]).unwrap();
        Pose3::new(rotor, self.vector() * far).unwrap()
    }
}
