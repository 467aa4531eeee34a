//! Second-order steps on the sphere of directions, for curved cores.
//!
//! The signed distance is `−min h(n)` over unit `n`, with `h` the support function of the difference. Where the minimum lies on
//! several smooth pieces `h = max hᵢ` (the two ends of a cylinder's side, the corners of a box face against an ellipsoid) the
//! condition is `Σ λᵢ wᵢ(n) = h n` with all `hᵢ` equal; where it lies on one piece it is `w(n) = h n`. Every support point
//! brings its own piece: `wᵢ(n) ≈ wᵢ + Hᵢ (n − nᵢ)` with the Hessian `Hᵢ` of `h`. One step solves the linearised condition in
//! the tangent plane, where `h` of normalised directions has the Hessian `Σ λᵢ Hᵢ − h I`.
//!
//! A predicted direction is only ever *asked*: the support point it brings is a point of the difference, and its support plane
//! a bound, like any other. So a bad prediction costs one evaluation and nothing else.

use crate::difference::{Difference, Vertex};
use crate::gjk::Simplex;
use crate::math::{Matrix, Real, Vector};
use crate::space::Space;
use crate::support::Support;

/// A support point with the direction that asked for it and the curvature found there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch<V: Vector> {
    pub direction: V,
    pub w: V,
    pub curvature: V::Matrix,
}

/// The patches of the points that a simplex holds, and of the newest one.
pub(crate) struct Patches<V: Vector> {
    patches: [Option<Patch<V>>; 4],
}

impl<V: Space> Patches<V> {
    pub fn new() -> Self {
        Patches { patches: [None; 4] }
    }

    /// The first support point, along `direction`.
    pub fn first<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &mut self,
        m: &Difference<'_, V, A, B>,
        direction: V,
    ) -> Vertex<V> {
        let (vertex, patch) = evaluate(m, direction.normalized());
        self.patches[0] = Some(patch);
        vertex
    }

    /// The support point along `direction`; its patch takes the place of one whose point has left the simplex.
    pub fn support<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &mut self,
        m: &Difference<'_, V, A, B>,
        direction: V,
        simplex: &Simplex<V>,
    ) -> Vertex<V> {
        let (vertex, patch) = evaluate(m, direction.normalized());
        let held = |p: &Patch<V>| simplex.points().iter().any(|q| q.w == p.w);
        if let Some(free) = self.patches.iter_mut().find(|slot| !slot.as_ref().is_some_and(held)) {
            *free = Some(patch);
        }
        vertex
    }

    /// The direction, from B to A, in which the solution is expected.
    pub fn predict(&self, simplex: &Simplex<V>) -> Option<V> {
        let weights = simplex.weights();
        let mut pieces = Pieces::new();
        // The newest point comes last in a simplex, and knows its piece best.
        for (i, point) in simplex.points().iter().enumerate().rev() {
            pieces.add(*self.patches.iter().flatten().find(|p| p.w == point.w)?, weights[i]);
        }
        pieces.step(-simplex.nearest.normalized()).map(|n| -n)
    }
}

/// The support point along a unit direction with its patch.
pub(crate) fn evaluate<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    direction: V,
) -> (Vertex<V>, Patch<V>) {
    let (vertex, curvature) = m.support_curved(direction);
    (vertex, Patch { direction, w: vertex.w, curvature })
}

/// At most three different smooth pieces of the support function with their weights.
pub(crate) struct Pieces<V: Vector> {
    pieces: [Option<(Patch<V>, V::Scalar)>; 3],
    len: usize,
}

impl<V: Vector> Pieces<V> {
    pub fn new() -> Self {
        Pieces { pieces: [None; 3], len: 0 }
    }

    /// Adds a patch: to a known piece if that one's curvature explains where the point lies (to one half), else as a new one.
    pub fn add(&mut self, patch: Patch<V>, weight: V::Scalar) {
        let half = V::Scalar::HALF;
        for (known, known_weight) in self.pieces.iter_mut().flatten() {
            let apart = patch.w - known.w;
            let explained = known.curvature.apply(patch.direction - known.direction);
            if (apart - explained).norm_squared() <= half * half * apart.norm_squared() {
                *known_weight += weight;
                return;
            }
        }
        if self.len < self.pieces.len() {
            self.pieces[self.len] = Some((patch, weight));
            self.len += 1;
        }
    }

