//! Triangles of polygons, by exact signs.
//!
//! A polygon is seen along the axis on which its normal (M. Newell) is longest, so that it need not be flat: what is
//! seen has to be a simple polygon, whose triangles are then those of the corners in space. All decisions are exact
//! signs of the corners as they are. A polygon that a fan from its first corner fills is cut into that fan. Others lose
//! one ear after the other (G. Meisters, Polygons have ears, 1975). Holes are joined to the outline by bridges, and an
//! outline may have such bridges already: edges that it passes once in each direction.

mod bridge;
mod ears;
mod rings;
mod simple;
mod view;

use clearance::Vec3;

use super::budget::Budget;
use crate::error::ReadError;
use rings::Rings;
use view::View;

/// A triangle's corners.
type Triangle = [u32; 3];

/// The triangles of a polygon, whose fronts are on its side; none for fewer than three corners. Corners on one line are
/// a polygon without area, which is cut into a fan. Refuses what is no simple polygon.
pub(super) fn triangles(vertices: &[Vec3<f64>], outline: &[u32], budget: &Budget) -> Result<Vec<Triangle>, ReadError> {
    let fan = || Ok(super::fan(outline).collect());
    if outline.len() <= 3 {
        return fan();
    }
    // The reader refuses coordinates that are not finite.
    if !are_finite(vertices, outline) {
        return fan();
    }
    let Some(view) = View::of(vertices, outline) else { return fan() };
    if view.is_filled_by_fan(outline) {
        return fan();
    }
    cut(&view, outline, &[], budget)
}

/// The triangles between an outline and the holes in it; the direction of holes is of no importance.
pub(super) fn triangles_around(
    vertices: &[Vec3<f64>],
    outline: &[u32],
    holes: &[Vec<u32>],
    budget: &Budget,
) -> Result<Vec<Triangle>, ReadError> {
    if holes.is_empty() {
        return triangles(vertices, outline, budget);
    }
    if !holes.iter().map(Vec::as_slice).chain([outline]).all(|ring| are_finite(vertices, ring)) {
        return Ok(Vec::new());
    }
    let view = if outline.len() < 3 { None } else { View::of(vertices, outline) };
    let view = view.ok_or_else(|| ReadError::new("a polygon with holes has no area"))?;
    cut(&view, outline, holes, budget)
}

fn are_finite(vertices: &[Vec3<f64>], corners: &[u32]) -> bool {
    corners.iter().all(|&corner| {
        let v = vertices[corner as usize];
        v.x.is_finite() && v.y.is_finite() && v.z.is_finite()
    })
}

/// The bytes that a corner takes while its polygon is cut: in rings, in two trees, and in a table of places.
const CORNER: usize = 192;

fn cut(view: &View, outline: &[u32], holes: &[Vec<u32>], budget: &Budget) -> Result<Vec<Triangle>, ReadError> {
    budget.lend((outline.len() + holes.iter().map(Vec::len).sum::<usize>()).saturating_mul(CORNER))?;
    let refused =
        |what: String| ReadError::new(format!("{what}, expected a simple polygon (seen along {})", view.axis()));
    let mut rings = Rings::new(view, outline, holes).map_err(refused)?;
    simple::check(&rings).map_err(refused)?;
    bridge::join(&mut rings).map_err(refused)?;
    ears::cut(rings).map_err(refused)
}

#[cfg(test)]
mod tests;
