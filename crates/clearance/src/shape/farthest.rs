//! The exact support point of a set of float points.

use crate::exact::{ExactPoint, ExactVector};
use crate::math::{Real, Vector};
use crate::support::Hint;

/// The point farthest along `dir`, plus `anchor`, with its number; of several the first. `None` for no points.
///
/// Rounded scalar products discard all points but those within `2E` of the largest one, and only these are compared
/// exactly. `E` bounds the error of a product with the rounded direction `a`, `|aᵢ| ≤ 2`: at most `4u|aᵢ| + 2⁻⁶⁰` per
/// component of it and `3u Σ|aᵢpᵢ|` for the sum stay, with `|pᵢ| ≤ r`, below `64u r`; four times the smallest normal
/// number is more than all that underflow can lose.
pub(super) fn farthest<V: Vector>(
    points: impl Iterator<Item = V> + Clone,
    anchor: V,
    dir: &ExactVector,
) -> Option<(ExactPoint, Hint)> {
    let approximate: V = dir.approximate();
    let number = V::Scalar::from_f64;
    let (mut top, mut size) = (-V::Scalar::INFINITY, V::Scalar::ZERO);
    for p in points.clone() {
        top = top.max(approximate.dot(p));
        size = size.max(p.max_abs());
    }
    let error = number(64.0) * V::Scalar::UNIT * size + number(4.0) * V::Scalar::SMALLEST;
    let threshold = top - V::Scalar::TWO * error;
    let mut survivors = points.enumerate().filter(|(_, p)| approximate.dot(*p) >= threshold);
    let (mut id, mut best) = survivors.next()?;
    let mut height = None;
    for (i, p) in survivors {
        if p == best {
            continue;
        }
        let highest = height.get_or_insert_with(|| dir.dot(&ExactVector::new(best)));
        let candidate = dir.dot(&ExactVector::new(p));
        if candidate > *highest {
            (id, best, height) = (i, p, Some(candidate));
        }
    }
    let point = &ExactVector::new(best) + &ExactVector::new(anchor);
    Some((ExactPoint { xyz: point, ..ExactPoint::ORIGIN }, Hint::vertex(id as u32)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Exact;
    use crate::exact::number::tests::Floats;
    use crate::math::Vec3;

    #[test]
    fn the_filter_never_discards_the_farthest_point() {
        let mut floats = Floats(0x5eed_0005);
        let mut ties = 0;
        for round in 0..5_000 {
            let lattice = |floats: &mut Floats| Vec3::from_fn(|_| (floats.bits() % 5) as f64 * 0.75 - 1.5);
            let wild = |floats: &mut Floats| Vec3::from_fn(|_| floats.next().clamp(-f64::LARGEST, f64::LARGEST));
            let points: Vec<_> =
                (0..12).map(|_| if round % 2 == 0 { lattice(&mut floats) } else { wild(&mut floats) }).collect();
            let dir = ExactVector::new(if round % 4 < 2 { lattice(&mut floats) } else { wild(&mut floats) });
            let dir = dir.scale(&Exact::new(floats.next()));
            let heights: Vec<Exact> = points.iter().map(|&p| dir.dot(&ExactVector::new(p))).collect();
            let highest = heights.iter().max().unwrap();
            let first = heights.iter().position(|h| h == highest).unwrap();
            let (point, hint) = farthest(points.iter().copied(), Vec3::ZERO, &dir).unwrap();
            assert_eq!(hint.id(), Some(first as u32), "{points:?} {dir:?}");
            assert_eq!(point.xyz, ExactVector::new(points[first]));
            ties += (heights.iter().filter(|h| *h == highest).count() > 1) as u32;
        }
        assert!(ties > 500 && ties < 4_000, "{ties}");
    }
}
