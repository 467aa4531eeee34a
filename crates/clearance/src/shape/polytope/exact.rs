//! Exact support points, by climbing along edges with exact signs.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Polytope;
use crate::exact::ExactVector;
use crate::math::{Each, Real, Vector};
use crate::support::Hint;

impl<V: Vector> Polytope<V> {
    /// The first of the vertices farthest along an exact direction; of the zero vector the first vertex.
    ///
    /// Starts from the rounded direction's farthest vertex, goes to higher neighbours, and ends where there is none: on
    /// a convex body a vertex without a higher neighbour is a highest one. The others are those of the edge or the face
    /// in which its level neighbours lie.
    pub(super) fn exactly_farthest(&self, dir: &ExactVector) -> u32 {
        if dir.is_zero() {
            return 0;
        }
        let heights = Heights::new(self, dir);
        let mut best = self.best(heights.approximate, Hint::NONE);
        while let Some(next) = self.links.around(best).find(|&next| heights.compare(next, best).is_gt()) {
            best = next;
        }
        let level: Vec<u32> = self.links.around(best).filter(|&next| heights.compare(next, best).is_eq()).collect();
        match level[..] {
            [] => best,
            [other] => best.min(other),
            [first, second, ..] => {
                let face = if self.face([best, first]).any(|v| v == second) { first } else { second };
                self.face([best, face]).min().unwrap_or(best)
            }
        }
    }
}

/// Compares vertices by their heights along a direction.
struct Heights<'p, V: Vector> {
    vertices: &'p [V],
    dir: &'p ExactVector,
    approximate: V,
    /// Rounded heights that differ by more are in the right order.
    margin: V::Scalar,
}

impl<'p, V: Vector> Heights<'p, V> {
    /// A rounded height along the rounded direction errs by less than `64u` of the reach and four times the smallest
    /// normal number, as derived for [`farthest`](crate::shape::farthest::farthest).
    fn new(polytope: &'p Polytope<V>, dir: &'p ExactVector) -> Self {
        let number = V::Scalar::from_f64;
        let error = number(64.0) * V::Scalar::UNIT * polytope.reach + number(4.0) * V::Scalar::SMALLEST;
        Heights { vertices: &polytope.vertices, dir, approximate: dir.approximate(), margin: V::Scalar::TWO * error }
    }

    fn compare(&self, a: u32, b: u32) -> Ordering {
        let [a, b] = [a, b].each(|id| self.vertices[id as usize]);
        let rounded = self.approximate.dot(a) - self.approximate.dot(b);
        if rounded.abs() > self.margin {
            return if rounded > V::Scalar::ZERO { Ordering::Greater } else { Ordering::Less };
        }
        self.dir.dot(&ExactVector::new(a)).cmp(&self.dir.dot(&ExactVector::new(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{directions, points};
    use super::*;
    use crate::math::{Vec2, Vec3};
    use crate::random::Random;
    use crate::shape::{Shapes, farthest::farthest};

    use crate::support::SupportExt;

    fn check<V: Shapes>(seed: u64) -> u32 {
        let mut random = Random(seed);
        let mut ties = 0;
        for kind in 0..8 {
            for n in [1, 2, 3, 7, 30, 200] {
                let polytope = Polytope::<V>::new(&points(kind, n, &mut random)).unwrap();
                let vertices = polytope.vertices().iter().copied();
                let axes = (0..V::DIM).flat_map(|i| [V::axis(i), -V::axis(i), V::ZERO]);
                for dir in directions(&polytope, 120, &mut random).into_iter().chain(axes) {
                    let dir = ExactVector::new(dir);
                    let expected = farthest(vertices.clone(), polytope.anchor(), &dir);
                    assert_eq!(polytope.exact_support(&dir), expected, "{dir:?}");
                    let highest = |v: &V| {
                        expected.as_ref().is_some_and(|(point, _)| {
                            dir.dot(&(&ExactVector::new(*v) + &ExactVector::new(polytope.anchor())))
                                == dir.dot(&point.xyz)
                        })
                    };
                    ties += (vertices.clone().filter(highest).count() > 1) as u32;
                }
            }
        }
        ties
    }

    #[test]
    fn climbing_finds_the_first_of_the_exactly_farthest() {
        let ties = [check::<Vec3<f64>>(21), check::<Vec3<f32>>(22), check::<Vec2<f64>>(23)];
        assert!(ties.iter().all(|&count| count > 100), "{ties:?}");
    }
}
