//! The input points, checked, and brought into a box of size 1 for the floating-point filters.
//!
//! The combinatorics of a hull do not change under axis-wise scaling and translation. So every axis is scaled by its
//! own power of two: slivers along the axes and coordinates of any magnitude cost no exact arithmetic.

use alloc::vec::Vec;

use crate::error::ShapeError;
use crate::exact::{orient2d, orient3d};
use crate::math::{Each, Real, Vec2, Vec3, Vector};

/// Magnitudes up to `2^±250` leave the filters of the exact signs effective.
const COMFORTABLE: i32 = 250;

/// Points of space; points of the plane have `z = 0`.
pub(super) struct Cloud {
    /// The points, up to an exact scaling of the axes.
    exact: Vec<Vec3<f64>>,
    /// The points moved and scaled into `[−1, 1]³`, each coordinate within [`Cloud::NEAR_ERROR`].
    near: Vec<Vec3<f64>>,
    flat_axes: [bool; 3],
}

impl Cloud {
    /// One rounded subtraction of magnitude at most 1.
    pub const NEAR_ERROR: f64 = f64::UNIT;

    pub fn new<V: Vector>(points: &[V]) -> Result<Self, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty { what: "point set of a hull" });
        }
        // u32::MAX stands for "none".
        let limit = u32::MAX as usize - 1;
        if points.len() > limit {
            return Err(ShapeError::TooMany { what: "point set of a hull", count: points.len(), limit });
        }
        let mut exact = Vec::with_capacity(points.len());
        for &point in points {
            let point = ShapeError::check_point("hull point coordinate", point)?;
            exact.push(lifted(point));
        }
        Ok(Self::normalized(exact))
    }

    fn normalized(mut exact: Vec<Vec3<f64>>) -> Self {
        let (low, high) = bounding_box(&exact);
        scale_to_comfort(&mut exact, &low, &high);
        let (low, high) = bounding_box(&exact);
        let center = low * 0.5 + high * 0.5;
        let extent = <Vec3<f64> as Vector>::from_fn(|k| (high[k] - center[k]).max(center[k] - low[k]));
        let factors = [0, 1, 2].each(|k| two_factors(-1 - extent[k].exponent()));
        let near = exact.iter().map(|&p| {
            let p = p - center;
            <Vec3<f64> as Vector>::from_fn(|k| p[k] * factors[k].0 * factors[k].1)
        });
        let near = near.collect();
        Cloud { exact, near, flat_axes: [0, 1, 2].each(|k| low[k] == high[k]) }
    }

    pub fn len(&self) -> u32 {
        self.exact.len() as u32
    }
    pub fn ids(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.len()
    }
    pub fn near(&self, id: u32) -> Vec3<f64> {
        self.near[id as usize]
    }
    /// The point up to an exact scaling of the axes.
    pub fn exact(&self, id: u32) -> Vec3<f64> {
        self.exact[id as usize]
    }
    /// Whether all points have the same coordinate along one of the axes.
    pub fn is_flat(&self) -> bool {
        self.flat_axes.contains(&true)
    }
    /// The exact side of `d` from the plane of `a`, `b`, `c`.
    pub fn orient(&self, [a, b, c]: [u32; 3], d: u32) -> i8 {
        orient3d(self.exact(a), self.exact(b), self.exact(c), self.exact(d))
    }
    /// The sign of the turn in the projection along `axis`.
    pub fn orient_along(&self, axis: usize, [a, b, c]: [u32; 3]) -> i8 {
        let flat = |id| self.projected(axis, id);
        orient2d(flat(a), flat(b), flat(c))
    }
    /// A point as it is seen from the positive end of `axis`.
    pub fn projected(&self, axis: usize, id: u32) -> Vec2<f64> {
        let p = self.exact(id);
        Vec2::new(p[(axis + 1) % 3], p[(axis + 2) % 3])
    }
}

/// A point in space and double precision, exactly.
pub(crate) fn lifted<V: Vector>(point: V) -> Vec3<f64> {
    <Vec3<f64> as Vector>::from_fn(|k| if k < V::DIM { point[k].to_f64() } else { 0.0 })
}

pub(super) fn bounding_box(points: &[Vec3<f64>]) -> (Vec3<f64>, Vec3<f64>) {
    let mut low = points[0];
    let mut high = points[0];
    for p in points {
        low = Vec3::new(low.x.min(p.x), low.y.min(p.y), low.z.min(p.z));
        high = Vec3::new(high.x.max(p.x), high.y.max(p.y), high.z.max(p.z));
    }
    (low, high)
}

/// Scales axes of uncomfortable magnitude, unless that would lose bits.
fn scale_to_comfort(points: &mut [Vec3<f64>], low: &Vec3<f64>, high: &Vec3<f64>) {
    let mut factors = [(1.0, 1.0); 3];
    for (k, factor) in factors.iter_mut().enumerate() {
        let e = low[k].abs().max(high[k].abs()).exponent();
        let (first, second) = two_factors(-e);
        let lossless = |x: f64| x == 0.0 || (x * first * second).abs() >= f64::SMALLEST;
        if e.abs() > COMFORTABLE && points.iter().all(|p| lossless(p[k])) {
            *factor = (first, second);
        }
    }
    if factors.iter().any(|&factor| factor != (1.0, 1.0)) {
        for p in points {
            *p = <Vec3<f64> as Vector>::from_fn(|k| p[k] * factors[k].0 * factors[k].1);
        }
    }
}

/// `2ᵉ` as a product, since it may exceed the range of the scalar.
pub(super) fn two_factors(e: i32) -> (f64, f64) {
    (f64::power_of_two(e / 2), f64::power_of_two(e - e / 2))
}
