//! A box along the axes of its frame; in the plane a rectangle.

use alloc::vec::Vec;

use super::rounding::length_above;
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::math::{Each, Real, Vector};
use crate::projection::Projection;
use crate::support::{Core, Curved, FeatureKind, Form, Hint, Outline, Support, SupportExt, Vertices};

/// The box of the points whose component `i` is within `half_extents[i]` of zero; in the plane a rectangle.
///
/// Vertex `id` is at the positive end of axis `i` where bit `i` of `id` is set. A support point costs one sign per
/// axis. `support_error` is zero: signs are exact. Half extents of zero are legal.
///
/// ```
/// use clearance::{Cuboid, Hint, Support, Vec3};
/// let brick = Cuboid::from_size(Vec3::new(2.0, 4.0, 6.0)).unwrap();
/// let (corner, id) = brick.support_from(Vec3::new(1.0, -0.5, 0.1), Hint::NONE);
/// assert_eq!((corner, id.id()), (Vec3::new(1.0, -2.0, 3.0), Some(0b101)));
/// ```
#[doc(alias = "box")]
#[doc(alias = "aabb")]
#[doc(alias = "obb")]
#[doc(alias = "rectangle")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V: Vector> {
    half_extents: V,
    reach: V::Scalar,
}

impl<V: Vector> Cuboid<V> {
    /// The box between `−half_extents` and `half_extents`.
    pub fn from_half_extents(half_extents: V) -> Result<Self, ShapeError> {
        for i in 0..V::DIM {
            ShapeError::check_size("box half extent", half_extents[i])?;
        }
        Ok(Cuboid { half_extents, reach: length_above(half_extents) })
    }
    /// The box of a full size; halving is exact for normal numbers.
    pub fn from_size(size: V) -> Result<Self, ShapeError> {
        for i in 0..V::DIM {
            ShapeError::check_size("box size", size[i])?;
        }
        Self::from_half_extents(size * V::Scalar::HALF)
    }
    /// Half the size.
    #[inline]
    pub fn half_extents(&self) -> V {
        self.half_extents
    }

    /// The axis across a face of a box in space that is spanned along at least two axes; of three the thinnest one.
    fn axis_across(&self, spanned: u32) -> usize {
        let thinner = |i: usize, j: usize| self.half_extents[i] < self.half_extents[j];
        match (0..3).find(|&i| spanned & 1 << i == 0) {
            Some(across) => across,
            None => (1..3).fold(0, |best, i| if thinner(i, best) { i } else { best }),
        }
    }
}

/// The axes along which a box with these half extents extends between these vertices, one bit each.
#[inline]
fn spanned<V: Vector>(half: V, span: &[u32]) -> u32 {
    let differing = match *span {
        [a, b] => a ^ b,
        [a, b, c] => (a ^ b) | (a ^ c),
        _ => return 0,
    };
    (0..V::DIM).fold(0, |axes, i| axes | u32::from(half[i] > V::Scalar::ZERO) << i) & differing
}

/// The kind of the least feature of a box with these half extents that has all these vertices.
#[inline]
pub(crate) fn kind_in_box<V: Vector>(half: V, span: &[u32]) -> FeatureKind {
    match spanned(half, span) {
        0 => FeatureKind::Vertex,
        1 | 2 | 4 => FeatureKind::Edge,
        _ => FeatureKind::Face,
    }
}

