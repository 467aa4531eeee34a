//! Boxes are cut where their hulls are worst.

use std::borrow::Cow;

use clearance::enclosure::Aabb;
use clearance::exact::orient3d;
use clearance::{ShapeError, Vec3, Vector};

use super::clip::{Corner, clipped};
use super::components::{self, Components, Rest};
use super::error::{Error, ErrorGoal, SHARE, largest};
use super::field::Field;
use super::part::{FINE, Part};
use crate::mesh::TriangleMesh;
use crate::stop::check;

type Mesh = TriangleMesh<Vec3<f64>>;

/// What one box holds.
struct Piece {
    cell: Aabb<Vec3<f64>>,
    /// The triangles whose boxes meet the cell.
    triangles: Vec<u32>,
    part: Part,
    error: Error,
}

/// More convex components than these are cut like all else.
const COMPONENTS: usize = 512;

/// A cut leaves at least this share of the part's extent on either side.
const THIN: f64 = 0.02;

/// Cuts along a side of the mesh pass it by this share of its size: a side in the plane of the cut belongs to both
/// boxes, also to the one that holds nothing else of the solid below it. Far less than what [`cover`](super::cover)
/// takes for the surface, far more than rounding.
const ASIDE: f64 = 1.0 / (1u64 << 36) as f64;

/// A surface with more planes is no part of a few flat sides.
const FACETS: usize = 8;

/// Number of boxes that estimates well enough which part is the worst.
const ROUGH: usize = 200;

/// Pieces of a mesh that become smaller and smaller, the same ones for every limit of their number and error.
pub(super) struct Pieces<'m> {
    /// What is cut: all of the mesh, or the components that are no parts.
    mesh: Option<Cow<'m, Mesh>>,
    /// Components that are parts.
    whole: Vec<(Part, Error)>,
    open: Vec<Piece>,
    /// Those that no cut leaves thick enough.
    done: Vec<Piece>,
    goal: ErrorGoal,
}

impl<'m> Pieces<'m> {
    /// The convex components of a mesh, and all others as one piece.
    pub fn new(field: &mut Field<'m>) -> Result<Self, ShapeError> {
        let Components { parts: whole, rest } = components::convex(field, COMPONENTS)?;
        let mesh = match rest {
            Rest::Nothing => None,
            Rest::All => Some(Cow::Borrowed(field.mesh())),
            Rest::Some(mesh) => Some(Cow::Owned(*mesh)),
        };
        let width = FINE * field.mesh().bounds().extent().max_abs();
        let goal = ErrorGoal { enough: width, too_much: f64::INFINITY, width, share: SHARE, boxes: ROUGH };
        let mut pieces = Pieces { mesh, whole, open: Vec::new(), done: Vec::new(), goal };
        if let Some(mesh) = &pieces.mesh {
            let all = (0..mesh.triangles().len() as u32).collect();
            let first = piece(mesh, mesh.bounds(), all)?;
            pieces.open.extend(first.map(|(cell, triangles, part)| judged(field, cell, triangles, part, &pieces.goal)));
        }
        Ok(pieces)
    }

    /// Cuts the worst until there are this many, or none is to be cut any more; whether some still are.
    pub fn cut(&mut self, field: &mut Field<'m>, most: usize) -> Result<bool, ShapeError> {
        let Some(mesh) = &self.mesh else { return Ok(false) };
        while let Some(worst) = worst(&self.open, self.goal.enough) {
            if self.whole.len() + self.open.len() + self.done.len() >= most {
                return Ok(true);
            }
            let piece = self.open.swap_remove(worst);
            match best_cut(mesh, &piece)? {
                Some(halves) => self.open.extend(
                    halves.into_iter().map(|(cell, triangles, part)| judged(field, cell, triangles, part, &self.goal)),
                ),
                None => self.done.push(piece),
            }
        }
        Ok(false)
    }

    /// All of them as parts.
    pub fn parts(&self) -> impl Iterator<Item = (Part, Error)> {
        let cut = self.open.iter().chain(&self.done).map(|piece| (piece.part.clone(), piece.error));
        self.whole.iter().cloned().chain(cut)
    }
}

/// The piece with the largest error, if it is too large.
fn worst(pieces: &[Piece], enough: f64) -> Option<usize> {
    let upper = |i: usize| pieces[i].error.bounds.upper;
    (0..pieces.len()).filter(|&i| upper(i) > enough).max_by(|&i, &j| upper(i).total_cmp(&upper(j)).then(j.cmp(&i)))
}

