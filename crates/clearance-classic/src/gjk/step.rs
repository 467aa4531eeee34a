//! What an observer sees of an iteration, and what comes out at the end.

use clearance::{Hint, Real, Space, Vector};

use super::options::Start;
use crate::difference::Vertex;
use crate::lift::lifted;
use crate::subalgorithm::inner_radius;

/// What an iteration decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The support point joins the simplex.
    Advance,
    /// The termination is met: the nearest point is that of the difference.
    Optimal,
    /// The support point is in the simplex already, so no nearer one exists.
    Reoccurred,
    /// The support point lies on the far side of the origin's plane: the bodies are apart, and no more was asked.
    Separating,
    /// The simplex holds the origin: the bodies meet.
    Inside,
    /// The nearest point is the origin but for rounding: the bodies touch.
    Touching,
    /// The sub-algorithm found no case that fits: the end, without an answer.
    Stuck,
    /// The iterations are used up: the end, without an answer.
    Limit,
}

impl Decision {
    /// The bodies have a common point.
    pub fn is_contact(self) -> bool {
        matches!(self, Decision::Inside | Decision::Touching)
    }
    /// The loop ended as it should.
    pub fn is_answer(self) -> bool {
        !matches!(self, Decision::Advance | Decision::Stuck | Decision::Limit)
    }
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Decision::Advance => "advance",
            Decision::Optimal => "optimal",
            Decision::Reoccurred => "reoccurred",
            Decision::Separating => "separating",
            Decision::Inside => "inside",
            Decision::Touching => "touching",
            Decision::Stuck => "stuck",
            Decision::Limit => "limit",
        }
    }
}

/// A point of the simplex with what the sub-algorithm makes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner<V: Vector> {
    /// The point and its sources.
    pub vertex: Vertex<V>,
    /// Its weight in the nearest point.
    pub lambda: V::Scalar,
    /// Whether it stays in the simplex.
    pub kept: bool,
}

/// One to `dim + 1` points with their weights, the newest last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simplex<V: Vector> {
    corners: [Corner<V>; 4],
    len: usize,
}

impl<V: Vector> Simplex<V> {
    pub(super) fn new(first: Vertex<V>) -> Self {
        let corner = Corner { vertex: first, lambda: V::Scalar::ONE, kept: true };
        Simplex { corners: [corner; 4], len: 1 }
    }

    /// The points.
    pub fn corners(&self) -> &[Corner<V>] {
        &self.corners[..self.len]
    }

    pub(super) fn corners_mut(&mut self) -> &mut [Corner<V>] {
        &mut self.corners[..self.len]
    }

    pub(super) fn push(&mut self, vertex: Vertex<V>) {
        self.corners[self.len] = Corner { vertex, lambda: V::Scalar::ZERO, kept: true };
        self.len += 1;
    }

    /// Drops the points that are not kept.
    pub(super) fn discard(&mut self) {
        let mut len = 0;
        for i in 0..self.len {
            if self.corners[i].kept {
                self.corners[len] = self.corners[i];
                len += 1;
            }
        }
        self.len = len;
    }

    /// Whether the point is among them.
    pub fn contains(&self, vertex: &Vertex<V>) -> bool {
        self.corners().iter().any(|corner| corner.vertex.same(vertex))
    }

    /// `Σ λᵢ xᵢ` of what `part` takes from the points.
    pub fn weighted(&self, part: impl Fn(&Vertex<V>) -> V) -> V {
        self.corners().iter().fold(V::ZERO, |sum, corner| sum + part(&corner.vertex) * corner.lambda)
    }

    /// The largest `|w|²`.
    pub fn largest_square(&self) -> V::Scalar {
        self.corners().iter().fold(V::Scalar::ZERO, |largest, corner| largest.max(corner.vertex.w.norm_squared()))
    }
}

/// One iteration, in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<V: Vector> {
    /// Counted from 0.
    pub iteration: u32,
    /// The simplex with the weights of this iteration; points that are not kept are discarded by it.
    pub simplex: Simplex<V>,
    /// `v = Σ λᵢ wᵢ`.
    pub nearest: V,
    /// `s_K(−v)`, if it was asked for.
    pub support: Option<Vertex<V>>,
    /// The best proven `v·s/|v|` so far: no two points of the cores are nearer. Rounding is not included.
    pub lower: V::Scalar,
    /// `|v|`: two points of the cores have that distance.
    pub upper: V::Scalar,
    /// What happens next.
    pub decision: Decision,
}

/// Where the loop ended, radii not yet taken off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest<V: Vector> {
    /// The last iteration.
    pub last: Step<V>,
    /// The weighted sum of the points of A.
    pub witness_a: V,
    /// Witness point of B, in A's frame: `witness_a − witness_b` is the last `v`.
    pub witness_b: V,
    /// Evaluations of the support mapping of the difference.
    pub supports: u32,
}

impl<V: Space> Closest<V> {
    /// `d⁻`: the cores overlap by at least that much; zero unless the last simplex holds the origin.
    pub fn depth_at_least(&self) -> V::Scalar {
        let points: Vec<_> = self.last.simplex.corners().iter().map(|corner| lifted(corner.vertex.w)).collect();
        if self.last.decision == Decision::Inside { inner_radius(&points, V::DIM) } else { V::Scalar::ZERO }
    }

    /// The start for the next query of the same pair: the last kept points.
    pub fn start(&self) -> Start {
        let mut ids = [[Hint::NONE; 2]; 4];
        let kept = self.last.simplex.corners().iter().filter(|corner| corner.kept);
        for (id, corner) in ids.iter_mut().zip(kept) {
            *id = corner.vertex.ids;
        }
        Start::Vertices(ids)
    }
}
