//! Shapes of the kind `polygon`: the inside of a simple polygon of the plane, concave or not, as the union of convex
//! parts.
//!
//! The polygon is cut into triangles by exact signs, and triangles are joined along common sides while both ends of the
//! side stay convex (S. Hertel and K. Mehlhorn, Fast triangulation of the plane with respect to simple polygons, 1985).
//! So a convex polygon is one shape, and no corner is moved.

use std::collections::HashMap;

use clearance::exact::orient2d;
use clearance::shape::{Polytope, Shape};
use clearance::{Pose, Real, ShapeError, Space, Vec2, Vec3};
use clearance_world::Body;

use crate::error::ReadError;
use crate::mesh::polygon_triangles;

/// The inside of a simple polygon, which may be concave; the direction of the corners is of no importance. One shape if
/// it is convex, else a compound. Refuses sides that cross or touch.
///
/// ```
/// use clearance::{Ball, Pose2, Vec2};
/// use clearance_scene::polygon;
/// use clearance_world::{Body, BodyPair};
/// // An L of two arms, each 3 long and 1 wide: the point (2, 2) is 1 from both.
/// let corners = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
/// let bracket = polygon(&corners.map(|[x, y]| Vec2::new(x, y))).unwrap();
/// let (ball, at) = (Body::new(Ball::new(0.25).unwrap()), Pose2::from_xy(2.0, 2.0).unwrap());
/// let found = BodyPair::in_world((&bracket, &Pose2::IDENTITY), (&ball, &at)).signed_distance().unwrap();
/// assert!((found.proximity.signed_distance - 0.75f64).abs() < 1e-15);
/// ```
pub fn polygon<T: Real>(corners: &[Vec2<T>]) -> Result<Body<Vec2<T>>, ReadError>
where
    Vec2<T>: Space<Scalar = T>,
{
    let refused = |error: ShapeError| ReadError::new(error.to_string());
    // Numbers of single precision are numbers of double precision.
    let points: Vec<Vec2<f64>> = corners.iter().map(|corner| Vec2::new(corner.x.to_f64(), corner.y.to_f64())).collect();
    let parts = convex_parts(&points)?;
    let shape = |part: &Vec<u32>| {
        let corners: Vec<Vec2<T>> = part.iter().map(|&corner| corners[corner as usize]).collect();
        Polytope::new(&corners).map(Shape::from).map_err(refused)
    };
    let mut shapes = parts.iter().map(shape).collect::<Result<Vec<_>, _>>()?;
    match shapes.len() {
        1 => Ok(Body::new(shapes.remove(0))),
        _ => Body::compound(shapes.into_iter().map(|shape| (shape, Pose::IDENTITY))).map_err(refused),
    }
}

/// Convex parts that fill a simple polygon, each by its corners, with the inside on their left.
fn convex_parts(points: &[Vec2<f64>]) -> Result<Vec<Vec<u32>>, ReadError> {
    if let Some(point) = points.iter().find(|point| !point.x.is_finite() || !point.y.is_finite()) {
        return Err(ReadError::new(format!("corners must be finite, got [{}, {}]", point.x, point.y)));
    }
    let flat: Vec<Vec3<f64>> = points.iter().map(|point| Vec3::new(point.x, point.y, 0.0)).collect();
    let outline: Vec<u32> = (0..points.len() as u32).collect();
    let mut parts = Parts { points, corners: Vec::new(), sides: HashMap::new() };
    for [a, b, c] in polygon_triangles(&flat, &outline)? {
        match parts.turn(a, b, c) {
            0 => {}
            turn => parts.add(if turn > 0 { [a, b, c] } else { [a, c, b] }),
        }
    }
    if parts.corners.is_empty() {
        return Err(ReadError::new("expected a polygon with an area: three corners or more, not all on one line"));
    }
    Ok(parts.corners)
}

struct Parts<'p> {
    points: &'p [Vec2<f64>],
    corners: Vec<Vec<u32>>,
    /// The part on the left of each side, from corner to corner.
    sides: HashMap<[u32; 2], usize>,
}

