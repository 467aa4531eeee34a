//! Whether the faces that two cores turn to one another have a common direction.
//!
//! If they do, the witness points can slide along it; if not, there is one pair. Faces are not enumerated but probed:
//! the support point along `K n + d` is, for a large `K`, the one along `d` of the face along `n`. No bound on `K` is
//! needed, since a support point that is on the face is the right one.

use alloc::vec::Vec;

use super::difference::{Difference, Stop, Vertex};
use crate::exact::{Exact, ExactPoint, ExactVector};
use crate::math::{Real, Vector};

/// Whether the face of `A` along `normal` and that of `B` against it share no direction: then no other pair of their
/// points has the same difference. `simplex` holds vertices of both.
pub(super) fn features_cross<V>(
    difference: &Difference<'_, V>,
    normal: &ExactVector,
    simplex: &[Vertex],
) -> Result<bool, Stop>
where
    V: Vector,
{
    let face = |side: usize| {
        let known: Vec<&ExactPoint> = simplex.iter().map(|vertex| &vertex.sides[side]).collect();
        Face { difference, normal, side, known }
    };
    // The one that has to be probed first: it may end the question.
    let [a, b] = [face(0), face(1)];
    let [first, second] = if a.known_extent().is_some() { [b, a] } else { [a, b] };
    let Some(along_first) = first.extent(&axes_across::<V>(normal))? else { return Ok(true) };
    let Some(along_second) = second.extent(&axes_across::<V>(normal))? else { return Ok(true) };
    if along_first.cross(&along_second).is_zero() {
        return Ok(false);
    }
    // Two edges that cross are fine, but either may be a face.
    let widths = [(first, along_first), (second, along_second)];
    for (face, along) in widths {
        if face.probe(&normal.cross(&along))?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The coordinate axes without that of the largest component of `normal`: they are independent across it.
fn axes_across<V: Vector>(normal: &ExactVector) -> Vec<ExactVector> {
    let approximate: V = normal.approximate();
    let largest = (0..V::DIM).fold(0, |best, i| if approximate[i].abs() > approximate[best].abs() { i } else { best });
    (0..V::DIM).filter(|&i| i != largest).map(ExactVector::axis).collect()
}

/// The face of one side of the pair along (side 1: against) a normal.
struct Face<'d, 'a, V: Vector> {
    difference: &'d Difference<'a, V>,
    normal: &'d ExactVector,
    side: usize,
    known: Vec<&'d ExactPoint>,
}

impl<V: Vector> Face<'_, '_, V> {
    /// The vector between two known points that differ.
    fn known_extent(&self) -> Option<ExactVector> {
        let (first, rest) = self.known.split_first()?;
        rest.iter().map(|point| point.minus(first).xyz).find(|vector| !vector.is_zero())
    }

    /// A vector in the face, if it is more than a vertex. The directions span the space across the normal.
    fn extent(&self, across: &[ExactVector]) -> Result<Option<ExactVector>, Stop> {
        let mut found = self.known_extent();
        for dir in across {
            if found.is_none() {
                found = self.probe(dir)?;
            }
        }
        Ok(found)
    }

    /// A vector from a known point into the face with a component along `dir`, if the face has any extent along it.
    fn probe(&self, dir: &ExactVector) -> Result<Option<ExactVector>, Stop> {
        let Some(known) = self.known.first() else { return Ok(None) };
        for dir in [dir.clone(), -dir.clone()] {
            let vector = self.farthest(known, &dir)?.minus(known).xyz;
            if !dir.dot(&vector).is_zero() {
                return Ok(Some(vector));
            }
        }
        Ok(None)
    }

    fn farthest(&self, known: &ExactPoint, dir: &ExactVector) -> Result<ExactPoint, Stop> {
        let level = dir.exponent() - self.normal.exponent();
        // Mostly enough: vertices differ along `n` by more than 2⁻¹²⁸ of their size or not at all.
        let mut margin = 128;
        loop {
            let factor = Exact::power_of_two(level + margin);
            let (point, _) = self.difference.side(self.side, &(&self.normal.scale(&factor) + dir))?;
            if point == *known || point.compare_along(self.normal, known).is_eq() {
                return Ok(point);
            }
            margin *= 2;
        }
    }
}