impl<V: Vector> Support<V> for Cuboid<V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        let half = self.half_extents;
        V::from_fn(|i| half[i].copysign(dir[i]))
    }
    #[inline]
    fn support_from(&self, dir: V, _: Hint) -> (V, Hint) {
        let id = (0..V::DIM).fold(0, |id, i| id | u32::from(!dir[i].is_negative()) << i);
        (self.support(dir), Hint::vertex(id))
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        let (form, error) = (Form::Cuboid(self.half_extents), V::Scalar::ZERO);
        Outline { form, error, centred: true, ..Outline::new(self.reach) }
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core { vertices: Some(self), curved: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Vertices<V> for Cuboid<V> {
    #[inline]
    fn count(&self) -> u32 {
        1 << V::DIM
    }
    #[inline]
    fn kind(&self, span: &[u32]) -> FeatureKind {
        kind_in_box(self.half_extents, span)
    }
    fn corners(&self, span: &[u32]) -> Vec<u32> {
        let Some(&first) = span.first() else { return Vec::new() };
        let spanned = spanned(self.half_extents, span);
        if spanned.count_ones() < 2 {
            return [first & !spanned, first | spanned].into_iter().take(spanned.count_ones() as usize + 1).collect();
        }
        if V::DIM == 2 {
            return [0, 1, 3, 2].into();
        }
        let across = self.axis_across(spanned);
        let [next, last] = [1, 2].each(|turn| 1 << ((across + turn) % 3));
        let low = first & 1 << across;
        if low == 0 {
            [0, last, next | last, next].into()
        } else {
            [0, next, next | last, last].each(|id| id | low).into()
        }
    }
    #[inline]
    fn corner(&self, id: u32) -> V {
        let half = self.half_extents;
        V::from_fn(|i| if id & 1 << i == 0 { -half[i] } else { half[i] })
    }
    fn are_exact(&self) -> bool {
        true
    }
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        let id = (0..V::DIM).fold(0, |id, i| if dir.xyz[i].sign() > 0 { id | 1 << i } else { id });
        Some((ExactPoint::new(self.vertex(id)), Hint::vertex(id)))
    }
}

impl<V: Vector> Curved<V> for Cuboid<V> {
    fn project(&self, p: V) -> Option<Projection<V>> {
        let half = self.half_extents;
        // Along which axes the point is free to move is anybody's guess, so there is no branch for it.
        let free = (0..V::DIM).fold(0u32, |free, i| free | u32::from(p[i].abs() < half[i]) << i);
        if free == (1 << V::DIM) - 1 {
            return None;
        }
        let second = free & free.wrapping_sub(1);
        let along = |axis: u32| V::from_fn(|i| V::Scalar::flag(axis >> i & 1 == 1));
        Some(Projection {
            point: V::from_fn(|i| p[i].clamp(-half[i], half[i])),
            directions: [along(free ^ second), along(second)],
            rates: [V::Scalar::flag(free != 0), V::Scalar::flag(second != 0)],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Vec2, Vec3};

    #[test]
    fn vertices_of_a_box_span_its_edges_and_faces() {
        let half = Vec3::new(0.7, 1.3, 0.4);
        let brick = Cuboid::from_half_extents(half).unwrap();
        let hull = crate::Polytope::new(&(0..8).map(|id| brick.vertex(id)).collect::<Vec<_>>()).unwrap();
        for span in (0..512u32).map(|bits| [bits & 7, bits >> 3 & 7, bits >> 6]) {
            let mut span = span.to_vec();
            span.sort_unstable();
            span.dedup();
            if spanned(brick.half_extents, &span) == 7 {
                continue;
            }
            assert_eq!(brick.feature_kind(&span), hull.feature_kind(&span), "{span:?}");
            assert_eq!(brick.feature_corners(&span), hull.feature_corners(&span), "{span:?}");
        }
        let slab = Cuboid::from_half_extents(Vec3::new(0.7, 1.3, 0.0)).unwrap();
        assert_eq!(slab.feature_kind(&[1, 5]), FeatureKind::Vertex);
        assert_eq!(slab.feature_corners(&[1, 7]), [1, 3]);
        let thin = Cuboid::from_half_extents(Vec3::new(0.7, 1.3, 1e-30)).unwrap();
        assert_eq!(thin.feature_corners(&[0, 6, 5]), [0, 2, 3, 1]);
        assert_eq!(Cuboid::from_half_extents(Vec2::new(1.5, 0.3)).unwrap().feature_kind(&[1, 2]), FeatureKind::Face);
    }

    #[test]
    fn a_rectangle_may_be_flat_but_not_negative() {
        let plank = Cuboid::from_half_extents(Vec2::new(0.0, 1.25f32)).unwrap();
        assert_eq!(plank.support_from(Vec2::new(-1.0, 0.5), Hint::NONE).1, Hint::vertex(0b10));
        let error = Cuboid::from_size(Vec2::new(0.5f32, -3.0)).unwrap_err();
        assert_eq!(error.to_string(), "box size must not be negative, got -3");
        assert!(Cuboid::from_half_extents(Vec2::new(f32::NAN, 1.0)).is_err());
    }
}
