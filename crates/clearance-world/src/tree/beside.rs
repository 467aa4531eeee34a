//! The items that may have a point in common with one body, those about its middle first, until one of them is enough.
//!
//! Whether two bodies meet is mostly seen where they overlap most, so the search goes down to the middle of the one
//! body at once. Nothing is ordered by bounds: of overlapping boxes these are the larger the larger the boxes are, and
//! all large ones would be opened first.

use clearance::enclosure::Aabb;
use clearance::{Pose, Real, Vector};

use super::plane::{Limit, Plane};
use super::{Child, Link, Tree};

/// Two for each axis of space.
const SIDES: usize = 6;

/// A body beside a tree, in the tree's frame.
pub(crate) struct Beside<V: Vector> {
    bounds: Aabb<V>,
    middle: V,
    /// The sides of the body's box in its own frame; the first two for each of its axes.
    sides: [Option<Limit<V>>; SIDES],
}

impl<V: Vector> Beside<V> {
    /// A body with a box in its own frame and one in the tree's; `reach` holds what is in the tree, in the sum of its
    /// components.
    pub fn new(pose: &Pose<V>, own: &Aabb<V>, bounds: Aabb<V>, reach: V::Scalar) -> Self {
        let reach = [reach, own.reach_from_frame()];
        let side = |i: usize| {
            let along = pose.vector(V::axis(i / 2));
            let outward = if i.is_multiple_of(2) { along } else { -along };
            Plane::new(outward, pose, reach).map(|plane| plane.before(own))
        };
        let sides = core::array::from_fn(|i| if i < 2 * V::DIM { side(i) } else { None });
        Beside { bounds, middle: bounds.center(), sides }
    }

    /// Whether nothing in a box is in the body, proven.
    fn misses(&self, bounds: &Aabb<V>) -> bool {
        !bounds.is_within(&self.bounds, V::Scalar::ZERO)
            || self.sides.iter().flatten().any(|side| side.is_ahead_of(bounds))
    }

    /// How far the middle of a box is from that of the body, squared and four times that.
    fn way(&self, bounds: &Aabb<V>) -> V::Scalar {
        (bounds.lower + bounds.upper - self.middle - self.middle).norm_squared()
    }
}

impl<V: Vector> Tree<V> {
    /// Calls `visit` for items until it returns true; those that are not visited otherwise are proven not to meet the
    /// body. Whether one did.
    pub(crate) fn any_beside(&self, body: &Beside<V>, mut visit: impl FnMut(u32) -> bool) -> bool {
        let mut open = vec![Link::node(0)];
        while let Some(link) = open.pop() {
            match link.child() {
                Child::Item(item) => {
                    if visit(item) {
                        return true;
                    }
                }
                Child::Node(number) => {
                    let node = &self.nodes[number as usize];
                    let near = |side: usize| node.links[side] != Link::NONE && !body.misses(&node.boxes[side]);
                    match [near(0), near(1)] {
                        [true, true] => {
                            let first = usize::from(body.way(&node.boxes[1]) < body.way(&node.boxes[0]));
                            open.extend([node.links[1 - first], node.links[first]]);
                        }
                        [true, false] => open.push(node.links[0]),
                        [false, true] => open.push(node.links[1]),
                        [false, false] => {}
                    }
                }
                Child::None => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::query::Pair;
    use clearance::{Cuboid, Pose3, Posed, Rotor3, Shape3, Vec3};
    use clearance_testkit::random::Random;

    #[test]
    fn items_that_are_passed_over_do_not_meet_the_body() {
        let mut random = Random::new(0xbe51de);
        let boxes: Vec<Aabb<Vec3<f64>>> = (0..300)
            .map(|_| {
                let lower = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
                Aabb { lower, upper: lower + Vec3::from_fn(|_| random.uniform(0.0, 0.1)) }
            })
            .collect();
        let tree: Tree<Vec3<f64>> = (0..).zip(boxes.iter().copied()).collect();
        let solid = |b: &Aabb<Vec3<f64>>| {
            let half = Cuboid::from_half_extents(b.extent() * 0.5).unwrap();
            Shape3::from(Posed::new(Shape3::from(half), Pose3::from_translation(b.center()).unwrap()).unwrap())
        };
        let (mut passed, mut met, mut ended) = (0, 0, 0);
        for _ in 0..60 {
            let axis = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
            let rotor = Rotor3::from_axis_angle(axis, random.uniform(-3.0, 3.0)).unwrap();
            let pose = Pose3::new(rotor, Vec3::from_fn(|_| random.uniform(-1.2, 1.2))).unwrap();
            let bar = Shape3::from(Cuboid::from_half_extents(Vec3::new(0.4, 0.05, 0.1)).unwrap());
            let (own, around) = (Aabb::of(&bar, &Pose3::IDENTITY), Aabb::of(&bar, &pose));
            let body = Beside::new(&pose, &own, around, tree.bounds().reach_from_frame());
            let mut visited = Vec::new();
            assert!(!tree.any_beside(&body, |item| {
                visited.push(item);
                false
            }));
            let truth = |i: u32| Pair::new(&solid(&boxes[i as usize]), &bar, &pose).signed_distance().bounds;
            for i in (0..300).filter(|i| !visited.contains(i)) {
                assert!(truth(i).upper > 0.0, "item {i} was passed over, {:?}", truth(i));
                passed += 1;
            }
            met += visited.iter().filter(|&&i| truth(i).upper < 0.0).count();
            let mut calls = 0;
            let found = tree.any_beside(&body, |item| {
                calls += 1;
                truth(item).upper < 0.0
            });
            assert_eq!(found, visited.iter().any(|&i| truth(i).upper < 0.0));
            ended += usize::from(found && calls < visited.len());
        }
        assert!(passed > 10_000 && met > 40 && ended > 10, "{passed} passed over, {met} met, {ended} ended early");
    }
}
