//! The distance of two cores: GJK (E. G. Gilbert, D. W. Johnson, S. S. Keerthi 1988) on their Minkowski difference.
//!
//! The hull of a few support points grows towards the origin until the support plane of its nearest point `v` proves that
//! nothing is nearer: no point of the difference lies before the plane through the newest support point `w`, so the distance is
//! at least `v·w/|v|` (G. van den Bergen 1999), and at most `|v|`.
//!
//! **Termination.** A step is accepted only if the stored `|v|²` decreases strictly, and floats are finitely many; on polytopes
//! `v` is a function of a set of at most D vertices, so no set recurs. The loop ends when a vertex pair repeats, when the gap is
//! below the tolerance, when no step decreases `|v|²`, when the origin is certainly inside, or at the iteration limit. Each end
//! leaves a valid bracket; there is no failure.
//!
//! **Departures.** Voronoi regions with directions from normals (Ericson 2004, here with checks) instead of Johnson's
//! sub-algorithm; after each step the Karush–Kuhn–Tucker condition is verified on all points, and a twofold exhaustive search
//! replaces the step if it fails. No momentum: implemented correctly it does not save steps on polytopes.

pub(crate) mod dim2;
pub(crate) mod dim3;
mod robust;
mod simplex;
mod trace;

pub(crate) use simplex::{Nearest, Simplex};
pub use trace::Step;

use crate::difference::Difference;
use crate::math::{Real, Vector};
use crate::newton::Patches;
use crate::space::Space;
use crate::support::{Hint, Support};

/// When to stop; lengths are scaled like the difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal<T> {
    /// Enough if the gap is at most this part of the distance.
    pub relative: T,
    /// Enough if the gap is at most this.
    pub absolute: T,
    /// Distances beyond it are not wanted.
    pub cutoff: T,
    pub max_iterations: u32,
}

/// How the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The bracket is as tight as wanted or as it gets, and the origin is outside.
    Apart,
    /// The lower bound has passed the cutoff.
    Beyond,
    /// The origin is inside the simplex, beyond every rounding.
    Inside,
    /// The origin is inside or nearer than rounding can tell.
    Contact,
    /// The iteration limit was reached.
    Limit,
}

/// What the loop knows in the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closest<V: Vector> {
    pub simplex: Simplex<V>,
    pub end: End,
    /// A proven lower bound of the signed distance of the cores, scaled.
    pub lower: V::Scalar,
    /// The direction in which it was found: from B to A.
    pub axis: V,
    pub iterations: u32,
}

/// Where to begin.
pub(crate) enum Start<V: Vector> {
    /// Along a direction from B to A, without points.
    Axis(V),
    /// With a reduced simplex of real vertices.
    Warm(Simplex<V>),
}

/// Runs GJK on a difference.
#[inline]
pub(crate) fn closest<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    start: Start<V>,
    goal: &Goal<V::Scalar>,
    mut observe: impl FnMut(&Step<V>),
) -> Closest<V> {
    let mut patches = Patches::new();
    let mut search = begin(m, start, &mut patches);
    if search.lower > goal.cutoff {
        search.end = End::Beyond;
        return search;
    }
    // A step along a predicted direction that did not shorten v is followed by one along v, which must.
    let mut trusted = true;
    loop {
        let (v, squared) = (search.simplex.nearest, search.simplex.squared);
        if squared <= m.point_error * m.point_error {
            search.end = End::Contact;
            return search;
        }
        if search.iterations >= goal.max_iterations {
            search.end = End::Limit;
            return search;
        }
        let predicted = if m.polytopal || !trusted { None } else { patches.predict(&search.simplex) };
        let direction = predicted.unwrap_or(v);
        let point = if m.polytopal {
            m.support(-v, search.simplex.newest().ids)
        } else {
            patches.support(m, -direction, &search.simplex)
        };
        search.iterations += 1;
        let height = direction.dot(point.w);
        let bound = height / direction.norm() - m.plane_error;
        if bound > search.lower {
            search.lower = bound;
            search.axis = direction;
        }
        observe(&Step::new(&search, point.w, m.scale));
        if search.lower > goal.cutoff {
            search.end = End::Beyond;
            return search;
        }
        if search.simplex.contains(&point) || enough(&search, m, goal) {
            break;
        }
        let approaches = v.dot(point.w) < squared;
        if !approaches && predicted.is_some() {
            trusted = false;
            continue;
        }
        search.simplex.push(point);
        let Some(mut nearest) = V::nearest(&search.simplex, m.point_error) else {
            search.end = End::Inside;
            return search;
        };
        if !(nearest.squared < squared && search.simplex.satisfies_kkt(&nearest)) {
            nearest = robust::nearest(&search.simplex);
            if !(nearest.squared < squared) {
                search.simplex.pop();
                if predicted.is_some() {
                    trusted = false;
                    continue;
                }
                break;
            }
        }
        // A prediction has to halve the gap at least, or plain steps are as good.
        trusted = true;
        search.simplex.keep(nearest);
    }
    search.end = if search.lower > V::Scalar::ZERO { End::Apart } else { End::Contact };
    search
}

fn begin<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    start: Start<V>,
    patches: &mut Patches<V>,
) -> Closest<V> {
    let unknown = -V::Scalar::INFINITY;
    match start {
        Start::Warm(simplex) => {
            Closest { simplex, end: End::Apart, lower: unknown, axis: simplex.nearest, iterations: 0 }
        }
        Start::Axis(axis) => {
            let point = if m.polytopal { m.support(-axis, [Hint::NONE; 2]) } else { patches.first(m, -axis) };
            let lower = axis.dot(point.w) / axis.norm() - m.plane_error;
            Closest { simplex: Simplex::new(point), end: End::Apart, lower, axis, iterations: 1 }
        }
    }
}

/// Whether the gap is as small as wanted or, for curved cores, as rounding lets it become. Polytopes run on to the repeated
/// vertex, which is exact and rarely later.
#[inline]
fn enough<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    search: &Closest<V>,
    m: &Difference<'_, V, A, B>,
    goal: &Goal<V::Scalar>,
) -> bool {
    let length = search.simplex.squared.sqrt();
    let gap = length - (search.lower + m.plane_error);
    let floor = if m.polytopal { V::Scalar::ZERO } else { V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.size };
    gap <= (goal.relative * length).max(goal.absolute).max(floor)
}
