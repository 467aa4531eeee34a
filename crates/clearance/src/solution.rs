//! What every solver answers about two cores, and the solvers by name.

use crate::math::Vector;
use crate::simplex::Barycentric;

/// A way from two bodies to a proven answer. `solve/dispatch.rs` holds the order in which they are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Solver {
    /// Points, segments, and a point and a box, by a formula where they stand in the world.
    Formula,
    /// Two boxes, and a segment and a box, by a formula for their difference.
    ClosedForm,
    /// The nearest features of the last query, confirmed by one support evaluation.
    CachedFeatures,
    /// The polytope of the last depth, confirmed by one support evaluation.
    CachedPolytope,
    /// Plain GJK.
    #[default]
    Gjk,
    /// Alternating projections of curved cores.
    Projections,
    /// Newton's method on the sphere of directions, for smooth cores.
    Newton,
    /// GJK with second-order steps, for any curved cores.
    CurvedGjk,
    /// The depth of a cylinder or a cone in a box, by a search over a few circles of directions.
    FrustumBox,
    /// The depth of two cylinders, by a search over circles and rims.
    Cylinders,
    /// The depth of cylinders and cones with nearly parallel axes, by a search over two circles.
    NearlyParallel,
    /// The depth of bodies of revolution with parallel axes, in the plane of the axes.
    Meridian,
    /// The depth by growth of a polytope inside the difference.
    Growth,
}

impl Solver {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Formula,
        Self::ClosedForm,
        Self::CachedFeatures,
        Self::CachedPolytope,
        Self::Gjk,
        Self::Projections,
        Self::Newton,
        Self::CurvedGjk,
        Self::FrustumBox,
        Self::Cylinders,
        Self::NearlyParallel,
        Self::Meridian,
        Self::Growth,
    ];

    /// The name in traces and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Formula => "formula",
            Self::ClosedForm => "closed form",
            Self::CachedFeatures => "cached features",
            Self::CachedPolytope => "cached polytope",
            Self::Gjk => "gjk",
            Self::Projections => "projections",
            Self::Newton => "newton",
            Self::CurvedGjk => "curved gjk",
            Self::FrustumBox => "frustum and box",
            Self::Cylinders => "cylinders",
            Self::NearlyParallel => "nearly parallel",
            Self::Meridian => "meridian",
            Self::Growth => "growth",
        }
    }
}

/// A set of solvers: those that a query may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solvers(u32);

impl Solvers {
    /// Every solver.
    pub(crate) const ALL: Self = Solvers(u32::MAX);
    /// Those that answer any pair, and end every search.
    const GENERAL: Self = Solvers(1 << Solver::Gjk as u32 | 1 << Solver::CurvedGjk as u32 | 1 << Solver::Growth as u32);
    /// Those that take steps, which an observer sees.
    pub(crate) const STEPS: Self = Solvers(!(1 << Solver::Formula as u32 | 1 << Solver::ClosedForm as u32));

    /// One solver, and the general ones for what it leaves.
    pub(crate) const fn first(solver: Solver) -> Self {
        Solvers(Self::GENERAL.0 | 1 << solver as u32)
    }

    /// Whether a solver is one of them.
    #[inline(always)]
    pub(crate) const fn has(self, solver: Solver) -> bool {
        self.0 & 1 << solver as u32 != 0
    }
}

/// The signed distance of two cores, scaled like their difference, and where it is attained.
#[derive(Clone, Copy)]
pub(crate) struct Solution<V: Vector> {
    /// Unit, from A to B.
    pub normal: V,
    /// The best estimate, between the bounds.
    pub distance: V::Scalar,
    pub lower: V::Scalar,
    pub upper: V::Scalar,
    /// The witness points, as a weighted sum of vertices.
    pub sum: Barycentric<V>,
    /// Whether no other pair of points was found to attain the distance.
    pub unique: bool,
    /// Support evaluations.
    pub iterations: u32,
    pub solver: Solver,
}

#[cfg(test)]
mod tests {
    use super::{Solver, Solvers};

    #[test]
    fn a_set_has_the_solver_that_is_first_and_the_general_ones() {
        let set = Solvers::first(Solver::Meridian);
        assert!(set.has(Solver::Meridian) && set.has(Solver::Growth) && !set.has(Solver::Cylinders));
        assert!(Solver::ALL.iter().all(|&solver| Solvers::ALL.has(solver)));
        assert!(!Solvers::STEPS.has(Solver::Formula) && Solvers::STEPS.has(Solver::Projections));
    }
}
