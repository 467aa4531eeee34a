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
use crate::gjk::{Simplex, convex};
use crate::math::{Matrix, Real, Vector};
use crate::space::Space;
use crate::support::Support;

/// A curvature below this part of the largest one counts as none: 2⁻¹², above what cancellation of `H − h I` leaves in f32.
const FLAT_EXPONENT: i32 = -12;

/// A support point with the unit direction that asked for it and the curvature found there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch<V: Vector> {
    pub vertex: Vertex<V>,
    pub direction: V,
    pub curvature: V::Matrix,
}

impl<V: Vector> Patch<V> {
    /// The support point along a unit direction.
    pub fn find<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(m: &Difference<'_, V, A, B>, direction: V) -> Self {
        let (vertex, curvature) = m.support_curved(direction);
        Patch { vertex, direction, curvature }
    }

    /// Whether this patch's curvature explains, to one half or to rounding, where the other's point lies.
    fn explains(&self, other: &Self) -> bool {
        let apart = other.vertex.w - self.vertex.w;
        let moved = self.curvature.apply(other.direction - self.direction);
        // Rounding of points in a difference of size about 1.
        let noise = V::Scalar::from_f64(64.0) * V::Scalar::UNIT;
        (apart - moved).norm_squared() <= (V::Scalar::from_f64(0.25) * apart.norm_squared()).max(noise * noise)
    }
}

/// The different smooth pieces on which the minimum is expected, one patch each, and where they were left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces<V: Vector> {
    patches: [Option<Patch<V>>; 3],
    len: usize,
}

/// The lowest support plane found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lowest<V: Vector> {
    pub normal: V,
    pub height: V::Scalar,
}

