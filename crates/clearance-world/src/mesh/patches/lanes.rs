//! Four numbers at once, in arrays that compilers keep in vector registers.

use core::ops::{Add, Mul, Sub};

use clearance::Real;

/// Four numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four<T>(pub [T; 4]);

/// Four points or directions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four3<T> {
    pub x: Four<T>,
    pub y: Four<T>,
    pub z: Four<T>,
}

impl<T: Real> Four<T> {
    #[inline(always)]
    pub fn splat(value: T) -> Self {
        Four([value; 4])
    }

    #[inline(always)]
    pub fn map(self, of: impl Fn(T) -> T) -> Self {
        let [a, b, c, d] = self.0;
        Four([of(a), of(b), of(c), of(d)])
    }

    #[inline(always)]
    fn zip(self, other: Self, of: impl Fn(T, T) -> T) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Four([of(a, e), of(b, f), of(c, g), of(d, h)])
    }

    /// The nearest numbers between −1 and 1.
    #[inline(always)]
    pub fn clamped(self) -> Self {
        let below = self.map(|x| if x > -T::ONE { x } else { -T::ONE });
        below.map(|x| if x < T::ONE { x } else { T::ONE })
    }
}

impl Four<f32> {
    #[inline(always)]
    pub fn wide<T: Real>(self) -> Four<T> {
        let [a, b, c, d] = self.0;
        Four([a, b, c, d].map(|x| T::from_f64(x.into())))
    }

    /// One of the numbers, four times.
    #[inline(always)]
    pub fn repeated<T: Real>(self, lane: usize) -> Four<T> {
        Four::splat(T::from_f64(self.0[lane].into()))
    }
}

impl<T: Real> Add for Four<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}

impl<T: Real> Sub for Four<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}

impl<T: Real> Mul for Four<T> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
}

impl<T: Real> Four3<T> {
    #[inline(always)]
    pub fn splat([x, y, z]: [T; 3]) -> Self {
        Four3 { x: Four::splat(x), y: Four::splat(y), z: Four::splat(z) }
    }

    #[inline(always)]
    pub fn dot(&self, other: &Self) -> Four<T> {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub fn cross(&self, other: &Self) -> Self {
        Four3 {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    #[inline(always)]
    pub fn times(self, factor: Four<T>) -> Self {
        Four3 { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

impl Four3<f32> {
    #[inline(always)]
    pub fn wide<T: Real>(&self) -> Four3<T> {
        Four3 { x: self.x.wide(), y: self.y.wide(), z: self.z.wide() }
    }

    #[inline(always)]
    pub fn repeated<T: Real>(&self, lane: usize) -> Four3<T> {
        Four3 { x: self.x.repeated(lane), y: self.y.repeated(lane), z: self.z.repeated(lane) }
    }

    pub fn put(&mut self, lane: usize, [x, y, z]: [f32; 3]) {
        (self.x.0[lane], self.y.0[lane], self.z.0[lane]) = (x, y, z);
    }
}

impl<T: Real> Add for Four3<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Four3 { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl<T: Real> Sub for Four3<T> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Four3 { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}
