//! A point and a box: the point's coordinates in the box's frame, limited to the box.
//!
//! The coordinates err by no more than the points of the difference do, and by the error `ρ` of the rotation once more over the
//! distance of the point where it is the box that is turned: `plane_error + ρS` covers both, and the four roundings of a length.

use super::{Bounds, Found};
use crate::difference::Difference;
use crate::gjk::{Weighted, in_parallelogram};
use crate::math::{Matrix, Real, Vector};
use crate::support::Support;

/// The bounds alone.
pub(super) fn bounds_point_box<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    a: V,
    half: V,
) -> Bounds<V::Scalar> {
    let c = m.turn().apply_transpose(a * m.scale - m.scaled_offset());
    Place::new(c, half * m.scale, error(m)).bounds()
}

/// The bounds alone.
pub(super) fn bounds_box_point<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    half: V,
    b: V,
) -> Bounds<V::Scalar> {
    Place::new(m.scaled_b_in_a(b), half * m.scale, error(m)).bounds()
}

pub(super) fn point_box<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    a: V,
    half: V,
) -> Option<Found<V>> {
    let c = m.turn().apply_transpose(a * m.scale - m.scaled_offset());
    let place = Place::new(c, half * m.scale, error(m));
    let mut sum = Weighted::of(V::ZERO, a, place.nearest * m.unscale);
    place.name(half * m.scale, |corner, weight| sum.name([0, corner], weight));
    let outward = m.turn().apply(place.outward);
    Some(place.found(-outward, sum))
}

pub(super) fn box_point<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    half: V,
    b: V,
) -> Option<Found<V>> {
    let place = Place::new(m.scaled_b_in_a(b), half * m.scale, error(m));
    let mut sum = Weighted::of(V::ZERO, place.nearest * m.unscale, b);
    place.name(half * m.scale, |corner, weight| sum.name([corner, 0], weight));
    let outward = place.outward;
    Some(place.found(outward, sum))
}

/// By how much the signed distance errs.
#[inline]
fn error<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(m: &Difference<'_, V, A, B>) -> V::Scalar {
    m.plane_error + m.rotation_error * m.size
}

/// Where a point lies in the frame of a box.
pub(crate) struct Place<V: Vector> {
    /// The point of the boundary nearest to it.
    pub nearest: V,
    /// A bit for each axis along which that point is at an end of the box.
    ends: u32,
    /// Unit, out of the box.
    pub outward: V,
    /// Negative inside.
    pub distance: V::Scalar,
    pub error: V::Scalar,
    pub unique: bool,
}

impl<V: Vector> Place<V> {
    /// Of the point `c`, of which the signed distance errs by at most `error`.
    #[inline(always)]
    pub fn new(c: V, half: V, error: V::Scalar) -> Self {
        let ends = (0..V::DIM).fold(0, |ends, i| ends | u32::from(c[i].abs() >= half[i]) << i);
        let nearest = V::from_fn(|i| c[i].max(-half[i]).min(half[i]));
        let beyond = c - nearest;
        let squared = beyond.norm_squared();
        if squared > V::Scalar::ZERO {
            let distance = squared.sqrt();
            let outward = beyond * (V::Scalar::ONE / distance);
            return Place { nearest, ends, outward, distance, error, unique: true };
        }
        let depth = |i: usize| half[i] - c[i].abs();
        let axis = (1..V::DIM).fold(0, |best, i| if depth(i) < depth(best) { i } else { best });
        let others = (0..V::DIM).filter(|&i| i != axis);
        let second = others.fold(V::Scalar::INFINITY, |least, i| least.min(depth(i)));
        // Also beyond the middle of the box, where the opposite end is as near.
        let second = second.min(half[axis] + c[axis].abs());
        let end = half[axis].copysign(c[axis]);
        Place {
            nearest: V::from_fn(|i| if i == axis { end } else { nearest[i] }),
            ends: ends | 1 << axis,
            outward: V::axis(axis) * V::Scalar::ONE.copysign(c[axis]),
            distance: -depth(axis),
            error,
            unique: second - depth(axis) > V::Scalar::TWO * error,
        }
    }

    /// The part of the box that holds the nearest point: its lowest corner, and a bit for each axis along which it extends, of which
    /// there are at most two.
    #[inline(always)]
    pub fn extent(&self) -> (u32, u32) {
        let upper = (0..V::DIM).fold(0, |upper, i| upper | u32::from(!self.nearest[i].is_negative()) << i);
        (upper & self.ends, !self.ends & ((1 << V::DIM) - 1))
    }

    /// The place of the nearest point along an axis of the box: 0 at the lower end, 1 at the upper one.
    #[inline(always)]
    pub fn part(&self, half: V, i: usize) -> V::Scalar {
        V::Scalar::HALF + V::Scalar::HALF * (self.nearest[i] / half[i])
    }

    /// Names the corners of the box that span the nearest point.
    #[inline(always)]
    pub fn name(&self, half: V, mut told: impl FnMut(u32, V::Scalar)) {
        let (corner, free) = self.extent();
        let [i, j] = two_bits(free);
        match bit_count(free) {
            0 => told(corner, V::Scalar::ONE),
            1 => {
                let part = self.part(half, i);
                told(corner, V::Scalar::ONE - part);
                told(corner | free, part);
            }
            _ => {
                let at = |s: bool, t: bool| corner | u32::from(s) << i | u32::from(t) << j;
                in_parallelogram(at, self.part(half, i), self.part(half, j), told);
            }
        }
    }

    #[inline]
    fn bounds(&self) -> Bounds<V::Scalar> {
        Bounds { lower: self.distance - self.error, upper: self.distance + self.error }
    }

    #[inline]
    fn found(&self, normal: V, sum: Weighted<V>) -> Found<V> {
        let Bounds { lower, upper } = self.bounds();
        Found { normal, distance: self.distance, lower, upper, sum, unique: self.unique }
    }
}

/// None, one, or 2 for more.
#[inline(always)]
pub(crate) fn bit_count(bits: u32) -> u32 {
    u32::from(bits != 0) + u32::from(bits & bits.wrapping_sub(1) != 0)
}

/// The numbers of the lowest bit and of the highest one, at most 2; some number if there is none.
#[inline(always)]
pub(crate) fn two_bits(bits: u32) -> [usize; 2] {
    // Of 1, 2, 3, 4, 5 and 6.
    [usize::from(bits & 1 == 0) + usize::from(bits & 3 == 0), (bits >> 1).min(2) as usize]
}
