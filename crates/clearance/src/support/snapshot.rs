//! Bodies as a query sees them: their numbers are read once, the rest is read from the shapes behind them; and where
//! they stand.

use core::any::Any;

use super::{Core, Curved, FineSupport, Hint, Outline, Support, SupportExt, Vertices};
use crate::math::{Pose, RigidMap, Vector};

/// A shape with its numbers, one type for all shapes: queries are compiled for it once, in this crate.
#[derive(Clone, Copy)]
pub struct Snapshot<'s, V: Vector> {
    shape: &'s dyn Support<V>,
    pub(crate) body: Outline<V>,
    vertices: Option<&'s dyn Vertices<V>>,
    curved: Option<&'s dyn Curved<V>>,
    fine: Option<&'s dyn FineSupport<V>>,
    /// The shape, where queries have code of their own for its type.
    known: Option<&'s dyn Any>,
    vertex_count: u32,
}

/// A body and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Body<'p, V: Vector> {
    pub shape: &'p Snapshot<'p, V>,
    pub pose: &'p Pose<V>,
}

impl<'s, V: Vector> Snapshot<'s, V> {
    /// The snapshot of a shape, or of the one behind an enum or a pointer.
    pub fn new<S: Support<V> + ?Sized>(shape: &'s S) -> Self {
        let (inner, Core { vertices, curved, fine, concrete }) = shape.innermost();
        let vertex_count = vertices.map_or(0, |vertices| vertices.count());
        Snapshot { shape: inner, body: shape.outline(), vertices, curved, fine, known: concrete.known(), vertex_count }
    }

    /// The shape, if it is stored in this type.
    #[inline]
    pub(crate) fn downcast<T: 'static>(&self) -> Option<&'s T> {
        self.known?.downcast_ref()
    }

    /// How many vertices a polytopal core has; 0 for a curved core.
    #[inline]
    pub fn vertex_count(&self) -> u32 {
        self.vertex_count
    }
}

impl<V: Vector> Support<V> for Snapshot<'_, V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        self.shape.support(dir)
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        self.body
    }
    #[inline]
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        self.shape.support_from(dir, hint)
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core { vertices: self.vertices, curved: self.curved, fine: self.fine, ..Core::UNKNOWN }
    }
}

/// Where two bodies stand, and in which frame their answer is.
#[derive(Clone, Copy)]
pub enum Placement<'p, V: Vector> {
    /// The pose of B's frame in A's; answers are in A's frame.
    Relative(&'p Pose<V>),
    /// The poses of both in a common frame, in which answers are.
    World([&'p Pose<V>; 2]),
}

impl<V: Vector> Placement<'_, V> {
    /// What `answer` makes of the bodies' poses in the frame of the answer. Code for both placements: an identity is
    /// made only where it is needed.
    pub(crate) fn placed<R>(&self, answer: impl FnOnce(&Pose<V>, &Pose<V>) -> R) -> R {
        match *self {
            Placement::Relative(b_in_a) => answer(&Pose::IDENTITY, b_in_a),
            Placement::World([pose_a, pose_b]) => answer(pose_a, pose_b),
        }
    }

    /// The vector from A's origin to B's in the frame of the answer, with the error of that.
    pub(crate) fn offset(&self) -> (V, V::Scalar) {
        match *self {
            Placement::Relative(b_in_a) => (b_in_a.translation(), b_in_a.translation_error()),
            Placement::World([pose_a, pose_b]) => {
                (pose_b.translation() - pose_a.translation(), pose_a.translation_error() + pose_b.translation_error())
            }
        }
    }
}

/// Two bodies and where they stand.
#[derive(Clone, Copy)]
pub struct Bodies<'p, V: Vector> {
    pub(crate) a: Snapshot<'p, V>,
    pub(crate) b: Snapshot<'p, V>,
    pub(crate) placement: Placement<'p, V>,
}

impl<'p, V: Vector> Bodies<'p, V> {
    /// B at a pose in A's frame.
    pub fn new(a: &'p (impl Support<V> + ?Sized), b: &'p (impl Support<V> + ?Sized), b_in_a: &'p Pose<V>) -> Self {
        Bodies { a: Snapshot::new(a), b: Snapshot::new(b), placement: Placement::Relative(b_in_a) }
    }

    /// Both at poses in a common frame.
    pub fn in_world(
        (a, pose_a): (&'p (impl Support<V> + ?Sized), &'p Pose<V>),
        (b, pose_b): (&'p (impl Support<V> + ?Sized), &'p Pose<V>),
    ) -> Self {
        Bodies { a: Snapshot::new(a), b: Snapshot::new(b), placement: Placement::World([pose_a, pose_b]) }
    }

    /// What `answer` makes of both where they stand in the frame of the answer.
    pub(crate) fn placed<R>(&self, answer: impl FnOnce(Body<'_, V>, Body<'_, V>) -> R) -> R {
        self.placement.placed(|pose_a, pose_b| {
            answer(Body { shape: &self.a, pose: pose_a }, Body { shape: &self.b, pose: pose_b })
        })
    }

    /// The pose of B's frame in A's.
    #[inline]
    pub(crate) fn b_in_a(&self) -> Pose<V> {
        match self.placement {
            Placement::Relative(b_in_a) => *b_in_a,
            Placement::World([pose_a, pose_b]) => Pose::relative(pose_a, pose_b),
        }
    }

    /// The rigid map from B's frame to A's.
    #[inline]
    pub(crate) fn way(&self) -> RigidMap<V> {
        match self.placement {
            Placement::Relative(b_in_a) => *b_in_a.map(),
            Placement::World([pose_a, pose_b]) => RigidMap::between(pose_a, pose_b),
        }
    }
}
