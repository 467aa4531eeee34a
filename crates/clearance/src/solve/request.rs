//! What travels from a question to a solver: how much is wanted, what is remembered, who watches, and how a run ended.

use alloc::boxed::Box;

use super::warm::WarmStart;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::epa::{self, CachedPolytope, Expansion};
use crate::gjk::{Closest, Finish, Lens, Step, Watch};
use crate::goal::Goal;
use crate::math::{Real, RigidMap, Vector};
use crate::options::Options;
use crate::solution::{Solver, Solvers};
use crate::support::Snapshot;

/// How much of the answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Depth {
    /// The depth if they overlap.
    Wanted,
    /// Only that they do.
    Unwanted,
    /// Only that they do, where that is seen without growing a hull; where it is not, the bounds hold zero.
    Unproven,
}

/// A query of a pair.
#[derive(Clone, Copy)]
pub struct Request<'q, T> {
    pub(crate) depth: Depth,
    /// Signed distances beyond it are not wanted.
    pub(crate) max: T,
    pub(crate) options: &'q Options<T>,
    /// The bodies are known to overlap: a run that comes to no end is followed by growth.
    pub(crate) overlapping: bool,
    /// Those that may answer.
    pub(crate) solvers: Solvers,
}

impl<'q, T> Request<'q, T> {
    /// A request that any solver may answer.
    pub(crate) fn new(depth: Depth, max: T, options: &'q Options<T>) -> Self {
        Request { depth, max, options, overlapping: false, solvers: Solvers::ALL }
    }
}

/// What a caller keeps from one query of a pair to the next.
pub struct Memory<'m, V: Vector> {
    pub(crate) warm: &'m mut WarmStart<V>,
    /// The polytope of the last depth; made when the pair first overlaps.
    pub(crate) kept: Option<&'m mut Option<Box<CachedPolytope>>>,
}

impl<V: Vector> Memory<'_, V> {
    /// The polytope of the last depth, if there is one.
    pub(crate) fn polytope(&mut self) -> Option<&mut CachedPolytope> {
        self.kept.as_deref_mut()?.as_deref_mut().filter(|kept| !kept.is_empty())
    }
}

/// How the run terminated.
#[derive(Clone, Copy, Default)]
pub struct Termination {
    /// The lower bound of the signed distance exceeds the wanted maximum.
    pub beyond: bool,
    /// The iteration limit ended the run, so the bounds are wide for want of work, not of precision.
    pub cut_short: bool,
    /// Curved bodies are apart, and the bounds are wider, or the witness points farther from facing each other, than
    /// rounding and the options explain.
    pub unresolved: bool,
    /// Who answered.
    pub solver: Solver,
}

impl Termination {
    /// Whether another evaluation may know more.
    pub(crate) fn is_open(&self) -> bool {
        self.unresolved | self.cut_short
    }
}

/// Two shapes and the map from the second one's frame to the first one's.
pub(crate) type Pair<'p, V> = (&'p Snapshot<'p, V>, &'p Snapshot<'p, V>, &'p RigidMap<V>);

/// The observer of a run, if there is one.
pub(crate) type Observer<'o, V> = Option<&'o mut (dyn FnMut(Event<'_, V>) + 'o)>;

/// What an observer sees, in this order: steps of GJK, how it has ended, steps of EPA if the cores meet, the solver
/// that answered, and the exact decision if rounding left the status open.
pub enum Event<'r, V: Dimension> {
    /// A step of GJK.
    Step(Step<'r, V>),
    /// GJK has ended.
    Finish(Finish<'r, V>),
    /// A step of EPA.
    Expansion(Expansion<'r, V>),
    /// A solver has answered.
    Solved(Solver),
    /// The answer's bounds leave the status open; exact arithmetic has decided and given the new answer.
    Decided,
}

/// Runs something that shows its steps to the observer.
#[inline(always)]
pub(crate) fn watched<V: Dimension, R>(observer: &mut Observer<'_, V>, run: impl FnOnce(&mut Watch<'_, V>) -> R) -> R {
    let mut show;
    let mut watch: Watch<'_, V> = None;
    if let Some(observer) = observer {
        show = |step: Step<'_, V>| observer(Event::Step(step));
        watch = Some(&mut show);
    }
    run(&mut watch)
}

/// Runs something that shows the growth of its polytope to the observer.
#[inline(always)]
pub(crate) fn watched_growth<V: Dimension, R>(
    observer: &mut Observer<'_, V>,
    run: impl FnOnce(&mut epa::Watch<'_, V>) -> R,
) -> R {
    let mut show;
    let mut watch: epa::Watch<'_, V> = None;
    if let Some(observer) = observer {
        show = |step: Expansion<'_, V>| observer(Event::Expansion(step));
        watch = Some(&mut show);
    }
    run(&mut watch)
}

/// Shows how a run ended.
#[inline(always)]
pub(crate) fn show_finish<V: Dimension>(observer: &mut Observer<'_, V>, closest: &Closest<V>, m: &Difference<'_, V>) {
    if let Some(observer) = observer {
        let Closest { end, iterations, ref simplex, lower, .. } = *closest;
        observer(Event::Finish(Finish { end, iterations, simplex, lower, lens: Lens::new(m) }));
    }
}

/// When a run ends, given the sum of the radii and the largest distance that is wanted.
pub(crate) fn goal<V: Dimension>(
    m: &Difference<'_, V>,
    radius: V::Scalar,
    max: V::Scalar,
    options: &Options<V::Scalar>,
) -> Goal<V::Scalar> {
    Goal {
        relative: options.relative,
        absolute: options.absolute * m.frame.scale,
        // A lower bound beyond it is still above `max` after the radii are taken off and rounding is added.
        cutoff: (max + radius) * m.frame.scale
            + V::Scalar::from_f64(16.0) * V::Scalar::UNIT * (max.abs() + radius) * m.frame.scale,
        meeting: V::Scalar::ZERO,
        max_iterations: options.max_iterations,
    }
}
