//! Why a status is what it is, in exact numbers that can be checked without trusting anything here.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::difference::{Difference, Stop, Vertex};
use super::gjk::closest;
use super::simplex::Closest;
use super::surroundings::{Surroundings, surroundings};
use crate::exact::{Exact, ExactPoint, ExactVector};
use crate::math::{Pose, Vector};
use crate::proximity::Status;
use crate::support::{Snapshot, SupportExt};

/// A proof of the status of two polytopal cores `A`, `B` swept by balls whose radii add up to `r`, in the frame of
/// their poses.
///
/// Let `w` stand for the differences `b − a` of the cores' vertices. Each variant says what the checker has to verify,
/// and that suffices: a direction is a separating plane, a weighted sum a point of each body.
#[derive(Clone, Debug, PartialEq)]
pub enum Certificate {
    /// `n·w > 0` and `(n·w)² > r² n·n` for all `w`: no common point.
    Separated {
        /// `n`, of any length.
        direction: ExactVector,
    },
    /// `n·w ≥ 0` and `(n·w)² ≥ r² n·n` for all `w`, and `Σ λ w / Σ λ` over the pairs has the squared length `r²`, `λ ≥
    /// 0`: a common point, but a plane in between.
    Touching {
        /// `n`, of any length.
        direction: ExactVector,
        /// Up to four vertices `a` of A with vertices `b` of B, and `λ`.
        pairs: Vec<([ExactPoint; 2], Exact)>,
    },
    /// The origin is strictly inside the hull of the pairs' `w`, and `r = 0`: a common inner point.
    Surrounded {
        /// Vertices `a` of A with vertices `b` of B.
        pairs: Vec<[ExactPoint; 2]>,
    },
    /// `Σ λ w / Σ λ` over the pairs is shorter than `r`, `λ ≥ 0`: the balls around two points of the cores overlap.
    Reaching {
        /// Up to four vertices `a` of A with vertices `b` of B, and `λ`.
        pairs: Vec<([ExactPoint; 2], Exact)>,
    },
}

impl Certificate {
    /// What is proven.
    pub fn status(&self) -> Status {
        match self {
            Certificate::Separated { .. } => Status::Separated,
            Certificate::Touching { .. } => Status::Touching,
            Certificate::Surrounded { .. } | Certificate::Reaching { .. } => Status::Overlapping,
        }
    }
}

/// The certificate, or `None` if a core leaves exact answers to others, or a pose is not exact.
pub(crate) fn certify<V: Vector>(
    a: &Snapshot<'_, V>,
    pose_a: &Pose<V>,
    b: &Snapshot<'_, V>,
    pose_b: &Pose<V>,
) -> Option<Certificate> {
    let between = pose_b.point(b.anchor() + b.center()) - pose_a.point(a.anchor() + a.center());
    let start = ExactVector::new(if between == V::ZERO { V::axis(0) } else { between });
    let radius = &Exact::new(a.radius()) + &Exact::new(b.radius());
    let mut difference = Difference::new(a, pose_a, b, pose_b)?;
    loop {
        match attempt(&difference, &start, &radius) {
            Ok(certificate) => return Some(certificate),
            Err(Stop::Denominator(w)) => difference.admit(w),
            Err(Stop::Inexact) => return None,
        }
    }
}

fn attempt<V>(difference: &Difference<'_, V>, start: &ExactVector, radius: &Exact) -> Result<Certificate, Stop>
where
    V: Vector,
{
    let near = closest(difference, start)?;
    let below = &near.squared[1] * &difference.denominator().squared();
    let order = near.squared[0].cmp(&(&radius.squared() * &below));
    let touching = near.direction.is_zero() && radius.is_zero();
    if !touching {
        let direction = -near.direction.clone();
        return Ok(match order {
            Ordering::Greater => Certificate::Separated { direction },
            Ordering::Equal => Certificate::Touching { direction, pairs: weighted(near) },
            Ordering::Less => Certificate::Reaching { pairs: weighted(near) },
        });
    }
    Ok(match surroundings(difference, near.simplex.clone())? {
        Surroundings::Plane(direction) => Certificate::Touching { direction, pairs: weighted(near) },
        Surroundings::Hull(vertices) => {
            Certificate::Surrounded { pairs: vertices.into_iter().map(|vertex| vertex.sides).collect() }
        }
    })
}

fn weighted(near: Closest) -> Vec<([ExactPoint; 2], Exact)> {
    let Closest { simplex, mut weights, .. } = near;
    if weights.is_empty() {
        weights = inner_weights(&simplex);
    }
    simplex.into_iter().zip(weights).map(|(vertex, weight)| (vertex.sides, weight)).collect()
}

/// The barycentric weights of the origin in a tetrahedron, times a common factor: the volumes that it cuts off.
fn inner_weights(simplex: &[Vertex]) -> Vec<Exact> {
    let point = |i: usize| &simplex[i].point;
    let volume = |i: usize, j: usize, k: usize| point(i).cross(point(j)).dot(point(k));
    let volumes = [volume(1, 2, 3), volume(0, 3, 2), volume(0, 1, 3), volume(0, 2, 1)];
    let negative = volumes.iter().any(|v| v.sign() < 0);
    volumes.into_iter().map(|v| v.negated_if(negative)).collect()
}