    /// One Newton step from the unit direction `n`; `None` where the model has no minimum or leads far away.
    pub fn step(&self, n: V) -> Option<V> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let basis = tangents(n);
        let tangential = |x: V| [x.dot(basis[0]), x.dot(basis[1])];
        let mut values = [zero; 3];
        let mut gradients = [[zero; 2]; 3];
        let mut hessian = [[zero; 2]; 2];
        let mut height = zero;
        for (i, (patch, weight)) in self.pieces.iter().flatten().enumerate() {
            let turn = n - patch.direction;
            let moved = patch.curvature.apply(turn);
            values[i] = n.dot(patch.w) + V::Scalar::HALF * turn.dot(moved);
            gradients[i] = tangential(patch.w + moved);
            height += *weight * values[i];
            for j in 0..V::DIM - 1 {
                let column = tangential(patch.curvature.apply(basis[j]));
                hessian[j][0] += *weight * column[0];
                hessian[j][1] += *weight * column[1];
            }
        }
        for (j, column) in hessian.iter_mut().enumerate().take(V::DIM - 1) {
            column[j] = column[j] - height;
        }
        let [x, y] = self.solve(&values, &gradients, &hessian, V::DIM - 1)?;
        let squared = x * x + y * y;
        // Beyond 40 degrees a quadratic model says nothing.
        if !(squared < V::Scalar::HALF) {
            return None;
        }
        let next = n + basis[0] * x + basis[1] * y;
        let next = next * (one / next.norm());
        Some(self.towards_stalest(next, squared))
    }

    /// The step of the linearised condition in a tangent space of one or two dimensions.
    fn solve(
        &self,
        values: &[V::Scalar; 3],
        gradients: &[[V::Scalar; 2]; 3],
        hessian: &[[V::Scalar; 2]; 2],
        dimension: usize,
    ) -> Option<[V::Scalar; 2]> {
        let zero = V::Scalar::ZERO;
        let g = gradients[0];
        let apart = |i: usize| ([g[0] - gradients[i][0], g[1] - gradients[i][1]], values[i] - values[0]);
        match (self.len.min(dimension + 1), dimension) {
            (1, 1) => (hessian[0][0] > zero).then(|| [-g[0] / hessian[0][0], zero]),
            (2, 1) => Some([apart(1).1 / apart(1).0[0], zero]),
            (1, _) => {
                let determinant = hessian[0][0] * hessian[1][1] - hessian[0][1] * hessian[1][0];
                let definite = hessian[0][0] > zero && determinant > zero;
                definite.then(|| solve2(hessian, [-g[0], -g[1]]))
            }
            (2, _) => {
                // Along the difference of the gradients the heights must become equal; across it the model is minimised.
                let (e, rise) = apart(1);
                let ee = e[0] * e[0] + e[1] * e[1];
                let (along, across) = ([e[0] * rise / ee, e[1] * rise / ee], [-e[1], e[0]]);
                let apply = |x: [V::Scalar; 2]| {
                    [hessian[0][0] * x[0] + hessian[1][0] * x[1], hessian[0][1] * x[0] + hessian[1][1] * x[1]]
                };
                let dot = |x: [V::Scalar; 2], y: [V::Scalar; 2]| x[0] * y[0] + x[1] * y[1];
                let curvature = dot(across, apply(across));
                let slope = dot(across, apply(along)) + dot(across, g);
                (curvature > zero).then(|| {
                    let t = -slope / curvature;
                    [along[0] + across[0] * t, along[1] + across[1] * t]
                })
            }
            _ => {
                let ((e, rise_e), (f, rise_f)) = (apart(1), apart(2));
                // Columns of the matrix whose rows are e and f.
                Some(solve2(&[[e[0], f[0]], [e[1], f[1]]], [rise_e, rise_f]))
            }
        }
    }

    /// Where several pieces meet, tilts a direction towards the piece that was looked at longest ago, so that its point is the
    /// one found: by the root of the unit roundoff at least, whose effect on heights is one rounding, and by the square of the
    /// step, its expected error.
    fn towards_stalest(&self, n: V, squared_step: V::Scalar) -> V {
        if self.len < 2 {
            return n;
        }
        let age = |p: &Patch<V>| (p.direction - n).norm_squared();
        let mut pieces = self.pieces.iter().flatten().map(|(patch, _)| patch);
        let Some(first) = pieces.next() else { return n };
        let stalest = pieces.fold(first, |s, p| if age(p) > age(s) { p } else { s });
        let mut outward = V::ZERO;
        for (patch, _) in self.pieces.iter().flatten() {
            outward += stalest.w - patch.w;
        }
        let outward = outward - n * n.dot(outward);
        let length = outward.norm();
        if !(length > V::Scalar::ZERO) {
            return n;
        }
        let tilt = V::Scalar::UNIT.sqrt().max(squared_step);
        (n + outward * (tilt / length)).normalized()
    }
}

/// Solves `x[0]·columns[0] + x[1]·columns[1] = right`.
fn solve2<T: Real>(columns: &[[T; 2]; 2], right: [T; 2]) -> [T; 2] {
    let [a, b] = columns;
    let determinant = a[0] * b[1] - a[1] * b[0];
    [(right[0] * b[1] - right[1] * b[0]) / determinant, (a[0] * right[1] - a[1] * right[0]) / determinant]
}

/// Orthonormal vectors perpendicular to the unit vector `n`; in the plane the second one is null.
fn tangents<V: Vector>(n: V) -> [V; 2] {
    let mut basis = [V::ZERO; 2];
    for k in 0..V::DIM - 1 {
        // The axis that the vectors so far span least.
        let rest = |i: usize| V::axis(i) - n * n[i] - basis[0] * basis[0][i];
        let axis =
            (0..V::DIM).fold(0, |best, i| if rest(i).norm_squared() > rest(best).norm_squared() { i } else { best });
        basis[k] = rest(axis) * (V::Scalar::ONE / rest(axis).norm());
    }
    basis
}
