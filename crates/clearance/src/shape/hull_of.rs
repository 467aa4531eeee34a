//! The convex hull of several shapes.

use alloc::vec::Vec;

use super::anchor::anchor;
use super::hessian;
use super::posed::Posed;
use super::rounding::{check_extent, direction_scale, length_above, sum_above, unit_scaled, units};
use super::sum::Parts;
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::math::twofold::two_sum;
use crate::math::{Pose, Real, Vector};
use crate::support::{
    Core, Curved, FeatureKind, Fine, FineSupport, Hint, Inscribed, Outline, Support, SupportExt, Vertices, fine,
};

/// The convex hull of one or more posed shapes.
///
/// Its radius is the smallest of the parts' radii; a part with a larger one keeps the difference as a ball in its core,
/// which makes the core curved. The vertices of a polytopal core are those of the first part, then of the second, and
/// so on.
///
/// The support point is the farthest one of the parts' support points `pᵢ`. Cost: that of all parts.
///
/// Features are those of the parts: an edge of a part is reported as an edge also where it lies inside a face of the
/// hull.
///
/// `support_error`, with the largest error `e` of a part, the reach `ρ` and the largest ball `r` kept in the core: the
/// choice compares rounded products, `2 · 3u ρ`; the offset of the part's anchor is exact and its sum with the point
/// rounds by `u ρ`; the ball's point errs by `6u r`, and its sum by another `u ρ`: `e + 9u ρ + 7u r` with the
/// second-order terms, and the exact rounding errors of the differences of radii.
///
/// ```
/// use clearance::{Ball, HullOf, Pose2, Support, SupportExt, Vec2};
/// let at = |x, radius| (Ball::new(radius).unwrap(), Pose2::from_translation(Vec2::new(x, 0.0)).unwrap());
/// let drop = HullOf::new(vec![at(0.0, 2.0), at(6.0, 1.0)]).unwrap();
/// assert_eq!((drop.radius(), drop.support(Vec2::new(0.0, -3.0))), (1.0, Vec2::new(0.0, -1.0)));
/// ```
#[doc(alias = "convex hull")]
#[derive(Clone, Debug, PartialEq)]
pub struct HullOf<V: Vector, S> {
    parts: Vec<Part<V, S>>,
    anchor: V,
    radius: V::Scalar,
    reach: V::Scalar,
    error: V::Scalar,
    scale: V::Scalar,
    vertices: u32,
}

#[derive(Clone, Debug, PartialEq)]
struct Part<V: Vector, S> {
    body: Posed<V, S>,
    /// Offset of the body's anchor from the hull's.
    offset: V,
    /// How much the body's radius exceeds the hull's.
    excess: V::Scalar,
    /// The number of the body's first vertex among the hull's.
    first: u32,
}

impl<V: Vector, S: Support<V>> HullOf<V, S> {
    /// The hull of shapes and their poses.
    pub fn new(parts: Vec<(S, Pose<V>)>) -> Result<Self, ShapeError> {
        let bodies = parts.into_iter().map(|(shape, pose)| Posed::new(shape, pose)).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = bodies.first() else { return Err(ShapeError::Empty { what: "parts of a hull" }) };
        let radius = bodies.iter().fold(first.radius(), |least, body| least.min(body.radius()));
        let mut hull = HullOf {
            anchor: anchor(bodies.iter().map(|body| body.anchor())),
            radius,
            reach: V::Scalar::ZERO,
            error: V::Scalar::ZERO,
            scale: V::Scalar::ONE,
            vertices: number_vertices(&bodies, radius),
            parts: Vec::with_capacity(bodies.len()),
        };
        for body in bodies {
            hull.add(body);
        }
        let ball = hull.parts.iter().fold(V::Scalar::ZERO, |largest, part| largest.max(part.excess));
        hull.error += units::<V::Scalar>(9) * hull.reach + units::<V::Scalar>(7) * ball;
        hull.reach = sum_above(hull.reach, hull.error);
        hull.scale = direction_scale(hull.reach);
        check_extent("reach of a hull", hull.anchor, hull.reach + radius)?;
        Ok(hull)
    }
    fn add(&mut self, body: Posed<V, S>) {
        let offset = body.anchor() - self.anchor;
        let excess = two_sum(body.radius(), -self.radius);
        let first = self.parts.last().map_or(0, |last| last.first.wrapping_add(last.body.vertex_count()));
        let reach = sum_above(sum_above(length_above(offset), body.reach()), excess.hi);
        self.reach = self.reach.max(reach);
        self.error = self.error.max(sum_above(body.support_error(), excess.lo.abs()));
        self.parts.push(Part { body, offset, excess: excess.hi, first });
    }
    /// The shapes and their poses, in the given order.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = (&S, &Pose<V>)> {
        self.parts.iter().map(|part| (part.body.shape(), part.body.pose()))
    }
    /// The part whose point `point_of` is farthest along `dir`, with that point and what came with it.
    fn farthest<T>(&self, dir: V, point_of: impl Fn(&Part<V, S>) -> (V, T)) -> (&Part<V, S>, V, T) {
        let along = unit_scaled(dir) * self.scale;
        let unit = dir.normalized();
        let candidate = |part| {
            let (point, extra) = point_of(part);
            let point = point + part.offset;
            (part, if part.excess > V::Scalar::ZERO { point + unit * part.excess } else { point }, extra)
        };
        let mut best = candidate(&self.parts[0]);
        for part in &self.parts[1..] {
            let next = candidate(part);
            if along.dot(next.1) > along.dot(best.1) {
                best = next;
            }
        }
        best
    }
}

