//! Johnson's sub-algorithm: the cofactors of all subsets, by recursion.
//!
//! E. G. Gilbert, D. W. Johnson and S. S. Keerthi, A fast procedure for computing the distance between complex objects
//! in three-dimensional space, 1988; the derivation by Cramer's rule and the backup procedure after C. Marmolejo Rivas
//! et al., Revisión del algoritmo GJK, (1.10) to (1.17).
//!
//! ```text
//! Δᵢ({yᵢ}) = 1,   Δⱼ(Yₛ ∪ {yⱼ}) = Σ Δᵢ(Yₛ) (yᵢ·yₖ − yᵢ·yⱼ),   Δ(Yₛ) = Σ Δᵢ(Yₛ)        i, k ∈ Iₛ, j ∉ Iₛ
//! ```
//!
//! The subset `Yₛ` holds the nearest point, with `λᵢ = Δᵢ(Yₛ)/Δ(Yₛ)`, if (a) `Δ(Yₛ) > 0`, (b) all `Δᵢ(Yₛ) > 0` and
//! (c) all `Δⱼ(Yₛ ∪ {yⱼ}) ≤ 0`.
//!
//! **Where it fails.** A cofactor is a product of up to three differences of products: on flat simplices and next to
//! the origin it is all rounding, its sign is random, and no subset (or a wrong one) meets the conditions.

use clearance::{Real, Vec3, Vector};

use super::{DistanceSubalgorithm, Reduced};

/// Johnson's sub-algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Johnson {
    /// Whether the backup procedure (1.17) answers where no subset meets the conditions.
    pub backup: bool,
}

/// The cofactors `Δᵢ(Yₛ)` of all subsets of up to four points; a subset is a mask with bit `i` for `yᵢ`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cofactors<T> {
    deltas: [[T; 4]; 16],
    count: usize,
}

impl<T: Real> Cofactors<T> {
    /// The cofactors of one to four points.
    pub fn new(points: &[Vec3<T>]) -> Self {
        let mut deltas = [[T::ZERO; 4]; 16];
        // A subset comes after those that it holds.
        for subset in 1..1usize << points.len() {
            for j in members(subset) {
                let rest = subset & !(1 << j);
                deltas[subset][j] = match members(rest).next() {
                    None => T::ONE,
                    Some(k) => members(rest).fold(T::ZERO, |sum, i| {
                        sum + deltas[rest][i] * (points[i].dot(points[k]) - points[i].dot(points[j]))
                    }),
                };
            }
        }
        Cofactors { deltas, count: points.len() }
    }

    /// `Δᵢ(Yₛ)`.
    pub fn delta(&self, subset: usize, i: usize) -> T {
        self.deltas[subset][i]
    }

    /// `Δ(Yₛ)`, positive for affinely independent points.
    pub fn sum(&self, subset: usize) -> T {
        members(subset).fold(T::ZERO, |sum, i| sum + self.deltas[subset][i])
    }

    /// All subsets, smaller ones first.
    pub fn subsets(&self) -> impl Iterator<Item = usize> + use<T> {
        let count = self.count;
        (1..=count as u32).flat_map(move |size| (1..1usize << count).filter(move |s| s.count_ones() == size))
    }

    /// Conditions (a) and (b): the nearest point of the subset's affine hull lies inside the subset's hull.
    pub fn is_inside(&self, subset: usize) -> bool {
        self.sum(subset) > T::ZERO && members(subset).all(|i| self.deltas[subset][i] > T::ZERO)
    }

    /// Condition (c): none of the other points is nearer.
    pub fn is_nearest(&self, subset: usize) -> bool {
        let others = (0..self.count).filter(|j| subset & 1 << j == 0);
        others.into_iter().all(|j| self.deltas[subset | 1 << j][j] <= T::ZERO)
    }

    /// The weights (1.12) of the nearest point of the subset's affine hull.
    pub fn weights(&self, subset: usize) -> Reduced<T> {
        let sum = self.sum(subset);
        let lambda = |i: usize| if subset & 1 << i == 0 { T::ZERO } else { self.deltas[subset][i] / sum };
        Reduced { lambdas: core::array::from_fn(lambda), kept: core::array::from_fn(|i| subset & 1 << i != 0) }
    }
}

