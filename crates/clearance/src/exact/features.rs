//! Whether the faces that two cores turn to one another have a common direction.
//!
//! If they do, the witness points can slide along it; if not, there is one pair. Faces are not enumerated but probed: the
//! support point along `K n + d` is, for a large `K`, the one along `d` of the face along `n`. No bound on `K` is needed,
//! since a support point that is on the face is the right one.

use alloc::vec::Vec;

use super::difference::{Difference, Stop, Vertex};
use super::{Exact, ExactPoint, ExactVector};
use crate::math::Vector;
use crate::support::Support;

/// Whether the face of `A` along `normal` and that of `B` against it share no direction: then no other pair of their
/// points has the same difference.
pub(super) fn features_cross<V, A, B>(difference: &Difference<'_, A, B>, normal: &ExactVector) -> Result<bool, Stop>
where
    V: Vector,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let level = normal.dot(&difference.support(normal)?.point);
    let probe = |dirs: &[ExactVector]| -> Result<Vec<Vertex>, Stop> {
        let both = dirs.iter().flat_map(|dir| [dir.clone(), -dir.clone()]);
        both.map(|dir| farthest_of_face(difference, normal, &level, &dir)).collect()
    };
    let found = probe(&tangents::<V>(normal))?;
    let (Some(along_a), Some(along_b)) = (extent(found.iter().map(|v| &v.a)), extent(found.iter().map(|v| &v.b)))
    else {
        return Ok(true);
    };
    if along_a.cross(&along_b).is_zero() {
        return Ok(false);
    }
    // Two edges that cross are fine, but a face may hide behind either.
    let wide_a = extent(probe(&[normal.cross(&along_a)])?.iter().map(|v| &v.a)).is_some();
    let wide_b = extent(probe(&[normal.cross(&along_b)])?.iter().map(|v| &v.b)).is_some();
    Ok(!wide_a && !wide_b)
}

/// Two directions (in the plane one) that span the space across `normal`.
fn tangents<V: Vector>(normal: &ExactVector) -> Vec<ExactVector> {
    let across = (0..3).map(|i| normal.cross(&ExactVector::axis(i)));
    if V::DIM == 2 {
        return across.skip(2).collect();
    }
    let mut across: Vec<ExactVector> = across.collect();
    across.sort_by_key(ExactVector::norm_squared);
    across.split_off(1)
}

fn farthest_of_face<V, A, B>(
    difference: &Difference<'_, A, B>,
    normal: &ExactVector,
    level: &Exact,
    dir: &ExactVector,
) -> Result<Vertex, Stop>
where
    V: Vector,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let mut factor = Exact::new(f64::from_bits(0x47f0_0000_0000_0000)); // 2¹²⁸
    loop {
        let vertex = difference.support(&(&normal.scale(&factor) + dir))?;
        if normal.dot(&vertex.point) == *level {
            return Ok(vertex);
        }
        factor = factor.squared();
    }
}

/// The vector between the first two points that differ.
fn extent<'a>(mut points: impl Iterator<Item = &'a ExactPoint>) -> Option<ExactVector> {
    let first = points.next()?;
    points.map(|point| point.minus(first).xyz).find(|vector| !vector.is_zero())
}
