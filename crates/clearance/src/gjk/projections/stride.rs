//! One step of the [search](super) for the nearest points, and what to do if it does not bring them nearer.

use crate::difference::Difference;
use crate::math::{Each, Real, Vector};
use crate::simplex::Reduce;
use crate::support::SupportExt;

/// How often a step is shortened.
const SHORTENED: u32 = 3;

/// A step of B's projection.
pub(super) struct Stride<V: Vector> {
    /// The point that the projections before the step came from, in B's frame.
    pub from: V,
    /// B's projection before the step, and its squared distance from A's.
    projection: V,
    squared: V::Scalar,
    /// What that distance has to fall below.
    wanted: V::Scalar,
    /// The way to go, in B's frame and scaled, and the squared length that it had when new.
    way: V,
    pub length_squared: V::Scalar,
    /// Whether it may lead off the feature, and even far from B.
    long: bool,
    shortened: u32,
    /// Whether it is a plain projection instead.
    plain: bool,
}

impl<V: Reduce> Stride<V> {
    /// To where the search begins.
    pub fn first(p: V) -> Self {
        let far = V::Scalar::INFINITY;
        Stride { squared: far, length_squared: far, plain: true, ..Self::new(p, p, far, V::ZERO) }
    }

    #[inline(always)]
    pub fn new(from: V, projection: V, squared: V::Scalar, way: V) -> Self {
        let length_squared = way.norm_squared();
        let long = length_squared > V::Scalar::power_of_two(-2) * squared;
        Stride { from, projection, squared, wanted: squared, way, length_squared, long, shortened: 0, plain: false }
    }

    /// Refuses a long step that gains little: it may go to and fro over a border, and has to end there.
    #[cold]
    pub fn ask_more(&mut self) {
        if self.long {
            self.wanted = self.squared * (V::Scalar::ONE - V::Scalar::power_of_two(-4));
        }
    }

    /// Where it leads, in B's frame.
    #[inline(always)]
    pub fn end(&self, m: &Difference<'_, V>) -> V {
        let asked = self.projection + self.way * m.frame.unscale;
        if self.long { m.b.nearest(asked).map_or(asked, |projection| projection.point) } else { asked }
    }

    /// Whether the projections have come nearer.
    #[inline(always)]
    pub fn gains(&self, squared: V::Scalar, size: V::Scalar) -> bool {
        squared < self.wanted || self.keeps(squared, size)
    }

    /// Whether the distance of the projections has stopped shrinking, up to rounding, after one of the last steps: it
    /// depends on them in second order only, or after a plain projection, which may find the feature beyond a border.
    fn keeps(&self, squared: V::Scalar, size: V::Scalar) -> bool {
        let rounding = V::Scalar::from_f64(16.0) * V::Scalar::UNIT * size * self.squared.sqrt();
        (self.plain || self.is_last(size)) && squared <= self.squared + rounding
    }

    /// Whether it is so short that it is one of the last.
    fn is_last(&self, size: V::Scalar) -> bool {
        !self.long && self.way.norm_squared() <= V::Scalar::power_of_two(-20) * size * size
    }

    /// Whether the gap has stopped to fall.
    #[inline(always)]
    pub fn settles(&self, squared: V::Scalar) -> bool {
        squared >= self.squared * (V::Scalar::ONE - V::Scalar::power_of_two(-20))
    }

    /// Where to look instead, in B's frame, if the step led to a point there and from it to a projection on A, and the
    /// projections are no nearer: along a part of the step, or at last by a plain projection.
    #[cold]
    #[inline(never)]
    pub fn shortened(&mut self, m: &Difference<'_, V>, p: V, projection_a: V) -> Option<V> {
        if self.plain {
            return None;
        }
        if self.is_last(m.frame.size) || self.shortened == SHORTENED {
            (self.plain, self.wanted) = (true, self.squared);
            return Some(self.projection);
        }
        self.shortened += 1;
        self.wanted = self.squared;
        self.way = self.way * self.part(m, p, projection_a)?;
        self.long = self.way.norm_squared() > V::Scalar::power_of_two(-2) * self.squared;
        Some(self.end(m))
    }

    /// How much of a step that did not bring the projections nearer may do so, given where it led: at most half, less
    /// if a border was met before.
    fn part(&self, m: &Difference<'_, V>, p: V, projection_a: V) -> Option<V::Scalar> {
        let a = m.a.nearest(m.b_in_a(self.from))?;
        let way = (m.b_in_a(p) - a.point) * m.frame.scale;
        let [along, across] = [0, 1].each(|i| a.directions[i] * a.rates[i]);
        let expected = along * a.directions[0].dot(way) + across * a.directions[1].dot(way);
        let witness_a = part_within(expected, (projection_a - a.point) * m.frame.scale);
        let witness_b = part_within(self.way, (p - self.projection) * m.frame.scale);
        // Where A's projection bends off its way, that is no border.
        let witness_a = witness_a.min(V::Scalar::HALF).max(V::Scalar::power_of_two(-3));
        Some(witness_b.min(witness_a).max(V::Scalar::power_of_two(-10)))
    }
}

/// How much of a way lies before the border of a feature, and a little beyond, given where the point came out that was
/// to go it.
pub(super) fn part_within<V: Vector>(way: V, done: V) -> V::Scalar {
    let beyond = way - done;
    let (inside, whole) = (beyond.dot(done), beyond.dot(way));
    if !(whole > V::Scalar::UNIT * way.norm_squared()) {
        return V::Scalar::ONE;
    }
    (inside / whole).max(V::Scalar::ZERO) * (V::Scalar::ONE + V::Scalar::power_of_two(-6))
}
