//! Second-order steps on the sphere of directions, for curved cores.
//!
//! The signed distance is `−min h(n)` over unit `n`, with `h` the support function of the difference. Where the minimum
//! lies on several smooth pieces `h = max hᵢ` (the two ends of a cylinder's side, the corners of a box face against an
//! ellipsoid) the condition is `Σ λᵢ wᵢ(n) = h n` with all `hᵢ` equal; where it lies on one piece it is `w(n) = h n`.
//! Every support point brings its own piece: `wᵢ(n) ≈ wᵢ + Hᵢ (n − nᵢ)` with the Hessian `Hᵢ` of `h`. One step
//! minimises the largest of the quadratic models of a few pieces within a trust region ([`model`]): sequential
//! quadratic programming for a minimax.
//!
//! A predicted direction is only ever *asked*: the support point it brings is a point of the difference, and its
//! support plane a bound, like any other. So a bad prediction costs one evaluation and nothing else.

mod model;
mod polish;
mod round;

use crate::difference::{Difference, Vertex};
use crate::math::{Matrix, Real, Vector};
use crate::simplex::{Reduce, Simplex, convex};

use model::{Model, least};
pub(crate) use polish::{Polished, polished};
pub(crate) use round::Round;

/// Pieces kept: those of the minimum, at most D, and one that a step may turn to.
const KEPT: usize = 4;

/// The tangent of the largest step, 35 degrees: beyond it a quadratic model says nothing.
const FARTHEST: f64 = 0.7;

/// Steps without progress of height or residual before giving up: each piece of the minimum gets its chance.
const PATIENCE: u32 = 4;

/// A support point with the unit direction that asked for it and the curvature found there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evaluation<V: Vector> {
    pub vertex: Vertex<V>,
    pub direction: V,
    pub curvature: V::Matrix,
}

impl<V: Vector> Evaluation<V> {
    /// The support point along a unit direction.
    pub fn find(m: &Difference<'_, V>, direction: V) -> Self {
        let (vertex, curvature) = m.support_curved(direction);
        Evaluation { vertex, direction, curvature }
    }

    /// How far the point is from where the piece has it for another direction.
    fn staleness(&self, normal: V) -> V::Scalar {
        self.curvature.apply(normal - self.direction).norm()
    }

    /// Whether the curvature between both patches explains, to one half or to rounding, how their points lie apart.
    fn continues(&self, other: &Self) -> bool {
        let apart = other.vertex.w - self.vertex.w;
        let turn = other.direction - self.direction;
        let moved = (self.curvature.apply(turn) + other.curvature.apply(turn)) * V::Scalar::HALF;
        // Rounding of points in a difference of size about 1.
        let noise = V::Scalar::from_f64(64.0) * V::Scalar::UNIT;
        (apart - moved).norm_squared() <= (V::Scalar::from_f64(0.25) * apart.norm_squared()).max(noise * noise)
    }
}

/// The different smooth pieces on which the minimum is expected, one patch each. Patches stay where they are; only
/// their order changes from step to step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveSet<V: Vector> {
    patches: [Option<Evaluation<V>>; KEPT],
    /// The places of the patches in use, of which there are `len`, and then of the free ones.
    order: [u8; KEPT],
    len: usize,
    /// The minimum is expected to rest on the first ones, no more than D.
    active: usize,
}

/// The lowest support plane found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lowest<V: Vector> {
    pub normal: V,
    pub height: V::Scalar,
}

/// A direction worth asking.
struct ModelStep<V: Vector> {
    normal: V,
    /// The height that the models predict there.
    height: V::Scalar,
    /// The tangent of the angle from where the step began.
    length: V::Scalar,
}

