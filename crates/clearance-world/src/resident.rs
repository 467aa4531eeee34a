//! What a scene keeps of each body, and pairs of bodies in their order.

use std::sync::atomic::{AtomicU64, Ordering};

use clearance::Space;
use clearance::enclosure::{Aabb, Ball};

use crate::key::Key;
use crate::object::Object;
use crate::parts::Placed;

/// Distinguishes scenes: a copy is another one.
#[derive(Debug)]
pub(crate) struct Identity(u64);

impl Identity {
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Identity(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    pub fn number(&self) -> u64 {
        self.0
    }
}

impl Clone for Identity {
    fn clone(&self) -> Self {
        Self::new()
    }
}

/// A place for a body.
#[derive(Clone, Debug)]
pub(crate) struct Entry<V: Space> {
    pub generation: u32,
    pub resident: Option<Resident<V>>,
}

/// A body of the scene.
#[derive(Clone, Debug)]
pub(crate) struct Resident<V: Space> {
    pub key: Key,
    pub object: Object<V>,
    /// Around the body where it is; the tree's box holds this one.
    pub bounds: Aabb<V>,
    /// The scene's revision when the body came to where it is.
    pub since: u64,
    /// Around the body in its own frame, once it has moved.
    pub ball: Option<Ball<V>>,
    /// An upper bound of how far any of its points has moved in all moves together.
    pub travel: V::Scalar,
}

impl<V: Space> Resident<V> {
    pub fn placed(&self) -> Placed<'_, V> {
        Placed { body: self.object.body(), pose: self.object.pose() }
    }
}

/// Two bodies, the one of the lesser key first.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'s, V: Space> {
    pub slots: [u32; 2],
    pub bodies: [&'s Resident<V>; 2],
}

impl<'s, V: Space> Pair<'s, V> {
    pub fn placed(&self) -> [Placed<'s, V>; 2] {
        let [a, b] = self.bodies;
        [a.placed(), b.placed()]
    }

    pub fn keys(&self) -> [&'s Key; 2] {
        self.bodies.map(|body| &body.key)
    }

    pub fn since(&self) -> [u64; 2] {
        self.bodies.map(|body| body.since)
    }

    /// How far both bodies together have moved.
    pub fn travel(&self) -> V::Scalar {
        let [a, b] = self.bodies;
        a.travel + b.travel
    }

    /// A lower bound of the signed distance that does not depend on the tree.
    pub fn bound(&self) -> V::Scalar {
        let [a, b] = self.bodies;
        a.bounds.distance_bound(&b.bounds)
    }

    pub fn is_within(&self, max: V::Scalar) -> bool {
        let [a, b] = self.bodies;
        a.bounds.is_within(&b.bounds, max)
    }
}
