//! Vectors of the oracles: three components; in the plane the third is zero.

use std::ops::{Add, Mul, Neg, Sub};

use clearance::{Real, Vector};

use crate::number::Number;

/// A point or direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triple<N>(pub [N; 3]);

impl<N: Number> Triple<N> {
    /// The null vector.
    pub fn zero() -> Self {
        Triple([N::new(0.0); 3])
    }
    /// The unit vector along axis `i`.
    pub fn axis(i: usize) -> Self {
        Triple(std::array::from_fn(|j| N::new(if i == j { 1.0 } else { 0.0 })))
    }
    /// Two or three numbers, exactly.
    pub fn from_slice(components: &[f64]) -> Self {
        Triple(std::array::from_fn(|i| N::new(components.get(i).copied().unwrap_or(0.0))))
    }
    /// A vector of the crate under test, exactly.
    pub fn from_vector<V: Vector>(v: V) -> Self {
        Triple(std::array::from_fn(|i| N::new(if i < V::DIM { v[i].to_f64() } else { 0.0 })))
    }
    /// Scalar product.
    pub fn dot(self, other: Self) -> N {
        let (a, b) = (self.0, other.0);
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }
    /// Vector product.
    pub fn cross(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        let minor = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
        Triple([minor(1, 2), minor(2, 0), minor(0, 1)])
    }
    /// The vector turned by 90° in the plane.
    pub fn perpendicular(self) -> Self {
        Triple([-self.0[1], self.0[0], N::new(0.0)])
    }
    /// Length.
    pub fn norm(self) -> N {
        self.dot(self).sqrt()
    }
    /// The vector divided by its length, whatever that is; the first axis for the null vector.
    pub fn unit(self) -> Self {
        let largest = self.max_abs().value();
        if largest < f64::MIN_POSITIVE {
            return Self::axis(0);
        }
        let scaled = self * N::new(1.0 / largest);
        scaled * (N::new(1.0) / scaled.norm())
    }
    /// The largest absolute component.
    pub fn max_abs(self) -> N {
        self.0.into_iter().map(N::abs).fold(N::new(0.0), N::max)
    }
    /// Rounded to `f64`.
    pub fn value(self) -> Triple<f64> {
        Triple(self.0.map(N::value))
    }
    /// The triple in another precision.
    pub fn cast<M: Number>(self) -> Triple<M> {
        Triple(self.0.map(|c| M::new(c.value())))
    }
}

impl<N: Number> Add for Triple<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Triple(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl<N: Number> Sub for Triple<N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Triple(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

impl<N: Number> Neg for Triple<N> {
    type Output = Self;
    fn neg(self) -> Self {
        Triple(self.0.map(|c| -c))
    }
}

impl<N: Number> Mul<N> for Triple<N> {
    type Output = Self;
    fn mul(self, factor: N) -> Self {
        Triple(self.0.map(|c| c * factor))
    }
}
