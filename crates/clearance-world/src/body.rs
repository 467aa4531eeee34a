//! What a body is: the one place that lists its kinds.

use std::sync::Arc;

use clearance::enclosure::Aabb;
use clearance::enclosure::reach_from_frame;
use clearance::{Halfspace, Pose, Real, Shape, ShapeError, Space};

use crate::compound::Compound;
use crate::many::ManyParts;
use crate::mesh::TriangleMesh;

/// The set of points of a body, in its own frame: what pairs and scenes are made of.
///
/// ```
/// use clearance::{Ball, Halfspace, Pose3, Vec3};
/// use clearance_world::{Body, BodyPair};
/// let floor = Body::halfspace(Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.5).unwrap());
/// let ball = Body::new(Ball::new(1.0).unwrap());
/// let above = Pose3::from_translation(Vec3::new(7.0, 0.0, 2.0)).unwrap();
/// let found = BodyPair::new(&floor, &ball, &above).signed_distance().unwrap();
/// assert_eq!(found.signed_distance, Some(0.5)); // 2 - 1 - 0.5
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Body<V: Space> {
    /// One convex shape.
    Convex(Shape<V>),
    /// All points below a plane.
    Halfspace(Halfspace<V>),
    /// The union of several shapes; shared by its copies.
    Compound(Arc<Compound<V>>),
    /// A surface of triangles, and what it bounds if it is solid; shared by its copies.
    Mesh(Arc<TriangleMesh<V>>),
    /// The union of many parts of one kind: points, cells, heights; shared by its copies.
    Many(Arc<ManyParts<V>>),
}

impl<V: Space> Body<V> {
    /// A convex body.
    pub fn new(shape: impl Into<Shape<V>>) -> Self {
        Body::Convex(shape.into())
    }

    /// All points below a plane, which has the pose of the body. Never asked with other halfspaces.
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
        Body::Halfspace(half)
    }

    /// A body of several convex parts, each at a pose in the body's frame. Fails as [`Compound::new`].
    pub fn compound(parts: impl IntoIterator<Item = (Shape<V>, Pose<V>)>) -> Result<Self, ShapeError> {
        Ok(Body::Compound(Arc::new(Compound::new(parts)?)))
    }

    /// A mesh as it is: solid if it is closed and oriented, else its surface alone.
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
    /// let depth: f64 = -found.signed_distance.unwrap(); // closed and convex, so as deep as its hull: 1.5 and the radius
    /// assert!((depth - 2.0).abs() < 1e-14);
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn mesh(mesh: TriangleMesh<V>) -> Self {
        Body::Mesh(Arc::new(mesh))
    }

    /// A cloud of points, cells of a grid, or a height field.
    pub fn many(parts: ManyParts<V>) -> Self {
        Body::Many(Arc::new(parts))
    }

    /// What the body is, in a word: `shape`, `halfspace`, `compound`, `mesh`, or [what it has many
    /// of](ManyParts::kind).
    pub fn kind(&self) -> &'static str {
        match self {
            Body::Convex(_) => "shape",
            Body::Halfspace(_) => "halfspace",
            Body::Compound(_) => "compound",
            Body::Mesh(_) => "mesh",
            Body::Many(parts) => parts.kind(),
        }
    }

    /// The one shape that the body is; `None` for the other kinds.
    pub fn as_shape(&self) -> Option<&Shape<V>> {
        match self {
            Body::Convex(shape) => Some(shape),
            _ => None,
        }
    }

    /// The halfspace that the body is; `None` for the other kinds.
    pub fn as_halfspace(&self) -> Option<&Halfspace<V>> {
        match self {
            Body::Halfspace(half) => Some(half),
            _ => None,
        }
    }

    /// The one convex set of points that the body is: a shape, or the hull of a closed mesh that is
    /// [convex](TriangleMesh::is_convex). `None` if it is not known to be convex, and for a halfspace.
    pub fn as_convex(&self) -> Option<&Shape<V>> {
        match self {
            Body::Convex(shape) => Some(shape),
            Body::Mesh(mesh) => mesh.is_convex().then(|| mesh.hull()),
            _ => None,
        }
    }

    /// Whether it is a mesh that is not closed and oriented: its surface alone counts, and nothing is inside of it. A
    /// body in the middle of such a mesh is apart from it.
    ///
    /// ```
    /// use clearance::Vec3;
    /// use clearance_world::{Body, TriangleMesh};
    /// let corners = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]].map(Vec3::from);
    /// let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// let mesh = |count: usize| Body::mesh(TriangleMesh::new(&corners, &faces[..count]).unwrap());
    /// assert!(mesh(3).is_surface() && !mesh(4).is_surface());
    /// ```
    pub fn is_surface(&self) -> bool {
        matches!(self, Body::Mesh(mesh) if !mesh.is_solid())
    }

    /// Whether the body has parts that answers name: the shapes of a compound, the triangles of a mesh, one of many.
    pub fn has_parts(&self) -> bool {
        matches!(self, Body::Compound(_) | Body::Mesh(_) | Body::Many(_))
    }

    /// Whether the body has an end in every direction: all but halfspaces do.
    pub fn is_bounded(&self) -> bool {
        self.as_halfspace().is_none()
    }

    /// A box that holds the body at a pose; all of space for a halfspace.
    pub fn aabb(&self, pose: &Pose<V>) -> Aabb<V> {
        match self {
            Body::Convex(shape) => Aabb::of(shape, pose),
            Body::Halfspace(_) => Aabb::whole(),
            Body::Compound(compound) => compound.bounds(pose),
            Body::Mesh(mesh) => mesh.bounds_at(pose),
            Body::Many(parts) => parts.bounds().posed(pose),
        }
    }

    /// An upper bound of the distance of the body's points from the origin of its frame; infinite for a halfspace.
    pub fn reach_from_frame(&self) -> V::Scalar {
        match self {
            Body::Convex(shape) => reach_from_frame(shape),
            Body::Halfspace(_) => V::Scalar::INFINITY,
            Body::Compound(compound) => {
                compound.parts().iter().fold(V::Scalar::ZERO, |reach, part| reach.max(reach_from_frame(part)))
            }
            Body::Mesh(mesh) => mesh.bounds().reach_from_frame(),
            Body::Many(parts) => parts.bounds().reach_from_frame(),
        }
    }
}

impl<V: Space> From<Shape<V>> for Body<V> {
    fn from(shape: Shape<V>) -> Self {
        Body::Convex(shape)
    }
}
