//! Every direction in which the signed distance of two polytopes may be attained.

use std::ops::{Add, Mul, Sub};

use crate::number::{Number, Wide};
use crate::triple::Triple;

/// A direction fixed by vertices, which are numbered through both polytopes; from A to B.
#[derive(Clone, Copy, Debug)]
pub(super) enum Direction {
    /// Direction from one vertex to another.
    Between(usize, usize),
    /// The first direction without its part along the second.
    Across((usize, usize), (usize, usize)),
    /// The vector product of two edges.
    Product((usize, usize), (usize, usize)),
    /// An edge of the plane turned by 90°.
    Turned(usize, usize),
}

/// The directions for vertices `0..split` of A and `split..count` of B.
pub(super) fn candidates(split: usize, count: usize, dim: usize) -> Vec<Direction> {
    let mut found = Vec::new();
    let mut edges = Vec::new();
    for (from, to) in [(0, split), (split, count)] {
        for i in from..to {
            edges.extend((from..to).filter(|&j| j != i).map(|j| (i, j)));
        }
    }
    for a in 0..split {
        for b in split..count {
            found.push(Direction::Between(a, b));
            let incident = edges.iter().filter(|&&(i, _)| i == a || i == b);
            found.extend(incident.map(|&edge| Direction::Across((a, b), edge)));
        }
    }
    // Both signs of every product: pairs of edges at the least vertex of a triangle in both orders, or one edge both
    // ways.
    for &e in &edges {
        if dim == 2 {
            found.push(Direction::Turned(e.0, e.1));
            continue;
        }
        let same = |f: (usize, usize)| (e.0 < split) == (f.0 < split);
        let triangle = |f: (usize, usize)| f.0 == e.0 && f.1 != e.1 && e.0 < e.1.min(f.1);
        let partners = edges.iter().filter(|&&f| if same(f) { triangle(f) } else { e.0 < split && f.0 < f.1 });
        found.extend(partners.map(|&f| Direction::Product(e, f)));
    }
    found
}

impl Direction {
    /// The direction, of any length, in the arithmetic of the points.
    pub(super) fn vector<T>(&self, points: &[[T; 3]]) -> [T; 3]
    where
        T: Clone + Add<Output = T> + Sub<Output = T> + Mul<Output = T>,
    {
        let edge = |(i, j): (usize, usize)| subtract(points[j].clone(), points[i].clone());
        match *self {
            Direction::Between(i, j) => edge((i, j)),
            Direction::Across(w, e) => {
                let (w, e) = (edge(w), edge(e));
                cross(cross(e.clone(), w), e)
            }
            Direction::Product(e, f) => cross(edge(e), edge(f)),
            Direction::Turned(i, j) => {
                let [x, y, z] = edge((i, j));
                let zero = z.clone() - z;
                [zero.clone() - y, x, zero]
            }
        }
    }

    /// The length that [`Direction::vector`] would have if its factors were perpendicular and spanned the points.
    pub(super) fn magnitude(&self, points: &[Triple<Wide>]) -> f64 {
        let size = |i: usize, j: usize| (points[i].max_abs() + points[j].max_abs()).value();
        match *self {
            Direction::Between(i, j) | Direction::Turned(i, j) => size(i, j),
            Direction::Across(w, e) => size(w.0, w.1) * size(e.0, e.1) * size(e.0, e.1),
            Direction::Product(e, f) => size(e.0, e.1) * size(f.0, f.1),
        }
    }
}

fn subtract<T: Clone + Sub<Output = T>>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    std::array::from_fn(|i| a[i].clone() - b[i].clone())
}

/// The vector product.
pub(super) fn cross<T>(a: [T; 3], b: [T; 3]) -> [T; 3]
where
    T: Clone + Sub<Output = T> + Mul<Output = T>,
{
    let minor = |i: usize, j: usize| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone();
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}
