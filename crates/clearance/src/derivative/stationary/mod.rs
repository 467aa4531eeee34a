//! The signed distance as a stationary value, and how that moves with the poses.
//!
//! With the normal `n` on the sphere and the witness points spanned by the corners of the two support faces,
//! `p = a₀ + Σ μᵢ (aᵢ − a₀)` and `q = b₀ + Σ νⱼ (bⱼ − b₀)`, the signed distance is the stationary value of
//! `F(n, μ, ν; ξ) = n·(q − p)`, corners of curved cores being functions of `n`. One Newton step is `−F_zz⁻¹ F_z` with
//! `z = (n, μ, ν)`, and by the implicit function theorem
//!
//! ```text
//! dz/dξ = −F_zz⁻¹ F_zξ        φ_ξξ = F_ξξ + F_ξz dz/dξ
//! ```
//!
//! For a displacement of B by `v` and a turn by the rotation vector `ω` about `c` (first the turn), with `r = q − c`,
//! `H` the Hessians of the support functions at the witness points, `φ` the distance of the cores, and unit vectors
//! along the edges in the place of `aᵢ − a₀` and `bⱼ − b₀`:
//!
//! ```text
//! F_nn = −(H_A + H_B) − φ      F_nμ = −(aᵢ − a₀)      F_nν = bⱼ − b₀       on the tangent plane of n
//! F_nξ = v + ω×r + H_B (ω×n)   F_νξ = n·(ω×(bⱼ − b₀))  F_μξ = 0
//! F_ξξ = (ω·r)(ω·n) − (r·n) ω² − (ω×n)·H_B (ω×n)
//! ```

mod edges;

use super::twist::{Twisting, cross, dot, embed, turned};
use crate::dimension::Dimension;
use crate::manifold::ContactPatch;
use crate::math::{Each, Matrix, Real, Vector};
use edges::{Span, curvature_at, projection_on, spanning};

/// Unknowns: two of the normal, two of the faces' corners.
pub(crate) const UNKNOWNS: usize = 4;
/// Coordinates of a twist.
pub(crate) const COORDINATES: usize = 6;

/// The stationarity of `F`, in scaled lengths.
pub(crate) struct System<V: Vector> {
    pub normal: V,
    pub basis: [V; 2],
    /// The distance of the cores.
    distance: V::Scalar,
    /// The vector from the point of the twists, at first A's anchor, to B's witness point.
    arm: V,
    /// Unit vectors that span the faces.
    pub edges: [[V; 2]; 2],
    pub count: [usize; 2],
    pub curvature: [V::Matrix; 2],
    /// The witness points, on the faces' corners.
    points: [V; 2],
    /// Edges that add no direction to those before are left out: the witness points are not unique.
    pub parallel: bool,
}

impl<V: Dimension> System<V> {
    pub fn new(site: &ContactPatch<'_, V>) -> Self {
        let view = &site.view;
        let mut system = System {
            normal: view.normal,
            basis: view.basis,
            distance: view.normal.dot(view.projections[1] - view.projections[0]),
            arm: view.projections[1],
            edges: [[V::ZERO; 2]; 2],
            count: [0; 2],
            curvature: [V::Matrix::ZERO; 2],
            points: view.projections,
            parallel: false,
        };
        let mut span = Span::default();
        for side in 0..2 {
            let face = &site.faces[side];
            for edge in spanning(face) {
                if span.grows_by(edge) {
                    system.edges[side][system.count[side]] = edge;
                    system.count[side] += 1;
                } else {
                    system.parallel |= edge != V::ZERO;
                }
            }
            system.curvature[side] = curvature_at(face, view.projections[side]);
            system.points[side] = projection_on(face, view.projections[side]);
        }
        system
    }

    /// For twists about a point, from A's anchor.
    pub fn about(mut self, point: V) -> Self {
        self.arm = self.points[1] - point;
        self
    }

    fn unknowns(&self) -> usize {
        V::DIM - 1 + self.count[0] + self.count[1]
    }