/// `d⁻` (1.14): the distance of the nearest of the planes (in the plane: lines) through `dim` of the points.
///
/// Of a simplex around the origin it is the radius of the largest ball about the origin in it, so two bodies with such
/// a simplex in their difference overlap by at least that much. It is the root of a difference of squares: below 10⁻⁸
/// of the size it is rounding.
pub fn inner_radius<T: Real>(points: &[Vec3<T>], dim: usize) -> T {
    let cofactors = Cofactors::new(points);
    let faces = cofactors.subsets().filter(|subset| subset.count_ones() as usize == dim);
    let square = |subset: usize| {
        // (1.15): |v(aff Yₛ)|² = Δ(Yₛ)⁻¹ Σ Δᵢ(Yₛ) yᵢ·yₖ.
        let k = subset.trailing_zeros() as usize;
        let sum = members(subset).fold(T::ZERO, |sum, i| sum + cofactors.delta(subset, i) * points[i].dot(points[k]));
        sum / cofactors.sum(subset)
    };
    faces.map(square).fold(T::INFINITY, T::min).max(T::ZERO).sqrt()
}

/// The numbers of the points of a subset.
fn members(subset: usize) -> impl Iterator<Item = usize> {
    (0..4).filter(move |i| subset & 1 << i != 0)
}

impl DistanceSubalgorithm for Johnson {
    fn reduce<T: Real>(&self, points: &[Vec3<T>], _: usize) -> Option<Reduced<T>> {
        let cofactors = Cofactors::new(points);
        let holds = |&subset: &usize| cofactors.is_inside(subset) && cofactors.is_nearest(subset);
        let found = cofactors.subsets().find(holds).map(|subset| cofactors.weights(subset));
        if found.is_some() || !self.backup {
            return found;
        }
        // (1.17): the nearest of all points that lie inside of their subset.
        let inside = cofactors.subsets().filter(|&subset| cofactors.is_inside(subset));
        inside.map(|subset| cofactors.weights(subset)).reduce(|best, other| best.nearer(other, points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cofactors_of_the_worked_example_are_those_of_the_paper() {
        // Section 4 of the Revisión: y₁ = a₀ − b₀, y₂ = s_K(−y₁) of two unit squares.
        let cofactors = Cofactors::new(&[Vec3::new(-2.0f64, -2.0, 0.0), Vec3::new(-1.0, -1.0, 0.0)]);
        assert_eq!((cofactors.delta(0b01, 0), cofactors.delta(0b10, 1)), (1.0, 1.0));
        assert_eq!((cofactors.delta(0b11, 0), cofactors.delta(0b11, 1), cofactors.sum(0b11)), (-2.0, 4.0, 2.0));
        assert!(!cofactors.is_inside(0b11) && !cofactors.is_nearest(0b01) && cofactors.is_nearest(0b10));
        assert_eq!(cofactors.weights(0b10).lambdas, [0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn subsets_come_by_size() {
        let subsets: Vec<usize> = Cofactors::new(&[Vec3::new(1.0f32, 2.0, 3.0); 3]).subsets().collect();
        assert_eq!(subsets, [1, 2, 4, 3, 5, 6, 7]);
    }

    #[test]
    fn the_inner_radius_of_a_regular_tetrahedron_is_a_third_of_the_outer_one() {
        let corners = [[1.5, 1.5, 1.5], [1.5, -1.5, -1.5], [-1.5, 1.5, -1.5], [-1.5, -1.5, 1.5f64]].map(Vec3::from);
        assert!((inner_radius(&corners, 3) - corners[0].norm() / 3.0).abs() < 1e-15);
    }

    #[test]
    fn equal_points_have_no_affine_hull_of_their_own() {
        let cofactors = Cofactors::new(&[Vec3::new(1.5f64, 0.25, -3.0); 2]);
        assert_eq!(cofactors.sum(0b11), 0.0);
    }
}
