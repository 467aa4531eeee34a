//! The convex pieces of bodies, which proofs are about.

use std::sync::Arc;

use clearance::{Halfspace, Pose3, Shape3, Vec3};
use clearance_world::{Body, TriangleMesh};

/// A convex set, or what is inside of a closed mesh.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all pieces are bounded")]
pub(crate) enum Piece {
    /// A bounded shape.
    Convex(Shape3<f64>),
    /// All points below a plane: a floor.
    Halfspace(Halfspace<Vec3<f64>>),
    /// What a closed mesh encloses, next to its triangles, which are pieces of their own: a body that meets none of
    /// them and has a point outside is outside.
    Interior(Arc<TriangleMesh<Vec3<f64>>>),
}

impl Piece {
    /// The halfspace that it is.
    pub fn halfspace(&self) -> Option<&Halfspace<Vec3<f64>>> {
        match self {
            Piece::Halfspace(half) => Some(half),
            _ => None,
        }
    }

    /// Whether it is what a closed mesh encloses.
    pub fn is_interior(&self) -> bool {
        matches!(self, Piece::Interior(_))
    }

    /// A shape that holds it; `None` for a halfspace.
    pub fn hull(&self) -> Option<&Shape3<f64>> {
        match self {
            Piece::Convex(shape) => Some(shape),
            Piece::Interior(mesh) => Some(mesh.hull()),
            Piece::Halfspace(_) => None,
        }
    }
}

/// The pieces of a body at a pose, each with its own: the parts of a compound or of many, the triangles of a mesh and
/// what they enclose if it is closed. `None` for kinds of bodies that proofs know nothing of.
pub(crate) fn pieces(body: &Body<Vec3<f64>>, pose: &Pose3<f64>) -> Option<Vec<(Piece, Pose3<f64>)>> {
    Some(match body {
        Body::Convex(shape) => vec![(Piece::Convex(shape.clone()), *pose)],
        Body::Halfspace(half) => vec![(Piece::Halfspace(*half), *pose)],
        Body::Compound(compound) => {
            let part = |(shape, at): &(Shape3<f64>, Pose3<f64>)| {
                (Piece::Convex(shape.clone()), crate::kinematics::compose(pose, at))
            };
            compound.posed_parts().iter().map(part).collect()
        }
        Body::Mesh(mesh) => {
            let triangles = (0..mesh.triangles().len() as u32).map(|i| (Piece::Convex(mesh.shape(i)), *pose));
            let inside = mesh.is_solid().then(|| (Piece::Interior(Arc::clone(mesh)), *pose));
            triangles.chain(inside).collect()
        }
        Body::Many(parts) => {
            let part = |i: u32| {
                let (shape, at) = parts.posed_part(i);
                (Piece::Convex(shape), crate::kinematics::compose(pose, &at))
            };
            (0..parts.len() as u32).map(part).collect()
        }
        _ => return None,
    })
}