    /// `F_zz`, symmetric.
    fn matrix(&self) -> [[V::Scalar; UNKNOWNS]; UNKNOWNS] {
        let zero = V::Scalar::ZERO;
        let mut matrix = [[zero; UNKNOWNS]; UNKNOWNS];
        let turning = V::DIM - 1;
        for i in 0..turning {
            let bent = self.bend(self.basis[i]);
            for (j, row) in matrix.iter_mut().enumerate().take(turning) {
                row[i] = -bent.dot(self.basis[j]);
            }
        }
        let edges_a = self.edges[0][..self.count[0]].iter().map(|&edge| -edge);
        for (k, edge) in edges_a.chain(self.edges[1][..self.count[1]].iter().copied()).enumerate() {
            for (i, &tangent) in self.basis.iter().enumerate().take(turning) {
                let entry = edge.dot(tangent);
                (matrix[i][turning + k], matrix[turning + k][i]) = (entry, entry);
            }
        }
        matrix
    }

    /// `(H_A + H_B + φ) x`.
    fn bend(&self, x: V) -> V {
        self.curvature[0].apply(x) + self.curvature[1].apply(x) + x * self.distance
    }

    /// `F_z`, zero where the witness points are one above the other and the edges level.
    fn slope(&self) -> [V::Scalar; UNKNOWNS] {
        let mut slope = [V::Scalar::ZERO; UNKNOWNS];
        let turning = V::DIM - 1;
        let offset = self.points[1] - self.points[0];
        for (entry, tangent) in slope.iter_mut().zip(self.basis).take(turning) {
            *entry = offset.dot(tangent);
        }
        for k in 0..self.count[0] {
            slope[turning + k] = -self.normal.dot(self.edges[0][k]);
        }
        for k in 0..self.count[1] {
            slope[turning + self.count[0] + k] = self.normal.dot(self.edges[1][k]);
        }
        slope
    }

    /// How far the witness points are from being one above the other, and edges from being level.
    pub fn miss(&self) -> V::Scalar {
        self.slope().iter().fold(V::Scalar::ZERO, |sum, &x| sum + x * x).sqrt()
    }

    /// The Newton step: another normal and other witness points.
    pub fn step(&self) -> Option<(V, [V; 2])> {
        if !self.is_strict() {
            return None;
        }
        let z = eliminated(self.matrix(), self.slope().each(|x| -x), self.unknowns())?;
        let turn = self.turn(&z);
        Some(((self.normal + turn).normalized(), [0, 1].each(|side| self.points[side] + self.moved(side, &z))))
    }

    /// The part of a solution that turns the normal.
    pub fn turn(&self, z: &[V::Scalar; UNKNOWNS]) -> V {
        self.basis[0] * z[0] + if V::DIM == 3 { self.basis[1] * z[1] } else { V::ZERO }
    }

    /// How a solution moves a witness point, B being held.
    pub fn moved(&self, side: usize, z: &[V::Scalar; UNKNOWNS]) -> V {
        // B answers along −n.
        let along = if side == 0 { self.turn(z) } else { -self.turn(z) };
        let mut moved = self.curvature[side].apply(along);
        let first = V::DIM - 1 + if side == 1 { self.count[0] } else { 0 };
        for k in 0..self.count[side] {
            moved += self.edges[side][k] * z[first + k];
        }
        moved
    }

    /// Whether the form `H_A + H_B + φ` is clearly positive on the directions that no edge fixes.
    fn is_strict(&self) -> bool {
        let (zero, flat) = (V::Scalar::ZERO, V::Scalar::UNIT.sqrt());
        let magnitude =
            |x: V| self.curvature[0].apply(x).norm() + self.curvature[1].apply(x).norm() + self.distance.abs();
        let clearly = |x: V| x.dot(self.bend(x)) > flat * magnitude(x);
        let edges: [V; 2] = core::array::from_fn(|k| {
            let all = self.edges[0][..self.count[0]].iter().chain(&self.edges[1][..self.count[1]]);
            all.copied().nth(k).unwrap_or(V::ZERO)
        });
        match V::DIM - 1 - self.count[0] - self.count[1] {
            0 => true,
            1 if V::DIM == 2 => clearly(self.basis[0]),
            1 => {
                let free = cross(embed(self.normal), embed(edges[0]));
                clearly(V::from_fn(|i| free[i]).normalized())
            }
            _ => {
                // The smaller eigenvalue of a symmetric matrix of two rows.
                let [s, t] = self.basis;
                let (a, b, d) = (s.dot(self.bend(s)), t.dot(self.bend(s)), t.dot(self.bend(t)));
                let half = V::Scalar::HALF * (a - d);
                let small = V::Scalar::HALF * (a + d) - (half * half + b * b).sqrt();
                small > zero && small > flat * magnitude(s).max(magnitude(t))
            }
        }
    }
}

