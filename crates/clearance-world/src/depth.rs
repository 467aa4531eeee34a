//! How deep bodies that are not convex are in one another: the length of the least translation that leaves them without a common point.
//!
//! For `A = ∪Aᵢ` and `B = ∪Bⱼ`, the translations `t` at which `A` and `B + t` meet are the union of the convex sets `Mᵢⱼ = {t : Aᵢ meets Bⱼ + t}`,
//! and the depth `D` is the distance of zero from what lies outside of all of them. Space around zero is cut into cells, the nearest first.
//! At the center `c` of a cell, within `r` of which the cell lies, the parts are asked where `B` is moved by `c`:
//!
//! * some pair is at least `r` deep: translations shorter than that do not part it, so the whole cell is inside and is done with;
//! * all pairs are at least `s > 0` apart: the ball of radius `s` about `c` is outside, so `D ≤ |c| − s`;
//! * else the cell is halved along each axis.
//!
//! What is not done with begins at the distance of the nearest open cell, so `D` is at least that. Cells grow small only at the border of the
//! union, and only nearer to zero than the best way out: `O((D/ε)²)` of them in space for bounds `ε` apart.

use std::collections::BinaryHeap;

use clearance::{Bounds, Options, Pose, Proximity, Real, ShapeError, Space, Vector};

use crate::Aabb;
use crate::between::{Between, between, between_hulls, least_between};
use crate::parts::Placed;
use crate::tree::closest::Open;

/// How much work the depth of bodies that are not convex is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthBudget<T> {
    /// Stop once `upper − lower ≤ relative · upper`. Default 2⁻⁷, below one percent.
    pub relative: T,
    /// At most so many cells. Default 10⁵, some tenths of a second for small compounds.
    pub max_cells: u32,
}

impl<T: Real> Default for DepthBudget<T> {
    fn default() -> Self {
        DepthBudget { relative: T::power_of_two(-7), max_cells: 100_000 }
    }
}

/// What is known of the least translation that leaves two bodies without a common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth<V: Vector> {
    /// Of the length; zero for bodies that are apart.
    pub bounds: Bounds<V::Scalar>,
    /// How to move the second body: no farther than `bounds.upper` and at most touching there, but for rounding.
    pub translation: V,
    /// How many cells were looked at.
    pub cells: u32,
}

/// A cube of translations.
#[derive(Clone, Copy, PartialEq)]
struct Cell<V> {
    center: V,
    half: i32,
}

/// Encloses the depth of `b` in `a`.
pub(crate) fn depth<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    options: &Options<V::Scalar>,
    budget: &DepthBudget<V::Scalar>,
) -> Result<Depth<V>, ShapeError> {
    let zero = V::Scalar::ZERO;
    let start = between(a, b, options);
    let bounds = Bounds { lower: (-start.bounds.upper).max(zero), upper: (-start.bounds.lower).max(zero) };
    let done = start.is_whole() || bounds.upper == zero;
    // What parts the hulls parts the bodies.
    let way = if done { start.proximity } else { between_hulls(a, b, options) };
    let translation = along_normal(&way);
    let mut search = Search { a, b, options, bounds, translation, cells: 0 };
    if !done {
        search.push_out(&start)?;
        search.cover(budget)?;
    }
    Ok(Depth { bounds: search.bounds, translation: search.translation, cells: search.cells })
}

/// The way out of a convex pair.
fn along_normal<V: Space>(found: &Proximity<V>) -> V {
    found.normal * (-found.signed_distance).max(V::Scalar::ZERO)
}

struct Search<'s, V: Space> {
    a: Placed<'s, V>,
    b: Placed<'s, V>,
    options: &'s Options<V::Scalar>,
    bounds: Bounds<V::Scalar>,
    translation: V,
    cells: u32,
}

/// Steps of the search for a first way out: each leaves the deepest pair, and most overlaps are few.
const PUSHES: u32 = 16;

