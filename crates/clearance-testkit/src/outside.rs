//! How far a point lies outside a body, enclosed from both sides.
//!
//! From below by planes: a point sticks out of the support plane along `n` by `n·p − h(n)`. From above by points: the
//! body holds the hull of its support points. New support points are taken where the nearest point of that hull asks
//! for one; the nearest point itself comes from trying every subset of at most four points.

use crate::model::Model;
use crate::number::{Number, Wide};
use crate::triple::Triple;

/// Support points tried before the enclosure is returned as it is.
const ROUNDS: usize = 64;
/// Relative volume below which a set of points counts as dependent in 106 bits; its subsets remain.
const DEPENDENT: f64 = 1e-26;

/// `lower ≤ distance of the point from the body ≤ upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outside {
    /// Proven by a plane.
    pub lower: f64,
    /// Proven by a point of the body.
    pub upper: f64,
}

/// Encloses the distance of `p` from a body; `normal` is a guess of the outward normal there. Ends once the distance is
/// known to be at most `enough`, or to nine digits.
pub fn outside(model: &Model<Wide>, p: Triple<Wide>, normal: Triple<Wide>, enough: f64) -> Outside {
    let mut points = vec![model.support(normal) - p];
    let mut lower = 0.0f64.max(plane_height(points[0], normal));
    for _ in 0..ROUNDS {
        let nearest = nearest(&mut points);
        let upper = nearest.norm().value();
        if upper <= enough || upper - lower <= 1e-9 * upper {
            return Outside { lower, upper };
        }
        let dir = -nearest.unit();
        let next = model.support(dir) - p;
        lower = lower.max(plane_height(next, dir));
        // A point that was there already brings nothing: the nearest point of the hull is that of the body.
        if points.contains(&next) {
            return Outside { lower, upper };
        }
        points.push(next);
    }
    Outside { lower, upper: nearest(&mut points).norm().value() }
}

/// How high the origin is above the plane through the support point `x` along `dir`.
fn plane_height(x: Triple<Wide>, dir: Triple<Wide>) -> f64 {
    -(x.dot(dir) / dir.norm()).value()
}

/// The point nearest to the origin in the hull of at most five points; keeps the points that span it.
fn nearest(points: &mut Vec<Triple<Wide>>) -> Triple<Wide> {
    let mut best: Option<(Wide, Triple<Wide>, u32)> = None;
    for subset in 1u32..1 << points.len() {
        let chosen: Vec<_> = (0..points.len()).filter(|i| subset >> i & 1 == 1).map(|i| points[i]).collect();
        if chosen.len() > 4 {
            continue;
        }
        let Some(v) = perpendicular_foot(&chosen) else { continue };
        let square = v.dot(v);
        if best.is_none_or(|(least, ..)| square < least) {
            best = Some((square, v, subset));
        }
    }
    let (_, v, subset) = best.expect("single points are always candidates");
    let mut i = 0;
    points.retain(|_| {
        i += 1;
        subset >> (i - 1) & 1 == 1
    });
    v
}

/// The foot of the perpendicular from the origin, if it lies in the hull of these independent points.
fn perpendicular_foot(points: &[Triple<Wide>]) -> Option<Triple<Wide>> {
    let (base, rest) = points.split_first()?;
    let edges: Vec<_> = rest.iter().map(|&p| p - *base).collect();
    let zero = Wide::new(0.0);
    let n = edges.len();
    // Cramer's rule for the weights: (eᵢ·eⱼ) w = −eᵢ·base, padded to three unknowns.
    let gram = |i: usize, j: usize| match (i < n, j < n) {
        (true, true) => edges[i].dot(edges[j]),
        _ => Wide::new(if i == j { 1.0 } else { 0.0 }),
    };
    let columns: [Triple<Wide>; 3] = std::array::from_fn(|j| Triple(std::array::from_fn(|i| gram(i, j))));
    let right = Triple(std::array::from_fn(|i| if i < n { -edges[i].dot(*base) } else { zero }));
    let determinant = |c: [Triple<Wide>; 3]| c[0].dot(c[1].cross(c[2]));
    let volume = determinant(columns);
    let scale = (0..3).fold(1.0, |product, i| product * columns[i].0[i].value());
    if volume.value() <= DEPENDENT * scale {
        return None;
    }
    let mut foot = *base;
    let mut first = Wide::new(1.0);
    for (i, &edge) in edges.iter().enumerate() {
        let mut replaced = columns;
        replaced[i] = right;
        let weight = determinant(replaced) / volume;
        if weight < zero {
            return None;
        }
        first = first - weight;
        foot = foot + edge * weight;
    }
    (first >= zero).then_some(foot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{BodySpec, PoseSpec, ShapeSpec};

    fn distance(shape: ShapeSpec, p: [f64; 3]) -> Outside {
        let body = BodySpec { shape, pose: PoseSpec::identity(3) };
        let p = Triple::from_slice(&p);
        outside(&Model::new(&body, 3), p, p, 1e-25)
    }

    #[test]
    fn a_point_beyond_a_box_corner_is_one_diagonal_away() {
        let found = distance(ShapeSpec::Box { half_extents: vec![0.5, 1.5, 2.5] }, [1.5, 2.5, 3.5]);
        assert!((found.upper - 3f64.sqrt()).abs() < 1e-15 && (found.lower - 3f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn a_point_above_the_inside_of_a_cylinder_cap_is_its_height_away() {
        let cylinder = ShapeSpec::Cylinder { radius: 2.0, half_length: 1.5, axis: None };
        let found = distance(cylinder.clone(), [0.75, -0.25, 1.625]);
        assert!((found.upper - 0.125).abs() < 1e-15 && (found.lower - 0.125).abs() < 1e-15);
        assert!(distance(cylinder, [0.75, -0.25, 1.5]).upper < 1e-25);
    }

    #[test]
    fn a_point_on_an_ellipsoid_is_outside_by_its_rounding_only() {
        let found = distance(ShapeSpec::Ellipsoid { radii: vec![3.0, 2.0, 1.0] }, [3.0 + 1e-12, 0.0, 0.0]);
        assert!((found.upper - 1e-12).abs() < 1e-15, "{found:?}");
    }
}