impl<V: Twisting> System<V> {
    /// `F_zξ` for one coordinate of the twist.
    pub fn column(&self, i: usize) -> [V::Scalar; UNKNOWNS] {
        let (v, omega) = unit::<V>(i);
        let mut column = [V::Scalar::ZERO; UNKNOWNS];
        let turned_normal = turned(omega, self.normal);
        let moved = v + turned(omega, self.arm) + self.curvature[1].apply(turned_normal);
        let turning = V::DIM - 1;
        for (entry, tangent) in column.iter_mut().zip(self.basis).take(turning) {
            *entry = moved.dot(tangent);
        }
        for k in 0..self.count[1] {
            column[turning + self.count[0] + k] = self.normal.dot(turned(omega, self.edges[1][k]));
        }
        column
    }

    /// `F_ξξ` for two coordinates.
    pub fn direct(&self, i: usize, j: usize) -> V::Scalar {
        let (p, q) = (unit::<V>(i).1, unit::<V>(j).1);
        let (r, n) = (embed(self.arm), embed(self.normal));
        let twisted = dot(p, r) * dot(q, n) + dot(q, r) * dot(p, n);
        let (turned_p, turned_q) = (turned(p, self.normal), turned(q, self.normal));
        V::Scalar::HALF * twisted - dot(r, n) * dot(p, q) - turned_p.dot(self.curvature[1].apply(turned_q))
    }

    /// `dz/dξ` by columns, or none if the minimum is not strict.
    pub fn solve(&self) -> Option<[[V::Scalar; UNKNOWNS]; COORDINATES]> {
        if !self.is_strict() {
            return None;
        }
        let zero = V::Scalar::ZERO;
        let mut columns = [[zero; UNKNOWNS]; COORDINATES];
        for (i, column) in columns.iter_mut().enumerate().take(coordinates::<V>()) {
            *column = eliminated(self.matrix(), self.column(i).each(|x| -x), self.unknowns())?;
        }
        Some(columns)
    }
}

/// How many coordinates a twist has.
pub(crate) const fn coordinates<V: Vector>() -> usize {
    if V::DIM == 2 { 3 } else { 6 }
}

/// The unit twist along a coordinate: displacement and rotation vector.
pub(crate) fn unit<V: Vector>(i: usize) -> (V, [V::Scalar; 3]) {
    if i < V::DIM {
        return (V::axis(i), [V::Scalar::ZERO; 3]);
    }
    let axis = if V::DIM == 2 { 2 } else { i - 3 };
    (V::ZERO, [0, 1, 2].each(|k| if k == axis { V::Scalar::ONE } else { V::Scalar::ZERO }))
}

/// Solves a linear system of `n` rows by elimination with pivots from the whole column; `None` if it is singular.
fn eliminated<T: Real>(
    mut rows: [[T; UNKNOWNS]; UNKNOWNS],
    mut right: [T; UNKNOWNS],
    n: usize,
) -> Option<[T; UNKNOWNS]> {
    for k in 0..n {
        let pivot = (k..n).fold(k, |best, i| if rows[i][k].abs() > rows[best][k].abs() { i } else { best });
        if !(rows[pivot][k].abs() > T::ZERO) {
            return None;
        }
        rows.swap(k, pivot);
        right.swap(k, pivot);
        let (above, below) = rows.split_at_mut(k + 1);
        for (row, i) in below.iter_mut().zip(k + 1..n) {
            let factor = row[k] / above[k][k];
            for (entry, &other) in row.iter_mut().zip(&above[k]) {
                *entry -= factor * other;
            }
            right[i] -= factor * right[k];
        }
    }
    for k in (0..n).rev() {
        let known = (k + 1..n).fold(right[k], |sum, j| sum - rows[k][j] * right[j]);
        right[k] = known / rows[k][k];
    }
    right[..n].iter().all(|x| x.is_finite()).then_some(right)
}
