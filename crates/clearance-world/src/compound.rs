//! Bodies of several convex parts.
//!
//! The signed distance of unions `A = ∪Aᵢ`, `B = ∪Bⱼ` is the least of `sd(Aᵢ, Bⱼ)` if they are apart. If they overlap,
//! minus the depth `D = inf {|t| : A and B + t are disjoint}`, which no pair of parts has:
//!
//! **Lemma.** `maxᵢⱼ depth(Aᵢ, Bⱼ) ≤ D ≤ depth(hull A, hull B)`: a translation that parts the unions parts every pair
//! of parts, and one that parts the hulls parts the unions.

use clearance::enclosure::Aabb;
use clearance::{HullOf, Pose, Posed, Shape, ShapeError, Space};

use crate::tree::Tree;

/// The union of convex parts at fixed poses in one frame. Parts may overlap.
///
/// ```
/// use clearance::{Cuboid, Pose3, Shape3, Vec3};
/// use clearance_world::Compound;
/// let plank = Shape3::from(Cuboid::from_half_extents(Vec3::new(2.0, 0.25, 0.25)).unwrap());
/// let post = Shape3::from(Cuboid::from_half_extents(Vec3::new(0.25, 0.25, 2.0)).unwrap());
/// let angle = Compound::new([(plank, Pose3::IDENTITY), (post, Pose3::from_translation(Vec3::new(-1.75, 0.0, 1.75)).unwrap())]).unwrap();
/// assert!((angle.bounds(&Pose3::IDENTITY).upper.z - 3.75f64).abs() < 1e-14);
/// ```
#[derive(Clone, Debug)]
pub struct Compound<V: Space> {
    /// The parts as they were given.
    posed: Vec<(Shape<V>, Pose<V>)>,
    /// Each as a shape of the body's frame.
    parts: Vec<Shape<V>>,
    /// Tree of the parts' boxes in the body's frame.
    tree: Tree<V>,
    hull: Shape<V>,
}

impl<V: Space> Compound<V> {
    /// The union of one part or more. Fails without parts, and if one reaches too far at its pose.
    pub fn new(parts: impl IntoIterator<Item = (Shape<V>, Pose<V>)>) -> Result<Self, ShapeError> {
        let given: Vec<_> = parts.into_iter().collect();
        if given.is_empty() {
            return Err(ShapeError::Empty { what: "parts of a compound" });
        }
        let parts = given.iter().map(|(shape, pose)| placed(shape, pose)).collect::<Result<Vec<_>, _>>()?;
        let tree = (0..).zip(&parts).map(|(i, part)| (i, Aabb::of(part, &Pose::IDENTITY))).collect();
        Ok(Compound { parts, tree, hull: HullOf::new(given.clone())?.into(), posed: given })
    }

    /// The parts as shapes of the body's frame.
    pub fn parts(&self) -> &[Shape<V>] {
        &self.parts
    }

    /// The parts as they were given, each in its own frame with its pose in the body's.
    pub fn posed_parts(&self) -> &[(Shape<V>, Pose<V>)] {
        &self.posed
    }

    /// The boxes of the parts in the body's frame.
    pub fn tree(&self) -> &Tree<V> {
        &self.tree
    }

    /// The convex hull of all parts.
    pub fn hull(&self) -> &Shape<V> {
        &self.hull
    }

    /// A box around all parts at a pose of the body.
    pub fn bounds(&self, pose: &Pose<V>) -> Aabb<V> {
        self.parts.iter().fold(Aabb::empty(), |all, part| all.union(&Aabb::of(part, pose)))
    }
}

/// A shape at a pose as a shape of the outer frame; itself where that changes nothing.
fn placed<V: Space>(shape: &Shape<V>, pose: &Pose<V>) -> Result<Shape<V>, ShapeError> {
    if *pose == Pose::IDENTITY {
        return Ok(shape.clone());
    }
    Ok(Posed::new(shape.clone(), *pose)?.into())
}
