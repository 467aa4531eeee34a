//! A segment that meets a box, by the axes of their difference: three of the box and three across it and the segment.
//!
//! With the middle `m` and the half vector `e` of the segment, the gap along a unit `n` is `|n·m| − |n·e| − Σ|nᵢ|hᵢ`;
//! the depth is minus the largest.
//!
//! **Rounding.** A difference of ends errs by `u|d|`, which turns an axis `n = d × eᵢ` by `u|d|/|n|`; the gap changes
//! by as many sizes twice, and its own products round by ten times as much at most. Nearly parallel axes are not left
//! out: turned by their angle `θ` about its middle the segment is parallel to the edge and the faces decide, so the gap
//! exceeds those of all faces by at most `θ|d| ≤ 2|n|`.

use super::{Near, PlacedSegment};
use crate::closed_form::Bracket;
use crate::math::{Real, Vector};

/// A gap and its axis: that of a face, or across the segment and an edge.
#[derive(Clone, Copy)]
struct AxisGap<T> {
    gap: T,
    axis: usize,
    across: bool,
}

impl<V: Vector> PlacedSegment<V> {
    /// The depth, of cores of space.
    pub(super) fn overlapping(&self) -> Option<Near<V>> {
        if V::DIM != 3 {
            return None;
        }
        let middle = (self.ends[0] + self.ends[1]) * V::Scalar::HALF;
        let d = self.ends[1] - self.ends[0];
        let low = -V::Scalar::INFINITY;
        let (mut best, mut second, mut upper) = (AxisGap { gap: low, axis: 0, across: false }, low, low);
        let mut offer = |found: AxisGap<V::Scalar>, best: &mut AxisGap<V::Scalar>| {
            if found.gap > best.gap {
                (second, *best) = (best.gap, found);
            } else {
                second = second.max(found.gap);
            }
        };
        for axis in 0..3 {
            let gap = middle[axis].abs() - V::Scalar::HALF * d[axis].abs() - self.half[axis];
            upper = upper.max(gap + self.error);
            offer(AxisGap { gap, axis, across: false }, &mut best);
        }
        let (faces, length) = (upper, d.norm());
        for axis in 0..3 {
            let (k, l) = ((axis + 1) % 3, (axis + 2) % 3);
            let squared = d[k] * d[k] + d[l] * d[l];
            if squared == V::Scalar::ZERO {
                continue;
            }
            let norm = squared.sqrt();
            let inverse = V::Scalar::ONE / norm;
            let height = (middle[k] * d[l] - middle[l] * d[k]).abs();
            let gap = (height - (self.half[k] * d[l].abs() + self.half[l] * d[k].abs())) * inverse;
            let error = self.error + V::Scalar::from_f64(16.0) * V::Scalar::UNIT * self.size * (length * inverse);
            upper = upper.max((gap + error).min(faces + V::Scalar::TWO * norm));
            offer(AxisGap { gap, axis, across: true }, &mut best);
        }
        let mut near =
            if best.across { self.under_edge(best.axis, middle, d)? } else { self.under_face(best.axis, middle, d)? };
        let lower = best.gap - self.error;
        // Twice what the bounds of any answer are apart: an axis of a short cross product is left to growth.
        if !(upper - lower <= V::Scalar::from_f64(4.0) * self.error) {
            return None;
        }
        near.unique &= best.gap - second > V::Scalar::TWO * self.error;
        (near.distance, near.bounds) = (best.gap, Bracket { lower, upper });
        Some(near)
    }

    /// The deeper end under a face, if that is where it leaves the box.
    fn under_face(&self, axis: usize, middle: V, d: V) -> Option<Near<V>> {
        let sign = V::Scalar::ONE.copysign(middle[axis]);
        let t = if d[axis] * sign > V::Scalar::ZERO { V::Scalar::ZERO } else { V::Scalar::ONE };
        let x = self.at(t);
        let inside = (0..3).all(|i| i == axis || x[i].abs() <= self.half[i]);
        let on_box = V::from_fn(|i| if i == axis { self.half[i] * sign } else { x[i] });
        let outward = V::axis(axis) * sign;
        let unique = d[axis].abs() > self.error && middle[axis].abs() > self.error;
        let free = core::array::from_fn(|i| i != axis);
        inside.then(|| self.near(t, on_box, free, outward, unique))
    }

    /// The places where the segment passes under an edge, if it does.
    fn under_edge(&self, axis: usize, middle: V, d: V) -> Option<Near<V>> {
        let (k, l) = ((axis + 1) % 3, (axis + 2) % 3);
        let height = middle[k] * d[l] - middle[l] * d[k];
        let squared = d[k] * d[k] + d[l] * d[l];
        let inverse = V::Scalar::ONE.copysign(height) / squared.sqrt();
        let outward = V::from_fn(|i| match i {
            i if i == k => d[l] * inverse,
            i if i == l => -d[k] * inverse,
            _ => V::Scalar::ZERO,
        });
        let corner = V::from_fn(|i| self.half[i].copysign(outward[i]));
        let way = corner - self.ends[0];
        let t = (way[k] * d[k] + way[l] * d[l]) / squared;
        let x = self.at(t);
        let inside = t >= V::Scalar::ZERO && t <= V::Scalar::ONE && x[axis].abs() <= self.half[axis];
        let on_box = V::from_fn(|i| if i == axis { x[i] } else { corner[i] });
        let thick = |i: usize| outward[i].abs() * self.half[i] > self.error;
        let unique = thick(k) && thick(l) && height.abs() * inverse.abs() > self.error;
        let free = core::array::from_fn(|i| i == axis);
        inside.then(|| self.near(t, on_box, free, outward, unique))
    }

    /// Before the distance is known.
    fn near(&self, t: V::Scalar, on_box: V, free: [bool; 3], outward: V, unique: bool) -> Near<V> {
        let unknown = Bracket { lower: -V::Scalar::INFINITY, upper: V::Scalar::INFINITY };
        Near { t, on_box, free, outward, distance: V::Scalar::ZERO, bounds: unknown, unique }
    }
}
