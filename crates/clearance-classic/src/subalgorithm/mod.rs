//! Distance sub-algorithms: the point of a simplex nearest to the origin, as weights of the simplex's points.
//!
//! All of them answer the same question about one to four points and fit the same loop. They differ in what they
//! compare, in which points they keep, and in where rounding defeats them. Points of the plane come with a third
//! component of zero.

mod johnson;
mod liu;
mod plex;
mod signed_volumes;
mod voronoi;

pub use johnson::{Cofactors, Johnson, inner_radius};
pub use liu::{Choice, Liu};
pub use plex::Plex;
pub use signed_volumes::SignedVolumes;
pub use voronoi::Voronoi;

use clearance::{Real, Vec3, Vector};

/// What a sub-algorithm makes of a simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reduced<T> {
    /// The weights of the points in the nearest one, adding up to 1; zero beyond the simplex.
    pub lambdas: [T; 4],
    /// The points kept for the next iteration.
    pub kept: [bool; 4],
}

impl<T: Real> Reduced<T> {
    /// The weights `λ` of the points `ids`; just these are kept.
    pub fn of<const N: usize>(ids: [usize; N], lambdas: [T; N]) -> Self {
        let mut reduced = Reduced { lambdas: [T::ZERO; 4], kept: [false; 4] };
        for (id, lambda) in ids.into_iter().zip(lambdas) {
            reduced.lambdas[id] = lambda;
            reduced.kept[id] = true;
        }
        reduced
    }

    /// `Σ λᵢ yᵢ`.
    pub fn point<V: Vector<Scalar = T>>(&self, points: &[V]) -> V {
        points.iter().zip(self.lambdas).fold(V::ZERO, |sum, (&point, lambda)| sum + point * lambda)
    }

    /// How many points are kept.
    pub fn count(&self) -> usize {
        self.kept.iter().filter(|&&kept| kept).count()
    }

    /// The one of two whose point is nearer to the origin.
    fn nearer(self, other: Self, points: &[Vec3<T>]) -> Self {
        let square = |reduced: &Self| reduced.point(points).norm_squared();
        if square(&other) < square(&self) { other } else { self }
    }
}

/// Finds the point of a simplex nearest to the origin.
pub trait DistanceSubalgorithm {
    /// The nearest point of the hull of 1 to `dim + 1` points, the newest last, in a space of `dim` dimensions.
    ///
    /// Keeps `dim + 1` points only if they hold the origin. `None` if rounding left no case that fits.
    fn reduce<T: Real>(&self, points: &[Vec3<T>], dim: usize) -> Option<Reduced<T>>;

    /// How many points the first simplex has.
    fn initial_points(&self, dim: usize) -> usize {
        let _ = dim;
        1
    }
}

/// The weights of the origin in a tetrahedron that holds it, from the volumes opposite to its points.
///
/// The papers stop where the origin is inside; the common point of the two bodies needs the weights.
fn inner_weights<T: Real>(p: &[Vec3<T>]) -> [T; 4] {
    let volume = |a: usize, b: usize, c: usize| p[a].dot(p[b].cross(p[c])).abs();
    let volumes = [volume(1, 2, 3), volume(0, 2, 3), volume(0, 1, 3), volume(0, 1, 2)];
    let sum = volumes.iter().fold(T::ZERO, |sum, &volume| sum + volume);
    if sum > T::ZERO { volumes.map(|volume| volume / sum) } else { [T::ONE / T::from_f64(4.0); 4] }
}
