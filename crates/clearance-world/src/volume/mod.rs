//! The volume that two solids have in common, with bounds.
//!
//! Let `a(x)` be how often the surface of a solid winds around a point: 1 inside, 0 outside. Every triangle is the top
//! of a prism that reaches down to a floor, and `a = Σ ±1` over the prisms that hold the point, minus where the
//! triangle is seen from below. So the volume in common, `∫ a b`, is the sum over pairs of triangles, one of each, of
//! `±` the volume of two prisms in common: an integral of the lesser of two linear functions over a convex polygon,
//! see [`columns`]. No surface is cut by another, so nothing degenerate needs care.
//!
//! **Surfaces that cross themselves.** A point is inside where `a ≠ 0`; `∫ a b` is the volume only where both are 0
//! or 1. For integers `d = a² − a` is zero there and at least 2 elsewhere, with `|a| ≤ d` and `a² ≤ 2d`. Where only
//! `a` is another number, `|a b − 1| ≤ |a| + 1 ≤ 1.5 d`; where `b` is as well, `|a b − 1| ≤ (a² + b²)/2 + 1 ≤ 1.25 (d
//! + e)`. Both bounds are wider by `1.5 ∫ (d + e)`, which the same sum over pairs of one surface with itself has.
//!
//! **Surfaces that are known to an error.** If a continuous map moves no point of a surface by more than `e`, `a`
//! changes only within `e` of it: the bounds are wider by the volume of that [`tube`], as far as it is in the other
//! solid's box.

mod columns;
mod facets;
mod round;
mod tube;

#[cfg(test)]
mod tests;

use clearance::enclosure::Aabb;
use clearance::{Bounds, Vec3, Vector};

use crate::pair::BodyPair;
use columns::{Columns, Overlap, Pairs};
use facets::{Facets, Solid};

/// Pairs of triangles of a common volume at most, by default: about a second of work.
const PAIRS: usize = 4_000_000;

/// How often `∫ (d + e)` counts.
const CROSSED: f64 = 1.5;

impl BodyPair<'_, Vec3<f64>> {
    /// Bounds of the volume that two solids have in common: boxes, polytopes, balls, cylinders, cones, and meshes that
    /// are closed. `None` for other bodies, and where it takes more than some millions of pairs of triangles.
    ///
    /// Of polytopes and meshes the bounds differ by rounding alone, of round shapes by about a thousandth. `errors`
    /// say how far the surface of each body may have moved at most, as of triangles in place of a curved face; the
    /// bounds hold for all such surfaces.
    ///
    /// ```
    /// use clearance::{Cuboid, Pose3, Vec3};
    /// use clearance_world::{Body, BodyPair};
    /// let brick = Body::new(Cuboid::from_half_extents(Vec3::new(1.0, 2.0, 3.0))?);
    /// let aside = Pose3::from_translation(Vec3::new(1.5, 3.0, 1.0))?;
    /// let found = BodyPair::new(&brick, &brick, &aside).common_volume([0.0; 2]).unwrap();
    /// assert!(found.lower <= 2.5 && 2.5 <= found.upper && found.upper - found.lower < 1e-9); // 0.5 by 1 by 5
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    pub fn common_volume(self, errors: [f64; 2]) -> Option<Bounds<f64>> {
        let ([a, b], [pose_a, pose_b]) = self.sides();
        common_volume([&Solid::of(a, &pose_a)?, &Solid::of(b, &pose_b)?], errors, PAIRS)
    }
}

/// The volume of two solids, from at most some number of pairs of triangles.
fn common_volume([a, b]: [&Solid; 2], errors: [f64; 2], most: usize) -> Option<Bounds<f64>> {
    let mut pairs = Pairs::new(most);
    let inner = enclosed([&a.inner, &b.inner], errors, [a.is_simple, b.is_simple], &mut pairs)?;
    if a.outer.is_none() && b.outer.is_none() {
        return Some(inner);
    }
    let [of_a, of_b] = [a, b].map(|solid| solid.outer.as_ref().unwrap_or(&solid.inner));
    let outer = enclosed([of_a, of_b], errors, [a.is_simple, b.is_simple], &mut pairs)?;
    Some(Bounds { lower: inner.lower, upper: outer.upper })
}

/// The volume that two surfaces enclose in common, if each may have moved by an error.
fn enclosed([a, b]: [&Facets; 2], errors: [f64; 2], simple: [bool; 2], pairs: &mut Pairs) -> Option<Bounds<f64>> {
    let errors = [a.off + errors[0], b.off + errors[1]];
    // Where both solids can be.
    let boxes = [a.bounds().inflated(errors[0]), b.bounds().inflated(errors[1])];
    let both = Aabb {
        lower: Vec3::from_fn(|k| boxes[0].lower[k].max(boxes[1].lower[k])),
        upper: Vec3::from_fn(|k| boxes[0].upper[k].min(boxes[1].upper[k])),
    };
    let size = both.upper - both.lower;
    if !(size.x > 0.0 && size.y > 0.0 && size.z > 0.0) {
        return Some(Bounds { lower: 0.0, upper: 0.0 });
    }
    let overlap = Overlap::new(&both, [a, b]);
    let [above_a, above_b] = [a, b].map(|facets| Columns::new(facets, &overlap));
    let mut found = above_a.product(&above_b, pairs)?;
    for (columns, is_simple) in [(&above_a, simple[0]), (&above_b, simple[1])] {
        if !is_simple {
            found.error += CROSSED * columns.excess(pairs)?;
        }
    }
    for (facets, error) in [(a, errors[0]), (b, errors[1])] {
        // A point in the other solid's box is within the error of the surface near that box.
        found.error += tube::volume(facets, error, &both.inflated(error));
    }
    let whole = size.x * size.y * size.z * (1.0 + 8.0 * f64::EPSILON);
    let lower = (found.value - found.error).max(0.0);
    Some(Bounds { lower, upper: (found.value + found.error).min(whole).max(lower) })
}
