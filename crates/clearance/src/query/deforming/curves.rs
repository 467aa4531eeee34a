//! The paths of the points as exact polynomials in time, and what is made of them.
//!
//! Vertex and triangle: `x = f₀ − v`, `y = f₁ − f₀`, `z = f₂ − f₀`. Two edges: `x = b₀ − a₀`, `y = a₁ − a₀`,
//! `z = b₁ − b₀`. In both cases the four points are in a plane where the volume `x·(y × z)` vanishes, and `y × z` is
//! normal to both features.

use super::features::{FeaturePair, MovingFeatures};
use crate::exact::{ExactVector, Polynomial, PolynomialVector};

/// The paths of four points.
pub(super) struct Curves {
    pub pair: FeaturePair,
    points: [PolynomialVector; 4],
}

/// A vertex of one feature and an edge of the other, by the numbers of their points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VertexEdge {
    pub vertex: usize,
    pub ends: [usize; 2],
}

const fn meets(vertex: usize, ends: [usize; 2]) -> VertexEdge {
    VertexEdge { vertex, ends }
}

impl FeaturePair {
    /// All vertices of one feature with all edges of the other.
    pub(super) fn vertex_edges(self) -> &'static [VertexEdge] {
        match self {
            FeaturePair::VertexFace => &const { [meets(0, [1, 2]), meets(0, [2, 3]), meets(0, [3, 1])] },
            FeaturePair::EdgeEdge => {
                &const { [meets(0, [2, 3]), meets(1, [2, 3]), meets(2, [0, 1]), meets(3, [0, 1])] }
            }
        }
    }

    /// All vertices of one feature with all of the other.
    pub(super) fn vertices(self) -> &'static [[usize; 2]] {
        match self {
            FeaturePair::VertexFace => &[[0, 1], [0, 2], [0, 3]],
            FeaturePair::EdgeEdge => &[[0, 2], [0, 3], [1, 2], [1, 3]],
        }
    }

    /// The points between which `x`, `y` and `z` are.
    pub(super) fn sides(self) -> [[usize; 2]; 3] {
        match self {
            FeaturePair::VertexFace => [[0, 1], [1, 2], [1, 3]],
            FeaturePair::EdgeEdge => [[0, 2], [0, 1], [2, 3]],
        }
    }

    /// True if a point is of B.
    pub(super) fn is_of_b(self, point: usize) -> bool {
        point > usize::from(self == FeaturePair::EdgeEdge)
    }
}

impl Curves {
    pub fn new(features: &MovingFeatures) -> Self {
        let path = |i: usize| {
            PolynomialVector::linear(&ExactVector::new(features.start[i]), &ExactVector::new(features.end[i]))
        };
        Curves { pair: features.pair, points: [path(0), path(1), path(2), path(3)] }
    }

    /// The vector from one point to another.
    pub fn between(&self, [from, to]: [usize; 2]) -> PolynomialVector {
        &self.points[to] - &self.points[from]
    }

    /// `x`, `y` and `z`.
    pub fn xyz(&self) -> [PolynomialVector; 3] {
        self.pair.sides().map(|side| self.between(side))
    }
}

/// `x·(y × z)`.
pub(super) fn volume([x, y, z]: &[PolynomialVector; 3]) -> Polynomial {
    x.dot(&y.cross(z))
}