impl<V: Space> Search<'_, V> {
    /// The bounds of the least signed distance of all pairs of parts where `B` is moved; exact about all but pairs deeper than `enough`.
    fn at(&self, offset: V, enough: V::Scalar) -> Result<Between<V>, ShapeError> {
        let moved = Pose::from_translation(offset)?.then(self.b.pose);
        Ok(least_between(self.a, Placed { pose: &moved, ..self.b }, self.options, -enough))
    }

    /// Moves `B` out of its deepest pair again and again: an upper bound to begin with.
    fn push_out(&mut self, start: &Between<V>) -> Result<(), ShapeError> {
        let (mut offset, mut deepest) = (V::ZERO, *start);
        for _ in 0..PUSHES {
            // A little beyond, so that rounding does not leave the pair in touch.
            let beyond = V::Scalar::ONE + V::Scalar::from_f64(1024.0) * V::Scalar::UNIT;
            offset += along_normal(&deepest.proximity) * beyond;
            if !(length_above(offset) < self.bounds.upper) {
                return Ok(());
            }
            deepest = self.at(offset, V::Scalar::INFINITY)?;
            if self.escaped(offset, deepest.bounds.lower) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether the bodies are apart by `gap` at an offset; then they are at most touching `gap` nearer to zero.
    fn escaped(&mut self, offset: V, gap: V::Scalar) -> bool {
        if !(gap > V::Scalar::ZERO) {
            return false;
        }
        let length = length_above(offset);
        let upper = (length - gap).next_up();
        if upper < self.bounds.upper {
            self.bounds.upper = upper.max(self.bounds.lower);
            self.translation = offset * ((length - gap) / length);
        }
        true
    }

    /// Looks at cells, the nearest first, until the bounds are as near to each other as wanted.
    fn cover(&mut self, budget: &DepthBudget<V::Scalar>) -> Result<(), ShapeError> {
        // Powers of two: the centers of the cells are exact down to cells that are few roundings of the first one wide.
        let finest = self.bounds.upper.exponent() + V::Scalar::UNIT.exponent() + 8;
        let whole = Cell { center: V::ZERO, half: self.bounds.upper.exponent() + 1 };
        let mut heap = BinaryHeap::from([Open { bound: V::Scalar::ZERO, what: Order(whole) }]);
        while let Some(Open { bound, what: Order(cell) }) = heap.pop() {
            self.bounds.lower = self.bounds.lower.max(bound.min(self.bounds.upper));
            let close = self.bounds.upper - self.bounds.lower <= budget.relative * self.bounds.upper;
            if close || self.cells >= budget.max_cells || cell.half < finest {
                return Ok(());
            }
            self.cells += 1;
            let half = V::Scalar::power_of_two(cell.half);
            let radius = length_above(V::from_fn(|_| half));
            let found = self.at(cell.center, radius)?;
            if -found.bounds.upper >= radius {
                continue;
            }
            self.escaped(cell.center, found.bounds.lower);
            for corner in 0..1usize << V::DIM {
                let part = cell.part(corner);
                let bound = part.distance();
                if bound < self.bounds.upper {
                    heap.push(Open { bound, what: Order(part) });
                }
            }
        }
        // Every cell nearer than the way out is inside.
        self.bounds.lower = self.bounds.upper;
        Ok(())
    }
}

impl<V: Vector> Cell<V> {
    fn part(&self, corner: usize) -> Self {
        let half = V::Scalar::power_of_two(self.half - 1);
        let shift = V::from_fn(|k| if corner >> k & 1 == 0 { -half } else { half });
        Cell { center: self.center + shift, half: self.half - 1 }
    }

    /// A lower bound of the lengths of the translations in it.
    fn distance(&self) -> V::Scalar {
        let half = V::Scalar::power_of_two(self.half);
        let near = |side: V::Scalar| V::from_fn(|k| self.center[k] + side);
        let cube = Aabb { lower: near(-half), upper: near(half) };
        Aabb::at(V::ZERO).distance_bound(&cube).max(V::Scalar::ZERO)
    }
}

/// Cells by their centers, so that a search is repeatable.
#[derive(Clone, Copy, PartialEq)]
struct Order<V>(Cell<V>);

impl<V: Vector> Eq for Order<V> {}

impl<V: Vector> Ord for Order<V> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        let by_center = (0..V::DIM).map(|k| crate::ask::by_number(self.0.center[k], other.0.center[k]));
        by_center.fold(self.0.half.cmp(&other.0.half), core::cmp::Ordering::then)
    }
}

impl<V: Vector> PartialOrd for Order<V> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// An upper bound of the length: the root rounds by a few `u`, and where squares leave the range of normal numbers the sum of the components
/// does as well.
pub(crate) fn length_above<V: Vector>(v: V) -> V::Scalar {
    let above = V::Scalar::ONE + V::Scalar::from_f64(8.0) * V::Scalar::UNIT;
    let squared = v.norm_squared();
    let low = V::Scalar::SMALLEST / (V::Scalar::UNIT * V::Scalar::UNIT);
    let length = if squared > low && squared < V::Scalar::INFINITY {
        squared.sqrt()
    } else {
        v.abs().dot(V::from_fn(|_| V::Scalar::ONE))
    };
    (length * above).next_up()
}
