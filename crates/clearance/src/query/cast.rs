//! Casts: the first contact along a straight line.
//!
//! A body that does not turn moves all its points along straight lines, so the gap along any direction is linear in
//! time, its root is exact to rounding, and the steps of [`time_of_impact`] become those of the GJK ray cast (G. van
//! den Bergen 2004): from one supporting plane of the swept difference to the next.

use super::moving_pair::time_of_impact;
use super::space::Space;
use crate::error::ShapeError;
use crate::math::Pose;
use crate::motion::{Impact, LinearMotion};
use crate::shape::Point;
use crate::support::Support;

/// When `b`, moving from `b_in_a` by `displacement` without turning, first comes into contact with `a`; in the frame of
/// `a`.
///
/// Time 1 is the end of the displacement. Bodies that overlap at the start are in contact at time 0, with their depth.
/// Fails if a component of the displacement is not finite or above [`Real::LARGEST`](crate::Real::LARGEST).
///
/// ```
/// use clearance::query::cast;
/// use clearance::{Ball, Cuboid, Pose, Vec2};
/// let block = Cuboid::from_half_extents(Vec2::new(1.0, 2.0)).unwrap();
/// let start = Pose::from_translation(Vec2::new(-5.0, 0.25)).unwrap();
/// let impact = cast(&block, &Ball::new(0.5).unwrap(), &start, Vec2::new(7.0, 0.0)).unwrap();
/// assert!((impact.encounter().unwrap().time - 0.5f64).abs() < 1e-15);
/// ```
#[doc(alias = "shape cast")]
#[doc(alias = "sweep")]
#[doc(alias = "linear cast")]
pub fn cast<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
    displacement: V,
) -> Result<Impact<V>, ShapeError> {
    let path = LinearMotion::straight(*b_in_a, displacement)?;
    Ok(time_of_impact((a, &Pose::IDENTITY), (b, &path)))
}

/// Where the segment from `origin` to `origin + displacement` first meets `a`, in the frame of `a`: a point that is
/// [`cast`].
///
/// The normal of `a`'s surface is that of the encounter's proximity.
#[doc(alias = "raycast")]
#[doc(alias = "ray cast")]
#[doc(alias = "ray casting")]
pub fn cast_ray<V: Space>(a: &(impl Support<V> + ?Sized), origin: V, displacement: V) -> Result<Impact<V>, ShapeError> {
    cast(a, &Point::new(), &Pose::from_translation(origin)?, displacement)
}
