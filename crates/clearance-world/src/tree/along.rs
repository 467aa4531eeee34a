//! The items along a segment, the nearer ones first.

use clearance::Vector;
use clearance::enclosure::Aabb;
use clearance::query::SegmentEnclosure;
use clearance::{Real, Vec3};

use super::{Child, Link, Tree};

/// When the segments of an enclosure are in a box, axis by axis.
///
/// All points of all segments are within `pad = off + askew` of `origin + t way`, so that they are in a box only while
/// that is in the box moved out by `pad`. A time `(l − o)/d` rounds by `3u` of itself as the product with the
/// reciprocal, and its sum with `pad/d` by one more, which is counted with `8u` of either (T. Ize, Robust BVH Ray
/// Traversal, 2013).
pub(crate) struct Slabs {
    origin: Vec3<f64>,
    inverse: Vec3<f64>,
    /// The pad in the time of each axis.
    wait: Vec3<f64>,
    /// The pad and the way, along an axis on which the segments stay where they are.
    still: [Option<f64>; 3],
}

/// Components of the way below this have no reciprocal.
const LEAST: f64 = f64::MIN_POSITIVE * 16.0;

impl Slabs {
    pub fn new(segment: &SegmentEnclosure) -> Self {
        let pad = (segment.off + segment.askew) * (1.0 + 8.0 * f64::UNIT);
        let still = [0, 1, 2].map(|k| {
            let way = segment.way[k].abs();
            (way < LEAST).then_some((pad + way) * (1.0 + 8.0 * f64::UNIT))
        });
        let inverse = Vec3::from_fn(|k| if still[k].is_some() { 0.0 } else { 1.0 / segment.way[k] });
        let wait = Vec3::from_fn(|k| pad * inverse[k].abs() * (1.0 + 16.0 * f64::UNIT));
        Slabs { origin: segment.origin, inverse, wait, still }
    }

    /// A lower bound of the times in `[0, 1]` at which a segment is in a box; infinite if none is.
    pub fn entry<V: Vector>(&self, bounds: &Aabb<V>) -> f64 {
        let (mut entry, mut exit) = (0.0f64, 1.0f64);
        for k in 0..V::DIM {
            let (lower, upper) = (bounds.lower[k].to_f64() - self.origin[k], bounds.upper[k].to_f64() - self.origin[k]);
            if let Some(pad) = self.still[k] {
                if lower > pad || upper < -pad {
                    return f64::INFINITY;
                }
                continue;
            }
            let inverse = self.inverse[k];
            let (near, far) = if inverse < 0.0 { (upper, lower) } else { (lower, upper) };
            let (first, last) = (near * inverse - self.wait[k], far * inverse + self.wait[k]);
            // What is not a number leaves nothing out.
            entry = if first > entry { first } else { entry };
            exit = if last < exit { last } else { exit };
        }
        let is_in = entry <= exit * (1.0 + 16.0 * f64::UNIT) + f64::MIN_POSITIVE;
        if is_in { entry * (1.0 - 8.0 * f64::UNIT) - f64::MIN_POSITIVE } else { f64::INFINITY }
    }
}

impl<V: Vector> Tree<V> {
    /// Calls `visit` for items whose boxes the segments may be in, with a lower bound of the time; it returns the time
    /// after which no item matters any more. Every item that is not visited comes later than the last one returned.
    pub(crate) fn along(&self, slabs: &Slabs, mut limit: f64, mut visit: impl FnMut(u32, f64) -> f64) {
        let mut open = Vec::with_capacity(64);
        open.push((-1.0, Link::node(0)));
        while let Some((entry, link)) = open.pop() {
            if entry > limit {
                continue;
            }
            match link.child() {
                Child::Item(item) => limit = visit(item, entry),
                Child::Node(number) => {
                    let node = &self.nodes[number as usize];
                    let entries = [slabs.entry(&node.boxes[0]), slabs.entry(&node.boxes[1])];
                    let nearer = usize::from(entries[1] < entries[0]);
                    for side in [1 - nearer, nearer] {
                        if entries[side] <= limit {
                            open.push((entries[side], node.links[side]));
                        }
                    }
                }
                Child::None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_testkit::number::{Number, Wide};
    use clearance_testkit::random::Random;

    #[test]
    fn every_box_that_a_segment_passes_is_visited_and_not_too_late() {
        let mut random = Random::new(0xa10);
        let (mut passed, mut left_out) = (0, 0);
        for round in 0..200 {
            let mut draw = |size: f64| Vec3::from_fn(|_| random.uniform(-size, size));
            let boxes: Vec<Aabb<Vec3<f64>>> = (0..40)
                .map(|_| {
                    let lower = draw(1.0);
                    Aabb::at(lower).union(&Aabb::at(lower + draw(0.3)))
                })
                .collect();
            let tree: Tree<Vec3<f64>> = (0..).zip(boxes.iter().copied()).collect();
            let origin = draw(2.0);
            // Through a box, or along an axis.
            let mut way = (boxes[round % 40].center() - origin) * 1.5;
            if round % 3 == 0 {
                way = Vec3::axis(round / 3 % 3) * way.x;
            }
            let off = [0.0, 1e-3][round % 2];
            let segment = SegmentEnclosure { origin, way, off, askew: off };
            let mut seen = [f64::INFINITY; 40];
            tree.along(&Slabs::new(&segment), 1.0, |item, entry| {
                seen[item as usize] = entry;
                1.0
            });
            for (bounds, &entry) in boxes.iter().zip(&seen) {
                let is_in = |t: f64| Aabb::at(origin + way * t).is_within(bounds, off);
                let first = (0..=400).map(|i| f64::from(i) / 400.0).find(|&t| is_in(t));
                assert!(entry <= first.unwrap_or(f64::INFINITY), "{round}: {entry} {first:?}");
                passed += usize::from(first.is_some());
                left_out += usize::from(entry == f64::INFINITY);
            }
        }
        assert!(passed > 100 && left_out > 6000, "{passed} {left_out}");
    }

    #[test]
    fn no_entry_is_after_the_exact_one() {
        let mut random = Random::new(0xa11);
        let wide = |x: f64| Wide::new(x);
        for round in 0..2000 {
            let mut draw = |size: f64| Vec3::from_fn(|_| random.uniform(-size, size));
            let lower = draw(1.0);
            let bounds: Aabb<Vec3<f64>> = Aabb::at(lower).union(&Aabb::at(lower + draw(0.5)));
            let origin = draw(1.0) + Vec3::axis(0) * 4.0;
            let segment = SegmentEnclosure::exact(origin, (bounds.center() - origin) * 1.5);
            let entry = Slabs::new(&segment).entry(&bounds);
            let time = |k: usize| {
                let near = if segment.way[k] > 0.0 { bounds.lower[k] } else { bounds.upper[k] };
                (wide(near) - wide(origin[k])) / wide(segment.way[k])
            };
            let exact = [1, 2].into_iter().fold(time(0), |last, k| if time(k) > last { time(k) } else { last });
            assert!(wide(entry) <= exact && (exact - wide(entry)).value() < 1e-14, "seed 0xa11, {round}: {entry}");
        }
    }
}
