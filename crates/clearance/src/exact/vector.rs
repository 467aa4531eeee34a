//! Exact vectors, and points in homogeneous coordinates.

use core::ops::{Add, Neg, Sub};

use super::number::{Exact, Leading};
use crate::math::{Each, Real, Vector};

/// An exact vector; in the plane the third component is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactVector {
    /// Components.
    pub xyz: [Exact; 3],
}

/// An exact point in homogeneous coordinates: `xyz / w` with `w > 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactPoint {
    /// Numerators.
    pub xyz: ExactVector,
    /// The common denominator, positive.
    pub w: Exact,
}

impl ExactVector {
    /// The zero vector.
    pub const ZERO: Self = ExactVector { xyz: [Exact::ZERO; 3] };

    /// The vector whose component `i` is `component(i)`.
    pub fn from_fn(mut component: impl FnMut(usize) -> Exact) -> Self {
        ExactVector { xyz: [component(0), component(1), component(2)] }
    }
    /// The unit vector along axis `i`.
    pub fn axis(i: usize) -> Self {
        Self::from_fn(|j| if i == j { Exact::ONE } else { Exact::ZERO })
    }
    /// The vector of these floats.
    pub fn new<V: Vector>(v: V) -> Self {
        Self::from_fn(|i| if i < V::DIM { Exact::new(v[i]) } else { Exact::ZERO })
    }
    /// Scalar product.
    pub fn dot(&self, other: &Self) -> Exact {
        let ([a, b, c], [x, y, z]) = (&self.xyz, &other.xyz);
        Exact::sum([(a, x, false), (b, y, false), (c, z, false)])
    }
    /// Cross product.
    pub fn cross(&self, other: &Self) -> Self {
        let (a, b) = (&self.xyz, &other.xyz);
        let term = |i: usize, j: usize| Exact::sum([(&a[i], &b[j], false), (&a[j], &b[i], true)]);
        Self::from_fn(|i| term((i + 1) % 3, (i + 2) % 3))
    }
    /// The vector times a number.
    pub fn scale(&self, factor: &Exact) -> Self {
        Self::from_fn(|i| &self.xyz[i] * factor)
    }
    /// The vector, or its opposite.
    pub(crate) fn negated_if(self, negate: bool) -> Self {
        if negate { -self } else { self }
    }
    /// Squared length.
    pub fn norm_squared(&self) -> Exact {
        self.dot(self)
    }
    /// Whether all components are zero.
    pub fn is_zero(&self) -> bool {
        self.xyz.iter().all(Exact::is_zero)
    }

    /// The unit vector of this direction, each component correctly rounded; of the zero vector the first axis.
    pub fn unit<V: Vector>(&self) -> V {
        if self.is_zero() {
            return V::axis(0);
        }
        let squared = self.norm_squared();
        V::from_fn(|i| {
            let c = &self.xyz[i];
            let length: V::Scalar = c.squared().round_root(&squared, &Exact::ZERO).nearest;
            if c.sign() < 0 { -length } else { length }
        })
    }

    /// Whether a component has more than three limbs, so that rounding the direction first may pay.
    pub(crate) fn is_wide(&self) -> bool {
        self.xyz.iter().any(|c| c.limb_count() > 3)
    }

    /// `e` such that the largest component is in [2ᵉ, 2ᵉ⁺¹); 0 for the zero vector.
    pub(crate) fn exponent(&self) -> i64 {
        let components = self.xyz.iter().filter(|c| !c.is_zero());
        components.map(|c| c.leading().exponent).max().unwrap_or(0)
    }

    /// The direction with its largest component in [1, 2], every component within four roundings; tiny ones may vanish.
    pub(crate) fn approximate<V: Vector>(&self) -> V {
        let leading: [Leading; 3] = core::array::from_fn(|i| self.xyz[i].leading());
        let top = self.exponent();
        V::from_fn(|i| {
            let c = Leading { exponent: leading[i].exponent - top, ..leading[i] };
            // Below 2⁻²⁰⁰ (f64) or 2⁻⁶⁰ (f32) of the largest, a component is noise and its square would underflow.
            let negligible = c.exponent < if V::Scalar::UNIT.exponent() == -53 { -200 } else { -60 };
            let magnitude = if negligible { V::Scalar::ZERO } else { c.value() };
            if self.xyz[i].sign() < 0 { -magnitude } else { magnitude }
        })
    }
}

impl Add for &ExactVector {
    type Output = ExactVector;
    fn add(self, other: Self) -> ExactVector {
        ExactVector::from_fn(|i| &self.xyz[i] + &other.xyz[i])
    }
}

impl Sub for &ExactVector {
    type Output = ExactVector;
    fn sub(self, other: Self) -> ExactVector {
        ExactVector::from_fn(|i| &self.xyz[i] - &other.xyz[i])
    }
}

impl Neg for ExactVector {
    type Output = ExactVector;
    fn neg(self) -> ExactVector {
        ExactVector { xyz: self.xyz.each(|c| -c) }
    }
}

impl ExactPoint {
    /// The origin, over 1.
    pub const ORIGIN: Self = ExactPoint { xyz: ExactVector::ZERO, w: Exact::ONE };

    /// The point of these floats.
    pub fn new<V: Vector>(p: V) -> Self {
        ExactPoint { xyz: ExactVector::new(p), w: Exact::ONE }
    }
    /// The point moved by the vector to `other`.
    pub fn plus(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a + b)
    }
    /// The point moved by the opposite of the vector to `other`.
    pub fn minus(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a - b)
    }
    fn combine(&self, other: &Self, sum: impl Fn(&ExactVector, &ExactVector) -> ExactVector) -> Self {
        if self.w == other.w {
            return ExactPoint { xyz: sum(&self.xyz, &other.xyz), w: self.w.clone() };
        }
        ExactPoint { xyz: sum(&self.xyz.scale(&other.w), &other.xyz.scale(&self.w)), w: &self.w * &other.w }
    }
    /// How `dir · self` compares with `dir · other`.
    pub fn compare_along(&self, dir: &ExactVector, other: &Self) -> core::cmp::Ordering {
        let (a, b) = (dir.dot(&self.xyz), dir.dot(&other.xyz));
        if self.w == other.w {
            a.cmp(&b)
        } else {
            Exact::sum([(&a, &other.w, false), (&b, &self.w, true)]).sign().cmp(&0)
        }
    }
    /// The coordinates, each correctly rounded.
    pub fn to_vector<V: Vector>(&self) -> V {
        V::from_fn(|i| self.xyz.xyz[i].round_ratio(&self.w).nearest)
    }
}
