//! The loop of Gilbert, Johnson and Keerthi (1988), with everything that others put into it as a choice.
//!
//! ```text
//! V₀ ← initial set;   repeat:   v ← nearest point of co V;   V ← the part of V that v needs;
//!                               s ← s_K(−v);   end if v is good enough;   V ← V ∪ {s}
//! ```
//!
//! The loops of the papers differ in the sub-algorithm that finds `v` and what it keeps, in the first set, and in what
//! "good enough" is: see [`subalgorithm`](crate::subalgorithm), [`Start`] and [`Termination`]. Nothing here watches
//! over rounding beyond what the papers say; the iteration limit catches what goes wrong.

mod options;
mod step;

pub use options::{Options, Question, Start, Termination};
pub use step::{Closest, Corner, Decision, Simplex, Step};

use clearance::{Hint, Real, Space, Support};

use crate::difference::{Difference, Vertex};
use crate::lift::lifted;
use crate::subalgorithm::DistanceSubalgorithm;

/// Runs the loop on the cores of a pair and shows every iteration to `observe`.
pub fn closest<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    difference: Difference<'_, V, A, B>,
    subalgorithm: impl DistanceSubalgorithm,
    options: &Options<V::Scalar>,
    mut observe: impl FnMut(&Step<V>),
) -> Closest<V> {
    let (mut simplex, mut supports) = initial_set(&difference, options.start, subalgorithm.initial_points(V::DIM));
    let (mut lower, mut iteration) = (-V::Scalar::INFINITY, 0);
    loop {
        let mut step = reduce(&mut simplex, &subalgorithm, iteration, lower, options);
        if step.decision == Decision::Advance {
            let near = simplex.corners()[simplex.corners().len() - 1].vertex.ids;
            let s = difference.support(-step.nearest, near);
            supports += 1;
            lower = lower.max(step.nearest.dot(s.w) / step.upper);
            step.lower = lower;
            step.support = Some(s);
            step.decision = decide(&step, &s, options);
        }
        observe(&step);
        if step.decision != Decision::Advance {
            let (witness_a, witness_b) = (step.simplex.weighted(|p| p.a), step.simplex.weighted(|p| p.b));
            return Closest { last: step, witness_a, witness_b, supports };
        }
        simplex.discard();
        if let Some(s) = step.support {
            simplex.push(s);
        }
        iteration += 1;
    }
}

/// The first points: of the start, and as many arbitrary others as the sub-algorithm needs.
fn initial_set<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    difference: &Difference<'_, V, A, B>,
    start: Start,
    wanted: usize,
) -> (Simplex<V>, u32) {
    let (mut simplex, mut supports) = first_points(difference, start);
    // Any vertex pair is a point of the difference for nothing; curved cores must be asked.
    let pairs = difference.vertex_pairs().filter_map(|ids| difference.vertex(ids));
    for vertex in pairs {
        // Bodies of one shape have pairs whose differences are one point.
        let is_new = simplex.corners().iter().all(|corner| corner.vertex.w != vertex.w);
        if simplex.corners().len() < wanted && is_new {
            simplex.push(vertex);
        }
    }
    for axis in (0..V::DIM).flat_map(|i| [V::axis(i), -V::axis(i)]) {
        if simplex.corners().len() >= wanted {
            break;
        }
        let vertex = difference.support(axis, [Hint::NONE; 2]);
        supports += 1;
        if !simplex.contains(&vertex) {
            simplex.push(vertex);
        }
    }
    (simplex, supports)
}

/// The points that the start names, with the support evaluations for them.
fn first_points<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    difference: &Difference<'_, V, A, B>,
    start: Start,
) -> (Simplex<V>, u32) {
    match start {
        Start::Vertices(ids) => {
            let mut known = ids.into_iter().filter_map(|ids| difference.vertex(ids)).take(V::DIM);
            let Some(first) = known.next() else { return (Simplex::new(towards_origin(difference)), 1) };
            let mut simplex = Simplex::new(first);
            known.for_each(|vertex| simplex.push(vertex));
            (simplex, 0)
        }
        Start::Centroid => (Simplex::new(towards_origin(difference)), 1),
        Start::Axis => (Simplex::new(difference.support(V::axis(0), [Hint::NONE; 2])), 1),
    }
}

fn towards_origin<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    difference: &Difference<'_, V, A, B>,
) -> Vertex<V> {
    let center = difference.center();
    let dir = if center == V::ZERO { V::axis(0) } else { -center };
    difference.support(dir, [Hint::NONE; 2])
}

/// The nearest point of the simplex, which learns its weights.
fn reduce<V: Space>(
    simplex: &mut Simplex<V>,
    subalgorithm: &impl DistanceSubalgorithm,
    iteration: u32,
    lower: V::Scalar,
    options: &Options<V::Scalar>,
) -> Step<V> {
    let mut points = [lifted(simplex.corners()[0].vertex.w); 4];
    let count = simplex.corners().len();
    for (point, corner) in points.iter_mut().zip(simplex.corners()) {
        *point = lifted(corner.vertex.w);
    }
    let reduced = subalgorithm.reduce(&points[..count], V::DIM);
    if let Some(reduced) = reduced {
        for (i, corner) in simplex.corners_mut().iter_mut().enumerate() {
            (corner.lambda, corner.kept) = (reduced.lambdas[i], reduced.kept[i]);
        }
    }
    let nearest = simplex.weighted(|point| point.w);
    let square = nearest.norm_squared();
    let decision = match reduced {
        None => Decision::Stuck,
        Some(reduced) if reduced.count() > V::DIM => Decision::Inside,
        // The negation catches NaN.
        _ if !(square > options.contact * simplex.largest_square()) => Decision::Touching,
        _ if iteration >= options.max_iterations => Decision::Limit,
        _ => Decision::Advance,
    };
    let upper = if decision.is_contact() { V::Scalar::ZERO } else { square.sqrt() };
    Step { iteration, simplex: *simplex, nearest, support: None, lower, upper, decision }
}

/// Whether the nearest point is good enough.
fn decide<V: Space>(step: &Step<V>, s: &Vertex<V>, options: &Options<V::Scalar>) -> Decision {
    let (v, zero) = (step.nearest, V::Scalar::ZERO);
    // h_K(−v) = −v·s.
    let g = v.norm_squared() - v.dot(s.w);
    let (optimal, reoccurred) = match options.termination {
        Termination::Optimality => (g <= zero, false),
        Termination::Gap { relative } => (g <= relative * step.simplex.largest_square(), false),
        Termination::LowerBound { relative } => {
            (step.upper - step.lower <= relative * step.upper, step.simplex.contains(s))
        }
        Termination::Reoccurrence => (false, step.simplex.contains(s)),
    };
    match options.question {
        Question::Collision if v.dot(s.w) > zero => Decision::Separating,
        _ if optimal => Decision::Optimal,
        _ if reoccurred => Decision::Reoccurred,
        _ => Decision::Advance,
    }
}
