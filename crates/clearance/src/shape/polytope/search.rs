//! The farthest vertex of a polytope: by a climb from the hint, by a scan of few vertices, or by the cells of many.

use super::Polytope;
use super::cells::Cells;
use super::lanes::VertexBlocks;
use crate::math::{Each, Real, Vector};
use crate::shape::rounding::{unit_scaled, units};
use crate::support::Hint;

/// How often a climb moves before the cells are faster: each look at the neighbours costs 5 ns.
const MOVES: usize = 3;

/// How a vertex is found without a hint.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Lookup<V: Vector> {
    Scan(VertexBlocks<V>),
    Cells(Cells<V>),
}

impl<V: Vector> Lookup<V> {
    /// Memory on the heap.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Scan(lanes) => lanes.bytes(),
            Self::Cells(cells) => cells.bytes(),
        }
    }
}

impl<V: Vector> Polytope<V> {
    /// The first of the vertices farthest along a direction; the hint may say where to begin.
    #[inline(always)]
    pub(super) fn best(&self, dir: V, hint: Hint) -> u32 {
        match &self.lookup {
            Lookup::Scan(lanes) if self.is_tame(dir.max_abs()) => return lanes.farthest(dir),
            Lookup::Scan(_) => {}
            Lookup::Cells(cells) => {
                if let Some(id) = hint.id()
                    && let Some(found) = self.climb(dir, id)
                {
                    return found;
                }
                let (cell, sum) = cells.of(dir);
                if self.is_tame(sum) {
                    return cells.farthest(cell, dir, &self.vertices);
                }
            }
        }
        self.best_along_wild(dir)
    }

    /// Whether products of the vertices with a direction of this largest component neither over- nor underflow.
    #[inline(always)]
    pub(super) fn is_tame(&self, largest: V::Scalar) -> bool {
        (largest >= self.tame[0]) & (largest <= self.tame[1])
    }

    /// The first of the vertices farthest along a direction, after scaling it by a power of two.
    #[cold]
    #[inline(never)]
    fn best_along_wild(&self, dir: V) -> u32 {
        let dir = unit_scaled(dir) * self.scale;
        match &self.lookup {
            Lookup::Scan(lanes) => lanes.farthest(dir),
            Lookup::Cells(cells) => cells.farthest(cells.of(dir).0, dir, &self.vertices),
        }
    }

    /// The farthest vertex, found along edges from `start`; none if that takes long or ends in a near tie, or if there
    /// is no such vertex or the direction is not tame.
    ///
    /// The vertices above a plane are connected by edges above it. So if all neighbours of a vertex come out lower than
    /// it by more than twice what two products may err, `2·6u|d|·reach`, all other vertices come out lower too.
    #[inline(never)]
    pub(super) fn climb(&self, dir: V, start: u32) -> Option<u32> {
        let largest = dir.max_abs();
        let mut best = start;
        let mut height = dir.dot(*self.vertices.get(start as usize).filter(|_| self.is_tame(largest))?);
        for _ in 0..=MOVES {
            let (mut next, mut next_height) = (best, -V::Scalar::INFINITY);
            self.links.for_each(best, |i| {
                let candidate = dir.dot(self.vertices[i as usize]);
                if candidate > next_height {
                    (next, next_height) = (i, candidate);
                }
            });
            if next_height <= height {
                let margin = units::<V::Scalar>(32) * (largest * self.reach);
                return Some(best).filter(|_| next_height < height - margin);
            }
            (best, height) = (next, next_height);
        }
        None
    }
}

/// Magnitudes of directions such that products with vertices stay in the middle half of the exponents.
pub(super) fn tame_magnitudes<T: Real>(reach: T) -> [T; 2] {
    let half = -T::SMALLEST.exponent() / 2;
    let limit = 2 * half - 30;
    [-half, half].each(|middle| T::power_of_two((middle - reach.exponent()).clamp(-limit, limit)))
}
