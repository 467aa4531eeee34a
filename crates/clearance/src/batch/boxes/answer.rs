//! From a register of solutions to the answers of the query.

use fearless_simd::Simd;

use super::super::Question;
use super::super::frame::{Completed, each};
use super::super::lane::{Lanes, Wide};
use super::ways::Solution;
use crate::closed_form::boxes::{Axis, Boxes, part};
use crate::math::{Real, Vec3};
use crate::query::{Bounds, Feature, FeatureKind, Proximity, Status, is_coarse};

/// Writes the answer along an axis of one lane; false if it is none that stands by itself.
#[inline(always)]
pub(super) fn along_spans<S: Simd, T: Wide>(
    question: Question,
    solution: &Solution<Lanes<S, T>>,
    axis: Axis,
    k: usize,
    found: &mut Proximity<Vec3<T>>,
) -> bool {
    if solution.thick & 1 << k == 0 {
        return false;
    }
    let spans @ [(first, i), (second, j)] = axis.spans();
    let mut corners = solution.corners.map(|corner| corner.lane(k).whole());
    corners[first] &= !(1 << i);
    corners[second] &= !(1 << j);
    let Some(features) = between(corners, spans, solution.parts.map(|part| part.lane(k))) else { return false };
    write(question, &solution.completed, solution.unique & 1 << k != 0, features, k, found)
}

/// Writes the answer of one lane whose places are at ends of the boxes or on edges; false if it is none that stands by itself.
#[inline(always)]
pub(super) fn at_ends<S: Simd, T: Wide>(
    question: Question,
    solution: &Solution<Lanes<S, T>>,
    boxes: &Boxes<Lanes<S, T>>,
    k: usize,
    found: &mut Proximity<Vec3<T>>,
) -> bool {
    let places = solution.places.map(|place| each(|i| place[i].lane(k)));
    let halves = [each(|i| boxes.h[i].lane(k)), each(|i| boxes.g[i].lane(k))];
    let mut corners = solution.corners.map(|corner| corner.lane(k).whole());
    let mut spans = [(0, 0); 2];
    let mut count = 0;
    for side in 0..2 {
        for i in 0..3 {
            if places[side][i].abs() < halves[side][i] {
                if count == 2 {
                    return false;
                }
                corners[side] &= !(1 << i);
                spans[count] = (side, i);
                count += 1;
            }
        }
    }
    let part = |n: usize| part(places[spans[n].0][spans[n].1], halves[spans[n].0][spans[n].1]);
    let features = match count {
        0 => Some(corners.map(|corner| vertex(corner, T::ONE))),
        1 => on_edge(corners, spans[0], part(0)),
        _ => between(corners, spans, [part(0), part(1)]),
    };
    let Some(features) = features else { return false };
    write(question, &solution.completed, solution.unique & 1 << k != 0, features, k, found)
}

#[inline(always)]
fn vertex<T: Real>(id: u32, weight: T) -> Feature<T> {
    Feature::known(FeatureKind::Vertex, 1, [id, 0, 0], [weight, T::ZERO, T::ZERO])
}

#[inline(always)]
fn edge<T: Real>(low: u32, axis: usize, weights: [T; 2]) -> Feature<T> {
    Feature::known(FeatureKind::Edge, 2, [low, low | 1 << axis, 0], [weights[0], weights[1], T::ZERO])
}

/// A place inside of an edge of one box, and a corner of the other one.
#[inline(always)]
fn on_edge<T: Real>(corners: [u32; 2], (side, i): (usize, usize), part: T) -> Option<[Feature<T>; 2]> {
    let weights = [T::ONE - part, part];
    let inside = (weights[0] > T::ZERO) & (weights[1] > T::ZERO);
    let mut features = corners.map(|corner| vertex(corner, weights[0] + weights[1]));
    features[side] = edge(corners[side], i, weights);
    inside.then_some(features)
}

/// The features that hold a place in the parallelogram of two spans: what `name_in_parallelogram` and `Feature::from_points`
/// make of it where no weight is null and no extent is.
#[inline(always)]
fn between<T: Real>(corners: [u32; 2], spans: [(usize, usize); 2], [s, t]: [T; 2]) -> Option<[Feature<T>; 2]> {
    let (most, least) = if s >= t { (s, t) } else { (t, s) };
    let weights @ [low, middle, high] = [T::ONE - most, most - least, least];
    if !((low > T::ZERO) & (middle > T::ZERO) & (high > T::ZERO)) {
        return None;
    }
    let [(first, i), (second, j)] = spans;
    if first == second {
        let corner = corners[first];
        let next = corner | if s >= t { 1 << i } else { 1 << j };
        let face = Feature::known(FeatureKind::Face, 3, [corner, next, corner | 1 << i | 1 << j], weights);
        let mut features = [face; 2];
        features[1 - first] = vertex(corners[1 - first], low + middle + high);
        return Some(features);
    }
    let (early, late) = ([low, middle + high], [low + middle, high]);
    let (of_a, of_b) = if s >= t { (early, late) } else { (late, early) };
    Some([edge(corners[0], i, of_a), edge(corners[1], j, of_b)])
}

/// Writes an answer, unless exact arithmetic has a word in it.
#[inline(always)]
pub(in crate::batch) fn write<S: Simd, T: Wide>(
    question: Question,
    completed: &Completed<Lanes<S, T>>,
    unique: bool,
    features: [Feature<T>; 2],
    k: usize,
    found: &mut Proximity<Vec3<T>>,
) -> bool {
    let vector = |v: &[Lanes<S, T>; 3]| Vec3::new(v[0].lane(k), v[1].lane(k), v[2].lane(k));
    let distance = completed.distance.lane(k);
    let bounds = Bounds { lower: completed.lower.lane(k), upper: completed.upper.lane(k) };
    let apart = bounds.lower > T::ZERO;
    if !(apart | (bounds.upper < T::ZERO)) || is_coarse(&bounds, distance) {
        return false;
    }
    found.distance = distance;
    found.normal = vector(&completed.normal);
    found.on_a = vector(&completed.on_a);
    found.on_b = vector(&completed.on_b);
    found.bounds = bounds;
    found.features = features;
    found.unique = unique;
    found.status = if apart { Status::Separated } else { Status::Overlapping };
    found.proven = true;
    found.iterations = 1;
    if question == Question::Unsigned {
        found.drop_depth();
    }
    true
}
