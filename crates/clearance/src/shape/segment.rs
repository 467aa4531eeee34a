//! A line segment.

use super::anchor::anchor;
use super::farthest::farthest;
use super::rounding::{length_above, quantum, unit_scale, unit_scaled, units};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::math::{Each, Real, Vector};
use crate::projection::Projection;
use crate::support::{Core, Curved, Form, Hint, Outline, Support, Vertices};

/// The segment between two points `a` (vertex 0) and `b` (vertex 1), which may be equal.
///
/// A support point costs one scalar product. `support_error`: the ends differ exactly from the anchor, so only the
/// choice can be wrong, and only if `|d·(b − a)|` is below its own rounding: `u` for the difference and `3u` for the
/// product, hence `5u |b − a|` with the second-order terms. A
/// quantum of the subnormal numbers is for points between the ends, whose products may underflow.
///
/// ```
/// use clearance::{Segment, Support, Vec2};
/// let rod = Segment::new(Vec2::new(-1.0, 0.5), Vec2::new(2.0, -0.5)).unwrap();
/// assert_eq!(rod.support(Vec2::new(1.0, 2.0)), Vec2::new(2.0, -0.5)); // 2 - 1 = 1 against -1 + 1 = 0
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V: Vector> {
    anchor: V,
    /// Relative to the anchor.
    ends: [V; 2],
    /// `b − a` scaled to a magnitude near 1.
    edge: V,
    reach: V::Scalar,
    error: V::Scalar,
    centred: bool,
}

impl<V: Vector> Segment<V> {
    /// The segment from `a` to `b`.
    pub fn new(a: V, b: V) -> Result<Self, ShapeError> {
        let ends = [ShapeError::check_point("segment end a", a)?, ShapeError::check_point("segment end b", b)?];
        let anchor = anchor(ends.into_iter());
        let ends = ends.each(|p| p - anchor);
        Ok(Segment {
            anchor,
            ends,
            edge: unit_scaled(ends[1] - ends[0]),
            reach: length_above(ends[0]).max(length_above(ends[1])),
            error: units::<V::Scalar>(5) * length_above(ends[1] - ends[0]) + quantum::<V::Scalar>(),
            centred: anchor == V::ZERO && ends[0] == -ends[1],
        })
    }
    /// The first end.
    pub fn a(&self) -> V {
        self.anchor + self.ends[0]
    }
    /// The second end.
    pub fn b(&self) -> V {
        self.anchor + self.ends[1]
    }
}

impl<V: Vector> Support<V> for Segment<V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        self.support_from(dir, Hint::NONE).0
    }
    #[inline]
    fn support_from(&self, dir: V, _: Hint) -> (V, Hint) {
        let id = usize::from(dir.dot(self.edge) > V::Scalar::ZERO);
        (self.ends[id], Hint::vertex(id as u32))
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        Outline {
            form: Form::Segment(self.ends),
            anchor: self.anchor,
            center: self.ends[0] * V::Scalar::HALF + self.ends[1] * V::Scalar::HALF,
            error: self.error,
            centred: self.centred,
            ..Outline::new(self.reach)
        }
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core { vertices: Some(self), curved: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Vertices<V> for Segment<V> {
    #[inline]
    fn count(&self) -> u32 {
        2
    }
    #[inline]
    fn corner(&self, id: u32) -> V {
        self.ends[id as usize]
    }
    fn are_exact(&self) -> bool {
        true
    }
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        farthest(self.ends.into_iter(), self.anchor, dir)
    }
}

impl<V: Vector> Curved<V> for Segment<V> {
    #[inline]
    fn project(&self, p: V) -> Option<Projection<V>> {
        let [start, end] = self.ends;
        let scale = unit_scale((end - start).max_abs());
        let squared = self.edge.norm_squared();
        let part = ((p - start) * scale).dot(self.edge) / squared;
        if part >= V::Scalar::ONE {
            return Some(Projection::fixed(end));
        }
        if !(part > V::Scalar::ZERO) {
            return Some(Projection::fixed(start));
        }
        Some(Projection::on_line(start + (end - start) * part, self.edge * (V::Scalar::ONE / squared.sqrt())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::support::SupportExt;

    #[test]
    fn ends_are_returned_as_given_far_from_the_origin() {
        let (a, b) = (Vec3::new(1e8 + 0.1, -3.7, 2e-9), Vec3::new(1e8 - 0.3, -4.1, -1e-9));
        let segment = Segment::new(a, b).unwrap();
        assert_eq!((segment.a(), segment.b()), (a, b));
        assert!(segment.reach() < 1.0 && segment.support_error() < 1e-15);
    }

    #[test]
    fn a_segment_may_be_a_point_and_names_the_end_it_refuses() {
        let p = Vec3::new(0.3f32, -0.4, 7.0);
        assert_eq!(Segment::new(p, p).unwrap().reach(), 0.0);
        let error = Segment::new(p, Vec3::new(f32::NAN, 0.0, 0.0)).unwrap_err();
        assert_eq!(error.to_string(), "segment end b must be finite, got NaN");
    }
}
