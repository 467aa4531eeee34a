//! How the loop starts and when it ends.

use clearance::{Hint, Real};

/// The first simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// The support point along the way from the centroid of the difference to the origin (Gilbert et al. 1988, Liu et
    /// al.).
    Centroid,
    /// The support point along the first axis, wherever the bodies are (Casalino 2019).
    Axis,
    /// These vertex pairs, as far as they exist: those that the last query of a moving pair ended with.
    Vertices([[Hint; 2]; 4]),
}

/// When the nearest point `v` is good enough, with `g = |v|² + h_K(−v)` and the newest support point `s`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Termination<T> {
    /// `g ≤ 0`: the optimality condition itself (Gilbert et al. 1988). Rounding may keep it from ever being met.
    Optimality,
    /// `g ≤ relative · max|y|²` over the points of the simplex: (1.16) of the Revisión, whose Theorem 1 then gives
    /// `|v − v*|² ≤ g`.
    Gap {
        /// The ratio; the paper's `ε` is a square of a length.
        relative: T,
    },
    /// `|v| − μ ≤ relative · |v|` with the lower bound `μ = max v·s/|v|` over all iterations (G. van den Bergen, A fast
    /// and robust GJK implementation for collision detection of convex objects, 1999), or `s` is in the simplex.
    LowerBound {
        /// The ratio.
        relative: T,
    },
    /// `s` is a point of the simplex before its reduction: "re-occurrence of supporting vertices" (Liu et al.).
    Reoccurrence,
}

/// The query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The closest points.
    Closest,
    /// Only whether the bodies meet: the first separating direction ends it (Casalino 2019, Algorithm 2).
    Collision,
}

/// The settings of the loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options<T> {
    /// The first simplex.
    pub start: Start,
    /// When to end.
    pub termination: Termination<T>,
    /// The query.
    pub question: Question,
    /// The bodies touch if `|v|² ≤ contact · max|y|²` over the points of the simplex.
    pub contact: T,
    /// Maximum number of iterations: rounding makes most of the published loops run in circles.
    pub max_iterations: u32,
}

impl<T: Real> Options<T> {
    /// For `g`: a few roundings of a square.
    pub(crate) const ROUNDINGS: f64 = 64.0;

    /// A contact by rounding only: `v` is a sum of up to four products of points.
    pub(crate) fn rounding_contact() -> T {
        let length = T::from_f64(8.0) * T::UNIT;
        length * length
    }
}

impl<T: Real> Default for Options<T> {
    fn default() -> Self {
        Options {
            start: Start::Centroid,
            termination: Termination::Gap { relative: T::from_f64(Self::ROUNDINGS) * T::UNIT },
            question: Question::Closest,
            contact: Self::rounding_contact(),
            // The pairs of Table 2 need at most 15.
            max_iterations: 100,
        }
    }
}
