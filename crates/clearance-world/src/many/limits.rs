//! What bodies of many parts refuse of their parts.

use clearance::enclosure::Aabb;
use clearance::{Real, ShapeError, Vector};

use crate::tree::MAX_ITEM;

/// The boxes of all parts; refuses none, and too many.
pub fn boxes<V: Vector>(
    what: &'static str,
    centers: &[V],
    around: impl Fn(u32, V) -> Aabb<V>,
) -> Result<Vec<Aabb<V>>, ShapeError> {
    count(what, centers.len())?;
    let bounded = |(number, &center): (u32, &V)| {
        for value in (0..V::DIM).map(|k| center[k]) {
            if !value.is_finite() {
                return Err(ShapeError::NotFinite { what, value: value.to_f64() });
            }
            if value.abs() > V::Scalar::LARGEST * V::Scalar::HALF {
                let limit = V::Scalar::LARGEST.to_f64() / 2.0;
                return Err(ShapeError::TooLarge { what, value: value.to_f64(), limit });
            }
        }
        Ok(around(number, center))
    };
    (0..).zip(centers).map(bounded).collect()
}

/// Refuses none, and too many.
pub fn count(what: &'static str, count: usize) -> Result<(), ShapeError> {
    if count == 0 {
        return Err(ShapeError::Empty { what });
    }
    if count > MAX_ITEM as usize {
        return Err(ShapeError::TooMany { what, count, limit: MAX_ITEM as usize });
    }
    Ok(())
}
