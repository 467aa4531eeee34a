//! Vectors and square matrices of the plane and of space.
//!
//! [`Vector`] is the one bound through which the algorithms see scalar and dimension at once.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Index, Mul, Neg, Sub};

use super::real::Real;
use super::rotor::Rotor;

/// A vector of the plane or of space: `Vec2<f32>`, `Vec2<f64>`, `Vec3<f32>` or `Vec3<f64>`.
pub trait Vector:
    Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<Self::Scalar, Output = Self>
    + Index<usize, Output = Self::Scalar>
{
    /// `f32` or `f64`.
    type Scalar: Real;
    /// A linear map.
    type Matrix: Matrix<Self>;
    /// An unnormalised quaternion (in the plane: complex number) that stands for a rotation.
    type Rotor: Rotor<Self>;
    /// 2 or 3.
    const DIM: usize;
    /// The zero vector.
    const ZERO: Self;

    /// The vector whose component `i` is `component(i)`.
    fn from_fn(component: impl FnMut(usize) -> Self::Scalar) -> Self;
    /// Scalar product; the terms are added from the first to the last component.
    fn dot(self, other: Self) -> Self::Scalar;
    /// The product component by component.
    fn scaled_by(self, other: Self) -> Self;
    /// The component-wise absolute value.
    fn abs(self) -> Self;
    /// The largest absolute component.
    fn max_abs(self) -> Self::Scalar;
    /// Whether no component is infinite or NaN.
    fn is_finite(self) -> bool;

    /// Squared length.
    #[inline]
    fn norm_squared(self) -> Self::Scalar {
        self.dot(self)
    }
    /// Length; may overflow or underflow where the square does.
    #[inline]
    fn norm(self) -> Self::Scalar {
        self.dot(self).sqrt()
    }
    /// The unit vector along axis `i`.
    #[inline]
    fn axis(i: usize) -> Self {
        Self::from_fn(|j| if i == j { Self::Scalar::ONE } else { Self::Scalar::ZERO })
    }
    /// The vector divided by its length, whatever its magnitude; the first axis for the zero vector.
    #[inline]
    fn normalized(self) -> Self {
        let squared = self.norm_squared();
        // Where no term of the square that matters has left the range of normal numbers.
        let low = Self::Scalar::SMALLEST / (Self::Scalar::UNIT * Self::Scalar::UNIT);
        if squared > low && squared < Self::Scalar::ONE / low {
            return self * (Self::Scalar::ONE / squared.sqrt());
        }
        normalized_extreme(self)
    }
}

/// [`Vector::normalized`] where the square may be no normal number.
#[cold]
#[inline(never)]
fn normalized_extreme<V: Vector>(v: V) -> V {
    let largest = v.max_abs();
    if largest == V::Scalar::ZERO {
        return V::axis(0);
    }
    // Two exact powers of two, since the inverse of a subnormal number's scale is not representable in one.
    let e = -largest.exponent();
    let scaled = v * V::Scalar::power_of_two(e / 2) * V::Scalar::power_of_two(e - e / 2);
    let scaled = if largest < V::Scalar::SMALLEST { scaled * (V::Scalar::ONE / scaled.max_abs()) } else { scaled };
    scaled * (V::Scalar::ONE / scaled.norm())
}

/// A linear map of [`Vector`]s, stored by columns.
pub trait Matrix<V: Vector>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The map that changes nothing.
    const IDENTITY: Self;
    /// Nothing but zeros.
    const ZERO: Self;
    /// The map whose column `i` is `column(i)`.
    fn from_columns(column: impl FnMut(usize) -> V) -> Self;
    /// Column `i`, the image of axis `i`.
    fn column(&self, i: usize) -> V;
    /// `M x`.
    fn apply(&self, x: V) -> V;
    /// `Mᵀ x`.
    fn apply_transpose(&self, x: V) -> V;
    /// `M N`.
    #[inline]
    fn compose(&self, other: &Self) -> Self {
        Self::from_columns(|i| self.apply(other.column(i)))
    }
    /// The map times a number.
    #[inline]
    fn scale(&self, factor: V::Scalar) -> Self {
        Self::from_columns(|i| self.column(i) * factor)
    }
    /// The square root of the sum of the squared entries: `|M x| ≤ frobenius |x|`.
    fn frobenius(&self) -> V::Scalar {
        let mut largest = V::Scalar::ZERO;
        for i in 0..V::DIM {
            largest = largest.max(self.column(i).max_abs());
        }
        if largest == V::Scalar::ZERO {
            return largest;
        }
        let mut sum = V::Scalar::ZERO;
        for i in 0..V::DIM {
            sum += V::from_fn(|j| self.column(i)[j] / largest).norm_squared();
        }
        largest * sum.sqrt()
    }
}

/// A vector of the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2<T> {
    /// First component.
    pub x: T,
    /// Second component.
    pub y: T,
}

/// A vector of space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3<T> {
    /// First component.
    pub x: T,
    /// Second component.
    pub y: T,
    /// Third component.
    pub z: T,
}

/// A linear map of the plane, stored by columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mat2<T> {
    columns: [Vec2<T>; 2],
}

/// A linear map of space, stored by columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mat3<T> {
    columns: [Vec3<T>; 3],
}

impl<T: Real> Vec2<T> {
    /// The vector with these components.
    #[inline]
    pub const fn new(x: T, y: T) -> Self {
        Vec2 { x, y }
    }
    /// `x` of the cross product: the signed area of the parallelogram.
    #[inline]
    pub fn cross(self, other: Self) -> T {
        self.x * other.y - self.y * other.x
    }
    /// The vector turned by +90°.
    #[inline]
    pub fn perpendicular(self) -> Self {
        Vec2::new(-self.y, self.x)
    }
}

