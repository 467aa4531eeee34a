//! Casalino's plex update: only the features of the newest point, the nearest of them by trial.
//!
//! A. Casalino, How to use the GJK_EPA class, 2019, section 2, cases a, b and c. `P₁` is the newest point. The features
//! without it are not looked at, since the search direction that found `P₁` was made from them.
//!
//! **Where it fails.** That argument needs exact arithmetic and a plex that the same loop has made: of other simplices
//! a nearest old feature is not seen. A segment whose nearest point is the old end is "not possible", and here refused.

use clearance::{Real, Vec3, Vector};

use super::{DistanceSubalgorithm, Reduced, inner_weights};

/// Casalino's cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plex;

impl DistanceSubalgorithm for Plex {
    fn reduce<T: Real>(&self, points: &[Vec3<T>], _: usize) -> Option<Reduced<T>> {
        match points.len() {
            1 => Some(Reduced::of([0], [T::ONE])),
            2 => segment(points, [1, 0]),
            3 => facet(points, [2, 1, 0]),
            _ => tetrahedron(points),
        }
    }
}

/// Case a, (15): the point `P₁ + s (P₂ − P₁)`.
fn segment<T: Real>(p: &[Vec3<T>], [first, second]: [usize; 2]) -> Option<Reduced<T>> {
    let along = p[second] - p[first];
    let s = -p[first].dot(along) / along.norm_squared();
    if s <= T::ZERO {
        return Some(Reduced::of([first], [T::ONE]));
    }
    (s <= T::ONE).then(|| Reduced::of([first, second], [T::ONE - s, s]))
}

/// Case b, (21): the point `P₁ + α δ₁ + β δ₂`, or the nearer one of the edges at `P₁`.
fn facet<T: Real>(p: &[Vec3<T>], [first, second, third]: [usize; 3]) -> Option<Reduced<T>> {
    let (start, d1, d2) = (p[first], p[second] - p[first], p[third] - p[first]);
    let (m11, m12, m22) = (d1.norm_squared(), d1.dot(d2), d2.norm_squared());
    let (v1, v2) = (-d1.dot(start), -d2.dot(start));
    let determinant = m11 * m22 - m12 * m12;
    let (alpha, beta) = ((m22 * v1 - m12 * v2) / determinant, (m11 * v2 - m12 * v1) / determinant);
    if alpha >= T::ZERO && beta >= T::ZERO && alpha + beta <= T::ONE {
        return Some(Reduced::of([first, second, third], [T::ONE - alpha - beta, alpha, beta]));
    }
    nearest(p, [segment(p, [first, second]), segment(p, [first, third])])
}

/// Case c: inside if (26) to (28) hold, else the nearest one of the facets at `P₁`.
fn tetrahedron<T: Real>(p: &[Vec3<T>]) -> Option<Reduced<T>> {
    let faces = [[3, 2, 1], [3, 2, 0], [3, 1, 0]];
    let opposite = [0, 1, 2];
    let holds = |([i, j, k], l): ([usize; 3], usize)| {
        let normal = (p[j] - p[i]).cross(p[k] - p[i]);
        let outward = if (p[l] - p[i]).dot(normal) > T::ZERO { -normal } else { normal };
        p[i].dot(outward) >= T::ZERO
    };
    if faces.into_iter().zip(opposite).all(holds) {
        return Some(Reduced::of([0, 1, 2, 3], inner_weights(p)));
    }
    nearest(p, faces.map(|face| facet(p, face)))
}

fn nearest<T: Real, const N: usize>(p: &[Vec3<T>], candidates: [Option<Reduced<T>>; N]) -> Option<Reduced<T>> {
    candidates.into_iter().flatten().reduce(|best, other| best.nearer(other, p))
}
