//! How deep bodies that are not convex are in one another: the length of the least translation that leaves them without
//! a common point.
//!
//! For `A = ∪Aᵢ` and `B = ∪Bⱼ`, the translations `t` at which `A` and `B + t` meet are the union of the convex sets
//! `Mᵢⱼ = {t : Aᵢ meets Bⱼ + t}`, and the depth `D` is the distance of zero from what lies outside of all of them.
//! Space around zero is cut into cells. At the center `c` of a cell, within `r` of which the cell lies, the parts are
//! evaluated where `B` is moved by `c`:
//!
//! * some pair is at least `r` deep: translations shorter than that do not part it, so the whole cell is inside and is
//!   done with;
//! * all pairs are at least `s > 0` apart: the ball of radius `s` about `c` is outside, so `D ≤ |c| − s`;
//! * else the cell is halved along each axis.
//!
//! What is not done with begins at the distance of the nearest open cell, so `D` is at least that. Cells grow small
//! only at the border of the union, and only nearer to zero than the best escape translation: `O((D/ε)²)` of them in
//! space for bounds `ε` apart.

use core::cmp::Ordering;

use clearance::enclosure::{Aabb, length_above};
use clearance::{Bounds, Options, Pose, Proximity, Real, ShapeError, Space, Vector};

use crate::answer::Between;
use crate::between::{between, least_between};
use crate::parts::{Placed, between_hulls};
use crate::sort::by_number;
use crate::stop::check;

/// How much work the depth of bodies that are not convex is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthBudget<T> {
    /// Stop once `upper − lower ≤ relative · upper`. Default 2⁻⁷, below one percent.
    pub relative: T,
    /// Maximum number of cells. Default 10⁵, some tenths of a second for small compounds.
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
    /// Bounds of the length; zero for bodies that are separated.
    pub bounds: Bounds<V::Scalar>,
    /// How to move the second body: no farther than `bounds.upper` and at most touching there, but for rounding.
    pub translation: V,
    /// How many cells were looked at.
    pub cells: u32,
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
    // A translation that separates the hulls separates the bodies.
    let way = if done { start.proximity } else { between_hulls(a, b, options) };
    let translation = along_normal(&way);
    let mut search = DepthSearch { a, b, options, bounds, translation, cells: 0 };
    if !done {
        search.push_out(&start, budget)?;
        search.cover(budget)?;
    }
    Ok(Depth { bounds: search.bounds, translation: search.translation, cells: search.cells })
}

/// The escape translation of a convex pair.
fn along_normal<V: Space>(found: &Proximity<V>) -> V {
    found.normal * (-found.signed_distance).max(V::Scalar::ZERO)
}

struct DepthSearch<'s, V: Space> {
    a: Placed<'s, V>,
    b: Placed<'s, V>,
    options: &'s Options<V::Scalar>,
    bounds: Bounds<V::Scalar>,
    translation: V,
    cells: u32,
}

/// Steps of the search for a first escape translation: each leaves the deepest pair, and most overlaps are few.
const PUSHES: u32 = 16;

impl<V: Space> DepthSearch<'_, V> {
    /// The bounds of the least signed distance of all pairs of parts where `B` is moved; exact about all but pairs
    /// deeper than `enough`.
    fn at(&self, offset: V, enough: V::Scalar) -> Result<Between<V>, ShapeError> {
        check();
        let moved = Pose::from_translation(offset)?.then(self.b.pose);
        Ok(least_between(self.a, Placed { pose: &moved, ..self.b }, self.options, -enough))
    }

    /// Moves `B` out of its deepest pair again and again: an upper bound to begin with.
    fn push_out(&mut self, start: &Between<V>, budget: &DepthBudget<V::Scalar>) -> Result<(), ShapeError> {
        let (mut offset, mut deepest) = (V::ZERO, *start);
        // A little beyond, so that rounding does not leave the pair in touch; the gap is given back, up to the required
        // width.
        let beyond = self.bounds.upper * (budget.relative * V::Scalar::HALF).max(V::Scalar::UNIT.sqrt());
        for _ in 0..PUSHES {
            offset += along_normal(&deepest.proximity) + deepest.proximity.normal * beyond;
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

    /// Halves all open cells again and again, until the bounds are as near to each other as wanted.
    ///
    /// All of one size before any smaller one: the nearest first would halve a cell that ends at a corner of the union
    /// forever, and never look at the cell beyond the corner, in which the escape translation is.
    fn cover(&mut self, budget: &DepthBudget<V::Scalar>) -> Result<(), ShapeError> {
        // Powers of two: the centers of the cells are exact down to cells that are few roundings of the first one wide.
        let coarsest = self.bounds.upper.exponent() + 1;
        let finest = coarsest - 1 + V::Scalar::UNIT.exponent() + 8;
        let mut open = vec![(V::Scalar::ZERO, V::ZERO)];
        for exponent in (finest..=coarsest).rev() {
            let half = V::Scalar::power_of_two(exponent);
            let radius = length_above(V::from_fn(|_| half));
            let mut smaller = Vec::new();
            for (looked, &(bound, center)) in open.iter().enumerate() {
                if bound >= self.bounds.upper {
                    break;
                }
                if self.cells >= budget.max_cells {
                    smaller.extend_from_slice(&open[looked..]);
                    self.raise_lower(&smaller);
                    return Ok(());
                }
                self.cells += 1;
                let found = self.at(center, radius)?;
                if -found.bounds.upper < radius {
                    self.escaped(center, found.bounds.lower);
                    smaller.extend(octants(center, half * V::Scalar::HALF));
                }
            }
            smaller.sort_unstable_by(|(bound, center), (other, of_other)| {
                let by_center = (0..V::DIM).map(|k| by_number(center[k], of_other[k]));
                by_center.fold(by_number(*bound, *other), Ordering::then)
            });
            open = smaller;
            self.raise_lower(&open);
            if self.bounds.upper - self.bounds.lower <= budget.relative * self.bounds.upper {
                return Ok(());
            }
        }
        Ok(())
    }

    /// What is not in an undecided cell is inside, so the escape translation is no shorter than the nearest of these,
    /// or the known one.
    fn raise_lower(&mut self, open: &[(V::Scalar, V)]) {
        let nearest = open.iter().fold(self.bounds.upper, |nearest, (bound, _)| nearest.min(*bound));
        self.bounds.lower = self.bounds.lower.max(nearest);
    }
}

/// The cells that a cell is halved into along each axis, by their centers, each with a lower bound of the lengths of
/// the translations in it.
fn octants<V: Vector>(center: V, half: V::Scalar) -> impl Iterator<Item = (V::Scalar, V)> {
    (0..1usize << V::DIM).map(move |corner| {
        let center = center + V::from_fn(|k| if corner >> k & 1 == 0 { -half } else { half });
        let near = |side: V::Scalar| V::from_fn(|k| center[k] + side);
        let cube = Aabb { lower: near(-half), upper: near(half) };
        (Aabb::at(V::ZERO).distance_bound(&cube).max(V::Scalar::ZERO), center)
    })
}