type Cut = (Aabb<Vec3<f64>>, Vec<u32>, Part);

fn judged(field: &mut Field, cell: Aabb<Vec3<f64>>, triangles: Vec<u32>, part: Part, goal: &ErrorGoal) -> Piece {
    let error = largest(&[&part], field, goal);
    Piece { cell, triangles, part, error }
}

/// The hull of what a box holds of the mesh; none if that is nothing.
fn piece(mesh: &Mesh, cell: Aabb<Vec3<f64>>, triangles: Vec<u32>) -> Result<Option<Cut>, ShapeError> {
    check();
    let meets = |&i: &u32| mesh.tree().get(i).is_some_and(|bounds| bounds.is_within(&cell, 0.0));
    let triangles: Vec<u32> = triangles.into_iter().filter(meets).collect();
    let mut corners: Vec<Corner> = triangles.iter().flat_map(|&i| clipped(mesh.corners(i), &cell)).collect();
    if mesh.is_solid() {
        let corner = |i: u8| Vec3::from_fn(|k| if i >> k & 1 == 1 { cell.upper[k] } else { cell.lower[k] });
        corners.extend((0..8).map(corner).filter(|&corner| mesh.contains(corner)).map(Corner::given));
    }
    if corners.is_empty() {
        return Ok(None);
    }
    Ok(Some((cell, triangles, Part::around(&corners)?)))
}

/// The cut that leaves the least volume, or of flat parts the least area: through the point that is farthest from the
/// mesh, on either side of the point of the mesh nearest to it, or through the middle.
fn best_cut(mesh: &Mesh, piece: &Piece) -> Result<Option<Vec<Cut>>, ShapeError> {
    let bounds = piece.part.bounds();
    let (worst, size) = (piece.error.at, mesh.bounds().extent().max_abs());
    let (nearest, aside) = (mesh.nearest(worst).at, Vec3::from_fn(|_| ASIDE * size));
    let places = [worst, nearest - aside, nearest + aside, bounds.center()];
    let mut best: Option<(f64, Vec<Cut>)> = None;
    if let Some(flats) = facets(mesh, &piece.triangles) {
        let mut parts = Vec::with_capacity(flats.len());
        for triangles in flats {
            parts.extend(self::piece(mesh, piece.cell, triangles)?);
        }
        best = Some((parts.iter().map(|(_, _, part)| size_of_part(part)).sum(), parts));
    }
    for k in 0..3 {
        for place in places.map(|place| place[k]) {
            let margin = THIN * (bounds.upper[k] - bounds.lower[k]);
            if !(place > bounds.lower[k] + margin && place < bounds.upper[k] - margin) {
                continue;
            }
            let moved = |corner: Vec3<f64>| Vec3::from_fn(|j| if j == k { place } else { corner[j] });
            let low = Aabb { upper: moved(piece.cell.upper), ..piece.cell };
            let high = Aabb { lower: moved(piece.cell.lower), ..piece.cell };
            let mut halves = Vec::with_capacity(2);
            for cell in [low, high] {
                halves.extend(self::piece(mesh, cell, piece.triangles.clone())?);
            }
            let cost = halves.iter().map(|(_, _, part)| size_of_part(part)).sum();
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, halves));
            }
        }
    }
    Ok(best.map(|(_, halves)| halves))
}

/// The triangles of a surface by the planes that they lie in, if these are a few: no box parts the sides of an open box
/// at its edges.
fn facets(mesh: &Mesh, triangles: &[u32]) -> Option<Vec<Vec<u32>>> {
    if mesh.is_solid() {
        return None;
    }
    let mut found: Vec<([Vec3<f64>; 3], Vec<u32>)> = Vec::new();
    for &i in triangles {
        let corners = mesh.corners(i);
        let in_plane = |[a, b, c]: [Vec3<f64>; 3]| corners.iter().all(|&corner| orient3d(a, b, c, corner) == 0);
        match found.iter().position(|(plane, _)| in_plane(*plane)) {
            Some(at) => found[at].1.push(i),
            None if found.len() == FACETS => return None,
            None => found.push((corners, vec![i])),
        }
    }
    (found.len() > 1).then(|| found.into_iter().map(|(_, members)| members).collect())
}

/// The volume, with a little of the area, so that flat parts are distinguished.
fn size_of_part(part: &Part) -> f64 {
    let hull = part.hull();
    part.volume() + 1e-3 * hull.area() * part.bounds().extent().max_abs()
}
