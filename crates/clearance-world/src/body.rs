//! What stands in a scene: a geometry at a pose, and whom it is asked with.

use std::sync::Arc;

use clearance::enclosure::reach_from_frame;
use clearance::{Halfspace, Pose, Real, Shape, ShapeError, Space};

use crate::Aabb;
use crate::compound::Compound;
use crate::mesh::TriangleMesh;

/// The set of points of a body, in its own frame.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Geometry<V: Space> {
    /// One convex shape.
    Convex(Shape<V>),
    /// All points below a plane.
    Halfspace(Halfspace<V>),
    /// The union of several; shared by its copies.
    Compound(Arc<Compound<V>>),
    /// A surface of triangles, and what it bounds if it is solid; shared by its copies.
    Mesh(Arc<TriangleMesh<V>>),
}

impl<V: Space> Geometry<V> {
    /// A box that holds the body at a pose.
    pub fn bounds(&self, pose: &Pose<V>) -> Aabb<V> {
        match self {
            Geometry::Convex(shape) => Aabb::of(shape, pose),
            Geometry::Halfspace(_) => Aabb::whole(),
            Geometry::Compound(compound) => compound.bounds(pose),
            Geometry::Mesh(mesh) => mesh.bounds_at(pose),
        }
    }

    /// An upper bound of the distance of the body's points from the origin of its frame.
    pub fn reach_from_frame(&self) -> V::Scalar {
        match self {
            Geometry::Convex(shape) => reach_from_frame(shape),
            Geometry::Halfspace(_) => V::Scalar::INFINITY,
            Geometry::Compound(compound) => {
                compound.parts().iter().fold(V::Scalar::ZERO, |reach, part| reach.max(reach_from_frame(part)))
            }
            Geometry::Mesh(mesh) => mesh.bounds().reach_from_frame(),
        }
    }
}

/// A body as it is added to a [`Scene`](crate::Scene).
///
/// ```
/// use clearance::{Ball, Pose3, Vec3};
/// use clearance_world::Body;
/// let ball = Body::new(Ball::new(0.5).unwrap()).at(Pose3::from_translation(Vec3::new(2.0, 0.0, 1.0)).unwrap());
/// assert!(ball.bounds().upper.x > 2.5 - 1e-14 && !ball.is_fixed());
/// ```
#[derive(Clone, Debug)]
pub struct Body<V: Space> {
    geometry: Geometry<V>,
    pose: Pose<V>,
    fixed: bool,
    groups: u64,
    collides_with: u64,
    margin: V::Scalar,
}

impl<V: Space> Body<V> {
    /// A convex body at the origin of the world.
    pub fn new(shape: impl Into<Shape<V>>) -> Self {
        Self::of(Geometry::Convex(shape.into()))
    }

    /// All points below a plane, which has the pose of the body; at the origin of the world. Never asked with other halfspaces.
    ///
    /// ```
    /// use clearance::{Ball, Halfspace, Pose3, Vec3};
    /// use clearance_world::{Body, Scene};
    /// let floor = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.5).unwrap();
    /// let mut scene = Scene::new();
    /// scene.add("floor", Body::halfspace(floor).fixed()).unwrap();
    /// let above = Pose3::from_translation(Vec3::new(7.0, 0.0, 2.0)).unwrap();
    /// scene.add("ball", Body::new(Ball::new(1.0).unwrap()).at(above)).unwrap();
    /// assert_eq!(scene.closest(1).pairs[0].between.signed_distance, Some(0.5)); // 2 - 1 - 0.5
    /// ```
    pub fn halfspace(half: Halfspace<V>) -> Self {
        Self::of(Geometry::Halfspace(half))
    }

    /// A body of several convex parts, each at a pose in the body's frame, at the origin of the world.
    pub fn compound(parts: impl IntoIterator<Item = (Shape<V>, Pose<V>)>) -> Result<Self, ShapeError> {
        Ok(Self::of(Geometry::Compound(Arc::new(Compound::new(parts)?))))
    }

    /// A mesh as it is, at the origin of the world: solid if it is closed and oriented, else its surface alone.
    ///
    /// ```
    /// use clearance::{Ball, Vec3};
    /// use clearance_world::{Body, Scene, TriangleMesh};
    /// let corners = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]].map(Vec3::from);
    /// let solid = TriangleMesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let ball = clearance::Pose3::from_translation(Vec3::new(1.5, 1.5, 1.5))?;
    /// let mut scene = Scene::new();
    /// let ids = [scene.add(0, Body::mesh(solid)).unwrap(), scene.add(1, Body::new(Ball::new(0.5)?).at(ball)).unwrap()];
    /// let found = scene.between(ids[0], ids[1]).unwrap().between;
    /// assert_eq!(found.collides, Some(true)); // wholly inside, no triangle near
    /// assert!(found.bounds.upper < -0.9); // at least 1 deep
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn mesh(mesh: TriangleMesh<V>) -> Self {
        Self::of(Geometry::Mesh(Arc::new(mesh)))
    }

    /// A body of a geometry, at the origin of the world.
    pub fn of(geometry: Geometry<V>) -> Self {
        let zero = V::Scalar::ZERO;
        Body { geometry, pose: Pose::IDENTITY, fixed: false, groups: 1, collides_with: u64::MAX, margin: zero }
    }

    /// Puts it at a pose in the world.
    pub fn at(self, pose: Pose<V>) -> Self {
        Body { pose, ..self }
    }

    /// Never asked with other fixed bodies: a wall and the floor.
    pub fn fixed(self) -> Self {
        Body { fixed: true, ..self }
    }

    /// The groups that the body is in, a bit each; by default the first.
    pub fn groups(self, groups: u64) -> Self {
        Body { groups, ..self }
    }

    /// The groups with whose bodies it is asked, a bit each; by default all. Two bodies are asked if each is in a group that the other one names.
    pub fn collides_with(self, groups: u64) -> Self {
        Body { collides_with: groups, ..self }
    }

    /// How far others should keep away. The margin of a pair is the sum of its bodies'. Distances stay those of the bodies themselves.
    pub fn margin(self, margin: V::Scalar) -> Self {
        Body { margin, ..self }
    }

    /// The points of the body.
    pub fn geometry(&self) -> &Geometry<V> {
        &self.geometry
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
    /// The groups with whose bodies it is asked, a bit each.
    pub fn collides_with_bits(&self) -> u64 {
        self.collides_with
    }
    /// How far others should keep away.
    pub fn own_margin(&self) -> V::Scalar {
        self.margin
    }
    /// Whether the body is a halfspace.
    pub fn is_unbounded(&self) -> bool {
        matches!(self.geometry, Geometry::Halfspace(_))
    }
    /// A box around the body in the world.
    pub fn bounds(&self) -> Aabb<V> {
        self.geometry.bounds(&self.pose)
    }

    pub(crate) fn move_to(&mut self, pose: Pose<V>) {
        self.pose = pose;
    }

    /// Whether groups and fixedness let the two be asked.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        !(self.fixed && other.fixed || self.is_unbounded() && other.is_unbounded())
            && self.groups & other.collides_with != 0
            && other.groups & self.collides_with != 0
    }
}
