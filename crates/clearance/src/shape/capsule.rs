//! A capsule: a segment swept by a ball.

use super::Axial;
use super::rounding::check_axis;
use super::segment::Segment;
use crate::error::ShapeError;
use crate::math::Vector;
use crate::projection::Projection;
use crate::support::{Core, Curved, Hint, Outline, Support, SupportExt};

/// All points within a radius of a segment; in the plane a stadium. Its core is the segment, vertices 0 and 1.
///
/// Cost and `support_error` are those of the [`Segment`]: the radius enters no support point.
///
/// ```
/// use clearance::{Axial, Capsule, Support, Vec3};
/// let pill = Capsule::along(Axial { radius: 0.5, half_length: 2.0, axis: 2 }).unwrap(); // along z, 4 + 2 * 0.5 = 5 long
/// assert_eq!(pill.support(Vec3::new(9.0, 0.0, 1.0)), Vec3::new(0.0, 0.0, 2.0));
/// ```
#[doc(alias = "stadium")]
#[doc(alias = "sphere-swept line")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Vector> {
    segment: Segment<V>,
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// About the origin and along coordinate axis `axis`: from vertex 0 at `−half_length` to vertex 1 at `half_length`.
    pub fn along(Axial { axis, radius, half_length }: Axial<V::Scalar>) -> Result<Self, ShapeError> {
        let half_length = ShapeError::check_size("capsule half length", half_length)?;
        let end = V::axis(check_axis::<V>("capsule axis", axis)?) * half_length;
        Self::between(-end, end, radius)
    }
    /// The points within `radius` of the segment from `a` to `b`.
    pub fn between(a: V, b: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        Ok(Capsule { segment: Segment::new(a, b)?, radius: ShapeError::check_size("capsule radius", radius)? })
    }
    /// The core.
    pub fn segment(&self) -> &Segment<V> {
        &self.segment
    }
}

impl<V: Vector> Support<V> for Capsule<V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        self.segment.support(dir)
    }
    #[inline]
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        self.segment.support_from(dir, hint)
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        Outline { radius: self.radius, ..self.segment.outline() }
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core { vertices: Some(&self.segment), curved: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Curved<V> for Capsule<V> {
    #[inline]
    fn project(&self, p: V) -> Option<Projection<V>> {
        self.segment.nearest(p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec2;

    #[test]
    fn a_capsule_names_what_it_refuses() {
        let refusal = |r, h, axis| {
            Capsule::<Vec2<f64>>::along(Axial { radius: r, half_length: h, axis }).unwrap_err().to_string()
        };
        assert_eq!(refusal(-0.5, 1.5, 0), "capsule radius must not be negative, got -0.5");
        assert_eq!(refusal(0.5, -1.5, 0), "capsule half length must not be negative, got -1.5");
        assert_eq!(refusal(0.5, 1.5, 2), "capsule axis is inconsistent: it must be the number of a coordinate axis");
    }
}
