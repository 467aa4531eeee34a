//! A body as a scene holds it: where it is, and which others it is checked against.

use clearance::enclosure::Aabb;
use clearance::{Pose, Real, Space};

use crate::body::Body;

/// A body in a [`Scene`](crate::Scene), with its pose, its groups and its margin.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3};
/// use clearance_world::Body;
/// let ball = Body::new(Ball::new(0.5).unwrap()).at(Pose3::from_translation(Vec3::new(2.0, 0.0, 1.0)).unwrap());
/// assert!(ball.bounds().upper.x > 2.5 - 1e-14 && !ball.is_fixed());
/// ```
#[derive(Clone, Debug)]
pub struct Object<V: Space> {
    body: Body<V>,
    pose: Pose<V>,
    fixed: bool,
    groups: u64,
    collides_with: u64,
    margin: V::Scalar,
}

impl<V: Space> Body<V> {
    /// The body at a pose in the world, for a scene.
    pub fn at(self, pose: Pose<V>) -> Object<V> {
        Object::new(self).at(pose)
    }

    /// The body at the origin of the world, never asked with other fixed ones.
    pub fn fixed(self) -> Object<V> {
        Object::new(self).fixed()
    }
}

impl<V: Space> From<Body<V>> for Object<V> {
    fn from(body: Body<V>) -> Self {
        Object::new(body)
    }
}

impl<V: Space> Object<V> {
    /// A body at the origin of the world, asked with all others.
    pub fn new(body: Body<V>) -> Self {
        let zero = V::Scalar::ZERO;
        Object { body, pose: Pose::IDENTITY, fixed: false, groups: 1, collides_with: u64::MAX, margin: zero }
    }

    /// The body at a pose in the world.
    pub fn at(self, pose: Pose<V>) -> Self {
        Object { pose, ..self }
    }

    /// Never asked with other fixed bodies: a wall and the floor.
    pub fn fixed(self) -> Self {
        Object { fixed: true, ..self }
    }

    /// The groups that the body is in, a bit each; by default the first.
    pub fn groups(self, groups: u64) -> Self {
        Object { groups, ..self }
    }

    /// The groups against whose bodies it is checked, a bit each; by default all. Two bodies are checked if each is in
    /// a group that the other one names.
    pub fn collides_with(self, groups: u64) -> Self {
        Object { collides_with: groups, ..self }
    }

    /// How far others should keep away. The margin of a pair is the sum of its bodies'. Distances stay those of the
    /// bodies themselves.
    pub fn margin(self, margin: V::Scalar) -> Self {
        Object { margin, ..self }
    }

    /// The points of the body.
    pub fn body(&self) -> &Body<V> {
        &self.body
    }
    /// Where the body is in the world.
    pub fn pose(&self) -> &Pose<V> {
        &self.pose
    }
    /// Whether the body is never asked with other fixed ones.
    pub fn is_fixed(&self) -> bool {
        self.fixed
    }
    /// The groups that the body is in, a bit each.
    pub fn group_bits(&self) -> u64 {
        self.groups
    }
    /// The groups against whose bodies it is checked, a bit each.
    pub fn collides_with_bits(&self) -> u64 {
        self.collides_with
    }
    /// How far others should keep away.
    pub fn own_margin(&self) -> V::Scalar {
        self.margin
    }
    /// A box around the body in the world.
    pub fn bounds(&self) -> Aabb<V> {
        self.body.aabb(&self.pose)
    }

    pub(crate) fn move_to(&mut self, pose: Pose<V>) {
        self.pose = pose;
    }

    /// Whether the two are a pair of the scene: not both fixed, one of them bounded, and their groups collide.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let one_moves = !self.fixed || !other.fixed;
        let one_is_bounded = self.body.is_bounded() || other.body.is_bounded();
        one_moves && one_is_bounded && self.groups & other.collides_with != 0 && other.groups & self.collides_with != 0
    }
}
