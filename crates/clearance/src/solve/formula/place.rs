//! A point and a box: the point's coordinates in the box's frame, limited to the box.

use crate::math::{Real, Vector};

/// Where a point lies in the frame of a box.
pub(super) struct Place<V: Vector> {
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
    /// The place of the point `c`, of which the signed distance errs by at most `error`.
    #[inline(always)]
    pub fn new(c: V, half: V, error: V::Scalar) -> Self {
        let nearest = V::from_fn(|i| c[i].max(-half[i]).min(half[i]));
        let beyond = c - nearest;
        let squared = beyond.norm_squared();
        if squared > V::Scalar::ZERO {
            let distance = squared.sqrt();
            let ends = (0..V::DIM).fold(0, |ends, i| ends | u32::from(c[i].abs() >= half[i]) << i);
            let outward = beyond * (V::Scalar::ONE / distance);
            return Place { nearest, ends, outward, distance, error, unique: true };
        }
        // Which face is the nearest is anybody's guess, so there is no branch for it: the least depth, the next one,
        // and whose it is.
        let depth = V::from_fn(|i| half[i] - c[i].abs());
        let (least, second) = (1..V::DIM).fold((depth[0], V::Scalar::INFINITY), |(least, second), i| {
            (least.min(depth[i]), second.min(least.max(depth[i])))
        });
        let equal = (0..V::DIM).fold(0, |equal, i| equal | u32::from(depth[i] == least) << i);
        let axis = equal & equal.wrapping_neg();
        let on = V::from_fn(|i| V::Scalar::flag(axis >> i & 1 == 1));
        // Also beyond the middle of the box, where the opposite end is as near; the other opposite ends are no nearer
        // than their own.
        let second = (0..V::DIM).fold(second, |second, i| second.min(half[i] + c[i].abs()));
        Place {
            nearest: V::from_fn(|i| (on[i] * half[i]).max(c[i].abs()).copysign(c[i])),
            ends: if least > V::Scalar::ZERO { axis } else { at_ends(depth) },
            outward: V::from_fn(|i| on[i].copysign(c[i])),
            distance: -least,
            error,
            unique: second - least > V::Scalar::TWO * error,
        }
    }

    /// The part of the box that holds the nearest point: its lowest corner, and a bit for each axis along which it
    /// extends, of which there are at most two.
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

    /// How many corners span the nearest point, which, and with what weights; without a branch, since the part of the
    /// box is anybody's guess. A weight is zero where the point rounds to one of a smaller part.
    #[inline(always)]
    pub fn corners(&self, half: V) -> (u8, [u32; 3], [V::Scalar; 3]) {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let (corner, free) = self.extent();
        // That of a flat side is no number, and `max` takes the other one.
        let parts = V::from_fn(|i| (V::Scalar::flag(free >> i & 1 == 1) * self.part(half, i)).max(zero));
        let (most, least) =
            (1..V::DIM).fold((parts[0], zero), |(most, least), i| (most.max(parts[i]), least.max(most.min(parts[i]))));
        let first = (0..V::DIM).fold(0, |first, i| first | u32::from(parts[i] == most) << i);
        let (some, more) = (u32::from(free != 0), u32::from(free & free.wrapping_sub(1) != 0));
        let corners = [corner, (corner | first & free) * some, (corner | free) * more];
        ((1 + some + more) as u8, corners, [one - most, most - least, least])
    }
}

/// The axes along which a point is at an end, or so little beyond that the square of it is zero; all of them, not only
/// the nearest one.
#[cold]
#[inline(never)]
fn at_ends<V: Vector>(depth: V) -> u32 {
    (0..V::DIM).fold(0, |ends, i| ends | u32::from(depth[i] <= V::Scalar::ZERO) << i)
}