/// How many vertices the hull of bodies has; 0 if a core is curved or a radius above the least, or if they are too
/// many.
fn number_vertices<V: Vector, S: Support<V>>(bodies: &[Posed<V, S>], radius: V::Scalar) -> u32 {
    let polytopal = bodies.iter().all(|body| body.vertex_count() > 0 && body.radius() == radius);
    let count = bodies.iter().try_fold(0u32, |count, body| count.checked_add(body.vertex_count()));
    if polytopal { count.unwrap_or(0) } else { 0 }
}

impl<V: Vector, S: Support<V>> Support<V> for HullOf<V, S> {
    fn support(&self, dir: V) -> V {
        self.farthest(dir, |part| (part.body.support(dir), ())).1
    }
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        if self.vertices == 0 {
            return (self.support(dir), Hint::NONE);
        }
        let local = |part: &Part<V, S>| {
            let id = hint.id().and_then(|id| id.checked_sub(part.first));
            id.filter(|&id| id < part.body.vertex_count()).map_or(Hint::NONE, Hint::vertex)
        };
        let (part, point, hint) = self.farthest(dir, |part| part.body.support_from(dir, local(part)));
        (point, hint.id().map_or(Hint::NONE, |id| Hint::vertex(part.first + id)))
    }
    fn outline(&self) -> Outline<V> {
        Outline {
            radius: self.radius,
            anchor: self.anchor,
            center: {
                let share = V::Scalar::ONE / V::Scalar::from_f64(self.parts.len() as f64);
                self.parts.iter().fold(V::ZERO, |sum, part| sum + (part.body.center() + part.offset) * share)
            },
            error: self.error,
            ..Outline::new(self.reach)
        }
    }
    fn core(&self) -> Core<'_, V> {
        Core::of(self, self.vertices > 0)
    }
}

impl<V: Vector, S: Support<V>> Vertices<V> for HullOf<V, S> {
    fn count(&self) -> u32 {
        self.vertices
    }
    /// What vertices of one part span there, which may be an edge inside a face of the hull.
    fn kind(&self, span: &[u32]) -> FeatureKind {
        let of_part = |part: &Part<V, S>| {
            let local = Parts::new(span, |id| id.wrapping_sub(part.first));
            let inside = local.ids().iter().all(|&id| id < part.body.vertex_count());
            inside.then(|| part.body.feature_kind(local.ids()))
        };
        self.parts.iter().find_map(of_part).unwrap_or(FeatureKind::of_simplex(span.len()))
    }
    fn corner(&self, id: u32) -> V {
        let part = &self.parts[self.parts.partition_point(|part| part.first <= id) - 1];
        part.body.vertex(id - part.first) + part.offset
    }
    /// None also for parts of different radii.
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        if self.parts.iter().any(|part| part.body.radius() != self.radius) {
            return None;
        }
        let number = |part: &Part<V, S>, hint: Hint| match hint.id().filter(|_| self.vertices > 0) {
            Some(id) => Hint::vertex(part.first + id),
            None => Hint::NONE,
        };
        let candidate = |part: &Part<V, S>| {
            let (point, hint) = part.body.exact_support(dir)?;
            Some((point, number(part, hint)))
        };
        let (first, rest) = self.parts.split_first()?;
        rest.iter().try_fold(candidate(first)?, |best, part| {
            let next = candidate(part)?;
            Some(if next.0.compare_along(dir, &best.0).is_gt() { next } else { best })
        })
    }
}

impl<V: Vector, S: Support<V>> Curved<V> for HullOf<V, S> {
    fn curvature(&self, dir: V) -> (V, V::Matrix) {
        let (part, point, hessian) = self.farthest(dir, |part| part.body.support_curved(dir));
        (point, hessian::with_ball(&hessian, dir.normalized(), part.excess))
    }
    fn flat_end(&self, dir: V) -> V {
        self.farthest(dir, |part| (part.body.support(dir), part.body.flat_normal(dir))).2
    }
    /// The vertices of the part which is farthest.
    fn inscribed(&self, dir: V) -> Inscribed<V> {
        let (part, ..) = self.farthest(dir, |part| (part.body.support(dir), ()));
        part.body.inscribed_along(dir).moved(part.offset)
    }
}

impl<V: Vector, S: Support<V>> FineSupport<V> for HullOf<V, S> {
    fn fine(&self, dir: Fine, scale: f64) -> Option<Fine> {
        let mut points = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            points.push(part.body.fine_support(dir, scale)?);
        }
        fine::farthest(dir, points.into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::shape::{Cuboid, Point};

    #[test]
    fn a_hull_needs_parts() {
        let error = HullOf::<Vec3<f64>, Point<_>>::new(Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "parts of a hull must not be empty");
    }

    #[test]
    fn vertices_are_numbered_part_by_part() {
        let cuboid = |x| Cuboid::from_half_extents(Vec3::new(x, 0.75, 0.5)).unwrap();
        let far = Pose::from_translation(Vec3::new(7.5, 0.25, 0.0)).unwrap();
        let hull = HullOf::new(vec![(cuboid(1.25), Pose::IDENTITY), (cuboid(0.5), far)]).unwrap();
        let (point, hint) = hull.support_from(Vec3::new(1.5, 0.1, -0.2), Hint::vertex(9));
        assert_eq!((point, hint.id()), (Vec3::new(8.0, 1.0, -0.5), Some(8 + 0b011)));
        assert_eq!((hull.vertex_count(), hull.vertex(11)), (16, point));
    }
}
