//! What is known of the difference of curved cores: Hessians of its support function, and flat ends.

use super::{Difference, Vertex};
use crate::math::{Matrix, Real, Vector};
use crate::support::{Hint, SupportExt};

impl<V: Vector> Difference<'_, V> {
    /// The support point with the Hessians of both support functions at the unit direction `dir`, each in its own frame
    /// and unscaled.
    #[inline]
    pub fn support_bent(&self, dir: V) -> (Vertex<V>, [V::Matrix; 2]) {
        let (a, curvature_a) = self.a.support_curved(dir);
        let (b, curvature_b) = self.b.support_curved(-self.turn.apply_transpose(dir));
        (self.join(a, b, [Hint::NONE; 2]), [curvature_a, curvature_b])
    }

    /// The product of the difference's Hessian with a vector, from those of both.
    #[inline]
    pub fn bend(&self, [of_a, of_b]: &[V::Matrix; 2], x: V) -> V {
        of_a.apply(x) * self.frame.scale + self.scaled_turn.apply(of_b.apply(self.turn.apply_transpose(x)))
    }

    /// The support point with the Hessian of the difference's support function at the unit direction `dir`.
    pub fn support_curved(&self, dir: V) -> (Vertex<V>, V::Matrix) {
        let (vertex, [curvature_a, curvature_b]) = self.support_bent(dir);
        let curvature = V::Matrix::from_columns(|i| {
            let axis = V::axis(i);
            let turned = self.scaled_turn.apply(curvature_b.apply(self.turn.apply_transpose(axis)));
            curvature_a.column(i) * self.frame.scale + turned
        });
        (vertex, curvature)
    }

    /// The normals of flat ends with a round border that are within about 15 degrees of a unit direction.
    pub fn flat_normals(&self, dir: V) -> impl Iterator<Item = V> {
        let of_a = self.a.flat_normal(dir);
        let of_b = -self.turn.apply(self.b.flat_normal(-self.turn.apply_transpose(dir)));
        let near = V::Scalar::ONE - V::Scalar::power_of_two(-5);
        [of_a, of_b].into_iter().filter(move |normal| normal.dot(dir) > near)
    }
}
