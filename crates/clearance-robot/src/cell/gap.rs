//! A proven lower bound of the signed distance of two bodies along a given axis, by the
//! [gap](clearance::enclosure::gap) of their shapes.

use clearance::enclosure::{self, Axis, gap_above};
use clearance::{Hint, Pose3, Vec3};

use super::interior::{self, FAR, Place};
use super::piece::Piece;

/// A body where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    /// The body.
    pub piece: &'a Piece,
    /// Its pose in the world, with its errors.
    pub pose: &'a Pose3<f64>,
}

/// No point of `b` is less than this ahead of any point of `a` along the axis: a lower bound of the signed distance.
/// The hints are where the searches of the supports start, and are left where they ended.
///
/// Of a halfspace `b` its own normal is the only axis along which there is a gap; then the given one does not matter. A
/// halfspace `a`, which no link is, has none. Of what is inside of a mesh, a body with a point outside is [`FAR`]: the
/// mesh's triangles show how far.
pub(crate) fn gap(a: &Placed, b: &Placed, axis: &Axis<Vec3<f64>>, hints: &mut [Hint; 2]) -> f64 {
    match (a.piece, b.piece) {
        (Piece::Convex(first), Piece::Convex(second)) => {
            enclosure::gap((first, a.pose), (second, b.pose), axis, hints).lower()
        }
        (Piece::Convex(shape), Piece::Halfspace(half)) => {
            gap_above((half, b.pose), (shape, a.pose), &mut hints[0]).0.lower()
        }
        (Piece::Convex(shape), Piece::Interior(mesh)) => match interior::place(shape, a.pose, mesh, b.pose) {
            Place::Outside => FAR,
            _ => enclosure::gap((shape, a.pose), (mesh.hull(), b.pose), axis, hints).lower(),
        },
        (Piece::Interior(mesh), Piece::Convex(shape)) => match interior::place(shape, b.pose, mesh, a.pose) {
            Place::Outside => FAR,
            _ => enclosure::gap((mesh.hull(), a.pose), (shape, b.pose), axis, hints).lower(),
        },
        _ => f64::NEG_INFINITY,
    }
}
