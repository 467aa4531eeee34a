//! The closest point of a simplex to the origin in exact arithmetic, by its optimality conditions.
//!
//! A face of a simplex spans the closest point `v` if the projection of the origin on the face has positive weights `λ`
//! and every other vertex `y` has `v·y ≥ v·w` for a vertex `w` of the face (Karush, Kuhn and Tucker). Of affinely
//! independent vertices exactly one face does, so the order of the trials is a matter of cost only.

use crate::math::Each;
use alloc::vec;
use alloc::vec::Vec;

use super::difference::Vertex;
use crate::exact::{Exact, ExactVector};

/// The closest point of a simplex to the origin, which no smaller simplex spans.
#[derive(Clone, Debug)]
pub(super) struct Closest {
    /// Affinely independent vertices.
    pub simplex: Vec<Vertex>,
    /// Barycentric weights of the closest point times a common factor, all positive. Empty for a tetrahedron.
    pub weights: Vec<Exact>,
    /// A positive multiple of the closest point; zero if that is the origin.
    pub direction: ExactVector,
    /// Numerator and denominator of its squared length.
    pub squared: [Exact; 2],
}

pub(super) fn closest_of_vertex(vertex: Vertex) -> Closest {
    let direction = vertex.point.clone();
    let squared = [direction.norm_squared(), Exact::ONE];
    Closest { simplex: vec![vertex], weights: vec![Exact::ONE], direction, squared }
}

/// The closest point of the simplex of up to three older vertices and the newest, which is part of the minimal simplex.
pub(super) fn reduce(mut older: Vec<Vertex>, newest: Vertex) -> Closest {
    let gram = Gram::new(&older, &newest);
    let count = older.len();
    if (0..count).all(|i| gram.rises(i).sign() >= 0) {
        return closest_of_vertex(newest);
    }
    for i in 0..count {
        if let Some(weights) = gram.edge_weights(i) {
            let squared = gram.edge_squared(i);
            return closest_of_edge(older.swap_remove(i), newest, weights, squared);
        }
    }
    for (i, j) in [(0, 1), (0, 2), (1, 2)].into_iter().filter(|&(_, j)| j < count) {
        let face = Face::new(&older[i].point, &older[j].point, &newest.point);
        let other = (0..count).find(|&k| k != i && k != j);
        let nearest = other.is_none_or(|k| face.leaves_above(&older[k].point, &newest.point));
        if nearest && face.weights.iter().all(|weight| weight.sign() > 0) {
            let second = older.swap_remove(j);
            let first = older.swap_remove(i);
            return face.closest(vec![first, second, newest]);
        }
    }
    older.push(newest);
    Closest { simplex: older, weights: vec![], direction: ExactVector::ZERO, squared: [Exact::ZERO, Exact::ONE] }
}

/// All scalar products of the vertices; the newest is the last.
struct Gram {
    products: Vec<Vec<Exact>>,
}

impl Gram {
    fn new(older: &[Vertex], newest: &Vertex) -> Self {
        let points = || older.iter().chain([newest]).map(|vertex| &vertex.point);
        let row = |(i, p): (usize, &ExactVector)| points().take(i + 1).map(|q| p.dot(q)).collect();
        Gram { products: points().enumerate().map(row).collect() }
    }
    fn at(&self, i: usize, j: usize) -> &Exact {
        &self.products[i.max(j)][i.min(j)]
    }
    fn newest(&self) -> usize {
        self.products.len() - 1
    }
    /// `w·(yᵢ − w)` for the newest `w`.
    fn rises(&self, i: usize) -> Exact {
        let w = self.newest();
        self.at(i, w) - self.at(w, w)
    }
    /// The weights of `yᵢ` and `w` if their edge spans the closest point: with `s = λ_w w + λᵢ yᵢ`, `s·(yⱼ − w) ≥ 0`.
    fn edge_weights(&self, i: usize) -> Option<[Exact; 2]> {
        let w = self.newest();
        let weights = [self.at(w, w) - self.at(i, w), self.at(i, i) - self.at(i, w)];
        let below = |j: usize| {
            let across = self.at(i, j) - self.at(i, w);
            Exact::sum([(&weights[1], &self.rises(j), false), (&weights[0], &across, false)]).sign() < 0
        };
        let inside = weights.iter().all(|weight| weight.sign() > 0);
        let spans = inside && !(0..w).any(|j| j != i && below(j));
        spans.then_some(weights)
    }
    /// `|yᵢ × w|²`, which is the squared distance of the edge's line times the edge's squared length.
    fn edge_squared(&self, i: usize) -> Exact {
        let w = self.newest();
        Exact::sum([(self.at(i, i), self.at(w, w), false), (self.at(i, w), self.at(i, w), true)])
    }
}

fn closest_of_edge(first: Vertex, second: Vertex, weights: [Exact; 2], squared: Exact) -> Closest {
    let (p, q) = (&first.point.xyz, &second.point.xyz);
    let component = |i: usize| Exact::sum([(&weights[0], &p[i], false), (&weights[1], &q[i], false)]);
    let direction = ExactVector::from_fn(component);
    let length = &weights[0] + &weights[1];
    Closest { simplex: vec![first, second], weights: weights.into(), direction, squared: [squared, length] }
}

/// A triangle with the projection of the origin on its plane.
struct Face {
    normal: ExactVector,
    /// `n·p` for its points.
    level: Exact,
    /// `n·(b × c), n·(c × a), n·(a × b)`: the barycentric weights of the projection times `n·n`.
    weights: [Exact; 3],
}

impl Face {
    fn new(a: &ExactVector, b: &ExactVector, c: &ExactVector) -> Self {
        let crosses = [b.cross(c), c.cross(a), a.cross(b)];
        let normal = &(&crosses[0] + &crosses[1]) + &crosses[2];
        Face { level: normal.dot(a), weights: crosses.each(|cross| normal.dot(&cross)), normal }
    }
    /// Whether `y` is not nearer to the origin than the plane through `on`, measured along the normal.
    fn leaves_above(&self, y: &ExactVector, on: &ExactVector) -> bool {
        self.level.sign() * self.normal.dot(&(y - on)).sign() >= 0
    }
    fn closest(self, simplex: Vec<Vertex>) -> Closest {
        let direction = match self.level.sign() {
            0 => ExactVector::ZERO,
            sign => self.normal.clone().negated_if(sign < 0),
        };
        let squared = [self.level.squared(), self.normal.norm_squared()];
        Closest { simplex, weights: self.weights.into(), direction, squared }
    }
}

/// Barycentric weights of the origin's projection on the plane of a triangle, times a common positive factor.
pub(super) fn face_weights(a: &ExactVector, b: &ExactVector, c: &ExactVector) -> [Exact; 3] {
    Face::new(a, b, c).weights
}

/// Barycentric weights of the origin's projection on the line of two points, times a common positive factor.
pub(super) fn edge_weights(a: &ExactVector, b: &ExactVector) -> [Exact; 2] {
    let edge = b - a;
    [edge.dot(b), -edge.dot(a)]
}