impl<T: Real> Vec3<T> {
    /// The vector with these components.
    #[inline]
    pub const fn new(x: T, y: T, z: T) -> Self {
        Vec3 { x, y, z }
    }
    /// Cross product.
    #[inline]
    pub fn cross(self, other: Self) -> Self {
        Vec3::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }
    /// A vector perpendicular to this one, longer than half its length; the zero vector for the zero vector.
    #[inline]
    pub fn any_perpendicular(self) -> Self {
        let a = self.abs();
        if a.x <= a.y && a.x <= a.z {
            self.cross(Self::axis(0))
        } else if a.y <= a.z {
            self.cross(Self::axis(1))
        } else {
            self.cross(Self::axis(2))
        }
    }
}

macro_rules! vector {
    ($v:ident, $m:ident, $rotor:ident, $dim:tt, [$($f:ident $i:tt),+]) => {
        impl<T: Real> Vector for $v<T> {
            type Scalar = T;
            type Matrix = $m<T>;
            type Rotor = super::rotor::$rotor<T>;
            const DIM: usize = $dim;
            const ZERO: Self = $v { $($f: T::ZERO),+ };

            #[inline]
            fn from_fn(mut component: impl FnMut(usize) -> T) -> Self {
                $v { $($f: component($i)),+ }
            }
            #[inline]
            fn dot(self, other: Self) -> T {
                vector!(@sum $(self.$f * other.$f),+)
            }
            #[inline]
            fn scaled_by(self, other: Self) -> Self {
                $v { $($f: self.$f * other.$f),+ }
            }
            #[inline]
            fn abs(self) -> Self {
                $v { $($f: self.$f.abs()),+ }
            }
            #[inline]
            fn max_abs(self) -> T {
                T::ZERO$(.max(self.$f.abs()))+
            }
            #[inline]
            fn is_finite(self) -> bool {
                $(self.$f.is_finite())&&+
            }
        }
        impl<T: Real> Matrix<$v<T>> for $m<T> {
            const IDENTITY: Self = {
                let mut identity = Self::ZERO;
                $(identity.columns[$i].$f = T::ONE;)+
                identity
            };
            const ZERO: Self = $m { columns: [$v::ZERO; $dim] };
            #[inline]
            fn from_columns(mut column: impl FnMut(usize) -> $v<T>) -> Self {
                $m { columns: [$(column($i)),+] }
            }
            #[inline]
            fn column(&self, i: usize) -> $v<T> {
                self.columns[i]
            }
            #[inline]
            fn apply(&self, x: $v<T>) -> $v<T> {
                vector!(@sum $(self.columns[$i] * x.$f),+)
            }
            #[inline]
            fn apply_transpose(&self, x: $v<T>) -> $v<T> {
                $v { $($f: self.columns[$i].dot(x)),+ }
            }
        }
        impl<T: Real> Add for $v<T> {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                $v { $($f: self.$f + other.$f),+ }
            }
        }
        impl<T: Real> AddAssign for $v<T> {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }
        impl<T: Real> Sub for $v<T> {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                $v { $($f: self.$f - other.$f),+ }
            }
        }
        impl<T: Real> Neg for $v<T> {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                $v { $($f: -self.$f),+ }
            }
        }
        impl<T: Real> Mul<T> for $v<T> {
            type Output = Self;
            #[inline]
            fn mul(self, factor: T) -> Self {
                $v { $($f: self.$f * factor),+ }
            }
        }
        impl<T> Index<usize> for $v<T> {
            type Output = T;
            #[inline]
            fn index(&self, i: usize) -> &T {
                match i {
                    $($i => &self.$f,)+
                    _ => panic!("component {i} of a vector of {} components", $dim),
                }
            }
        }
        impl<T> From<[T; $dim]> for $v<T> {
            #[inline]
            fn from([$($f),+]: [T; $dim]) -> Self {
                $v { $($f),+ }
            }
        }
        impl<T> From<$v<T>> for [T; $dim] {
            #[inline]
            fn from(v: $v<T>) -> Self {
                [$(v.$f),+]
            }
        }
    };
    (@sum $first:expr $(, $rest:expr)*) => { $first $(+ $rest)* };
}

vector!(Vec2, Mat2, Rotor2, 2, [x 0, y 1]);
vector!(Vec3, Mat3, Rotor3, 3, [x 0, y 1, z 2]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalized_survives_every_magnitude() {
        for e in [-1074, -1060, -1000, -300, 0, 300, 1000] {
            let scale = 2f64.powi(e / 2) * 2f64.powi(e - e / 2);
            let v = Vec3::new(3.0 * scale, 4.0 * scale, 0.0).normalized();
            assert!((v.norm() - 1.0).abs() < 1e-15 && (v.x - 0.6).abs() < 1e-15, "{e}: {v:?}");
        }
        assert_eq!(Vec2::<f64>::ZERO.normalized(), Vec2::new(1.0, 0.0));
    }

    #[test]
    fn transpose_is_the_adjoint() {
        let m = Mat3::from_columns(|i| Vec3::new(i as f64 + 1.5, 2.0 - i as f64, 0.25 * i as f64));
        let (x, y) = (Vec3::new(1.0, -2.0, 4.0), Vec3::new(0.5, 3.0, -1.0));
        assert_eq!(m.apply(x).dot(y), x.dot(m.apply_transpose(y)));
    }
}