impl Parts<'_> {
    fn turn(&self, a: u32, b: u32, c: u32) -> i8 {
        let [a, b, c] = [a, b, c].map(|corner| self.points[corner as usize]);
        orient2d(a, b, c)
    }

    /// Adds a triangle to a part beside it that stays convex, or as a part of its own.
    fn add(&mut self, [a, b, c]: [u32; 3]) {
        for [from, to, tip] in [[a, b, c], [b, c, a], [c, a, b]] {
            let Some(&part) = self.sides.get(&[to, from]) else { continue };
            let corners = &self.corners[part];
            let count = corners.len();
            let Some(at) = corners.iter().position(|&corner| corner == to) else { continue };
            let (before, after) = (corners[(at + count - 1) % count], corners[(at + 2) % count]);
            if self.turn(before, to, tip) >= 0 && self.turn(tip, from, after) >= 0 {
                self.sides.remove(&[to, from]);
                self.sides.extend([([to, tip], part), ([tip, from], part)]);
                self.corners[part].insert(at + 1, tip);
                return;
            }
        }
        let part = self.corners.len();
        self.sides.extend([[a, b], [b, c], [c, a]].map(|side| (side, part)));
        self.corners.push(vec![a, b, c]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(corners: &[[f64; 2]]) -> Result<Vec<Vec<u32>>, String> {
        let points: Vec<Vec2<f64>> = corners.iter().map(|&[x, y]| Vec2::new(x, y)).collect();
        convex_parts(&points).map_err(|error| error.to_string())
    }

    fn area(corners: &[[f64; 2]], part: &[u32]) -> f64 {
        let cross = |i: usize| {
            let [a, b] = [part[i], part[(i + 1) % part.len()]].map(|corner| corners[corner as usize]);
            0.5 * (a[0] * b[1] - a[1] * b[0])
        };
        (0..part.len()).map(cross).sum()
    }

    #[test]
    fn a_convex_polygon_is_one_part_whichever_way_it_turns() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
        assert_eq!(parts(&square).unwrap().len(), 1);
        let mut other = square;
        other.reverse();
        assert_eq!(parts(&other).unwrap().len(), 1);
    }

    #[test]
    fn parts_are_convex_and_have_the_area_of_the_polygon() {
        // A comb of five teeth.
        let mut comb = vec![[0.0, 0.0], [11.0, 0.0]];
        for k in (0..5).rev() {
            let x = 1.0 + 2.0 * f64::from(k);
            comb.extend([[x + 1.5, 3.0], [x + 0.5, 1.0]]);
        }
        comb.push([0.0, 3.0]);
        let count = comb.len();
        let all = parts(&comb).unwrap();
        let whole: Vec<u32> = (0..count as u32).collect();
        let sum: f64 = all.iter().map(|part| area(&comb, part)).sum();
        assert!((sum - area(&comb, &whole)).abs() < 1e-12 && all.len() < count - 2, "{sum} {}", all.len());
        for part in &all {
            for i in 0..part.len() {
                let at = |k: usize| comb[part[(i + k) % part.len()] as usize];
                let [a, b, c] = [at(0), at(1), at(2)].map(|[x, y]| Vec2::new(x, y));
                assert!(orient2d(a, b, c) >= 0, "{part:?}");
            }
        }
    }

    #[test]
    fn what_is_no_simple_polygon_is_refused() {
        let bow = parts(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]).unwrap_err();
        assert!(bow.contains("cross"), "{bow}");
        for flat in [&[[0.0, 0.0], [1.0, 1.0]][..], &[[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]], &[[1.0, 1.0]]] {
            let refusal = parts(flat).unwrap_err();
            assert!(refusal.starts_with("expected a polygon with an area"), "{refusal}");
        }
        assert_eq!(parts(&[[0.0, f64::NAN]; 3]).unwrap_err(), "corners must be finite, got [0, NaN]");
    }
}
