//! Second derivatives of the signed distance, and first ones of its normal and witness points; formulas in
//! [`stationary`](super::stationary).
//!
//! They exist where the witness points are unique, not at an end of a feature, and `H_A + H_B + φ` is positive across
//! the face of the difference `A − B`: always for bodies apart; for overlapping ones unless the depth is the same along
//! a curve of directions.

use super::gradient::{self, PoseGradient};
use super::stationary::{COORDINATES, System, UNKNOWNS, coordinates, unit};
use super::twist::{Twist, Twisting, dot};
use crate::difference::Difference;
use crate::manifold::ContactPatch;
use crate::math::Real;
use crate::options::Options;
use crate::solve::Memory;
use crate::support::{Bodies, SupportExt};

/// The second derivative of the signed distance by the pose of B, and the first ones of the normal and of the witness
/// points.
///
/// B turns by a rotation vector about `about` and is then displaced; coordinates are the displacements along the axes
/// of A's frame, then the components of the rotation vector (in the plane one angle). Displacing or turning A instead
/// is the opposite motion of B.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SecondDerivatives<V: Twisting> {
    /// The signed distance and its first derivative.
    pub first: PoseGradient<V>,
    /// The point of the twists.
    pub about: V,
    hessian: [[V::Scalar; COORDINATES]; COORDINATES],
    normal: [V; COORDINATES],
    witness_a: [V; COORDINATES],
    witness_b: [V; COORDINATES],
}

impl<V: Twisting> SecondDerivatives<V> {
    /// How many coordinates a twist has: 6, in the plane 3.
    pub const COORDINATES: usize = coordinates::<V>();

    /// `∂²φ / ∂ξᵢ ∂ξⱼ`.
    pub fn hessian(&self, i: usize, j: usize) -> V::Scalar {
        self.hessian[i][j]
    }
    /// `∂n / ∂ξᵢ`.
    pub fn normal(&self, i: usize) -> V {
        self.normal[i]
    }
    /// `∂ witness_a / ∂ξᵢ`, a point of A's frame.
    pub fn witness_a(&self, i: usize) -> V {
        self.witness_a[i]
    }
    /// `∂ witness_b / ∂ξᵢ`, in A's frame; how the point moves over B is that less `v + ω × (witness_b − about)`.
    pub fn witness_b(&self, i: usize) -> V {
        self.witness_b[i]
    }
    /// The signed distance after a motion of B about [`about`](Self::about), to second order.
    pub fn expansion(&self, linear: V, angular: V::Angular) -> V::Scalar {
        let twist = Twist { about: self.about, linear, angular };
        let xi = components(&twist);
        let mut value = self.first.proximity.signed_distance + self.first.of_b(self.about).along(&twist);
        for (row, &x) in self.hessian.iter().zip(&xi) {
            for (&entry, &y) in row.iter().zip(&xi) {
                value += V::Scalar::HALF * entry * x * y;
            }
        }
        value
    }
}

impl<V: Twisting> SecondDerivatives<V> {
    fn of(
        system: &System<V>,
        first: PoseGradient<V>,
        about: V,
        solved: &[[V::Scalar; UNKNOWNS]; COORDINATES],
        (scale, radius): (V::Scalar, V::Scalar),
    ) -> Self {
        let zero = V::Scalar::ZERO;
        let slope = first.of_b(about);
        let mut found = SecondDerivatives {
            hessian: [[zero; COORDINATES]; COORDINATES],
            normal: [V::ZERO; COORDINATES],
            witness_a: [V::ZERO; COORDINATES],
            witness_b: [V::ZERO; COORDINATES],
            first,
            about,
        };
        // A length of the scaled problem per length is itself, an angle per length has the scale.
        let per = |i: usize| if i < V::DIM { scale } else { V::Scalar::ONE };
        let count = SecondDerivatives::<V>::COORDINATES;
        for (i, z) in solved.iter().enumerate().take(count) {
            for j in 0..count {
                let mixed: V::Scalar = (0..UNKNOWNS).fold(zero, |sum, k| sum + system.column(j)[k] * z[k]);
                found.hessian[i][j] = (system.direct(i, j) + mixed) * per(i) * per(j) / scale;
            }
            let (linear, angular) = unit::<V>(i);
            let rate = slope.linear.dot(linear) + dot(V::axes(slope.angular), angular);
            found.normal[i] = system.turn(z) * per(i);
            found.witness_a[i] = system.moved(0, z) * (per(i) / scale) + found.normal[i] * radius;
            found.witness_b[i] =
                found.witness_a[i] + system.normal * rate + found.normal[i] * found.first.proximity.signed_distance;
        }
        // Symmetric but for rounding.
        for i in 0..count {
            for j in 0..i {
                let mean = (found.hessian[i][j] + found.hessian[j][i]) * V::Scalar::HALF;
                (found.hessian[i][j], found.hessian[j][i]) = (mean, mean);
            }
        }
        found
    }
}

fn components<V: Twisting>(twist: &Twist<V>) -> [V::Scalar; COORDINATES] {
    let axes = V::axes(twist.angular);
    core::array::from_fn(|i| match i {
        _ if i < V::DIM => twist.linear[i],
        _ if V::DIM == 2 => {
            if i == 2 {
                axes[2]
            } else {
                V::Scalar::ZERO
            }
        }
        _ => axes[i - 3],
    })
}

/// The second derivatives of two bodies, in A's frame whatever their placement.
pub(crate) fn of_bodies<V: Twisting>(
    bodies: &Bodies<'_, V>,
    about: V,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Option<SecondDerivatives<V>> {
    let (a, b, b_in_a) = (&bodies.a, &bodies.b, &bodies.b_in_a());
    let first = gradient::relative(a, b, b_in_a, options, memory);
    if !first.differentiable {
        return None;
    }
    let m = Difference::new(a, b, b_in_a.map());
    let site = ContactPatch::of_answer(&m, &first.proximity, V::Scalar::ZERO).polished();
    let system = System::new(&site).about((about - a.anchor()) * m.frame.scale);
    // Witness points that miss those of the faces, and edges that are not level, are of another feature than was found.
    let belongs = system.miss() <= V::Scalar::UNIT.sqrt() * m.frame.size;
    if system.parallel || !belongs || !site.is_inside() {
        return None;
    }
    let solved = system.solve()?;
    Some(SecondDerivatives::of(&system, first, about, &solved, (m.frame.scale, a.radius())))
}
