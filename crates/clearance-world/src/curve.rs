//! Places in the order of a curve that fills space, so that those near one another are mostly near in the order (G.
//! Morton, A computer oriented geodetic data base, 1966).

use clearance::enclosure::Aabb;
use clearance::{Real, Vector};

/// The numbers of points along the curve, of equal places in their order.
pub(crate) fn along_curve<V: Vector>(points: impl ExactSizeIterator<Item = V> + Clone) -> Vec<u32> {
    let finite = points.clone().filter(|point| point.is_finite());
    let bounds = finite.fold(Aabb::empty(), |all: Aabb<V>, point| all.union(&Aabb::at(point)));
    let scale = V::from_fn(|k| V::Scalar::from_f64(f64::from((1u32 << 20) - 1)) / (bounds.upper[k] - bounds.lower[k]));
    let cell = |point: V| {
        // What is not a number becomes 0.
        let along = |k: usize| ((point[k] - bounds.lower[k]) * scale[k]).to_f64() as u32;
        (0..V::DIM).fold(0u64, |code, k| code | spread(along(k)) << k)
    };
    let mut order: Vec<(u64, u32)> = points.zip(0..).map(|(point, place)| (cell(point), place)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, place)| place).collect()
}

/// The lowest 21 bits, two zeros between each.
fn spread(bits: u32) -> u64 {
    let mut x = u64::from(bits.min((1 << 21) - 1));
    for (shift, mask) in [
        (32, 0x001f_0000_0000_ffff),
        (16, 0x001f_0000_ff00_00ff),
        (8, 0x100f_00f0_0f00_f00f),
        (4, 0x10c3_0c30_c30c_30c3),
        (2, 0x1249_2492_4924_9249),
    ] {
        x = (x | x << shift) & mask;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::Vec3;

    #[test]
    fn neighbours_in_the_order_are_neighbours_in_space_and_none_is_lost() {
        let points: Vec<Vec3<f64>> =
            (0..512).map(|i| Vec3::new(f64::from(i % 8), f64::from(i / 8 % 8), f64::from(i / 64))).collect();
        let order = along_curve(points.iter().copied());
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..512).collect::<Vec<u32>>());
        // Eight in a row are a cube of two by two by two.
        for eight in order.chunks(8) {
            let bounds = eight.iter().fold(Aabb::empty(), |all, &i| all.union(&Aabb::at(points[i as usize])));
            assert_eq!(bounds.extent(), Vec3::new(1.0, 1.0, 1.0));
        }
    }
}
