//! Meshes as unions of convex parts that are sure to contain them, with the proven largest distance of any point of the parts from the mesh.
//!
//! Space is cut into boxes along the axes. The part of a box `C` is the convex hull of what `C` holds of the set `S` (of a solid mesh its
//! volume, else its surface), so the union of all parts contains `S`. **The hull of `S ∩ C` is that of the triangles clipped to `C`, and of the
//! corners of `C` that are inside of `S`**: an extreme point of it that is not on the surface has all near points of `C` in `S`, so it is
//! an extreme point of `C`. Boxes are cut where the hull is farthest from `S`; then parts are joined while their common hull stays near enough.
//! Components that are convex are parts from the start, see [`components`].
//!
//! What clipping rounds is made up for by moving hulls outward: see [`part`].

mod clip;
mod components;
mod cover;
mod error;
mod field;
mod join;
mod judge;
mod part;
mod split;

use clearance::hull::Hull;
use clearance::{Bounds, ShapeError, Vec3, Vector};

use crate::mesh::TriangleMesh;
pub use error::error_of;
use error::{final_error, is_within};
use field::Field;
pub use judge::{Judgement, judge};
pub use part::Part;

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
    /// The largest distance of any point in the parts from the mesh: a point at `lower` was found, none is beyond `upper`, proven.
    pub error: Bounds<f64>,
    /// Whether the parts contain the volume; else the surface.
    pub contains_volume: bool,
}

impl Decomposition {
    /// Raised whenever [`decompose`] gives other parts for the same mesh and options: what is kept under it is not out of date.
    pub const VERSION: u32 = 1;

    /// The sum of the parts' volumes.
    pub fn volume(&self) -> f64 {
        self.parts.iter().map(|part| part.volume()).sum()
    }
}

/// Parts of a mesh: no more than `max_parts`, and as few as will do for the error. Deterministic.
///
/// With both at hand, boxes are cut until the error is reached or there are `4 · max_parts`; then parts are joined. If `max_parts` are too few,
/// the error is as it comes out.
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
    let mut field = Field::around(mesh, &[]);
    let pieces = split::split(&mut field, options)?;
    let parts = join::joined(&mut field, pieces, options)?;
    // What was proven of each part by itself holds, too.
    let known = parts.iter().fold(0.0, |most: f64, (_, error)| most.max(error.bounds.upper));
    let parts: Vec<Part> = parts.into_iter().map(|(part, _)| part).collect();
    let error = proven_error(&parts.iter().collect::<Vec<_>>(), &mut field, (options.error, known));
    let parts = parts.into_iter().map(Part::into_hull).collect();
    Ok(Decomposition { parts, error, contains_volume: mesh.is_solid() })
}

/// The error of parts that is known not to be above a number; its upper bound is no larger than a goal if that can be proven.
fn proven_error(parts: &[&Part], field: &mut Field, (wanted, known): (f64, f64)) -> Bounds<f64> {
    if known == 0.0 {
        return Bounds { lower: 0.0, upper: 0.0 };
    }
    let error = final_error(parts, field);
    let error = Bounds { lower: error.lower.min(known), upper: error.upper.min(known) };
    let open = error.lower <= wanted && wanted < error.upper;
    if open && is_within(wanted, parts, field) { Bounds { upper: wanted, ..error } } else { error }
}

#[cfg(test)]
mod tests;
