//! A point that is deep in two bodies, by a search that needs no luck where they overlap widely.
//!
//! **Lemma (common point).** Let a point be `u` deep in `A` and `v` deep in `B`: balls of these radii about it are in
//! the bodies. If their surfaces move by less than `a < u` and `b < v`, as of the lemma of moved surfaces, balls of the
//! radii `u − a` and `v − b` stay in them, and no translation shorter than the sum of these separates the bodies.

use clearance::enclosure::posed_point;
use clearance::{Pose, Real, Space, Vector};

use crate::answer::Between;
use crate::parts::Placed;

/// How much of a point's balls stays in moved bodies.
#[derive(Clone, Copy, Debug)]
struct Common<V: Vector> {
    /// In the frame of A.
    at: V,
    left: [V::Scalar; 2],
}

impl<V: Vector> Common<V> {
    fn least(&self) -> V::Scalar {
        self.left[0].min(self.left[1])
    }
}

/// Starts of the search along each axis of the box that both bodies reach.
const STARTS: usize = 3;
/// Starts that are followed: the best.
const FOLLOWED: usize = 4;
/// How often a step is halved: to a thousandth of the box.
const HALVINGS: u32 = 10;

/// The least overlap of two bodies whose surfaces may have moved by some errors; `None` if no point proves one.
pub(super) fn overlap<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    found: &Between<V>,
    errors: [V::Scalar; 2],
) -> Option<V::Scalar> {
    let (b_in_a, a_in_b) = (Pose::relative(a.pose, b.pose), Pose::relative(b.pose, a.pose));
    if !(a.body.is_bounded() && b.body.is_bounded()) {
        return None;
    }
    let (of_a, of_b) = (a.body.aabb(&Pose::IDENTITY), b.body.aabb(&b_in_a));
    let lower = V::from_fn(|axis| of_a.lower[axis].max(of_b.lower[axis]));
    let upper = V::from_fn(|axis| of_a.upper[axis].min(of_b.upper[axis]));
    let at = |point: V| -> Option<Common<V>> {
        let in_a = a.body.point_distance(point).ok()?;
        let (in_frame, off) = posed_point(&a_in_b, point);
        let in_b = b.body.point_distance(in_frame).ok()?;
        // A surface has no inside.
        let is_deep = !in_a.surface && !in_b.surface;
        let left = [in_a.bounds.upper + errors[0], in_b.bounds.upper + off + errors[1]].map(|beyond| -beyond.next_up());
        is_deep.then_some(Common { at: point, left })
    };
    let middle = (found.proximity.witness_a + found.proximity.witness_b) * V::Scalar::HALF;
    let mut starts: Vec<Common<V>> =
        places(lower, upper).chain([a.pose.vector_back(middle - a.pose.translation())]).filter_map(at).collect();
    starts.sort_by(|a, b| crate::sort::by_number(b.least(), a.least()));
    let size = (upper - lower).norm();
    let best = starts.into_iter().take(FOLLOWED).map(|start| climbed(start, size, &at));
    let best = best.reduce(|best, other| if other.least() > best.least() { other } else { best })?;
    (best.least() > V::Scalar::ZERO).then(|| (best.left[0] + best.left[1]).next_down())
}

/// The middles of the cells of a box.
fn places<V: Space>(lower: V, upper: V) -> impl Iterator<Item = V> {
    let step = (upper - lower) * V::Scalar::from_f64(1.0 / STARTS as f64);
    (0..STARTS.pow(V::DIM as u32)).map(move |cell| {
        V::from_fn(|axis| {
            let index = cell / STARTS.pow(axis as u32) % STARTS;
            lower[axis] + step[axis] * V::Scalar::from_f64(index as f64 + 0.5)
        })
    })
}

/// The best point of steps along the axes, which are halved where none is better.
fn climbed<V: Space>(start: Common<V>, size: V::Scalar, at: &impl Fn(V) -> Option<Common<V>>) -> Common<V> {
    let (mut best, mut step) = (start, size * V::Scalar::power_of_two(-2));
    for _ in 0..HALVINGS {
        loop {
            let steps = (0..V::DIM).flat_map(|axis| [V::axis(axis) * step, V::axis(axis) * -step]);
            let next =
                steps.filter_map(|way| at(best.at + way)).reduce(|a, b| if b.least() > a.least() { b } else { a });
            match next {
                Some(next) if next.least() > best.least() => best = next,
                _ => break,
            }
        }
        step *= V::Scalar::HALF;
    }
    best
}
