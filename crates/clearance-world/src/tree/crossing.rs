//! The pairs of items of two trees in different frames that may have a common point, until one of them is enough.
//!
//! As [beside](super::beside) a single body, whether two bodies meet is mostly seen where they overlap most: the search
//! goes down depth first, to the boxes whose middles are nearest to one another. Boxes are compared in both frames, so
//! that six axes may separate them.

use clearance::enclosure::{Aabb, PosedBoxes};
use clearance::{Pose, Real, Vector};

use super::near::Under;
use super::{Child, Link, Tree};

impl<V: Vector> Tree<V> {
    /// Calls `visit` for pairs of an item of this tree and one of `other` until it returns true; those that are not
    /// visited otherwise are proven to have no common point. Whether one did. The poses are of `other` in this frame
    /// and the reverse.
    pub(crate) fn any_between(
        &self,
        other: &Self,
        [other_in_self, self_in_other]: [&Pose<V>; 2],
        mut visit: impl FnMut([u32; 2]) -> bool,
    ) -> bool {
        let reach = [self, other].map(|tree| tree.bounds().reach_from_frame());
        let posing = [PosedBoxes::new(other_in_self, reach[1]), PosedBoxes::new(self_in_other, reach[0])];
        let mut open = vec![(V::Scalar::ZERO, [Link::node(0), Link::node(0)])];
        while let Some((_, pair)) = open.pop() {
            if let [Child::Item(a), Child::Item(b)] = pair.map(Link::child) {
                if visit([a, b]) {
                    return true;
                }
                continue;
            }
            let (start, [ours, theirs]) = (open.len(), [self.under(pair[0]), other.under(pair[1])]);
            let [posed_a, posed_b] = [posed(&ours, &posing[1]), posed(&theirs, &posing[0])];
            for (&(a, box_a), a_in_b) in ours.as_slice().iter().zip(&posed_a) {
                for (&(b, box_b), b_in_a) in theirs.as_slice().iter().zip(&posed_b) {
                    let meets = box_a.is_within(b_in_a, V::Scalar::ZERO) && a_in_b.is_within(box_b, V::Scalar::ZERO);
                    if meets {
                        open.push((way(box_a, b_in_a), [a, b]));
                    }
                }
            }
            // The nearest comes last, and is taken first. Of equal ones the order does not matter for the answer.
            crate::sort::sort_few(&mut open[start..], |(a, _), (b, _)| a > b);
        }
        false
    }
}

/// The boxes of some links in the other frame.
fn posed<V: Vector>(under: &Under<'_, V>, posing: &PosedBoxes<V>) -> [Aabb<V>; 2] {
    let all = under.as_slice();
    core::array::from_fn(|side| all.get(side).map_or_else(Aabb::empty, |(_, bounds)| posing.of(bounds)))
}

/// How far the middles of two boxes are from one another, squared and four times that.
fn way<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> V::Scalar {
    (a.lower + a.upper - b.lower - b.upper).norm_squared()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::query::Pair;
    use clearance::{Cuboid, Pose3, Posed, Rotor3, Shape3, Vec3};
    use clearance_testkit::random::Random;

    type Boxes = Vec<Aabb<Vec3<f64>>>;

    fn boxes(random: &mut Random, count: usize) -> (Boxes, Tree<Vec3<f64>>) {
        let one = |_| {
            let lower = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
            Aabb { lower, upper: lower + Vec3::from_fn(|_| random.uniform(0.0, 0.3)) }
        };
        let all: Boxes = (0..count).map(one).collect();
        let tree = (0..).zip(all.iter().copied()).collect();
        (all, tree)
    }

    fn solid(b: &Aabb<Vec3<f64>>) -> Shape3<f64> {
        let half = Cuboid::from_half_extents(b.extent() * 0.5).unwrap();
        Posed::new(Shape3::from(half), Pose3::from_translation(b.center()).unwrap()).unwrap().into()
    }

    #[test]
    fn pairs_that_are_passed_over_have_no_common_point() {
        let mut random = Random::new(0xc2055);
        let ((a, tree_a), (b, tree_b)) = (boxes(&mut random, 40), boxes(&mut random, 30));
        let (mut passed, mut met, mut ended) = (0, 0, 0);
        for _ in 0..40 {
            let axis = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
            let rotor = Rotor3::from_axis_angle(axis, random.uniform(-3.0, 3.0)).unwrap();
            let pose = Pose3::new(rotor, Vec3::from_fn(|_| random.uniform(-1.2, 1.2))).unwrap();
            let back = Pose3::relative(&pose, &Pose3::IDENTITY);
            let truth = |[i, j]: [u32; 2]| {
                let [x, y] = [solid(&a[i as usize]), solid(&b[j as usize])];
                Pair::new(&x, &y, &pose).signed_distance().bounds
            };
            let mut visited = Vec::new();
            assert!(!tree_a.any_between(&tree_b, [&pose, &back], |pair| {
                visited.push(pair);
                false
            }));
            let all = (0..40).flat_map(|i| (0..30).map(move |j| [i, j]));
            for pair in all.filter(|pair| !visited.contains(pair)) {
                assert!(truth(pair).upper > 0.0, "{pair:?} was passed over, {:?}", truth(pair));
                passed += 1;
            }
            let meeting = visited.iter().filter(|&&pair| truth(pair).upper < 0.0).count();
            let mut calls = 0;
            let found = tree_a.any_between(&tree_b, [&pose, &back], |pair| {
                calls += 1;
                truth(pair).upper < 0.0
            });
            assert_eq!(found, meeting > 0);
            (met, ended) = (met + meeting, ended + usize::from(found && calls < visited.len()));
        }
        assert!(passed > 5000 && met > 40 && ended > 3, "{passed} passed over, {met} met, {ended} ended early");
    }
}
