//! A segment and a box, in the box's frame.
//!
//! The squared distance of the point `x(t) = c + t d` from the box is convex and made of parabolas: half its derivative
//! is `g(t) = d·(x − limited x)`, whose pieces end where a coordinate of `x` passes an end of the box, six places at
//! most.
//!
//! Points of B in the frame of A err by `point_error`, points of A in that of B by that and `ρS` at most; what is
//! computed of them, by another `12uS`.

mod inside;

use super::{Bracket, is_settled, solution};
use crate::closed_form::PARALLEL_EXPONENT;
use crate::difference::Difference;
use crate::math::{Each, Matrix, Real, Vector};
use crate::simplex::Barycentric;
use crate::solution::Solution;

/// The bounds alone.
pub(super) fn bounds_segment_box<V: Vector>(m: &Difference<'_, V>, a: [V; 2], half: V) -> Option<Bracket<V::Scalar>> {
    PlacedSegment::in_b(m, a, half).solve().map(|near| near.bounds)
}

/// The bounds alone.
pub(super) fn bounds_box_segment<V: Vector>(m: &Difference<'_, V>, half: V, b: [V; 2]) -> Option<Bracket<V::Scalar>> {
    PlacedSegment::in_a(m, b, half).solve().map(|near| near.bounds)
}

pub(super) fn segment_box<V: Vector>(m: &Difference<'_, V>, a: [V; 2], half: V) -> Option<Solution<V>> {
    let placed = PlacedSegment::in_b(m, a, half);
    let near = placed.solve()?;
    let mut sum = Barycentric::of(V::ZERO, a[0] + (a[1] - a[0]) * near.t, near.on_box * m.frame.unscale);
    placed.name(&near, |end, corner| [end, corner], &mut sum)?;
    let outward = m.turn().apply(near.outward);
    Some(near.found(-outward, sum))
}

pub(super) fn box_segment<V: Vector>(m: &Difference<'_, V>, half: V, b: [V; 2]) -> Option<Solution<V>> {
    let placed = PlacedSegment::in_a(m, b, half);
    let near = placed.solve()?;
    let mut sum = Barycentric::of(V::ZERO, near.on_box * m.frame.unscale, b[0] + (b[1] - b[0]) * near.t);
    placed.name(&near, |end, corner| [corner, end], &mut sum)?;
    let outward = near.outward;
    Some(near.found(outward, sum))
}

/// A segment in the frame of a box, scaled.
struct PlacedSegment<V: Vector> {
    ends: [V; 2],
    half: V,
    size: V::Scalar,
    error: V::Scalar,
}

/// Where they are nearest.
struct Near<V: Vector> {
    /// The place on the segment.
    t: V::Scalar,
    on_box: V,
    /// The axes along which that is at no end of the box.
    free: [bool; 3],
    /// Unit, from the box to the segment.
    outward: V,
    distance: V::Scalar,
    bounds: Bracket<V::Scalar>,
    unique: bool,
}

impl<V: Vector> Near<V> {
    fn found(&self, normal: V, sum: Barycentric<V>) -> Solution<V> {
        solution(normal, self.distance, self.bounds, sum, self.unique)
    }
}

impl<V: Vector> PlacedSegment<V> {
    /// The box or segment of B, in the frame of A.
    fn in_a(m: &Difference<'_, V>, b: [V; 2], half: V) -> Self {
        let error = m.frame.point_error + V::Scalar::from_f64(12.0) * V::Scalar::UNIT * m.frame.size;
        PlacedSegment {
            ends: b.each(|end| m.scaled_b_in_a(end)),
            half: half * m.frame.scale,
            size: m.frame.size,
            error,
        }
    }

    /// The box or segment of A, in the frame of B.
    fn in_b(m: &Difference<'_, V>, a: [V; 2], half: V) -> Self {
        let ends = a.each(|end| m.turn().apply_transpose(end * m.frame.scale - m.scaled_offset()));
        let error =
            m.frame.point_error + (m.rotation_error + V::Scalar::from_f64(12.0) * V::Scalar::UNIT) * m.frame.size;
        PlacedSegment { ends, half: half * m.frame.scale, size: m.frame.size, error }
    }

    fn solve(&self) -> Option<Near<V>> {
        let t = self.nearest();
        let x = self.at(t);
        let on_box = V::from_fn(|i| x[i].max(-self.half[i]).min(self.half[i]));
        let w = x - on_box;
        if w == V::ZERO { self.overlapping() } else { self.apart(t, on_box, w) }
    }

    fn at(&self, t: V::Scalar) -> V {
        self.ends[0] + (self.ends[1] - self.ends[0]) * t
    }

