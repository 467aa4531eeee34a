//! Which two bodies have a distance: two shapes, or a halfspace and a shape in either order. Two halfspaces do not
//! compile.

use alloc::vec;
use alloc::vec::Vec;

use super::asked::Asked;
use super::at_once;
use super::space::Space;
use crate::derivative::{Branch, PoseGradient};
use crate::manifold::{ContactOptions, Manifold};
use crate::math::{Pose, Real};
use crate::motion::{Motion, MovingBody};
use crate::proximity::{Bounds, Proximity, Status, Within};
use crate::shape::{Halfspace, Shape};
use crate::support::{Placement, Snapshot, Support, SupportExt};

/// A body that has a distance from `B`: implemented for two shapes, and for a [`Halfspace`] and a shape in either
/// order. Sealed by its parameter `K`, which the compiler finds.
///
/// ```compile_fail,E0277
/// use clearance::{Halfspace, Pose3, Vec3, query};
/// let floor = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.5f64).unwrap();
/// query::signed_distance(&floor, &floor, &Pose3::IDENTITY);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{B}` have no distance",
    label = "expected two shapes, or a halfspace and a shape",
    note = "two halfspaces overlap without end, or are bounded by parallel planes: compare their normals and offsets",
    note = "a shape of your own implements `clearance::Support`"
)]
pub trait Against<B: ?Sized, V: Space, K> {
    #[doc(hidden)]
    fn collides(&self, b: &B, asked: &Asked<'_, V>) -> Option<bool>;
    #[doc(hidden)]
    fn distance(&self, b: &B, asked: &mut Asked<'_, V>) -> Proximity<V>;
    #[doc(hidden)]
    fn signed_distance(&self, b: &B, asked: &mut Asked<'_, V>) -> Proximity<V>;
    #[doc(hidden)]
    fn distance_within(&self, b: &B, max: V::Scalar, asked: &mut Asked<'_, V>) -> Within<V>;
    #[doc(hidden)]
    fn contact(&self, b: &B, contact: &ContactOptions<V::Scalar>, asked: &mut Asked<'_, V>) -> Manifold<V>;
    #[doc(hidden)]
    fn gradient(&self, b: &B, asked: &mut Asked<'_, V>) -> PoseGradient<V>;
    #[doc(hidden)]
    fn moving<'p>(&'p self, motion_a: &'p dyn Motion<V>, b: &'p B, motion_b: &'p dyn Motion<V>) -> Moving<'p, V>;
}

/// Two shapes.
pub struct Shapes(());
/// A halfspace and a shape.
pub struct HalfspaceFirst(());
/// A shape and a halfspace.
pub struct HalfspaceSecond(());

/// Two bodies that move.
#[doc(hidden)]
pub enum Moving<'p, V: Space> {
    /// Two shapes.
    Shapes([MovingBody<'p, V>; 2]),
    /// A halfspace and a shape; the halfspace is B if `swapped`.
    Halfspace { half: &'p Halfspace<V>, motion: &'p dyn Motion<V>, shape: MovingBody<'p, V>, swapped: bool },
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Against<B, V, Shapes> for A {
    #[inline(always)]
    fn collides(&self, b: &B, asked: &Asked<'_, V>) -> Option<bool> {
        match any(self, b) {
            Some([a, b]) => V::collides_of_any(a, b, asked),
            None => at_once::collides(self, b, asked),
        }
    }
    #[inline(always)]
    fn distance(&self, b: &B, asked: &mut Asked<'_, V>) -> Proximity<V> {
        match any(self, b) {
            Some([a, b]) => V::distance_of_any(a, b, asked),
            None => at_once::distance(self, b, asked),
        }
    }
    #[inline(always)]
    fn signed_distance(&self, b: &B, asked: &mut Asked<'_, V>) -> Proximity<V> {
        match any(self, b) {
            Some([a, b]) => V::signed_distance_of_any(a, b, asked),
            None => at_once::signed_distance(self, b, asked),
        }
    }
    #[inline(always)]
    fn distance_within(&self, b: &B, max: V::Scalar, asked: &mut Asked<'_, V>) -> Within<V> {
        asked.ask(self, b, |bodies, options, memory| V::distance_within(bodies, max, options, memory))
    }
    #[inline(always)]
    fn contact(&self, b: &B, contact: &ContactOptions<V::Scalar>, asked: &mut Asked<'_, V>) -> Manifold<V> {
        asked.ask(self, b, |bodies, options, memory| V::contact(bodies, contact, options, memory))
    }
    #[inline(always)]
    fn gradient(&self, b: &B, asked: &mut Asked<'_, V>) -> PoseGradient<V> {
        asked.ask(self, b, V::gradient)
    }
    fn moving<'p>(&'p self, motion_a: &'p dyn Motion<V>, b: &'p B, motion_b: &'p dyn Motion<V>) -> Moving<'p, V> {
        Moving::Shapes([shape(self, motion_a), shape(b, motion_b)])
    }
}

/// Both shapes, if they are kept in the enum of all.
#[inline(always)]
fn any<'p, V: Space>(
    a: &'p (impl Support<V> + ?Sized),
    b: &'p (impl Support<V> + ?Sized),
) -> Option<[&'p Shape<V>; 2]> {
    let [a, b] = [a.core().concrete, b.core().concrete];
    Some([a.known()?.downcast_ref()?, b.known()?.downcast_ref()?])
}

fn shape<'p, V: Space>(shape: &'p (impl Support<V> + ?Sized), motion: &'p dyn Motion<V>) -> MovingBody<'p, V> {
    MovingBody { shape: Snapshot::new(shape), motion }
}

impl<V: Space, B: Support<V> + ?Sized> Against<B, V, HalfspaceFirst> for Halfspace<V> {
    fn collides(&self, b: &B, asked: &Asked<'_, V>) -> Option<bool> {
        collides(&below(self, b, asked.poses()))
    }
    fn distance(&self, b: &B, asked: &mut Asked<'_, V>) -> Proximity<V> {
        without_depth(below(self, b, asked.poses()))
    }
    fn signed_distance(&self, b: &B, asked: &mut Asked<'_, V>) -> Proximity<V> {
        below(self, b, asked.poses())
    }
    fn distance_within(&self, b: &B, max: V::Scalar, asked: &mut Asked<'_, V>) -> Within<V> {
        within(below(self, b, asked.poses()), max)
    }
    fn contact(&self, b: &B, contact: &ContactOptions<V::Scalar>, asked: &mut Asked<'_, V>) -> Manifold<V> {
        let [pose_a, pose_b] = asked.poses();
        V::halfspace_contact(self, &pose_a, &Snapshot::new(b), &pose_b, contact)
    }
    fn gradient(&self, b: &B, asked: &mut Asked<'_, V>) -> PoseGradient<V> {
        of_face(Against::contact(self, b, &exact_face(), asked), b.vertex_count() > 0)
    }
    fn moving<'p>(&'p self, motion_a: &'p dyn Motion<V>, b: &'p B, motion_b: &'p dyn Motion<V>) -> Moving<'p, V> {
        Moving::Halfspace { half: self, motion: motion_a, shape: shape(b, motion_b), swapped: false }
    }
}

impl<V: Space, A: Support<V> + ?Sized> Against<Halfspace<V>, V, HalfspaceSecond> for A {
    fn collides(&self, b: &Halfspace<V>, asked: &Asked<'_, V>) -> Option<bool> {
        collides(&below(b, self, asked.swapped_poses()))
    }
    fn distance(&self, b: &Halfspace<V>, asked: &mut Asked<'_, V>) -> Proximity<V> {
        without_depth(below(b, self, asked.swapped_poses())).swapped()
    }
    fn signed_distance(&self, b: &Halfspace<V>, asked: &mut Asked<'_, V>) -> Proximity<V> {
        below(b, self, asked.swapped_poses()).swapped()
    }
    fn distance_within(&self, b: &Halfspace<V>, max: V::Scalar, asked: &mut Asked<'_, V>) -> Within<V> {
        within(below(b, self, asked.swapped_poses()).swapped(), max)
    }
    fn contact(&self, b: &Halfspace<V>, contact: &ContactOptions<V::Scalar>, asked: &mut Asked<'_, V>) -> Manifold<V> {
        let [pose_b, pose_a] = asked.swapped_poses();
        V::halfspace_contact(b, &pose_b, &Snapshot::new(self), &pose_a, contact).swapped()
    }
    fn gradient(&self, b: &Halfspace<V>, asked: &mut Asked<'_, V>) -> PoseGradient<V> {
        of_face(Against::contact(self, b, &exact_face(), asked), self.vertex_count() > 0)
    }
    fn moving<'p>(
        &'p self,
        motion_a: &'p dyn Motion<V>,
        b: &'p Halfspace<V>,
        motion_b: &'p dyn Motion<V>,
    ) -> Moving<'p, V> {
        Moving::Halfspace { half: b, motion: motion_b, shape: shape(self, motion_a), swapped: true }
    }
}

impl<V: Space> Asked<'_, V> {
    /// The poses of A and B in the frame of the answer.
    fn poses(&self) -> [Pose<V>; 2] {
        match self.placement {
            Placement::Relative(b_in_a) => [Pose::IDENTITY, *b_in_a],
            Placement::World([pose_a, pose_b]) => [*pose_a, *pose_b],
        }
    }

    fn swapped_poses(&self) -> [Pose<V>; 2] {
        let [pose_a, pose_b] = self.poses();
        [pose_b, pose_a]
    }
}

/// The signed distance of a halfspace and a shape at two poses, from the halfspace on.
fn below<V: Space>(
    half: &Halfspace<V>,
    shape: &(impl Support<V> + ?Sized),
    [pose_h, pose_s]: [Pose<V>; 2],
) -> Proximity<V> {
    V::halfspace_distance(half, &pose_h, &Snapshot::new(shape), &pose_s)
}

fn collides<V: Space>(found: &Proximity<V>) -> Option<bool> {
    found.proven.then_some(found.status != Status::Separated)
}

/// The distance in place of the signed distance, with a common point of bodies that overlap.
fn without_depth<V: Space>(mut found: Proximity<V>) -> Proximity<V> {
    let zero = V::Scalar::ZERO;
    if found.signed_distance < zero {
        let middle = (found.witness_a + found.witness_b) * V::Scalar::HALF;
        (found.signed_distance, found.witness_a, found.witness_b) = (zero, middle, middle);
    }
    found.bounds = Bounds { lower: found.bounds.lower.max(zero), upper: found.bounds.upper.max(zero) };
    found
}

fn within<V: Space>(found: Proximity<V>, max: V::Scalar) -> Within<V> {
    let lower = found.bounds.lower;
    if lower > max { Within::Beyond { lower } } else { Within::Near(found) }
}

/// All corners of the face along the normal, and no tilted ones.
fn exact_face<T: Real>() -> ContactOptions<T> {
    ContactOptions { tilt: T::ZERO, max_points: usize::MAX }
}

/// The derivative of a signed distance that is attained at the corners of a face. Of a polytope, rounded or not, all
/// are known.
fn of_face<V: Space>(found: Manifold<V>, is_polytope: bool) -> PoseGradient<V> {
    let (proximity, nearest) = (found.proximity, found.proximity.signed_distance);
    let attained = found.points.iter().filter(|point| point.distance <= nearest);
    let pairs: Vec<[V; 2]> = attained.map(|point| [point.witness_a, point.witness_b]).collect();
    let differentiable = pairs.len() == 1;
    let branches = vec![Branch { normal: proximity.normal, pairs }];
    PoseGradient { proximity, branches, differentiable, complete: differentiable || is_polytope }
}
