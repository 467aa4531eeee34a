//! The volume near a surface: of all points within a distance of its triangles.

use clearance::enclosure::Aabb;
use clearance::{Real, Vec3, Vector};

use super::columns::{Corner, clipped};
use super::facets::Facets;

/// No less than the volume of the points within `error` of the part of a surface in a box: the sum over its triangles,
/// each cut by the box.
///
/// The points within `e` of a flat convex polygon have the volume `2e A + π/2 e² L + 4/3 π e³`, with its area `A` and
/// perimeter `L` (J. Steiner, Über parallele Flächen, 1840). Corners that are cut err by `64u` of the coordinates at
/// most, which moves the area by that times the perimeter.
pub(super) fn volume(facets: &Facets, error: f64, bounds: &Aabb<Vec3<f64>>) -> f64 {
    if error == 0.0 {
        return 0.0;
    }
    let mut sum = 0.0;
    for corners in &facets.triangles {
        let around = corners.iter().fold(Aabb::empty(), |all, &corner| all.union(&Aabb::at(corner)));
        if !around.is_within(bounds, 0.0) {
            continue;
        }
        let mut polygon: Vec<Corner> = corners.map(|p| [p.x, p.y, p.z, 0.0]).to_vec();
        for k in 0..3 {
            polygon = clipped(&polygon, |p| p[k] - bounds.lower[k]);
            polygon = clipped(&polygon, |p| bounds.upper[k] - p[k]);
        }
        let points: Vec<Vec3<f64>> = polygon.iter().map(|p| Vec3::new(p[0], p[1], p[2])).collect();
        let size = corners.iter().map(|corner| corner.max_abs()).fold(0.0, f64::max);
        let length: f64 = (0..points.len()).map(|i| (points[(i + 1) % points.len()] - points[i]).norm()).sum();
        let doubled =
            points.windows(2).fold(Vec3::ZERO, |all, side| all + (side[0] - points[0]).cross(side[1] - points[0]));
        let slack = 64.0 * f64::UNIT * size;
        let area = 0.5 * doubled.norm() + slack * (length + slack);
        let (flat, edge) = (2.0 * error * area, 0.5 * core::f64::consts::PI * error * error * (length + 8.0 * slack));
        sum += flat + edge + 4.0 / 3.0 * core::f64::consts::PI * error * error * error;
    }
    // Each term and the sum round by less.
    sum * (1.0 + (64.0 + facets.triangles.len() as f64) * f64::UNIT)
}