impl<V: Space> Pieces<V> {
    /// The pieces of some patches; the first ones know their piece best.
    pub fn new<'p>(patches: impl Iterator<Item = &'p Patch<V>>) -> Self {
        let mut pieces = Pieces { patches: [None; 3], len: 0 };
        for patch in patches {
            if pieces.len < V::DIM && !pieces.iter().any(|known| known.explains(patch)) {
                pieces.patches[pieces.len] = Some(*patch);
                pieces.len += 1;
            }
        }
        pieces
    }

    fn iter(&self) -> impl Iterator<Item = &Patch<V>> {
        self.patches[..self.len].iter().flatten()
    }

    /// The points as a simplex.
    pub fn simplex(&self) -> Option<Simplex<V>> {
        let mut points = self.iter().map(|patch| patch.vertex);
        let mut simplex = Simplex::new(points.next()?);
        points.for_each(|point| simplex.push(point));
        Some(simplex)
    }

    /// The barycentric weights of the origin's foot on the feature of the points.
    fn weights(&self) -> [V::Scalar; 3] {
        let mut points = [V::ZERO; 3];
        for (point, patch) in points.iter_mut().zip(self.iter()) {
            *point = patch.vertex.w;
        }
        V::barycentric_of(points, self.len)
    }

    /// Descends from the unit direction `normal` to the local minimum of the support function, in at most `budget`
    /// evaluations; `found` sees each of them. Ends when the condition holds to rounding, or stops improving.
    pub fn descend<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        &mut self,
        m: &Difference<'_, V, A, B>,
        mut lowest: Lowest<V>,
        budget: u32,
        mut found: impl FnMut(&Patch<V>, V::Scalar),
    ) -> Lowest<V> {
        let mut normal = lowest.normal;
        let mut best_residual = V::Scalar::INFINITY;
        let mut settled = lowest;
        let mut patience = 3;
        for _ in 0..budget {
            let Some(next) = self.step_or_drop(normal) else { break };
            let patch = Patch::find(m, next);
            let height = next.dot(patch.vertex.w);
            found(&patch, height);
            if height < lowest.height {
                lowest = Lowest { normal: next, height };
            }
            self.absorb(patch);
            normal = next;
            let residual = self.residual(next, height);
            // The pieces are looked at in turn: each of them gets its chance.
            patience = if residual < best_residual * V::Scalar::HALF { 3 } else { patience - 1 };
            if residual < best_residual {
                best_residual = residual;
                settled = Lowest { normal: next, height };
            }
            if patience == 0 || residual <= V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.size {
                break;
            }
        }
        // Heights are flat around the minimum: of those that differ by rounding the one with the least residual has the normal.
        let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.size;
        if settled.height <= lowest.height + rounding { settled } else { lowest }
    }

    /// One step; pieces that contradict one another are given up, the least important first.
    fn step_or_drop(&mut self, normal: V) -> Option<V> {
        loop {
            if let Some(next) = self.step(normal) {
                return Some(next);
            }
            if self.len < 2 {
                return None;
            }
            let weights = self.weights();
            let least = (1..self.len).fold(1, |least, i| if weights[i] < weights[least] { i } else { least });
            self.drop_piece(least);
        }
    }

    fn drop_piece(&mut self, index: usize) {
        self.patches[index..self.len].rotate_left(1);
        self.len -= 1;
    }

    /// How far the points are from the condition `Σ λᵢ wᵢ = h n`.
    fn residual(&self, normal: V, height: V::Scalar) -> V::Scalar {
        if self.len == 0 {
            return V::Scalar::INFINITY;
        }
        let mut sum = -normal * height;
        for (patch, weight) in self.iter().zip(convex(self.weights())) {
            sum += patch.vertex.w * weight;
        }
        sum.norm()
    }

    /// Takes a new patch in: in the place of its piece, else of none, else of the piece that matters least. Pieces that the
    /// solution does not rest on are dropped.
    fn absorb(&mut self, patch: Patch<V>) {
        let same = self.iter().position(|known| patch.explains(known) || known.explains(&patch));
        let weights = self.weights();
        let least = (0..self.len).fold(0, |least, i| if weights[i] < weights[least] { i } else { least });
        let place = match same {
            Some(place) => place,
            None if self.len < V::DIM => {
                self.len += 1;
                self.len - 1
            }
            None => least,
        };
        self.patches[place] = Some(patch);
        self.patches[..=place].rotate_right(1);
        while self.len > 1 {
            let weights = self.weights();
            let Some(gone) = (1..self.len).find(|&i| weights[i] < V::Scalar::ZERO) else { return };
            self.drop_piece(gone);
        }
    }

    /// One Newton step from the unit direction `n`; `None` where the model has no minimum or leads far away.
    fn step(&self, n: V) -> Option<V> {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let basis = tangents(n);
        let tangential = |x: V| [x.dot(basis[0]), x.dot(basis[1])];
        let mut values = [zero; 3];
        let mut gradients = [[zero; 2]; 3];
        let mut hessian = [[zero; 2]; 2];
        let mut height = zero;
        if self.len == 0 {
            return None;
        }
        let weights = convex(self.weights());
        for (i, (patch, weight)) in self.iter().zip(&weights).enumerate() {
            let turn = n - patch.direction;
            let moved = patch.curvature.apply(turn);
            values[i] = n.dot(patch.vertex.w) + V::Scalar::HALF * turn.dot(moved);
            gradients[i] = tangential(patch.vertex.w + moved);
            height += *weight * values[i];
            for j in 0..V::DIM - 1 {
                let column = tangential(patch.curvature.apply(basis[j]));
                hessian[j][0] += *weight * column[0];
                hessian[j][1] += *weight * column[1];
            }
        }
        for (j, column) in hessian.iter_mut().enumerate().take(V::DIM - 1) {
            column[j] -= height;
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
            (1, _) => curved_part(hessian, [-g[0], -g[1]]),
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
                let t = if curvature > V::Scalar::power_of_two(FLAT_EXPONENT) * ee * magnitude(hessian) {
                    -slope / curvature
                } else {
                    zero
                };
                Some([along[0] + across[0] * t, along[1] + across[1] * t])
            }
            _ => {
                let ((e, rise_e), (f, rise_f)) = (apart(1), apart(2));
                // Columns of the matrix whose rows are e and f.
                Some(solve2(&[[e[0], f[0]], [e[1], f[1]]], [rise_e, rise_f]))
            }
        }
    }

    /// Where several pieces meet, tilts a direction towards the piece that was looked at longest ago, so that its point is the
    /// one found. By the square of the step, its expected error, and at least by the root of the unit roundoff, whose effect on
    /// heights is one rounding; after steps whose square is next to rounding by 128 roundoffs, which heights of a difference
    /// of size 1 still tell apart and which move a curved point no farther than that.
    fn towards_stalest(&self, n: V, squared_step: V::Scalar) -> V {
        if self.len < 2 {
            return n;
        }
        let age = |p: &Patch<V>| (p.direction - n).norm_squared();
        let Some(stalest) = self.iter().reduce(|s, p| if age(p) > age(s) { p } else { s }) else { return n };
        let mut outward = V::ZERO;
        for patch in self.iter() {
            outward += stalest.vertex.w - patch.vertex.w;
        }
        let outward = outward - n * n.dot(outward);
        let length = outward.norm();
        if !(length > V::Scalar::ZERO) {
            return n;
        }
        let fine = V::Scalar::from_f64(128.0) * V::Scalar::UNIT;
        let tilt = if squared_step > fine { V::Scalar::UNIT.sqrt().max(squared_step) } else { fine };
        // Where all have been looked at from next to here, the model is exact and its minimum the direction to ask.
        if age(stalest) <= V::Scalar::from_f64(16.0) * tilt * tilt {
            return n;
        }
        (n + outward * (tilt / length)).normalized()
    }
}

/// The largest entry.
fn magnitude<T: Real>(columns: &[[T; 2]; 2]) -> T {
    columns.iter().flatten().fold(T::ZERO, |largest, entry| largest.max(entry.abs()))
}

/// Solves `M x = right` for a symmetric matrix on the directions in which it is clearly positive, and stays where it is on the
/// others: along a ring of equal depths the curvature is zero, and there is nowhere to go. `None` if there is no such direction.
fn curved_part<T: Real>(columns: &[[T; 2]; 2], right: [T; 2]) -> Option<[T; 2]> {
    let (a, b, d) = (columns[0][0], columns[0][1], columns[1][1]);
    let half = T::HALF * (a - d);
    let root = (half * half + b * b).sqrt();
    let mean = T::HALF * (a + d);
    let (large, small) = (mean + root, mean - root);
    let flat = T::power_of_two(FLAT_EXPONENT) * magnitude(columns);
    if !(large > flat) {
        return None;
    }
    if small > flat {
        return Some(solve2(columns, right));
    }
    // The eigenvector of the large value, from the row that does not cancel.
    let v = if half >= T::ZERO { [half + root, b] } else { [b, root - half] };
    let share = (v[0] * right[0] + v[1] * right[1]) / ((v[0] * v[0] + v[1] * v[1]) * large);
    Some([v[0] * share, v[1] * share])
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
