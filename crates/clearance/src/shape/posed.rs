//! A shape in a frame other than its own.

use alloc::vec::Vec;

use super::hessian;
use super::rounding::{check_extent, length_above, quantum, sum_above, units};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactPose, ExactVector};
use crate::math::{Pose, Real, Vector};
use crate::projection::Projection;
use crate::support::{
    Core, Curved, FeatureKind, Fine, FineSupport, Hint, Inscribed, Outline, Support, SupportExt, Vertices, fine,
};

/// The image `R x + t` of a shape under a rigid pose. Coordinates are counted from the image of the shape's anchor, so
/// a far translation costs no digits.
///
/// Cost: that of the shape and two products with a matrix. `support_error`, for a rounded matrix `M` with `|M x − R x|
/// ≤ δ|x|`, a core within `ρ` of its anchor and with the error `e`: products with `M` and `Mᵀ` err by `3u ‖|M|‖ ≤ 3√3 u
/// < 5.2u` of their arguments. With `g = fl(Mᵀd)` and any point `y` of the core, `d·(R y − M p) ≤ e|g| + |Rᵀd − g| |y −
/// p| + |d·(R − M) p| ≤ (e + 2(δ + 5.2u)ρ + δρ) |d|`, and the product `M p` adds `5.2u ρ`: `e + (3δ + 16u)(ρ + e)` with
/// the second-order terms, which take the `e` in the factor; and quanta of the subnormal numbers for underflow. The
/// anchor adds the error of the translation and, if the anchor `a` of the shape is not zero, `δ|a| + 4u(√3|a| + |t|)`.
/// Without a rotation only `u` of the anchor's sum is left of all that.
///
/// ```
/// use clearance::{Pose2, Posed, Rotor2, Segment, Support, SupportExt, Vec2};
/// let hand = Segment::new(Vec2::new(0.0, 0.0), Vec2::new(3.0, 0.0)).unwrap();
/// let quarter = Pose2::new(Rotor2::new(1.0, 1.0).unwrap(), Vec2::new(5.0, 1.0)).unwrap();
/// let up = Posed::new(hand, quarter).unwrap();
/// assert_eq!(up.anchor() + up.support(Vec2::new(0.5, 2.0)), Vec2::new(5.0, 4.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed<V: Vector, S> {
    shape: S,
    pose: Pose<V>,
    anchor: V,
    reach: V::Scalar,
    error: V::Scalar,
}

impl<V: Vector, S: Support<V>> Posed<V, S> {
    /// The shape whose frame has this pose in the new one.
    pub fn new(shape: S, pose: Pose<V>) -> Result<Self, ShapeError> {
        let turned = pose.rotation_error() != V::Scalar::ZERO;
        let anchor = if shape.anchor() == V::ZERO { pose.translation() } else { pose.point(shape.anchor()) };
        let mut error = sum_above(shape.support_error(), anchor_error(&pose, shape.anchor()));
        if turned {
            let factor = pose.rotation_error() * V::Scalar::from_f64(3.0) + units(16);
            error +=
                factor * (shape.reach() + shape.support_error()) + quantum::<V::Scalar>() * V::Scalar::from_f64(4.0);
        }
        let reach = sum_above(shape.reach(), error);
        check_extent("reach of a posed shape", anchor, reach + shape.radius())?;
        Ok(Posed { shape, pose, anchor, reach, error })
    }
    /// The shape in its own frame.
    pub fn shape(&self) -> &S {
        &self.shape
    }
    /// The pose of that frame.
    pub fn pose(&self) -> &Pose<V> {
        &self.pose
    }
}

