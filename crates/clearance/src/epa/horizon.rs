//! The faces of the growing polytope that a point sees, and their outline.
//!
//! The walk goes from the edges of one face to their twins in the next. What it learns about a face is written to both
//! of its lists, of which one moves on: so nothing branches on what is seen.

use crate::difference::Vertex;
use crate::exact::orient3d;
use crate::math::{Each, Real, Vec3};

use super::plane::Plane;

/// A triangle; its edges are those with four times its number and up to two more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face<T> {
    pub plane: Plane<T>,
    /// The plane is as good as twofold precision makes it.
    pub refined: bool,
    /// Refined without being turned by more than a few roundings.
    pub steady: bool,
    pub alive: bool,
}

/// An edge, counter-clockwise from outside.
#[derive(Clone, Copy, Default)]
pub(super) struct Edge {
    /// The point where it begins.
    pub from: u32,
    /// The number of the same edge of the neighbour, which goes the other way.
    pub twin: u32,
}

/// Entries of three lists.
#[derive(Clone, Copy, Default)]
pub(super) struct Walk {
    /// An edge by which a face that is seen was entered.
    pub seen: u32,
    /// An edge of a face that is not, whose neighbour is seen.
    pub outline: u32,
    /// The first edge, by the index of a point, of the new face whose outline edge begins there.
    pub begins: u32,
}

impl<T: Real> Face<T> {
    /// A place for a face.
    pub const VOID: Self = Face { plane: Plane::UNKNOWN, refined: false, steady: false, alive: false };
}

/// The number of the edge that follows in the same face.
#[inline(always)]
pub(super) fn after(edge: u32) -> u32 {
    if edge & 2 == 0 { edge + 1 } else { edge & !3 }
}

/// The face of an edge.
#[inline(always)]
pub(super) fn face_of(edge: u32) -> usize {
    (edge >> 2) as usize
}

/// Whether a point lies strictly beyond a face, exactly.
#[cold]
#[inline(never)]
pub(super) fn sees_exactly<T: Real>((points, edges): (&[Vertex<Vec3<T>>], &[Edge]), face: usize, w: Vec3<T>) -> bool {
    let [a, b, c] = [0, 1, 2].each(|i| points[edges[4 * face + i].from as usize].w);
    orient3d(a, b, c, w) > 0
}

/// Takes out the faces that `w` sees, beginning with one of them: how many, and how many edges their outline has.
#[inline(always)]
pub(super) fn remove_seen<T: Real>(
    (points, edges): (&[Vertex<Vec3<T>>], &[Edge]),
    (faces, reach): (&mut [Face<T>], T),
    walk: &mut [Walk],
    (first, w): (usize, Vec3<T>),
) -> (usize, usize) {
    let (mut seen, mut outline) = (1, 0);
    let mut edge = 4 * first as u32;
    walk[0].seen = edge;
    faces[first].alive = false;
    // The first face has three edges to look across, any other two besides the one it was entered by.
    let (mut next, mut left) = (0, 3);
    loop {
        let twin = edges[edge as usize].twin;
        let face = &mut faces[face_of(twin)];
        // Taken out already only where points are swallowed.
        if face.alive {
            let sees = face.plane.sees(w, reach);
            let sees = sees.unwrap_or_else(|| sees_exactly((points, edges), face_of(twin), w));
            face.alive = !sees;
            walk[seen].seen = twin;
            walk[outline].outline = twin;
            seen += usize::from(sees);
            outline += usize::from(!sees);
        }
        left -= 1;
        if left == 0 {
            next += 1;
            if next == seen {
                return (seen, outline);
            }
            (edge, left) = (walk[next].seen, 2);
        }
        edge = after(edge);
    }
}