    /// The zero of `g`, or the end at which it is nearest to zero.
    fn nearest(&self) -> V::Scalar {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let (c, d, h) = (self.ends[0], self.ends[1] - self.ends[0], self.half);
        let beyond = |x: V::Scalar, i: usize| x - x.max(-h[i]).min(h[i]);
        let g = |x: V| (0..V::DIM).fold(zero, |sum, i| sum + d[i] * beyond(x[i], i));
        if g(c) >= zero {
            return zero;
        }
        if g(self.ends[1]) <= zero {
            return one;
        }
        let (mut low, mut high) = (zero, one);
        for i in 0..V::DIM {
            let inverse = one / d[i];
            for t in [(h[i] - c[i]) * inverse, (-h[i] - c[i]) * inverse] {
                if t > low && t < high {
                    *if g(c + d * t) <= zero { &mut low } else { &mut high } = t;
                }
            }
        }
        // One parabola is left, of the coordinates that are beyond an end in its middle.
        let middle = c + d * ((low + high) * V::Scalar::HALF);
        let (mut slope, mut start) = (zero, zero);
        for i in 0..V::DIM {
            if middle[i].abs() > h[i] {
                slope += d[i] * d[i];
                start += d[i] * (c[i] - h[i].copysign(middle[i]));
            }
        }
        if slope > zero { (-start / slope).max(low).min(high) } else { low }
    }

    /// The answer for places that are apart by `w`, from the box to the segment.
    fn apart(&self, t: V::Scalar, on_box: V, w: V) -> Option<Near<V>> {
        let inside = t > V::Scalar::ZERO && t < V::Scalar::ONE;
        let mut free = [false; 3];
        let mut count = 0;
        for i in 0..V::DIM {
            free[i] = w[i] == V::Scalar::ZERO;
            count += usize::from(free[i]);
        }
        let across = inside && V::DIM - count == 2;
        let (v, crossing) = if across { self.across(free, w) } else { (w, false) };
        let length = v.norm();
        let heights = self.ends.each(|end| v.dot(end));
        let of_box = v.abs().dot(self.half);
        let (lower, upper) = ((heights[0].min(heights[1]) - of_box) / length - self.error, w.norm() + self.error);
        let sharp = lower > V::Scalar::ZERO && upper - lower <= V::Scalar::from_f64(8.0) * self.error;
        if !(sharp && is_settled(self.size, w - v)) {
            return None;
        }
        let noise = self.error * length;
        let flat = (0..V::DIM).filter(|&i| v[i].abs() * self.half[i] <= noise).count();
        let end = (heights[0] - heights[1]).abs() > noise;
        Some(Near {
            t,
            on_box,
            free,
            outward: v * (V::Scalar::ONE / length),
            distance: length,
            bounds: Bracket { lower, upper },
            unique: end || flat == 0 || (crossing && flat == 1),
        })
    }

    /// `w` along the normal of the segment and an edge of the box, or a corner in the plane, and whether they are not
    /// parallel.
    fn across(&self, free: [bool; 3], w: V) -> (V, bool) {
        let d = self.ends[1] - self.ends[0];
        let i = usize::from(free[0]);
        let j = if free[2] || V::DIM == 2 { 1 } else { 2 };
        let n = V::from_fn(|k| match k {
            k if k == i => d[j],
            k if k == j => -d[i],
            _ => V::Scalar::ZERO,
        });
        let squared = n.norm_squared();
        let crossing = squared > V::Scalar::power_of_two(PARALLEL_EXPONENT) * d.norm_squared();
        (n * (n.dot(w) / squared), crossing)
    }

    /// Names the corners of the box and the ends of the segment around the places; `None` if there are too many.
    fn name(&self, near: &Near<V>, ids: impl Fn(u32, u32) -> [u32; 2], sum: &mut Barycentric<V>) -> Option<()> {
        let mut corner = 0;
        let mut spans = [(0, 0); 2];
        let mut parts = [V::Scalar::ZERO; 2];
        let mut count = 0;
        let mut span = |bits: (u32, u32), part: V::Scalar| {
            if count == 2 {
                return None;
            }
            (spans[count], parts[count]) = (bits, part);
            count += 1;
            Some(())
        };
        let end = u32::from(near.t >= V::Scalar::ONE);
        if near.t > V::Scalar::ZERO && near.t < V::Scalar::ONE {
            span((1, 0), near.t)?;
        }
        for i in 0..V::DIM {
            if near.free[i] {
                let half = V::Scalar::HALF;
                let part =
                    if self.half[i] > V::Scalar::ZERO { half + half * (near.on_box[i] / self.half[i]) } else { half };
                span((0, 1 << i), part)?;
            } else {
                corner |= u32::from(!near.on_box[i].is_negative()) << i;
            }
        }
        let at = |first: bool, second: bool| {
            let bits =
                |chosen: bool, (on_segment, on_box): (u32, u32)| if chosen { (on_segment, on_box) } else { (0, 0) };
            let (first, second) = (bits(first, spans[0]), bits(second, spans[1]));
            ids(end | first.0 | second.0, corner | first.1 | second.1)
        };
        sum.name_in_parallelogram(at, parts[0], parts[1]);
        Some(())
    }
}
