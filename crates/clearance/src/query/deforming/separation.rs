//! When features first come within a distance `d > 0`, in exact numbers.
//!
//! The distance of two features is that of the nearest of their parts: two vertices, a vertex and an edge, a vertex and
//! the triangle, or both edges. Each part has a polynomial that is at most zero where its lines or its plane are within
//! `d`, and conditions that its closest points are in it:
//!
//! | part | `P(t) ≤ 0` | conditions |
//! |---|---|---|
//! | vertices `p`, `q` | `\|q − p\|² − d²` | |
//! | vertex `v`, edge `ab`, `e = b − a` | `\|(a − v) × e\|² − d² e·e` | `e ≠ 0`, `(v − a)·e ≥ 0`, `(b − v)·e ≥ 0` |
//! | triangle or both edges, `n = y × z` | `(x·n)² − d² n·n` | `n ≠ 0`, the weights times `n·n` are not negative |
//!
//! A first time `t > 0` has the distance `d`. The closest points there are inside of one part, whose `P` is zero: a
//! root, unless `P` is zero for all times. Then the closest points have come into the part over one of its borders at
//! that time, which is a part with the same distance, and has the root; or they were in it at 0. So the first time is
//! 0, or the first root at which the conditions hold.

use alloc::vec::Vec;

use super::curves::{Curves, VertexEdge};
use super::exact::earlier;
use super::features::{FeaturePair, MovingFeatures};
use crate::exact::{Exact, Polynomial, Root, Rounded};

/// A part of two features.
struct Part {
    /// A polynomial that is at most zero where the part is within the distance.
    excess: Polynomial,
    /// Must not vanish.
    size: Polynomial,
    /// Must not be negative.
    inside: Vec<Polynomial>,
}

/// The first time from `from` on, before which the distance is above `d`.
pub(super) fn first_within(features: &MovingFeatures, distance: f64, from: f64) -> Option<Rounded<f64>> {
    let curves = Curves::new(features);
    let squared = Exact::new(distance).squared();
    let parts = || {
        let vertices = curves.pair.vertices().iter().map(|&pair| of_vertices(&curves, pair, &squared));
        let edges = curves.pair.vertex_edges().iter().map(|&pair| of_vertex_and_edge(&curves, pair, &squared));
        vertices.chain(edges).chain(core::iter::once(of_both(&curves, &squared)))
    };
    let start = Root::at(Exact::new(from));
    if parts().any(|part| start.sign_of(&part.excess) <= 0 && part.has_closest_points_at(&start)) {
        return Some(start.bracket());
    }
    let mut first: Option<Rounded<f64>> = None;
    for part in parts().filter(|part| !part.excess.is_zero()) {
        let Some(root) = Root::first(&part.excess, [from, 1.0], &mut |root| part.has_closest_points_at(root)) else {
            continue;
        };
        let time = root.bracket();
        first = Some(match first {
            Some(known) if known.lower < time.lower => earlier(known, time),
            Some(known) => earlier(time, known),
            None => time,
        });
    }
    first
}

impl Part {
    fn has_closest_points_at(&self, root: &Root) -> bool {
        root.sign_of(&self.size) != 0 && self.inside.iter().all(|p| root.sign_of(p) >= 0)
    }
}

fn of_vertices(curves: &Curves, pair: [usize; 2], squared: &Exact) -> Part {
    let excess = &curves.between(pair).norm_squared() - &Polynomial::constant(squared.clone());
    Part { excess, size: Polynomial::constant(Exact::ONE), inside: Vec::new() }
}

fn of_vertex_and_edge(curves: &Curves, VertexEdge { vertex, ends: [a, b] }: VertexEdge, squared: &Exact) -> Part {
    let edge = curves.between([a, b]);
    let size = edge.norm_squared();
    let excess = &curves.between([vertex, a]).cross(&edge).norm_squared() - &size.scale(squared);
    let inside = alloc::vec![curves.between([a, vertex]).dot(&edge), curves.between([vertex, b]).dot(&edge)];
    Part { excess, size, inside }
}

fn of_both(curves: &Curves, squared: &Exact) -> Part {
    let [x, y, z] = curves.xyz();
    let normal = y.cross(&z);
    let size = normal.norm_squared();
    let excess = &x.dot(&normal).squared() - &size.scale(squared);
    let last = x.cross(&y).dot(&normal);
    let inside = match curves.pair {
        FeaturePair::VertexFace => {
            let middle = z.cross(&x).dot(&normal);
            alloc::vec![&(&size - &middle) - &last, middle, last]
        }
        FeaturePair::EdgeEdge => {
            let of_a = x.cross(&z).dot(&normal);
            alloc::vec![&size - &of_a, &size - &last, of_a, last]
        }
    };
    Part { excess, size, inside }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    fn vertex_and_triangle(start: [[f64; 3]; 4], end: [[f64; 3]; 4]) -> MovingFeatures {
        MovingFeatures::vertex_face(start.map(Vec3::from), end.map(Vec3::from))
    }

    #[test]
    fn a_triangle_that_vanishes_far_away_comes_no_nearer() {
        // Turned inside out about the origin, so all edges and the normal vanish at 1/2.
        let corners = [[1.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [0.0, -1.0, 0.0]];
        let [a, b, c] = corners;
        let [d, e, f] = corners.map(|p| p.map(|x| -x));
        let far = [0.0, 0.0, 8.0];
        let vanishes = vertex_and_triangle([far, a, b, c], [far, d, e, f]);
        assert!(first_within(&vanishes, 1.0, 0.0).is_none());
        assert!(first_within(&vanishes, 8.0, 0.0).is_some());
    }

    #[test]
    fn features_at_rest_at_the_distance_are_within_it_at_once() {
        let points = [[1.0, 1.0, 0.5], [0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        let rest = vertex_and_triangle(points, points);
        let time = first_within(&rest, 0.5, 0.0).unwrap();
        assert_eq!((time.lower, time.upper), (0.0, 0.0));
        assert!(first_within(&rest, 0.5f64.next_down(), 0.0).is_none());
    }
}
