//! The nearest point of a few twofold points' hull, by trying every feature.

use crate::math::twofold::{Two, TwoVec};
use crate::math::{Real, Vec3, Vector};

/// A point or direction; in the plane its third component is zero.
pub(crate) type Point = TwoVec<Vec3<f64>>;

/// A vector of any scalar and dimension in space.
pub(crate) fn wide<V: Vector>(v: V) -> Vec3<f64> {
    Vec3::from_fn(|i| if i < V::DIM { v[i].to_f64() } else { 0.0 })
}

/// The feature nearest to the origin.
pub(crate) struct NearFeature {
    /// Its points, by their places.
    pub corners: CornerIndices,
    /// The weights of these points in the nearest one.
    pub weights: [Two<f64>; 3],
    /// The length of a weighted sum of them, the nearest point.
    pub length: Two<f64>,
    /// Along the nearest point, of any length: of a face its normal, which keeps its direction however near the face
    /// is.
    pub normal: Point,
}

/// Up to three indices.
#[derive(Clone, Copy)]
pub(crate) struct CornerIndices {
    places: [usize; 3],
    count: usize,
}

impl core::ops::Deref for CornerIndices {
    type Target = [usize];
    fn deref(&self) -> &[usize] {
        &self.places[..self.count]
    }
}

/// The nearest of all features with at most `dim` of the points; `None` if even that is not off the origin.
pub(crate) fn nearest(points: &[Point], dim: usize) -> Option<NearFeature> {
    let mut best: Option<NearFeature> = None;
    let mut offer = |corners: [usize; 3], count: usize, found: Option<Spot>| {
        let Some(Spot { point, normal, weights }) = found else { return };
        let length = point.dot(point).sqrt();
        if length.hi > 0.0 && best.as_ref().is_none_or(|b| (length - b.length).value() < 0.0) {
            best = Some(NearFeature { corners: CornerIndices { places: corners, count }, weights, length, normal });
        }
    };
    for (i, &a) in points.iter().enumerate() {
        offer([i; 3], 1, Some(Spot { point: a, normal: a, weights: [Two::new(1.0), Two::ZERO, Two::ZERO] }));
        for (j, &b) in points.iter().enumerate().take(i) {
            offer([j, i, i], 2, on_edge(a, b));
            for (k, &c) in points.iter().enumerate().take(if dim == 3 { j } else { 0 }) {
                offer([k, j, i], 3, on_face(a, b, c));
            }
        }
    }
    best
}

/// The nearest point of a feature, with the direction to it and the weights of the feature's points.
struct Spot {
    point: Point,
    normal: Point,
    weights: [Two<f64>; 3],
}

/// The nearest point of an edge, if it is between its ends, and the direction to it made perpendicular to the edge once
/// more; the ends come last first.
fn on_edge(a: Point, b: Point) -> Option<Spot> {
    let e = b - a;
    let ee = e.dot(e);
    let t = -a.dot(e) / ee;
    // Of an end that is 10¹⁷ times nearer than the other the weight is 1 but for the lower half.
    if !(ee.hi > 0.0 && t.hi > 0.0 && (Two::new(1.0) - t).hi > 0.0) {
        return None;
    }
    let point = a + e.scale(t);
    let weights = [t, Two::new(1.0) - t, Two::ZERO];
    Some(Spot { point, normal: point - e.scale(point.dot(e) / ee), weights })
}

/// The nearest point of a triangle, if it is inside, and the triangle's normal towards it; the corners come last first.
fn on_face(a: Point, b: Point, c: Point) -> Option<Spot> {
    let (x, y) = (b - a, c - a);
    let m = x.cross(y);
    let mm = m.dot(m);
    let (of_b, of_c) = (m.dot(y.cross(a)) / mm, m.dot(a.cross(x)) / mm);
    let of_a = Two::new(1.0) - (of_b + of_c);
    if !(mm.hi > 0.0 && of_a.hi >= 0.0 && of_b.hi >= 0.0 && of_c.hi >= 0.0) {
        return None;
    }
    let away = m.dot(a).hi < 0.0;
    let point = a + (x.scale(of_b) + y.scale(of_c));
    Some(Spot { point, normal: if away { -m } else { m }, weights: [of_c, of_b, of_a] })
}

/// The triangle (in the plane, the edge) that holds the origin but for an error, if one of some points does.
pub(crate) fn through_origin(points: &[Point], dim: usize, error: Two<f64>) -> Option<NearFeature> {
    let count = points.len();
    let places =
        (0..count).flat_map(|i| (0..i).flat_map(move |j| (0..if dim == 3 { j } else { 1 }).map(move |k| [i, j, k])));
    for [i, j, k] in places {
        let (a, x) = (points[i], points[j] - points[i]);
        let y = if dim == 3 { points[k] - a } else { Point::new(Vec3::axis(2)) };
        let m = x.cross(y);
        let mm = m.dot(m);
        if !(mm.hi > 0.0) {
            continue;
        }
        let (of_b, of_c) = (m.dot(y.cross(a)) / mm, m.dot(a.cross(x)) / mm);
        let of_c = if dim == 3 { of_c } else { Two::ZERO };
        let of_a = Two::new(1.0) - (of_b + of_c);
        // A weighted sum of the corners, which the distance of the plane is not where a sliver's normal is noise.
        let held = a + (x.scale(of_b) + y.scale(of_c));
        let length = held.dot(held).sqrt();
        if of_a.hi >= 0.0 && of_b.hi >= 0.0 && of_c.hi >= 0.0 && length.hi <= error.hi {
            let corners = CornerIndices { places: [i, j, k], count: dim };
            return Some(NearFeature { corners, weights: [of_a, of_b, of_c], length, normal: m });
        }
    }
    None
}