impl<V: Reduce> ActiveSet<V> {
    /// The pieces of some patches; the first ones know their piece best.
    pub fn new<'p>(patches: impl Iterator<Item = &'p Evaluation<V>>) -> Self {
        let mut pieces = ActiveSet { patches: [None; KEPT], order: [0, 1, 2, 3], len: 0, active: 0 };
        for patch in patches {
            if pieces.len < KEPT && !pieces.iter().any(|known| known.continues(patch)) {
                pieces.patches[pieces.len] = Some(*patch);
                pieces.len += 1;
            }
        }
        pieces.active = pieces.len.min(V::DIM);
        pieces
    }

    /// Their patches.
    pub fn iter(&self) -> impl Iterator<Item = &Evaluation<V>> {
        self.order[..self.len].iter().filter_map(|&place| self.patches[place as usize & 3].as_ref())
    }

    /// The patch that comes `i`-th.
    #[inline]
    fn nth(&self, i: usize) -> Option<&Evaluation<V>> {
        self.patches[self.order[i & 3] as usize & 3].as_ref()
    }

    /// The points that the minimum is expected to rest on, as they were found.
    pub fn simplex(&self) -> Option<Simplex<V>> {
        let (places, count) = self.bearing();
        let mut points = places[..count].iter().filter_map(|&i| self.nth(i)).map(|patch| patch.vertex);
        let mut simplex = Simplex::new(points.next()?);
        points.for_each(|point| simplex.push(point));
        Some(simplex)
    }

    /// The patches that carry weight, of those that the minimum is expected to rest on: their places and how many there
    /// are.
    fn bearing(&self) -> ([usize; 3], usize) {
        let (mut places, mut count) = ([0, 1, 2], self.active);
        loop {
            let weights = self.weights(places, count);
            let least = (0..count).fold(0, |least, i| if weights[i] < weights[least] { i } else { least });
            if count < 2 || !(weights[least] < V::Scalar::ZERO) {
                return (places, count);
            }
            places[least..count].rotate_left(1);
            count -= 1;
        }
    }

    /// The barycentric weights of the origin's projection on the feature of the points at some places.
    fn weights(&self, places: [usize; 3], count: usize) -> [V::Scalar; 3] {
        let mut points = [V::ZERO; 3];
        for (point, patch) in points.iter_mut().zip(places[..count].iter().filter_map(|&i| self.nth(i))) {
            *point = patch.vertex.w;
        }
        V::barycentric_of(points, count)
    }

    /// Descends from a unit direction to the local minimum of the support function, in at most `budget` evaluations;
    /// `found` sees each of them. Ends when the condition holds to rounding, or stops improving. The height of the
    /// start may be infinite if it is not known.
    pub fn descend(
        &mut self,
        m: &Difference<'_, V>,
        start: Lowest<V>,
        budget: u32,
        mut found: impl FnMut(&Evaluation<V>, V::Scalar),
    ) -> Lowest<V> {
        let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.frame.size;
        let farthest = V::Scalar::from_f64(FARTHEST);
        let (mut center, mut lowest, mut settled) = (start, start, start);
        let mut best_residual = V::Scalar::INFINITY;
        let mut reach = farthest;
        let mut bent = true;
        let mut failed = false;
        let mut patience = PATIENCE;
        let mut asked = V::ZERO;
        for _ in 0..budget {
            let Some(step) = self.step(&center, reach, bent) else { break };
            let patch = Evaluation::find(m, step.normal);
            let height = step.normal.dot(patch.vertex.w);
            found(&patch, height);
            self.absorb(patch);
            let mut progress = height < lowest.height - rounding;
            if height < lowest.height {
                lowest = Lowest { normal: step.normal, height };
            }
            let error = (height - step.height).abs();
            let gain = (center.height - step.height).abs();
            if height < center.height || error <= V::Scalar::HALF * gain + V::Scalar::TWO * rounding {
                center = Lowest { normal: step.normal, height };
                if error <= V::Scalar::HALF * gain {
                    reach = (step.length * V::Scalar::TWO).max(reach).min(farthest);
                }
                failed = false;
            } else {
                // The new point corrects the models; only if that does not help the step was too long.
                reach = step.length * V::Scalar::from_f64(if failed { 0.25 } else { 1.0 });
                failed = true;
            }
            // Where curvature leads astray, as beside the axis of a disc, planes alone may know better.
            bent = error <= V::Scalar::HALF * gain + V::Scalar::TWO * rounding || !bent;
            let residual = self.residual(&center);
            progress |= residual < best_residual * V::Scalar::HALF;
            if residual < best_residual {
                best_residual = residual;
                settled = center;
            }
            // The same evaluation again will hardly show more.
            let loss = if step.normal == asked { PATIENCE / 2 } else { 1 };
            asked = step.normal;
            patience = if progress { PATIENCE } else { patience.saturating_sub(loss) };
            if patience == 0 || residual <= rounding {
                break;
            }
        }
        // Heights are flat around the minimum: of those that differ by rounding the one with the least residual has the
        // normal.
        if settled.height <= lowest.height + rounding { settled } else { lowest }
    }

    /// How far the points are from the condition `Σ λᵢ wᵢ = h n`.
    fn residual(&self, plane: &Lowest<V>) -> V::Scalar {
        let (places, count) = self.bearing();
        if count == 0 {
            return V::Scalar::INFINITY;
        }
        let mut sum = -plane.normal * plane.height;
        for (&i, weight) in places[..count].iter().zip(convex(self.weights(places, count))) {
            sum += self.nth(i).map_or(V::ZERO, |patch| patch.vertex.w * weight);
        }
        sum.norm()
    }

    /// Takes a new patch in as the first one, in place of those of the same piece, or of the last if there are too
    /// many.
    fn absorb(&mut self, patch: Evaluation<V>) {
        let (mut staying, mut free) = ([0; KEPT], [0; KEPT]);
        let (mut stay, mut go) = (0, 0);
        let mut active = 1;
        for i in 0..KEPT {
            let place = self.order[i];
            let other = |known: &Evaluation<V>| !patch.continues(known);
            if i < self.len && stay + 1 < KEPT && self.nth(i).is_some_and(other) {
                staying[stay] = place;
                stay += 1;
                if i < self.active && active < V::DIM {
                    active = stay + 1;
                }
            } else {
                free[go] = place;
                go += 1;
            }
        }
        self.patches[free[0] as usize & 3] = Some(patch);
        self.order[0] = free[0];
        self.order[1..=stay].copy_from_slice(&staying[..stay]);
        self.order[stay + 1..].copy_from_slice(&free[1..go]);
        (self.len, self.active) = (stay + 1, active);
    }

    /// The minimum of the largest model around a direction, within `reach`, or the direction next to it that shows most
    /// of the pieces it rests on, which come first then.
    fn step(&mut self, center: &Lowest<V>, reach: V::Scalar, bent: bool) -> Option<ModelStep<V>> {
        let basis = tangents(center.normal);
        let mut models = [Model::NOTHING; KEPT];
        for (model, patch) in models.iter_mut().zip(self.iter()) {
            *model = Model::new(patch, center, &basis, bent);
        }
        let models = &models[..self.len];
        let minimum = least(models, self.active, V::DIM - 1, reach)?;
        let mut x = minimum.x;
        let resting = &minimum.pieces[..minimum.count];
        let place = |x: [V::Scalar; 2]| (center.normal + basis[0] * x[0] + basis[1] * x[1]).normalized();
        if let Some(tilt) = self.tilt(resting, place(x), x[0] * x[0] + x[1] * x[1], reach) {
            x = [x[0] + tilt.dot(basis[0]), x[1] + tilt.dot(basis[1])];
        }
        let height = models.iter().fold(-V::Scalar::INFINITY, |top, model| top.max(model.at(x)));
        let length = (x[0] * x[0] + x[1] * x[1]).sqrt();
        // The pieces that it rests on, then the others.
        let before = self.order;
        let others = (0..self.len).filter(|i| !resting.contains(i));
        for (place, from) in resting.iter().copied().chain(others).enumerate() {
            self.order[place] = before[from];
        }
        self.active = resting.len();
        Some(ModelStep { normal: place(x), height, length })
    }

    /// Where several pieces meet, a turn towards the one that is known least, so that its point is the one found: by
    /// the square of the step, its expected error, and at least by the root of the unit roundoff, whose effect on
    /// heights is one rounding; after steps whose square is next to rounding by as little as heights can resolve.
    fn tilt(&self, resting: &[usize], n: V, squared_step: V::Scalar, reach: V::Scalar) -> Option<V> {
        if resting.len() < 2 {
            return None;
        }
        let known = || resting.iter().filter_map(|&i| self.nth(i));
        let stalest = known().reduce(|s, p| if p.staleness(n) > s.staleness(n) { p } else { s })?;
        if stalest.staleness(n) <= V::Scalar::TWO * V::Scalar::UNIT {
            return None;
        }
        let mut outward = V::ZERO;
        for patch in known() {
            outward += stalest.vertex.w - patch.vertex.w;
        }
        let outward = outward - n * n.dot(outward);
        let length = outward.norm();
        if !(length > V::Scalar::ZERO) {
            return None;
        }
        let fine = V::Scalar::from_f64(16.0) * V::Scalar::UNIT;
        let root = V::Scalar::UNIT.sqrt();
        let tilt = if squared_step > fine { root.max(squared_step) } else { (fine / length).min(root) };
        Some(outward * (tilt.min(reach) / length))
    }
}

/// Orthonormal vectors perpendicular to the unit vector `n`; in the plane the second one is zero.
pub(crate) fn tangents<V: Vector>(n: V) -> [V; 2] {
    let mut basis = [V::ZERO; 2];
    for k in 0..V::DIM - 1 {
        // The axis that the vectors so far span least.
        let spanned = |i: usize| n[i] * n[i] + basis[0][i] * basis[0][i];
        let axis = (0..V::DIM).fold(0, |best, i| if spanned(i) < spanned(best) { i } else { best });
        let rest = V::axis(axis) - n * n[axis] - basis[0] * basis[0][axis];
        basis[k] = rest * (V::Scalar::ONE / rest.norm());
    }
    basis
}
