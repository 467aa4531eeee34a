//! What contact points are made of, to find them again in the next step.

use core::fmt::{self, Display, Formatter};

use clearance::query::{ContactPoint, Feature, FeatureKind};
use clearance::{Real, Space};

/// Which contact point of a contact one is: the same as long as it is made of the same features of the same parts,
/// wherever on these it stands.
///
/// ```
/// use clearance::{Cuboid, Pose3, Vec3};
/// use clearance_world::{Body, BodyPair};
/// let cuboid = |x, y, z| Body::new(Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap());
/// let (table, brick) = (cuboid(1.0, 1.0, 0.5), cuboid(0.25, 0.5, 0.25));
/// let ids = |x: f64, z: f64| {
///     let pose = Pose3::from_translation(Vec3::new(x, 0.0, z)).unwrap();
///     let mut ids = BodyPair::new(&table, &brick, &pose).contact(&Default::default()).unwrap().ids();
///     ids.sort();
///     ids
/// };
/// let before = ids(0.0, 0.74);
/// assert_eq!(before, ids(0.3, 0.73)); // four corners of the brick on the face of the table
/// assert_eq!(before[0].to_string(), "face/vertex-0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactId {
    /// The parts of either body; 0 of convex ones.
    pub parts: [u32; 2],
    /// What is touched of either part.
    pub features: [Touched; 2],
    /// Counts points with the same features, as on a smooth rim, in their order: among these look for the nearest one.
    pub number: u32,
}

/// The feature that a contact point lies on, without where on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Touched {
    /// A vertex, by its number.
    Vertex(u32),
    /// An edge, by the numbers of its ends, the lesser first.
    Edge([u32; 2]),
    /// A face: of a part with several, whichever is turned to the other body.
    Face,
    /// A curved surface.
    Smooth,
}

impl Touched {
    fn of<T: Real>(feature: &Feature<T>) -> Self {
        match (feature.kind(), feature.vertices()) {
            (FeatureKind::Vertex, &[i, ..]) => Touched::Vertex(i),
            (FeatureKind::Edge, &[i, j, ..]) => Touched::Edge([i.min(j), i.max(j)]),
            (FeatureKind::Face, _) => Touched::Face,
            _ => Touched::Smooth,
        }
    }
}

impl Display for Touched {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Touched::Vertex(i) => write!(f, "vertex-{i}"),
            Touched::Edge([i, j]) => write!(f, "edge-{i}-{j}"),
            Touched::Face => f.write_str("face"),
            Touched::Smooth => f.write_str("smooth"),
        }
    }
}

impl Display for ContactId {
    /// The features of either body, after their parts if these are not 0, and the number if that is not 0:
    /// `face/vertex-3`, `0:edge-1-2/17:face#1`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ([i, j], [a, b]) = (self.parts, self.features);
        match [i, j] {
            [0, 0] => write!(f, "{a}/{b}")?,
            _ => write!(f, "{i}:{a}/{j}:{b}")?,
        }
        if self.number > 0 { write!(f, "#{}", self.number) } else { Ok(()) }
    }
}

/// The ids of the points of one contact, of which no two are the same; each is on the parts of its place.
pub fn contact_ids<V: Space>(parts: &[[u32; 2]], points: &[ContactPoint<V>]) -> Vec<ContactId> {
    let mut ids: Vec<ContactId> = Vec::with_capacity(points.len());
    for (&parts, point) in parts.iter().zip(points) {
        let features = point.features.map(|feature| Touched::of(&feature));
        let number = ids.iter().filter(|id| id.features == features && id.parts == parts).count() as u32;
        ids.push(ContactId { parts, features, number });
    }
    ids
}
