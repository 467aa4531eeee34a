//! Meshes as unions of convex parts that are sure to contain them, with the proven largest distance of any point of the
//! parts from the mesh.
//!
//! Space is cut into boxes along the axes. The part of a box `C` is the convex hull of what `C` holds of the set `S`
//! (of a solid mesh its volume, else its surface), so the union of all parts contains `S`. **The hull of `S ∩ C` is
//! that of the triangles clipped to `C`, and of the corners of `C` that are inside of `S`**: an extreme point of it
//! that is not on the surface has all near points of `C` in `S`, so it is an extreme point of `C`. Boxes are cut where
//! the hull is farthest from `S`; then parts are joined, two at a time, into a [`chain`] from which a request picks a
//! level. Components that are convex are parts from the start, see [`components`].
//!
//! What clipping rounds is made up for by moving hulls outward: see [`part`].

mod chain;
mod clip;
mod components;
mod cover;
mod error;
mod field;
mod judge;
mod part;
mod split;

use clearance::hull::Hull;
use clearance::{Bounds, ShapeError, Vec3, Vector};

use crate::mesh::TriangleMesh;
use chain::Chain;
pub use error::{HullError, error_of, hull_error};
use field::Field;
pub use judge::{Judgement, judge};
pub use part::Part;
use split::Pieces;

type Mesh = TriangleMesh<Vec3<f64>>;

/// How many pieces a mesh is cut into, before they are joined; more of them only if these are not near enough, and more
/// parts are allowed.
const PIECES: [usize; 4] = [64, 256, 1024, 4096];

/// This number of pieces for each part is enough, whatever their error.
const SPARE: usize = 2;

/// Options of a decomposition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecomposeOptions {
    /// No point of a part is to be farther from the mesh.
    pub error: f64,
    /// Maximum number of parts, whatever their error.
    pub max_parts: usize,
}

impl DecomposeOptions {
    /// An error of 2 % of the longest side and at most 64 parts: a second or two for a thousand triangles.
    pub fn of(mesh: &TriangleMesh<Vec3<f64>>) -> Self {
        DecomposeOptions { error: 0.02 * mesh.bounds().extent().max_abs(), max_parts: 64 }
    }
}

/// Convex parts whose union contains a mesh.
#[derive(Clone, Debug)]
pub struct Decomposition {
    /// The parts.
    pub parts: Vec<Hull<Vec3<f64>>>,
    /// The largest distance of any point in the parts from the mesh: a point at `lower` was found, none is beyond
    /// `upper`, proven.
    pub error: Bounds<f64>,
    /// Whether the parts contain the volume; else the surface.
    pub contains_volume: bool,
}

impl Decomposition {
    /// Raised whenever [`decompose`] gives other parts for the same mesh and options: what is kept under it is not out
    /// of date.
    pub const VERSION: u32 = 2;

    /// The sum of the parts' volumes.
    pub fn volume(&self) -> f64 {
        self.parts.iter().map(|part| part.volume()).sum()
    }
}

/// Parts of a mesh: no more than `max_parts`, and as few as will do for the error. Deterministic.
///
/// A larger error never gives more parts, more parts never a larger error: the mesh is cut and its pieces are joined in
/// an order that does not depend on the options, which choose a level of it. If `max_parts` are too few, the error is
/// as it comes out.
///
/// ```
/// use clearance::Vec3;
/// use clearance_world::{DecomposeOptions, TriangleMesh, decompose};
/// let corners = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]].map(Vec3::from);
/// let solid = TriangleMesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let found = decompose(&solid, &DecomposeOptions { error: 0.01, max_parts: 8 })?;
/// assert_eq!((found.parts.len(), found.parts[0].vertices().len()), (1, 4)); // it is convex
/// assert!(found.contains_volume && found.error.upper <= 0.01);
/// # Ok::<(), clearance::ShapeError>(())
/// ```
pub fn decompose(mesh: &TriangleMesh<Vec3<f64>>, options: &DecomposeOptions) -> Result<Decomposition, ShapeError> {
    by_pieces(mesh, options, &PIECES)
}

/// Parts of a mesh as [`decompose`] finds them, with other numbers of pieces.
///
/// Requests choose from one list that has more parts and smaller errors from entry to entry. Each number of pieces adds
/// steps of its chain: those that have more parts than all before and are nearer to the mesh.
fn by_pieces(mesh: &Mesh, options: &DecomposeOptions, counts: &[usize]) -> Result<Decomposition, ShapeError> {
    let (mut field, most) = (Field::around(mesh, &[]), options.max_parts.max(1));
    let mut pieces = Pieces::new(&mut field)?;
    // The last entry of the list, and the number of parts that further ones exceed.
    let (mut last, mut least): (Option<Decomposition>, usize) = (None, 0);
    for &count in counts {
        let more = pieces.cut(&mut field, count)? && counts.last() != Some(&count);
        let mut chain = Chain::new(&mut field, pieces.parts().collect())?;
        let finest = chain.finest(&mut field)?;
        let next = chain.count(finest).max(count / SPARE).max(least);
        let is_near = chain.within(&mut field, options.error)?;
        let goes_on = is_near.is_none() && more && most > next;
        let mut step = chain.with_more_than(is_near.unwrap_or(finest), least);
        if let (Some(found), false) = (step, goes_on) {
            step = Some(chain.with_at_most(&mut field, found, most)?).filter(|&step| chain.count(step) > least);
        }
        if let Some(step) = step {
            last = Some(later(last, &mut field, (&mut chain, step)));
        }
        if !goes_on {
            break;
        }
        least = next;
    }
    last.ok_or(ShapeError::Empty { what: "a mesh" })
}

/// A step, if it has a smaller error than the last entry of the list; else that one.
fn later(last: Option<Decomposition>, field: &mut Field, (chain, step): (&mut Chain, usize)) -> Decomposition {
    let mut error = chain.error(field, step);
    if let Some(last) = last {
        if error.upper >= last.error.upper {
            return last;
        }
        error.lower = error.lower.min(last.error.lower);
    }
    let parts = chain.parts(step).into_iter().map(|part| part.hull().clone()).collect();
    Decomposition { parts, error, contains_volume: field.mesh().is_solid() }
}

#[cfg(test)]
mod tests;
