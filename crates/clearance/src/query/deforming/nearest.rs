//! Where features are closest at a time: the weights of their points and the normal.

use super::curves::VertexEdge;
use super::exact::{Found, Touch};
use super::features::{FeaturePair, MovingFeatures};
use crate::exact::{Exact, ExactVector};
use crate::math::{Pose3, Real, Vec3, Vector};
use crate::proximity::{Feature, Proximity};
use crate::query::pair::distance;
use crate::shape::{Point, Segment, Triangle};

/// The closest points of two features.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub weights: [f64; 4],
    pub normal: Vec3<f64>,
}

impl MovingFeatures {
    /// `x`, `y` and `z` of the [paths](super::curves) at a time, rounded: with `|start|, |end| ≤ X`, each component is
    /// off by less than `5u X`: `u` of both differences, and three roundings of at most `2X` in the sum.
    pub(super) fn vectors_at(&self, t: f64) -> [Vec3<f64>; 3] {
        self.pair.sides().map(|[from, to]| {
            let (start, end) = (self.start[to] - self.start[from], self.end[to] - self.end[from]);
            start * (1.0 - t) + end * t
        })
    }

    /// The relation of the features at a time, in the frame of A's first point; `None` beyond the largest
    /// coordinates.
    pub(super) fn proximity_at(&self, t: f64) -> Option<Proximity<Vec3<f64>>> {
        let [x, y, z] = self.vectors_at(t);
        let still = &Pose3::IDENTITY;
        Some(match self.pair {
            FeaturePair::VertexFace => distance(&Point::new(), &Triangle::new(x, x + y, x + z).ok()?, still),
            FeaturePair::EdgeEdge => distance(&Segment::new(Vec3::ZERO, y).ok()?, &Segment::new(x, x + z).ok()?, still),
        })
    }
}

/// The weights that a proximity gives to the four points.
pub(super) fn weights(pair: FeaturePair, proximity: &Proximity<Vec3<f64>>) -> [f64; 4] {
    let mut weights = [0.0; 4];
    let mut add = |feature: &Feature<f64>, first: usize| {
        for (&vertex, &weight) in feature.vertices().iter().zip(feature.weights()) {
            weights[first + vertex as usize] += weight;
        }
    };
    add(&proximity.features[0], 0);
    add(&proximity.features[1], if pair == FeaturePair::VertexFace { 1 } else { 2 });
    weights
}

/// The closest points at a time at which the features are apart.
pub(super) fn at_distance(features: &MovingFeatures, t: f64) -> Nearest {
    match features.proximity_at(t) {
        Some(near) => Nearest { weights: weights(features.pair, &near), normal: near.normal },
        None => Nearest { weights: first_points(features.pair), normal: Vec3::axis(0) },
    }
}

fn first_points(pair: FeaturePair) -> [f64; 4] {
    let of_b = if pair == FeaturePair::VertexFace { 1 } else { 2 };
    core::array::from_fn(|i| if i == 0 || i == of_b { 1.0 } else { 0.0 })
}

/// The common point at a contact.
pub(super) fn at_contact(features: &MovingFeatures, found: &Found) -> Nearest {
    let t = Exact::new(found.time.nearest);
    let points = core::array::from_fn(|i| {
        let [start, end] = [features.start[i], features.end[i]].map(ExactVector::new);
        &start + &(&end - &start).scale(&t)
    });
    let across = match found.touch {
        Touch::Across { side } => across(features.pair, &points, side),
        Touch::OnEdge(_) => None,
    };
    across.unwrap_or_else(|| match found.touch {
        Touch::OnEdge(pair) => on_edge(features, &points, pair),
        // Only at the root itself is there a normal, and not at the float beside it.
        Touch::Across { .. } => at_distance(features, found.time.nearest),
    })
}

/// With `n = y × z`, the weights are those of the [exact](super::exact) decision seen along `n`, over `n·n`.
fn across(pair: FeaturePair, points: &[ExactVector; 4], side: i32) -> Option<Nearest> {
    let [x, y, z] = pair.sides().map(|[from, to]| &points[to] - &points[from]);
    let normal = y.cross(&z);
    let whole = normal.norm_squared();
    if whole.is_zero() {
        return None;
    }
    let part = |numerator: Exact| numerator.round_ratio::<f64>(&whole).nearest.clamp(0.0, 1.0);
    let last = part(x.cross(&y).dot(&normal));
    let weights = match pair {
        FeaturePair::VertexFace => {
            let middle = part(z.cross(&x).dot(&normal));
            [1.0, (1.0 - middle - last).max(0.0), middle, last]
        }
        FeaturePair::EdgeEdge => {
            let of_a = part(x.cross(&z).dot(&normal));
            [1.0 - of_a, of_a, 1.0 - last, last]
        }
    };
    let normal: Vec3<f64> = normal.negated_if(side < 0).approximate();
    Some(Nearest { weights, normal: normal.normalized() })
}

/// A vertex `v` on the edge from `a` to `b`: the weight of `b` is `(v − a)·(b − a) / |b − a|²`, and the normal is
/// against the velocity of the edge's point relative to the vertex, less what of it is along the edge.
fn on_edge(features: &MovingFeatures, points: &[ExactVector; 4], VertexEdge { vertex, ends }: VertexEdge) -> Nearest {
    let [a, b] = ends.map(|end| &points[end]);
    let edge = b - a;
    let weight = match edge.is_zero() {
        true => 0.0,
        false => (&points[vertex] - a).dot(&edge).round_ratio::<f64>(&edge.norm_squared()).nearest.clamp(0.0, 1.0),
    };
    let mut weights = [0.0; 4];
    (weights[vertex], weights[ends[0]], weights[ends[1]]) = (1.0, 1.0 - weight, weight);
    let rate = |i: usize| features.end[i] - features.start[i];
    let relative = rate(vertex) - rate(ends[0]) * (1.0 - weight) - rate(ends[1]) * weight;
    let along: Vec3<f64> = if edge.is_zero() { Vec3::ZERO } else { edge.approximate::<Vec3<f64>>().normalized() };
    let way = relative - along * relative.dot(along);
    // What rounding leaves of a velocity along the edge is no direction.
    let way = if way.max_abs() <= 16.0 * f64::UNIT * relative.max_abs() { relative } else { way };
    let way = if features.pair.is_of_b(vertex) { -way } else { way };
    Nearest { weights, normal: if way == Vec3::ZERO { Vec3::axis(0) } else { way.normalized() } }
}
