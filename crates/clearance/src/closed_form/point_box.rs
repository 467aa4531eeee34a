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
    /// The axes along which that point is at an end of the box.
    ends: [bool; 3],
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
        let mut ends = [false; 3];
        for (i, end) in ends.iter_mut().enumerate().take(V::DIM) {
            *end = c[i].abs() >= half[i];
        }
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
        ends[axis] = true;
        let end = half[axis].copysign(c[axis]);
        Place {
            nearest: V::from_fn(|i| if i == axis { end } else { nearest[i] }),
            ends,
            outward: V::axis(axis) * V::Scalar::ONE.copysign(c[axis]),
            distance: -depth(axis),
            error,
            unique: second - depth(axis) > V::Scalar::TWO * error,
        }
    }

    /// Names the corners of the box that span the nearest point.
    #[inline(always)]
    pub fn name(&self, half: V, mut told: impl FnMut(u32, V::Scalar)) {
        let mut corner = 0;
        let mut free = [0; 2];
        let mut count = 0;
        for i in 0..V::DIM {
            if self.ends[i] {
                corner |= u32::from(!self.nearest[i].is_negative()) << i;
            } else if count < 2 {
                free[count] = i;
                count += 1;
            }
        }
        let part = |i: usize| V::Scalar::HALF + V::Scalar::HALF * (self.nearest[i] / half[i]);
        let [i, j] = free;
        match count {
            0 => told(corner, V::Scalar::ONE),
            1 => {
                told(corner, V::Scalar::ONE - part(i));
                told(corner | 1 << i, part(i));
            }
            _ => {
                let at = |s: bool, t: bool| corner | u32::from(s) << i | u32::from(t) << j;
                in_parallelogram(at, part(i), part(j), told);
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