/// How far the computed image of an anchor is from the exact one.
fn anchor_error<V: Vector>(pose: &Pose<V>, anchor: V) -> V::Scalar {
    if anchor == V::ZERO {
        return pose.translation_error();
    }
    let (length, distance) = (length_above(anchor), length_above(pose.translation()));
    if pose.rotation_error() == V::Scalar::ZERO {
        return pose.translation_error() + units::<V::Scalar>(1) * (length + distance);
    }
    let turned = (pose.rotation_error() + units(7)) * length + units::<V::Scalar>(4) * distance;
    pose.translation_error() + turned + quantum::<V::Scalar>() * V::Scalar::from_f64(4.0)
}

impl<V: Vector, S: Support<V>> Support<V> for Posed<V, S> {
    fn support(&self, dir: V) -> V {
        self.pose.vector(self.shape.support(self.pose.vector_back(dir)))
    }
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        let (point, hint) = self.shape.support_from(self.pose.vector_back(dir), hint);
        (self.pose.vector(point), hint)
    }
    fn outline(&self) -> Outline<V> {
        let inner = self.shape.outline();
        Outline {
            radius: inner.radius,
            anchor: self.anchor,
            center: self.pose.vector(inner.center),
            error: self.error,
            ..Outline::new(self.reach)
        }
    }
    fn core(&self) -> Core<'_, V> {
        Core::of(self, self.shape.inner_core().vertices.is_some())
    }
}

impl<V: Vector, S: Support<V>> Vertices<V> for Posed<V, S> {
    fn count(&self) -> u32 {
        self.shape.vertex_count()
    }
    fn input(&self, vertex: u32) -> u32 {
        self.shape.input_id(vertex)
    }
    fn kind(&self, span: &[u32]) -> FeatureKind {
        self.shape.feature_kind(span)
    }
    fn corners(&self, span: &[u32]) -> Vec<u32> {
        self.shape.feature_corners(span)
    }
    fn corner(&self, id: u32) -> V {
        self.pose.vector(self.shape.vertex(id))
    }
    /// The exact points of the shape under the exact rotation of the pose's quaternion; none for a pose whose rotation
    /// is no rational one.
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        if self.pose.fine_error() > V::Scalar::ZERO {
            return None;
        }
        let pose = ExactPose::new(&self.pose)?;
        let (point, hint) = self.shape.exact_support(&pose.vector_back(dir))?;
        Some((pose.point(&point), hint))
    }
}

impl<V: Vector, S: Support<V>> Curved<V> for Posed<V, S> {
    fn curvature(&self, dir: V) -> (V, V::Matrix) {
        let (point, hessian) = self.shape.support_curved(self.pose.vector_back(dir));
        (self.pose.vector(point), hessian::congruent::<V>(self.pose.matrix(), &hessian))
    }
    fn flat_end(&self, dir: V) -> V {
        self.pose.vector(self.shape.flat_normal(self.pose.vector_back(dir)))
    }
    fn project(&self, p: V) -> Option<Projection<V>> {
        let projection = self.shape.nearest(self.pose.vector_back(p))?;
        Some(projection.turned(self.pose.vector(projection.point), |direction| self.pose.vector(direction)))
    }
    fn inscribed(&self, dir: V) -> Inscribed<V> {
        self.shape.inscribed_along(self.pose.vector_back(dir)).turned(|x| self.pose.vector(x))
    }
}

impl<V: Vector, S: Support<V>> FineSupport<V> for Posed<V, S> {
    fn fine(&self, dir: Fine, scale: f64) -> Option<Fine> {
        fine::placed(&self.shape, &self.pose, V::ZERO, dir, scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::shape::Cuboid;

    #[test]
    fn a_translation_costs_nothing() {
        let cuboid = Cuboid::from_half_extents(Vec3::new(0.3, 0.1, 0.7)).unwrap();
        let far = Posed::new(cuboid, Pose::from_translation(Vec3::new(1e9, -0.3, 77.7)).unwrap()).unwrap();
        assert_eq!((far.support_error(), far.reach()), (0.0, cuboid.reach()));
        assert_eq!(far.vertex(0b101), cuboid.vertex(0b101));
    }
}
